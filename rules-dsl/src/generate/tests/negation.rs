//! A negation over one fact, which counts; over several, which is a summary of the members found for each owner.

use insta::assert_snapshot;

use super::Code;

#[test]
fn one_fact_is_counted_for_each_partial_match() {
    let code = Code::of(
        "ruleset Shop;

        fact Order { id: u32, customer: u32 }
        fact Complaint { customer: u32, grade: u32 }

        rule ship {
            when { Order { id, customer }; not Complaint { customer, grade: > 3 }; }
            then { println!(\"{id}\"); }
        }",
    );
    assert_snapshot!(code.nodes(), @r"
    `ship`: `not Complaint { customer, grade: > 3 }`: Counted { right: 0, quantifier: Quantifier::None }
    `ship`: Match { index: 0 }
    ");
    let functions = ["complaint_alpha_1", "complaint_index_0", "ship_key_0"];
    assert_snapshot!(code.functions(&functions), @r"
    /// `ship`: `grade: > 3`
    fn complaint_alpha_1(__memory: &__ShopMemory, __slot: u32) -> bool {
        let __fact1 = __memory.complaint_facts.value(__slot);
        if !(__fact1.grade > 3) {
            return false;
        }
        true
    }

    /// `ship`: `customer`, the key of `Complaint`
    fn complaint_index_0(__memory: &__ShopMemory, __slot: u32) -> u64 {
        let __hash = 0;
        let __fact1 = __memory.complaint_facts.value(__slot);
        let __hash = __rt::Key(&__fact1.customer).__mix(__hash);
        __hash
    }

    /// `ship`: `what joins to not Complaint { customer, grade: > 3 }`
    fn ship_key_0(
        __memory: &__ShopMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        __left: u32,
    ) -> u64 {
        let __hash = 0;
        let __fact0 = __memory.order_facts.value(__network.fact(__left, 0));
        let __hash = __rt::Key(&__fact0.customer).__mix(__hash);
        __hash
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
    `build`: `not { Part { of: item, id: part }; Missing { part }; }`: Summary { of: Summary::Quantified(Quantifier::None), steps: 3, by: false, branches: &[&[Element::Fact { steps: 1, kind: 1 }, Element::Fact { steps: 0, kind: 2 }]] }
    `build`: Match { index: 0 }
    ");
}
