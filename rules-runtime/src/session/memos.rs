//! What rules with `#[once]`, `#[on_change]`, `#[no_loop]` and `undo` ask of their firings.

use alloc::vec::Vec;

use crate::containers::hash::hash_one;
use crate::containers::index::NIL;
use crate::history::memo::{FiredGroup, Memo};
use crate::history::record::Record;
use crate::ids::TokenId;
use crate::memory::archive::Moment;
use crate::memory::handle::FactId;
use crate::network::engine_features::HasFeatures as _;
use crate::network::summaries::summarize::key_told;
use crate::network::{Network, order, records};
use crate::plan::{Element, Strategy};
use crate::session::program::Program;
use crate::session::work::Work;

impl<P: Program> Work<P> {
    /// Whether a memo bars a match from firing.
    pub(crate) fn is_barred(&self, token: TokenId) -> bool {
        let Work {
            memory, network, ..
        } = self;
        let index = self.match_of(token);
        let entry = &P::PLAN.matches[index as usize];
        if !(entry.once || entry.on_change) {
            return false;
        }
        let Some(memo) = self.memo_of(token) else {
            return false;
        };
        if entry.once {
            return true;
        }
        let Record {
            token: before,
            date,
            ..
        } = *network.records.get(memo.record);
        let before = (network.match_of(before), before, Moment::At(date));
        P::unchanged(memory, network, before, (index, token))
    }

    /// Notes that a match fires in the change that comes next: what its `undo` needs, and what later matches
    /// over the same facts are compared with. `token` still stands.
    pub(crate) fn note_firing(&mut self, token: TokenId, index: u32) {
        let entry = &P::PLAN.matches[index as usize];
        if const { P::FEATURES.no_loop } && entry.no_loop {
            // What the change takes out of a group is not found through it any more.
            let mut fired_groups = core::mem::take(&mut self.network.fired_groups);
            fired_groups.clear();
            let groups = groups::<P>(&self.network, token).map(|(node, member)| FiredGroup {
                node,
                member,
                hash: P::group_hash(node, &self.memory, &self.network, member),
            });
            fired_groups.extend(groups);
            self.network.fired_groups = fired_groups;
        }
        if const { !P::FEATURES.past() } || !(entry.once || entry.on_change || entry.undo) {
            return;
        }
        let number = self.record(token, index, entry.undo);
        if const { P::FEATURES.undo } && entry.undo {
            self.network.records.await_end(token, number);
        }
        if const { P::FEATURES.memos } && (entry.once || entry.on_change) {
            self.memoize(token, number);
        }
    }

    /// Notes what later matches over the same facts are compared with, of a match that counts as fired; returns the activations
    /// that it bars. (There is nothing that its `undo` would undo.)
    pub(crate) fn count_as_fired(&mut self, token: TokenId) -> Vec<TokenId> {
        let index = self.match_of(token);
        let entry = &P::PLAN.matches[index as usize];
        if !(entry.once || entry.on_change) {
            return Vec::new();
        }
        let number = self.record(token, index, false);
        self.memoize(token, number);
        if !entry.bars_others() {
            return Vec::new();
        }
        let mut barred = self.barred_by(token);
        barred.retain(|&other| other != token);
        barred
    }

    /// The record of a match, before the change that comes next, where there is to be one.
    fn record(&mut self, token: TokenId, index: u32, undo: bool) -> u32 {
        let entry = &P::PLAN.matches[index as usize];
        let has_groups = || {
            let mut elements = entry.elements.iter();
            elements.any(|element| matches!(element, Element::Group { .. }))
        };
        if !(undo || entry.on_change || has_groups()) {
            return NIL;
        }
        let facts = (self.ids(token), self.dates(token));
        let number = self.network.record(token, self.date + 1, facts);
        records::pin::<P>(number, &mut self.memory, &self.network);
        number
    }

    /// The activations over the same facts that the firing of a match, which stands no longer, bars.
    pub(crate) fn barred_by(&self, token: TokenId) -> Vec<TokenId> {
        let entry = &P::PLAN.matches[self.network.match_of(token) as usize];
        let mut pending = self.network.agenda.members();
        pending.retain(|&other| {
            let is_of_rule = self.entry_of(other).rule == entry.rule;
            is_of_rule && !self.network.tokens.is_copy(other) && self.is_barred(other)
        });
        pending
    }

    /// Takes back the matches that a firing has made of its own rule over the same facts, where the rule
    /// asks for it.
    pub(crate) fn drop_loops(&mut self, fired: TokenId, index: u32) {
        let entry = &P::PLAN.matches[index as usize];
        if !entry.no_loop {
            return;
        }
        let mut fresh = core::mem::take(&mut self.network.agenda.fresh);
        fresh.retain(|&token| {
            let Work {
                memory, network, ..
            } = &*self;
            let again = P::PLAN.matches[network.match_of(token) as usize].rule == entry.rule
                && network.places(token).eq(network.places(fired))
                && same_as_fired::<P>(memory, network, token);
            if again {
                self.network.remove_match(token);
            }
            !again
        });
        self.network.agenda.fresh = fresh;
    }

    fn ids(&self, token: TokenId) -> Vec<FactId> {
        order::facts::<P>(&self.memory, self.network.match_view(), token)
    }

    /// The dates of its facts, where the strategy goes by them.
    fn dates(&self, token: TokenId) -> Vec<u64> {
        match P::PLAN.strategy {
            Strategy::Lex | Strategy::Mea => {
                order::dates::<P>(&self.memory, self.network.match_view(), token)
            }
            _ => Vec::new(),
        }
    }

    fn rule_and_hash(&self, token: TokenId, ids: &[FactId]) -> (u64, u32) {
        let rule = P::PLAN.matches[self.network.match_of(token) as usize].rule;
        (hash_one(&(rule, ids)), rule)
    }

    fn memo_of(&self, token: TokenId) -> Option<&Memo> {
        let ids = self.ids(token);
        let key = self.rule_and_hash(token, &ids);
        let memos = &self.network.memos;
        let number = memos.find(key, |memo| self.is_same(memo, &ids, token))?;
        memos.get(number)
    }

    /// Whether a memo is of the subject of a match.
    fn is_same(&self, memo: &Memo, ids: &[FactId], token: TokenId) -> bool {
        let Work {
            memory, network, ..
        } = self;
        memo.ids == ids
            && if memo.record == NIL {
                groups::<P>(network, token).next().is_none()
            } else {
                same_groups::<P>(memory, network, network.records.get(memo.record), token)
            }
    }

    /// Puts a memo in, in the place of one of the same subject.
    fn memoize(&mut self, token: TokenId, record: u32) {
        let ids = self.ids(token);
        let (hash, rule) = self.rule_and_hash(token, &ids);
        let mut memos = core::mem::take(&mut self.network.memos);
        if record != NIL {
            self.network.records.share(record);
        }
        let known = memos.find((hash, rule), |memo| self.is_same(memo, &ids, token));
        if let Some(before) = known.and_then(|number| memos.remove(number)) {
            self.let_go(before.record);
        }
        memos.insert(Memo {
            hash,
            rule,
            ids,
            record,
        });
        self.network.memos = memos;
        self.sweep_memos();
    }

    /// Drops the memos whose facts are gone, where there have come to be many.
    fn sweep_memos(&mut self) {
        let mut memos = core::mem::take(&mut self.network.memos);
        let there = |id: &FactId| P::tag(&self.memory, id.kind, id.slot) == id.tag;
        let gone = memos.sweep(|memo| memo.ids.iter().all(there));
        self.network.memos = memos;
        for memo in gone {
            self.let_go(memo.record);
        }
    }

    fn let_go(&mut self, record: u32) {
        if record != NIL {
            records::release::<P>(record, &mut self.memory, &mut self.network);
        }
    }
}

/// Whether a match is over groups of the keys that one had that has fired.
fn same_groups<P: Program>(
    memory: &P::Memory,
    network: &Network<P::Mode>,
    fired: &Record,
    token: TokenId,
) -> bool {
    let known = groups::<P>(network, fired.token);
    agree(known, groups::<P>(network, token), |(node, member), now| {
        let known = (member, Moment::At(fired.date));
        P::same_group(node, memory, network, known, now)
    })
}

/// Whether a match is over groups of the keys that the match had whose firing is the change.
fn same_as_fired<P: Program>(
    memory: &P::Memory,
    network: &Network<P::Mode>,
    token: TokenId,
) -> bool {
    let known = network.fired_groups.iter();
    agree(known, groups::<P>(network, token), |known, now| {
        let FiredGroup { node, member, hash } = *known;
        if let Some(exact) = key_told::<P>(node, memory, network, member) {
            return exact && node == now.0 && hash == P::group_hash(node, memory, network, now.1);
        }
        let known = (member, network.moment_of(member));
        P::same_group(node, memory, network, known, now)
    })
}

/// The groups of a match: the node of each and a member.
fn groups<P: Program>(
    network: &Network<P::Mode>,
    token: TokenId,
) -> impl Iterator<Item = (u32, TokenId)> + '_ {
    let elements = P::PLAN.matches[network.match_of(token) as usize].elements;
    elements.iter().filter_map(move |element| match *element {
        Element::Group { steps } => {
            let group = network.tokens.up(token, steps);
            let member = network.representative(network.tokens.get(group).fact);
            Some((network.producer(group), member))
        }
        _ => None,
    })
}

/// Whether there are as many known as now, and each goes with its like.
fn agree<A, B>(
    mut known: impl Iterator<Item = A>,
    mut now: impl Iterator<Item = B>,
    same: impl Fn(A, B) -> bool,
) -> bool {
    known.all(|one| now.next().is_some_and(|other| same(one, other))) && now.next().is_none()
}
