//! How sessions fire: straight on, or with a way back, which is in `search`.

use crate::ids::TokenId;
use crate::inspect::listener::Listener;
use crate::inspect::metadata::Stop;
use crate::session::Session;
use crate::session::error::RuleError;
use crate::session::program::Program;

/// How a ruleset's sessions fire: straight on, or with a way back.
pub trait FiringMode<P: Program>: Default {
    /// Fires an activation; whether the run goes on.
    ///
    /// # Errors
    ///
    /// Fails as the block does.
    fn fire<L: Listener>(
        session: &mut Session<P, L>,
        token: TokenId,
    ) -> Result<bool, RuleError<P::Error, P::Rule>>;
    /// Makes a change, after which the session is as before it where user code in it panics and the session can
    /// go back. `chooses` is whether it is the firing of the choice point on top, from the state of its level.
    fn change<L: Listener, R>(
        session: &mut Session<P, L>,
        chooses: bool,
        change: impl FnOnce(&mut Session<P, L>) -> R,
    ) -> R;
    /// Says, when a run begins, whether nobody sees the firings in it.
    fn begins(&mut self, unseen: bool) {
        _ = unseen;
    }
    /// Whether what a block has noted, with so many inserts, makes a constraint fire at once: then nothing of it is
    /// to be done. The block is that of the choice point on top.
    fn is_refused<L: Listener>(session: &mut Session<P, L>, inserts: u64) -> bool {
        _ = (session, inserts);
        false
    }
    /// How many blocks were refused since this was asked: as many firings of constraints nobody has seen.
    fn take_refused(&mut self) -> u64 {
        0
    }
    /// Notes why a run has ended.
    fn ended(&mut self, stop: Stop);
    /// Notes that the first activation is to be taken off the agenda.
    fn skipped<L: Listener>(session: &mut Session<P, L>, token: TokenId);
}

/// Straight on.
impl<P: Program> FiringMode<P> for () {
    fn fire<L: Listener>(
        session: &mut Session<P, L>,
        token: TokenId,
    ) -> Result<bool, RuleError<P::Error, P::Rule>> {
        session.fire(token, 0).map(|_| true)
    }

    #[inline]
    fn change<L: Listener, R>(
        session: &mut Session<P, L>,
        _: bool,
        change: impl FnOnce(&mut Session<P, L>) -> R,
    ) -> R {
        change(session)
    }

    fn ended(&mut self, _: Stop) {}

    fn skipped<L: Listener>(_: &mut Session<P, L>, _: TokenId) {}
}
