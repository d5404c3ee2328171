//! The syntax tree: what was written, in the order it was written, with every token's span.
//!
//! `parse` makes it; `resolve` reads it. Nothing here knows through which door the text came: an
//! identifier or a Rust fragment is made of the user's own tokens. What holds: the tree is
//! syntactically right, every Rust fragment has been accepted by `syn`, and no name has been
//! looked up yet.

use std::collections::BTreeSet;
use std::ops::Range;
use std::slice;

use proc_macro2::{Ident, Span, TokenStream};

use crate::block;

pub(crate) use grid::{Grid, Line, Value};
pub(crate) use table::{Cell, Column, ColumnType, OutputHead, Row, Sheet, Table};

mod grid;
mod table;

/// A whole ruleset: one `rules! { … }` block, or one or more `.rules` files.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// Attributes on the `ruleset` item, documentation included.
    pub attrs: Vec<Attribute>,
    /// Visibility of the session type; `Inherited` where none is written.
    pub vis: syn::Visibility,
    /// The session type's name; in a file without a `ruleset` item, made from the file's stem.
    pub name: Ident,
    /// The items after it, in order.
    pub items: Vec<Item>,
}

/// A rule, in a group or outside, or a query: what has conditions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Body<'r> {
    pub(crate) name: &'r Ident,
    pub(crate) when: &'r [Condition],
    pub(crate) range: &'r Range<usize>,
    pub(crate) is_query: bool,
}

impl Ruleset {
    /// Its rules and queries, in order.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = Body<'_>> {
        self.items.iter().flat_map(|item| {
            let (rules, query) = match item {
                Item::Rule(rule) => (slice::from_ref(&**rule), None),
                Item::Group(group) => (&group.rules[..], None),
                Item::Query(query) => (&[][..], Some(query)),
                Item::Use(_)
                | Item::Type(_)
                | Item::Fact(_)
                | Item::Global(_)
                | Item::Table(_)
                | Item::Kind(_)
                | Item::Rust(_) => (&[][..], None),
            };
            let rules = rules.iter().map(|rule| Body {
                name: &rule.name,
                when: &rule.when,
                range: &rule.range,
                is_query: false,
            });
            let query = query.map(|query| Body {
                name: &query.name,
                when: &query.when,
                range: &query.range,
                is_query: true,
            });
            rules.chain(query)
        })
    }
}

/// An attribute, `#[name(args)]`, `#[name = "value"]` or `#[name]`; `///` is `#[doc = "…"]`.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// The path's text without spaces: `salience`, `doc`, `derive`, `rustfmt::skip`.
    pub name: String,
    /// The span of the path.
    pub name_span: Span,
    /// What stands between the parentheses, or after `=`; empty where there is neither.
    pub args: TokenStream,
    /// The whole attribute, `#` and brackets included, to pass through to Rust.
    pub tokens: TokenStream,
}

/// One item of a ruleset.
#[derive(Debug, Clone)]
pub enum Item {
    /// `use path::{A, B};`
    Use(Foreign<syn::ItemUse>),
    /// `type Pair = …;`
    Type(Foreign<syn::ItemType>),
    /// `fact Edge(u32, u32);`
    Fact(FactDecl),
    /// `global rng: SmallRng;`
    Global(Global),
    /// `rule name { … }`
    Rule(Box<Rule>),
    /// `query name(p: T) -> R { … }`
    Query(Box<Query>),
    /// `group name { … }`
    Group(Group),
    /// `table name(p: T) -> R { … }`
    Table(Box<Table>),
    /// `kind Animal = Dog or Cat { name, age };`
    Kind(Kind),
    /// Any other Rust item, passed through as it is.
    Rust(TokenStream),
}

/// A Rust item that brings in types from elsewhere.
#[derive(Debug, Clone)]
pub struct Foreign<T> {
    /// Its attributes, `unique` and `key` among them.
    pub attrs: Vec<Attribute>,
    /// The item, without them.
    pub item: T,
}

/// A fact type declared in the ruleset.
#[derive(Debug, Clone)]
pub struct FactDecl {
    /// Its attributes, `unique`, `key` and `derived` among them.
    pub attrs: Vec<Attribute>,
    /// The same declaration as a Rust struct or enum, without `attrs`.
    pub item: FactItem,
}

/// The Rust item that a fact declaration stands for.
#[derive(Debug, Clone)]
pub enum FactItem {
    /// `fact Cell { … }`, `fact Edge(…);`, `fact Marker;`
    Struct(syn::ItemStruct),
    /// `fact enum Signal { … }`
    Enum(syn::ItemEnum),
}

/// A value that the session owns.
#[derive(Debug, Clone)]
pub struct Global {
    /// Its attributes, `trailed` among them.
    pub attrs: Vec<Attribute>,
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub ty: syn::Type,
}

/// An agenda group and the rules in it.
#[derive(Debug, Clone)]
pub struct Group {
    /// Its attributes.
    pub attrs: Vec<Attribute>,
    /// Its name.
    pub name: Ident,
    /// Its rules.
    pub rules: Vec<Rule>,
}

/// Several fact types that share fields, under one name.
#[derive(Debug, Clone)]
pub struct Kind {
    /// Its attributes, documentation included.
    pub attrs: Vec<Attribute>,
    /// Its visibility.
    pub vis: syn::Visibility,
    /// Its name.
    pub name: Ident,
    /// The types, two or more.
    pub types: Vec<syn::Path>,
    /// The fields that all of them have, each with its type where that is written.
    pub fields: Vec<(Ident, Option<syn::Type>)>,
}

/// A rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its attributes, documentation included.
    pub attrs: Vec<Attribute>,
    /// Its name.
    pub name: Ident,
    /// The conditions of its `when`.
    pub when: Vec<Condition>,
    /// What it does.
    pub then: Block,
    /// What it does when a match that fired ends.
    pub undo: Option<Block>,
    /// The names in conditions that did not parse and lack here.
    pub lost: BTreeSet<String>,
    /// Where it stands in the source's text, its attributes included.
    pub range: Range<usize>,
}

/// A query.
#[derive(Debug, Clone)]
pub struct Query {
    /// Its attributes, documentation included.
    pub attrs: Vec<Attribute>,
    /// Visibility of the method; the ruleset's where none is written.
    pub vis: syn::Visibility,
    /// Its name.
    pub name: Ident,
    /// Its parameters.
    pub params: Vec<(Ident, syn::Type)>,
    /// The type of one result, with the expression that makes it; a query without is a `bool`.
    pub select: Option<(syn::Type, syn::Expr)>,
    /// Its conditions.
    pub when: Vec<Condition>,
    /// The names in conditions that did not parse and lack here.
    pub lost: BTreeSet<String>,
    /// Where it stands in the source's text, its attributes included.
    pub range: Range<usize>,
}

/// One condition, with all its tokens.
#[derive(Debug, Clone)]
pub struct Condition {
    /// What it says.
    pub kind: ConditionKind,
    /// Its tokens as written, without the closing `;`. The printer makes its text of these.
    pub tokens: TokenStream,
}

/// What a condition says.
#[derive(Debug, Clone)]
pub enum ConditionKind {
    /// A fact pattern.
    Pattern(Pattern),
    /// `not P;`, `exists { … }` and their kin.
    Quantified(Quantifier, Vec<Condition>),
    /// `forall P => Q;` or `forall P => { … }`
    Forall {
        /// What is ranged over.
        over: Vec<Condition>,
        /// What each must have.
        holds: Vec<Condition>,
    },
    /// `either { … } or { … }`: two branches or more.
    Either(Vec<Vec<Condition>>),
    /// `if expr;`, a chain of `&&` with `let` among its parts included
    Test(syn::Expr),
    /// `if let PAT = expr;`
    TestLet(syn::Pat, syn::Expr),
    /// `let PAT = expr;` (an ascription `let x: T = …` is a `Pat::Type`)
    Let(syn::Pat, syn::Expr),
    /// `for PAT in expr;` or `for x: T in expr;`
    For {
        /// The element's pattern.
        pat: syn::Pat,
        /// Its type, where the elements are to be kept.
        ty: Option<syn::Type>,
        /// What is iterated.
        expr: syn::Expr,
    },
    /// `n = count(…)` and its kin.
    Accumulate(Accumulate),
    /// `p = discount(c, t);` or `p in discount(c, t);`
    Lookup(Lookup),
    /// `x in path(a, b);` or `reachable(a, b);`
    Call(Call),
    /// `due a.at + 30s;`
    Due(syn::Expr),
}

/// The names of the queries that conditions call, at any depth.
pub(crate) fn called_in(conditions: &[Condition]) -> Vec<&Ident> {
    let called = conditions
        .iter()
        .flat_map(|condition| match &condition.kind {
            ConditionKind::Call(call) => vec![&call.name],
            ConditionKind::Quantified(_, inner) => called_in(inner),
            ConditionKind::Forall { over, holds } => [called_in(over), called_in(holds)].concat(),
            ConditionKind::Either(branches) => {
                let branches = branches.iter();
                branches.flat_map(|branch| called_in(branch)).collect()
            }
            ConditionKind::Accumulate(accumulate) => called_in(&accumulate.source),
            ConditionKind::Pattern(_)
            | ConditionKind::Test(_)
            | ConditionKind::TestLet(..)
            | ConditionKind::Let(..)
            | ConditionKind::For { .. }
            | ConditionKind::Lookup(_)
            | ConditionKind::Due(_) => Vec::new(),
        });
    called.collect()
}

/// How many matches there must be of the conditions that a word such as `not` stands before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// None: `not`.
    None,
    /// At least one: `exists`.
    Some,
    /// Exactly one: `unique`.
    One,
}

impl Quantifier {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Quantifier::None => "not",
            Quantifier::Some => "exists",
            Quantifier::One => "unique",
        }
    }
}

/// A fact pattern: `c @ Cell { row, mark: Mark::X } if guard`.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The variable before `@`.
    pub binding: Option<Ident>,
    /// The type, or the variant, as written.
    pub path: syn::Path,
    /// The part in braces or parentheses.
    pub fields: Fields,
    /// How its event stands to others.
    pub relations: Vec<Relation>,
    /// How long ago it is at the most.
    pub windows: Vec<Window>,
    /// How many there are at the most after which none comes; where the pattern is an accumulate's own, it stands there.
    pub last: Option<Last>,
    /// The guard after `if`.
    pub guard: Option<syn::Expr>,
}

/// How long ago an event is at the most: `within 10min`.
#[derive(Debug, Clone)]
pub struct Window {
    /// It is less than that.
    pub span: syn::Expr,
    /// The span of `within`.
    pub word: Span,
    /// Its tokens as written.
    pub tokens: TokenStream,
}

/// The latest events alone: `last 100`.
#[derive(Debug, Clone)]
pub struct Last {
    /// How many.
    pub number: syn::Expr,
    /// The span of `last`.
    pub word: Span,
    /// Its tokens as written.
    pub tokens: TokenStream,
}

/// How an event stands to another: `within 10s after a`, `before b`.
#[derive(Debug, Clone)]
pub struct Relation {
    /// What lies between the two at the most.
    pub span: Option<syn::Expr>,
    /// On which side of the other it stands.
    pub side: Side,
    /// The span of the word for that.
    pub word: Span,
    /// The variable of the other.
    pub event: Ident,
    /// Its tokens as written.
    pub tokens: TokenStream,
}

/// On which side of an event another stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// It begins when the other is over, or later.
    After,
    /// It is over when the other begins, or earlier.
    Before,
    /// The one or the other.
    Either,
}

impl Side {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Side::After => "after",
            Side::Before => "before",
            Side::Either => "of",
        }
    }
}

/// The fields of a pattern.
#[derive(Debug, Clone)]
pub enum Fields {
    /// `Grid`
    Unit,
    /// `Cell { … }`; a closing `..` is dropped, it says nothing.
    Named(Vec<FieldPattern>),
    /// `Edge(x, y)`, `Edge(x, ..)`: the patterns, and the place of a `..` among them.
    Tuple {
        /// The patterns before and after the `..`.
        patterns: Vec<FieldPattern>,
        /// How many patterns stand before the `..`, where there is one.
        rest: Option<usize>,
    },
}

/// What a pattern asks of one field.
#[derive(Debug, Clone)]
pub struct FieldPattern {
    /// The field's name as written; in a tuple its position among the written patterns, spanned at
    /// the pattern.
    pub member: syn::Member,
    /// What it asks.
    pub test: FieldTest,
}

/// What a pattern asks of a field.
#[derive(Debug, Clone)]
pub enum FieldTest {
    /// `row`: the field's name is the variable.
    Shorthand,
    /// `row: 1..=3`, `row: r`, `next: Some(n)`: any Rust pattern. A top-level `a | b` is a `Pat::Or`.
    Pattern(syn::Pat),
    /// `row: == expr`, `row: < expr` and so on.
    Compare(syn::BinOp, syn::Expr),
}

/// A query as a condition: `x in path(a, b) if guard`, or `reachable(a, b)`.
#[derive(Debug, Clone)]
pub struct Call {
    /// What each result is bound to; without it the call is a test.
    pub result: Option<syn::Pat>,
    /// The query's name, as written.
    pub name: Ident,
    /// The arguments.
    pub arguments: Vec<syn::Expr>,
    /// The guard after `if`.
    pub guard: Option<syn::Expr>,
}

/// An accumulate: `t = sum(v * w for { … }) by (card) if t > 3`.
#[derive(Debug, Clone)]
pub struct Accumulate {
    /// The variable that it binds.
    pub binding: Ident,
    /// The function's name, spanned as written.
    pub function: Function,
    /// The span of the function's name.
    pub function_span: Span,
    /// The expression before `for`; for `collect(x @ P)` and `count(P)` there is none.
    pub value: Option<syn::Expr>,
    /// What is ranged over.
    pub source: Vec<Condition>,
    /// How many of that, the latest.
    pub last: Option<Last>,
    /// The keys after `by`.
    pub by: Vec<Ident>,
    /// The guard after `if`.
    pub guard: Option<syn::Expr>,
}

/// An accumulate's function.
#[derive(Debug, Clone)]
pub enum Function {
    /// How many.
    Count,
    /// The sum of the values.
    Sum,
    /// The least value.
    Min,
    /// The greatest value.
    Max,
    /// The mean of the values.
    Avg,
    /// The facts themselves.
    Collect,
    /// The fact with the least value.
    MinBy,
    /// The fact with the greatest value.
    MaxBy,
    /// `accumulate(Type, expr for P)`: a user's `Accumulator`.
    User(Box<syn::Type>),
}

/// What a table says of some arguments: `p = discount(c, t) if p > 3`, or `p in discount(c, t)`.
#[derive(Debug, Clone)]
pub struct Lookup {
    /// The variable that it binds.
    pub binding: Ident,
    /// Whether it is one match for each row: `in`.
    pub each: bool,
    /// The call.
    pub call: syn::ExprCall,
    /// The table's name in it.
    pub table: Ident,
    /// The guard after `if`.
    pub guard: Option<syn::Expr>,
}

/// The body of a `then` or an `undo`: Rust, with effect statements among it.
pub(crate) type Block = block::Block<Effect>;

/// A piece of a block.
pub(crate) type Piece = block::Piece<Effect>;

/// An effect statement.
#[derive(Debug, Clone)]
pub struct Effect {
    /// What it does.
    pub kind: EffectKind,
    /// The span of its first word.
    pub keyword: Span,
}

/// What an effect statement does.
#[derive(Debug, Clone)]
#[expect(
    clippy::large_enum_variant,
    reason = "a block has few, and they are not moved about"
)]
pub enum EffectKind {
    /// `insert expr;` and `insert logical expr;`
    Insert {
        /// Whether the fact stands only while its match does.
        logical: bool,
        /// The fact.
        fact: Vec<Piece>,
    },
    /// `modify c { … }`
    Modify {
        /// The variable that holds the fact.
        target: Ident,
        /// The block in which it is `&mut T`.
        body: Block,
    },
    /// `retract c;`
    Retract {
        /// The variable that holds the fact.
        target: Ident,
    },
    /// `focus group;`
    Focus {
        /// The group.
        group: Ident,
    },
    /// `halt;`
    Halt,
    /// `choose x in expr;`
    Choose {
        /// The alternative's pattern.
        pat: syn::Pat,
        /// The alternatives.
        expr: syn::Expr,
    },
    /// `fail;`
    Fail,
}
