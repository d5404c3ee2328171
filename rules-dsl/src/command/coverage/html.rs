//! Coverage as one page of HTML: the text of the rules, each line in the colour of what has been seen of it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::lines::{self, File, Line, State, shown};
use super::seen::Seen;
use super::text::{Share, Totals};

const STYLE: &str = "
:root { color-scheme: light dark; --all: #d7f5dd; --some: #fdf0c2; --nothing: #fbd8d6; --faint: #555; }
@media (prefers-color-scheme: dark) {
  :root { --all: #12351c; --some: #433710; --nothing: #4a1d1b; --faint: #bbb; }
}
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em; }
table { border-collapse: collapse; } th, td { padding: .2em 1em .2em 0; text-align: left; }
td.n { text-align: right; }
pre { font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
pre span.l { display: block; padding-left: 8em; text-indent: -8em; }
pre span.no { color: var(--faint); display: inline-block; width: 4em; text-indent: 0; user-select: none; }
.all { background: var(--all); } .some { background: var(--some); } .nothing { background: var(--nothing); }
pre span.why { color: var(--faint); font-style: italic; padding-left: 2em; }
";

/// The page.
pub(super) fn html(seen: &Seen) -> String {
    let files = lines::files(seen);
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n");
    let totals = Totals::of(seen).line();
    _ = writeln!(
        out,
        "<title>Coverage of rules</title>\n<style>{STYLE}</style>\n<h1>Coverage of rules</h1>\n<p>{}</p>",
        escaped(&totals)
    );
    out.push_str("<p><span class=\"all\">seen</span> <span class=\"some\">seen in part</span> <span class=\"nothing\">never seen</span></p>\n");
    out.push_str("<table>\n<tr><th>file<th>rules fired<th>lines seen\n");
    for (number, (path, file)) in files.iter().enumerate() {
        let (mut rules, mut seen) = (Share::default(), Share::default());
        file.rules
            .iter()
            .for_each(|(_, rule)| rules.add(rule.fired > 0));
        for line in file.lines.values() {
            seen.add(line.state() == State::All);
        }
        _ = writeln!(
            out,
            "<tr><td><a href=\"#f{number}\">{}</a><td class=\"n\">{rules}<td class=\"n\">{seen}",
            escaped(&shown(path))
        );
    }
    out.push_str("</table>\n");
    for (number, (path, file)) in files.iter().enumerate() {
        _ = writeln!(out, "<h2 id=\"f{number}\">{}</h2>", escaped(&shown(path)));
        write_file(path, file, &mut out);
    }
    out + "</html>\n"
}

/// The text of a file; where it cannot be read, the lines of which something is known.
fn write_file(path: &Path, file: &File<'_>, out: &mut String) {
    let text = fs::read_to_string(path);
    if let Err(error) = &text {
        let told = format!("the text cannot be read: {error}");
        _ = writeln!(out, "<p>{}</p>", escaped(&told));
    }
    let text = text.unwrap_or_default();
    let mut texts = text.lines();
    let last = file.lines.keys().next_back().copied().unwrap_or_default();
    let count = last.max(text.lines().count() as u64);
    out.push_str("<pre>");
    for number in 1..=count {
        let text = texts.next();
        let line = file.lines.get(&number);
        if text.is_none() && line.is_none() {
            continue;
        }
        write_line(number, text.unwrap_or_default(), line, out);
    }
    out.push_str("</pre>\n");
}

fn write_line(number: u64, text: &str, line: Option<&Line<'_>>, out: &mut String) {
    let (mut class, mut why) = ("", String::new());
    if let Some(line) = line {
        class = match line.state() {
            State::All => " all",
            State::Some => " some",
            State::Nothing => " nothing",
        };
        why = line.notes();
    }
    _ = write!(
        out,
        "<span class=\"l{class}\"><span class=\"no\">{number}</span>{}",
        escaped(text)
    );
    if !why.is_empty() {
        _ = write!(out, "<span class=\"why\">{}</span>", escaped(&why));
    }
    out.push_str("</span>");
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
