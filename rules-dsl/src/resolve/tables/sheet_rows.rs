//! The rows of a table that stand in a sheet: its head names the columns, its cells are read by their types.

use proc_macro2::{Literal, TokenStream};
use quote::quote_spanned;
use rules_tables::{Door, ELSE_COLLECTS, Hit, Kind, beside_else, is_else, parse_cell};

use crate::ast;
use crate::ast::{Grid, Line, Value};
use crate::diagnostic::{Diagnostics, Edit, nearest};
use crate::hir::{OutputType, TableRow};
use crate::names::ident;
use crate::sheets::cell_name;
use crate::vocabulary as say;

use super::super::names::{plain, text};

/// What a sheet is read by.
pub(super) struct Reader<'a> {
    pub(super) table: &'a ast::Table,
    pub(super) sheet: &'a ast::Sheet,
    pub(super) grid: &'a Grid,
    pub(super) kinds: &'a [Option<Kind>],
    pub(super) hit: Hit,
    pub(super) outputs: &'a [OutputType],
    pub(super) found: &'a mut Diagnostics,
}

/// A column of the table, and where the sheet has it.
struct Place {
    header: String,
    column: usize,
}

impl Reader<'_> {
    /// What the rows ask, and what they answer.
    pub(super) fn rows(mut self) -> (Vec<rules_tables::Row>, Vec<TableRow>) {
        let (mut asked, mut answered) = (Vec::new(), Vec::new());
        let Some((head, lines)) = self.grid.lines.split_first() else {
            return (asked, answered);
        };
        let Some(places) = self.places(head) else {
            return (asked, answered);
        };
        if lines.is_empty() {
            let message = format!("{} has a head and no rows", self.grid.name);
            self.found
                .push(say::sheet(message).at(self.sheet.file.span()));
        }
        for (number, line) in lines.iter().enumerate() {
            let is_last = number + 1 == lines.len();
            if let Some((row, answers)) = self.row(line, &places, is_last) {
                asked.push(row);
                answered.push(answers);
            }
        }
        (asked, answered)
    }

    /// Where the sheet has each column and output.
    fn places(&mut self, head: &Line) -> Option<Vec<Place>> {
        let columns = self.table.columns.iter().map(|column| text(&column.expr));
        let outputs = self.table.outputs.iter().map(|output| plain(&output.name));
        let headers: Vec<String> = columns.chain(outputs).collect();
        let before = self.found.len();
        let mut places: Vec<Option<usize>> = vec![None; headers.len()];
        for (column, value) in head.cells.iter().enumerate() {
            let written = match value {
                Value::Empty | Value::Merged => continue,
                Value::Text(written) => header(written),
                Value::Number(number) => number.clone(),
                Value::Other(what) => (*what).to_owned(),
            };
            match headers.iter().position(|known| *known == written) {
                Some(place) if places[place].is_none() => places[place] = Some(column),
                Some(_) => self.report(column, head, None, &format!("a second column `{written}`")),
                None => {
                    let message = format!("the table has no column `{written}`");
                    let known: Vec<&str> = headers.iter().map(String::as_str).collect();
                    let near = nearest(&written, known);
                    let help = near.map(|near| format!("; did you mean `{near}`?"));
                    let message = message + &help.unwrap_or_default();
                    self.report_as(column, head, None, &message, near.map(ToOwned::to_owned));
                }
            }
        }
        let lacking = headers.iter().zip(&places);
        let lacking = lacking.filter(|(_, place)| place.is_none());
        let lacking: Vec<String> = lacking.map(|(header, _)| format!("`{header}`")).collect();
        if !lacking.is_empty() {
            let message = match &lacking[..] {
                [column] => format!("the column {column} is missing from the head"),
                columns => format!(
                    "the columns {} are missing from the head",
                    columns.join(", ")
                ),
            };
            self.report(head.cells.len(), head, None, &message);
        }
        if self.found.len() > before {
            return None;
        }
        let places = headers.into_iter().zip(places.into_iter().flatten());
        Some(
            places
                .map(|(header, column)| Place { header, column })
                .collect(),
        )
    }

    fn row(
        &mut self,
        line: &Line,
        places: &[Place],
        is_last: bool,
    ) -> Option<(rules_tables::Row, TableRow)> {
        let before = self.found.len();
        self.check_width(line, places);
        let (asks, answers) = places.split_at(self.table.columns.len());
        let written = asks
            .iter()
            .map(|place| at(line, place.column).written().trim());
        let otherwise = match is_else(written) {
            Ok(otherwise) => otherwise,
            Err(beside) => {
                let place = &asks[beside];
                let message = beside_else(at(line, place.column).written().trim());
                self.report(place.column, line, Some(place), &message);
                true
            }
        };
        let mut cells = Vec::new();
        if otherwise {
            if self.hit == Hit::Collect {
                self.report(asks[0].column, line, Some(&asks[0]), ELSE_COLLECTS);
            } else if !is_last {
                let message = "an `else` row is the last one: it holds where no other row does";
                self.report(asks[0].column, line, Some(&asks[0]), message);
            }
        } else {
            for (place, kind) in asks.iter().zip(self.kinds) {
                cells.extend(self.cell(line, place, kind.as_ref()));
            }
        }
        let mut outputs = Vec::new();
        for (place, ty) in answers.iter().zip(self.outputs) {
            outputs.extend(self.output(line, place, ty));
        }
        if self.found.len() > before {
            return None;
        }
        let row = rules_tables::Row {
            cells,
            outputs: outputs.iter().map(text).collect(),
            otherwise,
        };
        let answers = TableRow {
            outputs,
            written: answers
                .iter()
                .map(|place| at(line, place.column).written().to_owned())
                .collect(),
            cells: Vec::new(),
            places: asks
                .iter()
                .map(|place| cell_name(place.column, line.number))
                .collect(),
            number: line.number,
            span: self.sheet.file.span().into(),
        };
        Some((row, answers))
    }

    /// Reports cells beside the columns.
    fn check_width(&mut self, line: &Line, places: &[Place]) {
        for (column, value) in line.cells.iter().enumerate() {
            let is_filled = !matches!(value, Value::Empty | Value::Merged);
            if is_filled && !places.iter().any(|place| place.column == column) {
                self.report(column, line, None, "a cell in a column that has no head");
            }
        }
    }

    /// What a cell asks; `None` where that has been reported.
    fn cell(
        &mut self,
        line: &Line,
        place: &Place,
        kind: Option<&Kind>,
    ) -> Option<rules_tables::Cell> {
        let kind = kind?;
        let written = match at(line, place.column) {
            Value::Text(written) => written.clone(),
            Value::Number(number) if *kind == Kind::Text => {
                let message = format!(
                    "{} in a column of text; format the cell as text",
                    what(number)
                );
                self.report(place.column, line, Some(place), &message);
                return None;
            }
            Value::Number(number) => number.clone(),
            Value::Empty => String::new(),
            Value::Merged => return None,
            Value::Other(what) => {
                self.report_other(line, place, what);
                return None;
            }
        };
        let read = parse_cell(kind, &written, Door::Sheet);
        read.map_err(|error| {
            self.report_as(place.column, line, Some(place), &error.message, error.mend);
        })
        .ok()
    }

    fn report_other(&mut self, line: &Line, place: &Place, what: &str) {
        let message = format!("{what} found, expected a text or a number as it is");
        self.report(place.column, line, Some(place), &message);
    }

    /// What a row answers in a column; `None` where that has been reported.
    fn output(&mut self, line: &Line, place: &Place, ty: &OutputType) -> Option<syn::Expr> {
        let value = at(line, place.column);
        if *value == Value::Merged {
            return None;
        }
        if let Value::Other(what) = value {
            self.report_other(line, place, what);
            return None;
        }
        let tokens = match self.constant(value, ty) {
            Ok(tokens) => tokens,
            Err((message, meant)) => {
                // What lets several values through is no answer.
                let meant = meant.filter(|meant| is_name(meant));
                self.report_as(place.column, line, Some(place), &message, meant);
                return None;
            }
        };
        syn::parse2(tokens).ok()
    }

    /// A value of a sheet as Rust.
    fn constant(
        &self,
        value: &Value,
        ty: &OutputType,
    ) -> Result<TokenStream, (String, Option<String>)> {
        let span = self.sheet.file.span();
        if let Some(inside) = &ty.inside {
            if *value == Value::Empty {
                return Ok(quote_spanned! { span=> ::core::option::Option::None });
            }
            let inner = self.constant(value, inside)?;
            return Ok(quote_spanned! { span=> ::core::option::Option::Some(#inner) });
        }
        let (written, is_number) = match value {
            Value::Text(written) => (written.as_str(), false),
            Value::Number(number) => (number.as_str(), true),
            Value::Empty => return Err(wrong("an empty cell where the row answers")),
            Value::Other(what) => return Err(wrong(*what)),
            Value::Merged => return Err(wrong("a part of a merged cell")),
        };
        if ty.kind == Kind::Text {
            if is_number {
                let what = what(written);
                let message = format!("{what} where text is expected; format the cell as text");
                return Err(wrong(message));
            }
            let mut literal = Literal::string(unquoted(written));
            literal.set_span(span);
            return Ok(quote_spanned! { span=> ::core::convert::Into::into(#literal) });
        }
        if ty.kind != Kind::Other {
            let read = parse_cell(&ty.kind, written, Door::Sheet);
            let read = read.map_err(|error| (error.message, error.mend))?;
            if !is_constant(&ty.kind, &read) {
                return Err(wrong(format!("`{written}` found, expected one value")));
            }
        }
        if let Kind::Variants(_) = ty.kind {
            let name = written.rsplit("::").next().unwrap_or(written).trim();
            let (path, name) = (&ty.ty, ident(name, span));
            return Ok(quote_spanned! { span=> <#path>::#name });
        }
        let written = match ty.kind {
            Kind::Bool => written.to_lowercase(),
            // `1` is no floating-point number in Rust.
            Kind::Float | Kind::Single if written.parse::<i128>().is_ok() => format!("{written}.0"),
            _ => written.to_owned(),
        };
        let tokens: TokenStream = written
            .parse()
            .map_err(|_| wrong(format!("`{written}` found, expected a constant")))?;
        let moved = tokens.into_iter();
        Ok(moved
            .map(|token| crate::source::respan(token, span))
            .collect())
    }

    /// Reports what is wrong with a cell, by file, sheet, cell and the head of its column.
    fn report(&mut self, column: usize, line: &Line, place: Option<&Place>, message: &str) {
        self.report_as(column, line, place, message, None);
    }

    /// The same, with what was meant to stand in the cell.
    fn report_as(
        &mut self,
        column: usize,
        line: &Line,
        place: Option<&Place>,
        message: &str,
        meant: Option<String>,
    ) {
        let cell = cell_name(column, line.number);
        let head = place.map_or_else(String::new, |place| format!(" (`{}`)", place.header));
        let mut wording = say::sheet(format!("{}, {cell}{head}: {message}", self.grid.name));
        // A workbook is no text that an editor could change.
        if let Some(text) = meant.filter(|_| self.grid.csv.is_some()) {
            let line = line.number;
            wording = wording.mend(Edit::Cell { line, column, text });
        }
        self.found.push(wording.at(self.sheet.file.span()));
    }
}

/// The value in a column of a line.
fn at(line: &Line, column: usize) -> &Value {
    line.cells.get(column).unwrap_or(&Value::Empty)
}

/// What is wrong, with no word about what was meant.
fn wrong(message: impl Into<String>) -> (String, Option<String>) {
    (message.into(), None)
}

/// Whether a text is one name.
fn is_name(text: &str) -> bool {
    text.chars()
        .all(|c| c == '_' || c == ':' || c.is_alphanumeric())
}

/// A number or a truth value, as messages call it.
fn what(written: &str) -> String {
    match written {
        "true" | "false" => format!("the truth value `{written}`"),
        number => format!("the number {number}"),
    }
}

/// The head of a column as the printer writes it, without a type.
fn header(written: &str) -> String {
    let tokens: Option<TokenStream> = written.parse().ok();
    let spaced = tokens.map_or_else(|| written.to_owned(), |tokens| text(&tokens));
    match spaced.split_once(": ") {
        Some((column, _)) => column.to_owned(),
        None => spaced,
    }
}

/// A text of a sheet without the quotes around it.
fn unquoted(written: &str) -> &str {
    let inside = written
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inside.unwrap_or(written)
}

/// Whether a cell lets one value through alone, in which case its text is that of a constant.
fn is_constant(kind: &Kind, cell: &rules_tables::Cell) -> bool {
    let text = cell.text();
    let has_form = text == "-" || text.starts_with(['<', '>']) || text.contains("..");
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_joined = words.contains(&"or") || words.first() == Some(&"not");
    !(has_form || is_joined && *kind != Kind::Char)
}
