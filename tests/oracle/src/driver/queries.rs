//! The part of the driver that asks queries, and watches them.

use super::taken;
use crate::model::Ruleset;
use crate::model::query::{Answer, Question};
use crate::value::Kind;

/// The method that asks a query, by its place among the questions. It gives what was to be seen by the last look, too.
pub(super) fn methods(ruleset: &Ruleset) -> String {
    let arms = arms(ruleset, |place, question| {
        let row = values(question, "row");
        let found = match &question.answer {
            Answer::Holds => format!("if {} {{ found.push({row}); }}", call(question, "")),
            _ => format!("for row in {} {{ found.push({row}); }}", call(question, "")),
        };
        format!(
            "{{
                    {found}
                    let mut looks = self.1.q{place}.iter();
                    seen = looks.find(|look| look.0 == v).map(|look| look.2.iter().map(|row| {row}).collect());
                }}"
        )
    });
    format!(
        "
        fn ask(&self, query: usize, v: &[Value]) -> Vec<Vec<Value>> {{
            let mut found: Vec<Vec<Value>> = Vec::new();
            let mut seen: Option<Vec<Vec<Value>>> = None;
            match query {{
{arms}
                _ => unreachable!(),
            }}
            if let Some(mut seen) = seen {{
                let mut asked = found.clone();
                seen.sort();
                asked.sort();
                assert_eq!(seen, asked, \"a watch of query {{query}} with {{v:?}} tells otherwise\");
            }}
            found
        }}"
    )
}

/// What a driver keeps of the queries that it watches: the arguments, the watch, and what has been told.
pub(super) fn looks(ruleset: &Ruleset) -> String {
    let fields = ruleset.questions();
    let fields = fields.iter().enumerate().map(|(place, question)| {
        let row = match &question.answer {
            Answer::Holds => "()".to_owned(),
            Answer::Set => "i32".to_owned(),
            Answer::Rows(kinds) => {
                let kinds: Vec<&str> = kinds.iter().map(|kind| kind.rust()).collect();
                format!("({},)", kinds.join(", "))
            }
        };
        format!("q{place}: Vec<(Vec<Value>, rules_runtime::Watched<{row}>, Vec<{row}>)>,")
    });
    let fields: String = fields.collect();
    let arms = arms(ruleset, |place, question| {
        let watch = call(question, "watch_");
        format!(
            "{{
                    let known = self.1.q{place}.iter().position(|look| look.0 == *v);
                    let known = known.unwrap_or_else(|| {{
                        let watched = {watch};
                        self.1.q{place}.push((v.to_vec(), watched, Vec::new()));
                        self.1.q{place}.len() - 1
                    }});
                    let look = &mut self.1.q{place}[known];
                    let told = self.0.changes(&look.1).unwrap_or_else(|_| {{
                        // The session is a restored one.
                        look.1 = {watch};
                        look.2.clear();
                        self.0.changes(&look.1).unwrap()
                    }});
                    for gone in told.removed {{
                        let place = look.2.iter().position(|row| *row == gone);
                        look.2.remove(place.expect(\"it was there\"));
                    }}
                    look.2.extend(told.added);
                }}"
        )
    });
    format!(
        "
    #[derive(Default)]
    struct Looks {{ {fields} }}

    impl Driver {{
        /// Looks at a query that is watched, or is to be.
        fn look(&mut self, query: usize, v: &[Value]) {{
            match query {{
{arms}
                _ => unreachable!(),
            }}
        }}
    }}"
    )
}

/// The arms of a `match`, one for each question by its place.
fn arms(ruleset: &Ruleset, arm: impl Fn(usize, &Question<'_>) -> String) -> String {
    let questions = ruleset.questions();
    let questions = questions.iter().enumerate();
    questions
        .map(|(place, question)| format!("                {place} => {}", arm(place, question)))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The call of a query, or of what begins so.
fn call(question: &Question<'_>, prefix: &str) -> String {
    let params = question.params.iter().enumerate();
    let arguments = params.map(|(place, kind)| taken(place, *kind));
    let arguments = arguments.collect::<Vec<_>>().join(", ");
    format!("self.0.{prefix}{}({arguments})", question.name)
}

/// A row as values.
fn values(question: &Question<'_>, row: &str) -> String {
    match &question.answer {
        Answer::Holds => "Vec::new()".to_owned(),
        Answer::Set => format!("vec![Value::Int({row}.to_owned())]"),
        Answer::Rows(kinds) => {
            let kinds = kinds.iter().enumerate();
            let values = kinds.map(|(place, kind)| value(*kind, &format!("{row}.{place}")));
            format!("vec![{}]", values.collect::<Vec<_>>().join(", "))
        }
    }
}

fn value(kind: Kind, text: &str) -> String {
    match kind {
        Kind::Int => format!("Value::Int({text})"),
        Kind::Bool => format!("Value::Bool({text})"),
        Kind::Color => format!("Value::Color({text} as u8)"),
        Kind::Count => format!("Value::Count({text})"),
        Kind::Float => format!("Value::Float(oracle::value::Float({text}))"),
        Kind::Text => format!("Value::of_text(&{text})"),
    }
}
