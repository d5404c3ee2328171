//! Random tables, and what their cells say by another way than the crate's: by the positions of values in a list.

use proptest::prelude::*;
use rules_tables::{Column, Door, Hit, Kind, Row, Table, Value, parse_cell};

/// A kind, all its values that cells can tell apart, and the texts of those that may stand in cells.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    pub(crate) kind: Kind,
    pub(crate) values: Vec<Value>,
    constants: Vec<(usize, &'static str)>,
    ordered: bool,
    /// How many of the values are in the order.
    in_order: usize,
}

pub(crate) fn domains() -> Vec<Domain> {
    let unordered = |kind, values: Vec<Value>, constants: &[(usize, &'static str)]| Domain {
        in_order: values.len(),
        ordered: false,
        constants: constants.to_vec(),
        kind,
        values,
    };
    let floats = [
        f64::NEG_INFINITY,
        -0.0,
        0.25,
        0.5,
        0.75,
        1.0,
        1.5,
        f64::INFINITY,
        f64::NAN,
    ];
    // Between the fourth and the fifth there are numbers of `f64` and none of `f32`.
    let singles = [
        f32::NEG_INFINITY,
        -0.0,
        0.05,
        0.1,
        0.100_000_01,
        0.5,
        1.0,
        1.5,
        f32::INFINITY,
        f32::NAN,
    ];
    vec![
        unordered(
            Kind::Bool,
            vec![Value::Bool(false), Value::Bool(true)],
            &[(0, "false"), (1, "true")],
        ),
        unordered(
            Kind::Variants(["Gold", "Silver", "Iron"].map(String::from).to_vec()),
            ["Gold", "Silver", "Iron"]
                .map(|name| Value::Named(name.into()))
                .to_vec(),
            &[(0, "Gold"), (1, "Metal::Silver"), (2, "Metal :: Iron")],
        ),
        unordered(
            Kind::Text,
            ["a", "b or c", "z", "?"]
                .map(|text| Value::Text(text.into()))
                .to_vec(),
            &[(0, "\"a\""), (1, "\"b or c\""), (2, "\"\\u{7a}\"")],
        ),
        unordered(
            Kind::Other,
            vec![
                Value::Named("day :: FIRST".into()),
                Value::Named("LAST".into()),
                Value::OtherThan(Vec::new()),
            ],
            &[(0, "day :: FIRST"), (1, "LAST")],
        ),
        Domain {
            kind: Kind::Integer {
                least: -1,
                greatest: 4,
            },
            values: (-1..=4).map(Value::Integer).collect(),
            constants: vec![
                (0, "-1"),
                (1, "0"),
                (2, "0x1"),
                (3, "2u8"),
                (4, "3"),
                (5, "0_4"),
            ],
            ordered: true,
            in_order: 6,
        },
        Domain {
            kind: Kind::Float,
            values: floats.map(Value::Float).to_vec(),
            constants: vec![(1, "0.0"), (3, "0.5"), (5, "1e0")],
            ordered: true,
            in_order: 8,
        },
        Domain {
            kind: Kind::Single,
            values: singles.map(Value::Single).to_vec(),
            constants: vec![(1, "0.0"), (3, "0.1"), (4, "0.10000001"), (6, "1f32")],
            ordered: true,
            in_order: 9,
        },
        Domain {
            kind: Kind::Char,
            values: ['\0', 'a', 'b', 'c', '\u{D7FF}', '\u{E000}', char::MAX]
                .map(Value::Char)
                .to_vec(),
            constants: vec![(1, "'a'"), (3, "'c'"), (5, "'\\u{E000}'")],
            ordered: true,
            in_order: 8,
        },
    ]
}

/// One alternative of a cell, of constants by their number.
#[derive(Clone, Debug)]
enum Item {
    Constant(usize),
    Less(usize),
    AtMost(usize),
    Greater(usize),
    AtLeast(usize),
    Within(usize, usize),
    Through(usize, usize),
    From(usize),
}

/// A cell as a tree.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    any: bool,
    not: bool,
    items: Vec<Item>,
}

impl Sketch {
    pub(crate) fn text(&self, domain: &Domain) -> String {
        if self.any {
            return "-".into();
        }
        let constant = |at: &usize| domain.constants[*at % domain.constants.len()].1;
        let item = |item: &Item| match item {
            Item::Constant(at) => constant(at).to_owned(),
            Item::Less(at) => format!("< {}", constant(at)),
            Item::AtMost(at) => format!("<={}", constant(at)),
            Item::Greater(at) => format!("> {}", constant(at)),
            Item::AtLeast(at) => format!(">= {}", constant(at)),
            Item::Within(low, high) => format!("{}..{}", constant(low), constant(high)),
            Item::Through(low, high) => format!("{} ..= {}", constant(low), constant(high)),
            Item::From(at) => format!("{}..", constant(at)),
        };
        let items: Vec<_> = self.items.iter().map(item).collect();
        format!(
            "{}{}",
            if self.not { "not " } else { "" },
            items.join(" or ")
        )
    }

    /// Whether the cell holds for the value at a position.
    pub(crate) fn holds(&self, domain: &Domain, value: usize) -> bool {
        let position = |at: &usize| domain.constants[*at % domain.constants.len()].0;
        let ordered = value < domain.in_order;
        let holds = |item: &Item| match item {
            Item::Constant(at) => value == position(at),
            Item::Less(at) => ordered && value < position(at),
            Item::AtMost(at) => ordered && value <= position(at),
            Item::Greater(at) => ordered && value > position(at),
            Item::AtLeast(at) | Item::From(at) => ordered && value >= position(at),
            Item::Within(low, high) => value >= position(low) && value < position(high),
            Item::Through(low, high) => value >= position(low) && value <= position(high),
        };
        self.any || self.items.iter().any(holds) != self.not
    }
}

/// A random table, with the trees of its cells.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    pub(crate) domains: Vec<Domain>,
    /// None for an `else` row.
    pub(crate) rows: Vec<Option<Vec<Sketch>>>,
    pub(crate) table: Table,
}

impl Random {
    /// Every case, each by the positions of its values.
    pub(crate) fn cases(&self) -> Vec<Vec<usize>> {
        let mut cases = vec![Vec::new()];
        for domain in &self.domains {
            cases = (0..domain.values.len())
                .flat_map(|value| {
                    let with = |case: &Vec<usize>| [case.as_slice(), &[value]].concat();
                    cases.iter().map(with).collect::<Vec<_>>()
                })
                .collect();
        }
        cases
    }

    /// Whether a row that is not `else` holds for a case.
    pub(crate) fn holds(&self, row: usize, case: &[usize]) -> bool {
        self.rows[row].as_ref().is_some_and(|cells| {
            (cells.iter().zip(&self.domains).zip(case))
                .all(|((cell, domain), value)| cell.holds(domain, *value))
        })
    }

    /// The rows that hold for a case, in order, without an `else` row.
    pub(crate) fn holding(&self, case: &[usize]) -> Vec<usize> {
        (0..self.rows.len())
            .filter(|row| self.holds(*row, case))
            .collect()
    }
}

fn item(ordered: bool) -> BoxedStrategy<Item> {
    let constant = (0..6usize).prop_map(Item::Constant);
    if !ordered {
        return constant.boxed();
    }
    prop_oneof![
        constant,
        (0..6usize).prop_map(Item::Less),
        (0..6usize).prop_map(Item::AtMost),
        (0..6usize).prop_map(Item::Greater),
        (0..6usize).prop_map(Item::AtLeast),
        (0..6usize, 0..6usize).prop_map(|(low, high)| Item::Within(low, high)),
        (0..6usize, 0..6usize).prop_map(|(low, high)| Item::Through(low, high)),
        (0..6usize).prop_map(Item::From),
    ]
    .boxed()
}

fn sketch(ordered: bool) -> impl Strategy<Value = Sketch> {
    let items = proptest::collection::vec(item(ordered), 1..=2);
    (
        proptest::bool::weighted(0.4),
        proptest::bool::weighted(0.2),
        items,
    )
        .prop_map(|(any, not, items)| Sketch { any, not, items })
}

/// Tables of up to three columns and a handful of rows; cells that never hold are `-`.
pub(crate) fn table() -> impl Strategy<Value = Random> {
    let domains = proptest::collection::vec(proptest::sample::select(domains()), 1..=3);
    let hits = vec![Hit::Unique, Hit::First, Hit::Any, Hit::Collect];
    (
        domains,
        proptest::sample::select(hits),
        any::<bool>(),
        proptest::bool::weighted(0.2),
    )
        .prop_flat_map(|(domains, hit, may_miss, otherwise)| {
            let cells: Vec<_> = domains
                .iter()
                .map(|domain| sketch(domain.ordered))
                .collect();
            let rows = proptest::collection::vec((cells, 0..3u8), 0..=7);
            (
                Just(domains),
                rows,
                Just(hit),
                Just(may_miss),
                Just(otherwise),
            )
        })
        .prop_map(|(domains, rows, hit, may_miss, otherwise)| {
            build(
                domains,
                rows,
                hit,
                may_miss || hit == Hit::Collect,
                otherwise,
            )
        })
}

fn build(
    domains: Vec<Domain>,
    sketches: Vec<(Vec<Sketch>, u8)>,
    hit: Hit,
    may_miss: bool,
    otherwise: bool,
) -> Random {
    let mut rows = Vec::new();
    let mut table = Table {
        columns: (domains.iter().enumerate())
            .map(|(at, domain)| Column {
                header: format!("c{at}"),
                kind: domain.kind.clone(),
            })
            .collect(),
        rows: Vec::new(),
        hit,
        may_miss,
    };
    for (mut sketches, output) in sketches {
        let mut cells = Vec::new();
        for (sketch, domain) in sketches.iter_mut().zip(&domains) {
            let text = sketch.text(domain);
            let read = parse_cell(&domain.kind, &text, Door::Rust);
            let holds = (0..domain.values.len()).any(|value| sketch.holds(domain, value));
            // A range that is written backwards is refused beside another alternative, too.
            let backwards = read
                .as_ref()
                .is_err_and(|error| error.message.contains("its end"));
            assert!(backwards || read.is_ok() == holds, "{text}: {read:?}");
            cells.push(read.unwrap_or_else(|_| {
                sketch.any = true;
                parse_cell(&domain.kind, "-", Door::Rust).unwrap()
            }));
        }
        rows.push(Some(sketches));
        table.rows.push(Row {
            cells,
            outputs: vec![output.to_string()],
            otherwise: false,
        });
    }
    if otherwise {
        rows.push(None);
        table.rows.push(Row {
            cells: Vec::new(),
            outputs: vec!["0".into()],
            otherwise: true,
        });
    }
    Random {
        domains,
        rows,
        table,
    }
}
