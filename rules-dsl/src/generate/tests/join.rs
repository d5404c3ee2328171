//! A join, whose equality becomes a key that both sides hash, and whose guard is tested of each pair.

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
fn facts_join_by_the_hash_of_a_key_and_by_tests() {
    let code = Code::of(RULESET);
    assert_snapshot!(code.nodes(), @r"
    `large`: `order @ Order { customer: name, total } if total > 100 + discount`: JoinFacts { left: 0, part: Part { kind: 0, reads: PRESENCE | 0x3 }, right: 1 }
    `large`: Match { index: 0 }
    ");
    let functions = [
        "customer_index_0",
        "order_index_1",
        "large_lookup_0",
        "large_test_0",
    ];
    assert_snapshot!(code.functions(&functions), @r"
    /// `large`: `customer: name`, the key of `Customer`
    fn customer_index_0(__memory: &__ShopMemory, __slot: u32) -> u64 {
        let __hash = 0;
        let __fact0 = __memory.customer_facts.value(__slot);
        let __hash = __rt::Key(&__fact0.name).__mix(__hash);
        __hash
    }

    /// `large`: `customer: name`, the key of `Order`
    fn order_index_1(__memory: &__ShopMemory, __slot: u32) -> u64 {
        let __hash = 0;
        let __fact1 = __memory.order_facts.value(__slot);
        let __hash = __rt::Key(&__fact1.customer).__mix(__hash);
        __hash
    }

    /// `large`: `whether order @ Order { customer: name, total } if total > 100 + discount is looked up`
    fn large_lookup_0(
        __memory: &__ShopMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
    ) -> bool {
        __rt::is_hashed(|| {
            let (__left, __right) = (0, 0);
            let __fact0 = __memory.customer_facts.value(__left);
            let __fact1 = __memory.order_facts.value(__right);
            (&&&__rt::Sides(&__fact0.name, &__fact1.customer)).__lookup()
        })
    }

    /// `large`: `order @ Order { customer: name, total } if total > 100 + discount`
    fn large_test_0(
        __memory: &__ShopMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        __left: u32,
        __right: u32,
    ) -> bool {
        let __fact1 = __memory.order_facts.value(__right);
        let __fact0 = __memory.customer_facts.value(__left);
        if !(__fact1.customer == __fact0.name) {
            return false;
        }
        let discount = __rt::Bind(&__fact0.discount).__bind();
        let total = __rt::Bind(&__fact1.total).__bind();
        if !(total > 100 + discount) {
            return false;
        }
        true
    }
    ");
}

#[test]
fn a_block_is_a_function_of_the_pairs_token() {
    assert_snapshot!(Code::of(RULESET).functions(&["large_then_0"]), @r#"
    /// `large`: its block
    fn large_then_0(
        __token: u32,
        __firing: &__rt::Firing<'_, Self>,
        __globals: &mut ShopGlobals,
    ) {
        let (__memory, __network) = (__firing.memory(), __firing.network());
        let __fact0 = __memory.customer_facts.value(__network.left_fact(__token, 0));
        let name = __rt::Bind(&__fact0.name).__bind();
        let order = &__rules::Fact::__at(&__memory.order_facts, __network.fact(__token, 0));
        let __fact1 = __memory.order_facts.value(__network.fact(__token, 0));
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
    assert_snapshot!(Code::of(RULESET).methods().join(" "), @r"outcome memory kinds visit_some visit id date hash_fact is_hashed filter fire");
}
