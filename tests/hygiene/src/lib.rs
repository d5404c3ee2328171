//! Generated code where its user has every right to be strict: each kind of place in which a ruleset may
//! stand, under the lints of the manifest, which are those of the user's own code.
//!
//! Two packages are made of this, one for each edition; both know the runtime as `engine`.

pub mod model;
pub mod places;

/// A whole ruleset from a file.
#[deny(unused_results)]
pub mod everything {
    engine::include_rules!("everything");
}

/// A ruleset from a file, whose rules fire in bulk.
#[deny(unused_results)]
pub mod derived {
    engine::include_rules!("derived");
}

#[cfg(test)]
mod tests {
    use crate::derived::{Derived, List, Long};
    use crate::everything::{Everything, EverythingRule, Light, Place, Stay, Warning};
    use crate::model::Shared;

    #[test]
    fn a_ruleset_that_uses_the_whole_of_the_language_runs() {
        let mut session = Everything::new(vec![], 1);
        let inn = session.insert(Place {
            name: "inn".to_owned(),
            room: 2,
        });
        for (guest, price) in [(1, 2.0), (2, 4.5)] {
            let place = "inn".to_owned();
            session.insert(Stay {
                place,
                guest,
                price,
            });
        }
        session.run().unwrap();
        assert_eq!(session.len::<Warning>(), 1);
        assert_eq!(session.guests("inn").collect::<Vec<_>>(), [1, 2]);
        assert!(session.pays_more(4.0) && !session.pays_more(5.0));

        session.insert(Light::On { level: 9 });
        session.run().unwrap();
        assert_eq!(session.get(inn).unwrap().room, 3);
        assert_eq!(session.len::<Warning>(), 0, "there is room now");

        session.insert(Light::Mixed(4, 0));
        let failure = session.run().unwrap_err();
        assert_eq!(failure.error, "no more");
        assert_eq!(failure.rule, EverythingRule::Lights);
        assert_eq!(
            session.globals().log,
            [
                "1 pays 2",
                "2 pays 4.5",
                "inn 2 2 6.5 3.2 2",
                "1 3",
                "inn has room",
                "Morning 3",
            ]
        );
    }
    #[test]
    fn rules_that_do_nothing_but_insert_run() {
        let mut session = Derived::new();
        let _list = session.insert(List {
            names: Shared::default(),
            title: Some("all of them".to_owned()),
        });
        let _fired = session.run();
        assert_eq!(session.len::<Long>(), 1);
    }
}
