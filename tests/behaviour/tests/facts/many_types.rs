//! Rulesets of more fact types than a word has bits: those from the 64th on are as any.

macro_rules! typed {
    ($fired:ident $($fact:ident $rule:ident),+ $(,)?) => {
        rules_runtime::rules! {
            ruleset Many;
            $(
                #[derive(Debug, Clone, PartialEq)]
                fact $fact(u32);
            )+
            #[unique]
            fact Seen(&'static str);
            global $fired: Vec<&'static str>;
            $(rule $rule { when { $fact(x) if x > 0; } then { insert logical Seen(stringify!($fact)); $fired.push(stringify!($fact)); } })+
            #[allow(rules::cross_product)]
            rule move_on { when { one @ T69(5); two @ T64(_); not T65(_); } then { modify one { one.0 = 6; } retract two; insert T65(1); } }
        }

        /// Inserts a fact of each type, changes it and takes it out, alone and with the first in one change.
        #[test]
        fn each_type_is_seen_by_its_rule_alone() {
            let mut many = Many::new(vec![]);
            let first = many.insert(T0(0));
            $({
                let fact = many.insert($fact(0));
                many.run();
                assert!(many.globals().$fired.is_empty());
                many.update(fact, |fact| fact.0 = 1).unwrap();
                many.run();
                assert_eq!(std::mem::take(&mut many.globals_mut().$fired), [stringify!($fact)]);
                assert_eq!(many.facts::<Seen>().map(|seen| seen.0).collect::<Vec<_>>(), [stringify!($fact)]);
                many.transaction(|tx| {
                    tx.update(first, |first| first.0 = 0)?;
                    tx.retract(fact).map(drop)
                }).unwrap();
                many.__verify();
                assert_eq!((many.len::<$fact>(), many.len::<Seen>()), (usize::from(stringify!($fact) == "T0"), 0));
            })+
        }
    };
}

typed! {
        fired
        T0 t0, T1 t1, T2 t2, T3 t3, T4 t4, T5 t5, T6 t6, T7 t7, T8 t8, T9 t9, T10 t10, T11 t11, T12 t12, T13
        t13, T14 t14, T15 t15, T16 t16, T17 t17, T18 t18, T19 t19, T20 t20, T21 t21, T22 t22, T23 t23, T24
        t24, T25 t25, T26 t26, T27 t27, T28 t28, T29 t29, T30 t30, T31 t31, T32 t32, T33 t33, T34 t34, T35
        t35, T36 t36, T37 t37, T38 t38, T39 t39, T40 t40, T41 t41, T42 t42, T43 t43, T44 t44, T45 t45, T46
        t46, T47 t47, T48 t48, T49 t49, T50 t50, T51 t51, T52 t52, T53 t53, T54 t54, T55 t55, T56 t56, T57
        t57, T58 t58, T59 t59, T60 t60, T61 t61, T62 t62, T63 t63, T64 t64, T65 t65, T66 t66, T67 t67, T68
        t68, T69 t69,
}

#[test]
fn a_firing_touches_several_of_them_at_once() {
    let mut many = Many::new(vec![]);
    many.insert(T69(5));
    many.insert(T64(1));
    many.run();
    many.__verify();
    assert_eq!(many.facts::<T69>().collect::<Vec<_>>(), [&T69(6)]);
    assert_eq!((many.len::<T64>(), many.len::<T65>()), (0, 1));
    let seen: Vec<_> = many.facts::<Seen>().map(|seen| seen.0).collect();
    assert_eq!(seen.len(), 2, "{seen:?}");
}
