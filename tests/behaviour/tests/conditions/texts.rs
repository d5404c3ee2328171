//! Strings match and join whatever holds them: `String`, `&str`, `Box<str>`, `Rc<str>`, `Arc<str>`, `Cow<str>`.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rules_runtime::rules;

const ANN: &str = "Ann";

/// Of a type that the ruleset does not declare, only rustc knows the fields.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Foreign {
    boxed: Box<str>,
    counted: Rc<str>,
    shared: Arc<str>,
    cow: Cow<'static, str>,
    string: String,
    text: &'static str,
    option: Option<Box<str>>,
    pair: (Rc<str>, u8),
    who: Who,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Who {
    Known { name: Arc<str> },
    Nobody,
}

type Alias = Box<str>;

rules! {
    ruleset Texts;

    fact Declared {
        boxed: Box<str>,
        counted: Rc<str>,
        shared: Arc<str>,
        cow: Cow<'static, str>,
        alias: Alias,
        option: Option<Box<str>>,
    }
    fact Short(&'static str);
    fact Named { name: String }
    fact Hit(&'static str);

    rule literals {
        when { Foreign { boxed: "Ann", counted: "Ann", shared: "Ann", cow: "Ann", string: "Ann", text: "Ann" }; }
        then { insert Hit("literals"); }
    }
    rule alternatives {
        when { Foreign { boxed: "Ann" | "Bob", shared: "Bob" | "Ann", cow: ANN | "Bob" }; }
        then { insert Hit("alternatives"); }
    }
    rule constants {
        when { Foreign { boxed: ANN, counted: ANN, shared: ANN, cow: ANN }; }
        then { insert Hit("constants"); }
    }
    rule equals {
        when { Foreign { boxed: == "Ann", counted: == ANN, shared: != "Bob", cow: == "Ann" }; }
        then { insert Hit("equals"); }
    }
    rule ordered {
        when { Foreign { boxed: < "Bob", counted: > "An", shared: <= ANN, cow: >= "Ann", string: < "Bob", text: > "A" }; }
        then { insert Hit("ordered"); }
    }
    #[allow(rules::cross_product)]
    rule guards {
        when {
            Foreign { boxed, counted } if boxed == "Ann" && counted == ANN;
            foreign @ Foreign if foreign.shared == "Ann";
            if ANN == foreign.cow;
        }
        then { insert Hit("guards"); }
    }
    rule nested {
        when { Foreign { option: Some("Ann"), pair: (ANN, 1), who: Who::Known { name: "Ann" | "Bob" } }; }
        then { insert Hit("nested"); }
    }
    rule declared {
        when { Declared { boxed: "Ann", counted: ANN, shared: "Ann", cow: == "Ann", alias: "Ann", option: Some("Ann") }; }
        then { insert Hit("declared"); }
    }
    rule joins {
        when {
            Short(name);
            Foreign { boxed: name, counted: name, shared: name, cow: name, string: name, text: name };
        }
        then { insert Hit("joins"); }
    }
    rule joins_of_fields {
        when { Foreign { boxed, counted, shared, cow }; Short(boxed); Named { name: counted }; Short(shared); Named { name: cow }; }
        then { insert Hit("joins_of_fields"); }
    }
    rule joins_by_comparison {
        when {
            Short(name);
            foreign @ Foreign { boxed: == name } if foreign.counted == name;
            if name == foreign.cow;
        }
        then { insert Hit("joins_by_comparison"); }
    }
    rule joins_of_expressions {
        when { Named { name }; Foreign { boxed: == name.as_str(), shared: == name.trim() }; }
        then { insert Hit("joins_of_expressions"); }
    }
    rule nested_joins {
        when { Named { name }; Foreign { option: Some(name), pair: (name, _), who: Who::Known { name } }; }
        then { insert Hit("nested_joins"); }
    }
    rule declared_joins {
        when {
            Short(name);
            Declared { boxed: name, counted: name, shared: name, cow: name, alias: name, option: Some(name) };
        }
        then { insert Hit("declared_joins"); }
    }
    rule computed {
        when { let name = "Ann"; Foreign { boxed: name, counted: name, shared: name, cow: name }; }
        then { insert Hit("computed"); }
    }
    rule negated {
        when { Short(name); not Foreign { boxed: name, shared: "Ann" }; }
        then { insert Hit("negated"); }
    }

    query has(name: &str) {
        when { Foreign { boxed: name, counted: == name, shared: name, cow: name }; }
    }
}

fn foreign(name: &'static str) -> Foreign {
    Foreign {
        boxed: name.into(),
        counted: name.into(),
        shared: name.into(),
        cow: name.into(),
        string: name.into(),
        text: name,
        option: Some(name.into()),
        pair: (name.into(), 1),
        who: Who::Known { name: name.into() },
    }
}

/// The rules that fire for facts that all hold a name, of which the rules ask for `Ann`.
fn fired(name: &'static str) -> BTreeSet<&'static str> {
    let mut texts = Texts::new();
    texts.insert(foreign(name));
    texts.insert(Foreign {
        who: Who::Nobody,
        option: None,
        ..foreign("")
    });
    texts.insert(Declared {
        boxed: name.into(),
        counted: name.into(),
        shared: name.into(),
        cow: name.into(),
        alias: name.into(),
        option: Some(name.into()),
    });
    texts.insert(Short("Ann"));
    texts.insert(Named { name: "Ann".into() });
    texts.run();
    texts.facts::<Hit>().map(|hit| hit.0).collect()
}

#[test]
fn strings_match_and_join_whatever_holds_them() {
    let all = Texts::RULES.iter().map(|rule| rule.name);
    let expected: BTreeSet<_> = all.filter(|&rule| rule != "negated").collect();
    assert_eq!(fired("Ann"), expected);
}

#[test]
fn other_strings_do_not_match() {
    // Facts that hold `Cid` join with nothing that holds `Ann`, but with themselves.
    assert_eq!(fired("Cid"), BTreeSet::from(["negated"]));
}

#[test]
fn an_argument_joins_with_whatever_holds_a_string() {
    let mut texts = Texts::new();
    texts.insert(foreign("Ann"));
    assert!(texts.has("Ann"));
    assert!(!texts.has("Bob"));
}
