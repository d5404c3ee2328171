//! How items begin, and what stands between the parts of rules and queries, in other languages.

use super::Form;

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
        "fact TYPE ^<" => "", "a fact type has no parameters and owns its data; `type` names one instance of a generic type: `type Name = …<u32>;`";
        "rule ^TEXT" => "a name", "a rule is written `rule name { when { … } then { … } }`; what it is for stands before it, after `///`";
        "rule NAME ^when/if" => "`{`", "a rule is written `rule {NAME} { when { … } then { … } }`";
        "rule NAME ^salience/priority NUMBER" => "`{`", "attributes stand before the rule: `#[salience({NUMBER})] rule {NAME} { … }`";
        "rule NAME ^TEXT" => "`{`", "what a rule is for stands before it, after `///`";
        "rule NAME ^(" => "`{`", "a rule has no parameters; attributes stand before it: `#[salience(10)] rule {NAME} { … }`";
        "rule NAME ^-" => "`{`", "a name is an identifier, with `_` in the place of `-`";
        "rule NAME ^:" => "`{`", "a rule is written `rule {NAME} { when { … } then { … } }`";
        "query ^TEXT" => "a name", "a query is written `query name(…) -> Type { when { … } select … }`";
        "rule NAME ^<" => "`{`", "a rule has no type parameters: it names the types of its facts";
        "query NAME ^<" => "`(`", "a query has no type parameters and no lifetimes: it names types, and a reference is written `&Type`";
        "query NAME ^{" => "`(`", "a query is written `query {NAME}(…) -> Type { when { … } select … }`";
        "global NAME ^=" => "`:`", "a global has a type, and its value is given to `new`: `global {NAME}: Type;`";
        "global mut ^NAME" => "`:`", "what a session holds a block may write: `global {NAME}: Type;`";
        "global NAME ^NAME" => "`:`", "a global is written `global {OTHER}: {NAME};`";
        "group NAME ^;" => "`{`", "the rules of a group stand in it: `group {NAME} { rule … }`";
        "fact struct/enum ^TYPE" => "", "a fact type is declared by `fact {TYPE} { field: Type }`";
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

    /// The parameters of a query.
    PARAMETERS {
        "^& mut self" => "a name", "a query is asked of a session, and has no `self`";
        "^& self" => "a name", "a query is asked of a session, and has no `self`";
        "^self" => "a name", "a query is asked of a session, and has no `self`";
        "^mut self" => "a name", "a query is asked of a session, and has no `self`";
        "^mut NAME" => "a name", "a parameter keeps its value: it is written without `mut`";
        "^( NAME" => "a name", "a parameter is one name with its type, and is taken apart in the `when`: `let (a, b) = name;`";
        "^TYPE (" => "a name", "a parameter is one name with its type, and is taken apart in the `when`: `if let {TYPE}(…) = name;`";
        "^TYPE {" => "a name", "a parameter is one name with its type, and is taken apart in the `when`: `let {TYPE} { … } = name;`";
        "bool/char/str/i8/i16/i32/i64/i128/isize/u8/u16/u32/u64/u128/usize/f32/f64 ^)/," => "`:`", "a parameter has a name: `name: {WORD}`";
        "NAME ^)/," => "`:`", "a parameter has a type: `{NAME}: Type`";
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
        "^}" => "`select`", "what each match gives is written `select …`; where it matters only whether there is one, leave out the type";
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
}
