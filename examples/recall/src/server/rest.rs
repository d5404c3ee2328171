//! Doors for single questions, which need no connection that stays.

use axum::Json;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use recall_game::table::Failure;
use serde::Deserialize;
use serde_json::json;

use crate::tables::{BestError, LevelName, best_reply};

/// The query of [`best`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BestQuery {
    /// The moves so far, separated by commas: a cell from 0 and the mark drawn there, such as `0x,1o`.
    #[serde(default)]
    moves: String,
    level: LevelName,
}

/// The reply of a level to a list of moves.
pub(super) async fn best(query: Result<Query<BestQuery>, QueryRejection>) -> Response {
    let Query(BestQuery { moves, level }) = match query {
        Ok(query) => query,
        Err(rejection) => {
            let failure = Failure::new("bad_query", rejection.body_text());
            return error(StatusCode::BAD_REQUEST, &failure);
        }
    };
    match best_reply(&moves, level) {
        Ok(reply) => Json(reply).into_response(),
        Err(BestError(failure)) => error(StatusCode::BAD_REQUEST, &failure),
    }
}

/// What a browser shows where nothing is.
const NOTHING_HERE: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nothing here · Games of rules</title>
<link rel="stylesheet" href="/style.css">
<main><section><h1>There is nothing at this address.</h1><p><a href="/">To the games</a></p></section></main>
</html>
"#;

/// The answer where nothing is: a page to a browser, JSON to others.
pub(super) async fn nothing_here(headers: HeaderMap) -> Response {
    let accepts = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    if accepts.is_some_and(|accepts| accepts.contains("text/html")) {
        return (StatusCode::NOT_FOUND, Html(NOTHING_HERE)).into_response();
    }
    let failure = Failure::new("not_found", "There is nothing at this address.");
    error(StatusCode::NOT_FOUND, &failure)
}

/// An error as JSON.
pub(super) fn error(status: StatusCode, failure: &Failure) -> Response {
    (status, Json(json!({ "error": failure }))).into_response()
}
