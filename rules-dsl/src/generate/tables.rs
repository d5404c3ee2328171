//! Generates the plan: the network as constant tables.

mod matches;
mod nodes;

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

use crate::analysis::changes::affected_types;
use crate::analysis::recursion::is_recursive;
use crate::hir::{FactTypeId, Ruleset, Strategy};
use crate::network::{self, Alpha, Feed, Network, Reads, Reduced, Side};

use super::definitions::Definitions;
use super::entry::Entry;
use super::literals::{FieldSets, int, kind};
use super::searches;
use matches::emit_match;
use nodes::emit_node;

pub(super) use matches::emit_salience;

/// The expression of type `Plan`.
pub(super) fn emit_plan(
    ruleset: &Ruleset,
    network: &Network,
    definitions: &Definitions<'_>,
) -> TokenStream {
    let kinds = emit_kinds(ruleset);
    let alphas = network
        .alphas
        .iter()
        .enumerate()
        .map(|(id, alpha)| emit_alpha(ruleset, network, id, alpha));
    let nodes = network
        .nodes
        .iter()
        .enumerate()
        .map(|(id, node)| emit_node(ruleset, network, definitions, id, node));
    let matches = network
        .matches
        .iter()
        .map(|entry| emit_match(ruleset, entry));
    let plans = searches::emit_plans(network);
    let counted = searches::emit_counted(FieldSets::of(ruleset), network);
    let is_kept = |root: &&usize| network.nodes[**root].kept;
    let roots = network.roots.iter().filter(is_kept).map(|&root| int(root));
    let on_demand = network::on_demand(ruleset, network);
    let indexes = on_demand.into_iter().enumerate();
    let indexes = indexes.map(|(number, on_demand)| emit_index(network, number, on_demand));
    let settlements = network.settlements.iter().map(|settlement| {
        let kinds = settlement.fact_types.iter().map(|&of| kind(of));
        let before = int(settlement.before);
        let (asks, reads) = (settlement.asks, settlement.reads.iter().map(|&of| kind(of)));
        quote! {
            __rt::Settlement {
                kinds: &[#(#kinds),*],
                before: #before,
                asks: #asks,
                reads: &[#(#reads),*],
            }
        }
    });
    let gates = int(network.gates);
    let strategy = emit_strategy(&ruleset.strategy);
    let groups = int(ruleset.groups.len());
    let asks = ruleset.fact_types.iter().any(|of| of.site.is_some());
    let logical = asks || logical_inserts(ruleset).next().is_some();
    let recursive = is_recursive(ruleset);
    quote! {
        __rt::Plan {
            kinds: &[#(#kinds),*],
            alphas: &[#(#alphas),*],
            indexes: &[#(#indexes),*],
            nodes: &[#(#nodes),*],
            roots: &[#(#roots),*],
            searches: &[#(#plans),*],
            counted: &[#(#counted),*],
            matches: &[#(#matches),*],
            gates: #gates,
            strategy: #strategy,
            settlements: &[#(#settlements),*],
            logical: #logical,
            recursive: #recursive,
            groups: #groups,
        }
    }
}

/// The expression of type `FactIndex` of one that is made when it is first asked, or from the beginning.
fn emit_index(network: &Network, number: usize, on_demand: bool) -> TokenStream {
    let index = &network.indexes[number];
    let alpha = &network.alphas[index.alpha];
    let partners = index.reduced.map(|Reduced { all, by, of }| {
        let (all, by, of) = (int(all), int(by), int(of));
        quote! { __rt::Reduced { all: #all, by: #by, of: #of } }
    });
    Entry::of("FactIndex")
        .value("kind", kind(alpha.fact_type))
        .flag("has_all", network.has_all(number))
        .flag("on_demand", on_demand)
        .flag("ordered", !index.order.is_empty())
        .option("reduced", partners)
        .numbers("reduces", index.reduces.iter().copied())
        .into_token_stream()
}

/// The expressions of type `Kind`, one for each fact type.
fn emit_kinds(ruleset: &Ruleset) -> impl Iterator<Item = TokenStream> {
    let sets = FieldSets::of(ruleset);
    let derived: Vec<Option<FactTypeId>> = logical_inserts(ruleset).collect();
    let affected = affected_types(ruleset);
    let fact_types = (0..).map(FactTypeId).zip(&ruleset.fact_types);
    fact_types.map(move |(id, fact_type)| {
        let name = fact_type.label();
        let mut reads = Reads::default();
        (0..fact_type.fields.len()).for_each(|place| reads.add(&Reads::field(place)));
        if fact_type.whole {
            reads.add(&Reads::whole());
        }
        let answers = fact_type.site.is_some();
        // What is inserted may be of a type that rustc finds.
        let may_be = |of: &Option<FactTypeId>| of.is_none_or(|of| of == id);
        let logical = answers || derived.iter().any(may_be);
        Entry::of("Kind")
            .value("name", name)
            .value("reads", sets.set(&reads))
            .flag("answers", answers)
            .flag("logical", logical)
            .flag("affected", affected.contains(&id))
            .into_token_stream()
    })
}

/// The types of which rules insert facts logically; of none where rustc alone knows the type.
fn logical_inserts(ruleset: &Ruleset) -> impl Iterator<Item = Option<FactTypeId>> {
    let inserts = ruleset.rules.iter().flat_map(|rule| rule.then.inserts());
    let logical = inserts.filter(|insert| insert.logical);
    logical.map(|insert| insert.fact_type)
}

/// The expression of type `Strategy`.
pub(super) fn emit_strategy(strategy: &Strategy) -> TokenStream {
    let strategy = match strategy {
        Strategy::Depth => quote! { Depth },
        Strategy::Breadth => quote! { Breadth },
        Strategy::Lex => quote! { Lex },
        Strategy::Mea => quote! { Mea },
        Strategy::Complexity => quote! { Complexity },
        Strategy::Simplicity => quote! { Simplicity },
        Strategy::Order => quote! { Order },
        Strategy::Random(seed) => quote! { Random(#seed) },
    };
    quote! { __rt::Strategy::#strategy }
}

fn emit_alpha(ruleset: &Ruleset, network: &Network, id: usize, alpha: &Alpha) -> TokenStream {
    let sets = FieldSets::of(ruleset);
    let indexes = network.indexes_of(id).map(|(number, index)| {
        let (number, reads) = (int(number), sets.set(&index.reads));
        quote! { (#number, #reads) }
    });
    let seedings = searches::emit_seedings(sets, network, id);
    let counted = searches::emit_counted_feeds(sets, network, id);
    let feeds = alpha.feeds.iter().filter(|feed| network.is_fed(feed));
    let feeds = feeds.map(|feed| emit_feed(sets, feed));
    // What is drawn is said where it is something else.
    let is_searched = !(seedings.is_empty() && counted.is_empty());
    let is_drawn = |_: &&Feed| is_searched || !alpha.feeds.iter().all(|feed| network.is_fed(feed));
    let drawn = alpha.feeds.iter().filter(is_drawn);
    let drawn = drawn.map(|feed| emit_feed(sets, feed));
    let fact_type = ruleset.fact_types[alpha.fact_type.0].label();
    let rule = ruleset.rule(alpha.tests.context.rule);
    let tests = alpha.tests.tests.iter();
    let tests: Vec<String> = tests
        .map(|test| format!("`{}`", rule.tests[test.0].text))
        .collect();
    let doc = match tests.as_slice() {
        [] => format!(" `{fact_type}`"),
        tests => format!(" `{fact_type}` with {}", tests.join(", ")),
    };
    let entry = Entry::of("Alpha")
        .value("kind", kind(alpha.fact_type))
        .list("indexes", indexes)
        .list("seedings", seedings)
        .list("feeds", feeds.chain(counted))
        .list("drawn", drawn);
    quote! { #[doc = #doc] #entry }
}

/// The expression of type `Feed`.
fn emit_feed(sets: FieldSets, feed: &Feed) -> TokenStream {
    let (node, reads) = (int(feed.node), sets.set(&feed.reads));
    let side = match feed.side {
        Side::Token => quote! { Token },
        Side::Left => quote! { Left },
        Side::Right => quote! { Right },
        Side::Gate(gate) => {
            let gate = int(gate);
            quote! { Gate(#gate) }
        }
    };
    quote! { __rt::Feed { node: #node, side: __rt::Side::#side, reads: #reads } }
}
