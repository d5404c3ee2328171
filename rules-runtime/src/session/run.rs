//! Running a session: activations fire one after the other, until none is left or something stops it.

use alloc::vec::Vec;
use core::mem;

use crate::ids::TokenId;
use crate::inspect::listener::{ActivationEvent, Listener};
use crate::inspect::metadata::{Fired, Stop};
use crate::memory::archive::Moment;
use crate::network::conditions::{IsAffected, visit_affected};
use crate::network::engine_features::HasFeatures as _;
use crate::plan::Match;
use crate::session::audience::Audience as _;
use crate::session::change::{Discard, Stage};
use crate::session::error::RuleError;
use crate::session::firing_mode::FiringMode;
use crate::session::program::{Firing, Program};
use crate::session::report::{Outcome, Phase};
use crate::session::spans::{self, EventSink};
use crate::session::straight::Straight as _;
use crate::session::work::Work;
use crate::session::{Activation, Session, follower, report};

/// How a firing has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// Its effects are applied.
    Done,
    /// By `fail`: nothing is changed.
    Failed,
    /// It has no such alternative: nothing is changed.
    Exhausted,
}

impl<P: Program, L: Listener> Session<P, L> {
    /// Fires until nothing is left to fire, or a rule halts.
    ///
    /// # Panics
    ///
    /// Panics if a rule's block does; the session is then as before that firing.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// shop.insert_all([50, 250, 400].map(|total| Order { total }));
    /// assert_eq!(shop.run().to_string(), "2 firings, then at rest");
    /// ```
    pub fn run(&mut self) -> P::Outcome<Fired> {
        self.run_limit(u64::MAX)
    }

    /// Fires `limit` times at the most.
    ///
    /// # Panics
    ///
    /// Panics if a rule's block does; the session is then as before that firing.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// use rules_runtime::Stop;
    ///
    /// shop.insert_all([50, 250, 400].map(|total| Order { total }));
    /// assert_eq!(shop.run_limit(1).stop, Stop::Limit);
    /// assert_eq!(shop.run_limit(10).stop, Stop::Rest);
    /// ```
    pub fn run_limit(&mut self, limit: u64) -> P::Outcome<Fired> {
        if limit == 0 || self.work.halted || !self.work.network.agenda.is_at_rest() {
            return self.fire_all(limit);
        }
        self.work.check();
        // After most changes nothing is to be done, and that is soon said.
        self.search.ended(Stop::Rest);
        P::outcome(Ok(Fired {
            count: 0,
            stop: Stop::Rest,
            recent: Vec::new(),
        }))
    }

    /// The same, where there may be something to fire.
    #[inline(never)]
    fn fire_all(&mut self, limit: u64) -> P::Outcome<Fired> {
        let fired = self.fire_up_to(limit).map(|fired| self.with_recent(fired));
        P::outcome(fired)
    }

    /// Says at a limit which rules have fired of late.
    fn with_recent(&self, mut fired: Fired) -> Fired {
        match fired.stop {
            Stop::Limit => {
                let name = |rule| P::RULES[rule as usize].name;
                fired.recent = self.work.recent.counts(fired.count, name);
            }
            Stop::Rest | Stop::Halted | Stop::Failed => {}
        }
        fired
    }

    pub(crate) fn fire_up_to(&mut self, limit: u64) -> Result<Fired, RuleError<P::Error, P::Rule>> {
        self.work.check();
        let is_followed = L::hears() || L::hears_changes() || follower::is_on() || limit < u64::MAX;
        self.search.begins(!is_followed);
        self.work.network.holds = true;
        let mut count = 0;
        let stop = loop {
            if mem::take(&mut self.work.halted) {
                break Stop::Halted;
            }
            if count == limit {
                // The next activation is not chosen yet: a group without any keeps the focus until then.
                break if self.work.network.agenda.has_next() {
                    Stop::Limit
                } else {
                    Stop::Rest
                };
            }
            let Some(token) = self.work.first_activation() else {
                break Stop::Rest;
            };
            let &Match { rule, bulk, .. } = self.work.entry_of(token);
            if const { P::FEATURES.bulk } && bulk && Self::fires_in_bulk() {
                count += self.fire_in_bulk(token, limit - count, limit < u64::MAX);
                continue;
            }
            let goes_on = P::Search::fire(self, token)?;
            count += self.search.take_refused();
            if !goes_on {
                break Stop::Failed;
            }
            self.work.recent.push(rule);
            count += 1;
        };
        self.search.ended(stop);
        Ok(Fired {
            count,
            stop,
            recent: Vec::new(),
        })
    }

    /// Fires once.
    ///
    /// # Panics
    ///
    /// Panics if the rule's block does; the session is then as before.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// shop.insert_all([50, 250, 400].map(|total| Order { total }));
    /// while shop.step().count == 1 {}
    /// assert_eq!(shop.len::<Discount>(), 2);
    /// ```
    pub fn step(&mut self) -> P::Outcome<Fired> {
        P::outcome(self.fire_up_to(1))
    }

    /// Makes the next run stop before it fires.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// use rules_runtime::Stop;
    ///
    /// shop.insert(Order { total: 250 });
    /// shop.halt();
    /// assert_eq!(shop.run().stop, Stop::Halted);
    /// assert_eq!(shop.run().count, 1);
    /// ```
    pub fn halt(&mut self) {
        self.work.halted = true;
    }

    /// Takes the activation that would fire first off the agenda, as if it had fired. Returns
    /// whether there was one.
    ///
    /// # Panics
    ///
    /// Panics if an earlier panic in a condition has poisoned the session.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// shop.insert(Order { total: 250 });
    /// assert!(shop.skip());
    /// assert_eq!(shop.run().count, 0);
    /// ```
    pub fn skip(&mut self) -> bool {
        self.work.check();
        let Some(token) = self.work.first_activation() else {
            return false;
        };
        P::Search::skipped(self, token);
        self.take_off(token);
        true
    }

    /// Takes an activation off the agenda as if it had fired.
    pub(crate) fn take_off(&mut self, token: TokenId) {
        let undoes = self.work.network.tokens.is_copy(token);
        let barred = if const { P::FEATURES.memos } && !undoes {
            self.work.count_as_fired(token)
        } else {
            Vec::new()
        };
        let mut outcomes = Vec::new();
        if !undoes {
            self.note(Phase::Cancelled, token, &mut outcomes);
        }
        self.work.skip(token);
        self.bar(barred, &mut outcomes);
        self.work.network.sweep();
        if const { L::MAY_HEAR } {
            report::outcomes(&outcomes, &mut spans::also(&mut self.listener));
        }
        self.tell_end();
    }

    /// Fires an activation, where its rule chooses with an alternative.
    pub(crate) fn fire(
        &mut self,
        token: TokenId,
        alternative: u32,
    ) -> Result<End, RuleError<P::Error, P::Rule>> {
        let index = self.work.match_of(token);
        let moment = if const { P::FEATURES.undo } {
            let record = self.work.network.record_of(token);
            record.map_or(Moment::Now, |record| Moment::Since(record.date))
        } else {
            Moment::Now
        };
        let undoes = moment != Moment::Now;
        let _span = spans::firing(&self.work, token);
        if !undoes {
            self.tell(token, |told, event| told.rule_firing(event));
        }
        let Work {
            memory,
            network,
            noted,
            ..
        } = &mut *self.work;
        if mem::replace(noted, true) {
            // By a block that panicked or failed.
            let kinds = P::kinds::<IsAffected>(memory);
            visit_affected::<P>(kinds, &mut Discard::<P> { memory });
        }
        let focusing = if const { P::FEATURES.focus } {
            mem::take(&mut network.agenda.focusing)
        } else {
            Vec::new()
        };
        let firing = Firing {
            memory,
            network,
            moment,
            alternative,
            end: End::Done.into(),
            inserts: 0.into(),
            halt: false.into(),
            focus: focusing.into(),
        };
        let run = if undoes { P::undo } else { P::fire };
        let result = run(index, token, &firing, &mut self.globals);
        let (inserts, halt, end) = (firing.inserts.get(), firing.halt.get(), firing.end.get());
        let mut focusing = firing.focus.into_inner();
        if let Err(error) = result {
            self.tell(token, |told, event| told.rule_failed(event));
            let Activation { rule, facts, .. } = self.work.activation(token);
            return Err(RuleError {
                error,
                rule,
                facts,
                name: P::RULES[P::PLAN.matches[index as usize].rule as usize].name,
                source: P::error_source,
            });
        }
        if end != End::Done {
            self.tell(token, |told, event| told.rule_gave_up(event));
            return Ok(end);
        }
        let chooses = !undoes && P::PLAN.matches[index as usize].chooses;
        if chooses && !halt && P::Search::is_refused(self, inserts) {
            return Ok(End::Failed);
        }
        if !undoes {
            self.covered.fired(P::PLAN.matches[index as usize].rule);
        }

        P::Search::change(self, chooses, |session| {
            session.work.halted |= halt;
            session.apply((token, index), undoes, inserts);
            for &group in &focusing {
                session.work.network.agenda.focus(group);
            }
            if const { P::FEATURES.focus } {
                focusing.clear();
                session.work.network.agenda.focusing = focusing;
            }
        });
        Ok(End::Done)
    }

    /// Applies the effects of a block, which has inserted so many facts.
    fn apply(&mut self, (token, index): (TokenId, u32), undoes: bool, inserts: u64) {
        let mut outcomes = Vec::new();
        let phase = if undoes { Phase::Undone } else { Phase::Fired };
        self.note(phase, token, &mut outcomes);
        self.work.poisoned = true;
        if const { P::FEATURES.undo } && undoes {
            self.work.take_off_undo(token, index);
        } else {
            if const { P::FEATURES.no_loop } || const { P::FEATURES.past() } {
                self.work.note_firing(token, index);
            }
            let entry = &P::PLAN.matches[index as usize];
            if entry.kept {
                self.work.leave_agenda(token, index);
            } else {
                self.work.take_off(token, index);
            }
            if const { P::FEATURES.memos } && entry.bars_others() {
                let barred = self.work.barred_by(token);
                self.bar(barred, &mut outcomes);
            }
        }
        let first_tag = self.work.tags.reserve(inserts);
        let memory = &mut self.work.memory;
        let kinds = P::kinds::<IsAffected>(memory);
        // A firing without effects supports nothing, whatever else may be logical.
        let may = P::CHANGES || kinds == 0 && P::FIRINGS;
        let is_straight = may && const { !P::FEATURES.no_loop } && !L::hears_changes();
        let work = &mut self.work;
        if is_straight
            && (work.apply_straight(kinds, first_tag) || work.apply_several(kinds, first_tag))
        {
            self.work.noted = false;
            self.tell_end();
            return;
        }
        let memory = &mut self.work.memory;
        visit_affected::<P>(kinds, &mut Stage::<P> { memory, first_tag });
        self.work.noted = false;
        self.close_firing((!undoes).then_some((token, index)), kinds, &outcomes);
    }

    /// Takes off the agenda what a firing bars.
    #[cold]
    fn bar(&mut self, all: Vec<TokenId>, outcomes: &mut Vec<Outcome>) {
        for barred in all {
            self.note(Phase::Cancelled, barred, outcomes);
            let entry = self.work.match_of(barred);
            self.work.take_off(barred, entry);
        }
    }

    /// Notes what becomes of an activation, which stands, where anyone is to be told.
    fn note(&self, phase: Phase, token: TokenId, outcomes: &mut Vec<Outcome>) {
        if const { L::MAY_HEAR } && L::hears_changes() {
            let Work {
                memory, network, ..
            } = &*self.work;
            outcomes.push(Outcome::of::<P>(phase, token, memory, network));
        }
    }

    /// Tells the listener of an activation.
    fn tell(&mut self, token: TokenId, event: fn(&mut EventSink<'_, L>, ActivationEvent<'_>)) {
        if const { L::MAY_HEAR } && L::hears() {
            let Work {
                memory, network, ..
            } = &*self.work;
            let mut told = spans::also(&mut self.listener);
            report::activation::<P>(memory, network, token, |activation| {
                event(&mut told, activation);
            });
        }
    }
}
