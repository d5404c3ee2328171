//! A search: a block that runs for one alternative of its choice, a rule that fails, and what a way back copies.

use insta::assert_snapshot;

use super::Code;

const RULESET: &str = "
    #[backtrack]
    ruleset Painting;

    #[key(id)]
    fact Region { id: u32, color: u32 }
    fact Border(u32, u32);
    #[trailed]
    global tried: u32;

    rule paint {
        when { region @ Region { color: 0 }; }
        then {
            choose color in 1..=3;
            *tried += 1;
            modify region { region.color = color; }
        }
    }

    rule clash {
        when { Border(a, b); Region { id: a, color: > 0 }; Region { id: b, color: > 0 }; }
        then { fail; }
    }
";

#[test]
fn a_block_that_chooses_runs_for_one_alternative() {
    assert_snapshot!(Code::of(RULESET).functions(&["paint_then_0"]), @r"
    /// `paint`: its block
    fn paint_then_0(
        __token: __rt::TokenId,
        __firing: &__rt::Firing<'_, Self>,
        __globals: &mut PaintingGlobals,
    ) {
        let (__memory, __network) = (__firing.memory(), __firing.network());
        let region = &__rules::Fact::__at(
            &__memory.region_facts,
            __network.fact(__token, 0),
        );
        let PaintingGlobals { tried, .. } = __globals;
        if let ::core::option::Option::Some(__chosen) = ::core::iter::Iterator::nth(
            &mut ::core::iter::IntoIterator::into_iter(1..=3),
            __firing.alternative() as usize,
        ) {
            let color = __chosen;
            {
                *tried += 1;
                {
                    let mut __draft = __rules::Fact::modify(
                        __rt::fact(&region),
                        __rt::WHOLE | 0x1,
                    );
                    let region = &mut *__draft;
                    {
                        region.color = color;
                    }
                }
            }
            #[allow(unreachable_code)] return;
        }
        __firing.exhaust();
    }
    ");
}

#[test]
fn a_block_that_fails_ends_there() {
    assert_snapshot!(Code::of(RULESET).functions(&["clash_then_1"]), @r"
    /// `clash`: its block
    fn clash_then_1(
        __token: __rt::TokenId,
        __firing: &__rt::Firing<'_, Self>,
        __globals: &mut PaintingGlobals,
    ) {
        let (__memory, __network) = (__firing.memory(), __firing.network());
        {
            __firing.fail();
            #[allow(clippy::needless_return)] return;
        }
    }
    ");
}

#[test]
fn the_way_back_has_copies_of_memory_and_of_trailed_globals() {
    let functions = ["trace", "copy_memory", "trailed", "restore"];
    assert_snapshot!(Code::of(RULESET).functions(&functions), @r"
    fn trace(__memory: &mut __PaintingMemory, __pass: &mut impl __rt::Pass) {
        __memory.region_facts.trace(__pass);
        __memory.border_facts.trace(__pass);
    }

    fn copy_memory(__memory: &__PaintingMemory) -> __PaintingMemory {
        __PaintingMemory {
            region_facts: <__rt::Slab<
                Region,
                __rt::Trailed,
            > as ::core::clone::Clone>::clone(&__memory.region_facts),
            border_facts: <__rt::Slab<
                Border,
                __rt::Trailed,
            > as ::core::clone::Clone>::clone(&__memory.border_facts),
        }
    }

    fn trailed(__globals: &PaintingGlobals) -> Self::Trailed {
        (<u32 as ::core::clone::Clone>::clone(&__globals.tried),)
    }

    fn restore(__globals: &mut PaintingGlobals, (tried,): Self::Trailed) {
        __globals.tried = tried;
    }
    ");
}
