//! Tokens: partial matches, kept as a tree.
//!
//! A token is what stands on its left (a token, or in a join of two facts a fact, or nothing) and the
//! fact that was joined to it. Each stands at one node, the one that consumes it. Lists run through
//! the tokens: those that begin with one token, and those in which one fact takes part; so taking a
//! fact away costs what goes with it, and no test is evaluated.

mod held;
#[cfg(debug_assertions)]
mod lists;
#[cfg(feature = "serde")]
mod saved;
mod whole;

use alloc::vec::Vec;

use crate::containers::fields::Fields;
use crate::containers::index::{Link, NIL};
use crate::containers::trail::{Cells, Mode, Pass, Rows};
use crate::ids::{KindId, Slot, TokenId};
use crate::plan::{NodeKind, Part, Plan, bit_of};
use held::Places;
use whole::widest;

pub(crate) use whole::Cell;

/// The token so many steps to the left.
#[inline]
pub(crate) fn up(tokens: &[Token], token: TokenId, steps: u32) -> &Token {
    let mut token = &tokens[token.index()];
    for _ in 0..steps {
        token = &tokens[token.left as usize];
    }
    token
}

/// A token.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    /// Its node; [`DEAD`] is set when it has been removed in this change.
    node: u32,
    /// What stands on its left: a token, or a slot where the node says so.
    pub(crate) left: u32,
    /// The slot of its fact; else the number of a group, of an element of a `for` or of a branch.
    pub(crate) fact: u32,
    /// What its node keeps with it.
    pub(crate) note: u32,
    /// The first token that it is the left of.
    children: TokenId,
    /// Its neighbours among the tokens of the same left.
    next_sibling: u32,
    prev_sibling: u32,
    /// Its neighbours among the tokens in which its fact takes part.
    next_occurrence: u32,
    prev_occurrence: u32,
}

impl Token {
    /// A token that stands in no list.
    fn new(node: u32, left: u32, fact: u32) -> Self {
        Token {
            node,
            left,
            fact,
            note: 0,
            children: TokenId::NONE,
            next_sibling: NIL,
            prev_sibling: NIL,
            next_occurrence: NIL,
            prev_occurrence: NIL,
        }
    }
}

impl Token {
    /// The slot of its fact.
    #[inline]
    pub(crate) fn slot(&self) -> Slot {
        Slot(self.fact)
    }

    /// The token on its left, where the node does not say otherwise.
    #[inline]
    pub(crate) fn left_token(&self) -> TokenId {
        TokenId(self.left)
    }

    /// The slot of the fact on its left, where the node says so.
    #[inline]
    pub(crate) fn left_slot(&self) -> Slot {
        Slot(self.left)
    }

    /// Its node.
    pub(crate) fn node(&self) -> u32 {
        self.node & !(DEAD | COPY)
    }

    /// Whether it is a copy of one that may be gone.
    pub(crate) fn is_copy(&self) -> bool {
        self.node & COPY != 0
    }
}

/// Set of a token that has been removed, or is none.
const DEAD: u32 = 1 << 31;
/// Set besides where a token was never alive: a copy, kept for what a firing has left behind.
const COPY: u32 = 1 << 30;

/// The tokens that facts take part in, and what the current change does to facts.
#[derive(Debug, Clone, Copy)]
struct FactLinks {
    /// The first token in which the fact takes part, as an [`Occurrence`].
    occurrences: u32,
    /// The first cell of a match that is found whole.
    cells: u32,
    /// Its place in [`Tokens::changed`], plus one; 0 where the change has not touched it, or has noted so otherwise: see
    /// [`Tokens::changes`].
    changed: u32,
}

/// A place at which a fact takes part in a token: as its last fact, or as its left one.
#[derive(Debug, Clone, Copy)]
struct Occurrence(u32);

impl Occurrence {
    fn last(token: TokenId) -> Self {
        Occurrence(token.number() << 1)
    }

    fn left(token: TokenId) -> Self {
        Occurrence(token.number() << 1 | 1)
    }

    fn token(self) -> TokenId {
        TokenId(self.0 >> 1)
    }

    fn is_left(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Facts of a type, in slots one after the other, that the change touches in the same fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TouchedRun<F> {
    pub(crate) kind: KindId,
    /// The first slot.
    pub(crate) first: Slot,
    /// How many there are.
    pub(crate) len: u32,
    pub(crate) fields: F,
}

impl<F: Fields> TouchedRun<F> {
    /// No facts, of no type.
    const NONE: Self = TouchedRun {
        kind: KindId::NONE,
        first: Slot(0),
        len: 0,
        fields: F::NONE,
    };

    /// One fact.
    #[inline]
    fn of(kind: KindId, slot: Slot, fields: F) -> Self {
        TouchedRun {
            kind,
            first: slot,
            len: 1,
            fields,
        }
    }

    /// Whether a fact is one of them.
    #[inline]
    fn has(&self, kind: KindId, slot: Slot) -> bool {
        self.kind == kind && slot.number().wrapping_sub(self.first.number()) < self.len
    }
}

/// The tokens of a session.
#[derive(Debug, Clone)]
pub(crate) struct Tokens<M: Mode> {
    all: Cells<Token, M>,
    /// A token's place in the list that its node keeps: the bucket of an index, the members of a
    /// summary, the agenda.
    pub(crate) links: Cells<Link, M>,
    free: Cells<TokenId, M>,
    cells: Cells<Cell, M>,
    /// The first of cells that are free together, by how many they are.
    free_cells: Rows<u32, M>,
    /// Removed in this change: still read, freed at its end.
    dead: Vec<TokenId>,
    held: Places,
    facts: Rows<FactLinks, M>,
    /// The [bits](bit_of) of the types of which the change touches facts.
    touched_kinds: u64,
    /// The first run of facts that the change touches: in most changes, all of them. Its type is [`KindId::NONE`] where there is none.
    run: TouchedRun<M::Fields>,
    /// Further runs, each of a type that no other run has.
    more: Vec<TouchedRun<M::Fields>>,
    /// The facts that the change touches and that are in no run, by type and slot.
    touched: Vec<(KindId, Slot)>,
    /// For each of them the fields in which it does.
    changed: Vec<M::Fields>,
    stack: Vec<TokenId>,
    /// The facts of a match that gets a token of its own; used again.
    slots: Vec<Slot>,
}

impl<M: Mode> Tokens<M> {
    pub(crate) fn new(plan: &Plan<M::Fields>) -> Self {
        Tokens {
            all: Cells::default(),
            links: Cells::default(),
            free: Cells::default(),
            cells: Cells::default(),
            free_cells: Rows::new(widest(plan) + 1),
            dead: Vec::new(),
            held: Places::NONE,
            facts: Rows::new(plan.kinds.len()),
            touched_kinds: 0,
            run: TouchedRun::NONE,
            more: Vec::new(),
            touched: Vec::new(),
            changed: Vec::new(),
            stack: Vec::new(),
            slots: Vec::new(),
        }
    }

    /// All tokens, free places among them.
    pub(crate) fn all(&self) -> &[Token] {
        &self.all
    }

    /// The tokens and cells, to be read, apart from the tokens' links, to be written.
    pub(crate) fn split(&mut self) -> (&[Token], &[Cell], &mut Cells<Link, M>) {
        (&self.all, &self.cells, &mut self.links)
    }

    pub(crate) fn get(&self, token: TokenId) -> &Token {
        &self.all[token.index()]
    }

    pub(crate) fn get_mut(&mut self, token: TokenId) -> &mut Token {
        &mut self.all[token.index()]
    }

    pub(crate) fn node(&self, token: TokenId) -> u32 {
        self.get(token).node()
    }

    pub(crate) fn is_dead(&self, token: TokenId) -> bool {
        self.get(token).node & DEAD != 0
    }

    /// Keeps of some tokens those that the change has not removed.
    pub(crate) fn leave_out_dead(&self, tokens: &mut Vec<TokenId>) {
        tokens.retain(|&token| !self.is_dead(token));
    }

    /// Whether a token is a copy of one that may be gone.
    pub(crate) fn is_copy(&self, token: TokenId) -> bool {
        self.get(token).is_copy()
    }

    /// Makes a copy of a token, which stands in no list and with another left and fact.
    pub(crate) fn copy(&mut self, token: TokenId, left: u32, fact: u32) -> TokenId {
        self.place_copy(self.node(token), left, fact)
    }

    fn place_copy(&mut self, node: u32, left: u32, fact: u32) -> TokenId {
        self.place(Token::new(node | DEAD | COPY, left, fact))
    }

    /// Frees copies.
    pub(crate) fn free_copies(&mut self, copies: &mut Vec<TokenId>) {
        self.free.append(copies);
    }

    /// The token so many steps to the left.
    pub(crate) fn up(&self, mut token: TokenId, steps: u32) -> TokenId {
        for _ in 0..steps {
            token = self.get(token).left_token();
        }
        token
    }

    /// Makes a token at a node.
    pub(crate) fn create(
        &mut self,
        plan: &Plan<M::Fields>,
        node: u32,
        left: u32,
        fact: u32,
    ) -> TokenId {
        let id = self.next();
        let mut token = Token::new(node, left, fact);
        // The token is written once, when it is known between which others it stands.
        let shape = &plan.nodes[node as usize];
        let as_left = Occurrence::left(id);
        if let Some(Part { kind, .. }) = shape.left_fact {
            token.next_sibling = self.push_occurrence(kind, Slot(left), as_left);
            if token.next_sibling != NIL {
                *self.before(Occurrence(token.next_sibling)) = as_left.0;
            }
        } else if left != NIL {
            let first = &mut self.get_mut(TokenId(left)).children;
            let next = core::mem::replace(first, id);
            token.next_sibling = next.number();
            if next != TokenId::NONE {
                self.get_mut(next).prev_sibling = id.number();
            }
        }
        if let Some(Part { kind, .. }) = shape.fact {
            let as_last = Occurrence::last(id);
            token.next_occurrence = self.push_occurrence(kind, Slot(fact), as_last);
            if token.next_occurrence == as_left.0 {
                // One fact stands on both sides.
                token.prev_sibling = as_last.0;
            } else if token.next_occurrence != NIL {
                *self.before(Occurrence(token.next_occurrence)) = as_last.0;
            }
        }
        self.place(token)
    }

    /// Makes a token of one fact, or of none, that stands in no list until it is [linked](Tokens::link).
    pub(crate) fn create_loose(&mut self, node: u32, fact: u32) -> TokenId {
        self.place(Token::new(node, NIL, fact))
    }

    /// Puts a loose token into the lists of its facts.
    pub(crate) fn link(&mut self, plan: &Plan<M::Fields>, token: TokenId) {
        let Token { node, fact, .. } = *self.get(token);
        if let Some(Part { kind, .. }) = plan.nodes[node as usize].fact {
            let occurrence = Occurrence::last(token);
            let next = self.push_occurrence(kind, Slot(fact), occurrence);
            self.get_mut(token).next_occurrence = next;
            if next != NIL {
                *self.before(Occurrence(next)) = occurrence.0;
            }
        } else {
            self.link_cells(plan, token);
        }
    }

    /// Removes a loose token, or releases the match that is held. It is read until [`Tokens::sweep`].
    #[inline]
    pub(crate) fn remove_loose(&mut self, token: TokenId) {
        if self.is_held(token) {
            self.release(token);
            return;
        }
        self.get_mut(token).node |= DEAD;
        self.dead.push(token);
    }

    /// The place that the next token gets.
    fn next(&self) -> TokenId {
        let next = self.free.last().copied();
        next.unwrap_or(TokenId(self.all.len() as u32))
    }

    /// Finds a place for a token.
    fn place(&mut self, token: Token) -> TokenId {
        let id = self.next();
        if self.free.pop().is_some() {
            self.all[id.index()] = token;
            self.links[id.index()] = Link::NONE;
            return id;
        }
        assert!(
            id.number() < NIL >> 1,
            "a session holds fewer than 2³¹ partial matches"
        );
        self.all.push(token);
        self.links.push(Link::NONE);
        id
    }

    /// Makes an occurrence the first of a fact's list. Returns the one that was.
    fn push_occurrence(&mut self, kind: KindId, slot: Slot, occurrence: Occurrence) -> u32 {
        let first = &mut self.facts_entry(kind, slot).occurrences;
        core::mem::replace(first, occurrence.0)
    }

    #[inline]
    fn facts_entry(&mut self, kind: KindId, slot: Slot) -> &mut FactLinks {
        let none = FactLinks {
            occurrences: NIL,
            cells: NIL,
            changed: 0,
        };
        self.facts.grow_row(kind.number(), slot.index() + 1, none);
        self.facts.get_mut(kind.number(), slot.index())
    }

    fn before(&mut self, occurrence: Occurrence) -> &mut u32 {
        let token = &mut self.all[occurrence.token().index()];
        if occurrence.is_left() {
            &mut token.prev_sibling
        } else {
            &mut token.prev_occurrence
        }
    }

    fn after(&mut self, occurrence: Occurrence) -> &mut u32 {
        let token = &mut self.all[occurrence.token().index()];
        if occurrence.is_left() {
            &mut token.next_sibling
        } else {
            &mut token.next_occurrence
        }
    }

    fn drop_occurrence(&mut self, kind: KindId, slot: Slot, occurrence: Occurrence) {
        let token = self.get(occurrence.token());
        let (next, prev) = if occurrence.is_left() {
            (token.next_sibling, token.prev_sibling)
        } else {
            (token.next_occurrence, token.prev_occurrence)
        };
        if next != NIL {
            *self.before(Occurrence(next)) = prev;
        }
        if prev == NIL {
            self.facts.get_mut(kind.number(), slot.index()).occurrences = next;
        } else {
            *self.after(Occurrence(prev)) = next;
        }
    }

    /// Whether a fact takes part in a token.
    #[inline]
    pub(crate) fn has_tokens(&self, kind: KindId, slot: Slot) -> bool {
        let links = self.facts.row(kind.number()).get(slot.index());
        links.is_some_and(|links| links.occurrences != NIL || links.cells != NIL)
    }

    /// The tokens in which a fact takes part and whose rules read one of these fields of it.
    pub(crate) fn readers(
        &self,
        plan: &Plan<M::Fields>,
        kind: KindId,
        slot: Slot,
        fields: M::Fields,
        into: &mut Vec<TokenId>,
    ) {
        let Some(links) = self.facts.row(kind.number()).get(slot.index()) else {
            return;
        };
        let mut at = links.occurrences;
        while at != NIL {
            let occurrence = Occurrence(at);
            let token = self.get(occurrence.token());
            let shape = &plan.nodes[(token.node & !DEAD) as usize];
            let (part, next) = if occurrence.is_left() {
                (shape.left_fact, token.next_sibling)
            } else {
                (shape.fact, token.next_occurrence)
            };
            if part.is_some_and(|part| part.reads.meets(fields)) {
                into.push(occurrence.token());
            }
            at = next;
        }
        self.whole_readers(plan, links.cells, fields, into);
    }

    /// Whether a fact is part of a match that meets a condition.
    pub(crate) fn is_in_match(
        &self,
        plan: &Plan<M::Fields>,
        kind: KindId,
        slot: Slot,
        mut meets: impl FnMut(TokenId) -> bool,
    ) -> bool {
        let mut stack = Vec::new();
        self.readers(plan, kind, slot, Fields::ALL, &mut stack);
        while let Some(token) = stack.pop() {
            stack.extend(self.children(token));
            let kind = &plan.nodes[self.node(token) as usize].kind;
            if matches!(kind, NodeKind::Match { .. }) && meets(token) {
                return true;
            }
        }
        false
    }

    /// The tokens that begin with a token.
    pub(crate) fn children(&self, token: TokenId) -> impl Iterator<Item = TokenId> + '_ {
        let some = |token: TokenId| (token != TokenId::NONE).then_some(token);
        let first = some(self.get(token).children);
        core::iter::successors(first, move |&child| {
            some(TokenId(self.get(child).next_sibling))
        })
    }

    /// The tokens made of a token by one node.
    pub(crate) fn outputs(
        &self,
        plan: &Plan<M::Fields>,
        token: TokenId,
        producer: u32,
        into: &mut Vec<TokenId>,
    ) {
        let children = self.children(token);
        into.extend(children.filter(|&child| {
            let node = &plan.nodes[self.node(child) as usize];
            node.producer == producer
        }));
    }

    /// Removes a token with all that begin with it. They are read until [`Tokens::sweep`]; `removed` is
    /// called for each, and takes it out of its node's list.
    pub(crate) fn remove(
        &mut self,
        plan: &Plan<M::Fields>,
        token: TokenId,
        mut removed: impl FnMut(&mut Self, TokenId),
    ) {
        if self.is_dead(token) {
            return;
        }
        if !plan.whole(self.node(token)).is_empty() {
            // It has no left, and none begins with it.
            removed(self, token);
            self.bury(plan, token);
            return;
        }
        self.detach(plan, token);
        let mut stack = core::mem::take(&mut self.stack);
        stack.push(token);
        while let Some(token) = stack.pop() {
            stack.extend(self.children(token));
            removed(self, token);
            self.bury(plan, token);
        }
        self.stack = stack;
    }

    /// Removes a token with which none begins. It is read until [`Tokens::sweep`].
    pub(crate) fn remove_leaf(&mut self, plan: &Plan<M::Fields>, token: TokenId) {
        if self.is_dead(token) {
            return;
        }
        if plan.whole(self.node(token)).is_empty() {
            self.detach(plan, token);
        }
        self.bury(plan, token);
    }

    /// Takes a token, which stands in no list of its left any more, out of that of its fact.
    #[inline(never)]
    fn bury(&mut self, plan: &Plan<M::Fields>, token: TokenId) {
        let buried = self.get_mut(token);
        let Token { node, fact, .. } = *buried;
        buried.node |= DEAD;
        if let Some(Part { kind, .. }) = plan.nodes[node as usize].fact {
            self.drop_occurrence(kind, Slot(fact), Occurrence::last(token));
        } else {
            self.unlink_cells(plan, node, token);
        }
        self.dead.push(token);
    }

    /// Takes a token out of the list that its left keeps. It is none of a match that was found whole.
    #[inline(never)]
    fn detach(&mut self, plan: &Plan<M::Fields>, token: TokenId) {
        let Token {
            node,
            left,
            next_sibling,
            prev_sibling,
            ..
        } = *self.get(token);
        if let Some(Part { kind, .. }) = plan.nodes[node as usize].left_fact {
            self.drop_occurrence(kind, Slot(left), Occurrence::left(token));
        } else if left != NIL {
            let [left, next, prev] = [left, next_sibling, prev_sibling].map(TokenId);
            if next != TokenId::NONE {
                self.get_mut(next).prev_sibling = prev_sibling;
            }
            if prev == TokenId::NONE {
                self.get_mut(left).children = next;
            } else {
                self.get_mut(prev).next_sibling = next_sibling;
            }
        }
    }

    /// Forgets what a change that was broken off was about to do.
    pub(crate) fn abandon(&mut self) {
        self.dead.clear();
        self.touched_kinds = 0;
        self.run = TouchedRun::NONE;
        self.more.clear();
        self.changed.clear();
        self.touched.clear();
        self.stack.clear();
        self.slots.clear();
    }

    /// Goes through its state.
    pub(crate) fn trace(&mut self, pass: &mut impl Pass) {
        pass.over(&mut self.all);
        pass.over(&mut self.links);
        pass.over(&mut self.free);
        pass.over(&mut self.cells);
        pass.over(&mut self.free_cells);
        pass.over(&mut self.facts);
    }

    /// Whether the change has removed tokens.
    #[inline]
    pub(crate) fn has_dead(&self) -> bool {
        !self.dead.is_empty()
    }

    /// Frees the tokens removed in the change.
    #[inline]
    pub(crate) fn sweep(&mut self, plan: &Plan<M::Fields>) {
        if !self.dead.is_empty() {
            self.free_dead(plan);
        }
    }

    #[inline(never)]
    pub(crate) fn free_dead(&mut self, plan: &Plan<M::Fields>) {
        self.free_cells_of_dead(plan);
        self.free.append(&mut self.dead);
    }

    /// Notes in which fields the change touches a fact.
    #[inline(never)]
    pub(crate) fn touch(&mut self, kind: KindId, slot: Slot, fields: M::Fields) {
        self.touched_kinds |= bit_of(kind);
        self.changed.push(fields);
        self.touched.push((kind, slot));
        let place = self.changed.len() as u32;
        self.facts_entry(kind, slot).changed = place;
    }

    /// Notes in which fields the change touches a fact, which is the first run.
    #[inline]
    pub(crate) fn touch_single(&mut self, kind: KindId, slot: Slot, fields: M::Fields) {
        self.touch_run(TouchedRun::of(kind, slot, fields));
    }

    /// Notes in which fields the change touches a fact, the only one of its type in any run.
    #[inline]
    pub(crate) fn touch_single_of_kind(&mut self, kind: KindId, slot: Slot, fields: M::Fields) {
        self.touched_kinds |= bit_of(kind);
        let run = TouchedRun::of(kind, slot, fields);
        if self.run.kind == KindId::NONE {
            self.run = run;
        } else {
            debug_assert!(self.run.kind != kind && self.more.iter().all(|run| run.kind != kind));
            self.more.push(run);
        }
    }

    /// Notes in which fields the change touches facts, perhaps none. It is the first run; what the change touches besides is
    /// noted one by one.
    #[inline]
    pub(crate) fn touch_run(&mut self, run: TouchedRun<M::Fields>) {
        debug_assert_eq!(self.run.kind, KindId::NONE, "the change has one first run");
        self.touched_kinds |= bit_of(run.kind);
        self.run = run;
    }

    /// Whether the change touches no facts but those of the first run.
    #[inline]
    fn touches_one_run(&self) -> bool {
        self.more.is_empty() && self.touched.is_empty()
    }

    /// Whether the change may touch facts of a type.
    #[inline]
    pub(crate) fn touches(&self, kind: KindId) -> bool {
        self.touched_kinds & bit_of(kind) != 0
    }

    /// The fields in which the change touches a fact.
    #[inline(never)]
    pub(crate) fn changes(&self, kind: KindId, slot: Slot) -> M::Fields {
        if self.run.has(kind, slot) {
            return self.run.fields;
        }
        if self.touches_one_run() {
            return Fields::NONE;
        }
        if let Some(run) = self.more.iter().find(|run| run.has(kind, slot)) {
            return run.fields;
        }
        if self.touched.is_empty() {
            return Fields::NONE;
        }
        match self.facts.row(kind.number()).get(slot.index()) {
            Some(FactLinks { changed, .. }) if *changed > 0 => self.changed[*changed as usize - 1],
            _ => Fields::NONE,
        }
    }

    /// Forgets what the change touched.
    #[inline]
    pub(crate) fn forget_changes(&mut self) {
        self.touched_kinds = 0;
        self.run.kind = KindId::NONE;
        self.more.clear();
        if !self.touched.is_empty() {
            self.forget_touched();
        }
    }

    #[inline(never)]
    pub(crate) fn forget_touched(&mut self) {
        let mut touched = core::mem::take(&mut self.touched);
        for (kind, slot) in touched.drain(..) {
            self.facts.get_mut(kind.number(), slot.index()).changed = 0;
        }
        self.touched = touched;
        self.changed.clear();
    }
}
