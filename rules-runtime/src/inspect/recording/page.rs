//! The inspector: a page with nothing beside it that shows a recording.
//!
//! The page has the history as JSON and puts each state together itself. Numbers stand for what happened, for
//! rules and for fact types; a new text is what differs from the one before. `page/run.js` reads it.

use alloc::format;
use alloc::string::String;

use super::Recording;
use super::code::{Entry, Occurrence, Phase};
use super::state::State;
use crate::inspect::json::Json;
use crate::inspect::metadata::RulesetInfo;
use crate::memory::handle::FactId;
use crate::memory::tags::Tags;

const PAGE: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPTS: [&str; 4] = [
    include_str!("page/run.js"),
    include_str!("page/list.js"),
    include_str!("page/network.js"),
    include_str!("page/page.js"),
];

impl Recording {
    /// The recording as a page for a browser, with nothing beside it: the network drawn, a timeline to go along
    /// forwards and backwards, working memory and agenda after each change. A click on a rule shows its explanation
    /// at that moment, where the recording was made [with them](Recording::with_explanations).
    #[must_use]
    pub fn to_html(&self) -> String {
        let mut json = Json::default();
        self.write_json(&mut json);
        let (data, script) = (json.finish(), SCRIPTS.join("\n"));
        let mut page = String::new();
        let mut rest = PAGE;
        for (place, text) in [
            ("/*STYLE*/", STYLE),
            ("/*DATA*/", &data),
            ("/*SCRIPT*/", &script),
        ] {
            if let Some((before, after)) = rest.split_once(place) {
                page += before;
                page += text;
                rest = after;
            }
        }
        page + rest
    }

    /// Writes [the page](Recording::to_html) into a file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    #[cfg(feature = "std")]
    pub fn write_html(&self, path: impl AsRef<std::path::Path>) -> std::io::Result<()> {
        std::fs::write(path, self.to_html())
    }

    fn write_json(&self, json: &mut Json) {
        json.object(|json| {
            if let Some(ruleset) = &self.ruleset {
                write_ruleset(ruleset, json);
            } else {
                // No session has begun.
                json.key("name");
                json.string("");
                for key in ["types", "rules", "nodes", "edges"] {
                    json.key(key);
                    json.array(|_| {});
                }
            }
            json.key("dropped");
            json.number(self.dropped());
            json.key("first");
            json.number(self.log.dropped_changes());
            json.key("events");
            json.number(self.len());
            json.key("base");
            write_state(self.log.base(), json);
            json.key("changes");
            json.array(|json| self.write_changes(json));
        });
    }

    /// An array of events for each change; what followed the last change is one too.
    fn write_changes(&self, json: &mut Json) {
        let mut state = self.log.base().clone();
        let mut entries = self.log.entries().peekable();
        while entries.peek().is_some() {
            json.array(|json| {
                for entry in entries.by_ref() {
                    if entry == Entry::ChangeEnded {
                        break;
                    }
                    write_entry(&entry, &state, json);
                    state.apply(&entry);
                }
            });
        }
    }
}

fn write_ruleset(ruleset: &RulesetInfo, json: &mut Json) {
    let RulesetInfo {
        name,
        rules,
        fact_types,
        network,
        ..
    } = ruleset;
    json.key("name");
    json.string(name);
    json.key("types");
    json.strings(fact_types);
    json.key("rules");
    json.array(|json| {
        for rule in rules {
            json.object(|json| {
                json.key("name");
                json.string(rule.name);
                json.key("docs");
                json.string(rule.docs);
                json.key("position");
                json.string(&format!("{}", rule.position));
                json.key("conditions");
                json.strings(rule.conditions);
            });
        }
    });
    json.key("nodes");
    json.array(|json| {
        for node in network.nodes() {
            json.array(|json| {
                json.string(&format!("{:?}", node.role()));
                json.string(node.text());
                json.strings(node.rules());
            });
        }
    });
    json.key("edges");
    json.array(|json| {
        for edge in network.edges() {
            json.array(|json| {
                json.number(edge.from());
                json.number(edge.to());
                json.string(&format!("{:?}", edge.role()));
            });
        }
    });
}

fn write_state(state: &State, json: &mut Json) {
    let State {
        facts,
        agenda,
        explanations,
    } = state;
    json.object(|json| {
        json.key("facts");
        json.array(|json| {
            for (fact, text) in facts {
                json.array(|json| {
                    json.number(serial(*fact));
                    json.number(fact.kind);
                    json.string(text);
                });
            }
        });
        json.key("agenda");
        json.array(|json| {
            for (occurrence, count) in agenda {
                json.array(|json| {
                    write_occurrence(occurrence, json);
                    json.number(count);
                });
            }
        });
        json.key("explanations");
        json.array(|json| {
            for (rule, text) in explanations {
                json.array(|json| {
                    json.number(rule);
                    json.string(text);
                });
            }
        });
    });
}

/// An event as an array: what it is, then what it is of. The script knows the numbers.
fn write_entry(entry: &Entry<'_>, state: &State, json: &mut Json) {
    let what = match entry {
        Entry::Inserted(..) => 0,
        Entry::Updated(..) => 1,
        Entry::Retracted(_) => 2,
        Entry::Expired(_) => 3,
        Entry::Of(Phase::Created, _) => 4,
        Entry::Of(Phase::Cancelled, _) => 5,
        Entry::Of(Phase::Fired, _) => 6,
        Entry::Of(Phase::Failed, _) => 7,
        Entry::Of(Phase::GaveUp, _) => 8,
        Entry::Of(Phase::Undone, _) => 9,
        Entry::WentBack => 10,
        Entry::Explained(..) => 11,
        Entry::Waits(_) | Entry::Tested { .. } | Entry::ChangeEnded => return,
    };
    json.array(|json| {
        json.number(what);
        match entry {
            Entry::Inserted(fact, text) => {
                json.number(serial(*fact));
                json.number(fact.kind);
                json.string(text);
            }
            Entry::Updated(fact, difference) => {
                json.number(serial(*fact));
                let before = state.facts.get(fact).map_or("", |text| text);
                write_difference(before, &difference.apply(before), json);
            }
            Entry::Retracted(fact) | Entry::Expired(fact) => json.number(serial(*fact)),
            Entry::Explained(rule, difference) => {
                json.number(rule);
                let before = state.explanations.get(rule).map_or("", |text| text);
                write_difference(before, &difference.apply(before), json);
            }
            Entry::Of(_, occurrence) => write_occurrence(occurrence, json),
            Entry::Waits(_) | Entry::WentBack | Entry::Tested { .. } | Entry::ChangeEnded => {}
        }
    });
}

/// How much both begin with and end with, and what stands between, in the units of a script's strings.
fn write_difference(before: &str, after: &str, json: &mut Json) {
    let same = |pair: &(char, char)| pair.0 == pair.1;
    let units = |pairs: &mut dyn Iterator<Item = (char, char)>| -> (usize, usize) {
        let same = pairs.take_while(same);
        same.fold((0, 0), |(units, bytes), (char, _)| {
            (units + char.len_utf16(), bytes + char.len_utf8())
        })
    };
    let (head, from) = units(&mut before.chars().zip(after.chars()));
    let (before, after) = (&before[from..], &after[from..]);
    let (tail, to) = units(&mut before.chars().rev().zip(after.chars().rev()));
    json.number(head);
    json.number(tail);
    json.string(&after[..after.len() - to]);
}

fn write_occurrence(Occurrence { rule, facts }: &Occurrence, json: &mut Json) {
    json.number(rule);
    json.array(|json| facts.iter().for_each(|&fact| json.number(serial(fact))));
}

fn serial(fact: FactId) -> u64 {
    Tags::serial(fact.tag)
}
