//! What is said of tests against all values that they could be tried with: what is said never to hold holds
//! of none, what is said to follow follows for each.

use super::findings;

/// The values that a field is tried with.
const VALUES: std::ops::Range<i64> = -2..6;

/// Numbers by which tests are made, always the same ones.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        // A linear congruential generator: Knuth 1997, *The Art of Computer Programming*, vol. 2, 3.3.4.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn number(&mut self) -> i64 {
        i64::try_from(self.below(5)).unwrap()
    }
}

/// A comparison of `x` or `y` with a number or with the other one.
#[derive(Debug, Clone, Copy)]
struct Test {
    of_x: bool,
    operator: &'static str,
    with: Option<i64>,
}

impl Test {
    fn random(random: &mut Random) -> Self {
        Self {
            of_x: random.below(2) == 0,
            operator: ["==", "!=", "<", "<=", ">", ">="][random.below(6)],
            with: (random.below(3) > 0).then(|| random.number()),
        }
    }

    fn text(self) -> String {
        let (left, other) = if self.of_x { ("x", "y") } else { ("y", "x") };
        let right = self
            .with
            .map_or(other.to_owned(), |number| number.to_string());
        format!("{left} {} {right}", self.operator)
    }

    fn holds(self, x: i64, y: i64) -> bool {
        let (left, other) = if self.of_x { (x, y) } else { (y, x) };
        let right = self.with.unwrap_or(other);
        match self.operator {
            "==" => left == right,
            "!=" => left != right,
            "<" => left < right,
            "<=" => left <= right,
            ">" => left > right,
            _ => left >= right,
        }
    }
}

/// Whether there are values of which all tests hold.
fn can_hold(tests: &[Test]) -> bool {
    VALUES.into_iter().any(|x| {
        VALUES
            .into_iter()
            .any(|y| tests.iter().all(|test| test.holds(x, y)))
    })
}

/// What is said of tests in a guard, and as conditions a line each; which of both never hold, and which line
/// follows from those before it.
fn said(tests: &[Test]) -> (bool, bool, Vec<usize>) {
    let written: Vec<String> = tests.iter().map(|test| test.text()).collect();
    let facts = "fact A { x: i32, y: i32 }";
    let guard = findings(&format!(
        "rule r {{ when {{ A {{ x, y }} if {}; }} then {{ f(x, y); }} }} {facts}",
        written.join(" && ")
    ));
    let conditions: Vec<String> = written.iter().map(|text| format!("if {text};")).collect();
    let conditions = findings(&format!(
        "rule r {{ when {{ A {{ x, y }};\n{} }} then {{ f(x, y); }} }} {facts}",
        conditions.join("\n")
    ));
    let redundant = conditions
        .lines()
        .filter(|line| line.contains("subsumed_condition"));
    let redundant = redundant.map(|line| {
        let (line, _) = line.split_once(':').unwrap();
        line.parse::<usize>().unwrap() - 2
    });
    let never = (
        guard.contains(" never: "),
        conditions.contains(" never_fires: "),
    );
    (never.0, never.1, redundant.collect())
}

#[test]
fn what_is_said_of_tests_is_true_for_all_values() {
    let mut random = Random(1);
    let (mut impossible, mut told) = (0, 0);
    for _ in 0..400 {
        let tests: Vec<Test> = (0..2 + random.below(3))
            .map(|_| Test::random(&mut random))
            .collect();
        let (in_guard, in_conditions, redundant) = said(&tests);
        let possible = can_hold(&tests);
        assert!(!(in_guard && possible), "{tests:?}");
        assert!(!(in_conditions && possible), "{tests:?}");
        impossible += u32::from(!possible);
        told += u32::from(in_guard);
        for line in redundant {
            let before = &tests[..line];
            let follows = VALUES.into_iter().all(|x| {
                VALUES
                    .into_iter()
                    .all(|y| !before.iter().all(|test| test.holds(x, y)) || tests[line].holds(x, y))
            });
            assert!(follows, "{:?} of {tests:?}", tests[line]);
        }
    }
    // What it takes several steps to see is not seen.
    assert!(told * 10 > impossible * 8, "{told} of {impossible}");
}

#[test]
fn nothing_is_said_of_what_only_types_know() {
    let said = findings(
        "fact Task { priority: Priority, done: bool, price: Money, flag: Flag, cell: u8 }
rule urgent { when { Task { priority: > Priority::Low }; } then {} }
rule calm { when { Task { done: false }; not Task { priority: > Priority::Low }; } then {} }
rule some { when { Task { done: true }; exists Task { priority: >= Priority::High }; } then {} }
rule quiet { when { not Task { priority: > Priority::Mid }; not Task { done: true }; } then {} }
rule between { when { Task { price: > 5, price: < 6 }; } then {} }
rule neither { when { Task { flag: != true, flag: != false }; } then {} }
rule corner { when { Task { cell } if matches!(row(cell), 0..=2) && matches!(column(cell), 3..=5); } then {} }
rule car { when { t @ Task { cell: > 3 } if matches!(color(t), Color::Red) && matches!(trim(t), Color::Black); } then {} }",
    );
    assert_eq!(said, "");
}
