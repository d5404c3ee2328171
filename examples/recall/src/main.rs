//! Serves games to browsers.
#![forbid(unsafe_code)]

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::Parser;
use recall::server::{Limits, Server};
use recall::store::Store;

/// Serves noughts and crosses, Crazy Eights and Recall, whose every decision is a rule.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The address to listen at
    #[arg(long, default_value = "127.0.0.1")]
    bind: IpAddr,
    /// The port to listen at; 0 lets the system choose one
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The folder in which games are kept
    #[arg(long, value_name = "DIR", default_value = "recall-data")]
    data: PathBuf,
    /// How many messages a second a client can send
    #[arg(long, default_value_t = Limits::default().rate)]
    rate: u32,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Arguments {
        bind,
        port,
        data,
        rate,
    } = Arguments::parse();
    let limits = Limits {
        rate,
        burst: rate.saturating_mul(3),
        ..Limits::default()
    };
    let store = Store::open(&data)
        .map_err(|error| format!("games cannot be kept in {}: {error}", data.display()))?;
    let server = Server::bind(SocketAddr::new(bind, port), store, limits).await?;
    println!("http://{}", server.address()?);
    let interrupt = async {
        // Where the system sends no signals, there is nothing to wait for.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    server.run(interrupt).await?;
    Ok(())
}
