//! Metrics: what the work of each node of the network comes to, and which condition costs most.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::inspect::graph::NodeRole;
use crate::inspect::listener::Listener;
use crate::network::conditions::{Holds, Visitor};
use crate::network::counters::Counters;
use crate::plan::{LookUp, NodeKind};
use crate::session::Session;
use crate::session::program::Program;

/// What the nodes of a session's network have done. `Display` writes it as a table, the costliest first, and says
/// which condition to improve.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metrics {
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// The nodes that have done anything, the costliest first.
    pub nodes: Vec<NodeMetrics>,
    /// What became of events, for each of their types in the order of the ruleset's.
    pub events: Vec<EventMetrics>,
    /// What searches for whole matches looked up, where they could have done so in another order: see
    /// [`profile`](Metrics::profile). Those of one search follow one another in the order in which they are made.
    pub look_ups: Vec<LookUpMetrics>,
}

/// What a look-up of a search for whole matches has found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LookUpMetrics {
    /// The rule.
    pub rule: &'static str,
    /// The condition with whose facts the search begins, as written.
    pub from: &'static str,
    /// The condition whose facts are looked up, as written.
    pub condition: &'static str,
    /// The tests by which they are, as written.
    pub by: &'static str,
    /// How often it was made.
    pub asked: u64,
    /// How many facts it went over.
    pub visited: u64,
    /// How many of them passed the tests that are made then.
    pub passed: u64,
}

/// What became of the events of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EventMetrics {
    /// The type.
    pub fact_type: &'static str,
    /// How many wait for their time.
    pub waiting: u64,
    /// How many came when the clock was past their time.
    pub late: u64,
    /// How many have expired since the session began, those that it went back upon too.
    pub expired: u64,
}

/// What a node has done since the session began.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeMetrics {
    /// Its place in [`NetworkGraph::nodes`](crate::NetworkGraph::nodes).
    pub node: usize,
    /// What it is.
    pub role: NodeRole,
    /// The condition that it stands for, as written.
    pub text: &'static str,
    /// Of an alpha memory: the type of its facts.
    pub fact_type: Option<&'static str>,
    /// The rules that it serves.
    pub rules: &'static [&'static str],
    /// Activations in: the facts and partial matches that came to it. A fact that finds no partial match at a join or a
    /// count is none of them.
    pub taken: u64,
    /// Activations out: the partial matches made of what it gave.
    pub given: u64,
    /// How many pairs, facts or partial matches were put to its tests.
    pub tested: u64,
    /// How many of them passed.
    pub passed: u64,
    /// How many searches for whole matches began with its facts: see [`profile`](Metrics::profile).
    pub begun: u64,
    /// How many facts they went over.
    pub visited: u64,
    /// How many matches they found.
    pub found: u64,
    /// How many partial matches it keeps.
    pub memory: u64,
    /// The most that it has kept.
    pub peak: u64,
    /// Whether no equality looks up what it joins, so that each pair is tried.
    pub scans: bool,
}

impl NodeMetrics {
    /// What its work comes to: activations in and out, and tests.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.taken + self.given + self.tested
    }
}

impl Metrics {
    /// The node whose condition to improve: of those that test much of which little passes, the costliest.
    #[must_use]
    pub fn worst(&self) -> Option<&NodeMetrics> {
        let wasted = |node: &&NodeMetrics| node.tested - node.passed;
        let wasteful = self
            .nodes
            .iter()
            .filter(|node| node.tested > 4 * node.passed);
        wasteful.max_by_key(wasted).filter(|node| node.tested > 16)
    }

    /// What the next build can go by, as text: write it to a file, and name it by its whole path in the environment variable
    /// `RULES_PROFILE` of the build. Those of several runs, and of several rulesets, may follow one another in one file.
    ///
    /// Where a search could look up the facts of one condition or of another next, the build begins with that of which the
    /// run has found that it leaves the least to do. A rule whose matches are found whole keeps no partial ones: what begins
    /// with a fact of a later condition is searched anew each time. Where the run went over more facts in vain than
    /// partial matches would have cost, the build keeps them. Nothing else follows from it: the matches and their order are
    /// the same.
    #[must_use]
    pub fn profile(&self) -> String {
        let mut text = format!("# what a session of `{}` has searched\n", self.ruleset);
        let joins = self
            .nodes
            .iter()
            .filter(|node| node.role == NodeRole::Join && node.taken > 0);
        for node in joins {
            let condition = one_line(node.text);
            let (word, counted) = match node.begun {
                0 => ("kept", String::new()),
                begun => {
                    let counted = format!("\t{begun}\t{}\t{}", node.visited, node.found);
                    ("searched", counted)
                }
            };
            for rule in node.rules {
                let line = format!("{word}\t{}\t{rule}\t{condition}{counted}\n", self.ruleset);
                text.push_str(&line);
            }
        }
        for look_up in self.look_ups.iter().filter(|look_up| look_up.asked > 0) {
            let LookUpMetrics {
                rule,
                asked,
                visited,
                passed,
                ..
            } = look_up;
            let [from, condition, by] = [look_up.from, look_up.condition, look_up.by].map(one_line);
            let ruleset = self.ruleset;
            let line = format!(
                "looked_up\t{ruleset}\t{rule}\t{from}\t{condition}\t{by}\t{asked}\t{visited}\t{passed}\n"
            );
            text.push_str(&line);
        }
        text
    }
}

/// A condition as it stands in a line of a profile.
fn one_line(condition: &str) -> String {
    let words: Vec<&str> = condition.split_whitespace().collect();
    words.join(" ")
}

impl<P: Program, L: Listener> Session<P, L> {
    /// What the nodes of the network have done since the session began, or was copied from one that had.
    ///
    /// Tests that an alpha memory makes on facts alone are not counted, nor those by which logical facts are found
    /// to rest on one another.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// shop.insert_all([50, 250].map(|total| Order { total }));
    /// println!("{}", shop.metrics());
    /// ```
    #[must_use]
    pub fn metrics(&self) -> Metrics {
        let plan = P::PLAN;
        let graph = P::NETWORK.nodes();
        let Counters {
            nodes,
            alphas,
            expired,
            look_ups,
            ..
        } = &self.work.network.counters;
        let metrics = |node: usize| NodeMetrics {
            node,
            role: graph[node].role(),
            text: graph[node].text(),
            fact_type: None,
            rules: graph[node].rules(),
            taken: 0,
            given: 0,
            begun: 0,
            visited: 0,
            found: 0,
            tested: 0,
            passed: 0,
            memory: 0,
            peak: 0,
            scans: false,
        };
        let alphas = alphas
            .iter()
            .enumerate()
            .map(|(alpha, &taken)| NodeMetrics {
                taken,
                fact_type: Some(plan.kinds[plan.alphas[alpha].kind.index()].name),
                ..metrics(plan.kinds.len() + alpha)
            });
        let first = plan.kinds.len() + plan.alphas.len();
        let joins = nodes.iter().enumerate().map(|(number, counts)| {
            let is_join = matches!(
                plan.nodes[number].kind,
                NodeKind::Join { .. } | NodeKind::JoinFacts { .. } | NodeKind::Counted { .. }
            );
            let hashed = || P::is_hashed(number as u32, &self.work.memory, &self.work.network);
            NodeMetrics {
                taken: counts.taken,
                given: counts.given,
                begun: counts.begun,
                visited: counts.visited,
                found: counts.found,
                tested: counts.tested,
                passed: counts.passed,
                memory: counts.memory,
                peak: counts.peak,
                scans: graph[first + number].scans() || is_join && !hashed(),
                ..metrics(first + number)
            }
        });
        let mut nodes: Vec<NodeMetrics> = alphas.chain(joins).collect();
        nodes.retain(|node| node.cost() > 0);
        nodes.sort_by_key(|node| core::cmp::Reverse(node.cost()));
        let mut events = EventsOf::<P> {
            memory: &self.work.memory,
            expired,
            found: Vec::new(),
        };
        P::visit(&mut events);
        let events = events.found;
        let look_ups = P::LOOK_UPS.iter().zip(look_ups).map(|(of, counts)| {
            let LookUp {
                rule,
                from,
                condition,
                by,
            } = *of;
            LookUpMetrics {
                rule,
                from,
                condition,
                by,
                asked: counts.taken,
                visited: counts.tested,
                passed: counts.passed,
            }
        });
        Metrics {
            ruleset: P::NAME,
            nodes,
            events,
            look_ups: look_ups.collect(),
        }
    }
}

/// Finds what became of events.
struct EventsOf<'a, P: Program> {
    memory: &'a P::Memory,
    /// How many have expired, by their types.
    expired: &'a [u64],
    found: Vec<EventMetrics>,
}

impl<P: Program> Visitor<P> for EventsOf<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if P::EVENT && !P::HIDDEN {
            self.found.push(EventMetrics {
                fact_type: P::PLAN.kinds[P::KIND.index()].name,
                waiting: P::slab(self.memory).waiting() as u64,
                late: P::late(self.memory),
                expired: self.expired[P::KIND.index()],
            });
        }
    }
}

/// The columns after the condition.
const COLUMNS: [&str; 6] = ["in", "out", "tested", "passed", "memory", "peak"];

impl fmt::Display for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<(String, [u64; 6])> = self.nodes.iter().map(line).collect();
        let width = lines.iter().map(|(text, _)| text.chars().count()).max();
        let width = width.unwrap_or_default();
        let columns: [usize; 6] = core::array::from_fn(|column| {
            let digits = lines
                .iter()
                .map(|(_, numbers)| format!("{}", numbers[column]).len());
            digits.max().unwrap_or_default().max(COLUMNS[column].len())
        });
        write!(f, "{:width$}", "")?;
        for (name, column) in COLUMNS.iter().zip(columns) {
            write!(f, "  {name:>column$}")?;
        }
        writeln!(f)?;
        for (text, numbers) in &lines {
            write!(f, "{text:width$}")?;
            for (number, column) in numbers.iter().zip(columns) {
                write!(f, "  {number:>column$}")?;
            }
            writeln!(f)?;
        }
        for EventMetrics {
            fact_type,
            waiting,
            late,
            expired,
        } in &self.events
        {
            writeln!(
                f,
                "events {fact_type}: {waiting} waiting, {late} late, {expired} expired"
            )?;
        }
        let Some(worst) = self.worst() else {
            return Ok(());
        };
        let NodeMetrics {
            text,
            rules,
            tested,
            passed,
            ..
        } = worst;
        let rules = rules.join("`, `");
        writeln!(
            f,
            "improve `{text}` of `{rules}`: of {tested} tested {passed} pass"
        )?;
        if worst.scans {
            writeln!(
                f,
                "  no equality with earlier conditions looks its facts up, so each is tried with each: join it by a \
                 field that is equal on both sides, of a type with `Hash`"
            )?;
        }
        Ok(())
    }
}

/// The condition of a node, and its numbers.
fn line(node: &NodeMetrics) -> (String, [u64; 6]) {
    let word = match node.role {
        NodeRole::Filter => "if ",
        NodeRole::Rule => "rule ",
        _ => "",
    };
    let numbers = [
        node.taken,
        node.given,
        node.tested,
        node.passed,
        node.memory,
        node.peak,
    ];
    let text = match node.fact_type {
        Some(fact_type) => format!("{fact_type}, {}", node.text),
        None => format!("{word}{}", node.text),
    };
    (text, numbers)
}
