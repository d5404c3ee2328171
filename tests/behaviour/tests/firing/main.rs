//! What firing means: the agenda and its order, blocks and their effects, what comes back, and what a failure leaves.
//! One behaviour a test; each file here is a module of one test binary.

mod agenda;
mod allocation;
mod alternation;
mod atomic_firing;
mod broken_off;
mod bulk;
mod changes;
mod computed_salience;
mod effects;
mod errors;
mod failed_choices;
mod failures;
mod firing_order;
mod focus;
mod in_hand;
mod looking_ahead;
mod modify;
mod poisoned;
mod reads;
mod refraction;
mod search;
mod solutions;
mod stages;
mod steady;
mod strategies;
mod undo;
mod waiting_choices;
