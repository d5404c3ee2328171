//! Fact types of which rules read more fields than a word has bits: each field counts for itself.

/// What no `==` compares: any write of it counts as a change.
#[derive(Debug, Clone)]
struct Opaque(u32);

/// What has fired, but for the rule that watches a field.
fn without_watch(mut fired: Vec<&'static str>) -> Vec<&'static str> {
    fired.retain(|name| *name != "watch");
    fired
}

/// A ruleset over a fact type with these fields, each read by a rule of its own, with further items; and a test
/// that each field counts for itself.
macro_rules! wide {
    ($test:ident $name:ident $fired:ident { $($field:ident $rule:ident),+ $(,)? } { $($items:tt)* }) => {
        mod $test {
            use super::{Opaque, without_watch};

            rules_runtime::rules! {
                #[allow(rules::unused_variable)]
                pub(super) ruleset $name;
                #[derive(Debug, Clone, PartialEq)]
                pub(super) fact Wide { $($field: u32),+ }
                /// Of few fields, in the same ruleset.
                #[derive(Debug, Clone, PartialEq)]
                pub(super) fact Narrow { a: u32, b: u32 }
                pub(super) fact Set(u32);
                #[derive(Debug, Clone)]
                pub(super) fact Blind { seen: u32, opaque: Opaque }
                global $fired: Vec<&'static str>;
                $(rule $rule { when { Wide { $field }; } then { $fired.push(stringify!($field)); } })+
                rule narrow { when { Narrow { a }; } then { $fired.push("a"); } }
                rule blind { when { Blind { opaque }; } then { $fired.push("opaque"); } }
                $($items)*
            }

            pub(super) fn zeros() -> Wide {
                Wide { $($field: 0),+ }
            }

            /// The session, in which all that stands has fired, and what the next run fires.
            pub(super) fn session() -> ($name, rules_runtime::Handle<Wide>) {
                let mut session = $name::new(vec![]);
                let wide = session.insert(zeros());
                run(&mut session);
                (session, wide)
            }

            pub(super) fn run(session: &mut $name) -> Vec<&'static str> {
                session.run();
                session.__verify();
                std::mem::take(&mut session.globals_mut().$fired)
            }

            #[test]
            fn each_field_counts_for_itself() {
                let names = [$(stringify!($field)),+];
                let writes: Vec<fn(&mut Wide)> = vec![$(|wide| wide.$field += 1),+];
                let (mut session, wide) = session();
                for (name, write) in names.iter().zip(&writes) {
                    session.update(wide, write).unwrap();
                    assert_eq!(without_watch(run(&mut session)), [*name]);
                }
                // A write that leaves each as it was.
                session.update(wide, |_| ()).unwrap();
                assert!(run(&mut session).is_empty());
                session.transaction(|tx| {
                    tx.update(wide, writes[names.len() - 1])?;
                    tx.update(wide, writes[0])
                }).unwrap();
                let last = names[names.len() - 1];
                assert_eq!(without_watch(run(&mut session)), [names[0], last]);
            }

            #[test]
            fn types_with_few_fields_beside_it_are_as_ever() {
                let (mut session, _) = session();
                let narrow = session.insert(Narrow { a: 0, b: 0 });
                assert_eq!(run(&mut session), ["a"]);
                session.update(narrow, |narrow| narrow.b = 1).unwrap();
                assert!(run(&mut session).is_empty());
                session.update(narrow, |narrow| narrow.a = 1).unwrap();
                assert_eq!(run(&mut session), ["a"]);
            }
        }
    };
}

wide! {
    of_65_fields Fields65 fired {
            f0 r0, f1 r1, f2 r2, f3 r3, f4 r4, f5 r5, f6 r6, f7 r7, f8 r8, f9 r9, f10 r10, f11 r11, f12 r12,
            f13 r13, f14 r14, f15 r15, f16 r16, f17 r17, f18 r18, f19 r19, f20 r20, f21 r21, f22 r22,
            f23 r23, f24 r24, f25 r25, f26 r26, f27 r27, f28 r28, f29 r29, f30 r30, f31 r31, f32 r32,
            f33 r33, f34 r34, f35 r35, f36 r36, f37 r37, f38 r38, f39 r39, f40 r40, f41 r41, f42 r42,
            f43 r43, f44 r44, f45 r45, f46 r46, f47 r47, f48 r48, f49 r49, f50 r50, f51 r51, f52 r52,
            f53 r53, f54 r54, f55 r55, f56 r56, f57 r57, f58 r58, f59 r59, f60 r60, f61 r61, f62 r62,
            f63 r63, f64 r64,
    } {
        /// It writes the last field, and one in the middle.
        #[allow(rules::cross_product)]
        rule set { when { set @ Set(value); wide @ Wide; } then { retract set; modify wide { wide.f64 = value; wide.f62 = value; } } }
        /// It writes a field of two that it reads, and nothing that cannot be compared.
        #[no_loop]
        rule look { when { blind @ Blind { seen: 7, opaque }; } then { modify blind { blind.seen = 8; } } }
        #[on_change(f64)]
        rule watch { when { Wide { f61: x, f64 }; } then { fired.push("watch"); } }
        query with(value: u32) -> u32 { when { Wide { f64: value, f63 }; } select f63 }
    }
}

wide! {
    of_130_fields Fields130 fired {
            f0 r0, f1 r1, f2 r2, f3 r3, f4 r4, f5 r5, f6 r6, f7 r7, f8 r8, f9 r9, f10 r10, f11 r11, f12 r12,
            f13 r13, f14 r14, f15 r15, f16 r16, f17 r17, f18 r18, f19 r19, f20 r20, f21 r21, f22 r22,
            f23 r23, f24 r24, f25 r25, f26 r26, f27 r27, f28 r28, f29 r29, f30 r30, f31 r31, f32 r32,
            f33 r33, f34 r34, f35 r35, f36 r36, f37 r37, f38 r38, f39 r39, f40 r40, f41 r41, f42 r42,
            f43 r43, f44 r44, f45 r45, f46 r46, f47 r47, f48 r48, f49 r49, f50 r50, f51 r51, f52 r52,
            f53 r53, f54 r54, f55 r55, f56 r56, f57 r57, f58 r58, f59 r59, f60 r60, f61 r61, f62 r62,
            f63 r63, f64 r64, f65 r65, f66 r66, f67 r67, f68 r68, f69 r69, f70 r70, f71 r71, f72 r72,
            f73 r73, f74 r74, f75 r75, f76 r76, f77 r77, f78 r78, f79 r79, f80 r80, f81 r81, f82 r82,
            f83 r83, f84 r84, f85 r85, f86 r86, f87 r87, f88 r88, f89 r89, f90 r90, f91 r91, f92 r92,
            f93 r93, f94 r94, f95 r95, f96 r96, f97 r97, f98 r98, f99 r99, f100 r100, f101 r101, f102 r102,
            f103 r103, f104 r104, f105 r105, f106 r106, f107 r107, f108 r108, f109 r109, f110 r110,
            f111 r111, f112 r112, f113 r113, f114 r114, f115 r115, f116 r116, f117 r117, f118 r118,
            f119 r119, f120 r120, f121 r121, f122 r122, f123 r123, f124 r124, f125 r125, f126 r126,
            f127 r127, f128 r128, f129 r129,
    } {
        /// It writes the last field, and one in the middle.
        #[allow(rules::cross_product)]
        rule set { when { set @ Set(value); wide @ Wide; } then { retract set; modify wide { wide.f129 = value; wide.f62 = value; } } }
        /// It writes a field of two that it reads, and nothing that cannot be compared.
        #[no_loop]
        rule look { when { blind @ Blind { seen: 7, opaque }; } then { modify blind { blind.seen = 8; } } }
        #[on_change(f129)]
        rule watch { when { Wide { f61: x, f129 }; } then { fired.push("watch"); } }
        query with(value: u32) -> u32 { when { Wide { f129: value, f63 }; } select f63 }
    }
}

wide! {
    of_200_fields Fields200 fired {
            f0 r0, f1 r1, f2 r2, f3 r3, f4 r4, f5 r5, f6 r6, f7 r7, f8 r8, f9 r9, f10 r10, f11 r11, f12 r12,
            f13 r13, f14 r14, f15 r15, f16 r16, f17 r17, f18 r18, f19 r19, f20 r20, f21 r21, f22 r22,
            f23 r23, f24 r24, f25 r25, f26 r26, f27 r27, f28 r28, f29 r29, f30 r30, f31 r31, f32 r32,
            f33 r33, f34 r34, f35 r35, f36 r36, f37 r37, f38 r38, f39 r39, f40 r40, f41 r41, f42 r42,
            f43 r43, f44 r44, f45 r45, f46 r46, f47 r47, f48 r48, f49 r49, f50 r50, f51 r51, f52 r52,
            f53 r53, f54 r54, f55 r55, f56 r56, f57 r57, f58 r58, f59 r59, f60 r60, f61 r61, f62 r62,
            f63 r63, f64 r64, f65 r65, f66 r66, f67 r67, f68 r68, f69 r69, f70 r70, f71 r71, f72 r72,
            f73 r73, f74 r74, f75 r75, f76 r76, f77 r77, f78 r78, f79 r79, f80 r80, f81 r81, f82 r82,
            f83 r83, f84 r84, f85 r85, f86 r86, f87 r87, f88 r88, f89 r89, f90 r90, f91 r91, f92 r92,
            f93 r93, f94 r94, f95 r95, f96 r96, f97 r97, f98 r98, f99 r99, f100 r100, f101 r101, f102 r102,
            f103 r103, f104 r104, f105 r105, f106 r106, f107 r107, f108 r108, f109 r109, f110 r110,
            f111 r111, f112 r112, f113 r113, f114 r114, f115 r115, f116 r116, f117 r117, f118 r118,
            f119 r119, f120 r120, f121 r121, f122 r122, f123 r123, f124 r124, f125 r125, f126 r126,
            f127 r127, f128 r128, f129 r129, f130 r130, f131 r131, f132 r132, f133 r133, f134 r134,
            f135 r135, f136 r136, f137 r137, f138 r138, f139 r139, f140 r140, f141 r141, f142 r142,
            f143 r143, f144 r144, f145 r145, f146 r146, f147 r147, f148 r148, f149 r149, f150 r150,
            f151 r151, f152 r152, f153 r153, f154 r154, f155 r155, f156 r156, f157 r157, f158 r158,
            f159 r159, f160 r160, f161 r161, f162 r162, f163 r163, f164 r164, f165 r165, f166 r166,
            f167 r167, f168 r168, f169 r169, f170 r170, f171 r171, f172 r172, f173 r173, f174 r174,
            f175 r175, f176 r176, f177 r177, f178 r178, f179 r179, f180 r180, f181 r181, f182 r182,
            f183 r183, f184 r184, f185 r185, f186 r186, f187 r187, f188 r188, f189 r189, f190 r190,
            f191 r191, f192 r192, f193 r193, f194 r194, f195 r195, f196 r196, f197 r197, f198 r198,
            f199 r199,
    } {
        /// It writes the last field, and one in the middle.
        #[allow(rules::cross_product)]
        rule set { when { set @ Set(value); wide @ Wide; } then { retract set; modify wide { wide.f199 = value; wide.f62 = value; } } }
        /// It writes a field of two that it reads, and nothing that cannot be compared.
        #[no_loop]
        rule look { when { blind @ Blind { seen: 7, opaque }; } then { modify blind { blind.seen = 8; } } }
        #[on_change(f199)]
        rule watch { when { Wide { f61: x, f199 }; } then { fired.push("watch"); } }
        query with(value: u32) -> u32 { when { Wide { f199: value, f63 }; } select f63 }
    }
}

/// The behaviours that need not be tried for each number.
mod blocks {
    use super::Opaque;
    use super::of_200_fields::{Blind, Fields200, Fields200Rule, Set, run, session};

    #[test]
    fn a_modify_writes_its_fields_alone() {
        let (mut session, wide) = session();
        session.insert(Set(5));
        assert_eq!(run(&mut session), ["f62", "f199", "watch"]);
        assert_eq!(session.get(wide).unwrap().f199, 5);
        // The values are the same.
        session.insert(Set(5));
        assert!(run(&mut session).is_empty());
    }

    #[test]
    fn a_field_without_equality_changes_where_it_is_written() {
        let mut session = Fields200::new(vec![]);
        let blind = session.insert(Blind {
            seen: 7,
            opaque: Opaque(1),
        });
        assert_eq!(run(&mut session), ["opaque"]);
        assert_eq!(session.get(blind).unwrap().seen, 8);
        session.update(blind, |_| ()).unwrap();
        assert_eq!(run(&mut session), ["opaque"]);
    }

    #[test]
    fn on_change_goes_by_what_it_watches() {
        let (mut session, wide) = session();
        session.update(wide, |wide| wide.f61 = 1).unwrap();
        assert_eq!(run(&mut session), ["f61"]);
        session.update(wide, |wide| wide.f199 = 1).unwrap();
        assert_eq!(run(&mut session), ["f199", "watch"]);
    }

    #[test]
    fn queries_and_explanations_see_each_field() {
        let (mut session, wide) = session();
        session
            .update(wide, |wide| {
                wide.f199 = 3;
                wide.f63 = 9;
            })
            .unwrap();
        assert_eq!(session.with(3).collect::<Vec<_>>(), [9]);
        assert_eq!(session.with(0).count(), 0);
        let explanation = session.explain(Fields200Rule::R199);
        assert_eq!(explanation.conditions[0].passed, 1);
    }
}

/// A type of the program's own, with fields of types that cannot be compared.
mod foreign {
    use super::Opaque;
    use rules_runtime::rules;

    macro_rules! foreign {
        ($($field:ident $rule:ident),+ $(,)?) => {
            #[derive(Debug, Clone)]
            struct Record { $($field: u32,)+ first: Opaque, second: Opaque }

            rules! {
                #[allow(rules::unused_variable)]
                ruleset Records;
                fact Touch(u8);
                global fired: Vec<&'static str>;
                $(rule $rule { when { Record { $field }; } then { fired.push(stringify!($field)); } })+
                rule first { when { Record { first }; } then { fired.push("first"); } }
                rule second { when { Record { second }; } then { fired.push("second"); } }
                #[allow(rules::cross_product)]
                rule touch_field { when { touch @ Touch(0); record @ Record; } then { retract touch; modify record { record.f64 = 1; } } }
                #[allow(rules::cross_product)]
                rule touch_first { when { touch @ Touch(1); record @ Record; } then { retract touch; modify record { record.first = Opaque(2); } } }
                #[allow(rules::cross_product)]
                rule touch_both {
                    when { touch @ Touch(2); record @ Record; }
                    then { retract touch; modify record { record.f65 += 1; } modify record { record.second.0 += 1; } }
                }
            }

            fn record() -> Record {
                Record { $($field: 0,)+ first: Opaque(0), second: Opaque(0) }
            }
        };
    }
    foreign! {
        f0 r0, f1 r1, f2 r2, f3 r3, f4 r4, f5 r5, f6 r6, f7 r7, f8 r8, f9 r9, f10 r10, f11 r11, f12 r12,
        f13 r13, f14 r14, f15 r15, f16 r16, f17 r17, f18 r18, f19 r19, f20 r20, f21 r21, f22 r22,
        f23 r23, f24 r24, f25 r25, f26 r26, f27 r27, f28 r28, f29 r29, f30 r30, f31 r31, f32 r32,
        f33 r33, f34 r34, f35 r35, f36 r36, f37 r37, f38 r38, f39 r39, f40 r40, f41 r41, f42 r42,
        f43 r43, f44 r44, f45 r45, f46 r46, f47 r47, f48 r48, f49 r49, f50 r50, f51 r51, f52 r52,
        f53 r53, f54 r54, f55 r55, f56 r56, f57 r57, f58 r58, f59 r59, f60 r60, f61 r61, f62 r62,
        f63 r63, f64 r64, f65 r65,
    }

    #[test]
    fn what_no_write_touched_is_the_same() {
        let mut records = Records::new(vec![]);
        let record = records.insert(record());
        let mut run = |touch: u8| {
            records.insert(Touch(touch));
            records.run();
            std::mem::take(&mut records.globals_mut().fired)
        };
        assert_eq!(run(9).len(), 68);
        assert_eq!(run(0), ["f64"]);
        assert_eq!(run(1), ["first"]);
        assert_eq!(run(2), ["f65", "second"]);
        // From outside each field counts as written.
        records.update(record, |record| record.f0 = 1).unwrap();
        records.run();
        assert_eq!(records.globals().fired, ["f0", "first", "second"]);
    }
}
