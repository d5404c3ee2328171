//! The parameters of the query, the table or the attribute between whose parentheses a place is.

use lsp_types as lsp;

use super::context::{Around, Context};
use super::editor::{Answer, Editor};
use super::names::Symbol;
use super::words;

/// The signature at a place.
pub(super) fn signature(
    editor: &mut Editor,
    params: &lsp::SignatureHelpParams,
) -> Answer<Option<lsp::SignatureHelp>> {
    let here = editor.here(&params.text_document_position_params)?;
    let context = Context::of(&here);
    let (label, docs, parameters) = match context.innermost() {
        Around::Arguments(name) => {
            let symbol = Symbol::Callable(name.clone());
            let Some((_, item)) = editor.item_of(&here.known, &symbol) else {
                return Ok(None);
            };
            let parameters = item.params.iter();
            let parameters = parameters.map(|param| format!("{}: {}", param.name, param.ty));
            (
                item.head.clone(),
                item.docs.join("\n"),
                parameters.collect(),
            )
        }
        Around::AttributeArguments(name) => {
            let Some(sentence) = words::sentence(name, words::ATTRIBUTES) else {
                return Ok(None);
            };
            (format!("#[{name}(…)]"), sentence.to_owned(), Vec::new())
        }
        _ => return Ok(None),
    };
    let parameters: Vec<lsp::ParameterInformation> = parameters
        .into_iter()
        .map(|label| lsp::ParameterInformation {
            label: lsp::ParameterLabel::Simple(label),
            documentation: None,
        })
        .collect();
    let last = u32::try_from(parameters.len())
        .unwrap_or_default()
        .saturating_sub(1);
    let active = u32::try_from(context.commas).unwrap_or_default().min(last);
    Ok(Some(lsp::SignatureHelp {
        signatures: vec![lsp::SignatureInformation {
            label,
            documentation: Some(lsp::Documentation::MarkupContent(lsp::MarkupContent {
                kind: lsp::MarkupKind::Markdown,
                value: docs,
            })),
            parameters: Some(parameters),
            active_parameter: None,
        }],
        active_signature: Some(0),
        active_parameter: Some(active),
    }))
}
