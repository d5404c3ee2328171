//! What rules look up in common that differ in the tests of their own.

use super::{Code, functions, print};

/// How many searches there are for rules that look up the customers of these countries, from their orders and from them, and
/// how many of these look up in common.
fn searches(attribute: &str, countries: &[u32]) -> (usize, usize) {
    let mut text = format!(
        "#[allow(rules::duplicate_rule)] {attribute} ruleset Shop;
        fact Order {{ customer: u32 }} fact Customer {{ id: u32, country: u32 }}"
    );
    text.extend(countries.iter().enumerate().map(|(number, country)| {
        format!(
            "rule r{number} {{
                when {{ Order {{ customer }}; Customer {{ id: customer, country: {country} }}; }}
                then {{}}
            }}"
        )
    }));
    let code = Code::of(&text);
    let all = code.impls.iter().flat_map(functions);
    let searches = all.filter(|function| function.sig.ident.to_string().contains("_search_"));
    let searches: Vec<String> = searches.map(print).collect();
    let in_common = searches
        .iter()
        .filter(|search| search.contains("facts_in_common"));
    (searches.len(), in_common.count())
}

#[test]
fn three_kinds_and_more_are_looked_up_in_common() {
    // From a customer, of whatever country, the orders are looked up by one search.
    assert_eq!(searches("", &[1, 2, 3, 4]), (2, 1));
    assert_eq!(searches("", &[1, 2, 3, 1]), (2, 1));
}

#[test]
fn as_many_as_are_looked_up_in_common_are_searched() {
    // More than there may be searches, were each its own: sixty-four are one, from orders and from customers.
    let countries: Vec<u32> = (0..280).collect();
    assert_eq!(searches("", &countries), (10, 5));
}

#[test]
fn fewer_ask_their_own() {
    assert_eq!(searches("", &[1, 2]), (3, 0));
    assert_eq!(searches("", &[1, 2, 1, 2]), (3, 0));
}

#[test]
fn in_a_session_that_goes_back_each_asks_its_own() {
    assert_eq!(searches("#[backtrack]", &[1, 2, 3]), (4, 0));
}

#[test]
fn only_those_for_which_a_fact_is_meant_are_gone_to() {
    let code = Code::of(
        "ruleset Shop;
        fact Order { customer: u32 }
        fact Customer { id: u32, country: u32, tier: u8 }
        rule one { when { Order { customer }; Customer { id: customer, country: 1 }; } then {} }
        rule more { when { Order { customer }; Customer { id: customer, country: 2..4, tier: 3 }; } then {} }
        rule many { when { Order { customer }; Customer { id: customer, country: 3.. }; } then {} }
        rule any { when { Order { customer }; Customer { id: customer, tier: 1 }; } then {} }",
    );
    let all = code.impls.iter().flat_map(functions).map(print);
    let search = all
        .filter(|function| function.contains("facts_in_common"))
        .collect::<String>();
    let (_, rest) = search.split_once("let mut __own").unwrap();
    let (chosen, rest) = rest.split_once("0 =>").unwrap();
    insta::assert_snapshot!(chosen, @r"
    = __own
                   & {
                       let __slot = __with;
                       let mut __may = 0x8;
                       let __integer = __memory.customer_facts.value(__slot).country;
                       if __integer < 3 {
                           if __integer < 2 {
                               if __integer < 1 {} else {
                                   __may |= 0x1;
                               }
                           } else {
                               __may |= 0x2;
                           }
                       } else {
                           __may |= 0x4;
                           if __integer < 4 {
                               __may |= 0x2;
                           } else {}
                       }
                       __may
                   };
               while __own != 0 {
                   let __place = __own.trailing_zeros();
                   __own &= __own - 1;
                   match __place {
    ");
    assert_eq!(rest.matches("'__search0: {").count(), 4);
}
