//! Whose matches the effects of a rule begin and end, as far as the text of both shows it.
//!
//! A rule *enables* another where one of its effects may make a match of it, and *disables* it where one may end a
//! match: by what is inserted, modified or retracted, and by what stands in a negation or an accumulate. What is said
//! may happen and need not; what is not said cannot, but for changes from outside.

use std::collections::{BTreeMap, BTreeSet};

use crate::hir::{
    Action, EffectKind, ElementKind, FactTypeId, Field, Identity, KeyField, Rule, RuleId, Ruleset,
    Target,
};
use crate::names::member_name;

use super::asked;
use super::effects_graph::{By, Reading, readings};
use super::known::{Asked, Known};

/// An effect of a rule on the matches of another, or of its own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Influence {
    /// The rule with the effect.
    pub(crate) from: RuleId,
    /// Whether it may make matches, or end them.
    pub(crate) enables: bool,
    /// The rule whose matches they are.
    pub(crate) to: RuleId,
    /// The effect: `insert Order`.
    pub(crate) effect: String,
    /// The condition that it meets, as written.
    pub(crate) condition: String,
}

/// A condition that reads facts, with whose it is and what it asks of them.
struct Condition<'r> {
    of: RuleId,
    reading: &'r Reading<'r>,
    asked: Asked,
}

/// The conditions of all rules.
struct Conditions<'r> {
    all: Vec<Condition<'r>>,
    by_type: BTreeMap<FactTypeId, Vec<usize>>,
    /// Those that ask queries, and so may read any facts.
    asking: Vec<usize>,
}

impl<'r> Conditions<'r> {
    fn of(ruleset: &'r Ruleset, readings: &'r [Vec<Reading<'r>>]) -> Self {
        let rules = ruleset.rules.iter().zip(readings).enumerate();
        let all = rules.flat_map(|(number, (rule, readings))| {
            readings.iter().map(move |reading| Condition {
                of: RuleId(number),
                asked: Asked::of(ruleset, rule, reading.element, reading.tests),
                reading,
            })
        });
        let mut conditions = Self {
            all: all.collect(),
            by_type: BTreeMap::new(),
            asking: Vec::new(),
        };
        for (number, condition) in conditions.all.iter().enumerate() {
            let fact_type = condition.reading.fact_type;
            if ruleset.fact_types[fact_type.0].site.is_some() {
                conditions.asking.push(number);
            } else {
                let of_type = conditions.by_type.entry(fact_type);
                of_type.or_default().push(number);
            }
        }
        conditions
    }

    /// Those that facts of a type may concern; all where the type is not seen.
    fn concerned(&self, fact_type: Option<FactTypeId>) -> Vec<&Condition<'r>> {
        let Some(fact_type) = fact_type else {
            return self.all.iter().collect();
        };
        let own = self.by_type.get(&fact_type).into_iter().flatten();
        let concerned = own.chain(&self.asking);
        concerned.map(|number| &self.all[*number]).collect()
    }
}

/// All influences of a ruleset's rules, in the order of the rules.
pub(crate) fn influences(ruleset: &Ruleset) -> Vec<Influence> {
    let readings: Vec<Vec<Reading<'_>>> = ruleset.rules.iter().map(readings).collect();
    let conditions = Conditions::of(ruleset, &readings);
    let mut influences = BTreeSet::new();
    for (from, rule) in ruleset.rules.iter().enumerate() {
        for deed in deeds_of(ruleset, rule, &readings[from]) {
            for condition in conditions.concerned(deed.fact_type) {
                let reader = ruleset.rule(condition.of);
                let (begins, ends) = deed.reaches(ruleset, reader, condition);
                let (enables, disables) = match condition.reading.by {
                    By::Presence => (begins, ends),
                    By::Absence => (ends, begins),
                    By::Amount => (begins || ends, begins || ends),
                };
                for enables in [enables.then_some(true), disables.then_some(false)] {
                    influences.extend(enables.map(|enables| Influence {
                        from: RuleId(from),
                        enables,
                        to: condition.of,
                        effect: deed.text.clone(),
                        condition: reader.elements[condition.reading.element.0].text.clone(),
                    }));
                }
            }
        }
    }
    influences.into_iter().collect()
}

/// What an effect does to facts.
struct Deed<'r> {
    /// Their type; `None` where it is not seen.
    fact_type: Option<FactTypeId>,
    /// What is known of a fact before it, where there is one.
    before: Option<Known>,
    /// What is known of a fact after it, where there is one.
    after: Option<Known>,
    /// The fields that it writes, where not all.
    writes: Option<&'r BTreeSet<Field>>,
    text: String,
}

impl Deed<'_> {
    /// Whether there may be a fact more, and a fact less, for a condition.
    fn reaches(&self, ruleset: &Ruleset, rule: &Rule, condition: &Condition<'_>) -> (bool, bool) {
        let asked = condition.reading;
        if ruleset.fact_types[asked.fact_type.0].site.is_some() {
            // Answers come and go with the facts on which they rest.
            let is_reason = |of| asked::is_reason(ruleset, of, asked.fact_type);
            let reaches = self.fact_type.is_none_or(is_reason);
            return (reaches, reaches);
        }
        let is_table = || ruleset.fact_types[asked.fact_type.0].table.is_some();
        let is_of_type = match self.fact_type {
            Some(fact_type) => fact_type == asked.fact_type,
            None => !is_table(),
        };
        if !is_of_type || !self.is_read(ruleset, rule, asked) {
            return (false, false);
        }
        let meets = |known: &Option<Known>| {
            let known = known.as_ref();
            known.is_some_and(|known| known.may_meet(&condition.asked))
        };
        (meets(&self.after), meets(&self.before))
    }

    /// Whether a condition reads what this writes.
    fn is_read(&self, ruleset: &Ruleset, rule: &Rule, asked: &Reading<'_>) -> bool {
        let Some(writes) = self.writes else {
            return true;
        };
        let ElementKind::Fact { reads, whole, .. } = &rule.elements[asked.element.0].kind else {
            return true;
        };
        let fields = &ruleset.fact_types[asked.fact_type.0].fields;
        let mut read = reads.iter().filter_map(|number| fields.get_index(*number));
        *whole || read.any(|(field, _)| writes.iter().any(|written| meet(field, written)))
    }
}

/// Whether to write one field may be to write the other; a variant has all the fields in it.
fn meet(field: &Field, other: &Field) -> bool {
    field.member.is_none() || other.member.is_none() || field.member == other.member
}

/// The fact on which an effect is: its type, where that is known, and what is known of it before.
type Subject = (Option<FactTypeId>, Known);

/// What the blocks of a rule do, and what falls when its matches end.
fn deeds_of<'r>(ruleset: &Ruleset, rule: &'r Rule, asked: &[Reading<'_>]) -> Vec<Deed<'r>> {
    let mut deeds = Vec::new();
    for action in rule.actions() {
        for effect in &action.effects {
            let of = |target: &Target| asked_of(ruleset, rule, asked, target);
            add_deeds(ruleset, action, &effect.kind, &of, &mut deeds);
        }
    }
    deeds
}

fn add_deeds<'r>(
    ruleset: &Ruleset,
    action: &'r Action,
    effect: &'r EffectKind,
    asked_of: &dyn Fn(&Target) -> Vec<Subject>,
    deeds: &mut Vec<Deed<'r>>,
) {
    let name = |fact_type: Option<FactTypeId>| match fact_type {
        Some(id) => ruleset.fact_types[id.0].label(),
        None => "a fact".to_owned(),
    };
    match effect {
        EffectKind::Insert(insert) => {
            let fact_type = insert.fact_type;
            let fact = syn::parse2(action.tokens(&insert.fact)).ok();
            let known = fact.as_ref().map(Known::of_made).unwrap_or_default();
            let name = name(fact_type);
            let logical = if insert.logical { "logical " } else { "" };
            let identity = fact_type.map(|id| &ruleset.fact_types[id.0].identity);
            let is_best = matches!(identity, Some(Identity::Best(_)));
            // One of a key takes the place of another; a better one does too, and gives it back when it falls.
            let comes_back = is_best.then(Known::default);
            let replaced = match identity {
                Some(Identity::Plain | Identity::Unique) => None,
                Some(Identity::Unsaid | Identity::Key(_) | Identity::Best(_)) | None => {
                    Some(Known::default())
                }
            };
            if insert.logical {
                deeds.push(Deed {
                    fact_type,
                    before: Some(known.clone()),
                    after: comes_back,
                    writes: None,
                    text: format!("insert logical {name}, when it falls"),
                });
            }
            deeds.push(Deed {
                fact_type,
                before: replaced,
                after: Some(known),
                writes: None,
                text: format!("insert {logical}{name}"),
            });
        }
        EffectKind::Modify(modify) => {
            let writes = modify.writes.as_ref();
            let members = writes.map(|writes| {
                let members = writes.iter().filter_map(|field| field.member.as_deref());
                members.collect::<Vec<_>>().join(", ")
            });
            let members = members.filter(|members| !members.is_empty());
            let members = members.map_or(String::new(), |members| format!(" ({members})"));
            for (fact_type, before) in asked_of(&modify.target) {
                let text = format!("modify {}{members}", name(fact_type));
                let after = before.after(action, modify);
                // Another fact that it comes to equal goes.
                let equal = match fact_type.map(|id| &ruleset.fact_types[id.0].identity) {
                    Some(Identity::Plain | Identity::Best(_)) => None,
                    Some(Identity::Unique) => Some(after.clone()),
                    Some(Identity::Key(key)) if !writes_key(writes, key) => None,
                    Some(Identity::Key(_) | Identity::Unsaid) | None => Some(Known::default()),
                };
                deeds.extend(equal.map(|equal| Deed {
                    fact_type,
                    before: Some(equal),
                    after: None,
                    writes: None,
                    text: text.clone(),
                }));
                deeds.push(Deed {
                    fact_type,
                    after: Some(after),
                    before: Some(before),
                    writes,
                    text,
                });
            }
        }
        EffectKind::Retract(retract) => {
            let asked = asked_of(&retract.target).into_iter();
            deeds.extend(asked.map(|(fact_type, before)| Deed {
                fact_type,
                before: Some(before),
                after: None,
                writes: None,
                text: format!("retract {}", name(fact_type)),
            }));
        }
        EffectKind::Focus { .. } | EffectKind::Halt | EffectKind::Choose(_) | EffectKind::Fail => {}
    }
}

/// Whether some fields of a key may be written.
fn writes_key(writes: Option<&BTreeSet<Field>>, key: &[KeyField]) -> bool {
    let Some(writes) = writes else {
        return true;
    };
    key.iter().any(|field| {
        let name = member_name(&field.member);
        let mut written = writes.iter();
        written.any(|written| written.member.as_ref().is_none_or(|member| *member == name))
    })
}

/// The types of which a target may be, and what the rule's conditions say of the fact, where it is one of theirs.
fn asked_of(
    ruleset: &Ruleset,
    rule: &Rule,
    asked: &[Reading<'_>],
    target: &Target,
) -> Vec<Subject> {
    let Some(element) = target.element else {
        let types = target.types.iter();
        return types.map(|&of| (Some(of), Known::default())).collect();
    };
    let asked = asked.iter().find(|asked| asked.element == element);
    let known = asked.map(|asked| Known::of_asked(ruleset, rule, element, asked.tests));
    vec![(rule.fact_type(element), known.unwrap_or_default())]
}
