//! The firing order: which of two activations fires first.

use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};
use core::slice;

use crate::agenda::match_view::MatchView;
use crate::agenda::{ActivationKey, Compare, Lead};
use crate::containers::hash::hash_one;
use crate::containers::trail::Mode;
use crate::ids::{KindId, Slot, TokenId};
use crate::memory::handle::FactId;
use crate::network::Network;
use crate::network::conditions::{Conditions, Holds, Visitor};
use crate::network::engine_features::HasFeatures as _;
use crate::plan::{Element, NodeKind, Plan, Strategy, bit_of};

/// The firing order of a ruleset.
pub(crate) struct ByPlan<'a, P: Conditions> {
    pub(crate) memory: &'a P::Memory,
    pub(crate) network: MatchView<'a, P::Mode>,
}

impl<P: Conditions> Compare for ByPlan<'_, P> {
    const HEAPS: bool = <P::Mode as Mode>::TRAILS || P::FEATURES.by_more_than_dates;
    const GATES: bool = P::FEATURES.gates;

    fn in_change(&self, a: TokenId, b: TokenId) -> Ordering {
        order::<P>(self.memory, self.network, a, b)
    }

    fn lead(&self, token: TokenId) -> Lead {
        lead::<P>(self.memory, self.network, token)
    }

    fn sort(&self, of_change: &mut [TokenId]) {
        sort::<P>(of_change, self.memory, self.network);
    }

    fn in_heap(
        &self,
        (a, first): (TokenId, &ActivationKey),
        (b, second): (TokenId, &ActivationKey),
    ) -> Ordering {
        let by_date = || match P::PLAN.strategy {
            Strategy::Breadth => first.date.cmp(&second.date),
            _ => second.date.cmp(&first.date),
        };
        let salience = (second.salience, second.undoes).cmp(&(first.salience, first.undoes));
        salience
            .then_with(|| self.by_strategy((a, first), (b, second)))
            .then_with(by_date)
            .then_with(|| self.in_change(a, b))
    }
}

impl<P: Conditions> ByPlan<'_, P> {
    fn by_strategy(
        &self,
        (a, first): (TokenId, &ActivationKey),
        (b, second): (TokenId, &ActivationKey),
    ) -> Ordering {
        let entry = |token| &P::PLAN.matches[self.network.match_of(token) as usize];
        if const { P::FEATURES.facts_dates } {
            return self.by_dates(a, b);
        }
        match P::PLAN.strategy {
            // By their own dates, or by those of their facts, which are asked above.
            Strategy::Depth | Strategy::Breadth | Strategy::Lex | Strategy::Mea => Ordering::Equal,
            Strategy::Complexity => entry(b).complexity.cmp(&entry(a).complexity),
            Strategy::Simplicity => entry(a).complexity.cmp(&entry(b).complexity),
            Strategy::Order => entry(a).rule.cmp(&entry(b).rule),
            Strategy::Random(seed) => {
                hash_one(&(seed, first.number)).cmp(&hash_one(&(seed, second.number)))
            }
        }
    }

    /// By the dates of the facts, newest first; the longer match wins. With `mea` that of the first fact comes before
    /// all others.
    fn by_dates(&self, a: TokenId, b: TokenId) -> Ordering {
        let first_date = |token| Reverse(self.dates(token).first().copied());
        let by_first = match P::PLAN.strategy {
            Strategy::Mea => first_date(a).cmp(&first_date(b)),
            _ => Ordering::Equal,
        };
        let sorted = |token| {
            let mut dates = self.dates(token);
            dates.sort_unstable_by(|a, b| b.cmp(a));
            dates
        };
        by_first.then_with(|| sorted(b).cmp(&sorted(a)))
    }

    /// The dates of a match's facts, in the order written; of one that is to be undone, those at its firing.
    fn dates(&self, token: TokenId) -> Vec<u64> {
        if let Some(record) = self.network.record_of(token) {
            return record.dates.clone();
        }
        dates::<P>(self.memory, self.network, token)
    }
}

/// One element of a match or a member, as a number that orders it.
enum Rank {
    /// A fact of a type, by its slot.
    Fact(KindId, Slot),
    /// A fact that may be gone.
    Past(FactId),
    /// A branch, or an element of `for`.
    Number(u32),
    /// A group.
    Group(u32),
}

/// The facts of a match, in the order written.
pub(crate) fn facts<P: Conditions>(
    memory: &P::Memory,
    network: MatchView<'_, P::Mode>,
    token: TokenId,
) -> Vec<FactId> {
    let mut facts = Vec::new();
    let mut ranks = Ranks::of_match(P::PLAN, network, token);
    while let Some(fact) = ranks.next_fact::<P>(memory) {
        facts.push(fact);
    }
    facts
}

/// Those of them of which others are told: not the answers of queries.
pub(crate) fn told_facts<P: Conditions>(
    memory: &P::Memory,
    network: MatchView<'_, P::Mode>,
    token: TokenId,
) -> Vec<FactId> {
    let mut facts = Vec::new();
    let mut ranks = Ranks::of_match(P::PLAN, network, token);
    while let Some(fact) = ranks.next_told::<P>(memory) {
        facts.push(fact);
    }
    facts
}

/// How two answers of a recursive query are ordered, by their slots.
fn order_answers<P: Conditions>(memory: &P::Memory, kind: KindId, slots: [Slot; 2]) -> Ordering {
    /// Asks the type of a number.
    struct Answers<'a, P: Conditions> {
        memory: &'a P::Memory,
        kind: KindId,
        slots: [Slot; 2],
        order: Ordering,
    }
    impl<P: Conditions> Visitor<P> for Answers<'_, P> {
        fn visit<F: 'static>(&mut self)
        where
            P: Holds<F>,
        {
            if P::KIND == self.kind {
                let slab = P::slab(self.memory);
                let [a, b] = self.slots;
                self.order = P::order_answers(slab.value(a), slab.value(b));
            }
        }
    }
    let mut answers = Answers::<P> {
        memory,
        kind,
        slots,
        order: Ordering::Equal,
    };
    P::visit_some(bit_of(kind), &mut answers);
    answers.order
}

/// The dates of the facts of a match that stands, in the order written.
pub(crate) fn dates<P: Conditions>(
    memory: &P::Memory,
    network: MatchView<'_, P::Mode>,
    token: TokenId,
) -> Vec<u64> {
    let mut dates = Vec::new();
    let mut ranks = Ranks::of_match(P::PLAN, network, token);
    while let Some(FactId { kind, slot, .. }) = ranks.next_told::<P>(memory) {
        dates.push(P::date(memory, kind, slot));
    }
    dates
}

impl Rank {
    /// The fact.
    fn id<P: Conditions>(&self, memory: &P::Memory) -> Option<FactId> {
        match *self {
            Rank::Fact(kind, slot) => Some(P::id(memory, kind, slot)),
            Rank::Past(id) => Some(id),
            Rank::Number(_) | Rank::Group(_) => None,
        }
    }

    /// The number of its insertion.
    fn tag<P: Conditions>(&self, memory: &P::Memory) -> Option<u64> {
        Some(self.id::<P>(memory)?.tag)
    }
}

/// Goes through the numbers that tell a match that stands from the others of its rule: of its facts, branches and elements,
/// and the hashes of its groups' keys.
pub(crate) fn identity<P: Conditions>(
    memory: &P::Memory,
    network: &Network<P::Mode>,
    token: TokenId,
    each: &mut dyn FnMut(u64),
) {
    for &element in P::PLAN.matches[network.match_of(token) as usize].elements {
        each(match element {
            Element::Fact { steps, kind } => P::tag(memory, kind, network.fact(token, steps)),
            Element::LeftFact { steps, kind } => {
                P::tag(memory, kind, network.left_fact(token, steps))
            }
            Element::Whole { place, kind } => P::tag(memory, kind, network.fact_at(token, place)),
            Element::Gate { gate, kind } => P::tag(memory, kind, network.gate(gate)),
            Element::Branch(branch) => u64::from(branch),
            Element::Each { steps } => u64::from(network.result(token, steps)),
            Element::Group { steps } => {
                let node = network.producer(network.tokens.up(token, steps));
                let member = network.representative(network.result(token, steps));
                P::group_hash(node, memory, network, member)
            }
        });
    }
}

/// The elements of a match or a member, one after the other. A type of its own: what adapts an iterator would be made anew for
/// each ruleset.
struct Ranks<'a, M: Mode> {
    elements: slice::Iter<'static, Element>,
    network: MatchView<'a, M>,
    token: TokenId,
    /// The facts of a match that may be gone, by its record.
    past: Option<slice::Iter<'a, FactId>>,
}

impl<'a, M: Mode> Ranks<'a, M> {
    fn of(elements: &'static [Element], network: MatchView<'a, M>, token: TokenId) -> Self {
        let record = network.record_of(token);
        Ranks {
            elements: elements.iter(),
            network,
            token,
            past: record.map(|record| record.ids.iter()),
        }
    }

    fn of_match(plan: &Plan<M::Fields>, network: MatchView<'a, M>, token: TokenId) -> Self {
        let elements = plan.matches[network.match_of(token) as usize].elements;
        Ranks::of(elements, network, token)
    }

    /// The next fact.
    fn next_fact<P: Conditions<Mode = M>>(&mut self, memory: &P::Memory) -> Option<FactId> {
        loop {
            if let Some(fact) = self.next()?.id::<P>(memory) {
                return Some(fact);
            }
        }
    }

    /// The next fact that is no answer of a query.
    fn next_told<P: Conditions<Mode = M>>(&mut self, memory: &P::Memory) -> Option<FactId> {
        loop {
            let fact = self.next_fact::<P>(memory)?;
            if const { !P::FEATURES.asks } || !P::PLAN.is_answer(fact.kind) {
                return Some(fact);
            }
        }
    }
}

impl<M: Mode> Iterator for Ranks<'_, M> {
    type Item = Rank;

    fn next(&mut self) -> Option<Rank> {
        let &element = self.elements.next()?;
        Some(match (element, &mut self.past) {
            (
                Element::Fact { .. }
                | Element::LeftFact { .. }
                | Element::Whole { .. }
                | Element::Gate { .. },
                Some(past),
            ) => Rank::Past(*past.next().expect("a record names every fact")),
            _ => rank(element, self.network, self.token),
        })
    }
}

/// An element of a match that stands.
fn rank<M: Mode>(element: Element, network: MatchView<'_, M>, token: TokenId) -> Rank {
    match element {
        Element::Fact { steps, kind } => Rank::Fact(kind, network.fact(token, steps)),
        Element::LeftFact { steps, kind } => Rank::Fact(kind, network.left_fact(token, steps)),
        Element::Whole { place, kind } => Rank::Fact(kind, network.fact_at(token, place)),
        Element::Gate { gate, kind } => match network.gates.fact(gate) {
            // All matches of the entry wait alike.
            Slot::NONE => Rank::Number(0),
            slot => Rank::Fact(kind, slot),
        },
        Element::Branch(branch) => Rank::Number(branch),
        Element::Each { steps } => Rank::Number(network.result(token, steps)),
        Element::Group { steps } => Rank::Group(network.result(token, steps)),
    }
}

/// A match that is to be sorted, and a number by which it is.
#[derive(Debug, Clone, Copy, Default)]
struct Numbered {
    number: u64,
    token: TokenId,
}

/// So many matches are sorted without asking for memory.
const FEW: usize = 16;

/// Sorts matches of one change and salience in firing order.
///
/// Where numbers tell it, they are sorted by one after the other, each looked up once and not for each comparison.
pub(crate) fn sort<P: Conditions>(
    tokens: &mut [TokenId],
    memory: &P::Memory,
    network: MatchView<'_, P::Mode>,
) {
    if tokens.len() < 2 {
        return;
    }
    if const { !P::FEATURES.by_numbers } {
        sort_by(tokens, &|&a, &b| order::<P>(memory, network, a, b));
        return;
    }
    let mut few = [Numbered::default(); FEW];
    let mut many = Vec::new();
    let numbered = if tokens.len() > FEW {
        many.resize(tokens.len(), Numbered::default());
        &mut many[..]
    } else {
        &mut few[..tokens.len()]
    };
    for (numbered, &token) in numbered.iter_mut().zip(&*tokens) {
        let number = u64::from(network.match_of(token));
        *numbered = Numbered { number, token };
    }
    sort_from::<P>(numbered, 0, memory, network);
    for (token, numbered) in tokens.iter_mut().zip(numbered) {
        *token = numbered.token;
    }
}

/// Sorts matches. By a pointer: a sort is much code, and so there is one for all rulesets.
#[inline(never)]
fn sort_by(tokens: &mut [TokenId], order: &dyn Fn(&TokenId, &TokenId) -> Ordering) {
    tokens.sort_by(order);
}

/// Sorts matches by their numbers, and those of one number by the elements from a place on.
fn sort_from<P: Conditions>(
    matches: &mut [Numbered],
    place: usize,
    memory: &P::Memory,
    network: MatchView<'_, P::Mode>,
) {
    sort_by_number(matches);
    for alike in matches.chunk_by_mut(are_alike) {
        let [first, _, ..] = alike else {
            continue;
        };
        let entry = network.match_of(first.token);
        let Some(&element) = P::PLAN.matches[entry as usize].elements.get(place) else {
            continue;
        };
        for of in &mut *alike {
            of.number = number::<P>(element, memory, network, of.token);
        }
        sort_from::<P>(alike, place + 1, memory, network);
    }
}

fn are_alike(a: &Numbered, b: &Numbered) -> bool {
    a.number == b.number
}

/// It knows no ruleset: a sort is much code, and so there is one.
#[inline(never)]
fn sort_by_number(matches: &mut [Numbered]) {
    matches.sort_by_key(|of| of.number);
}

/// The number by which an element orders a match among those of the same elements.
fn number<P: Conditions>(
    element: Element,
    memory: &P::Memory,
    network: MatchView<'_, P::Mode>,
    token: TokenId,
) -> u64 {
    let age = match rank(element, network, token) {
        Rank::Fact(kind, slot) => P::tag(memory, kind, slot),
        Rank::Past(id) => id.tag,
        Rank::Group(group) => network.group_serial(group),
        Rank::Number(number) => return number.into(),
    };
    match P::PLAN.strategy {
        Strategy::Breadth => age,
        _ => !age,
    }
}

/// The numbers by which [`order`] goes first in two matches of one entry, where it goes by numbers alone; else a lead that decides
/// nothing.
fn lead<P: Conditions>(
    memory: &P::Memory,
    network: MatchView<'_, P::Mode>,
    token: TokenId,
) -> Lead {
    if const { P::FEATURES.asks } {
        return Lead::default();
    }
    let mut lead = Lead::default();
    let mut places = lead.0.iter_mut();
    for &element in P::PLAN.matches[network.match_of(token) as usize].elements {
        // The same in all matches of an entry.
        if let Element::Gate { .. } | Element::Branch(_) = element {
            continue;
        }
        let Some(place) = places.next() else {
            break;
        };
        *place = number::<P>(element, memory, network, token);
    }
    lead
}

/// Which of two activations of one change fires first: the order of rules, then the elements from left to
/// right, facts by insertion.
pub(crate) fn order<P: Conditions>(
    memory: &P::Memory,
    network: MatchView<'_, P::Mode>,
    a: TokenId,
    b: TokenId,
) -> Ordering {
    let Plan {
        matches, strategy, ..
    } = P::PLAN;
    let oldest_first = *strategy == Strategy::Breadth;
    let entry = |token: TokenId| {
        let node = network.tokens[token.index()].node();
        &matches[P::PLAN.entry_of(node) as usize]
    };
    let (match_a, match_b) = (entry(a), entry(b));
    if match_a.rule != match_b.rule {
        return match_a.rule.cmp(&match_b.rule);
    }
    let stands = |token| network.record_of(token).is_none();
    if core::ptr::eq(match_a, match_b) && (const { !P::FEATURES.undo } || stands(a) && stands(b)) {
        return order_alike::<P>(match_a.elements, memory, network, oldest_first, (a, b));
    }
    let a = Ranks::of(match_a.elements, network, a);
    let b = Ranks::of(match_b.elements, network, b);
    compare_ranks::<P>(memory, network, oldest_first, (a, b))
}

/// The same of two matches that stand and are made of the same elements: what they share is not looked up.
fn order_alike<P: Conditions>(
    elements: &[Element],
    memory: &P::Memory,
    network: MatchView<'_, P::Mode>,
    oldest_first: bool,
    (a, b): (TokenId, TokenId),
) -> Ordering {
    for &element in elements {
        let (slot_a, slot_b, kind) = match element {
            Element::Fact { steps, kind } => (network.fact(a, steps), network.fact(b, steps), kind),
            Element::LeftFact { steps, kind } => (
                network.left_fact(a, steps),
                network.left_fact(b, steps),
                kind,
            ),
            Element::Whole { place, kind } => {
                (network.fact_at(a, place), network.fact_at(b, place), kind)
            }
            Element::Gate { .. } | Element::Branch(_) => continue,
            Element::Each { steps } => {
                let (a, b) = (network.result(a, steps), network.result(b, steps));
                if a != b {
                    return a.cmp(&b);
                }
                continue;
            }
            Element::Group { steps } => {
                let serial = |token| network.group_serial(network.result(token, steps));
                let (a, b) = (serial(a), serial(b));
                if a != b {
                    return aged(oldest_first, a.cmp(&b));
                }
                continue;
            }
        };
        if slot_a == slot_b {
            continue;
        }
        if const { P::FEATURES.asks } && P::PLAN.is_answer(kind) {
            match order_answers::<P>(memory, kind, [slot_a, slot_b]) {
                Ordering::Equal => continue,
                order => return order,
            }
        }
        let tag = |slot| P::tag(memory, kind, slot);
        return aged(oldest_first, tag(slot_a).cmp(&tag(slot_b)));
    }
    Ordering::Equal
}

fn aged(oldest_first: bool, order: Ordering) -> Ordering {
    if oldest_first { order } else { order.reverse() }
}

/// Which of two members of a summary was inserted first.
pub(crate) fn member_order<P: Conditions>(
    node: u32,
    memory: &P::Memory,
    network: MatchView<'_, P::Mode>,
    a: TokenId,
    b: TokenId,
) -> Ordering {
    let (NodeKind::Summary { branches, .. } | NodeKind::Last { branches, .. }) =
        P::PLAN.nodes[node as usize].kind
    else {
        return Ordering::Equal;
    };
    let branch = |member| match branches.len() {
        0 | 1 => 0,
        _ => network.result(member, 0),
    };
    let (branch_a, branch_b) = (branch(a), branch(b));
    let elements = |branch: u32| branches.get(branch as usize).copied().unwrap_or_default();
    let a = Ranks::of(elements(branch_a), network, a);
    let b = Ranks::of(elements(branch_b), network, b);
    compare_ranks::<P>(memory, network, true, (a, b)).then(branch_a.cmp(&branch_b))
}

fn compare_ranks<P: Conditions>(
    memory: &P::Memory,
    network: MatchView<'_, P::Mode>,
    oldest_first: bool,
    (mut a, mut b): (Ranks<'_, P::Mode>, Ranks<'_, P::Mode>),
) -> Ordering {
    while let (Some(a), Some(b)) = (a.next(), b.next()) {
        let order = match (a, b) {
            (Rank::Fact(kind, a), Rank::Fact(other, b))
                if const { P::FEATURES.asks } && kind == other && P::PLAN.is_answer(kind) =>
            {
                order_answers::<P>(memory, kind, [a, b])
            }
            (a @ (Rank::Fact(..) | Rank::Past(_)), b @ (Rank::Fact(..) | Rank::Past(_))) => {
                aged(oldest_first, a.tag::<P>(memory).cmp(&b.tag::<P>(memory)))
            }
            (Rank::Group(a), Rank::Group(b)) => {
                let (a, b) = (network.group_serial(a), network.group_serial(b));
                aged(oldest_first, a.cmp(&b))
            }
            (Rank::Number(a), Rank::Number(b)) => a.cmp(&b),
            // One stands where the other has a fact: of one rule, in different branches.
            (Rank::Number(_), _) | (Rank::Fact(..) | Rank::Past(_), Rank::Group(_)) => {
                Ordering::Less
            }
            (_, Rank::Number(_)) | (Rank::Group(_), Rank::Fact(..) | Rank::Past(_)) => {
                Ordering::Greater
            }
        };
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}
