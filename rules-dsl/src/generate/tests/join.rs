//! A join, found from either side: its equality becomes a key by which the other side is looked up, and its guard is
//! tested of each pair.

use insta::assert_snapshot;

use super::Code;

const RULESET: &str = "
    ruleset Shop;

    fact Customer { name: String, discount: u32 }
    fact Order { customer: String, total: u32 }

    rule large {
        when {
            Customer { name, discount };
            order @ Order { customer: name, total } if total > 100 + discount;
        }
        then { retract order; println!(\"{name} {total}\"); }
    }
";

#[test]
fn facts_are_indexed_by_the_hash_of_a_key() {
    let code = Code::of(RULESET);
    assert_snapshot!(code.nodes(), @r"
    `large`: `order @ Order { customer: name, total } if total > 100 + discount`: Drawn { counts: ::core::option::Option::None }
    `large`: Match { index: 0 }
    ");
    let functions = ["customer_index_0", "order_index_1"];
    assert_snapshot!(code.functions(&functions), @r"
    /// `large`: `customer: name`, the key of `Customer`
    fn customer_index_0(__memory: &__ShopMemory, __slot: __rt::Slot) -> u64 {
        let __hash = 0;
        let __fact0 = __memory.customer_facts.value(__slot);
        let __hash = __rt::Key(&__fact0.name).__mix(__hash);
        __hash
    }

    /// `large`: `customer: name`, the key of `Order`
    fn order_index_1(__memory: &__ShopMemory, __slot: __rt::Slot) -> u64 {
        let __hash = 0;
        let __fact1 = __memory.order_facts.value(__slot);
        let __hash = __rt::Key(&__fact1.customer).__mix(__hash);
        __hash
    }
    ");
}

#[test]
fn matches_are_found_from_the_fact_of_either_pattern() {
    let functions = ["large_search_0", "large_search_1", "large_looks_up_0"];
    assert_snapshot!(Code::of(RULESET).functions(&functions), @r"
    /// `large`: `Customer { name, discount }`: the matches of a fact
    fn large_search_0(
        __local0: __rt::Slot,
        __memory: &__ShopMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        __matches: &mut __rt::Matches,
    ) {
        __matches.takes(0);
        '__search0: {
            let __hash1 = if Self::large_looks_up_0(__memory) {
                let __hash = 0;
                let __fact0 = __memory.customer_facts.value(__local0);
                let __hash = __rt::Key(&__fact0.name).__mix(__hash);
                ::core::option::Option::Some(__hash)
            } else {
                ::core::option::Option::None
            };
            '__facts1: for __local1 in __network.facts_of_type(1, __hash1) {
                __matches.tests(0);
                let __fact1 = __memory.order_facts.value(__local1);
                let __fact0 = __memory.customer_facts.value(__local0);
                if !(__fact1.customer == __fact0.name) {
                    continue '__facts1;
                }
                let discount = __rt::Bind(&__fact0.discount).__bind();
                if !(__fact1.total > 100 + discount) {
                    continue '__facts1;
                }
                __matches.passes(0);
                __matches.add(1, &[__local0, __local1]);
            }
        }
    }

    /// `large`: `order @ Order { customer: name, total } if total > 100 + discount`: the matches of a fact
    fn large_search_1(
        __local1: __rt::Slot,
        __memory: &__ShopMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        __matches: &mut __rt::Matches,
    ) {
        __matches.takes(0);
        '__search0: {
            let __hash0 = if Self::large_looks_up_0(__memory) {
                let __hash = 0;
                let __fact1 = __memory.order_facts.value(__local1);
                let __hash = __rt::Key(&__fact1.customer).__mix(__hash);
                ::core::option::Option::Some(__hash)
            } else {
                ::core::option::Option::None
            };
            '__facts1: for __local0 in __network.facts_of_type(0, __hash0) {
                if __network.is_touched(__rt::KindId(0), __rt::PRESENCE | 0x3, __local0) {
                    continue;
                }
                __matches.tests(0);
                let __fact1 = __memory.order_facts.value(__local1);
                let __fact0 = __memory.customer_facts.value(__local0);
                if !(__fact1.customer == __fact0.name) {
                    continue '__facts1;
                }
                let discount = __rt::Bind(&__fact0.discount).__bind();
                if !(__fact1.total > 100 + discount) {
                    continue '__facts1;
                }
                __matches.passes(0);
                __matches.add(1, &[__local0, __local1]);
            }
        }
    }

    /// `large`: `customer: name`: whether facts are looked up by it
    fn large_looks_up_0(__memory: &__ShopMemory) -> bool {
        __rt::is_hashed(|| {
            let __local0 = __rt::Slot(0);
            let __local1 = __rt::Slot(0);
            let __fact1 = __memory.order_facts.value(__local1);
            let __fact0 = __memory.customer_facts.value(__local0);
            (&&&__rt::Sides(&__fact1.customer, &__fact0.name)).__lookup()
        })
    }
    ");
}

#[test]
fn a_block_is_a_function_of_the_matchs_token() {
    assert_snapshot!(Code::of(RULESET).functions(&["large_then_0"]), @r#"
    /// `large`: its block
    fn large_then_0(
        __token: __rt::TokenId,
        __firing: &__rt::Firing<'_, Self>,
        __globals: &mut ShopGlobals,
    ) {
        let (__memory, __network) = (__firing.memory(), __firing.network());
        let __fact0 = __memory.customer_facts.value(__network.fact_at(__token, 0));
        let name = __rt::Bind(&__fact0.name).__bind();
        let order = &__rules::Fact::__at(
            &__memory.order_facts,
            __network.fact_at(__token, 1),
        );
        let __fact1 = __memory.order_facts.value(__network.fact_at(__token, 1));
        let total = __rt::Bind(&__fact1.total).__bind();
        {
            __rules::Fact::__retract(__rt::fact(&order));
            println!("{name} {total}");
        }
    }
    "#);
}

#[test]
fn methods_that_no_rule_needs_are_those_of_the_trait() {
    assert_snapshot!(Code::of(RULESET).methods().join(" "), @r"memory kinds visit_some visit tags date hash_fact search outcome fire");
}

#[test]
fn searches_that_begin_alike_look_up_once() {
    let code = Code::of(
        "ruleset Clinic;

        fact Patient { id: u32, age: u32 }
        fact Reading { patient: u32, value: u32 }

        rule high {
            when { Patient { id, age }; Reading { patient: id, value } if value > age; }
            then { println!(\"{value}\"); }
        }

        rule low {
            when { Patient { id, age }; Reading { patient: id, value } if value <= age; }
            then { println!(\"{value}\"); }
        }",
    );
    assert_snapshot!(code.functions(&["high_search_0"]), @r"
    /// `high`, `low`: `Patient { id, age }`: the matches of a fact
    fn high_search_0(
        __local0: __rt::Slot,
        __memory: &__ClinicMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        __matches: &mut __rt::Matches,
    ) {
        __matches.takes(0);
        __matches.takes(2);
        let __slot = __local0;
        let __hash1 = if Self::high_looks_up_0(__memory) {
            let __hash = 0;
            let __fact0 = __memory.patient_facts.value(__local0);
            let __hash = __rt::Key(&__fact0.id).__mix(__hash);
            ::core::option::Option::Some(__hash)
        } else {
            ::core::option::Option::None
        };
        for __with in __network.facts_of_type(1, __hash1) {
            {
                let __local0 = __slot;
                '__search0: {
                    '__facts1: for __local1 in [__with] {
                        __matches.tests(0);
                        let __fact1 = __memory.reading_facts.value(__local1);
                        let __fact0 = __memory.patient_facts.value(__local0);
                        if !(__fact1.patient == __fact0.id) {
                            continue '__facts1;
                        }
                        if !(__fact1.value > __fact0.age) {
                            continue '__facts1;
                        }
                        __matches.passes(0);
                        __matches.add(1, &[__local0, __local1]);
                    }
                }
            }
            {
                let __local0 = __slot;
                '__search0: {
                    '__facts1: for __local1 in [__with] {
                        __matches.tests(2);
                        let __fact1 = __memory.reading_facts.value(__local1);
                        let __fact0 = __memory.patient_facts.value(__local0);
                        if !(__fact1.patient == __fact0.id) {
                            continue '__facts1;
                        }
                        if !(__fact1.value <= __fact0.age) {
                            continue '__facts1;
                        }
                        __matches.passes(2);
                        __matches.add(3, &[__local0, __local1]);
                    }
                }
            }
        }
    }
    ");
}

#[test]
fn an_event_looks_up_those_that_stand_so_to_it_from_either_side() {
    let code = Code::of(
        "
        #[clock(u64)]
        ruleset Desk;

        #[event(at = at)]
        fact Answer { at: u64 }
        #[event(at = from, until = to)]
        fact Call { from: u64, to: u64 }

        rule answered {
            when { call @ Call; Answer within 10 after call; }
            then {}
        }
    ",
    );
    assert_snapshot!(code.functions(&["answered_search_0", "answered_search_1"]), @r"
    /// `answered`: `call @ Call`: the matches of a fact
    fn answered_search_0(
        __local0: __rt::Slot,
        __memory: &__DeskMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        __matches: &mut __rt::Matches,
    ) {
        __matches.takes(0);
        '__search0: {
            let __hash1 = ::core::option::Option::Some(0);
            let __within1 = {
                let mut __within = [__rt::Bounds::ALL; 2];
                let __fact0 = __memory.call_facts.value(__local0);
                if Self::answered_looks_up_0(__memory) {
                    __within[0].from((&__rt::Placed(&__fact0.to)).__place(0));
                }
                let __join3 = __rt::Bind(&__fact0.to).__bind();
                if Self::answered_looks_up_0(__memory) {
                    __within[0]
                        .to(
                            (&__rt::Offset(&__join3, &10))
                                .__place(true, ::core::primitive::u64::MAX),
                        );
                }
                __within
            };
            '__facts1: for __local1 in __network.facts_within(1, __hash1, __within1) {
                __matches.tests(0);
                let __fact1 = __memory.answer_facts.value(__local1);
                let __join0 = __rt::Bind(&__fact1.at).__bind();
                let __fact0 = __memory.call_facts.value(__local0);
                let __join3 = __rt::Bind(&__fact0.to).__bind();
                if !((__rt::is_within::<__Desk_clock_>(__join3, __join0, 10))) {
                    continue '__facts1;
                }
                __matches.passes(0);
                __matches.add(1, &[__local0, __local1]);
            }
        }
    }

    /// `answered`: `Answer within 10 after call`: the matches of a fact
    fn answered_search_1(
        __local1: __rt::Slot,
        __memory: &__DeskMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        __matches: &mut __rt::Matches,
    ) {
        __matches.takes(0);
        '__search0: {
            let __hash0 = ::core::option::Option::Some(0);
            let __within0 = {
                let mut __within = [__rt::Bounds::ALL; 2];
                let __fact1 = __memory.answer_facts.value(__local1);
                let __join0 = __rt::Bind(&__fact1.at).__bind();
                if Self::answered_looks_up_0(__memory) {
                    __within[0].from((&__rt::Offset(&__join0, &10)).__place(false, 0));
                }
                if Self::answered_looks_up_0(__memory) {
                    __within[0]
                        .to(
                            (&__rt::Placed(&__fact1.at)).__place(::core::primitive::u64::MAX),
                        );
                }
                __within
            };
            '__facts1: for __local0 in __network.facts_within(2, __hash0, __within0) {
                if __network.is_touched(__rt::KindId(1), __rt::PRESENCE | 0x3, __local0) {
                    continue;
                }
                __matches.tests(0);
                let __fact1 = __memory.answer_facts.value(__local1);
                let __join0 = __rt::Bind(&__fact1.at).__bind();
                let __fact0 = __memory.call_facts.value(__local0);
                let __join3 = __rt::Bind(&__fact0.to).__bind();
                if !((__rt::is_within::<__Desk_clock_>(__join3, __join0, 10))) {
                    continue '__facts1;
                }
                __matches.passes(0);
                __matches.add(1, &[__local0, __local1]);
            }
        }
    }
    ");
}
