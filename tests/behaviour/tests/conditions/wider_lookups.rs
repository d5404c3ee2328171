//! Facts that are looked up among more than a pattern asks for, because others look them up so.

use rules_runtime::rules;

rules! {
    ruleset Post;

    #[derive(Debug, PartialEq)]
    fact Label { parcel: Option<u32>, shelf: u32 }
    fact Place { shelf: u32, of: Owner }
    fact Scan { parcel: u32 }
    fact Parcel { id: u32, shelf: u32, open: bool }

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Owner { Nobody, Somebody { id: u32 } }

    global labelled: Vec<(u32, u32)>;
    global placed: Vec<(u32, u32)>;
    global scanned: u32;

    #[salience(1)]
    rule scan {
        when { Scan { parcel }; Parcel { id: parcel, open: true }; }
        then { *scanned += 1; }
    }

    #[salience(1)]
    rule any {
        when { Scan { parcel }; Parcel { id: parcel }; }
        then {}
    }

    rule label {
        when { Label { parcel: Some(parcel), shelf }; Parcel { id: parcel, shelf }; }
        then { labelled.push((parcel, shelf)); }
    }

    rule place {
        when {
            Place { shelf, of: Owner::Somebody { id } };
            parcel @ Parcel { id, shelf, open: false };
        }
        then {
            placed.push((id, shelf));
            modify parcel { parcel.open = true; }
        }
    }
}

fn parcel(id: u32, shelf: u32) -> Parcel {
    Parcel {
        id,
        shelf,
        open: false,
    }
}

#[test]
fn parts_of_a_key_may_come_through_patterns() {
    for shelves in [1, 10] {
        let mut post = Post::new(vec![], vec![], 0);
        post.insert_all((0..shelves).map(|shelf| parcel(7, shelf)));
        for _ in 0..2 {
            post.insert(Scan { parcel: 7 });
            let parcel = Some(7);
            post.insert_all([
                Label { parcel, shelf: 0 },
                Label {
                    parcel: None,
                    shelf: 0,
                },
            ]);
            let of = Owner::Somebody { id: 7 };
            post.insert_all([
                Place { shelf: 0, of },
                Place {
                    shelf: 0,
                    of: Owner::Nobody,
                },
            ]);
            post.run();
        }
        assert_eq!(post.globals().labelled, [(7, 0); 2]);
        assert_eq!(post.globals().placed, [(7, 0)]);
        // Of two scans both see the one parcel that is open.
        assert_eq!(post.globals().scanned, 2);
        post.insert(parcel(7, 0));
        post.run();
        assert_eq!(post.globals().placed.len(), 2);
    }
}

mod guarded {
    use rules_runtime::rules;

    rules! {
        ruleset Shares;

        fact Share { n: u32 }
        fact Lot { x: u32, kind: u8 }
        global shared: Vec<(u8, u32)>;

        rule one {
            when { Share { n }; lot @ Lot { x, kind: 1 } if x != 0 && 100 / x == n; }
            then {
                shared.push((1, x));
                modify lot { lot.kind = 0; lot.x = 0; }
            }
        }

        rule two {
            when { Share { n }; Lot { x, kind: 2 } if x != 0 && 100 / x == n; }
            then { shared.push((2, x)); }
        }

        rule three {
            when { Share { n }; Lot { x, kind: 3 } if x != 0 && 100 / x == n; }
            then { shared.push((3, x)); }
        }
    }

    #[test]
    fn code_in_a_key_is_not_run_on_what_tests_keep_from_it() {
        let mut shares = Shares::new(vec![]);
        for round in 0..2 {
            shares.insert(Share { n: 25 });
            for kind in 0..4 {
                shares.insert_all([Lot { x: 0, kind }, Lot { x: 4, kind }]);
            }
            shares.run();
            let found = &mut shares.globals_mut().shared;
            found.sort_unstable();
            let times = [1, 4][round];
            let of_kind = |kind| found.iter().filter(|of| **of == (kind, 4)).count();
            assert_eq!([1, 2, 3].map(of_kind), [round + 1, times, times]);
        }
    }
}

mod partners {
    use rules_runtime::rules;

    rules! {
        ruleset Linking;

        fact Place { y: u32 }
        fact Link { x: u32, y: u32 }
        fact Wanted { x: u32, kind: u8 }
        fact Scan { x: u32 }
        global found: Vec<u32>;

        rule find {
            when { Place { y }; Link { x, y }; Wanted { x, kind: 1 }; }
            then { found.push(x); }
        }

        rule scan {
            when { scan @ Scan { x }; wanted @ Wanted { x, kind: 2 }; }
            then {
                retract scan;
                modify wanted { wanted.kind = 1; }
            }
        }
    }

    /// Many links have been looked at in vain, before there is anything with which they go.
    #[test]
    fn partners_that_come_late_are_found() {
        for gone in [false, true] {
            let mut linking = Linking::new(vec![]);
            linking.insert_all((0..300).map(|x| Link { x, y: 5 }));
            if gone {
                let wanted = linking.insert(Wanted { x: 1000, kind: 1 });
                linking.insert(Place { y: 6 });
                linking.retract(wanted).unwrap();
            }
            for _ in 0..3 {
                let place = linking.insert(Place { y: 5 });
                linking.run();
                linking.retract(place).unwrap();
            }
            assert_eq!(linking.globals().found, []);
            linking.insert(Wanted { x: 8, kind: 1 });
            linking.insert(Wanted { x: 9, kind: 2 });
            linking.insert(Scan { x: 9 });
            linking.run();
            for _ in 0..3 {
                let place = linking.insert(Place { y: 5 });
                linking.run();
                linking.retract(place).unwrap();
                let mut found = std::mem::take(&mut linking.globals_mut().found);
                found.sort_unstable();
                assert_eq!(found, [8, 9]);
            }
        }
    }
}

mod unhashed {
    use rules_runtime::rules;

    rules! {
        ruleset Levels;

        fact Sensor { id: u32 }
        fact Limit { sensor: u32, level: f64 }
        fact Reading { sensor: u32, level: f64 }
        global reached: Vec<(u32, f64)>;

        rule known {
            when { Sensor { id }; Reading { sensor: id }; }
            then {}
        }

        rule reach {
            when { Limit { sensor, level }; Reading { sensor, level }; }
            then { reached.push((sensor, level)); }
        }
    }

    #[test]
    fn a_part_of_a_key_may_have_no_hash() {
        let mut levels = Levels::new(vec![]);
        levels.insert(Sensor { id: 1 });
        for sensor in 0..3 {
            levels.insert_all((0..10).map(|n| Reading {
                sensor,
                level: f64::from(n) / 2.0,
            }));
        }
        for level in [1.0, 1.5, 0.25, f64::NAN, -0.0] {
            levels.insert(Limit { sensor: 1, level });
        }
        levels.run();
        levels
            .globals_mut()
            .reached
            .sort_by(|a, b| a.1.total_cmp(&b.1));
        assert_eq!(levels.globals().reached, [(1, -0.0), (1, 1.0), (1, 1.5)]);
    }
}
