//! `rules.showNetwork`: the network of a document's ruleset, drawn as it is now.

use std::path::PathBuf;
use std::thread;

use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message, Request, Response};
use lsp_types as lsp;

use crate::network::Drawing;

use super::analysis::network_of;
use super::documents::path_of;
use super::editor::Editor;

/// The command. It takes the address of a document, and `dot`, `mermaid` or `svg`; it returns the drawing as a text.
pub(super) const SHOW_NETWORK: &str = "rules.showNetwork";

#[derive(Debug, Clone, Copy)]
enum Format {
    Dot,
    Mermaid,
    Svg,
}

/// Executes a command. The drawing is made apart, as a large picture takes its time.
pub(super) fn execute(editor: &mut Editor, request: Request, sender: &Sender<Message>) {
    let id = request.id.clone();
    let refuse = |code: ErrorCode, message: String| {
        _ = sender.send(Response::new_err(id.clone(), code as i32, message).into());
    };
    let (path, format) = match asked(request) {
        Ok(asked) => asked,
        Err(message) => return refuse(ErrorCode::InvalidParams, message),
    };
    let ruleset = editor.workspace.ruleset(&path);
    let job = editor.job(ruleset);
    if let Some((_, why)) = job.missing.first() {
        return refuse(ErrorCode::RequestFailed, why.clone());
    }
    let (answers, own) = (sender.clone(), id.clone());
    let draw = move || {
        let drawn = std::panic::catch_unwind(|| {
            network_of(&job, |ruleset, network| {
                let drawing = Drawing::new(ruleset, network);
                match format {
                    Format::Dot => drawing.to_dot(),
                    Format::Mermaid => drawing.to_mermaid(),
                    Format::Svg => drawing.to_svg(),
                }
            })
        });
        let drawn = drawn
            .unwrap_or_else(|_| Err("the network cannot be drawn in that language".to_owned()));
        let response = match drawn {
            Ok(drawing) => Response::new_ok(own, drawing),
            Err(why) => Response::new_err(own, ErrorCode::RequestFailed as i32, why),
        };
        _ = answers.send(response.into());
    };
    if thread::Builder::new()
        .stack_size(64 << 20)
        .spawn(draw)
        .is_err()
    {
        refuse(
            ErrorCode::InternalError,
            "there is no thread to draw in".to_owned(),
        );
    }
}

fn asked(request: Request) -> Result<(PathBuf, Format), String> {
    let params: lsp::ExecuteCommandParams =
        serde_json::from_value(request.params).map_err(|error| error.to_string())?;
    if params.command != SHOW_NETWORK {
        return Err(format!(
            "there is no command `{}`; there is `{SHOW_NETWORK}`",
            params.command
        ));
    }
    let text = |number: usize| {
        params
            .arguments
            .get(number)
            .and_then(|argument| argument.as_str())
    };
    let uri = text(0).and_then(|uri| lsp::Url::parse(uri).ok());
    let uri = uri.ok_or("the first argument is the address of a document")?;
    let format = match text(1).unwrap_or("mermaid") {
        "dot" => Format::Dot,
        "mermaid" => Format::Mermaid,
        "svg" => Format::Svg,
        other => {
            return Err(format!(
                "there is no format `{other}`; there are `dot`, `mermaid` and `svg`"
            ));
        }
    };
    Ok((path_of(&uri), format))
}
