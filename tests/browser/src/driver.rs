//! The driver between a test and its browser: a process of its own, at a port that the system chooses.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tempfile::TempDir;

use crate::{Scheme, Screen};

/// How often a driver is started: it ends at once where another that begins beside it takes its port.
const ATTEMPTS: u32 = 5;

/// A running `chromedriver`, and the profile of its browser.
pub(crate) struct Driver {
    process: Child,
    port: u16,
    profile: TempDir,
}

impl Driver {
    /// Starts one; None if Chromium or its driver is not installed.
    pub(crate) fn start() -> Option<Self> {
        let installed = Command::new("chromium")
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if !installed.is_ok_and(|status| status.success()) {
            return None;
        }
        for _ in 0..ATTEMPTS {
            let mut process = Command::new("chromedriver")
                .arg("--port=0")
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .ok()?;
            let output = process.stdout.take().expect("it is piped");
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            if let Some(port) = lines.find_map(|line| port(&line)) {
                return Some(Self {
                    process,
                    port,
                    profile: tempfile::tempdir().expect("a folder for the profile"),
                });
            }
            process.wait().expect("it has ended");
        }
        panic!("the driver does not say its port");
    }

    /// Starts the browser.
    pub(crate) async fn session(&self, screen: Screen, scheme: Scheme) -> Client {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(self.capabilities(screen, scheme));
        let address = format!("http://127.0.0.1:{}", self.port);
        match builder.connect(&address).await {
            Ok(client) => client,
            Err(error) => panic!("chromium does not start: {error}"),
        }
    }

    fn capabilities(&self, screen: Screen, scheme: Scheme) -> Capabilities {
        let profile = format!("--user-data-dir={}", self.profile.path().display());
        let window = match screen {
            Screen::Wide => "--window-size=1600,900",
            _ => "--window-size=1280,900",
        };
        // As Blink numbers them.
        let scheme = match scheme {
            Scheme::Dark => "--blink-settings=preferredColorScheme=0",
            Scheme::Light => "--blink-settings=preferredColorScheme=1",
        };
        let mut options = json!({ "args": [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            window,
            scheme,
            profile,
        ] });
        let phone = match screen {
            Screen::Phone => Some((390, 844)),
            Screen::Narrow => Some((360, 780)),
            Screen::Desktop | Screen::Wide => None,
        };
        if let Some((width, height)) = phone {
            options["mobileEmulation"] = json!({
                "deviceMetrics": { "width": width, "height": height, "pixelRatio": 2.0 },
            });
        }
        Capabilities::from_iter([("goog:chromeOptions".to_owned(), options)])
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

/// The port in a line such as `ChromeDriver was started successfully on port 40123.`
fn port(line: &str) -> Option<u16> {
    let (_, number) = line.split_once("successfully on port ")?;
    number.trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::port;

    #[test]
    fn the_driver_says_its_port() {
        let line = "ChromeDriver was started successfully on port 40123.";
        assert_eq!(port(line), Some(40123));
        assert_eq!(port("Only local connections are allowed."), None);
    }
}
