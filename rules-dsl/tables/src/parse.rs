//! Reads cells: `-`, a constant, `A or B`, `1..5`, `1..=5`, `< x`, `not …`.

mod foreign;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::cell::Set;
use crate::constant::{self, Constant};
use crate::scanner::Scanner;
use crate::{Cell, Door, Kind, nearest, number};

/// Why a cell cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellError {
    /// What was found, what was expected and the mend.
    pub message: String,
    /// The bytes of the cell's text that the message is about.
    pub range: Range<usize>,
    /// The cell as it was meant, where that is clear.
    pub mend: Option<String>,
}

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for CellError {}

/// Reads a cell of a column.
///
/// ```
/// use rules_tables::{Door, Kind, parse_cell};
///
/// let age = Kind::Integer { least: 0, greatest: 255 };
/// assert!(parse_cell(&age, "18..65 or 100", Door::Rust).is_ok());
///
/// let mistake = parse_cell(&age, ">= 300", Door::Rust).unwrap_err();
/// assert_eq!(mistake.message, "`300` is not among the values of this column, 0 to 255");
/// assert_eq!(mistake.range, 3..6);
/// ```
///
/// # Errors
///
/// The text is no cell, a constant is none of the kind, or the cell lets no value through.
pub fn parse_cell(kind: &Kind, text: &str, door: Door) -> Result<Cell, CellError> {
    let written = text.trim();
    if written.is_empty() {
        return Err(CellError {
            message: "an empty cell; `-` lets every value through".to_owned(),
            range: 0..text.len(),
            mend: Some("-".to_owned()),
        });
    }
    if written == "-" {
        return Ok(Cell::any());
    }
    let mut scanner = Scanner::new(text);
    let not = scanner.word("not");
    let mut parser = Parser {
        kind,
        door,
        scanner,
    };
    let set = parser.alternatives().map_err(|error| {
        let Some(foreign::Mend { told, cell }) = foreign::mend(kind, written) else {
            return error;
        };
        let mend = cell.filter(|cell| parse_cell(kind, cell, door).is_ok());
        CellError {
            message: format!("{}; {told}", error.message),
            mend: mend.or(error.mend),
            ..error
        }
    })?;
    let set = if not { complement(kind, set) } else { set };
    if is_empty(&set) {
        return Err(CellError {
            message: format!("`{written}` never holds"),
            range: trimmed(text, 0..text.len()),
            mend: None,
        });
    }
    Ok(Cell::new(set, written))
}

struct Parser<'a> {
    kind: &'a Kind,
    door: Door,
    scanner: Scanner<'a>,
}

impl Parser<'_> {
    /// `item or item or …`, to the end of the cell.
    fn alternatives(&mut self) -> Result<Set, CellError> {
        let mut sets = Vec::new();
        loop {
            sets.push(self.item()?);
            if self.scanner.at_end() {
                return Ok(union(sets));
            }
            if !self.scanner.word("or") {
                let range = self.scanner.rest();
                return Err(self.scanner.error(range, |found| {
                    format!("`{found}` found, expected `or` or the end of the cell")
                }));
            }
        }
    }

    /// A constant, a comparison or a range.
    fn item(&mut self) -> Result<Set, CellError> {
        for (sign, above, including) in [
            ("<=", false, true),
            ("<", false, false),
            (">=", true, true),
            (">", true, false),
        ] {
            let start = self.scanner.position();
            if self.scanner.sign(sign) {
                let (bound, _) = self.bound(start..start + sign.len())?;
                return Ok(half(self.domain(), bound, above, including));
            }
        }
        if let Some((sign, range)) = self.range_sign() {
            let (bound, _) = self.bound(range)?;
            return Ok(half(self.domain(), bound, false, sign == "..="));
        }
        let (constant, from) = self.constant()?;
        let Some((sign, sign_range)) = self.range_sign() else {
            return Ok(match constant {
                Constant::Number(number) => Set::Ranges([(number, number)].into()),
                Constant::Text(text) => Set::Texts {
                    texts: [text].into(),
                    except: false,
                },
            });
        };
        let least = self.ordered(constant, &sign_range)?;
        if self.scanner.at_end() || self.scanner.sees_word("or") {
            if sign == "..=" {
                return Err(self
                    .scanner
                    .error(sign_range, |_| "`..=` has no end; write `..`".to_owned()));
            }
            return Ok(half(self.domain(), least, true, true));
        }
        let (greatest, to) = self.bound(sign_range)?;
        let greatest = if sign == "..=" {
            greatest
        } else {
            greatest - 1
        };
        if greatest < least {
            return Err(self.scanner.error(from.start..to.end, |found| {
                format!("`{found}` never holds: its end is not after its beginning")
            }));
        }
        Ok(Set::Ranges([(least, greatest)].into()))
    }

    fn range_sign(&mut self) -> Option<(&'static str, Range<usize>)> {
        let start = self.scanner.position();
        let sign = ["..=", ".."]
            .into_iter()
            .find(|sign| self.scanner.sign(sign))?;
        Some((sign, start..start + sign.len()))
    }

    /// The constant beside a sign, of a kind that is ordered.
    fn bound(&mut self, sign: Range<usize>) -> Result<(i128, Range<usize>), CellError> {
        let (constant, range) = self.constant()?;
        Ok((self.ordered(constant, &sign)?, range))
    }

    fn ordered(&self, constant: Constant, sign: &Range<usize>) -> Result<i128, CellError> {
        let what = match (self.kind, constant) {
            (
                Kind::Integer { .. } | Kind::Float | Kind::Single | Kind::Char,
                Constant::Number(number),
            ) => return Ok(number),
            (Kind::Text, _) => "texts",
            (Kind::Bool, _) => "truth values",
            (Kind::Variants(_), _) => "variants",
            _ => "constants of this type",
        };
        let hint = match self.door {
            Door::Sheet if *self.kind == Kind::Text => "; a text that has it is written in quotes",
            _ => "",
        };
        Err(self.scanner.error(sign.clone(), |found| {
            format!("`{found}` before or after {what}, which are only equal or not{hint}")
        }))
    }

    fn constant(&mut self) -> Result<(Constant, Range<usize>), CellError> {
        let range = self.scanner.constant();
        if range.is_empty() {
            return Err(self
                .scanner
                .error(range, |_| "a constant is missing".to_owned()));
        }
        match constant::parse(self.kind, self.scanner.text(&range), self.door) {
            Ok(constant) => Ok((constant, range)),
            Err(message) => Err(CellError {
                mend: self.nearest(&range),
                message,
                range,
            }),
        }
    }

    /// The whole cell with the nearest variant in place of a constant that is none.
    fn nearest(&self, range: &Range<usize>) -> Option<String> {
        let Kind::Variants(variants) = self.kind else {
            return None;
        };
        let constant = self.scanner.text(range);
        let last = constant.rsplit("::").next()?.trim_start();
        let (start, name) = (range.end - last.len(), last.trim_end());
        let near = nearest::nearest(name, variants)?;
        let text = self.scanner.whole();
        let mend = format!("{}{near}{}", &text[..start], &text[start + name.len()..]);
        Some(mend.trim().to_owned())
    }

    /// Where a range without one end goes: every number but that of `NaN`.
    fn domain(&self) -> (i128, i128) {
        let (least, greatest) = number::domain(self.kind).unwrap_or((0, 0));
        match self.kind {
            Kind::Float | Kind::Single => (least, greatest - 1),
            _ => (least, greatest),
        }
    }
}

/// The values on one side of a bound.
fn half((least, greatest): (i128, i128), bound: i128, above: bool, including: bool) -> Set {
    let range = match (above, including) {
        (false, true) => (least, bound),
        (false, false) => (least, bound - 1),
        (true, true) => (bound, greatest),
        (true, false) => (bound + 1, greatest),
    };
    Set::Ranges(if range.0 <= range.1 {
        [range].into()
    } else {
        Vec::new()
    })
}

/// What any of the sets has; all are of one kind, so all are of one form.
fn union(sets: Vec<Set>) -> Set {
    let mut ranges = Vec::new();
    let mut texts = Vec::new();
    for set in sets {
        match set {
            Set::All => return Set::All,
            Set::Ranges(more) => ranges.extend(more),
            Set::Texts { texts: more, .. } => texts.extend(more),
        }
    }
    if texts.is_empty() {
        return Set::Ranges(joined(ranges));
    }
    texts.sort();
    texts.dedup();
    Set::Texts {
        texts,
        except: false,
    }
}

/// In order, and those that touch as one.
fn joined(mut ranges: Vec<(i128, i128)>) -> Vec<(i128, i128)> {
    ranges.sort_unstable();
    let mut joined: Vec<(i128, i128)> = Vec::new();
    for (least, greatest) in ranges {
        match joined.last_mut() {
            Some(last) if least <= last.1.saturating_add(1) => last.1 = last.1.max(greatest),
            _ => joined.push((least, greatest)),
        }
    }
    joined
}

fn complement(kind: &Kind, set: Set) -> Set {
    match set {
        Set::All => Set::Ranges(Vec::new()),
        Set::Texts { texts, except } => Set::Texts {
            texts,
            except: !except,
        },
        Set::Ranges(ranges) => {
            let (mut next, greatest) = number::domain(kind).unwrap_or((0, -1));
            let mut others = Vec::new();
            for range in ranges {
                if next < range.0 {
                    others.push((next, range.0 - 1));
                }
                if range.1 == greatest {
                    return Set::Ranges(others);
                }
                next = range.1 + 1;
            }
            others.push((next, greatest));
            Set::Ranges(others)
        }
    }
}

fn is_empty(set: &Set) -> bool {
    match set {
        Set::All => false,
        Set::Ranges(ranges) => ranges.is_empty(),
        Set::Texts { texts, except } => texts.is_empty() && !except,
    }
}

/// The range without the white space at its ends.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}
