//! A run from a stream of NATS `JetStream` to another, against a server of its own. Where there is no `nats-server` the test
//! says so; `NATS_TESTS=required` lets it fail then.

#![cfg(feature = "nats")]

mod addresses;

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
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
    let address = addresses::free();
    let server = serve(folder, address)?;
    Some((server, format!("nats://{address}")))
}

/// The same at an address.
fn serve(folder: &Path, address: SocketAddr) -> Option<Server> {
    let mut command = Command::new("nats-server");
    command.args(["-js", "-a", "127.0.0.1", "-p", &address.port().to_string()]);
    command.arg("-sd").arg(folder).stderr(Stdio::null());
    let mut server = match command.spawn() {
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
        let ended = server.0.try_wait().unwrap();
        assert!(ended.is_none(), "nats-server at {address} ended: {ended:?}");
        thread::sleep(Duration::from_millis(10));
    }
    Some(server)
}

/// Lets somebody do something with the server.
fn with<T>(server: &str, work: impl AsyncFnOnce(jetstream::Context) -> T) -> T {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let context = jetstream::new(async_nats::connect(server).await.unwrap());
        work(context).await
    })
}

/// Publishes lines to the stream `numbers`, which is made if it is not there; the one to `sums` is, too.
fn publish(server: &str, lines: &[&str]) {
    with(server, async |context| {
        for name in ["numbers", "sums"] {
            let config = jetstream::stream::Config {
                name: name.to_owned(),
                subjects: vec![name.to_owned()],
                ..jetstream::stream::Config::default()
            };
            context.get_or_create_stream(config).await.unwrap();
        }
        let mut answers = Vec::new();
        for line in lines {
            let line = (*line).to_owned().into();
            answers.push(context.publish("numbers", line).await.unwrap());
            if answers.len() == 200 {
                for answer in answers.drain(..) {
                    answer.await.unwrap();
                }
            }
        }
        for answer in answers {
            answer.await.unwrap();
        }
    });
}

/// Deletes a message from the midst of the stream.
fn delete(server: &str, number: u64) {
    with(server, async |context| {
        let stream = context.get_stream("numbers").await.unwrap();
        assert!(stream.delete_message(number).await.unwrap());
    });
}

/// What the stream of outputs holds.
fn sums(server: &str) -> Vec<String> {
    with(server, async |context| {
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

fn run(server: &str, data: &Path, workers: usize) -> Result<(), keyed::Error> {
    run_noting(server, data, workers, |note| panic!("{note}"))
}

/// The same with something that is told.
fn run_noting(
    server: &str,
    data: &Path,
    workers: usize,
    note: fn(&str),
) -> Result<(), keyed::Error> {
    let options = Options {
        workers,
        cluster: None,
        batching: Batching::Together,
        resident: None,
        data: Some(data.to_owned()),
        snapshot_every: 3,
        latest: None,
        meter: Arc::default(),
        note,
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
    keyed::run(options, vec![stream], Box::new(open))
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
    let note = |note: &str| {
        let expected = "source 0: 1 records are there no more, 3 to 3: the run goes on behind them";
        assert_eq!(note, expected);
    };
    run_noting(&address, &data, 2, note).unwrap();
    run(&address, &data, 1).unwrap();
    publish(&address, &["9 bob 1", "9 bob 1"]);
    run(&address, &data, 1).unwrap();
    let expected = [
        r#"{"epoch":1,"key":"ann","n":0,"output":3}"#,
        r#"{"epoch":2,"key":"bob","n":0,"output":4}"#,
        r#"{"epoch":4,"key":"ann","n":0,"output":8}"#,
        r#"{"epoch":9,"key":"bob","n":0,"output":6}"#,
    ];
    assert_eq!(sums(&address), expected);
    // A log that is lost lets all be made again; the sink has seen it.
    std::fs::remove_dir_all(&data).unwrap();
    run_noting(&address, &data, 2, note).unwrap();
    assert_eq!(sums(&address), expected);
}

/// Lines of so many epochs, one each.
fn stream(epochs: u64) -> Vec<String> {
    let lines = (1..=epochs).map(|epoch| format!("{epoch} k{} 1", epoch % 50));
    lines.collect()
}

/// The epochs of outputs.
fn epochs(sums: &[String]) -> Vec<u64> {
    let epochs = sums.iter().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["epoch"].as_u64().unwrap()
    });
    epochs.collect()
}

#[test]
fn a_server_that_is_killed_and_started_again_loses_no_output() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("server");
    let Some((mut server, address)) = start(&store) else {
        return;
    };
    let count = 12_000;
    let lines = stream(count);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    publish(&address, &lines);
    let data = folder.path().join("data");
    let whole = thread::spawn({
        let (address, data) = (address.clone(), data.clone());
        move || run(&address, &data, 1)
    });
    for round in 0..3 {
        thread::sleep(Duration::from_millis(300 + 200 * round));
        drop(server);
        server = serve(&store, address["nats://".len()..].parse().unwrap()).unwrap();
    }
    whole.join().unwrap().unwrap();
    let all = sums(&address);
    assert!(epochs(&all).into_iter().eq(1..=count), "{all:?}");
    run(&address, &data, 1).unwrap();
    assert_eq!(sums(&address).len(), all.len());
    drop(server);
}

#[test]
fn others_may_publish_to_the_stream_of_outputs_but_not_to_the_subject() {
    let folder = tempfile::tempdir().unwrap();
    let Some((_server, address)) = start(&folder.path().join("server")) else {
        return;
    };
    let count = 2_000;
    let lines = stream(count);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    publish(&address, &lines);
    configure(&address, &["sums", "other"], -1);
    let others = thread::spawn({
        let address = address.clone();
        move || {
            with(&address, async |context| {
                for _ in 0..400 {
                    let answer = context.publish("other", "x".into()).await.unwrap();
                    answer.await.unwrap();
                }
            });
        }
    });
    run(&address, &folder.path().join("data"), 1).unwrap();
    others.join().unwrap();
    let mut all = sums(&address);
    all.retain(|line| line != "x");
    assert!(epochs(&all).into_iter().eq(1..=count), "{all:?}");
    with(&address, async |context| {
        let answer = context.publish("sums", "hello".into()).await.unwrap();
        answer.await.unwrap();
    });
    let error = run(&address, &folder.path().join("data"), 1).unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("NATS, sums: its last message") && error.contains("is no output"),
        "{error}"
    );
}

/// Lets the stream of outputs have these subjects, and messages of so many bytes at most.
fn configure(server: &str, subjects: &[&str], max_message_size: i32) {
    let config = jetstream::stream::Config {
        name: "sums".to_owned(),
        subjects: subjects.iter().map(|name| (*name).to_owned()).collect(),
        max_message_size,
        ..jetstream::stream::Config::default()
    };
    with(server, async |context| {
        context.update_stream(config).await.unwrap();
    });
}

#[test]
fn an_output_that_the_server_refuses_ends_the_run_and_is_published_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let Some((_server, address)) = start(&folder.path().join("server")) else {
        return;
    };
    let long = "a".repeat(2000);
    let lines = ["1 ann 3", &format!("2 {long} 4"), "3 bob 100", "4 cid 1"];
    publish(&address, &lines);
    configure(&address, &["sums"], 1000);
    let data = folder.path().join("data");
    let error = run(&address, &data, 1).unwrap_err().to_string();
    assert!(
        error.contains("the server refuses the output of epoch 2, key \"aaa")
            && error.contains("message size exceeds maximum allowed"),
        "{error}"
    );
    assert_eq!(epochs(&sums(&address)), [1]);
    configure(&address, &["sums"], -1);
    run(&address, &data, 1).unwrap();
    assert_eq!(epochs(&sums(&address)), [1, 2, 3, 4]);
}

#[test]
fn a_stream_that_was_made_anew_is_refused_however_long_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let Some((_server, address)) = start(&folder.path().join("server")) else {
        return;
    };
    publish(&address, &["1 ann 3", "2 bob 4"]);
    let data = folder.path().join("data");
    run(&address, &data, 1).unwrap();
    with(&address, async |context| {
        context.delete_stream("numbers").await.unwrap();
    });
    for (line, count) in [("11 ann 3", 1), ("12 ann 3", 2), ("13 ann 3", 3)] {
        publish(&address, &[line]);
        let error = run(&address, &data, 1).unwrap_err().to_string();
        assert!(
            error.contains(&format!(
                "NATS, numbers: the stream has had {count} messages"
            )) && error.contains("is not the one of which the log has 2"),
            "{error}"
        );
    }
    assert_eq!(epochs(&sums(&address)), [1, 2]);
}

#[test]
fn messages_that_were_purged_while_no_run_was_there_are_told() {
    static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let folder = tempfile::tempdir().unwrap();
    let Some((_server, address)) = start(&folder.path().join("server")) else {
        return;
    };
    publish(&address, &["1 ann 3", "2 bob 4"]);
    let data = folder.path().join("data");
    run(&address, &data, 1).unwrap();
    publish(&address, &["3 ann 1", "4 bob 1", "5 ann 2"]);
    with(&address, async |context| {
        let stream = context.get_stream("numbers").await.unwrap();
        stream.purge().sequence(5).await.unwrap();
    });
    let note = |note: &str| NOTES.lock().unwrap().push(note.to_owned());
    run_noting(&address, &data, 1, note).unwrap();
    assert_eq!(
        *NOTES.lock().unwrap(),
        ["source 0: 2 records are there no more, 3 to 4: the run goes on behind them"]
    );
    assert_eq!(epochs(&sums(&address)), [1, 2, 5]);
}

#[test]
fn a_run_up_to_now_ends_where_the_last_message_was_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let Some((_server, address)) = start(&folder.path().join("server")) else {
        return;
    };
    publish(&address, &["1 ann 3", "2 bob 4", "3 bob 4"]);
    delete(&address, 3);
    let data = folder.path().join("data");
    run(&address, &data, 1).unwrap();
    assert_eq!(epochs(&sums(&address)), [1, 2]);
    // What comes behind it counts, and a stream without messages ends as well.
    publish(&address, &["4 ann 1"]);
    run_noting(&address, &data, 1, |_| ()).unwrap();
    assert_eq!(epochs(&sums(&address)), [1, 2, 4]);
    with(&address, async |context| {
        let stream = context.get_stream("numbers").await.unwrap();
        stream.purge().await.unwrap();
    });
    run(&address, &data, 1).unwrap();
}
