//! An accumulate: what a member adds, and by `by` of which group it is.

use insta::assert_snapshot;

use super::Code;

const RULESET: &str = "
    ruleset Bank;

    fact Account { id: u32, branch: u32, balance: u64 }

    rule rich {
        when { sum = sum(balance for Account { branch, balance }) by (branch) if sum > 1000; }
        then { println!(\"{branch}: {sum}\"); }
    }
";

#[test]
fn a_summary_that_reads_nothing_of_what_stands_before_it_has_one_owner() {
    let ruleset = "
        ruleset Bank;

        fact Branch { name: u32 }
        fact Account { branch: u32, balance: u64 }

        rule rich {
            when { Branch { name }; sum = sum(balance for Account { balance }); if sum > 1000; }
            then { println!(\"{name}: {sum}\"); }
        }
    ";
    assert_snapshot!(Code::of(ruleset).nodes(), @r"
    `rich`: `for all`: Sharers { summary: 3 }
    `rich`: `in common`: Owner { summary: 3 }
    `rich`: `Account { balance }`: Join { right: 0 }
    `rich`: `sum = sum(balance for Account { balance })`: Summary { of: Summary::Sum, steps: 2, by: false, branches: &[&[Element::Fact { steps: 0, kind: KindId(1) }]] }
    `rich`: Match { index: 0 }
    ");
}

#[test]
fn a_sum_asks_for_the_number_of_a_member_and_for_its_group() {
    let code = Code::of(RULESET);
    assert_snapshot!(code.nodes(), @r"
    `rich`: `for each`: Owner { summary: 2 }
    `rich`: `Account { branch, balance }`: Join { right: 0 }
    `rich`: `sum = sum(balance for Account { branch, balance }) by (branch) if sum > 1000`: Summary { of: Summary::Sum, steps: 2, by: true, branches: &[&[Element::Fact { steps: 0, kind: KindId(0) }]] }
    `rich`: Match { index: 0 }
    ");
    let functions = ["rich_number_2", "rich_group_2", "rich_same_group_2"];
    assert_snapshot!(code.functions(&functions), @r"
    /// `rich`: `sum = sum(balance for Account { branch, balance }) by (branch) if sum > 1000`
    fn rich_number_2(
        __memory: &__BankMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        __member: __rt::TokenId,
    ) -> __rt::Number {
        let __fact0 = __memory.account_facts.value(__network.fact(__member, 0));
        let balance = __rt::Bind(&__fact0.balance).__bind();
        __rt::Numeric::number({ balance })
    }

    /// `rich`: `sum = sum(balance for Account { branch, balance }) by (branch) if sum > 1000`
    fn rich_group_2(
        __memory: &__BankMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        __member: __rt::TokenId,
    ) -> u64 {
        let __fact0 = __memory.account_facts.value(__network.fact(__member, 0));
        {
            let __hash = 0;
            let __hash = __rt::Key(&__rt::GroupKey(&__fact0.branch).__hashed())
                .__mix(__hash);
            __hash
        }
    }

    /// `rich`: `sum = sum(balance for Account { branch, balance }) by (branch) if sum > 1000`
    fn rich_same_group_2(
        __memory: &__BankMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        (__known, __moment): (__rt::TokenId, __rt::Moment),
        (__node, __member): (u32, __rt::TokenId),
    ) -> bool {
        true
            && {
                let __fact0 = __memory
                    .account_facts
                    .at(__network.fact(__known, 0), __moment);
                match &&__fact0.branch {
                    __first => {
                        let __fact0 = __memory
                            .account_facts
                            .value(__network.fact(__member, 0));
                        match &&__fact0.branch {
                            __second => *__first == *__second,
                        }
                    }
                }
            }
    }
    ");
}

#[test]
fn its_result_is_tested_as_a_fact_is() {
    let code = Code::of(RULESET);
    assert_snapshot!(code.functions(&["rich_test_2"]), @r"
    /// `rich`: `sum = sum(balance for Account { branch, balance }) by (branch) if sum > 1000`
    fn rich_test_2(
        __memory: &__BankMemory,
        __network: &__rt::Network<__rt::ForwardOnly>,
        __left: __rt::TokenId,
        __right: u32,
    ) -> bool {
        let sum = (&&__rt::TotalOf(
            __network,
            __right,
            || {
                {
                    let __member = __network.member(__right);
                    let __fact0 = __memory.account_facts.value(__network.fact(__member, 0));
                    let balance = __rt::Bind(&__fact0.balance).__bind();
                    balance
                }
            },
        ))
            .__total();
        if !(match (&&&&&&__rt::Level(&sum, &1000)).__order() {
            (__one, __other) => *__one > *__other,
        }) {
            return false;
        }
        true
    }
    ");
}
