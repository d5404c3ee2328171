rules_runtime::rules! {
    #[stages(admit, act, _, report)]
    ruleset Desk;
    fact Request(u32);
    #[stage(acct)]
    rule carry_out { when { Request(1); } then {} }
    #[stage(report)]
    #[salience(5)]
    rule tell { when { Request(2); } then {} }
}

fn main() {}
