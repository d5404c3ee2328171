rules_runtime::rules! {
    ruleset League;
    fact Player { team: u32, score: i32 }
    query tops() -> &Player {
        when { top = max_by(p.score for p @ Player { team }) by (team); }
        select top
    }
    query best_of_the_worst() -> &Player {
        when { b = max_by(w.score for { w = min_by(p.score for p @ Player { team }) by (team); }); }
        select b
    }
    rule list {
        when { all = collect({ top = max_by(p.score for p @ Player { team }) by (team); }); }
        then { println!("{}", all.len()); }
    }
    rule best {
        when { b = max_by(w.score for { w = min_by(p.score for p @ Player { team }) by (team); }); }
        then { println!("{}", b.score); }
    }
    rule asked {
        when { all = collect(top in tops()); b in best_of_the_worst(); }
        then { println!("{} {}", all.len(), b.score); }
    }
    rule values {
        when { most = max(top.score for top in tops()); }
        then { println!("{most}"); }
    }
}

fn main() {}
