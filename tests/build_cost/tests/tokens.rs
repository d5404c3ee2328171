//! How much code rules become: a bound for each rule, whatever their number.

use build_cost::{count, ruleset};
use rules_dsl::unstable::compile_tokens;

/// The most tokens that a rule of the usual shapes may come to, on the average; three tenths of them explain it.
const BOUND: u32 = 2600;

/// The tokens of the code of so many rules.
fn tokens(rules: u32) -> u32 {
    let code = compile_tokens(ruleset(rules).parse().unwrap());
    assert!(!code.to_string().contains("compile_error"), "{code}");
    count(code)
}

#[test]
fn a_rule_comes_to_no_more_tokens_where_there_are_many() {
    let [few, more, many] = [100, 200, 400].map(tokens);
    let (first, second) = ((more - few) / 100, (many - more) / 200);
    assert!(
        second <= first + first / 20,
        "{first} tokens a rule, then {second}"
    );
    assert!(second <= BOUND, "{second} tokens a rule");
}
