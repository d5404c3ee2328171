//! Conditions of other languages: how they begin and how they go on, accumulates and tests.

use super::Form;

forms! {
    /// How conditions begin.
    CONDITIONS {
        "not/exists/unique ^due" => "", "there it stands in braces: `{WORD} { due …; }`";
        "not/exists/forall NAME ^< ^- TYPE" => "`@`", "a fact is named with `@`: `{WORD} {NAME} @ {TYPE} { … }`";
        "not/exists/forall NAME ^: TYPE" => "`@`", "a fact is named with `@`: `{WORD} {NAME} @ {TYPE} { … }`";
        "^choose NAME" => "a condition", "an alternative is chosen at the beginning of a block: `then { choose {NAME} in …; … }`";
        "TYPE (…) ^in NAME (" => "`;`", "what a query gives has a name, and is taken apart after it: `found in {NAME}(…); if let {TYPE}(…) = found;`";
        "TYPE (…) ^in" => "`;`", "each element has a name, and is taken apart after it: `for each in …; if let {TYPE}(…) = each;`";
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
        "unless ^NAME" => "", "that something does not hold is written `if !(…);`";
        "^no/absent/without/unless/missing/never/none TYPE" => "`not`", "that there is none is written `not {TYPE} { … };`";
        "^any/some/exist TYPE" => "`exists`", "that there is one is written `exists {TYPE} { … };`";
        "^all/every/each/foreach TYPE" => "`forall`", "what holds of all is written `forall {TYPE} { … } => …;`";
        "^foreach/loop/while NAME" => "`for`", "a match for each element is written `for x in …;`";
        "^or/any/oneof {" => "`either`", "alternatives are written `either { … } or { … }`";
        "^and/all {" => "a condition", "conditions that hold together follow each other: `A; B;`";
        "^! TYPE" => "`not`", "that there is none is written `not {TYPE} { … };`";
        "^& TYPE" => "a fact pattern", "a pattern is written without `&`: `{TYPE} { … };`";
        "^~ TYPE" => "`not`", "that there is none is written `not {TYPE} { … };`";
        "^!" => "`if`", "a test is written `if !…;`";
        "not/exists ^(" => "a fact pattern or `{`", "`{WORD} P;` is said of one pattern, `{WORD} { A; B; }` of several conditions";
        "forall ^(" => "a fact pattern or `{`", "it is written `forall P => Q;`";
        "not/exists NAME ^in" => "a fact pattern or `{`", "what a collection holds is gone through in braces: `{WORD} { for {NAME} in …; if …; }`";
        "not/exists ^not/exists/forall/either/if" => "a fact pattern or `{`", "conditions other than patterns stand in braces: `not { … }`";
        "(…) ^=" => "`let`", "a tuple is taken apart by `let (…) = …;`";
        "(…) ^in" => "`for`", "a match for each element is written `for (…) in …;`";
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
        "^else" => "", "`if let` holds where the pattern matches: `if let Some(x) = …;`";
        "^if" => "", "what is tested is a condition of its own: `if …;`";
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
        "^for" => "", "`count` and `collect` take patterns alone: `collect(o @ Order)`";
        "^*" => "a fact pattern", "the facts of a type are counted: `count(Order)`";
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
        "for NAME ^in NAME )" => "a fact pattern", "what a collection holds is gone through in braces: `… for { for {NAME} in {OTHER}.iter(); }`";
        "for NAME ^in NAME . NAME" => "a fact pattern", "what a collection holds is gone through in braces: `… for { for {NAME} in …; }`";
        "by ( NAME ^. NAME (" => "", "a key is a variable that the conditions bind: `{ …; let key = {NAME}.{OTHER}(…); }`, then `by (key)`";
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
}
