//! Which elements of the language a generated ruleset may use.
//!
//! The generator asks before it uses one: [`Elements::ENGINE`] are those of the engine here, [`Elements::CLIPS`] those that
//! mean the same in CLIPS.

/// An element that the generator can be told to use or to leave out. What is not listed (patterns, joins,
/// `not`, `either`, `if`, `let`, plain effects, salience) is always in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// `count(P)`, `collect(P)`, and with them every accumulate.
    Accumulates,
    /// `exists P`
    Exists,
    /// `unique P`
    Unique,
    /// `forall P => Q`
    Forall,
    /// Blocks that stand in `not`, `exists`, `forall` and accumulates hold further ones.
    Nested,
    /// `either` inside `not` and the rest.
    InnerEither,
    /// `sum`, `min`, `max`, `avg`
    Numeric,
    /// `min_by`, `max_by`
    Best,
    /// `by (k)`
    By,
    /// `for x in expr`
    For,
    /// `if let PAT = expr`
    IfLet,
    /// `insert logical`
    Logical,
    /// `#[key(…)]`
    Key,
    /// `#[once]`
    Once,
    /// `#[on_change(…)]`
    OnChange,
    /// `#[salience(expr)]` over the match's values.
    ComputedSalience,
    /// `group`, `focus`, `#[auto_focus]`, `#[lock_on_active]`
    Groups,
    /// Strategies other than `depth` and `breadth`.
    Strategies,
    /// `undo { … }`
    Undo,
    /// `transaction`
    Transaction,
    /// Methods called on facts: use of a fact as a whole.
    Whole,
    /// `query`
    Queries,
    /// `for x: T in expr`
    Kept,
    /// `accumulate(Name, expr for P)`
    User,
    /// `#[error(E)]`, and `skip` from outside.
    Errors,
    /// Variables in format strings.
    Formats,
    /// `table`, and the conditions that ask one.
    Tables,
    /// `#[best(…)]`
    BestFacts,
    /// Recursive queries that rules ask.
    Asked,
    /// `#[clock(T)]` and what it brings: events, relations between them, `tick_to`.
    Time,
    /// `#[stages(…)]` and `#[stage(name)]`
    Stages,
    /// Variables of a block that hold facts: `let kept = fact;`
    Locals,
    /// Fields that are texts.
    Texts,
    /// Fields that are floats.
    Floats,
    /// `#[backtrack]`, `choose` and `fail`.
    Search,
}

/// A set of [`Element`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elements(u64);

impl Elements {
    /// None of the optional ones.
    pub const FIRST: Self = Self(0).with(Element::Accumulates).with(Element::Whole);
    /// What the engine of this workspace has: the generated tests use these.
    pub const ENGINE: Self = Self::FIRST
        .with(Element::Exists)
        .with(Element::Unique)
        .with(Element::Forall)
        .with(Element::Nested)
        .with(Element::InnerEither)
        .with(Element::Numeric)
        .with(Element::Best)
        .with(Element::By)
        .with(Element::For)
        .with(Element::IfLet)
        .with(Element::Logical)
        .with(Element::Key)
        .with(Element::Once)
        .with(Element::OnChange)
        .with(Element::Undo)
        .with(Element::ComputedSalience)
        .with(Element::Groups)
        .with(Element::Strategies)
        .with(Element::Transaction)
        .with(Element::Queries)
        .with(Element::Kept)
        .with(Element::User)
        .with(Element::Errors)
        .with(Element::Formats)
        .with(Element::Tables)
        .with(Element::BestFacts)
        .with(Element::Asked)
        .with(Element::Time)
        .with(Element::Stages)
        .with(Element::Locals)
        .with(Element::Texts)
        .with(Element::Floats)
        .with(Element::Search);
    /// What every format can save too: JSON has no NaN.
    pub const SAVED: Self = Self::ENGINE.without(Element::Floats);
    /// What CLIPS has too. Left out is what it does not have (accumulates, keys, `for`, `undo`, `#[once]`,
    /// `#[on_change]`, errors, a salience computed from a match) and what it has in a form of its own: its modules
    /// are no agenda groups, its queries are functions that look facts through, and a strategy orders firings, which
    /// are not compared.
    pub const CLIPS: Self = Self(0)
        .with(Element::Whole)
        .with(Element::Exists)
        .with(Element::Forall)
        .with(Element::Nested)
        .with(Element::InnerEither)
        .with(Element::IfLet)
        .with(Element::Logical)
        .with(Element::Transaction);
    /// Every one.
    pub const ALL: Self = Self(u64::MAX);

    /// This set and one more.
    #[must_use]
    pub const fn with(self, element: Element) -> Self {
        Self(self.0 | 1_u64 << element as u64)
    }

    /// This set without one.
    #[must_use]
    pub const fn without(self, element: Element) -> Self {
        Self(self.0 & !(1_u64 << element as u64))
    }

    /// Whether the element is in the set.
    #[must_use]
    pub const fn has(self, element: Element) -> bool {
        self.0 & (1_u64 << element as u64) != 0
    }
}
