//! The order in which the rules have their say: saliences, the highest first.
//!
//! A request is admitted, tried by all validations, refused or accepted, and done; its effects are carried out
//! before anything else happens; then the phases go on. A computer player thinks when all that is settled.

/// Who asks is found.
pub(crate) const ADMIT: i32 = 100;
/// Every validation that fails says so.
pub(crate) const VALIDATE: i32 = 90;
/// What has failed a validation is refused.
pub(crate) const REFUSE: i32 = 80;
/// What is left is accepted.
pub(crate) const ACCEPT: i32 = 70;
/// Effects are carried out.
pub(crate) const EFFECT: i32 = 60;
/// What has been accepted is done: it asks for effects.
pub(crate) const ACT: i32 = 50;
/// A computer player is asked what to do.
pub(crate) const WAKE: i32 = -10;
/// It sees what it may see, and finds what could be done.
pub(crate) const CONSIDER: i32 = -20;
/// It weighs each of these.
pub(crate) const WEIGH: i32 = -30;
/// The rules of decision give their verdicts.
pub(crate) const JUDGE: i32 = -40;
/// The first verdict is the decision.
pub(crate) const DECIDE: i32 = -50;
/// The decision is done as if somebody had asked for it.
pub(crate) const CARRY_OUT: i32 = -60;
