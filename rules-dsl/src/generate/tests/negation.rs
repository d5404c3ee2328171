//! A negation over one fact, which is counted from outer facts, and leads back to them; over several, a summary of the
//! members found for each owner.

use insta::assert_snapshot;

use super::Code;

const RULESET: &str = "
    ruleset Shop;

    fact Order { id: u32, customer: u32 }
    fact Complaint { customer: u32, grade: u32 }

    rule ship {
        when { Order { id, customer }; not Complaint { customer, grade: > 3 }; }
        then { println!(\"{id}\"); }
    }
";

#[test]
fn one_fact_is_counted_for_outer_facts() {
    let code = Code::of(RULESET);
    assert_snapshot!(code.nodes(), @r"
    `ship`: `not Complaint { customer, grade: > 3 }`: Drawn { counts: ::core::option::Option::Some(Quantifier::None) }
    `ship`: Match { index: 0 }
    ");
    let functions = ["ship_search_0", "ship_count_0", "ship_looks_up_0"];
    assert_snapshot!(code.functions(&functions), @r"
    /// `ship`: `Order { id, customer }`: the matches of a fact
    fn ship_search_0(
        __local0: __rt::Slot,
        __memory: &__ShopMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        __matches: &mut __rt::Matches,
    ) {
        __matches.takes(0);
        '__search0: {
            let __found = Self::ship_count_0(__local0, false, __memory, __network);
            if __found > 0 {
                break '__search0;
            }
            __matches.add(1, &[__local0]);
        }
    }

    /// `ship`: `not Complaint { customer, grade: > 3 }`: how many there are
    fn ship_count_0(
        __local0: __rt::Slot,
        __unchanged: bool,
        __memory: &__ShopMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
    ) -> u32 {
        '__search0: {
            let __hash1 = if Self::ship_looks_up_0(__memory) {
                let __hash = 0;
                let __fact0 = __memory.order_facts.value(__local0);
                let __hash = __rt::Key(&__fact0.customer).__mix(__hash);
                ::core::option::Option::Some(__hash)
            } else {
                ::core::option::Option::None
            };
            '__facts1: for __local1 in __network.facts(0, __hash1) {
                if __unchanged && __network.is_counted_anew(0, __local1) {
                    continue;
                }
                let __fact1 = __memory.complaint_facts.value(__local1);
                let __fact0 = __memory.order_facts.value(__local0);
                if !(__fact1.customer == __fact0.customer) {
                    continue '__facts1;
                }
                return 1;
            }
        }
        0
    }

    /// `ship`: `customer`: whether facts are looked up by it
    fn ship_looks_up_0(__memory: &__ShopMemory) -> bool {
        __rt::is_hashed(|| {
            let __local0 = __rt::Slot(0);
            let __local1 = __rt::Slot(0);
            let __fact1 = __memory.complaint_facts.value(__local1);
            let __fact0 = __memory.order_facts.value(__local0);
            (&&&__rt::Sides(&__fact1.customer, &__fact0.customer)).__lookup()
        })
    }
    ");
}

#[test]
fn a_fact_that_is_counted_leads_to_outer_facts_and_these_to_matches() {
    let functions = ["ship_outer_0", "ship_complete_0"];
    assert_snapshot!(Code::of(RULESET).functions(&functions), @r"
    /// `ship`: `not Complaint { customer, grade: > 3 }`: the facts that go with one that it counts
    fn ship_outer_0(
        __local1: __rt::Slot,
        __memory: &__ShopMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        __matches: &mut __rt::Matches,
    ) {
        '__search0: {
            let __hash0 = if Self::ship_looks_up_0(__memory) {
                let __hash = 0;
                let __fact1 = __memory.complaint_facts.value(__local1);
                let __hash = __rt::Key(&__fact1.customer).__mix(__hash);
                ::core::option::Option::Some(__hash)
            } else {
                ::core::option::Option::None
            };
            '__facts1: for __local0 in __network.facts_of_type(1, __hash0) {
                if __network.is_touched(__rt::KindId(0), __rt::PRESENCE | 0x3, __local0) {
                    continue;
                }
                __matches.tests(0);
                let __fact1 = __memory.complaint_facts.value(__local1);
                let __fact0 = __memory.order_facts.value(__local0);
                if !(__fact1.customer == __fact0.customer) {
                    continue '__facts1;
                }
                __matches.passes(0);
                __matches.add_outer(&[__local0]);
            }
        }
    }

    /// `ship`: `not Complaint { customer, grade: > 3 }`: the matches of such facts
    fn ship_complete_0(
        __local0: __rt::Slot,
        __memory: &__ShopMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        __matches: &mut __rt::Matches,
    ) {
        '__search0: {
            __matches.add(1, &[__local0]);
        }
    }
    ");
}

#[test]
fn several_facts_are_a_summary_of_members() {
    let code = Code::of(
        "ruleset Shop;

        fact Order { id: u32, item: u32 }
        fact Part { of: u32, id: u32 }
        fact Missing { part: u32 }

        rule build {
            when { Order { id, item }; not { Part { of: item, id: part }; Missing { part }; } }
            then { println!(\"{id}\"); }
        }",
    );
    assert_snapshot!(code.nodes(), @r"
    `build`: `for each`: Owner { summary: 3 }
    `build`: `Part { of: item, id: part }`: Join { right: 0 }
    `build`: `Missing { part }`: Join { right: 1 }
    `build`: `not { Part { of: item, id: part }; Missing { part }; }`: Summary { of: Summary::Quantified(Quantifier::None), steps: 3, by: false, branches: &[&[Element::Fact { steps: 1, kind: KindId(1) }, Element::Fact { steps: 0, kind: KindId(2) }]] }
    `build`: Match { index: 0 }
    ");
}
