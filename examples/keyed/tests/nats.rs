//! A run from a stream of NATS `JetStream` to another, against a server of its own. Where there is no `nats-server` the test
//! says so; `NATS_TESTS=required` lets it fail then.

#![cfg(feature = "nats")]

use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use async_nats::jetstream;
use keyed::nats::{Messages, Subject};
use keyed::sink::Sink;
use keyed::{Batching, Decoded, Hosted, Options, Stream};

/// A sum for each key, whose outputs are the sums so far.
struct Sum(u64, Vec<u64>);

impl Hosted for Sum {
    type Key = String;
    type Input = u64;
    type Output = u64;

    fn begin(_: &String) -> Self {
        Sum(0, Vec::new())
    }

    fn insert(&mut self, inputs: Vec<u64>) -> Result<(), String> {
        self.0 += inputs.iter().sum::<u64>();
        self.1.push(self.0);
        Ok(())
    }

    fn run(&mut self) -> Result<(), String> {
        Ok(())
    }

    fn advance_to(&mut self, _: u64) -> Result<(), String> {
        Ok(())
    }

    fn take_outputs(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.1)
    }

    fn next_epoch(&self) -> Option<u64> {
        None
    }

    fn save(&self) -> Result<Vec<u8>, String> {
        Ok(self.0.to_le_bytes().to_vec())
    }

    fn load(snapshot: &[u8]) -> Result<Self, String> {
        let sum = snapshot.try_into().map_err(|_| "expected eight bytes")?;
        Ok(Sum(u64::from_le_bytes(sum), Vec::new()))
    }
}

/// `7 ann 3`: in epoch 7, three more for Ann.
fn decode(line: &[u8]) -> Result<Decoded<String, u64>, String> {
    let line = std::str::from_utf8(line).map_err(|error| error.to_string())?;
    let parts: Vec<&str> = line.split(' ').collect();
    let [epoch, key, input] = parts[..] else {
        return Err(format!("expected three words, found `{line}`"));
    };
    let number = |text: &str| text.parse().map_err(|_| format!("no number: `{text}`"));
    Ok(Decoded::Input {
        epoch: number(epoch)?,
        key: key.to_owned(),
        input: number(input)?,
    })
}

/// A server, as long as this stands.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// Starts one, if the machine has the program. Returns its address.
fn start(folder: &Path) -> Option<(Server, String)> {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let mut command = Command::new("nats-server");
    command.args(["-js", "-a", "127.0.0.1", "-p", &address.port().to_string()]);
    command.arg("-sd").arg(folder).stderr(Stdio::null());
    let server = match command.spawn() {
        Ok(server) => Server(server),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let is_required = std::env::var("NATS_TESTS").is_ok_and(|text| text == "required");
            assert!(!is_required, "there is no nats-server");
            eprintln!("not tested: there is no nats-server");
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    while TcpStream::connect(address).is_err() {
        thread::sleep(Duration::from_millis(10));
    }
    Some((server, format!("nats://{address}")))
}

/// Publishes lines to the stream `numbers`, which is made if it is not there; the one to `sums` is, too.
fn publish(server: &str, lines: &[&str]) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let context = jetstream::new(async_nats::connect(server).await.unwrap());
        for name in ["numbers", "sums"] {
            let config = jetstream::stream::Config {
                name: name.to_owned(),
                subjects: vec![name.to_owned()],
                ..jetstream::stream::Config::default()
            };
            context.get_or_create_stream(config).await.unwrap();
        }
        for line in lines {
            let line = (*line).to_owned().into();
            let answer = context.publish("numbers", line).await.unwrap();
            answer.await.unwrap();
        }
    });
}

/// Deletes a message from the midst of the stream.
fn delete(server: &str, number: u64) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let context = jetstream::new(async_nats::connect(server).await.unwrap());
        let stream = context.get_stream("numbers").await.unwrap();
        assert!(stream.delete_message(number).await.unwrap());
    });
}

/// What the stream of outputs holds.
fn sums(server: &str) -> Vec<String> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let context = jetstream::new(async_nats::connect(server).await.unwrap());
        let mut stream = context.get_stream("sums").await.unwrap();
        let last = stream.info().await.unwrap().state.last_sequence;
        let mut sums = Vec::new();
        for number in 1..=last {
            let message = stream.get_raw_message(number).await.unwrap();
            sums.push(String::from_utf8(message.payload.to_vec()).unwrap());
        }
        let lines = sums.iter().map(|line| line.trim_end().to_owned());
        lines.collect()
    })
}

fn run(server: &str, data: &Path, workers: usize) {
    let options = Options {
        workers,
        cluster: None,
        batching: Batching::Together,
        resident: None,
        data: Some(data.to_owned()),
        snapshot_every: 3,
        meter: Arc::default(),
        note: |note| panic!("{note}"),
    };
    let from = server.to_owned();
    let stream = Stream::<Sum> {
        open: Box::new(move || Ok(Box::new(Messages::of(&from, "numbers")?.up_to_now()?))),
        decode,
    };
    let to = server.to_owned();
    let open = move || -> io::Result<Box<dyn Sink<String, u64>>> {
        Ok(Box::new(Subject::of(&to, "sums", "sums")?))
    };
    keyed::run(options, vec![stream], Box::new(open)).unwrap();
}

#[test]
fn each_message_counts_once_and_each_output_is_published_once() {
    let folder = tempfile::tempdir().unwrap();
    let Some((_server, address)) = start(&folder.path().join("server")) else {
        return;
    };
    publish(&address, &["1 ann 3", "2 bob 4", "2 bob 100", "4 ann 5"]);
    delete(&address, 3);
    let data = folder.path().join("data");
    run(&address, &data, 2);
    run(&address, &data, 1);
    publish(&address, &["9 bob 1", "9 bob 1"]);
    run(&address, &data, 1);
    let expected = [
        r#"{"epoch":1,"key":"ann","n":0,"output":3}"#,
        r#"{"epoch":2,"key":"bob","n":0,"output":4}"#,
        r#"{"epoch":4,"key":"ann","n":0,"output":8}"#,
        r#"{"epoch":9,"key":"bob","n":0,"output":6}"#,
    ];
    assert_eq!(sums(&address), expected);
    // A log that is lost lets all be made again; the sink has seen it.
    std::fs::remove_dir_all(&data).unwrap();
    run(&address, &data, 2);
    assert_eq!(sums(&address), expected);
}
