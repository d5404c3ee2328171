//! NATS `JetStream` as a source and as a sink; with the feature `nats`.

mod messages;
mod subject;

use std::fmt::Display;
use std::io;
use std::time::Duration;

use async_nats::jetstream::stream::Stream;
use async_nats::jetstream::{self, Context};
use tokio::runtime::Runtime;

pub use messages::Messages;
pub use subject::Subject;

/// How long a server that does not answer is waited for.
const PATIENCE: Duration = Duration::from_mins(1);
/// How long before it is asked again.
const PAUSE: Duration = Duration::from_millis(200);

/// A connection, and the threads that keep it.
struct Connection {
    runtime: Runtime,
    context: Context,
    stream: Stream,
}

impl Connection {
    fn new(server: &str, stream: &str) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let (context, stream) = runtime.block_on(async {
            let client = async_nats::connect(server).await.map_err(failed(server))?;
            let context = jetstream::new(client);
            let stream = context.get_stream(stream).await.map_err(failed(stream))?;
            Ok::<_, io::Error>((context, stream))
        })?;
        Ok(Connection {
            runtime,
            context,
            stream,
        })
    }
}

fn failed<E: Display>(what: &str) -> impl Fn(E) -> io::Error {
    move |error| io::Error::other(format!("NATS, {what}: {error}"))
}
