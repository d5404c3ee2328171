//! Every word that the compiler says about a ruleset: code, message, label and help of each mistake.
//!
//! The stages know where a mistake is and call it by the name it has here; nothing else in the compiler says
//! a word to the user, but for the names of the parts of speech in `parse::grammar` and the helps for those who
//! come from elsewhere in `parse::foreign`. A message that names
//! the place which came first ends with it: the printers add ` at line 4`.

use std::fmt::Display;

use crate::diagnostic::{Code, Diagnostic, SpanRange, nearest};

/// What is said of a mistake, whose place is still to be told.
#[derive(Debug)]
#[must_use]
pub(crate) struct Wording {
    code: Code,
    message: String,
    label: &'static str,
    help: Option<String>,
}

impl Wording {
    /// Says it of some tokens.
    pub(crate) fn at(self, span: impl Into<SpanRange>) -> Diagnostic {
        Diagnostic {
            level: self.code.level(),
            help: self.help,
            ..Diagnostic::error(self.code, span, self.message)
        }
    }

    /// Says it of the second of two places, and names the first.
    pub(crate) fn at_second(
        self,
        span: impl Into<SpanRange>,
        first: impl Into<SpanRange>,
    ) -> Diagnostic {
        let label = self.label;
        self.at(span).first(first, label)
    }

    /// The same with another help, where there is one.
    pub(crate) fn or_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }
}

/// A help that proposes the candidate nearest to a name.
pub(crate) fn did_you_mean(name: &str, candidates: &[&str]) -> Option<String> {
    let near = nearest(name, candidates.iter().copied())?;
    Some(format!("did you mean `{near}`?"))
}

/// A help that proposes the candidate nearest to a name, or else lists what there is.
pub(crate) fn suggestion(name: &str, candidates: &[&str], are: &str) -> Option<String> {
    did_you_mean(name, candidates).or_else(|| {
        let all: Vec<String> = candidates.iter().map(|name| format!("`{name}`")).collect();
        (!all.is_empty()).then(|| format!("{are} {}", all.join(", ")))
    })
}

/// "a", "a or b", "a, b or c"
pub(crate) fn alternatives(texts: &[&str]) -> String {
    match texts {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

/// The words in backticks, as alternatives.
pub(crate) fn words(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
    alternatives(&quoted)
}

/// A help for an item that begins with no known word.
pub(crate) fn items_begin_with(known: &[&str]) -> String {
    format!(
        "an item of a ruleset is Rust, or begins with {}",
        words(known)
    )
}

/// A help for what looks like an accumulate and has no function.
pub(crate) const COMPUTED_VARIABLE: &str = "a computed variable is written `let x = …;`";

/// A help for a query with `select` and without a type.
pub(crate) const SELECT_WITHOUT_TYPE: &str =
    "a query that selects states its type: `query name() -> T`";

/// A help for a write to a variable: the field that it has its value of.
pub(crate) fn write_field(fact: impl Display, field: impl Display) -> String {
    format!("write the field: `modify {fact} {{ {fact}.{field} = …; }}`")
}

/// A help for `modify xs` and `retract xs`, of a collection.
pub(crate) fn each_member(effect: &str, collection: impl Display) -> String {
    let rest = if effect == "modify" { " { … }" } else { ";" };
    format!("it is said of each member: `for x in {collection} {{ {effect} x{rest} }}`")
}

/// A help for `modify best`, of a `max` or a `min`: the same accumulate with the fact for its result.
pub(crate) fn best_fact(accumulate: &str, function: &str) -> Option<String> {
    let (name, rest) = accumulate.split_once(&format!(" = {function}("))?;
    let (value, pattern) = rest.split_once(" for ")?;
    let initial = pattern.chars().next()?;
    let named = if initial.is_uppercase() {
        format!("{} @ ", initial.to_lowercase())
    } else {
        String::new()
    };
    Some(format!(
        "the fact is found by `{name} = {function}_by({value} for {named}{pattern};`"
    ))
}

/// Said of a pattern that a rule's own inserts match.
pub(crate) const ANY_WILL_DO: &str = "any fact of the type will do here";

/// A function for each wording: of the parts of its message, it says the whole.
macro_rules! vocabulary {
    ($(
        $(#[$attribute:meta])*
        $code:ident: $name:ident($($part:ident),*) {
            $message:literal
            $(; label $label:literal)?
            $(; help $help:literal)?
        }
    )*) => {$(
        $(#[$attribute])*
        pub(crate) fn $name($($part: impl Display),*) -> Wording {
            Wording {
                code: Code::$code,
                message: format!($message),
                label: [$($label,)? "first here"][0],
                help: [$(Some(format!($help)),)? None].into_iter().next().flatten(),
            }
        }
    )*};
}

vocabulary! {
    /// What ended the match of the grammar.
    Syntax: expected(what, found) {
        "expected {what}, found {found}"
    }

    /// The same where nothing is expected.
    Syntax: unexpected(found) {
        "unexpected {found}"
    }

    /// What syn says, or the lexer.
    Syntax: rust(message) {
        "{message}"
    }

    /// A text that begins with no token.
    Syntax: no_token(found) {
        "no token begins with `{found}` here"
    }

    /// The end of a text within brackets.
    Syntax: unexpected_end() {
        "unexpected end of the file"
    }

    /// A bracket, a comment or a string without its end.
    Syntax: never_closed(what) {
        "this {what} is never closed"
    }

    /// A bracket that ends what another began.
    Syntax: closes_another(close, open, line) {
        "this `{close}` does not close the `{open}` at line {line}"
    }

    /// A bracket that ends nothing.
    Syntax: closes_nothing(close) {
        "this `{close}` closes nothing that is open here"
    }

    /// Brackets or operators without end.
    Syntax: nested_too_deep(levels) {
        "nested too deep: the limit is {levels} levels of brackets"
    }

    /// A first item other than `ruleset`.
    Syntax: expected_ruleset(found) {
        "expected `ruleset`, found {found}"
        ; help "the first item names the session type: `pub ruleset Name;`"
    }

    /// A second `ruleset`.
    Syntax: ruleset_again() {
        "`ruleset` stands only once, as the first item"
    }

    /// `pub rule`, `pub global`, `pub group`.
    Syntax: useless_visibility() {
        "`pub` says nothing here: only facts, queries and Rust items have a visibility"
        ; help "leave it out"
    }

    /// `#[…]` without a name.
    Syntax: expected_attribute() {
        "expected an attribute, `#[name(…)]`"
    }

    /// A keyword that no name can be, not even after `r#`.
    Syntax: keyword(keyword) {
        "expected a name, found the keyword `{keyword}`"
    }

    /// Any other keyword.
    Syntax: raw_keyword(keyword) {
        "expected a name, found the keyword `{keyword}`"
        ; help "a name that is a keyword is written `r#{keyword}`"
    }

    /// `Pair<u32>` in a pattern.
    Syntax: generic_pattern() {
        "expected a fact type, found a type with generic arguments"
        ; help "give it a name of its own: `type Pair = …;`"
    }

    /// `Pair::<u32> { … }` in an insert.
    Syntax: generic_fact() {
        "a fact type has no generic arguments here"
        ; help "give it a name: `type Pair = …;`"
    }

    /// Two `..` in a tuple.
    Syntax: second_rest() {
        "`..` stands twice in one pattern"
    }

    /// `if a || let … = b`
    Syntax: misplaced_let() {
        "expected an expression, found `let`"
        ; help "`let` is a part of a chain of `&&`, without `||`, `!` or parentheses around it"
    }

    /// `if a = b`
    Syntax: assignment_in_test() {
        "expected `==`, found `=`"
        ; help "`==` compares"
    }

    /// `let x = insert y;`
    Syntax: effect_in_expression(word) {
        "expected `{word}` at the beginning of a statement"
        ; help "an effect is a statement: `{{ {word} …; }}`"
    }

    /// A word after which an effect does not go on.
    Syntax: broken_effect(word, what, found) {
        "expected {what}, found {found}"
        ; help "`{word}` begins an effect; a variable or a function of that name is written `r#{word}`"
    }

    /// A file that the formatter would change.
    #[cfg(feature = "build-script")]
    Syntax: unformattable() {
        "cannot be formatted without a change of what it says; this is a mistake of the formatter"
    }

    /// A field of a declared fact.
    UnknownField: unknown_field(fact, field) {
        "`{fact}` has no field `{field}`"
    }

    /// A variant of a declared enum.
    UnknownField: unknown_variant(fact, variant) {
        "`{fact}` has no variant `{variant}`"
    }

    /// A variant of a declared struct.
    UnknownField: no_enum(fact, variant) {
        "`{fact}` is no enum and has no variant `{variant}`"
    }

    /// `Cell(…)` of named fields.
    UnknownField: named_fields(fact) {
        "`{fact}` has named fields"
        ; help "write them in braces"
    }

    /// `Marker(…)` of none.
    UnknownField: no_fields(fact) {
        "`{fact}` has no fields"
        ; help "leave the parentheses out"
    }

    /// More positions than there are.
    UnknownField: too_many_positions(fact, fields, named) {
        "`{fact}` has {fields}, the pattern names {named}"
        ; help "a pattern names each position once"
    }

    /// Fewer positions than there are.
    UnknownField: too_few_positions(fact, fields, named) {
        "`{fact}` has {fields}, the pattern names {named}"
        ; help "write `_` for a position, or `..` for the rest"
    }

    /// A variable that a later condition binds.
    UnboundVariable: used_before(variable) {
        "`{variable}` is used before it is bound, which it is"
        ; label "bound here"
        ; help "move the condition that binds it before this one"
    }

    /// A key that is bound before the accumulate.
    UnboundVariable: key_from_before(key, function) {
        "`{key}` is bound before the `{function}`: there is one group of it"
    }

    /// A key that nothing binds.
    UnboundVariable: unknown_key(key, function) {
        "the conditions of the `{function}` bind no `{key}`"
    }

    /// A local variable outside its place.
    LocalVariable: used_outside(variable, place) {
        "`{variable}` has no value here: it is local to the `{place}`"
        ; label "local here"
    }

    /// A name that was local before.
    LocalVariable: local_before(variable, place) {
        "`{variable}` cannot be bound here: it is local to the `{place}`"
        ; label "local here"
        ; help "bind it before that condition to join with it, or rename one of them"
    }

    /// The second item of a kind and a name.
    DuplicateName: duplicate_item(kind, name) {
        "duplicate {kind} `{name}`, first defined"
        ; label "first defined here"
    }

    /// The second rule or group of a name but for its case.
    DuplicateName: duplicate_variant(kind, name, variant, first) {
        "duplicate {kind} `{name}`: its variant is `{variant}`, as is that of `{first}`, first defined"
        ; label "first defined here"
    }

    /// `fact Oven` in `ruleset Oven`.
    DuplicateName: own_name(name, what, ruleset) {
        "`{name}` is the type of {what} of the ruleset `{ruleset}`, and can be no other type"
        ; help "give one of them another name: `ruleset {ruleset}Rules;`"
    }

    /// Two methods of one name.
    DuplicateName: duplicate_method(what, method, first) {
        "{what} is named `{method}`, as is {first}, defined"
        ; label "first defined here"
        ; help "give one of them another name"
    }

    /// Two types of one name.
    DuplicateName: duplicate_type(name, first, second) {
        "two fact types are named `{name}`: `{second}`, and `{first}`"
        ; label "named here first"
        ; help "give one another name: `use … as …;`"
    }

    /// A variable bound twice where it is no join.
    DuplicateVariable: duplicate_variable(name) {
        "duplicate variable `{name}`, first defined"
        ; label "first defined here"
        ; help "give one of them another name"
    }

    /// A query named like a method.
    ReservedName: reserved_query(name) {
        "a query cannot be named `{name}`: every session has a method of that name"
        ; help "give it another name"
    }

    /// A fact whose accessor is named like a method.
    ReservedName: reserved_accessor(fact, method) {
        "a fact with a key cannot be named `{fact}`: its accessor would be `{method}`, a method that every session has"
        ; help "give it another name"
    }

    /// A fact whose accessor is named like a keyword.
    ReservedName: keyword_accessor(fact, keyword) {
        "a fact with a key cannot be named `{fact}`: its accessor would be `{keyword}`, a word of Rust"
        ; help "give it another name"
    }

    /// A variable that holds no fact.
    NotAFact: no_fact(effect, variable, what) {
        "`{effect}` needs a fact, but `{variable}` is {what}, bound"
        ; label "bound here"
        ; help "name the fact in its pattern: `c @ Cell {{ … }}`"
    }

    /// A global.
    NotAFact: global_no_fact(effect, global) {
        "`{effect}` needs a fact, but `{global}` is a global, declared"
        ; label "declared here"
    }

    /// A name that the rule does not bind.
    NotAFact: nothing_bound(effect, name) {
        "`{effect}` needs a fact, but the rule binds no `{name}`"
        ; help "name the fact in its pattern: `{name} @ …`"
    }

    /// `a.x = 3;` of a fact.
    WrittenFact: written_fact(fact, place) {
        "`{place}` is part of a fact, which is written by a `modify` alone"
        ; help "write `modify {fact} {{ {place} = …; }}`"
    }

    /// `total = 3;` of a variable of the conditions.
    WrittenFact: written_variable(variable) {
        "`{variable}` is a value that was matched, and cannot be written"
        ; help "write the field of the fact in a `modify`, or a copy: `let mut {variable} = …;`"
    }

    /// `modify lamp { colour = 3; }`
    WrittenFact: field_without_fact(field, fact) {
        "there is no variable `{field}`, but `{fact}` has a field of that name"
        ; help "write `{fact}.{field} = …;`"
    }

    /// `a == b` of facts.
    ComparedFacts: compared_facts(left, operator, right) {
        "facts are not compared by `{operator}`"
        ; help "`{left}.handle() {operator} {right}.handle()` asks whether they are one fact; values are compared field by field"
    }

    /// `u @ A(u)`
    FactAsValue: fact_itself(variable) {
        "`{variable}` is the fact itself, so it cannot be the value of its field too, bound"
        ; label "the fact is named here"
        ; help "give one of them another name"
    }

    /// `u @ A; B { owner: u };`
    FactAsValue: fact_as_value(variable) {
        "`{variable}` is a fact and not the value of a field, bound"
        ; label "the fact is named here"
        ; help "join with a field of it: `{variable} @ A {{ id }};`, and `id` here"
    }

    /// `?` and `return Err(…)`
    NoErrorType: no_error_type(what, ruleset) {
        "`{what}` needs a type of error, and the ruleset has none"
        ; help "put it before the ruleset: `#[error(MyError)] ruleset {ruleset};`"
    }

    /// `?` in a condition.
    NoErrorType: failing_condition(what) {
        "`{what}` stands in blocks alone: a condition cannot fail"
        ; help "match the value: `if let Ok(x) = …;`"
    }

    /// `session.insert(…)` in a block.
    UnseenSession: session_in_block(name) {
        "a block does not see the session: there is no `{name}` in it"
        ; help "its effects are statements, `insert …;`; what it needs of other facts is collected in `when`: `orders = collect(o @ Order);`"
    }

    /// `session.len()` in a condition.
    UnseenSession: session_in_condition(name) {
        "a condition does not see the session: there is no `{name}` in it"
        ; help "it asks by patterns and accumulates: `n = count(Order) if n > 3;`"
    }

    /// An accumulate of facts that may be of several patterns.
    NotAFact: which_fact(function, does, example) {
        "`{function}` needs to know which fact it {does}"
        ; help "give a name to that one and to no other: `{example}{{ x @ A; B; }})`"
    }

    /// `str`, `[T]` or `dyn T`.
    UnsizedType: unsized_type(ty, instead) {
        "`{ty}` has no size of its own, so no value of it can be kept"
        ; help "write {instead}"
    }

    /// A literal.
    WrongLiteral: wrong_literal(field, ty, literal) {
        "field `{field}` is of type `{ty}`, this is {literal}"
    }

    /// A group.
    UnknownGroup: unknown_group(group) {
        "there is no group `{group}`"
        ; help "declare it: `group {group} {{ … }}`"
    }

    /// A strategy.
    UnknownStrategy: unknown_strategy(name) {
        "there is no strategy `{name}`"
    }

    /// An attribute.
    UnknownAttribute: unknown_attribute(name, on) {
        "there is no attribute `{name}` of {on}"
    }

    /// A warning in `#[allow(rules::…)]`.
    UnknownAttribute: unknown_warning(name) {
        "there is no warning `rules::{name}`"
    }

    /// An attribute about the focus, of a rule in no group.
    UnknownAttribute: outside_groups(name) {
        "`#[{name}]` means nothing in a rule outside all groups"
        ; help "put the rule in a group: `group name {{ rule … }}`"
    }

    /// Arguments of an attribute that takes none.
    InvalidAttribute: no_arguments(name) {
        "`#[{name}]` takes no arguments"
    }

    /// Arguments that are not what the attribute takes.
    InvalidAttribute: wrong_arguments(name, what) {
        "`#[{name}(…)]` takes {what}"
    }

    /// An attribute that stands once.
    InvalidAttribute: attribute_again(name) {
        "`#[{name}]` is given twice, first"
        ; label "first given here"
    }

    /// `#[unique]` and `#[key(…)]`.
    InvalidAttribute: unique_and_key(first) {
        "a fact is either `#[unique]` or has a `#[key(…)]`; this one has `#[{first}]`"
        ; label "given here"
        ; help "facts of one key are one: leave `#[unique]` out"
    }

    /// `#[key]`
    InvalidAttribute: key_of_nothing() {
        "`#[key]` needs the fields of the key"
        ; help "`#[key(a, b)]`, or `#[key()]` for one fact at the most"
    }

    /// `#[derived]` on a `use`.
    InvalidAttribute: derived_elsewhere() {
        "`#[derived]` stands on a `fact`, not on a type from elsewhere"
        ; help "each ruleset says for itself who inserts the facts that it declares"
    }

    /// `#[unique]` or `#[key(…)]` on a `use` that does not name the types.
    InvalidAttribute: unnamed_types() {
        "`#[unique]` and `#[key(…)]` need the names of the types that they are said of"
        ; help "name each type: `use path::{{A, B}};`"
    }

    /// `#[unique] use` of a type that the ruleset declares.
    InvalidAttribute: stated_of_declared(name) {
        "`{name}` is declared in this ruleset, and what tells its facts apart belongs there"
        ; help "put the attribute on `fact {name}`"
    }

    /// A second `#[unique] use` of a type.
    InvalidAttribute: stated_again(name) {
        "what tells facts of `{name}` apart is said twice, first"
        ; label "first said here"
    }

    /// A field that a key names twice.
    InvalidAttribute: key_names_twice(field) {
        "the key names `{field}` twice"
    }

    /// The function of an accumulate.
    UnknownFunction: unknown_function(functions, found) {
        "expected {functions}, found `{found}`"
        ; help "a computed variable is written `let x = …;`"
    }

    /// A global in a condition.
    GlobalInCondition: global_in_condition(global) {
        "a condition cannot use the global `{global}`"
        ; help "globals belong to `then` blocks; what conditions read must be facts"
    }

    /// A global in a choice.
    GlobalInCondition: global_in_choice(global) {
        "a choice cannot use the global `{global}`"
        ; help "it is evaluated again for each alternative: make the global `#[trailed]`"
    }

    /// An effect of search.
    NeedsBacktrack: needs_backtrack(word) {
        "`{word}` needs `#[backtrack]` on the ruleset"
    }

    /// `choose` after something else.
    MisplacedChoose: misplaced_choose() {
        "`choose` stands at the head of a `then` block, before anything else"
        ; help "move it there"
    }

    /// `insert logical` of a fact with a key.
    LogicalKey: logical_key(fact) {
        "`{fact}` has a key and cannot be inserted logically"
        ; help "make it `#[unique]`, or insert it plainly"
    }

    /// `insert logical` in `undo`.
    LogicalUndo: logical_undo() {
        "an `undo` block runs when its match has ended: nothing would support the fact"
        ; help "insert it plainly"
    }

    /// Alternatives in a nested pattern.
    Unsupported: unsupported_alternative(what) {
        "{what} of `|` is not supported yet"
        ; help "test it in a guard"
    }

    /// A position of a tuple whose length is not known.
    Unsupported: unknown_position() {
        "a position after `..` is known only where the ruleset declares the fact type"
        ; help "name the position: `Edge {{ 2: x }}`"
    }

    /// Two tests of one pattern.
    Never: never_beside(second, first) {
        "`{second}` never holds beside `{first}`, which stands"
        ; label "this and that exclude each other"
        ; help "one of them has to go"
    }

    /// A test and all those before it in the pattern.
    Never: never_after_others(test) {
        "`{test}` never holds together with the tests before it"
        ; help "one of them has to go"
    }

    /// A test and the type of a field.
    Never: never_of_type(test, field, ty) {
        "`{test}` never holds: `{field}` is of type `{ty}`"
    }

    /// A test by itself.
    Never: never_by_itself(test) {
        "`{test}` never holds"
    }

    /// A negation in a cycle of logical inserts.
    Unstratified: unstratified(rule, condition, cycle) {
        "`{condition}` in {rule} depends on what the rule itself derives: {cycle}"
        ; help "break the cycle, or insert one of these facts plainly; `#[allow(rules::unstratified)]` lets it pass"
    }

    /// A variable.
    UnusedVariable: unused_variable(rule, variable) {
        "{rule} binds `{variable}` and does not use it"
        ; help "leave it out, or call it `_{variable}`"
    }

    /// A variable named by its field alone.
    UnusedVariable: unused_field_variable(rule, variable) {
        "{rule} binds `{variable}` and does not use it"
        ; help "leave it out, or write `{variable}: _` where the rule is to notice its changes"
    }

    /// A variable whose name is like another's.
    UnusedVariable: misspelt_variable(rule, variable, meant) {
        "{rule} binds `{variable}` and does not use it"
        ; help "did you mean `{meant}`?"
    }

    /// A pattern and what stands before it.
    CrossProduct: cross_product(rule, second, first) {
        "{rule} pairs every `{second}` with every `{first}`: nothing relates it to the pattern"
        ; label "nothing relates the two"
        ; help "join them by a field; `#[allow(rules::cross_product)]` where every pair is meant"
    }

    /// Two conditions of a rule.
    NeverFires: never_fires(rule, second, first) {
        "{rule} never fires: `{second}` excludes `{first}`, which stands"
        ; label "this and that exclude each other"
    }

    /// A condition and all those before it.
    NeverFires: never_fires_after_others(rule, condition) {
        "{rule} never fires: `{condition}` excludes the conditions before it"
    }

    /// The same in a branch of an `either`.
    NeverFires: never_fires_so(rule, second, first) {
        "in {rule} this branch never holds: `{second}` excludes `{first}`, which stands"
        ; label "this and that exclude each other"
    }

    /// The same, of several.
    NeverFires: never_fires_so_after_others(rule, condition) {
        "in {rule} this branch never holds: `{condition}` excludes the conditions before it"
    }

    /// A test inside a negation and one outside it.
    SubsumedCondition: absent_anyhow(rule, second, first) {
        "in {rule} this `not` always holds: `{second}` excludes `{first}`, which stands"
        ; label "this and that exclude each other"
        ; help "leave it out, or mend it"
    }

    /// The same, of several.
    SubsumedCondition: absent_anyhow_after_others(rule, condition) {
        "in {rule} this `not` always holds: `{condition}` excludes the conditions before it"
        ; help "leave it out, or mend it"
    }

    /// A `modify`.
    SelfReactivation: reactivating_modify(rule, field) {
        "{rule} re-activates itself: it writes `{field}`, which its conditions read and do not test"
        ; help "test `{field}` in a condition, or give the rule `#[no_loop]`"
    }

    /// An `insert`.
    SelfReactivation: reactivating_insert(rule, fact) {
        "{rule} re-activates itself: each `{fact}` that it inserts is a new match of it"
        ; help "test a field of `{fact}`, or ask for what is not there yet: `not {fact} {{ … }}`"
    }

    /// A logical insert beside a `modify` or a `retract`.
    UnseenLogical: unseen_logical(rule, effect, fact) {
        "this logical fact falls at once: the block {effect} `{fact}`, which {rule} matches,"
        ; label "this ends the match"
        ; help "insert it plainly, or in a rule that leaves `{fact}` as it is"
    }

    /// A rule and an earlier one.
    DuplicateRule: duplicate_rule(rule, first) {
        "{rule} has the conditions and the effects of {first}, written"
        ; label "this rule does the same"
        ; help "leave one of them out"
    }

    /// A condition and an earlier one.
    SubsumedCondition: subsumed_by(rule, condition, by) {
        "in {rule}, `{condition}` holds wherever `{by}` does, which stands"
        ; label "this says as much"
        ; help "leave it out"
    }

    /// A condition and those before it.
    SubsumedCondition: subsumed_by_others(rule, condition) {
        "in {rule}, `{condition}` always holds where the other conditions do"
        ; help "leave it out"
    }

    /// A derived fact.
    Underivable: underivable(fact) {
        "no rule inserts the derived fact `{fact}`"
        ; help "insert it in a rule, or leave `#[derived]` out"
    }

    /// A derived fact, with the rules that wait for it.
    Underivable: underivable_for(fact, rules) {
        "no rule inserts the derived fact `{fact}`, so {rules} cannot fire"
        ; help "insert it in a rule, or leave `#[derived]` out"
    }

    /// A pattern of a derived fact.
    Underivable: unmatchable(rule, condition) {
        "{rule} cannot fire: no rule inserts a derived fact that matches `{condition}`"
    }
}
