//! A durable run goes on with a later version of its rules: what the earlier one has told is not told again, and what is new
//! begins, whether its key has further inputs or not.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use keyed::{Batching, Decoded, Hosted, OpenSink, Options, Stream, sink, source};
use serde::{Deserialize, Serialize};

/// Something that is counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Click {
    pub(crate) at: u64,
}

/// A version of the rules, and its sessions.
macro_rules! version {
    ($module:ident, $version:literal, $told:ident, $($rules:tt)*) => {
        mod $module {
            rules_runtime::rules! {
                #[clock(u64)]
                ruleset Counter;
                #[event(at = at, expires = 1_000)]
                use super::Click;
                global $told: Vec<String>;
                $($rules)*
            }

            pub(crate) struct Clicks(Counter);

            impl keyed::Hosted for Clicks {
                type Key = String;
                type Input = super::Click;
                type Output = String;

                fn version() -> u64 {
                    $version
                }

                fn begin(_: &String) -> Self {
                    Clicks(Counter::new(Vec::new()))
                }

                fn insert(&mut self, inputs: Vec<super::Click>) -> Result<(), String> {
                    self.0.insert_all(inputs);
                    Ok(())
                }

                fn run(&mut self) -> Result<(), String> {
                    self.0.run();
                    Ok(())
                }

                fn advance_to(&mut self, epoch: u64) -> Result<(), String> {
                    let fired = self.0.advance_to(epoch);
                    fired.map(|_| ()).map_err(|error| error.to_string())
                }

                fn take_outputs(&mut self) -> Vec<String> {
                    std::mem::take(&mut self.0.globals_mut().$told)
                }

                fn next_epoch(&self) -> Option<u64> {
                    self.0.next_instant()
                }

                fn save(&self) -> Result<Vec<u8>, String> {
                    postcard::to_stdvec(&self.0).map_err(|error| error.to_string())
                }

                fn load(snapshot: &[u8]) -> Result<Self, String> {
                    postcard::from_bytes(snapshot).map(Clicks).map_err(|_| {
                        let mut again = postcard::Deserializer::from_bytes(snapshot);
                        let refusal = Counter::builder().refusal(&mut again);
                        refusal.expect("a reason")
                    })
                }
            }
        }
    };
}

version! {
    first, 1, told,
    rule click { when { Click { at }; } then { told.push(format!("click {at}")); } }
}

version! {
    second, 2, told,
    rule seen { when { Click { at }; } then { told.push(format!("seen {at}")); } }
    rule click { when { Click { at }; } then { told.push(format!("click {at}")); } }
    rule late { when { Click { at }; due at + 20; } then { told.push(format!("late {at}")); } }
}

version! {
    other, 3, told,
    rule click { when { Click { at: at @ 1.. }; } then { told.push(format!("click {at}")); } }
}

/// `3 ann`: a click of Ann's at 3.
fn decode(line: &[u8]) -> Result<Decoded<String, Click>, String> {
    let line = std::str::from_utf8(line).map_err(|error| error.to_string())?;
    let (at, key) = line
        .trim()
        .split_once(' ')
        .ok_or("expected a time and a name")?;
    let at = at.parse().map_err(|_| "expected a time")?;
    Ok(Decoded::Input {
        epoch: at,
        key: key.to_owned(),
        input: Click { at },
    })
}

/// A run over the stream in a folder, with so many workers.
fn run<H>(folder: &Path, workers: usize) -> Result<(), keyed::Error>
where
    H: Hosted<Key = String, Input = Click, Output = String>,
{
    let output = folder.join("told");
    let open = move || -> std::io::Result<Box<dyn sink::Sink<String, String>>> {
        Ok(Box::new(sink::Lines::in_file(&output, true)?))
    };
    run_to::<H>(folder, workers, Box::new(open))
}

/// The same to another sink.
fn run_to<H>(folder: &Path, workers: usize, open: OpenSink<H>) -> Result<(), keyed::Error>
where
    H: Hosted<Key = String, Input = Click, Output = String>,
{
    let input = folder.join("clicks");
    let options = Options {
        workers,
        cluster: None,
        batching: Batching::Together,
        resident: Some(1),
        data: Some(folder.join("data")),
        snapshot_every: 5,
        latest: None,
        meter: Arc::default(),
        note: |note| panic!("{note}"),
    };
    let stream = Stream::<H> {
        open: Box::new(move || Ok(Box::new(source::Lines::of_file(&input)?))),
        decode,
    };
    keyed::run(options, vec![stream], open)
}

/// What has been told: when, whose, what.
fn told(folder: &Path) -> Vec<(u64, String, String)> {
    let lines = fs::read_to_string(folder.join("told")).unwrap();
    let lines = lines.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| line[name].as_str().unwrap().to_owned();
        (line["epoch"].as_u64().unwrap(), text("key"), text("output"))
    });
    lines.collect()
}

#[test]
fn new_rules_begin_for_keys_without_further_inputs_and_nothing_is_told_again() {
    for workers in [1, 2] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::write(folder.join("clicks"), "3 ann\n4 bob\n").unwrap();
        run::<first::Clicks>(folder, 2).unwrap();
        fs::write(folder.join("clicks"), "3 ann\n4 bob\n40 cid\n").unwrap();
        run::<second::Clicks>(folder, workers).unwrap();
        run::<second::Clicks>(folder, workers).unwrap();
        let told = told(folder);
        let told: Vec<_> = told
            .iter()
            .map(|(at, key, what)| (*at, &**key, &**what))
            .collect();
        let expected = [
            (3, "ann", "click 3"),
            (4, "bob", "click 4"),
            (5, "ann", "seen 3"),
            (5, "bob", "seen 4"),
            (23, "ann", "late 3"),
            (24, "bob", "late 4"),
            (40, "cid", "seen 40"),
            (40, "cid", "click 40"),
        ];
        assert_eq!(told, expected, "{workers} workers");
    }
}

#[test]
fn a_version_that_does_not_go_together_with_the_snapshots_ends_the_run_and_leaves_them() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("clicks"), "3 ann\n").unwrap();
    run::<first::Clicks>(folder, 1).unwrap();
    fs::write(folder.join("clicks"), "3 ann\n9 ann\n").unwrap();
    let error = run::<other::Clicks>(folder, 1).unwrap_err().to_string();
    assert!(
        error.contains("rule `click` has other conditions"),
        "{error}"
    );
    run::<first::Clicks>(folder, 1).unwrap();
    assert_eq!(told(folder).len(), 2);
}

/// A sink in memory, which refuses all of an epoch and later ones as long as it is told to.
struct Refusing {
    has: Arc<Mutex<Vec<(u64, String, u32)>>>,
    from: u64,
}

impl sink::Sink<String, String> for Refusing {
    fn resume(&mut self) -> std::io::Result<Option<sink::Identity<String>>> {
        Ok(self.has.lock().unwrap().last().cloned())
    }

    fn write(&mut self, outputs: &[keyed::Emitted<String, String>]) -> std::io::Result<()> {
        for output in outputs {
            if output.epoch >= self.from {
                return Err(std::io::Error::other("refused"));
            }
            let output = (output.epoch, output.key.clone(), output.n);
            self.has.lock().unwrap().push(output);
        }
        Ok(())
    }

    fn sync(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_sink_that_fails_loses_no_output_on_any_worker() {
    for round in 0..6 {
        let folder = tempfile::tempdir().unwrap();
        let lines: Vec<String> = (1..=400).map(|at| format!("{at} k{}", at % 7)).collect();
        fs::write(folder.path().join("clicks"), lines.join("\n") + "\n").unwrap();
        let has = Arc::default();
        let run = |from: u64| {
            let has = Arc::clone(&has);
            let open = move || -> std::io::Result<Box<dyn sink::Sink<String, String>>> {
                let has = Arc::clone(&has);
                Ok(Box::new(Refusing { has, from }))
            };
            run_to::<first::Clicks>(folder.path(), 3, Box::new(open))
        };
        let error = run(100 + 47 * round).unwrap_err().to_string();
        assert_eq!(error, "the output: refused");
        run(u64::MAX).unwrap();
        let has = has.lock().unwrap();
        let epochs: Vec<u64> = has.iter().map(|(epoch, _, _)| *epoch).collect();
        assert!(
            epochs.iter().copied().eq(1..=400),
            "round {round}: {epochs:?}"
        );
    }
}
