//! The tables of foreign forms: what is written elsewhere, and what is written here.
//!
//! A form is a text of tokens, of which those after a `^` are what the mistake is said at. `NAME` is a word
//! that begins with a lower-case letter, `TYPE` one with an upper-case letter, `TEXT` a string, `NUMBER` a
//! number, `(…)` a group, and `a/b` one of several words. In the help `{NAME}` is the word found, `{OTHER}` the
//! second of the kind, `{WORD}` that of several. Of the forms of a table the first that fits is told, so longer ones come first.

/// A form of another language.
pub(super) struct Form {
    /// How it begins.
    pub(super) tokens: &'static str,
    /// What is expected instead; what was said already, where this is empty.
    pub(super) expected: &'static str,
    /// The mend.
    pub(super) help: &'static str,
}

macro_rules! forms {
    ($( $(#[$doc:meta])* $name:ident { $($tokens:literal => $expected:literal, $help:literal;)* } )*) => {$(
        $(#[$doc])*
        pub(super) const $name: &[Form] = &[
            $(Form { tokens: $tokens, expected: $expected, help: $help },)*
        ];
    )*};
}

/// The words that take the place of others, all else staying as it is.
const SWAPPED: [&str; 9] = [
    "`@`", "`not`", "`exists`", "`forall`", "`either`", "`fact`", "`use`", "`let`", "`if`",
];

impl Form {
    /// What is written in place of the marked tokens, where that is all that is to be changed: no name and no number is
    /// among them, nor a `!` that a test keeps.
    pub(super) fn instead(&self) -> Option<&'static str> {
        let marked = self
            .tokens
            .split(' ')
            .filter_map(|part| part.strip_prefix('^'));
        let is_word = |part: &str| !part.starts_with(char::is_uppercase) && part != "(";
        let mut kept =
            marked.filter(|part| !is_word(part) || *part == "!" && self.expected == "`if`");
        let is_swapped = SWAPPED.contains(&self.expected) && kept.next().is_none();
        is_swapped.then(|| self.expected.trim_matches('`'))
    }
}

forms! {
    /// How items begin.
    ITEMS {
        "^( deftemplate" => "an item", "a fact type is declared by `fact Name { field: Type }`";
        "^( deffacts" => "an item", "facts are inserted from outside, by `session.insert_all(…)`";
        "^( defglobal" => "an item", "a value of the session is declared by `global name: Type;`";
        "^( deffunction" => "an item", "a function is a Rust function: `fn name(…) -> Type { … }`";
        "^( defmodule" => "an item", "a group of the agenda is written `group name { rule … }`";
        "^(" => "an item", "a rule is written `rule name { when { … } then { … } }`";
        "^defrule" => "`rule`", "a rule is written `rule name { when { … } then { … } }`";
        "rule ^TEXT" => "a name", "a rule is written `rule name { when { … } then { … } }`; what it is for stands before it, after `///`";
        "rule NAME ^when/if" => "`{`", "a rule is written `rule {NAME} { when { … } then { … } }`";
        "rule NAME ^salience/priority NUMBER" => "`{`", "attributes stand before the rule: `#[salience({NUMBER})] rule {NAME} { … }`";
        "rule NAME ^TEXT" => "`{`", "what a rule is for stands before it, after `///`";
        "rule NAME ^(" => "`{`", "a rule has no parameters; attributes stand before it: `#[salience(10)] rule {NAME} { … }`";
        "rule NAME ^-" => "`{`", "a name is an identifier, with `_` in the place of `-`";
        "rule NAME ^:" => "`{`", "a rule is written `rule {NAME} { when { … } then { … } }`";
        "query ^TEXT" => "a name", "a query is written `query name(…) -> Type { when { … } select … }`";
        "query NAME ^{" => "`(`", "a query is written `query {NAME}(…) -> Type { when { … } select … }`";
        "global NAME ^=" => "`:`", "a global has a type, and its value is given to `new`: `global {NAME}: Type;`";
        "global NAME ^NAME" => "`:`", "a global is written `global {OTHER}: {NAME};`";
        "ruleset NAME ^{" => "`;`", "the items of a ruleset follow it: `ruleset {NAME}; …`";
        "ruleset TYPE ^{" => "`;`", "the items of a ruleset follow it: `ruleset {TYPE}; …`";
        "^declare/deftemplate/template/class/record/relation/event/entity TYPE" => "`fact`", "a fact type is declared by `fact {TYPE} { field: Type }`";
        "^import/from/using/include/require" => "`use`", "a Rust type is brought in by `use path::Type;`";
        "^package/unit/module/namespace" => "an item", "a ruleset is named by `ruleset Name;`";
        "^def/function/func/fun/void/deffunction" => "`fn`", "a function is a Rust function: `fn name(…) -> Type { … }`";
        "^when/if/on/given" => "`rule`", "a rule is written `rule name { when { … } then { … } }`";
        "^select/find/SELECT" => "`query`", "a query is written `query name(…) -> Type { when { … } select … }`";
        "^salience/priority NUMBER" => "an item", "attributes stand before a rule: `#[salience({NUMBER})] rule name { … }`";
        "^let/var/val" => "an item", "a value of the session is declared by `global name: Type;`, a constant by `const`";
        "^insert/assert" => "an item", "facts are inserted from outside, by `session.insert(…)`, or in a `then`";
        "NAME (…) ^: ^-" => "an item", "a rule is written `rule name { when { … } then { insert logical …; } }`";
        "NAME (…) ^< ^- ^-" => "an item", "a rule is written `rule name { when { … } then { insert logical …; } }`";
        "NAME (…) ^< ^-" => "an item", "a rule is written `rule name { when { … } then { insert logical …; } }`";
        "NAME (…) ^." => "an item", "facts are inserted from outside, by `session.insert(…)`";
        "^;" => "an item", "nothing follows the `}` of an item";
        "^," => "an item", "nothing stands between items";
        "^end" => "an item", "a rule ends with `}`";
    }

    /// What stands in a rule before its `when`.
    BEFORE_WHEN {
        "^salience/priority NUMBER" => "`when`", "an attribute says it, before the rule: `#[salience({NUMBER})] rule …`";
        "^salience/priority : NUMBER" => "`when`", "an attribute says it, before the rule: `#[salience({NUMBER})] rule …`";
        "^salience/priority = NUMBER" => "`when`", "an attribute says it, before the rule: `#[salience({NUMBER})] rule …`";
        "^salience/priority" => "`when`", "an attribute says it, before the rule: `#[salience(…)] rule …`";
        "^( declare" => "`when`", "an attribute says it, before the rule: `#[salience(10)] rule …`";
        "^@ salience/priority" => "`when`", "an attribute says it, before the rule: `#[salience(10)] rule …`";
        "^no ^- ^loop" => "`when`", "an attribute says it, before the rule: `#[no_loop] rule …`";
        "^lock ^- ^on ^- ^active" => "`when`", "an attribute says it, before the rule: `#[lock_on_active] rule …`";
        "^auto ^- ^focus" => "`when`", "an attribute says it, before the rule: `#[auto_focus] rule …`";
        "^no_loop/lock_on_active/auto_focus/once" => "`when`", "an attribute says it, before the rule: `#[{WORD}] rule …`";
        "^on_change/tag" => "`when`", "an attribute says it, before the rule: `#[{WORD}(…)] rule …`";
        "^agenda ^- ^group" => "`when`", "the rule stands in a group: `group name { rule … }`";
        "^activation/ruleflow ^- ^group" => "`when`", "there are none: let the first rule leave a fact that the others exclude by `not`";
        "^TEXT" => "`when`", "what a rule is for stands before it, after `///`";
        "^#" => "`when`", "attributes stand before the rule: `#[…] rule …`";
        "^then" => "`when`", "a rule without conditions has an empty `when {}`";
        "^if/given/where/match/conditions/lhs/on/for" => "`when`", "the conditions stand in `when { … }`";
        "^(" => "`when`", "the conditions stand in `when { … }`";
        "^TYPE" => "`when`", "the conditions stand in `when { … }`";
        "^NAME @" => "`when`", "the conditions stand in `when { … }`";
    }

    /// What follows `when`, `then` and `undo`.
    WITHOUT_BRACES {
        "^:" => "`{`", "a rule is written `rule name { when { … } then { … } }`";
        "^(" => "`{`", "a rule is written `rule name { when { … } then { … } }`";
        "^$" => "`{`", "a rule is written `rule name { when { … } then { … } }`";
        "^NAME" => "`{`", "a rule is written `rule name { when { … } then { … } }`";
        "^TYPE" => "`{`", "a rule is written `rule name { when { … } then { … } }`";
    }

    /// What follows the `when { … }` of a query.
    BEFORE_SELECT {
        "^return" => "`select`", "what each match gives is written `select …`";
        "^then/=" => "`select`", "a query has no effects: what each match gives is written `select …`";
    }

    /// What stands between `when { … }` and `then { … }`.
    BEFORE_THEN {
        "^= ^>" => "`then`", "the effects stand in `then { … }`";
        "^- ^>" => "`then`", "the effects stand in `then { … }`";
        "^do/rhs/effects/action/actions/go/else" => "`then`", "the effects stand in `then { … }`";
        "^;" => "`then`", "nothing stands between `when { … }` and `then { … }`";
        "^," => "`then`", "nothing stands between `when { … }` and `then { … }`";
        "^}" => "`then`", "a rule without effects has an empty `then {}`";
    }

    /// What follows `then { … }`.
    AFTER_THEN {
        "^else/otherwise" => "`}`", "there is none: write a second rule with the opposite condition, `not …` or `if !…`";
        "^end" => "`}`", "a rule ends with `}`";
        "^;" => "`}`", "nothing follows the `}` of a block";
        "^when" => "`}`", "the `when { … }` of a rule comes before its `then { … }`";
    }

    /// How conditions begin.
    CONDITIONS {
        "not/exists/unique ^due" => "", "there it stands in braces: `{WORD} { due …; }`";
        "not/exists/forall NAME ^< ^- TYPE" => "`@`", "a fact is named with `@`: `{WORD} {NAME} @ {TYPE} { … }`";
        "not/exists/forall NAME ^: TYPE" => "`@`", "a fact is named with `@`: `{WORD} {NAME} @ {TYPE} { … }`";
        "NAME ^< ^- TYPE" => "`@`", "a fact is named with `@`: `{NAME} @ {TYPE} { … };`";
        "NAME ^< ^-" => "`@`", "a fact is named with `@`: `{NAME} @ Order { … };`";
        "^? NAME < -" => "a condition", "a variable is a plain name, and a fact is named with `@`: `{NAME} @ Order { … };`";
        "^$ NAME : TYPE" => "a condition", "a variable is a plain name, and a fact is named with `@`: `{NAME} @ {TYPE} { … };`";
        "^$ NAME" => "a condition", "a variable is a plain name: `{NAME}`";
        "^? NAME" => "a condition", "a variable is a plain name: `{NAME}`";
        "NAME ^: TYPE" => "`@`", "a fact is named with `@`: `{NAME} @ {TYPE} { … };`";
        "NAME ^: ^= TYPE" => "`@`", "a fact is named with `@`: `{NAME} @ {TYPE} { … };`";
        "NAME ^: ^=" => "`=`", "a computed variable is written `let {NAME} = …;`";
        "NAME ^: NAME" => "`@`", "a fact is named with `@`: `{NAME} @ Order { … };`, and a test is written `if …;`";
        "NAME ^: =/</>/!" => "a condition", "a test is written `if {NAME} …;`";
        "NAME ^= TYPE" => "`@`", "a fact is named with `@`: `{NAME} @ {TYPE} { … };`";
        "NAME ^= = TYPE" => "`@`", "a fact is named with `@`: `{NAME} @ {TYPE} { … };`";
        "^let NAME = TYPE" => "a fact pattern", "a fact is named with `@`: `{NAME} @ {TYPE} { … };`";
        "^let NAME = count/collect/sum/min/max/avg/min_by/max_by/accumulate (" => "an accumulate", "an accumulate is written without `let`: `{NAME} = {WORD}(…);`";
        "^var/val/const/auto/set NAME =" => "`let`", "a computed variable is written `let {NAME} = …;`";
        "^count/collect/sum/min/max/avg/min_by/max_by/accumulate (" => "a condition", "an accumulate names its result: `x = {WORD}(…);`";
        "^test/eval/check/where/require/ensure/filter/having/assert/guard/when/case/given" => "`if`", "a test is written `if …;`";
        "^no/absent/without/unless/missing/never/none TYPE" => "`not`", "that there is none is written `not {TYPE} { … };`";
        "^any/some/exist TYPE" => "`exists`", "that there is one is written `exists {TYPE} { … };`";
        "^all/every/each/foreach TYPE" => "`forall`", "what holds of all is written `forall {TYPE} { … } => …;`";
        "^foreach/loop/while NAME" => "`for`", "a match for each element is written `for x in …;`";
        "^or/any/oneof {" => "`either`", "alternatives are written `either { … } or { … }`";
        "^and/all {" => "a condition", "conditions that hold together follow each other: `A; B;`";
        "^! TYPE" => "`not`", "that there is none is written `not {TYPE} { … };`";
        "^~ TYPE" => "`not`", "that there is none is written `not {TYPE} { … };`";
        "^!" => "`if`", "a test is written `if !…;`";
        "not/exists ^(" => "a fact pattern or `{`", "`{WORD} P;` is said of one pattern, `{WORD} { A; B; }` of several conditions";
        "forall ^(" => "a fact pattern or `{`", "it is written `forall P => Q;`";
        "not/exists ^not/exists/forall/either/if" => "a fact pattern or `{`", "conditions other than patterns stand in braces: `not { … }`";
        "^( not/exists/forall" => "a condition", "no parentheses stand around a condition: `{WORD} P;`";
        "^( test" => "a condition", "a test is written `if …;`";
        "^( or" => "a condition", "alternatives are written `either { … } or { … }`";
        "^( and" => "a condition", "conditions that hold together follow each other: `A; B;`";
        "^(" => "a condition", "no parentheses stand around a condition: `Order { id, total: 5 };`";
        "^match/while/return/fn/unsafe NAME" => "a condition", "a `when` holds patterns, `if …;`, `let …;` and `for … in …;`; Rust statements stand in `then`";
        "^match/while/return/struct/enum TYPE" => "a condition", "a `when` holds patterns, `if …;`, `let …;` and `for … in …;`; Rust statements stand in `then`";
        "^loop/unsafe/else {" => "a condition", "a `when` holds patterns, `if …;`, `let …;` and `for … in …;`; Rust statements stand in `then`";
        "^insert/modify/retract/focus NAME" => "a condition", "effects stand in `then { … }`";
        "^insert/assert TYPE" => "a condition", "effects stand in `then { … }`";
        "^salience/priority NUMBER" => "a condition", "an attribute says it, before the rule: `#[salience({NUMBER})] rule …`";
        "let NAME ^in" => "`=`", "a match for each element is written `for {NAME} in …;`";
        "NAME ^in" => "`for`", "a match for each element is written `for {NAME} in …;`";
        "^NAME . NAME" => "`if`", "a test is written `if …;`";
        "^NAME >/<" => "`if`", "a test is written `if {NAME} …;`";
        "^NAME =/! =" => "`if`", "a test is written `if {NAME} …;`";
        "^NUMBER" => "`if`", "a test is written `if …;`";
        "if ^TYPE {" => "an expression", "a pattern is a condition without `if`: `{TYPE} { … };`";
        "^if NAME @ TYPE" => "a fact pattern", "a pattern is a condition without `if`: `{NAME} @ {TYPE} { … };`";
        "if ^not" => "an expression", "in Rust it is written `!`";
        "either ^TYPE" => "`{`", "alternatives are written `either { A; } or { B; }`";
        "either ^(" => "`{`", "alternatives are written `either { A; } or { B; }`";
        "either {…} ^{" => "`or`", "alternatives are written `either { A; } or { B; }`";
        "either {…} ^else/and/," => "`or`", "alternatives are written `either { A; } or { B; }`";
        "either {…} or ^TYPE" => "`{`", "alternatives are written `either { A; } or { B; }`";
        "^;" => "a condition", "one `;` ends a condition";
        "TYPE ^. NAME" => "`{`", "a field is tested in the pattern: `{TYPE} { {NAME}: > … };`";
        "TYPE ^as NAME" => "`;`", "a fact is named with `@`: `{NAME} @ {TYPE} { … };`";
        "TYPE {…} ^as NAME" => "`;`", "a fact is named with `@`: `{NAME} @ {TYPE} { … };`";
        "TYPE ^NAME ;" => "`;`", "a fact is named with `@`: `{NAME} @ {TYPE} { … };`";
    }

    /// What follows a pattern.
    AFTER_PATTERNS {
        "^within" => "", "it stands after the fields of a pattern, before its guard: `E { … } within 10s if …;`, `n = count(E within 10s);`";
        "^last" => "", "it stands in the pattern of an accumulate, before its guard: `n = count(E { … } last 100 if …);`";
        "^or" => "", "alternatives are written `either { A; } or { B; }`";
        "^| ^|" => "", "alternatives are written `either { A; } or { B; }`";
        "^|" => "", "alternatives are written `either { A; } or { B; }`";
        "^and" => "", "conditions that hold together follow each other: `A; B;`; a guard is written `A if …;`";
        "^& ^&" => "", "conditions that hold together follow each other: `A; B;`; a guard is written `A if …;`";
        "^&" => "", "conditions that hold together follow each other: `A; B;`; a guard is written `A if …;`";
        "^," => "", "conditions that hold together follow each other: `A; B;`";
        "^where/when/with/having/provided/such/suchthat/unless" => "", "a guard is written `if`: `A if …;`";
        "^from/over" => "", "what a collection holds is matched by `for x in collection.iter();`";
        "^then {" => "", "the effects stand in `then { … }`, after the `}` of `when`";
        "^group by" => "`by`", "groups are written `by (key)`";
        "^= ^>" => "", "the effects stand in `then { … }`, after the `when`";
        "^>" => "", "a guard follows: `A if …;`";
        "^<" => "", "a guard follows: `A if …;`";
        "^= ^=" => "", "a guard follows: `A if …;`";
        "^! ^=" => "", "a guard follows: `A if …;`";
    }

    /// What follows the first pattern of a `forall`.
    AFTER_FORALL {
        "^: ^>" => "`=>`", "it is written `forall P => Q;`";
        "^- ^>" => "`=>`", "it is written `forall P => Q;`";
        "^:" => "`=>`", "it is written `forall P => Q;`";
        "^," => "`=>`", "it is written `forall P => Q;`";
        "^;" => "`=>`", "it is written `forall P => Q;`";
        "^NAME" => "`=>`", "it is written `forall P => Q;`";
        "^{" => "`=>`", "it is written `forall P => Q;`";
    }

    /// What stands in the parentheses of an accumulate.
    ACCUMULATED {
        "^due" => "", "several conditions stand in braces, and an accumulate ranges over facts: `count({ P { at }; due at; })`";
        "^within" => "", "it stands after the fields of a pattern, before its guard: `count(E { … } within 10s if …)`";
        "^last" => "", "it stands after the fields of a pattern, before its guard: `count(E { … } last 100 if …)`";
        "^NUMBER" => "", "how many, or how long, stands after the pattern: `count(E { … } last 100)`";
        "^)" => "", "the value comes first: `sum(total for Order { total })`";
        "^. NAME" => "", "the value comes first: `sum({NAME} for Order { {NAME} })`";
        "^or" => "", "several conditions stand in braces: `count({ either { A; } or { B; } })`";
        "^and" => "", "several conditions stand in braces: `count({ A; B; })`";
        "^," => "", "several conditions stand in braces: `count({ A; B; })`";
        "^;" => "", "several conditions stand in braces: `count({ A; B; })`";
        "^: ^:" => "", "it is written `sum(total for Order { total })`";
        "^:" => "", "a fact is named with `@`: `order @ Order { … }`";
        "^<" => "", "a fact is named with `@`: `order @ Order { … }`";
        "^where/when" => "", "a guard is written `if`: `count(P if …)`";
        "^in/from/of" => "", "it is written `sum(total for Order { total })`";
    }

    /// What may stand anywhere in an accumulate.
    WITHIN_ACCUMULATES {
        "for/( NAME ^< ^- TYPE" => "`@`", "a fact is named with `@`: `{NAME} @ {TYPE} { … }`";
        "for/( NAME ^: TYPE" => "`@`", "a fact is named with `@`: `{NAME} @ {TYPE} { … }`";
        "by ( NAME ^. NAME" => "", "a key is a variable that the conditions bind: `{ …; let key = {NAME}.{OTHER}; }`, then `by (key)`";
        "by ( NAME ^(" => "", "a key is a variable that the conditions bind: `{ …; let key = {NAME}(…); }`, then `by (key)`";
    }

    /// What may stand anywhere in a condition about time.
    WITHIN_TIMES {
        "within NUMBER ^ms/s/sec/second/seconds/min/minute/minutes/h/hour/hours/d/day/days" => "", "a span is one word, a whole number and one of `ms`, `s`, `min`, `h`, `d`: `10min`";
        "after/before/of NAME ^. NAME" => "", "events are related, not their fields: `{WORD} {NAME}`";
        "after/before ^NUMBER" => "the name of an event", "how far they are apart stands before: `within {NUMBER} {WORD} event`";
        "due NAME ^if" => "", "what is tested is a condition of its own: `due {NAME}; if …;`";
    }

    /// What may stand anywhere in a field.
    WITHIN_FIELDS {
        "^& ^& </>/=/!" => "`,` or `}`", "tests of a field are separated by `,`, and it is named again: `x: > 3, x: < 5`";
        "^& </>/=/!" => "`,` or `}`", "tests of a field are separated by `,`, and it is named again: `x: > 3, x: < 5`";
        "^| ^| </>/=/!" => "`,` or `}`", "alternatives of a field are written `field: A | B`; others are a guard: `P if …;`";
        "^not NUMBER" => "a pattern", "that a field differs is written `field: != {NUMBER}`";
        "^not TEXT" => "a pattern", "that a field differs is written `field: != {TEXT}`";
        "^not TYPE" => "a pattern", "that a field differs is written `field: != {TYPE}`";
        "NAME : NAME ^. NAME" => "", "an expression stands after a comparison: `{NAME}: == {OTHER}.…`";
        "NAME : NAME ^+/-/*/%" => "", "an expression stands after a comparison: `{NAME}: == {OTHER} {WORD} …`";
        "NAME : NUMBER ^+/-/*/%" => "", "an expression stands after a comparison: `{NAME}: == {NUMBER} {WORD} …`";
    }

    /// What follows the beginning of a test.
    TESTS {
        "^and" => "", "in Rust it is written `&&`";
        "^or" => "", "in Rust it is written `||`";
        "^then" => "", "a test ends with `;`, and effects stand in `then { … }` after the `when`";
        "^{" => "", "a test has no block: what is written after it holds together with it";
        "^= ^>" => "", "a test ends with `;`, and effects stand in `then { … }` after the `when`";
        "^>" => "an expression", "`!=` says that two values differ";
        "^in/between/is/like" => "", "a test is a Rust expression: `(1..=3).contains(&x)`";
    }

    /// What stands among the fields in the braces of a pattern.
    FIELDS {
        "^= ^=" => "", "a comparison stands after a colon: `field: == …`";
        "^! ^=" => "", "a comparison stands after a colon: `field: != …`";
        "^> ^=" => "", "a comparison stands after a colon: `field: >= …`";
        "^< ^=" => "", "a comparison stands after a colon: `field: <= …`";
        "^< ^>" => "", "a comparison stands after a colon: `field: != …`";
        "^>" => "", "a comparison stands after a colon: `field: > …`";
        "^<" => "", "a comparison stands after a colon: `field: < …`";
        "^=" => "", "a field is matched after a colon: `field: 3`, or `field: == x`";
        "^& ^&" => "", "tests of fields are separated by `,`, and a field may be named again: `x: > 3, x: < 5`";
        "^&" => "", "tests of fields are separated by `,`, and a field may be named again: `x: > 3, x: < 5`";
        "^and" => "", "tests of fields are separated by `,`, and a field may be named again: `x: > 3, x: < 5`";
        "^| ^|" => "", "alternatives of a field are written `field: A | B`; others are a guard: `P if …;`";
        "^|" => "", "alternatives of a field are written `field: A | B`; others are a guard: `P if …;`";
        "^or" => "", "alternatives of a field are written `field: A | B`; others are a guard: `P if …;`";
        "^if" => "", "a guard stands after the pattern: `P { field } if …;`";
        "^where/when" => "", "a guard stands after the pattern: `P { field } if …;`";
        "^in/between" => "", "several values are a range, `field: 1..=3`, or alternatives, `field: A | B`";
        "^is" => "", "a field is matched after a colon: `field: 3`";
        "^like/matches/contains/startsWith" => "", "any Rust test is a guard: `P { field } if …;`";
        "^not" => "a pattern", "that a field differs is written `field: != …`";
        "^~" => "a pattern", "that a field differs is written `field: != …`";
        "^!" => "a pattern", "that a field differs is written `field: != …`";
        "^." => "", "a field within a field is tested in a guard: `P { field } if field.inner > 3;`";
        "^;" => "", "fields are separated by `,`";
        "^$ NAME" => "a name", "a variable is a plain name: `{NAME}`";
        "^? NAME" => "a name", "a variable is a plain name: `{NAME}`";
        "^@" => "", "a field is bound to a name by `field: name`";
        "^(" => "", "a field is matched after a colon: `field: 3`";
    }

    /// What stands among the positions in the parentheses of a pattern.
    POSITIONS {
        "^:" => "", "named fields stand in braces: `Order { total: > 3 }`";
        "^>" => "", "named fields stand in braces, `Order { total: > 3 }`; a position has no name, `Order(> 3)`";
        "^<" => "", "named fields stand in braces, `Order { total: < 3 }`; a position has no name, `Order(< 3)`";
        "^= ^=" => "", "named fields stand in braces, `Order { id: 3 }`; a position has no name, `Order(3)`";
        "^! ^=" => "", "named fields stand in braces, `Order { id: != 3 }`; a position has no name, `Order(!= 3)`";
        "^=" => "", "named fields stand in braces, `Order { id: 3 }`; a position has no name, `Order(3)`";
        "^$ NAME" => "a pattern", "a variable is a plain name, and named fields stand in braces: `Order { {NAME} }`";
        "^? NAME" => "a pattern", "a variable is a plain name, and named fields stand in braces: `Order { {NAME} }`";
        "^+/-/*/%" => "", "an expression stands after a comparison: `Order(== id {WORD} …)`";
        "^. NAME" => "", "named fields stand in braces, and one within another is tested in a guard: `P { field } if field.{NAME} > 3;`";
        "^if" => "", "a guard stands after the pattern: `P(x) if …;`";
        "^( NAME" => "", "named fields stand in braces: `Order { {NAME}: 3 }`";
        "^& ^&" => "", "tests of positions are separated by `,`; any other is a guard: `P(x) if …;`";
        "^| ^|" => "", "alternatives are written `A | B`; others are a guard: `P(x) if …;`";
        "^or" => "", "alternatives are written `A | B`; others are a guard: `P(x) if …;`";
        "^and" => "", "tests of positions are separated by `,`; any other is a guard: `P(x) if …;`";
        "^;" => "", "positions are separated by `,`";
    }

    /// How statements begin.
    EFFECTS {
        "modify NAME ^(" => "`{`", "a fact is changed by assignments to its fields: `modify {NAME} { {NAME}.field = …; }`";
        "modify ^( NAME" => "the name of a fact variable", "it is written `modify {NAME} { {NAME}.field = …; }`";
        "modify NAME ^." => "`{`", "a fact is changed by assignments to its fields: `modify {NAME} { {NAME}.field = …; }`";
        "modify NAME { NAME ^:" => "an assignment", "a field is written with the name of its fact: `modify {NAME} { {NAME}.{OTHER} = …; }`";
        "modify NAME { ^." => "an assignment", "a field is written with the name of its fact: `modify {NAME} { {NAME}.field = …; }`";
        "modify NAME { ^|" => "an assignment", "a field is written with the name of its fact: `modify {NAME} { {NAME}.field = …; }`";
        "modify NAME ^|" => "`{`", "there is no closure: `modify {NAME} { {NAME}.field = …; }`";
        "modify NAME ^," => "`{`", "a fact is changed by assignments to its fields: `modify {NAME} { {NAME}.field = …; }`";
        "modify NAME ^;" => "`{`", "a fact is changed in the block: `modify {NAME} { {NAME}.field = …; }`";
        "modify NAME ^with/set/where/to/by" => "`{`", "a fact is changed by assignments to its fields: `modify {NAME} { {NAME}.field = …; }`";
        "retract ^( NAME" => "the name of a fact variable", "it is written `retract {NAME};`";
        "retract NAME ^NAME" => "`;`", "one fact is retracted by one statement: `retract {NAME};`";
        "retract NAME ^," => "`;`", "one fact is retracted by one statement: `retract {NAME};`";
        "focus ^( NAME" => "the name of a group", "it is written `focus {NAME};`";
        "focus ^TEXT" => "the name of a group", "it is written `focus name;`";
        "halt/fail ^( )" => "`;`", "it is written `{WORD};`, and a function of that name `r#{WORD}()`";
        "insert ^new TYPE" => "a fact", "it is written `insert {TYPE} { … };`";
        "insert ^( NAME (" => "a fact", "it is written `insert Order { … };`";
        "^update/change/set/edit/alter/replace NAME" => "`modify`", "a fact is changed by `modify {NAME} { {NAME}.field = …; }`";
        "^delete/remove/erase/drop/undo NAME" => "`retract`", "a fact is taken back by `retract {NAME};`";
        "^assert/add/create/emit/put/new/store/produce TYPE" => "`insert`", "a fact is added by `insert {TYPE} { … };`";
        "^insertLogical/insert_logical/assertLogical/assert_logical/logical/derive/conclude/yield/infer TYPE" => "`insert logical`", "a derived fact is added by `insert logical {TYPE} { … };`";
        "^( assert" => "a statement", "a fact is added by `insert Order { … };`";
        "^( retract" => "a statement", "a fact is taken back by `retract order;`";
        "^( modify" => "a statement", "a fact is changed by `modify order { order.field = …; }`";
        "^( halt/focus" => "a statement", "it is written without parentheses: `{WORD} …;`";
        "^( printout" => "a statement", "a block is Rust: `println!(…);`";
        "^( bind" => "a statement", "a block is Rust: `let x = …;`";
        "^printout/print/printf/echo" => "a statement", "a block is Rust: `println!(…);`";
        "^$ NAME" => "a statement", "a variable is a plain name: `{NAME}`";
        "^? NAME" => "a statement", "a variable is a plain name: `{NAME}`";
        "^call/do/execute/perform/invoke NAME" => "a statement", "a block is Rust: `{NAME}(…);`";
        "^var/val/auto NAME =" => "`let`", "a block is Rust: `let {NAME} = …;`";
    }

    /// What stands where a statement does not go on.
    AFTER_STATEMENTS {
        "^: ^=" => "", "in Rust it is written `=`";
        "^and" => "", "in Rust it is written `&&`";
        "^or" => "", "in Rust it is written `||`";
    }

    /// What stands among the fields of a value.
    AMONG_VALUES {
        "^=" => "", "a field's value stands after a colon: `field: …`";
        "^;" => "", "fields are separated by `,`";
    }

    /// What stands right before.
    BEFORE_END {
        "^+ ^+" => "", "in Rust it is written `+= 1`";
        "^- ^- ;" => "", "in Rust it is written `-= 1`";
        "^< ^>" => "", "in Rust it is written `!=`";
        "^then insert/modify/retract/focus" => "`{`", "in Rust a branch is a block: `if … { … }`";
    }
}
