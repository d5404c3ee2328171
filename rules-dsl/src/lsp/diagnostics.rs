//! What the compiler says of a ruleset, as diagnostics of its open files.

use std::path::Path;

use lsp_server::Notification;
use lsp_types as lsp;
use lsp_types::notification::{Notification as _, PublishDiagnostics};

use super::analysis::{Findings, Mistake, Place};
use super::documents::Documents;
use super::editor::Editor;

/// A message that a document has no diagnostics.
pub(super) fn none(uri: lsp::Url) -> Option<Notification> {
    message(uri, Vec::new(), None)
}

fn message(
    uri: lsp::Url,
    diagnostics: Vec<lsp::Diagnostic>,
    version: Option<i32>,
) -> Option<Notification> {
    let params = lsp::PublishDiagnosticsParams {
        uri,
        diagnostics,
        version,
    };
    let method = PublishDiagnostics::METHOD.to_owned();
    Some(Notification {
        method,
        params: serde_json::to_value(params).ok()?,
    })
}

/// Whether the texts that were analysed are still those of the documents.
pub(super) fn is_newest(editor: &Editor, found: &Findings) -> bool {
    let texts = &found.job.texts;
    texts.iter().all(|(path, text)| {
        let document = editor.documents.get(path);
        document.is_none_or(|document| std::sync::Arc::ptr_eq(&document.text, text))
    })
}

/// A message for each open document of the ruleset. None for a document that has changed since it was analysed: what is
/// to be said of it comes with the next analysis.
pub(super) fn published(editor: &Editor, found: &Findings) -> Vec<Notification> {
    let mut messages = Vec::new();
    let mut told_missing = false;
    for (path, text) in &found.job.texts {
        let Some(document) = editor.documents.get(path) else {
            continue;
        };
        if !std::sync::Arc::ptr_eq(&document.text, text) {
            continue;
        }
        let own = found
            .mistakes
            .iter()
            .filter(|mistake| mistake.place.file == *path);
        let mut diagnostics: Vec<lsp::Diagnostic> = own
            .map(|mistake| diagnostic(&editor.documents, found, mistake))
            .collect();
        if !told_missing {
            // A file that is not there has no place to say it at.
            let missing = found.job.missing.iter();
            diagnostics.extend(missing.map(|(_, why)| whole_file(why)));
            told_missing = true;
        }
        messages.extend(message(
            document.uri.clone(),
            diagnostics,
            Some(document.version),
        ));
    }
    messages
}

fn whole_file(message: &str) -> lsp::Diagnostic {
    lsp::Diagnostic {
        severity: Some(lsp::DiagnosticSeverity::ERROR),
        source: Some("rules".to_owned()),
        message: format!("another file of the ruleset cannot be used: {message}"),
        ..lsp::Diagnostic::default()
    }
}

/// A mistake as the protocol has it, at its place in the text that was analysed.
pub(super) fn diagnostic(
    documents: &Documents,
    found: &Findings,
    mistake: &Mistake,
) -> lsp::Diagnostic {
    let range = range(found, &mistake.place).unwrap_or_default();
    let mut message = mistake.message.clone();
    if let Some(help) = &mistake.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    let labels = mistake.labels.iter().filter_map(|(place, text)| {
        Some(lsp::DiagnosticRelatedInformation {
            location: lsp::Location {
                uri: documents.uri(Path::new(&place.file))?,
                range: self::range(found, place)?,
            },
            message: text.clone(),
        })
    });
    let labels: Vec<_> = labels.collect();
    let is_unused = matches!(
        mistake.code,
        "unused_variable" | "unreachable_row" | "subsumed_condition"
    );
    lsp::Diagnostic {
        range,
        severity: Some(if mistake.is_error {
            lsp::DiagnosticSeverity::ERROR
        } else {
            lsp::DiagnosticSeverity::WARNING
        }),
        code: Some(lsp::NumberOrString::String(mistake.code.to_owned())),
        source: Some("rules".to_owned()),
        message,
        related_information: (!labels.is_empty()).then_some(labels),
        tags: is_unused.then(|| vec![lsp::DiagnosticTag::UNNECESSARY]),
        ..lsp::Diagnostic::default()
    }
}

fn range(found: &Findings, place: &Place) -> Option<lsp::Range> {
    let mut texts = found.job.texts.iter();
    let (_, text) = texts.find(|(path, _)| *path == place.file)?;
    Some(text.range(&place.range))
}
