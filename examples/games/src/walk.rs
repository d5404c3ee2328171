//! Walks over the tree of a game.
//!
//! The tree of a state is the state and the trees of the states after its moves. A walk makes a state when it
//! comes to it: to take the first few of a tree too large to be walked to its end costs those few.

use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

use crate::state::{Positions, State};

/// A state in a tree.
pub struct Node<S: State> {
    /// The state. A walk keeps it as long as moves from it are still to be made.
    pub state: Rc<S>,
    /// The move that led here; none to the root.
    pub last: Option<S::Move>,
    /// How many moves led here.
    pub depth: usize,
}

/// Walks a tree depth first: after a state all that follows from its first move, then from its second.
pub fn depth_first<S: State>(root: S) -> Walk<S> {
    Walk::new(root, Order::DepthFirst)
}

/// Walks a tree breadth first: all states after one move, then all after two.
pub fn breadth_first<S: State>(root: S) -> Walk<S> {
    Walk::new(root, Order::BreadthFirst)
}

#[derive(Debug, Clone, Copy)]
enum Order {
    DepthFirst,
    BreadthFirst,
}

/// What a walk has still to come to.
enum Pending<S: State> {
    Root(S),
    Move {
        from: Rc<S>,
        step: S::Move,
        depth: usize,
    },
}

impl<S: State> Pending<S> {
    fn visit(self) -> Node<S> {
        match self {
            Pending::Root(state) => Node {
                state: Rc::new(state),
                last: None,
                depth: 0,
            },
            Pending::Move { from, step, depth } => Node {
                state: Rc::new(from.after(&step)),
                last: Some(step),
                depth,
            },
        }
    }
}

/// A walk over a tree; the states in its order.
pub struct Walk<S: State> {
    order: Order,
    /// The next is the last depth first, the first breadth first.
    pending: VecDeque<Pending<S>>,
    deepest: usize,
}

impl<S: State> Walk<S> {
    fn new(root: S, order: Order) -> Self {
        Walk {
            order,
            pending: [Pending::Root(root)].into(),
            deepest: usize::MAX,
        }
    }

    /// The same walk, leaving out what is more than `depth` moves deep.
    #[must_use]
    pub fn to_depth(self, depth: usize) -> Self {
        Walk {
            deepest: depth,
            ..self
        }
    }

    /// The same walk, coming to each position once, and to what follows from it once.
    #[must_use]
    pub fn positions(self) -> WalkPositions<S>
    where
        S: Positions,
    {
        WalkPositions {
            walk: self,
            seen: HashSet::new(),
        }
    }

    fn visit(&mut self) -> Option<Node<S>> {
        let pending = match self.order {
            Order::DepthFirst => self.pending.pop_back(),
            Order::BreadthFirst => self.pending.pop_front(),
        };
        pending.map(Pending::visit)
    }

    /// Notes the moves from a state as still to be made.
    fn expand(&mut self, node: &Node<S>) {
        if node.depth == self.deepest {
            return;
        }
        let moves = node.state.moves().into_iter();
        let pending = moves.map(|step| Pending::Move {
            from: Rc::clone(&node.state),
            step,
            depth: node.depth + 1,
        });
        match self.order {
            Order::DepthFirst => self.pending.extend(pending.rev()),
            Order::BreadthFirst => self.pending.extend(pending),
        }
    }
}

impl<S: State> Iterator for Walk<S> {
    type Item = Node<S>;

    fn next(&mut self) -> Option<Node<S>> {
        let node = self.visit()?;
        self.expand(&node);
        Some(node)
    }
}

/// A walk that comes to each position once.
///
/// To a depth it is exact breadth first, where the first way to a position is a shortest one.
pub struct WalkPositions<S: Positions> {
    walk: Walk<S>,
    seen: HashSet<S::Position>,
}

impl<S: Positions> Iterator for WalkPositions<S> {
    type Item = Node<S>;

    fn next(&mut self) -> Option<Node<S>> {
        loop {
            let node = self.walk.visit()?;
            if self.seen.insert(node.state.position()) {
                self.walk.expand(&node);
                return Some(node);
            }
        }
    }
}
