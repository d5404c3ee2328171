//! What an editor shows of a `.rules` file, as text: `cargo run -p editor --example screen -- FILE [WORD…]`.
//!
//! The text with its diagnostics, lenses and inlays; then the hover over each name and word in it, each once, or over
//! those that are named.

mod client;

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;

use client::Client;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("name a file")?;
    let wanted: Vec<String> = arguments.collect();
    let path = fs::canonicalize(file)?;
    let text = fs::read_to_string(&path)?;
    let uri = format!("file://{}", path.display());
    let mut client = Client::start();
    client.open(&uri, &text);
    if wanted.is_empty() {
        show_text(&mut client, &uri, &text);
    }
    show_hovers(&mut client, &uri, &text, &wanted);
    client.leave();
    Ok(())
}

/// What stands at a key of an answer, as a text.
fn said<'v>(value: &'v Value, at: &str) -> &'v str {
    let said = value.pointer(at).and_then(Value::as_str);
    said.unwrap_or_default()
}

fn show_text(client: &mut Client, uri: &str, text: &str) {
    let document = json!({ "uri": uri });
    let end = text.lines().count() + 1;
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": end, "character": 0 } });
    let params = json!({ "textDocument": document, "range": range });
    let (inlays, _) = client.ask("textDocument/inlayHint", params);
    let params = json!({ "textDocument": document });
    let (lenses, _) = client.ask("textDocument/codeLens", params);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let told = list(&client.told_last);
    let (inlays, lenses) = (list(&inlays), list(&lenses));
    let is_on = |value: &Value, at: &str, number: usize| {
        value.pointer(at).and_then(Value::as_u64) == u64::try_from(number).ok()
    };
    for (number, line) in text.lines().enumerate() {
        for lens in lenses
            .iter()
            .filter(|lens| is_on(lens, "/range/start/line", number))
        {
            println!("        {}", said(lens, "/command/title"));
        }
        let mut units: Vec<u16> = line.encode_utf16().collect();
        let own = inlays
            .iter()
            .filter(|inlay| is_on(inlay, "/position/line", number));
        for inlay in own.collect::<Vec<_>>().into_iter().rev() {
            let at = inlay["position"]["character"].as_u64().unwrap_or_default();
            let at = usize::try_from(at).unwrap_or_default();
            let label = format!(" «{}»", said(inlay, "/label"));
            units.splice(at..at, label.encode_utf16());
        }
        println!("{:4}  {}", number + 1, String::from_utf16_lossy(&units));
        for told in told
            .iter()
            .filter(|told| is_on(told, "/range/start/line", number))
        {
            println!(
                "        ^ {}: {}",
                said(told, "/code"),
                said(told, "/message")
            );
        }
    }
    let notes: BTreeSet<(&str, &str)> = inlays
        .iter()
        .map(|inlay| {
            let label = said(inlay, "/label").split(' ').next();
            (label.unwrap_or_default(), said(inlay, "/tooltip"))
        })
        .collect();
    for (label, note) in notes {
        println!("\n«{label} …» {note}");
    }
}

fn show_hovers(client: &mut Client, uri: &str, text: &str, wanted: &[String]) {
    let mut shown = BTreeSet::new();
    for (number, line) in text.lines().enumerate() {
        let mut at = 0;
        for word in line.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_') {
            let name = word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
            let place = json!({ "line": number, "character": at });
            at += word.encode_utf16().count();
            if name.is_empty() || !wanted.is_empty() && !wanted.iter().any(|one| one == name) {
                continue;
            }
            let params = json!({ "textDocument": { "uri": uri }, "position": place });
            let (hover, _) = client.ask("textDocument/hover", params);
            let said = said(&hover, "/contents/value");
            if !said.is_empty() && shown.insert(format!("{name} {said}")) {
                println!("\n== line {}, `{name}`\n{said}", number + 1);
            }
        }
    }
}
