//! Axes: the values of a column in atoms, the least parts that its cells tell apart.

use alloc::string::String;
use alloc::vec::Vec;

use crate::cell::Set;
use crate::{Cell, Column, Kind, Table, Value, atoms, float, number, ordered};

/// How the values of a column are numbered: value to atom.
#[derive(Clone, Debug, PartialEq)]
pub enum Axis {
    /// `false` is 0, `true` is 1.
    Bool,
    /// These variants, numbered in this order.
    Variants(Vec<String>),
    /// By [`ordered`](crate::ordered) among these cuts.
    Integers(Vec<i128>),
    /// By [`float`](crate::float) among these cuts.
    Floats(Vec<f64>),
    /// By [`float`](crate::float) among these cuts, which are values of `f32`.
    Singles(Vec<f64>),
    /// By [`ordered`](crate::ordered) among these cuts.
    Chars(Vec<char>),
    /// By [`text`](crate::text) among these texts, which are sorted.
    Texts(Vec<String>),
    /// Constants numbered in this order, which is sorted by text; other values have the number after them.
    Others(Vec<String>),
}

impl Axis {
    /// The axes of a table's columns.
    #[must_use]
    pub fn of(table: &Table) -> Vec<Self> {
        (0..table.columns.len())
            .map(|column| {
                let cells = table.rows.iter().filter_map(|row| row.cells.get(column));
                Self::of_column(&table.columns[column], cells)
            })
            .collect()
    }

    fn of_column<'a>(column: &Column, cells: impl Iterator<Item = &'a Cell>) -> Self {
        let mut cuts = Vec::new();
        let mut named = Vec::new();
        for cell in cells {
            match &cell.set {
                Set::All => {}
                Set::Ranges(ranges) => {
                    cuts.extend(
                        ranges
                            .iter()
                            .flat_map(|range| [range.0, range.1.saturating_add(1)]),
                    );
                }
                Set::Texts { texts, .. } => named.extend(texts.iter().cloned()),
            }
        }
        named.sort_unstable();
        named.dedup();
        cuts.sort_unstable();
        cuts.dedup();
        if let Some((least, greatest)) = number::domain(&column.kind) {
            cuts.retain(|cut| (least + 1..=greatest).contains(cut));
        }
        match &column.kind {
            Kind::Bool => Self::Bool,
            Kind::Variants(variants) => Self::Variants(variants.clone()),
            Kind::Integer { .. } => Self::Integers(cuts),
            Kind::Float => {
                cuts.retain(|cut| *cut != number::NAN);
                Self::Floats(cuts.into_iter().map(number::to_float).collect())
            }
            Kind::Single => {
                cuts.retain(|cut| *cut != number::SINGLE_NAN);
                let cuts = cuts.into_iter().map(number::to_single);
                Self::Singles(cuts.map(f64::from).collect())
            }
            Kind::Char => Self::Chars(cuts.into_iter().map(number::to_char).collect()),
            Kind::Text => Self::Texts(named),
            Kind::Other => Self::Others(named),
        }
    }

    /// How many atoms there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        let len = match self {
            Self::Bool => 2,
            Self::Variants(variants) => variants.len(),
            Self::Integers(cuts) => cuts.len() + 1,
            Self::Floats(cuts) | Self::Singles(cuts) => cuts.len() + 2,
            Self::Chars(cuts) => cuts.len() + 1,
            Self::Texts(texts) | Self::Others(texts) => texts.len() + 1,
        };
        len as u32
    }

    /// There are no values: an enum without variants.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The atoms that a cell of this column lets through, as ranges without their ends: in order, apart, none empty.
    pub(crate) fn atoms(&self, cell: &Cell) -> Vec<(u32, u32)> {
        match &cell.set {
            Set::All => [(0, self.len())].into(),
            Set::Ranges(ranges) => ranges
                .iter()
                .map(|range| (self.atom(range.0), self.atom(range.1) + 1))
                .collect(),
            Set::Texts { texts, except } => self.named(texts, *except),
        }
    }

    /// The last argument but one of [`text`](crate::text): of a column of texts, a hash table of them.
    #[must_use]
    pub fn slots(&self) -> Vec<u8> {
        match self {
            Self::Texts(texts) => atoms::slots(texts),
            _ => Vec::new(),
        }
    }

    /// The atom of a value; nothing if the value is of another kind.
    #[must_use]
    pub fn atom_of(&self, value: &Value) -> Option<u32> {
        let place = |names: &[String], name: &String| {
            names.binary_search(name).unwrap_or(names.len()) as u32
        };
        Some(match (self, value) {
            (Self::Bool, Value::Bool(value)) => u32::from(*value),
            (Self::Variants(variants), Value::Named(name)) => {
                variants.iter().position(|variant| variant == name)? as u32
            }
            (Self::Integers(cuts), Value::Integer(value)) => ordered(cuts, *value),
            (Self::Floats(cuts), Value::Float(value)) => float(cuts, *value),
            (Self::Singles(cuts), Value::Single(value)) => float(cuts, f64::from(*value)),
            (Self::Chars(cuts), Value::Char(value)) => ordered(cuts, *value),
            (Self::Texts(texts), Value::Text(text)) => place(texts, text),
            (Self::Others(names), Value::Named(name)) => place(names, name),
            (Self::Others(names), Value::OtherThan(_)) => names.len() as u32,
            _ => return None,
        })
    }

    /// The atom of a number.
    fn atom(&self, number: i128) -> u32 {
        let before = match self {
            Self::Bool | Self::Variants(_) => return u32::try_from(number).unwrap_or(0),
            Self::Floats(cuts) if number == number::NAN => cuts.len() + 1,
            Self::Floats(cuts) => cuts.partition_point(|cut| number::from_float(*cut) <= number),
            Self::Singles(cuts) if number == number::SINGLE_NAN => cuts.len() + 1,
            Self::Singles(cuts) => {
                cuts.partition_point(|cut| number::from_single(*cut as f32) <= number)
            }
            Self::Integers(cuts) => cuts.partition_point(|cut| *cut <= number),
            Self::Chars(cuts) => cuts.partition_point(|cut| number::from_char(*cut) <= number),
            Self::Texts(_) | Self::Others(_) => 0,
        };
        before as u32
    }

    /// The atoms of texts, or all but those.
    fn named(&self, texts: &[String], except: bool) -> Vec<(u32, u32)> {
        let (Self::Texts(all) | Self::Others(all)) = self else {
            return Vec::new();
        };
        let mut named: Vec<(u32, u32)> = Vec::new();
        let mut others = Vec::new();
        let mut next = 0;
        for atom in texts.iter().filter_map(|text| all.binary_search(text).ok()) {
            let atom = atom as u32;
            if next < atom {
                others.push((next, atom));
            }
            next = atom + 1;
            match named.last_mut() {
                Some(last) if last.1 == atom => last.1 = next,
                _ => named.push((atom, next)),
            }
        }
        others.push((next, self.len()));
        if except { others } else { named }
    }
}
