//! The matches that wait to fire in bulk, as their facts on a stack: they are neither tokens nor on the agenda.
//! [`session::bulk`](crate::session::bulk) says when.

use alloc::vec::Vec;
use core::mem;

use crate::ids::Slot;
use crate::joins::found::Matches;
use crate::plan::{Node, NodeKind, Plan};

/// Matches of a rule that wait, which one change has begun. Their facts stand one after the other, in firing order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    /// Their node, and the entry of the plan in which it ends.
    pub(crate) node: u32,
    pub(crate) entry: u32,
    /// How many facts each has.
    pub(crate) width: u32,
    /// Where the facts begin of the one to fire first.
    pub(crate) next: u32,
    /// Where the facts of all of them end.
    pub(crate) end: u32,
    /// How many facts are left where none of them is.
    pub(crate) rest: u32,
    /// The date of the change.
    pub(crate) date: u64,
}

/// Of which nodes matches wait beside the agenda.
#[derive(Debug, Clone, Default)]
pub(crate) struct BulkNodes {
    /// The salience of the rules that fire in bulk now; none where none do.
    salience: Option<i32>,
    /// For each node the salience of its rule, which is a constant, if its matches can wait so.
    of_nodes: Vec<Option<i32>>,
    /// The matches of such nodes that the change under way begins, but for those that searches have put where they wait.
    pub(crate) begun: Matches,
    /// The lists of those that wait, empty, to be used again.
    pub(crate) spare: Waitings,
}

/// The matches that wait.
#[derive(Debug, Clone, Default)]
pub(crate) struct Waitings {
    /// Those that wait, the ones to fire first at the end.
    pub(crate) runs: Vec<Run>,
    /// The facts of those that wait, and after them what the change under way begins.
    pub(crate) found: Matches,
    /// How many facts there are of those that wait.
    pub(crate) settled: usize,
}

impl BulkNodes {
    /// Whether the matches of a node do.
    #[inline]
    pub(crate) fn take(&self, node: u32) -> bool {
        self.salience.is_some() && self.of_nodes[node as usize] == self.salience
    }

    /// Adds a match that the change under way begins.
    #[inline]
    pub(crate) fn push(&mut self, node: u32, facts: &[Slot]) {
        self.begun.add(node, facts);
    }

    /// Begins to take the matches of rules of a salience.
    pub(crate) fn begin<F>(&mut self, plan: &Plan<F>, salience: Option<i32>) {
        self.salience = salience;
        if self.of_nodes.is_empty() {
            let of_node = |node: &Node<F>| match node.kind {
                NodeKind::Match { index } => {
                    let entry = &plan.matches[index as usize];
                    entry.salience.filter(|_| entry.bulk)
                }
                _ => None,
            };
            self.of_nodes = plan.nodes.iter().map(of_node).collect();
        }
    }

    /// Takes no matches any more.
    pub(crate) fn stop(&mut self) {
        self.salience = None;
    }

    /// The salience of the rules that fire in bulk now.
    pub(crate) fn salience(&self) -> Option<i32> {
        self.salience
    }
}

impl Waitings {
    /// Adds matches that the change under way begins.
    pub(crate) fn gather(&mut self, begun: &mut Matches) {
        self.found.nodes.append(&mut begun.nodes);
        self.found.facts.append(&mut begun.facts);
    }

    /// Takes out what the change under way begins.
    pub(crate) fn take_begun(&mut self) -> Matches {
        self.found.split_off(self.settled)
    }

    /// The nodes of the matches that the change under way begins, and where the facts of each begin.
    pub(crate) fn begun<F>(&self, plan: &Plan<F>) -> impl Iterator<Item = (u32, usize)> {
        let mut next = self.settled;
        self.found.nodes.iter().map(move |&node| {
            let first = next;
            next += width(plan, node);
            (node, first)
        })
    }

    /// The node of all matches that the change under way begins, where they are of one.
    pub(crate) fn only_node(&self) -> Option<u32> {
        let (&first, rest) = self.found.nodes.split_first()?;
        rest.iter().all(|&node| node == first).then_some(first)
    }

    /// Puts the matches that the change under way begins in order. `tags` has the numbers of insertion of their facts.
    #[cold]
    pub(crate) fn sort(&mut self, mut begun: Vec<Sorted>, tags: &[u64]) {
        begun.sort_by(|a, b| {
            let tags = |of: &Sorted| &tags[of.first..][..of.width];
            // Newest first.
            a.rule.cmp(&b.rule).then_with(|| tags(b).cmp(tags(a)))
        });
        let facts = self.found.facts.split_off(self.settled);
        self.found.nodes.clear();
        for of in begun {
            let facts = &facts[of.first..][..of.width];
            self.found.add(of.node, facts);
        }
    }

    /// Lets what a change has begun wait too, which is in firing order now.
    pub(crate) fn let_wait<F>(&mut self, plan: &Plan<F>, date: u64) {
        let all = self.found.facts.len() as u32;
        let mut end = all;
        let nodes = mem::take(&mut self.found.nodes);
        for of_run in nodes.chunk_by(|a, b| a == b).rev() {
            let node = of_run[0];
            let next = end - (width(plan, node) * of_run.len()) as u32;
            // That of those that fire last is the last to be left.
            let rest = if end == all { self.settled as u32 } else { all };
            self.push_run(plan, node, (next, end, rest), date);
            end = next;
        }
        self.found.nodes = nodes;
        self.end_change();
    }

    /// Lets matches of a node wait.
    #[inline]
    pub(crate) fn push_run<F>(
        &mut self,
        plan: &Plan<F>,
        node: u32,
        (next, end, rest): (u32, u32, u32),
        date: u64,
    ) {
        let entry = plan.entry_of(node);
        self.runs.push(Run {
            node,
            entry,
            width: plan.matches[entry as usize].elements.len() as u32,
            next,
            end,
            rest,
            date,
        });
    }

    /// All that the change has begun waits.
    #[inline]
    pub(crate) fn end_change(&mut self) {
        self.found.nodes.clear();
        self.settled = self.found.facts.len();
    }

    /// Takes the match off that is to fire first. Returns its node, and the entry of the plan.
    #[inline]
    pub(crate) fn pop(&mut self) -> (u32, u32) {
        let run = self.runs.last_mut().expect("a match waits");
        let Run {
            node, entry, rest, ..
        } = *run;
        run.next += run.width;
        if run.next == run.end {
            self.runs.pop();
            self.found.facts.truncate(rest as usize);
            self.settled = rest as usize;
        }
        (node, entry)
    }
}

/// A match that the change under way begins: its node, and where its facts begin.
pub(crate) type Begun = (u32, usize);

/// A match that the change under way begins, as it is sorted.
pub(crate) struct Sorted {
    pub(crate) node: u32,
    pub(crate) rule: u32,
    /// Where its facts begin among those of the change, and how many they are.
    pub(crate) first: usize,
    pub(crate) width: usize,
}

/// How many facts the matches of a node have.
pub(crate) fn width<F>(plan: &Plan<F>, node: u32) -> usize {
    plan.matches[plan.entry_of(node) as usize].elements.len()
}
