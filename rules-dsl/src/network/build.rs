//! Builds the network: a chain of nodes for each variant of each rule, from left to right as written,
//! where each node that is there already is taken instead of a new one.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::analysis::touched::needed;
use crate::hir::{
    Condition, ElementId, ElementKind, FactTypeId, Quantifier, Rule, RuleId, Ruleset, TestId,
    TestKind,
};

use super::bulk::fires_in_bulk;
use super::gates::{Gate, split_gates};
use super::shape::{NodeKey, NodeShape, Shapes};
use super::steps::{Step, Variant, variants};
use super::stratify::stratify;
use super::summary_shape::{Summarized, SummaryShape};
use super::{
    Alpha, Context, FactIndex, Feed, Input, KeyPart, Match, MatchElement, Network, Node, NodeKind,
    Part, Place, Reads, Side, Tests,
};

/// Builds the network of a ruleset.
#[must_use]
pub fn build(ruleset: &Ruleset) -> Network {
    let mut builder = Builder::of(ruleset, BTreeSet::new());
    let tested_apart = builder.tested_differently();
    if !tested_apart.is_empty() {
        builder = Builder::of(ruleset, tested_apart);
    }
    let mut network = builder.network;
    stratify(ruleset, &mut network);
    network
}

/// Accumulates that differ in nothing but the tests of their results.
pub(super) struct Alike {
    /// Those of the first.
    pub(super) tests: Vec<String>,
    pub(super) differ: bool,
    pub(super) accumulates: Vec<(RuleId, ElementId)>,
}

pub(super) struct Builder<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) network: Network,
    /// What is there already, by shape. (Looked up only, never iterated: the output's order does not
    /// depend on it.)
    alphas: HashMap<(FactTypeId, Vec<String>), usize>,
    indexes: HashMap<(usize, Vec<String>), usize>,
    pub(super) nodes: HashMap<NodeKey, usize>,
    /// How many uses summaries have.
    pub(super) uses: usize,
    /// The accumulates over the same tokens that are alike.
    pub(super) alike: HashMap<(Input, Reads, SummaryShape), Alike>,
    /// The accumulates whose results are tested at a node of their own, so that others share them.
    pub(super) tested_apart: BTreeSet<(RuleId, ElementId)>,
}

/// What stands on the left of the next condition, and where its elements are found.
#[derive(Clone)]
pub(super) struct Left {
    pub(super) source: Source,
    pub(super) context: Context,
    /// In the search for the members of a summary: how many steps to the left the owner is.
    pub(super) owner: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The token without facts.
    Root,
    /// The facts of an alpha memory.
    Facts { alpha: usize, element: ElementId },
    /// The tokens that a node gives.
    Node(usize),
}

/// The facts that a node looks up: an element's, in an alpha memory, and the tests that join them.
struct LookedUp {
    element: ElementId,
    alpha: usize,
    joins: Vec<TestId>,
}

/// What decides whether a node is there already.
pub(super) struct NewNode {
    pub(super) kind: NodeKind,
    pub(super) shape: NodeShape,
    pub(super) tests: Tests,
    pub(super) text: String,
    /// The alpha memory and what is read of its facts, where the node takes facts on its right.
    pub(super) right: Option<(usize, Reads)>,
}

impl<'a> Builder<'a> {
    /// Builds the network of a ruleset, but for the order of its nodes.
    fn of(ruleset: &'a Ruleset, tested_apart: BTreeSet<(RuleId, ElementId)>) -> Self {
        let mut builder = Builder {
            ruleset,
            network: Network::default(),
            alphas: HashMap::new(),
            indexes: HashMap::new(),
            nodes: HashMap::new(),
            uses: 0,
            alike: HashMap::new(),
            tested_apart,
        };
        for rule in 0..ruleset.rules.len() {
            builder.add_rule(RuleId(rule));
        }
        for query in 0..ruleset.queries.len() {
            builder.add_query(RuleId(ruleset.rules.len() + query));
        }
        builder
    }

    /// The accumulates that others would share, but for the tests of their results.
    fn tested_differently(&self) -> BTreeSet<(RuleId, ElementId)> {
        let differing = self.alike.values().filter(|alike| alike.differ);
        differing
            .flat_map(|alike| alike.accumulates.iter().copied())
            .collect()
    }

    fn add_rule(&mut self, id: RuleId) {
        let rule: &'a Rule = self.ruleset.rule(id);
        for variant in variants(rule, &rule.conditions, &BTreeSet::new(), &BTreeMap::new()) {
            let context = Context {
                rule: id,
                branches: variant.branches.clone(),
                places: BTreeMap::new(),
                summaries: BTreeMap::new(),
            };
            let left = Left {
                source: Source::Root,
                context,
                owner: 0,
            };
            let elements = match_elements(&variant);
            let (gates, variant) = split_gates(self.ruleset, rule, variant);
            let left = self.add_steps(left, variant);
            self.add_match(left, elements, gates);
        }
    }

    /// Adds the nodes of a variant's steps; the answer is what stands on their right.
    pub(super) fn add_steps(&mut self, mut left: Left, variant: Variant<'a>) -> Left {
        left.context.branches.extend(variant.branches);
        for step in variant.steps {
            left = match step {
                Step::Branch(_) => left,
                Step::Fact { element, tests } => self.add_fact(left, element, tests),
                Step::Tests(tests) => self.add_filter(left, tests),
                Step::Quantified {
                    quantifier,
                    conditions,
                    text,
                } => self.add_quantified(left, quantifier, conditions, text),
                Step::Accumulate { accumulate, tests } => {
                    let text = &self.rule(&left.context).elements[accumulate.element.0].text;
                    self.add_summary(left, Summarized::by(accumulate, tests), text)
                }
                Step::Each { element, tests } => self.add_each(left, element, tests),
            };
        }
        left
    }

    /// A fact: the first is the alpha memory itself, any other is joined.
    fn add_fact(&mut self, left: Left, element: ElementId, tests: Vec<TestId>) -> Left {
        let (alpha, joins) = self.add_alpha(&left.context, element, tests);
        let mut context = left.context.clone();
        if left.source == Source::Root && joins.is_empty() {
            context.places.insert(element, Place::Right);
            return Left {
                source: Source::Facts { alpha, element },
                context,
                owner: 0,
            };
        }
        let text = self.rule(&context).elements[element.0].text.clone();
        if let Source::Facts {
            alpha: left_alpha,
            element: left_element,
        } = left.source
        {
            context.places.insert(left_element, Place::Left);
            context.places.insert(element, Place::Right);
            let keys = self.keys(&context, &joins, element);
            let key = keys.left.clone();
            let part = self.part(&context, left_element);
            let reads = self.part(&context, element).reads;
            let left_index =
                self.add_index(left_alpha, &context, left_element, keys.left, &part.reads);
            let right_index = self.add_index(alpha, &context, element, keys.right, &reads);
            let shape = NodeShape::JoinFacts {
                left: left_index,
                right: right_index,
                reads: reads.clone(),
                tests: self.shapes(&context).tests(&joins),
            };
            let kind = NodeKind::JoinFacts {
                left: left_index,
                part: part.clone(),
                right: right_index,
                key,
            };
            let tests = Tests {
                context: context.clone(),
                tests: joins,
            };
            let new = NewNode {
                kind,
                shape,
                tests,
                text,
                right: Some((alpha, reads)),
            };
            let node = self.add_node(Input::Alpha(left_alpha), Side::Left, Some(part), &left, new);
            let mut places = BTreeMap::new();
            places.insert(left_element, Place::LeftOf(0));
            places.insert(element, Place::Token(0));
            return Left {
                source: Source::Node(node),
                context: Context { places, ..context },
                owner: 0,
            };
        }
        let join = |right, key| NodeKind::Join { right, key };
        let looked_up = LookedUp {
            element,
            alpha,
            joins,
        };
        let shape = |right, reads, tests| NodeShape::Join {
            right,
            reads,
            tests,
        };
        self.add_lookup(left, looked_up, shape, join, text, Some(element))
    }

    /// A node that looks up for its tokens the facts that go with them; it gives tokens that end in the
    /// element `binds`, where it binds one.
    fn add_lookup(
        &mut self,
        left: Left,
        looked_up: LookedUp,
        shape: impl FnOnce(usize, Reads, Vec<String>) -> NodeShape,
        kind: impl FnOnce(usize, Vec<KeyPart>) -> NodeKind,
        text: String,
        binds: Option<ElementId>,
    ) -> Left {
        let LookedUp {
            element,
            alpha,
            joins,
        } = looked_up;
        let mut context = left.context.clone();
        context.places.insert(element, Place::Right);
        let keys = self.keys(&context, &joins, element);
        let reads = self.part(&context, element).reads;
        let right = self.add_index(alpha, &context, element, keys.right, &reads);
        let shape = shape(right, reads.clone(), self.shapes(&context).tests(&joins));
        let tests = Tests {
            context,
            tests: joins,
        };
        let new = NewNode {
            kind: kind(right, keys.left),
            shape,
            tests,
            text,
            right: Some((alpha, reads)),
        };
        self.add_consumer(left, new, binds)
    }

    /// The alpha memory of a pattern, and the tests that are not its own.
    pub(super) fn add_alpha(
        &mut self,
        context: &Context,
        element: ElementId,
        tests: Vec<TestId>,
    ) -> (usize, Vec<TestId>) {
        let rule = self.rule(context);
        let (own, joins) = tests.into_iter().partition::<Vec<_>, _>(|&test| {
            needed(rule, test, &context.branches)
                .iter()
                .all(|&e| e == element)
        });
        let ElementKind::Fact { fact_type, .. } = rule.elements[element.0].kind else {
            unreachable!("patterns bind facts");
        };
        let context = Context {
            places: BTreeMap::from([(element, Place::Right)]),
            ..context.clone()
        };
        let shape = self.shapes(&context).tests(&own);
        let alphas = &mut self.network.alphas;
        let alpha = *self.alphas.entry((fact_type, shape)).or_insert_with(|| {
            alphas.push(Alpha {
                fact_type,
                tests: Tests {
                    context,
                    tests: own,
                },
                feeds: Vec::new(),
            });
            alphas.len() - 1
        });
        (alpha, joins)
    }

    /// An index of an alpha memory over one side of a join's tests, which is told of changes in the fields
    /// that it reads.
    pub(super) fn add_index(
        &mut self,
        alpha: usize,
        context: &Context,
        element: ElementId,
        key: Vec<KeyPart>,
        reads: &Reads,
    ) -> usize {
        let context = Context {
            places: BTreeMap::from([(element, Place::Right)]),
            ..context.clone()
        };
        let shape = self.shapes(&context).key(&key);
        let indexes = &mut self.network.indexes;
        let index = *self.indexes.entry((alpha, shape)).or_insert_with(|| {
            indexes.push(FactIndex {
                alpha,
                key,
                context,
                reads: reads.clone(),
            });
            indexes.len() - 1
        });
        indexes[index].reads.add(reads);
        index
    }

    /// Tests of what stands on the left.
    pub(super) fn add_filter(&mut self, left: Left, tests: Vec<TestId>) -> Left {
        let rule = self.rule(&left.context);
        let text = tests
            .iter()
            .map(|test| rule.tests[test.0].text.as_str())
            .collect::<Vec<_>>()
            .join(" && ");
        let shape = NodeShape::Filter {
            tag: 0,
            tests: self.shapes(&left.context).tests(&tests),
        };
        let tests = Tests {
            context: left.context.clone(),
            tests,
        };
        let new = NewNode {
            kind: NodeKind::Filter { tag: 0 },
            shape,
            tests,
            text,
            right: None,
        };
        self.add_consumer(left, new, None)
    }

    /// `not` and `exists`: counted where they range over one fact, else summarized.
    fn add_quantified(
        &mut self,
        left: Left,
        quantifier: Quantifier,
        conditions: &'a [Condition],
        text: &str,
    ) -> Left {
        if let [Condition::Fact { element, tests }] = conditions {
            let irrefutable = |test: &TestId| {
                let kind = &self.rule(&left.context).tests[test.0].kind;
                matches!(
                    kind,
                    TestKind::Let {
                        irrefutable: true,
                        ..
                    }
                )
            };
            let tests = tests
                .iter()
                .copied()
                .filter(|test| !irrefutable(test))
                .collect();
            return self.add_counted(left, quantifier, *element, tests, text);
        }
        self.add_summary(left, Summarized::counted(quantifier, conditions), text)
    }

    /// A `for`.
    fn add_each(&mut self, left: Left, element: ElementId, tests: Vec<TestId>) -> Left {
        let text = self.rule(&left.context).elements[element.0].text.clone();
        let left = Self::as_tokens(left);
        let mut context = left.context.clone();
        context.places.insert(element, Place::Right);
        let tests = Tests { context, tests };
        let node = self.push_node(&left, NodeKind::Each { element }, tests, text);
        let mut context = left.context.step();
        context.places.insert(element, Place::Token(0));
        Left {
            source: Source::Node(node),
            context,
            owner: left.owner + 1,
        }
    }

    fn add_counted(
        &mut self,
        left: Left,
        quantifier: Quantifier,
        element: ElementId,
        tests: Vec<TestId>,
        text: &str,
    ) -> Left {
        let left = Self::as_tokens(left);
        let (alpha, joins) = self.add_alpha(&left.context, element, tests);
        let counted = |right, key| NodeKind::Counted {
            right,
            key,
            quantifier,
        };
        let shape = |right, reads, tests| NodeShape::Counted {
            quantifier,
            right,
            reads,
            tests,
        };
        let looked_up = LookedUp {
            element,
            alpha,
            joins,
        };
        self.add_lookup(left, looked_up, shape, counted, text.to_owned(), None)
    }

    fn add_match(&mut self, left: Left, elements: Vec<MatchElement>, gates: Vec<Gate>) {
        let mut left = Self::as_tokens(left);
        let index = self.network.matches.len();
        let node = self.network.nodes.len();
        let gates: Vec<usize> = gates
            .into_iter()
            .map(|gate| self.add_gate(&mut left.context, node, gate))
            .collect();
        let rule = self.rule(&left.context);
        let text = rule.name.to_string();
        let bulk = gates.is_empty()
            && match left.source {
                Source::Root => false,
                Source::Facts { .. } => fires_in_bulk(self.ruleset, rule, None),
                Source::Node(node) => {
                    fires_in_bulk(self.ruleset, rule, Some(&self.network.nodes[node].kind))
                }
            };
        let tests = Tests {
            context: left.context.clone(),
            tests: Vec::new(),
        };
        self.network.matches.push(Match {
            context: left.context.clone(),
            elements,
            gates,
            bulk,
        });
        self.push_node(&left, NodeKind::Match { index }, tests, text);
    }

    /// A gate of the match node that comes next.
    fn add_gate(&mut self, context: &mut Context, node: usize, gate: Gate) -> usize {
        let Gate { element, tests } = gate;
        let (alpha, joins) = self.add_alpha(context, element, tests);
        debug_assert!(joins.is_empty(), "nothing is joined to a gate");
        let number = self.network.gates;
        self.network.gates += 1;
        context.places.insert(element, Place::Gate(number));
        let reads = self.part(context, element).reads;
        self.network.alphas[alpha].feeds.push(Feed {
            node,
            side: Side::Gate(number),
            reads,
        });
        number
    }

    /// The same left, as tokens: a fact is then the token's own.
    pub(super) fn as_tokens(mut left: Left) -> Left {
        if let Source::Facts { element, .. } = left.source {
            left.context.places.insert(element, Place::Token(0));
        }
        left
    }

    /// Adds a node that takes the left's tokens, or finds it. The answer is what it gives, which ends in
    /// the element's fact.
    pub(super) fn add_consumer(
        &mut self,
        left: Left,
        new: NewNode,
        element: Option<ElementId>,
    ) -> Left {
        let left = Self::as_tokens(left);
        let mut context = left.context.step();
        if let Some(element) = element {
            context.places.insert(element, Place::Token(0));
        }
        let owner = left.owner + 1;
        let node = self.add_node(Self::input(&left), Side::Token, None, &left, new);
        Left {
            source: Source::Node(node),
            context,
            owner,
        }
    }

    /// Adds a node, or finds the one of the same shape.
    fn add_node(
        &mut self,
        input: Input,
        side: Side,
        left_part: Option<Part>,
        left: &Left,
        new: NewNode,
    ) -> usize {
        let key = NodeKey {
            input,
            reads: self.reads_of_left(left),
            shape: new.shape,
        };
        let rule = left.context.rule;
        if let Some(&node) = self.nodes.get(&key) {
            self.serve(node, rule);
            return node;
        }
        let node = if let (Input::Alpha(alpha), Some(part)) = (input, left_part) {
            let node = self.network.nodes.len();
            let reads = part.reads;
            self.network.alphas[alpha]
                .feeds
                .push(Feed { node, side, reads });
            self.network.nodes.push(Node {
                kind: new.kind,
                tests: new.tests,
                input,
                fact: None,
                left_fact: None,
                outputs: Vec::new(),
                text: new.text,
                rules: vec![rule],
            });
            node
        } else {
            self.push_node(left, new.kind, new.tests, new.text)
        };
        if let Some((alpha, reads)) = new.right {
            self.network.alphas[alpha].feeds.push(Feed {
                node,
                side: Side::Right,
                reads,
            });
        }
        self.nodes.insert(key, node);
        node
    }

    /// What the rule reads of the facts that the left gives, where it is an alpha memory.
    pub(super) fn reads_of_left(&self, left: &Left) -> Reads {
        match left.source {
            Source::Facts { element, .. } => self.part(&left.context, element).reads,
            Source::Root | Source::Node(_) => Reads::default(),
        }
    }

    /// Notes that a node serves a rule.
    pub(super) fn serve(&mut self, node: usize, rule: RuleId) {
        let rules = &mut self.network.nodes[node].rules;
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }

    /// Adds a node that takes the left's tokens.
    pub(super) fn push_node(
        &mut self,
        left: &Left,
        kind: NodeKind,
        tests: Tests,
        text: String,
    ) -> usize {
        let node = self.network.nodes.len();
        self.connect(left, node);
        let left_fact = match left.source {
            Source::Node(producer) => match &self.network.nodes[producer].kind {
                NodeKind::JoinFacts { part, .. } => Some(part.clone()),
                _ => None,
            },
            _ => None,
        };
        self.network.nodes.push(Node {
            kind,
            tests,
            input: Self::input(left),
            fact: self.last_fact(left),
            left_fact,
            outputs: Vec::new(),
            text,
            rules: vec![left.context.rule],
        });
        node
    }

    /// Makes a node take what the left gives.
    pub(super) fn connect(&mut self, left: &Left, node: usize) {
        match left.source {
            Source::Root => self.network.roots.push(node),
            Source::Facts { alpha, element } => {
                let reads = self.part(&left.context, element).reads;
                self.network.alphas[alpha].feeds.push(Feed {
                    node,
                    side: Side::Token,
                    reads,
                });
            }
            Source::Node(producer) => self.network.nodes[producer].outputs.push(node),
        }
    }

    pub(super) fn input(left: &Left) -> Input {
        match left.source {
            Source::Root => Input::Root,
            Source::Facts { alpha, .. } => Input::Alpha(alpha),
            Source::Node(node) => Input::Node(node),
        }
    }

    /// The fact in which the left's tokens end.
    pub(super) fn last_fact(&self, left: &Left) -> Option<Part> {
        let (&element, _) =
            left.context
                .places
                .iter()
                .find(|(element, place)| match left.source {
                    Source::Facts { element: fact, .. } => **element == fact,
                    _ => **place == Place::Token(0),
                })?;
        match self.rule(&left.context).elements[element.0].kind {
            ElementKind::Fact { .. } => Some(self.part(&left.context, element)),
            ElementKind::Accumulate(_) | ElementKind::Best { .. } | ElementKind::Each(_) => None,
        }
    }

    pub(super) fn part(&self, context: &Context, element: ElementId) -> Part {
        let ElementKind::Fact {
            fact_type,
            reads,
            whole,
            ..
        } = &self.rule(context).elements[element.0].kind
        else {
            unreachable!("only facts are part of tokens");
        };
        let reads = Reads::of(reads, *whole);
        Part {
            fact_type: *fact_type,
            reads,
        }
    }

    pub(super) fn rule(&self, context: &Context) -> &'a Rule {
        self.ruleset.rule(context.rule)
    }

    pub(super) fn shapes<'s>(&self, context: &'s Context) -> Shapes<'s>
    where
        'a: 's,
    {
        Shapes {
            ruleset: self.ruleset,
            context,
            members: &[],
        }
    }
}

/// The elements by which a variant's activations are ordered.
pub(super) fn match_elements(variant: &Variant<'_>) -> Vec<MatchElement> {
    let element = |step: &Step<'_>| match step {
        Step::Fact { element, .. } => Some(MatchElement::Fact(*element)),
        Step::Branch(branch) => Some(MatchElement::Branch(*branch)),
        Step::Each { element, .. } => Some(MatchElement::Each(*element)),
        Step::Accumulate { accumulate, .. } if !accumulate.by.is_empty() => {
            Some(MatchElement::Group(accumulate.element))
        }
        Step::Tests(_) | Step::Quantified { .. } | Step::Accumulate { .. } => None,
    };
    variant.steps.iter().filter_map(element).collect()
}

impl Context {
    /// The same context for tokens one step further to the right.
    #[must_use]
    pub(super) fn step(&self) -> Context {
        self.moved(|place| match place {
            Place::Token(steps) => Place::Token(steps + 1),
            Place::LeftOf(steps) => Place::LeftOf(steps + 1),
            place @ (Place::Right | Place::Left | Place::Gate(_) | Place::Local) => place,
        })
    }

    /// The same context, from the pair of which a token is made.
    pub(crate) fn of_pair(&self) -> Context {
        self.moved(|place| match place {
            Place::Token(0) => Place::Right,
            Place::LeftOf(0) => Place::Left,
            Place::Token(steps) => Place::Token(steps - 1),
            Place::LeftOf(steps) => Place::LeftOf(steps - 1),
            place @ (Place::Right | Place::Left | Place::Gate(_) | Place::Local) => place,
        })
    }

    /// The same context, with elements in other places.
    fn moved(&self, to: impl Fn(Place) -> Place) -> Context {
        let places = self
            .places
            .iter()
            .map(|(&element, &place)| (element, to(place)))
            .collect();
        Context {
            rule: self.rule,
            branches: self.branches.clone(),
            places,
            summaries: self.summaries.clone(),
        }
    }
}
