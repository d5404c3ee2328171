//! Which request is answered by what.

use lsp_server::{ErrorCode, Request, Response};
use lsp_types::request::{self as ask, Request as _};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::editor::{Answer, Editor, Refusal};
use super::{
    completion, definition, format, hover, inlays, lenses, quick_fixes, rename, selection,
    semantic_tokens, signature, symbols,
};

/// Answers a request by a function.
fn with<P: DeserializeOwned, T: Serialize>(
    editor: &mut Editor,
    request: Request,
    answer: impl FnOnce(&mut Editor, &P) -> Answer<T>,
) -> Response {
    let done = serde_json::from_value(request.params)
        .map_err(|error| Refusal {
            code: ErrorCode::InvalidParams,
            message: error.to_string(),
        })
        .and_then(|params| answer(editor, &params));
    match done {
        Ok(result) => Response::new_ok(request.id, result),
        Err(refusal) => Response::new_err(request.id, refusal.code as i32, refusal.message),
    }
}

/// The answer to a request.
pub(super) fn answer(editor: &mut Editor, request: Request) -> Response {
    match request.method.as_str() {
        ask::Formatting::METHOD => with(editor, request, format::format_document),
        ask::RangeFormatting::METHOD => with(editor, request, format::format_range),
        ask::DocumentSymbolRequest::METHOD => with(editor, request, symbols::symbols),
        ask::WorkspaceSymbolRequest::METHOD => with(editor, request, |editor, params| {
            Ok(symbols::workspace_symbols(editor, params))
        }),
        ask::FoldingRangeRequest::METHOD => with(editor, request, symbols::folding),
        ask::SelectionRangeRequest::METHOD => with(editor, request, selection::selection),
        ask::GotoDefinition::METHOD => with(editor, request, definition::definition),
        ask::References::METHOD => with(editor, request, definition::references),
        ask::DocumentHighlightRequest::METHOD => with(editor, request, definition::highlights),
        ask::PrepareRenameRequest::METHOD => with(editor, request, rename::prepare),
        ask::Rename::METHOD => with(editor, request, rename::rename),
        ask::HoverRequest::METHOD => with(editor, request, hover::hover),
        ask::Completion::METHOD => with(editor, request, completion::completion),
        ask::SignatureHelpRequest::METHOD => with(editor, request, signature::signature),
        ask::SemanticTokensFullRequest::METHOD => with(editor, request, semantic_tokens::full),
        ask::SemanticTokensRangeRequest::METHOD => with(editor, request, semantic_tokens::range),
        ask::CodeActionRequest::METHOD => with(editor, request, quick_fixes::quick_fixes),
        ask::CodeLensRequest::METHOD => with(editor, request, lenses::lenses),
        ask::InlayHintRequest::METHOD => with(editor, request, inlays::inlays),
        method => {
            let message = format!("there is no method `{method}`");
            Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
        }
    }
}
