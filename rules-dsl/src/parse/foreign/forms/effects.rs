//! Statements of other languages, and what Rust has in the place of their operators.

use super::Form;

forms! {
    /// How statements begin.
    EFFECTS {
        "choose NAME ^:" => "`in`", "its type follows from what it is chosen from: `choose {NAME} in …;`";
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
        "retract/modify ^?/$ NAME" => "the name of a fact variable", "a variable is a plain name: `{WORD} {NAME} …`";
        "retract TYPE ^(/{" => "`;`", "one fact is retracted, by its variable: `x @ {TYPE}…` in the `when`, and `retract x;`";
        "^logical insert" => "`insert logical`", "a derived fact is added by `insert logical …;`";
        "retract ^( NAME" => "the name of a fact variable", "it is written `retract {NAME};`";
        "retract NAME ^NAME" => "`;`", "one fact is retracted by one statement: `retract {NAME};`";
        "retract NAME ^," => "`;`", "one fact is retracted by one statement: `retract {NAME};`";
        "retract NAME ^[" => "`;`", "an element of a list is named first: `let fact = &{NAME}[…]; retract fact;`";
        "modify NAME ^[" => "`{`", "an element of a list is named first: `let fact = &{NAME}[…]; modify fact { … }`";
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
