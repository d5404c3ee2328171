//! Rulesets of which nothing is run: where rustc optimises little, it takes from here what all have in common.

#![allow(
    unreachable_pub,
    reason = "macros of this crate write for users, whose rulesets are public"
)]

/// Rules that keep no partial match.
mod whole {
    rules_macros::rules_of_runtime! {
        ruleset Whole;

        fact Left { key: u32, value: u32 }
        fact Right { key: u32, value: u32 }

        rule joins {
            when {
                left @ Left { key, value };
                right @ Right { key, value: > value };
                not Left { key, value: > value };
            }
            then {
                modify left { left.value += 1; }
                retract right;
            }
        }
    }

    pub(super) fn make() {
        let mut session = Whole::new();
        let left = session.insert(Left { key: 1, value: 1 });
        _ = session.update(left, |left| left.value += 1);
        session.insert_all([Right { key: 1, value: 1 }]);
        _ = session.transaction(|tx| {
            tx.insert(Right { key: 1, value: 1 });
            Ok::<(), ()>(())
        });
        session.run();
        _ = session.retract(left);
    }
}

/// Rules that keep some.
mod partial {
    rules_macros::rules_of_runtime! {
        ruleset Partial;

        fact Left { key: u32, value: u32 }
        fact Right { key: u32, value: u32 }
        #[unique]
        fact Total(u32);

        #[salience(1)]
        rule sums {
            when {
                Left { key, value };
                total = sum(other for { Right { key, value: other }; });
                not { Right { key, value }; not Left { value: 0 }; };
            }
            then {
                insert logical Total(total);
            }
        }

        rule goes_through {
            when {
                left @ Left { key };
                exists Right { key };
                for each in [key];
            }
            then {
                modify left { left.value = each; }
            }
        }
    }

    pub(super) fn make() {
        let mut session = Partial::new();
        let left = session.insert(Left { key: 1, value: 1 });
        _ = session.update(left, |left| left.value += 1);
        session.insert(Right { key: 1, value: 1 });
        session.run();
        _ = session.retract(left);
    }
}

/// Has the code made: it is never called.
pub fn make() {
    whole::make();
    partial::make();
}
