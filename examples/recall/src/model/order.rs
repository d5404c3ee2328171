//! The order in which the rules have their say: saliences, the highest first.
//!
//! A request is admitted, tried by all validations, refused or accepted, and done; its effects are carried out
//! before anything else happens; then the phases go on. These stages are saliences and no groups, since their rules
//! stand in the file of each action, and a group stands in one place. A computer player thinks when all that is
//! settled, in stages that are groups: see `waking.rules`.

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
/// Nobody was to be asked.
pub(crate) const IDLE: i32 = -20;
