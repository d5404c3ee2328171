//! The shape of a summary: what it says of which members, by value. Two summaries of one shape over the same tokens
//! are one, of whatever rules they are.
//!
//! What is bound inside stands for itself by its place in the search, counted from the left.

use quote::ToTokens as _;

use crate::hir::{
    Accumulate, ElementId, ElementKind, FactTypeId, Function, Quantifier, RuleId, Ruleset, TestId,
};

use crate::plan::{Nest, Scan, Step, StepKind};

use super::super::{Context, Reads, Summary};
use super::code::{Token, verbatim};
use super::test::{PlaceShape, Shapes, TestShape, ValueShape};

/// A summary, without the tests of its result.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::network) struct SummaryShape {
    of: Summary,
    /// For each choice of branches, the search for members.
    members: Vec<MembersShape>,
}

/// A search for members, and what is said of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct MembersShape {
    steps: Vec<StepShape>,
    last: Option<LastShape>,
    value: MemberShape,
    by: Vec<ValueShape>,
}

/// The latest of the members of a group.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::network) struct LastShape {
    /// How many, as written.
    number: String,
    time: ValueShape,
    by: Vec<ValueShape>,
}

/// What is computed of a member.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum MemberShape {
    /// Nothing: it is there.
    Presence,
    /// One of its facts.
    Fact(PlaceShape),
    /// An expression.
    Value(ValueShape),
    /// One of its facts, chosen by an expression.
    Best(ValueShape, PlaceShape),
    /// An expression, given to an accumulator.
    User(Vec<Token>, ValueShape),
}

/// A step of the search.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum StepShape {
    Fact {
        fact_type: FactTypeId,
        reads: Reads,
        tests: Vec<TestShape>,
    },
    Branch(usize),
    Tests(Vec<TestShape>),
    /// Another summary, with the tests of its result.
    Summary(SummaryShape, Vec<TestShape>),
    /// The facts of one pattern, counted: what is written as several conditions may have the same search for members, and
    /// is a summary.
    Counted(SummaryShape),
    /// No other rule shares it.
    Each {
        rule: RuleId,
        element: ElementId,
        list: ValueShape,
        tests: Vec<TestShape>,
    },
}

/// A summary as a rule has it.
pub(in crate::network) struct Summarized<'a> {
    pub(in crate::network) of: Summary,
    /// What finds its members.
    pub(in crate::network) inner: &'a [Nest],
    /// The accumulate, with the tests of its result.
    pub(in crate::network) accumulate: Option<(&'a Accumulate, Vec<TestId>)>,
}

impl<'a> Summarized<'a> {
    /// What an accumulate says, and the tests of that.
    pub(in crate::network) fn by(
        accumulate: &'a Accumulate,
        inner: &'a [Nest],
        tests: Vec<TestId>,
    ) -> Self {
        Summarized {
            of: summary_of(&accumulate.function),
            inner,
            accumulate: Some((accumulate, tests)),
        }
    }

    /// Whether nests find so many matches.
    pub(in crate::network) fn counted(quantifier: Quantifier, inner: &'a [Nest]) -> Self {
        Summarized {
            of: Summary::Quantified(quantifier),
            inner,
            accumulate: None,
        }
    }

    /// The element that it binds.
    pub(in crate::network) fn result(&self) -> Option<ElementId> {
        let (accumulate, _) = self.accumulate.as_ref()?;
        Some(accumulate.element)
    }
}

/// The summary that an accumulate's function is made of.
fn summary_of(function: &Function) -> Summary {
    match function {
        Function::Count => Summary::Count,
        Function::Collect(_) => Summary::Collect,
        Function::Sum(_) => Summary::Sum,
        Function::Avg(_) => Summary::Avg,
        Function::Min(_) | Function::MinBy(..) => Summary::Least,
        Function::Max(_) | Function::MaxBy(..) => Summary::Greatest,
        Function::User(..) => Summary::User,
    }
}

impl SummaryShape {
    /// The shape of a summary over what a context finds.
    pub(in crate::network) fn new(
        ruleset: &Ruleset,
        context: &Context,
        summary: &Summarized<'_>,
    ) -> Self {
        Shaper { ruleset }.summary(context, &[], summary)
    }

    /// Whether nothing of what stands before it is read, so that it is the same over all tokens there. One by keys is not:
    /// the place of its groups belongs to the token, too.
    pub(in crate::network) fn is_apart(&self) -> bool {
        self.members.iter().all(MembersShape::is_apart)
    }
}

impl MembersShape {
    fn is_apart(&self) -> bool {
        let MembersShape {
            steps,
            last,
            value,
            by,
        } = self;
        let reads_inside = match value {
            MemberShape::Presence => true,
            MemberShape::Fact(place) => place.is_member(),
            MemberShape::Value(value) | MemberShape::User(_, value) => value.is_of_members(),
            MemberShape::Best(value, place) => value.is_of_members() && place.is_member(),
        };
        let mut last = last.iter();
        by.is_empty()
            && reads_inside
            && steps.iter().all(StepShape::is_apart)
            && last.all(|last| last.by.is_empty() && last.time.is_of_members())
    }
}

impl StepShape {
    fn is_apart(&self) -> bool {
        match self {
            StepShape::Branch(_) => true,
            StepShape::Fact { tests, .. } | StepShape::Tests(tests) => {
                tests.iter().all(TestShape::is_of_members)
            }
            StepShape::Summary(summary, tests) => {
                summary.is_apart() && tests.iter().all(TestShape::is_of_members)
            }
            StepShape::Counted(counted) => counted.is_apart(),
            // What it binds may be kept by the token.
            StepShape::Each { .. } => false,
        }
    }
}

struct Shaper<'a> {
    ruleset: &'a Ruleset,
}

impl Shaper<'_> {
    /// The shape of a summary; `before` are the elements found inside before it.
    fn summary(
        &self,
        context: &Context,
        before: &[ElementId],
        summary: &Summarized<'_>,
    ) -> SummaryShape {
        SummaryShape {
            of: summary.of,
            members: self.members(context, before, summary),
        }
    }

    fn members(
        &self,
        context: &Context,
        before: &[ElementId],
        summary: &Summarized<'_>,
    ) -> Vec<MembersShape> {
        let accumulate = summary
            .accumulate
            .as_ref()
            .map(|(accumulate, _)| *accumulate);
        let keys = accumulate.map_or(&[][..], |accumulate| &accumulate.by);
        let shapes = summary.inner.iter().map(|nest| {
            let mut context = context.clone();
            context.branches.clone_from(&nest.branches);
            let mut members = before.to_vec();
            let steps = nest.steps.iter();
            let steps = steps
                .map(|step| self.step(&context, &mut members, step))
                .collect();
            let shapes = self.shapes(&context, &members);
            MembersShape {
                steps,
                last: accumulate.and_then(|accumulate| shapes.last(accumulate)),
                value: accumulate.map_or(MemberShape::Presence, |accumulate| {
                    member_shape(&shapes, &accumulate.function)
                }),
                by: keys.iter().map(|&key| shapes.variable(key)).collect(),
            }
        });
        shapes.collect()
    }

    fn step(&self, context: &Context, members: &mut Vec<ElementId>, step: &Step) -> StepShape {
        let rule = self.ruleset.rule(context.rule);
        match &step.kind {
            StepKind::Branch { branch, .. } => StepShape::Branch(*branch),
            StepKind::Tests(tests) => StepShape::Tests(self.shapes(context, members).tests(tests)),
            StepKind::Scan(Scan { element, tests, .. }) => {
                let ElementKind::Fact {
                    fact_type,
                    reads,
                    whole,
                    ..
                } = &rule.elements[element.0].kind
                else {
                    unreachable!("patterns bind facts");
                };
                members.push(*element);
                StepShape::Fact {
                    fact_type: *fact_type,
                    reads: Reads::of(reads, *whole),
                    tests: self.shapes(context, members).tests(tests),
                }
            }
            StepKind::Each { element, tests } => {
                let list = &rule.each(*element).expr;
                let list = self.shapes(context, members).expression(list);
                members.push(*element);
                StepShape::Each {
                    rule: context.rule,
                    element: *element,
                    list,
                    tests: self.shapes(context, members).tests(tests),
                }
            }
            StepKind::Quantified(quantified) => {
                let summary = Summarized::counted(quantified.quantifier, &quantified.inner);
                let shape = self.summary(context, members, &summary);
                if quantified.fact.is_some() {
                    StepShape::Counted(shape)
                } else {
                    StepShape::Summary(shape, Vec::new())
                }
            }
            StepKind::Accumulate {
                accumulate,
                element,
                inner,
                tests,
            } => {
                let accumulate = &rule.accumulates[accumulate.0];
                let summary = Summarized::by(accumulate, inner, Vec::new());
                let shape = self.summary(context, members, &summary);
                members.push(*element);
                StepShape::Summary(shape, self.shapes(context, members).tests(tests))
            }
            StepKind::Either(_) => unreachable!("each choice of branches has a nest"),
        }
    }

    fn shapes<'s>(&'s self, context: &'s Context, members: &'s [ElementId]) -> Shapes<'s> {
        Shapes {
            ruleset: self.ruleset,
            context,
            members,
        }
    }
}

impl Shapes<'_> {
    /// The shape of which members an accumulate ranges over.
    pub(in crate::network) fn last(&self, accumulate: &Accumulate) -> Option<LastShape> {
        let last = accumulate.last.as_ref()?;
        let keys = accumulate.by.iter();
        Some(LastShape {
            number: last.text.clone(),
            time: self.expression(&last.time),
            by: keys.map(|&key| self.variable(key)).collect(),
        })
    }
}

fn member_shape(shapes: &Shapes<'_>, function: &Function) -> MemberShape {
    match function {
        Function::Count => MemberShape::Presence,
        Function::Collect(member) => MemberShape::Fact(shapes.place(*member)),
        Function::Sum(expr) | Function::Avg(expr) | Function::Min(expr) | Function::Max(expr) => {
            MemberShape::Value(shapes.expression(expr))
        }
        Function::MinBy(expr, member) | Function::MaxBy(expr, member) => {
            MemberShape::Best(shapes.expression(expr), shapes.place(*member))
        }
        Function::User(accumulator, expr) => MemberShape::User(
            verbatim(accumulator.to_token_stream()),
            shapes.expression(expr),
        ),
    }
}
