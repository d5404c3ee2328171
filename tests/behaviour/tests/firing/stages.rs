//! Stages: saliences by name, listed on the ruleset in their order.

use rules_runtime::rules;

rules! {
    #[stages(admit, act, _, report)]
    ruleset Desk;
    fact Request(u32);
    global log: Vec<String>;

    #[stage(report)]
    rule told { when { Request(n); } then { log.push(format!("told {n}")); } }
    rule filed { when { Request(n); } then { log.push(format!("filed {n}")); } }
    #[salience(-999)]
    rule filed_last { when { Request(n); } then { log.push(format!("filed last {n}")); } }
    #[stage(act)]
    rule done { when { Request(n); } then { log.push(format!("done {n}")); } }
    #[salience(999)]
    rule filed_first { when { Request(n); } then { log.push(format!("filed first {n}")); } }
    #[stage(admit)]
    rule admitted { when { Request(n); } then { log.push(format!("admitted {n}")); } }

    group night {
        #[stage(report)]
        rule told_at_night { when { Request(n); } then { log.push(format!("told at night {n}")); } }
        #[stage(act)]
        rule done_at_night { when { Request(n); } then { log.push(format!("done at night {n}")); } }
    }
}

#[test]
fn rules_of_an_earlier_stage_fire_first() {
    let mut desk = Desk::new(vec![]);
    desk.insert_all([Request(1), Request(2)]);
    desk.run();
    assert_eq!(
        desk.globals().log,
        [
            "admitted 2",
            "admitted 1",
            "done 2",
            "done 1",
            "filed first 2",
            "filed first 1",
            "filed 2",
            "filed 1",
            "filed last 2",
            "filed last 1",
            "told 2",
            "told 1",
        ]
    );
}

#[test]
fn what_comes_meanwhile_goes_through_all_stages() {
    let mut desk = Desk::new(vec![]);
    desk.insert(Request(1));
    for _ in 0..3 {
        desk.step();
    }
    desk.insert(Request(2));
    desk.run();
    assert_eq!(
        desk.globals().log,
        [
            "admitted 1",
            "done 1",
            "filed first 1",
            "admitted 2",
            "done 2",
            "filed first 2",
            "filed 2",
            "filed 1",
            "filed last 2",
            "filed last 1",
            "told 2",
            "told 1",
        ]
    );
}

#[test]
fn stages_order_the_rules_of_a_group_too() {
    let mut desk = Desk::new(vec![]);
    desk.insert(Request(1));
    desk.focus(DeskGroup::Night);
    desk.step();
    desk.step();
    assert_eq!(desk.globals().log, ["done at night 1", "told at night 1"]);
}

#[test]
fn a_rules_metadata_name_its_stage() {
    let rules = Desk::<()>::RULES.iter();
    let staged: Vec<_> = rules
        .map(|rule| (rule.name, rule.stage, rule.salience))
        .collect();
    assert_eq!(
        staged,
        [
            ("told", Some("report"), -1000),
            ("filed", None, 0),
            ("filed_last", None, -999),
            ("done", Some("act"), 1000),
            ("filed_first", None, 999),
            ("admitted", Some("admit"), 2000),
            ("told_at_night", Some("report"), -1000),
            ("done_at_night", Some("act"), 1000),
        ]
    );
}
