//! A host in a dataflow of one's own.

use std::sync::{Arc, Mutex};

use keyed::{Batching, Emitted, Event, Holding, Hosted, Message, Outcome};
use timely::Config;
use timely::dataflow::InputHandleVec;
use timely::dataflow::operators::Inspect as _;

rules_runtime::rules! {
    #[clock(u64)]
    ruleset Counter;

    global seen: Vec<(u64, usize)>;

    /// Something that is counted.
    #[event(at = at, expires = 1_000)]
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    fact Click { at: u64, is_bad: bool }

    #[salience(1)]
    rule bad {
        when { Click { is_bad: true }; }
        then { panic!("a bad click"); }
    }

    rule count {
        when { n = count(Click within 10) if n > 0; }
        then { seen.push((now, n)); }
    }
}

/// The session of a name.
struct Clicks(Counter);

impl Hosted for Clicks {
    type Key = String;
    type Input = Click;
    type Output = (u64, usize);

    fn begin(_: &String) -> Self {
        Clicks(Counter::new(Vec::new()))
    }

    fn insert(&mut self, inputs: Vec<Click>) -> Result<(), String> {
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

    fn take_outputs(&mut self) -> Vec<(u64, usize)> {
        std::mem::take(&mut self.0.globals_mut().seen)
    }

    fn next_epoch(&self) -> Option<u64> {
        self.0.next_instant()
    }

    fn save(&self) -> Result<Vec<u8>, String> {
        serde_json::to_vec(&self.0).map_err(|error| error.to_string())
    }

    fn load(snapshot: &[u8]) -> Result<Self, String> {
        let session = serde_json::from_slice(snapshot);
        session.map(Clicks).map_err(|error| error.to_string())
    }
}

type Output = Emitted<String, (u64, usize)>;

/// What comes of clicks: at, whose, whether bad. All are given by the last worker, in reverse.
fn outputs(workers: usize, clicks: &[(u64, &str, bool)]) -> Vec<Output> {
    let outputs = Arc::new(Mutex::new(Vec::new()));
    let to = Arc::clone(&outputs);
    let event = |(place, &(at, key, is_bad)): (u64, &(u64, &str, bool))| Event {
        epoch: at,
        key: key.to_owned(),
        source: 0,
        place,
        read: 0,
        input: Click { at, is_bad },
    };
    let events: Vec<_> = (0..).zip(clicks).map(event).collect();
    let run = timely::execute(Config::process(workers), move |worker| {
        let to = Arc::clone(&to);
        let mut input = InputHandleVec::new();
        worker.dataflow(|scope| {
            let holding = Holding {
                batching: Batching::OneByOne,
                resident: Some(1),
                meter: Arc::default(),
            };
            let outputs = keyed::host::<Clicks>(input.to_stream(scope), &holding);
            outputs.inspect(move |output| to.lock().unwrap().push(output.clone()));
        });
        if worker.index() + 1 == worker.peers() {
            // An input may come before its time.
            for event in events.iter().rev().cloned() {
                input.send(Message::Event(event));
            }
            for worker in 0..worker.peers() {
                input.send(Message::Until { epoch: 100, worker });
            }
        }
    });
    for worker in run.unwrap().join() {
        worker.unwrap();
    }
    let mut outputs = std::mem::take(&mut *outputs.lock().unwrap());
    outputs.sort_by(|one: &Output, other: &Output| {
        (one.epoch, &one.key, one.n).cmp(&(other.epoch, &other.key, other.n))
    });
    outputs
}

fn said(outputs: &[Output]) -> Vec<(u64, &str, u32, (u64, usize))> {
    let said = outputs.iter().filter_map(|output| match output.outcome {
        Outcome::Output(said) => Some((output.epoch, &*output.key, output.n, said)),
        Outcome::SetAside(_) => None,
    });
    said.collect()
}

#[test]
fn a_key_whose_rule_panics_is_set_aside_and_the_others_go_on() {
    let clicks = [
        (3, "ann", false),
        (3, "bob", true),
        (5, "ann", false),
        (6, "bob", false),
    ];
    for workers in [1, 2, 3] {
        let outputs = outputs(workers, &clicks);
        // The counts go down by time alone, in epochs that no input is of.
        let ann = [
            (3, "ann", 0, (3, 1)),
            (5, "ann", 0, (5, 2)),
            (13, "ann", 0, (13, 1)),
        ];
        assert_eq!(said(&outputs), ann, "{workers} workers");
        let asides = outputs
            .iter()
            .filter(|output| matches!(output.outcome, Outcome::SetAside(_)));
        let asides: Vec<_> = asides
            .map(|output| (output.epoch, &*output.key, &output.outcome))
            .collect();
        let panicked = Outcome::SetAside("it panicked: a bad click".to_owned());
        assert_eq!(asides, [(3, "bob", &panicked)], "{workers} workers");
    }
}
