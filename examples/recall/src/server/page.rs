//! The page: its files are part of the program.

use std::sync::LazyLock;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;
use recall_game::Recall;

/// A file's content type, and its name among the sources of the page.
macro_rules! file {
    ($kind:ident, $name:literal) => {
        (
            concat!("/", $name),
            $kind,
            include_str!(concat!("../page/", $name)),
        )
    };
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// Address, content type and text of each file.
const FILES: [(&str, &str, &str); 13] = [
    (
        "/",
        "text/html; charset=utf-8",
        include_str!("../page/index.html"),
    ),
    file!(STYLE, "style.css"),
    file!(PICTURE, "icon.svg"),
    file!(SCRIPT, "app.js"),
    file!(SCRIPT, "cards.js"),
    file!(SCRIPT, "connection.js"),
    file!(SCRIPT, "crazy-eights.js"),
    file!(SCRIPT, "dom.js"),
    file!(SCRIPT, "log.js"),
    file!(SCRIPT, "recall.js"),
    file!(SCRIPT, "tic-tac-toe.js"),
    file!(SCRIPT, "why.js"),
    file!(SCRIPT, "words.js"),
];

/// What the page's words on cards go by. The sheets say it, and so the page has no table of its own.
static USUAL_CARDS: LazyLock<String> =
    LazyLock::new(|| format!("export const usual = {};\n", Recall::usual_cards()));

/// Nothing comes from anywhere else, and no page shows this one in a frame.
const POLICY: &str = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Where the files are.
pub(super) fn routes() -> Router {
    let files = FILES
        .into_iter()
        .fold(Router::new(), |router, (address, kind, text)| {
            router.route(address, get(async move || file(kind, text)))
        });
    files.route(
        "/usual-cards.js",
        get(async || file(SCRIPT, USUAL_CARDS.as_str())),
    )
}

fn file(kind: &'static str, text: &'static str) -> impl IntoResponse {
    let headers = [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, POLICY),
        (CACHE_CONTROL, "no-cache"),
    ];
    (headers, text)
}
