//! For tests of rulesets: which rules fire, in which order.
//!
//! [`assert_fires!`](crate::assert_fires) fires a session to rest, and says where it fired otherwise than
//! expected, with the explanation of the rule that did not fire. With the feature `coverage` a listener notes what of the
//! rules tests have shown.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::inspect::explain::Explanation;
use crate::inspect::listener::Listener;
use crate::memory::handle::{FactId, Handle};
use crate::session::program::Program;
use crate::session::{Activation, Session};

#[cfg(feature = "coverage")]
pub use crate::inspect::coverage::{ConditionCoverage, Coverage, RuleCoverage, RulesetCoverage};

/// Firings of a rule that a test expects. A rule stands for one, over whatever facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected<R> {
    rule: R,
    times: usize,
    facts: Vec<FactId>,
}

/// One firing of a rule, to say more of.
#[must_use]
pub fn fires<R>(rule: R) -> Expected<R> {
    Expected::from(rule)
}

impl<R> From<R> for Expected<R> {
    fn from(rule: R) -> Self {
        Expected {
            rule,
            times: 1,
            facts: Vec::new(),
        }
    }
}

impl<R> Expected<R> {
    /// So many firings, one after the other.
    #[must_use]
    pub fn times(self, times: usize) -> Self {
        Expected { times, ..self }
    }

    /// Firings over a fact, and over those named before.
    #[must_use]
    pub fn over<F>(mut self, fact: Handle<F>) -> Self {
        self.facts.push(fact.id());
        self
    }
}

impl<R: Copy + PartialEq> Expected<R> {
    fn is(&self, activation: &Activation<R>) -> bool {
        let facts = activation.facts();
        self.rule == activation.rule() && self.facts.iter().all(|fact| facts.contains(fact))
    }
}

/// Where a session fired otherwise than expected.
#[derive(Debug)]
pub struct Unexpected<R> {
    /// The rule that was to fire; `None` where nothing was.
    pub rule: Option<R>,
    text: String,
    /// Why the rule does not fire, where the ruleset has explanations.
    explanation: Option<Explanation>,
}

impl<R> Unexpected<R> {
    /// Where no rule was to fire, or one has failed.
    fn without_rule(text: String) -> Self {
        Unexpected {
            rule: None,
            text,
            explanation: None,
        }
    }
}

impl<R> fmt::Display for Unexpected<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match &self.explanation {
            Some(explanation) => write!(f, "\n{explanation}"),
            None => Ok(()),
        }
    }
}

/// Fires a session for as long as it fires as expected; at the end it is to be at rest. `undo` blocks run
/// and are not counted.
///
/// # Errors
///
/// Fails before the first firing that was not expected, or where none is left that was.
pub fn fire<P: Program, L: Listener>(
    session: &mut Session<P, L>,
    expected: &[Expected<P::Rule>],
) -> Result<(), Unexpected<P::Rule>> {
    let firings = expected
        .iter()
        .flat_map(|of| (0..of.times).map(move |_| of));
    let mut count = 0;
    for expected in firings {
        let found = next(session, count)?;
        if !found.as_ref().is_some_and(|found| expected.is(found)) {
            let over = over(&expected.facts);
            let instead = instead::<P>(found);
            return Err(Unexpected {
                rule: Some(expected.rule),
                text: format!(
                    "{} was to fire{over}, {instead}",
                    nth::<P>(expected.rule, count)
                ),
                explanation: explanation(session, expected.rule),
            });
        }
        fire_next(session, count)?;
        count += 1;
    }
    match next(session, count)? {
        None => Ok(()),
        found => Err(Unexpected::without_rule(format!(
            "after {count} firings none was to follow, {}",
            instead::<P>(found)
        ))),
    }
}

/// The activation that fires next; `undo` blocks before it are run.
fn next<P: Program, L: Listener>(
    session: &mut Session<P, L>,
    count: usize,
) -> Result<Option<Activation<P::Rule>>, Unexpected<P::Rule>> {
    session.work.check();
    if session.work.halted {
        return Ok(None);
    }
    while let Some(token) = session.work.first_activation() {
        if !session.work.network.tokens.is_copy(token) {
            return Ok(Some(session.work.activation(token)));
        }
        fire_next(session, count)?;
    }
    Ok(None)
}

fn fire_next<P: Program, L: Listener>(
    session: &mut Session<P, L>,
    count: usize,
) -> Result<(), Unexpected<P::Rule>> {
    match session.fire_up_to(1) {
        Ok(_) => Ok(()),
        Err(error) => Err(Unexpected::without_rule(format!(
            "after {count} firings {:?} failed",
            error.rule
        ))),
    }
}

fn explanation<P: Program, L: Listener>(
    session: &Session<P, L>,
    rule: P::Rule,
) -> Option<Explanation> {
    let place = P::RULES.iter().position(|info| info.rule == rule)?;
    P::explain(session, place)
}

fn nth<P: Program>(rule: P::Rule, count: usize) -> String {
    let infos = P::RULES.iter();
    let name = infos.filter(|info| info.rule == rule).map(|info| info.name);
    let name: String = name.collect();
    format!("after {count} firings `{name}`")
}

fn over(facts: &[FactId]) -> String {
    if facts.is_empty() {
        String::new()
    } else {
        format!(" over {facts:?}")
    }
}

/// What fires instead.
fn instead<P: Program>(found: Option<Activation<P::Rule>>) -> String {
    let Some(found) = found else {
        return String::from("but none is left to fire");
    };
    let mut infos = P::RULES.iter();
    let info = infos.find(|info| info.rule == found.rule());
    let name = info.map_or("", |info| info.name);
    format!("but `{name}` is next{}", over(found.facts()))
}

/// Fires a session, and asserts that it fires these rules in this order, and then rests.
///
/// A rule stands for one firing; [`fires`](crate::testing::fires) says how often, and over which facts. Where
/// the session would fire otherwise it stops, and the panic's message has the explanation of the rule that
/// did not fire, where the ruleset has explanations.
///
/// ```
/// use rules_runtime::testing::fires;
/// use rules_runtime::{assert_fires, rules};
///
/// rules! {
///     ruleset Till;
///     fact Item { price: u32 }
///     fact Receipt;
///
///     rule ring_up { when { item @ Item; } then { retract item; } }
///     rule close { when { r @ Receipt; not Item; } then { retract r; } }
/// }
///
/// let mut till = Till::new();
/// till.insert(Receipt);
/// let first = till.insert(Item { price: 5 });
/// till.insert(Item { price: 7 });
/// till.insert(Item { price: 9 });
/// assert_fires!(
///     till,
///     [
///         fires(TillRule::RingUp).times(2),
///         fires(TillRule::RingUp).over(first),
///         TillRule::Close,
///     ]
/// );
/// assert_fires!(till, []);
/// ```
#[macro_export]
macro_rules! assert_fires {
    ($session:expr, [$($expected:expr),* $(,)?] $(,)?) => {{
        let session = &mut $session;
        let expected = [$($crate::testing::Expected::from($expected)),*];
        if let ::core::result::Result::Err(unexpected) =
            $crate::testing::fire(session, &expected)
        {
            ::core::panic!("{unexpected}");
        }
    }};
}
