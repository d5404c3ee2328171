//! Makes confluent rulesets: whatever the order of firing, they come to rest with the same working memory.
//!
//! Every fact type has a role, and a rule has effects on facts of one type at most. Its conditions are kept to
//! types whose facts do not come and go while that rule may fire, so that no firing takes from another what it
//! needs, or comes too early.

use super::changes::change;
use super::scope::Scope;
use super::{Generator, RULES, Random};
use crate::compare::{Change, Edit};
use crate::elements::Elements;
use crate::model::{
    Condition, Effect, Expression, FactType, Rule, Ruleset, Write, condition, effect,
};
use crate::naive::Session;
use crate::value::{DOMAIN, Value};

/// The names of fact types, by their place.
const TYPES: [&str; 5] = ["A", "B", "C", "D", "E"];
/// So many changes are tried until one will do.
const TRIES: usize = 50;

/// What rules do to the facts of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// Nothing.
    Given,
    /// They insert them, each value once, and never take one back; they ask for them, never for their absence. So
    /// the values there at rest are a least fixpoint.
    Closed,
    /// Each fact goes its own way: a firing gives it its next value, which depends on its value alone, or retracts
    /// it. Whether it may depends on it and on facts of the roles above: where it stops does not depend on others of
    /// its role.
    Moved,
    /// They stand for a match of facts of the roles above and of types of this role declared earlier; at rest those
    /// stand whose matches hold.
    Derived,
}

/// How the facts of a `Moved` type move.
#[derive(Clone, Debug)]
enum Motion {
    /// They are retracted.
    Leave,
    /// The first field grows by one, up to the end of the domain; another may be set.
    Step(Option<(String, Value)>),
}

/// A fact type with its role.
struct Part {
    fact: FactType,
    role: Role,
    motion: Motion,
}

impl Part {
    /// Whether a rule with effects on this type, of that place, may have conditions on another type.
    fn may_match(&self, place: usize, (other, part): (usize, &Self)) -> bool {
        match self.role {
            Role::Given => true,
            Role::Closed | Role::Moved => part.role <= Role::Closed,
            Role::Derived => part.role < Role::Derived || other < place,
        }
    }
}

impl Generator {
    /// A confluent ruleset.
    pub(super) fn confluent(&mut self) -> Ruleset {
        let parts = self.parts();
        self.facts = parts.iter().map(|part| part.fact.clone()).collect();
        let mut rules: Vec<Rule> = Vec::new();
        for name in &RULES[..self.random.within(3, 6)] {
            let target = self.random.below(parts.len());
            let rule = self.rule_on(name, target, &parts, &rules);
            rules.push(rule);
        }
        let mut ruleset = Ruleset::new(self.facts.clone(), rules).strategy(self.strategy());
        ruleset.keep_mentioned();
        ruleset
    }

    /// The fact types, in the order of their roles.
    fn parts(&mut self) -> Vec<Part> {
        let mut roles = vec![Role::Given];
        for _ in 0..self.random.within(2, 4) {
            let others = [
                (2, Role::Given),
                (2, Role::Closed),
                (2, Role::Moved),
                (4, Role::Derived),
            ];
            roles.push(*self.random.weighted(&others));
        }
        roles.sort_unstable();
        let parts = TYPES.iter().zip(roles);
        parts.map(|(name, role)| self.part(name, role)).collect()
    }

    fn part(&mut self, name: &str, role: Role) -> Part {
        let mut fact = self.fact_type(name);
        fact.unique |= role == Role::Closed || role == Role::Derived && self.random.chance(65);
        let motion = if self.random.chance(30) {
            Motion::Leave
        } else {
            let (field, kind) = self.random.pick(&fact.fields).clone();
            let other = field != fact.fields[0].0;
            Motion::Step(other.then(|| (field, self.constant(kind))))
        };
        Part { fact, role, motion }
    }

    /// A rule with effects on the facts of a type, none if it is `Given`.
    fn rule_on(&mut self, name: &str, target: usize, parts: &[Part], earlier: &[Rule]) -> Rule {
        let part = &parts[target];
        let visible = parts.iter().enumerate();
        let visible = visible.filter(|other| part.may_match(target, *other));
        self.matched = visible.map(|(_, other)| other.fact.clone()).collect();
        let mut rule = loop {
            let mut scope = Scope::default();
            let (when, then) = match part.role {
                Role::Given => (self.visible_conditions(earlier, &mut scope), Vec::new()),
                Role::Closed | Role::Derived => {
                    let when = self.visible_conditions(earlier, &mut scope);
                    (when, self.insertions(&scope, part))
                }
                Role::Moved => self.movement(&mut scope, part),
            };
            let waits = matches!(part.role, Role::Closed | Role::Moved);
            if !(waits && negates_closed(&when, parts)) {
                break Rule::new(name, when, then);
            }
        };
        if self.random.chance(25) {
            let salience = self.random.int(-1, 2);
            rule.salience = Some(Expression::Constant(Value::Int(salience)));
        }
        rule
    }

    /// Conditions on the types that may be matched, perhaps with the beginning of an earlier rule's.
    fn visible_conditions(&mut self, earlier: &[Rule], scope: &mut Scope) -> Vec<Condition> {
        let fits = |rule: &&Rule| {
            let mut all = true;
            condition::types(&rule.when, false, &mut |name, _| {
                all &= self.matched.iter().any(|fact| fact.name == name);
            });
            all
        };
        let earlier: Vec<&Rule> = earlier.iter().filter(fits).collect();
        self.conditions(&earlier, scope)
    }

    /// Inserts of facts of a type. Their values are of variables only: a field that no condition names would be read
    /// by the block alone, and a match does not end when it changes.
    fn insertions(&mut self, scope: &Scope, part: &Part) -> Vec<Effect> {
        let mut scope = scope.clone();
        scope.facts.clear();
        let mut effects = Vec::new();
        for _ in 0..*self.random.weighted(&[(70, 1), (30, 2)]) {
            let kinds = part.fact.fields.iter().map(|(_, kind)| *kind);
            let values = kinds.map(|kind| self.written(&scope, kind)).collect();
            let name = part.fact.name.clone();
            let insert = if part.role == Role::Derived {
                Effect::InsertLogical(name, values)
            } else {
                Effect::Insert(name, values)
            };
            let test = self.random.chance(20).then(|| self.test(&scope)).flatten();
            effects.push(match test {
                Some(test) if self.random.chance(30) => {
                    Effect::If(test, vec![insert, Effect::Return])
                }
                Some(test) => Effect::If(test, vec![insert]),
                None => insert,
            });
        }
        effects
    }

    /// A rule's conditions and effects that move a fact. The conditions name the field that a step writes.
    fn movement(&mut self, scope: &mut Scope, part: &Part) -> (Vec<Condition>, Vec<Effect>) {
        let around = std::mem::replace(&mut self.matched, vec![part.fact.clone()]);
        let pattern = self.pattern(scope, true);
        self.matched = around;
        let name = pattern.name.clone().expect("a named pattern");
        let mut when = vec![Condition::Pattern(pattern)];
        for _ in 0..self.random.within(0, 2) {
            when.push(self.condition(scope));
        }
        let other = match &part.motion {
            Motion::Leave => return (when, vec![Effect::Retract(name)]),
            Motion::Step(other) => other.clone(),
        };
        let (first, _) = &part.fact.fields[0];
        let own = Expression::Field(name.clone(), first.clone());
        let place = self.random.within(1, when.len());
        when.insert(place, Condition::If(own.clone().below(DOMAIN - 1)));
        let mut writes = vec![Write {
            field: first.clone(),
            value: own.plus(1),
        }];
        writes.extend(other.map(|(field, value)| Write {
            field,
            value: Expression::Constant(value),
        }));
        (when, vec![Effect::Modify(name, writes)])
    }
}

/// Whether more facts of a `Closed` type may end a match of these conditions.
fn negates_closed(when: &[Condition], parts: &[Part]) -> bool {
    let mut found = false;
    condition::types(when, false, &mut |name, negated| {
        let mut closed = parts.iter().filter(|part| part.role == Role::Closed);
        found |= negated && closed.any(|part| part.fact.name == name);
    });
    found
}

/// The next change to facts for a session of a confluent ruleset; `None` where none is found. Where rules fire, what
/// they insert is neither updated nor retracted: it may be there again or not, by the order of firing.
pub fn edit(
    random: &mut Random,
    ruleset: &Ruleset,
    session: &Session<'_>,
    fires: bool,
) -> Option<Change> {
    let left_alone: Vec<bool> = ruleset
        .facts
        .iter()
        .map(|fact| !fires || !is_inserted(ruleset, &fact.name))
        .collect();
    let may_edit = |edit: &Edit| match edit {
        Edit::Insert(..) => true,
        Edit::Update(kind, ..) | Edit::Retract(kind, _) => left_alone[*kind],
    };
    let mut tried = (0..TRIES).map(|_| change(random, ruleset, session, Elements::CLIPS));
    tried.find(|change| match change {
        Change::Edit(edit) => may_edit(edit),
        Change::Transaction(edits) => edits.iter().all(may_edit),
        Change::InsertAll(..) => true,
        Change::Step
        | Change::Run(_)
        | Change::Skip
        | Change::Next
        | Change::Tick(_)
        | Change::Advance(_)
        | Change::Ask(..) => false,
    })
}

/// Whether a rule inserts facts of that type.
fn is_inserted(ruleset: &Ruleset, fact: &str) -> bool {
    let mut found = false;
    for rule in &ruleset.rules {
        effect::types(&rule.then, &mut |name, _| found |= name == fact);
    }
    found
}
