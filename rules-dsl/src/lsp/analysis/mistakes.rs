//! What is wrong with a ruleset, as plain data.

use crate::diagnostic::{Diagnostics, Level};
use crate::{hygiene, report};

use super::{Mistake, Place, Sources};

/// The mistakes of all files; of a file that is no tokens only what keeps it from it.
pub(super) fn mistakes(sources: &Sources, diagnostics: Diagnostics) -> Vec<Mistake> {
    let source = &sources.source;
    let diagnostics = hygiene::restore_in(diagnostics, source.shared_names());
    let mut mistakes = Vec::new();
    for (path, problems, alone) in &sources.broken {
        for problem in problems {
            let range = alone
                .files()
                .locate(problem.span)
                .map_or(0..0, |(_, range)| range);
            mistakes.push(Mistake {
                place: Place {
                    file: path.clone(),
                    range,
                },
                code: problem.code.name(),
                is_error: true,
                message: report::message(problem, alone.files()),
                help: problem.help.clone(),
                labels: Vec::new(),
                mends: Vec::new(),
            });
        }
    }
    for diagnostic in &diagnostics {
        let first = sources.source.files().iter().next();
        let whole = || {
            Some(Place {
                file: first?.path().to_owned(),
                range: 0..0,
            })
        };
        let Some(place) = sources.place(diagnostic.span).or_else(whole) else {
            continue;
        };
        if sources.is_broken(&place.file) {
            continue;
        }
        let labels = diagnostic.labels.iter();
        let labels = labels.filter_map(|(span, text)| Some((sources.place(*span)?, text.clone())));
        let mends = diagnostic.mends.iter();
        let mends = mends.filter_map(|mend| Some((sources.place(mend.span)?, mend.edit.clone())));
        mistakes.push(Mistake {
            place,
            code: diagnostic.code.name(),
            is_error: diagnostic.level == Level::Error,
            message: report::message(diagnostic, source.files()),
            help: diagnostic.help.clone(),
            labels: labels.collect(),
            mends: mends.collect(),
        });
    }
    mistakes
}
