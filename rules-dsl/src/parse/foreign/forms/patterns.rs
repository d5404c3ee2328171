//! What other languages write within a pattern, in its braces or its parentheses.

use super::Form;

forms! {
    /// What may stand anywhere in a field.
    WITHIN_FIELDS {
        "ref/mut ^NAME" => "", "a variable is bound by its name alone: `{NAME}`; a block may copy it, `let mut {NAME} = …;`";
        "^& ^& </>/=/!" => "`,` or `}`", "tests of a field are separated by `,`, and it is named again: `x: > 3, x: < 5`";
        "^& </>/=/!" => "`,` or `}`", "tests of a field are separated by `,`, and it is named again: `x: > 3, x: < 5`";
        "^| ^| </>/=/!" => "`,` or `}`", "alternatives of a field are written `field: A | B`; others are a guard: `P if …;`";
        "^not NUMBER" => "a pattern", "that a field differs is written `field: != {NUMBER}`";
        "^not TEXT" => "a pattern", "that a field differs is written `field: != {TEXT}`";
        "^not TYPE" => "a pattern", "that a field differs is written `field: != {TYPE}`";
        "NAME : between ^NUMBER" => "", "several values are a range: `{NAME}: {NUMBER}..=…`";
        "NAME : like/matches/contains/startsWith ^TEXT" => "", "any Rust test is a guard: `P { {NAME} } if …;`";
        "NAME : < ^>" => "`!=`", "that a field differs is written `{NAME}: != …`";
        "NAME : ^* NAME" => "a pattern", "a variable is compared as it is, `{NAME}: {OTHER}`; any other value stands after a comparison, `{NAME}: == *…`";
        "NAME : NAME ^. NAME" => "", "an expression stands after a comparison: `{NAME}: == {OTHER}.…`";
        "NAME : NAME ^+/-/*/%" => "", "an expression stands after a comparison: `{NAME}: == {OTHER} {WORD} …`";
        "NAME : NUMBER ^+/-/*/%" => "", "an expression stands after a comparison: `{NAME}: == {NUMBER} {WORD} …`";
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
}
