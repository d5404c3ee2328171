//! What follows from the resolved model, for the stages after it to ask: nothing here reports, and nothing is changed.
//!
//! A stage between `resolve` and `check`.
//!
//! - What tests say: [`terms`] reads them as claims, over the [`values`] that [`constants`] stand for;
//!   [`conjunction`] says what follows from several; [`integers`] which integers pass; [`known`] what a rule's text
//!   tells of a fact.
//! - What rules do: [`effects_graph`] says who reads what others insert, [`recursion`] whether logical facts can hold
//!   each other up, [`returns`] whether a state is come back to, [`impact`] whose matches a rule's effects begin and end,
//!   [`changes`] what becomes of facts that stand.
//! - What evaluation needs: [`touched`].
//! - For how long events are needed: [`needed`] says it of each type, in sums of [`spans`].

pub(crate) mod asked;
pub(crate) mod changes;
pub(crate) mod conjunction;
pub(crate) mod constants;
pub(crate) mod effects_graph;
pub(crate) mod impact;
pub(crate) mod integers;
pub(crate) mod known;
pub(crate) mod needed;
pub(crate) mod recursion;
pub(crate) mod returns;
pub(crate) mod spans;
pub(crate) mod terms;
pub(crate) mod touched;
pub(crate) mod values;
