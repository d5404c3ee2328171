//! What has been seen of rulesets: read from the files of processes, and added up.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::super::Failure;

/// The version of the files.
const VERSION: u64 = 1;

/// What has been seen.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// By the package, the name, and the place of the first rule: rulesets of one program may share a name.
    pub(super) rulesets: BTreeMap<Key, Vec<Rule>>,
    /// By the package, the ruleset, the name, and the place.
    pub(super) tables: BTreeMap<Key, Table>,
}

/// What tells rulesets, and tables, from one another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) ruleset: String,
    pub(super) file: PathBuf,
    pub(super) line: u64,
    pub(super) package: String,
    pub(super) name: String,
}

/// A rule.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) file: PathBuf,
    pub(super) line: u64,
    pub(super) fired: u64,
    pub(super) conditions: Vec<Condition>,
}

/// A condition, or a test in one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Condition {
    pub(super) text: String,
    pub(super) depth: u64,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) may_fail: bool,
    pub(super) was_true: bool,
    pub(super) was_false: bool,
}

/// A table.
#[derive(Debug)]
pub(super) struct Table {
    /// The sheet in which its rows stand.
    pub(super) source: String,
    /// The file of its rows where their numbers are those of its lines: the ruleset's own, or one of CSV.
    pub(super) rows_file: Option<PathBuf>,
    pub(super) rows: Vec<Row>,
}

/// A row of a table.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) number: u64,
    pub(super) line: u64,
    pub(super) text: String,
    pub(super) held: bool,
}

impl Condition {
    /// Whether all that it can be has been seen.
    pub(super) fn is_covered(&self) -> bool {
        self.was_true && (self.was_false || !self.may_fail)
    }

    /// What has not been seen.
    pub(super) fn missing(&self) -> &'static str {
        match (self.was_true, self.was_false) {
            (false, false) => "was never reached",
            (false, true) => "was never true",
            _ => "was never false",
        }
    }
}

impl Row {
    /// How it is named.
    pub(super) fn label(&self) -> String {
        if self.text.is_empty() {
            format!("row {}", self.number)
        } else {
            format!("row {}, `{}`", self.number, self.text)
        }
    }
}

impl Seen {
    /// Adds up the files of a directory.
    pub(super) fn read(directory: &Path) -> Result<Self, Failure> {
        let told = |error| format!("cannot read `{}`: {error}", directory.display());
        let mut files = Vec::new();
        for entry in fs::read_dir(directory).map_err(told)? {
            files.push(entry.map_err(told)?.path());
        }
        files.retain(|file| {
            file.extension()
                .is_some_and(|extension| extension == "json")
        });
        files.sort();
        if files.is_empty() {
            return Err(format!(
                "there are no files of coverage in `{}`: run tests with `RULES_COVERAGE` naming it by its whole path, and \
                 the feature `coverage` of `rules-runtime`",
                directory.display()
            )
            .into());
        }
        let mut seen = Seen::default();
        for file in files {
            let text = super::super::read(&file)?;
            seen.add(&text)
                .map_err(|why| format!("`{}` is no file of coverage: {why}", file.display()))?;
        }
        Ok(seen)
    }

    /// Adds what a process has seen.
    fn add(&mut self, text: &str) -> Result<(), String> {
        let all: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let version = number(&all, "version")?;
        if version != VERSION {
            return Err(format!(
                "its version is {version}, and this command reads version {VERSION}; build both from one release"
            ));
        }
        for ruleset in list(&all, "rulesets")? {
            self.add_ruleset(ruleset)?;
        }
        for table in list(&all, "tables")? {
            self.add_table(table)?;
        }
        Ok(())
    }

    fn add_ruleset(&mut self, ruleset: &Value) -> Result<(), String> {
        let package = text(ruleset, "package")?;
        let name = text(ruleset, "name")?;
        let rules = list(ruleset, "rules")?.iter();
        let rules: Vec<Rule> = rules
            .map(|rule| Rule::of(rule, &package))
            .collect::<Result<_, _>>()?;
        let Some(first) = rules.first() else {
            return Ok(());
        };
        let key = Key {
            ruleset: name.clone(),
            file: first.file.clone(),
            line: first.line,
            package,
            name: name.clone(),
        };
        let Some(own) = self.rulesets.get_mut(&key) else {
            self.rulesets.insert(key, rules);
            return Ok(());
        };
        if own.len() != rules.len() || own.iter().zip(&rules).any(|(own, rule)| !own.is(rule)) {
            return Err(other_version("ruleset", &name));
        }
        for (own, rule) in own.iter_mut().zip(rules) {
            own.add(rule);
        }
        Ok(())
    }

    fn add_table(&mut self, table: &Value) -> Result<(), String> {
        let package = text(table, "package")?;
        let file = resolve(&package, &text(table, "file")?);
        let source = text(table, "source")?;
        let rows_file = if source.is_empty() {
            Some(file.clone())
        } else {
            let is_csv = Path::new(&source).extension().is_some_and(|of| of == "csv");
            is_csv.then(|| resolve(&package, &source))
        };
        let rows = list(table, "rows")?.iter();
        let rows: Vec<Row> = rows.map(Row::of).collect::<Result<_, _>>()?;
        let key = Key {
            ruleset: text(table, "ruleset")?,
            file,
            line: number(table, "line")?,
            package,
            name: text(table, "name")?,
        };
        let Some(own) = self.tables.get_mut(&key) else {
            let table = Table {
                source,
                rows_file,
                rows,
            };
            self.tables.insert(key, table);
            return Ok(());
        };
        let same = own.rows.iter().zip(&rows);
        let mut same = same.map(|(own, row)| (own.number, &own.text) == (row.number, &row.text));
        if own.rows.len() != rows.len() || !same.all(|same| same) {
            return Err(other_version("table", &key.name));
        }
        for (own, row) in own.rows.iter_mut().zip(rows) {
            own.held |= row.held;
        }
        Ok(())
    }
}

/// What is said of files of two versions of a program.
fn other_version(what: &str, name: &str) -> String {
    format!(
        "its {what} `{name}` is another than in the files before it; empty the directory, and run the tests again"
    )
}

impl Rule {
    fn of(rule: &Value, package: &str) -> Result<Self, String> {
        let conditions = list(rule, "conditions")?.iter();
        Ok(Rule {
            name: text(rule, "name")?,
            file: resolve(package, &text(rule, "file")?),
            line: number(rule, "line")?,
            fired: number(rule, "fired")?,
            conditions: conditions.map(Condition::of).collect::<Result<_, _>>()?,
        })
    }

    /// Whether two are the same rule, written alike.
    fn is(&self, other: &Rule) -> bool {
        let written = |rule: &Rule| -> Vec<(String, u64, u64)> {
            let conditions = rule.conditions.iter();
            conditions
                .map(|one| (one.text.clone(), one.line, one.column))
                .collect()
        };
        let (own, others) = (written(self), written(other));
        let unknown = own.is_empty() || others.is_empty();
        (&self.name, self.line) == (&other.name, other.line) && (unknown || own == others)
    }

    fn add(&mut self, other: Rule) {
        self.fired += other.fired;
        if self.conditions.is_empty() {
            self.conditions = other.conditions;
            return;
        }
        for (own, condition) in self.conditions.iter_mut().zip(other.conditions) {
            own.was_true |= condition.was_true;
            own.was_false |= condition.was_false;
        }
    }
}

impl Condition {
    fn of(condition: &Value) -> Result<Self, String> {
        let is = |key| truth(condition, key);
        Ok(Condition {
            text: text(condition, "text")?,
            depth: number(condition, "depth")?,
            line: number(condition, "line")?,
            column: number(condition, "column")?,
            may_fail: is("fails")?,
            was_true: is("true")?,
            was_false: is("false")?,
        })
    }
}

impl Row {
    fn of(row: &Value) -> Result<Self, String> {
        Ok(Row {
            number: number(row, "number")?,
            line: number(row, "line")?,
            text: text(row, "text")?,
            held: truth(row, "held")?,
        })
    }
}

fn get<'v>(value: &'v Value, key: &str) -> Result<&'v Value, String> {
    value.get(key).ok_or_else(|| format!("`{key}` is missing"))
}

fn wrong(key: &str, expected: &str) -> String {
    format!("`{key}` is not {expected}")
}

fn text(value: &Value, key: &str) -> Result<String, String> {
    let text = get(value, key)?
        .as_str()
        .ok_or_else(|| wrong(key, "a text"))?;
    Ok(text.to_owned())
}

fn number(value: &Value, key: &str) -> Result<u64, String> {
    get(value, key)?
        .as_u64()
        .ok_or_else(|| wrong(key, "a number"))
}

fn truth(value: &Value, key: &str) -> Result<bool, String> {
    get(value, key)?
        .as_bool()
        .ok_or_else(|| wrong(key, "`true` or `false`"))
}

fn list<'v>(value: &'v Value, key: &str) -> Result<&'v Vec<Value>, String> {
    get(value, key)?
        .as_array()
        .ok_or_else(|| wrong(key, "a list"))
}

/// The file of a ruleset: build scripts name it from the package's root, rustc from that of the workspace.
fn resolve(package: &str, file: &str) -> PathBuf {
    let mut above = Path::new(package).ancestors().map(|root| root.join(file));
    above
        .find(|path| path.is_file())
        .unwrap_or_else(|| PathBuf::from(file))
}
