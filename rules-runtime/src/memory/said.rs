//! What rulesets say of how facts of a type are told apart, for other rulesets that use the type.
//!
//! A ruleset that declares a type, or says something of it on its `use`, implements these traits for it. The code of
//! one that says nothing asks whether there is an impl, by an associated constant that the asking type has itself
//! where there is one, and from a trait where there is none: rustc looks in the type first.

use core::marker::PhantomData;

use crate::memory::const_str;
use crate::memory::identity::{Identity, OnInsert};

/// What a constant has found to be as it should. Where the constant does not compile rustc has said so, and
/// nothing that is made of this type is an error again.
#[derive(Debug)]
pub struct Checked<const IS: bool>;

/// How facts of a type are told apart, as a value.
pub struct IdentityOf<T> {
    on_insert: OnInsert,
    hash: fn(&T) -> Option<u64>,
    same: fn(&T, &T) -> bool,
    ranks: bool,
}

impl<T> IdentityOf<T> {
    /// That of a type that stands for it.
    #[must_use]
    pub const fn of<I: Identity<T>>() -> Self {
        IdentityOf {
            on_insert: I::ON_INSERT,
            hash: I::hash,
            same: I::same,
            ranks: I::RANKS,
        }
    }
}

/// Refuses, at compile time, a type of which another ruleset says `#[best(…)]` and this one nothing: what stands in
/// this one's sessions would be anything that it inserts.
///
/// # Panics
///
/// Panics where facts of the type are ranked.
#[track_caller]
pub const fn may_be_unsaid<T>(said: Option<&IdentityOf<T>>) {
    if let Some(said) = said {
        assert!(
            !said.ranks,
            "facts of this type are `#[best(…)]`: say the same here, on a `use` of the type"
        );
    }
}

/// A type that a ruleset declares as a fact.
pub trait Declared {
    /// What its declaration says.
    const DECLARATION: Declaration;
}

/// What the declaration of a type says of how its facts are told apart.
#[derive(Clone, Copy)]
pub struct Declaration {
    /// The attribute; empty where there is none.
    pub attribute: &'static str,
    /// What is said to a ruleset that says something else.
    pub refusal: &'static str,
}

/// Refuses, at compile time, another attribute than that of a type's declaration; else `true`.
///
/// # Panics
///
/// Panics where the two differ.
#[must_use]
#[track_caller]
pub const fn repeats(attribute: &str, declaration: Option<Declaration>) -> bool {
    if let Some(Declaration {
        attribute: declared,
        refusal,
    }) = declaration
    {
        assert!(const_str::is_same(attribute, declared), "{}", refusal);
    }
    true
}

/// How facts of a type are told apart, where the ruleset may say it.
pub trait Chosen<I> {
    /// How.
    type Identity;
}

impl<I> Chosen<I> for Checked<true> {
    type Identity = I;
}

/// A type of which is said how facts are told apart: by its [`Declaration`], or by the `use` of a ruleset, for which
/// `R` stands. `REPEATED`: the ruleset repeats what the declaration says.
///
/// The orphan rule lets a ruleset say it of any type, since `R` is its own. Where one says it, others find it without
/// knowing which.
pub trait Identified<R, const REPEATED: bool>: Sized {
    /// How.
    const IDENTITY: IdentityOf<Self>;
}

/// Asks for the declaration of a type.
pub struct DeclarationOf<T>(PhantomData<T>);

impl<T: Declared> DeclarationOf<T> {
    /// The declaration.
    pub const FOUND: Option<Declaration> = Some(T::DECLARATION);
}

/// The answer of [`DeclarationOf`] for a type that is not declared.
pub trait NoDeclaration {
    /// None.
    const FOUND: Option<Declaration> = None;
}

impl<T> NoDeclaration for DeclarationOf<T> {}

/// Asks what is said of a type, by `R`.
pub struct StatementOf<T, R>(PhantomData<(T, R)>);

impl<T: Identified<R, false>, R> StatementOf<T, R> {
    /// How its facts are told apart.
    pub const FOUND: Option<IdentityOf<T>> = Some(T::IDENTITY);
}

/// The answer of [`StatementOf`] for a type of which nothing is said.
pub trait NoStatement<T> {
    /// Nothing.
    const FOUND: Option<IdentityOf<T>> = None;
}

impl<T> NoStatement<T> for StatementOf<T, ()> {}

/// What has been found for a type. Implemented by generated code.
pub trait Said<T> {
    /// How its facts are told apart.
    const IDENTITY: Option<IdentityOf<T>>;
}

/// Facts are told apart as has been found; where nothing is said, each insert makes a new fact.
pub struct AsSaid<S>(PhantomData<S>);

impl<T, S: Said<T>> Identity<T> for AsSaid<S> {
    const TELLS_APART: bool = S::IDENTITY.is_some();
    const ON_INSERT: OnInsert = match S::IDENTITY {
        Some(identity) => identity.on_insert,
        None => OnInsert::Keep,
    };

    #[inline]
    fn hash(fact: &T) -> Option<u64> {
        S::IDENTITY.and_then(|identity| (identity.hash)(fact))
    }

    #[inline]
    fn same(a: &T, b: &T) -> bool {
        S::IDENTITY.is_some_and(|identity| (identity.same)(a, b))
    }
}
