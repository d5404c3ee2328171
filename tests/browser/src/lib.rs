//! A headless Chromium for tests of pages: open one, click, type, and read what is there.
//!
//! Everything waits: a click until there is something to click, a reading until there is something to read. What
//! does not come in [`PATIENCE`] is a panic that says what was waited for. The browser is driven by `chromedriver`
//! by the W3C's protocol for that, each [`Browser`] with a driver and a profile of its own.
#![forbid(unsafe_code)]

mod driver;

use std::fmt::Display;
use std::future::Future;
use std::path::Path;
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::{Client, Locator};
use serde_json::Value;
use tokio::runtime::Runtime;

use crate::driver::Driver;

/// How long anything is waited for.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// How long it is between two looks.
const GLANCE: Duration = Duration::from_millis(50);

/// A size of the page, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screen {
    /// A desktop's.
    Desktop,
    /// A phone's, with a touch screen: 390 by 844.
    Phone,
    /// A small phone's, with a touch screen: 360 by 780.
    Narrow,
    /// A large desktop's: 1,600 by 900.
    Wide,
}

/// Which colours the browser's user prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// A browser with one page. It ends when it is dropped.
pub struct Browser {
    runtime: Runtime,
    client: Client,
    // Last: it goes when the session has been closed.
    _driver: Driver,
}

impl Browser {
    /// Starts a browser of a desktop's size. See [`start_with`](Self::start_with).
    #[must_use]
    pub fn start() -> Option<Self> {
        Self::start_as(Screen::Desktop)
    }

    /// Starts a browser with a screen of this size. See [`start_with`](Self::start_with).
    #[must_use]
    pub fn start_as(screen: Screen) -> Option<Self> {
        Self::start_with(screen, Scheme::Light)
    }

    /// Starts a browser. None, with a note on the standard error, where there is no Chromium: the test that asked
    /// for it is to return then.
    ///
    /// # Panics
    ///
    /// Panics if there is a Chromium and it does not start, and if there is none and the environment says
    /// `BROWSER_TESTS=required`.
    #[must_use]
    pub fn start_with(screen: Screen, scheme: Scheme) -> Option<Self> {
        let Some(driver) = Driver::start() else {
            let required = std::env::var("BROWSER_TESTS").is_ok_and(|value| value == "required");
            assert!(!required, "chromium or chromedriver is not installed");
            eprintln!("skipped: chromium or chromedriver is not installed");
            return None;
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let client = runtime.block_on(driver.session(screen, scheme));
        Some(Self {
            runtime,
            client,
            _driver: driver,
        })
    }

    /// Opens the page of this address.
    pub fn open(&self, address: &str) {
        self.done(address, self.client.goto(address));
    }

    /// Opens a file as a page.
    ///
    /// # Panics
    ///
    /// Panics if there is no such file.
    pub fn open_file(&self, path: &Path) {
        let path = path.canonicalize().expect("there is such a file");
        self.open(&format!("file://{}", path.display()));
    }

    /// Makes the window so wide and high.
    ///
    /// # Panics
    ///
    /// Panics if the browser does not do it.
    pub fn resize(&self, width: u32, height: u32) {
        self.done("resize", self.client.set_window_size(width, height));
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.done("reload", self.client.refresh());
    }

    /// The title of the page.
    #[must_use]
    pub fn title(&self) -> String {
        self.done("title", self.client.title())
    }

    /// Clicks the first element of this selector.
    pub fn click(&self, selector: &str) {
        self.on(selector, async |element| element.click().await);
    }

    /// Types into the first element of this selector.
    pub fn type_into(&self, selector: &str, text: &str) {
        self.on(selector, async |element| element.send_keys(text).await);
    }

    /// Empties the input of this selector, and types into it.
    pub fn fill(&self, selector: &str, text: &str) {
        self.on(selector, async |element| {
            element.clear().await?;
            element.send_keys(text).await
        });
    }

    /// Presses keys where the focus is; the keys of `fantoccini::key`, as [`keys`] has them, are no text.
    pub fn press(&self, keys: &str) {
        // Not to an element: the page may put another in its place at any time, and lets that have the focus.
        let strokes =
            keys.chars()
                .fold(KeyActions::new("keyboard".to_owned()), |strokes, value| {
                    strokes
                        .then(KeyAction::Down { value })
                        .then(KeyAction::Up { value })
                });
        self.done("press keys", self.client.perform_actions(strokes));
    }

    /// Chooses the option of this value.
    pub fn select(&self, selector: &str, value: &str) {
        self.on(selector, async |element| {
            element.select_by_value(value).await
        });
    }

    /// The text that is to be read in the first element of this selector.
    #[must_use]
    pub fn text(&self, selector: &str) -> String {
        self.on(selector, async |element| element.text().await)
    }

    /// An attribute of the first element of this selector.
    #[must_use]
    pub fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        self.on(selector, async |element| element.attr(name).await)
    }

    /// The texts of all elements of this selector that there are now.
    ///
    /// # Panics
    ///
    /// Panics if there is no page.
    #[must_use]
    pub fn texts(&self, selector: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText)";
        let texts = self.evaluate_with(script, vec![selector.into()]);
        serde_json::from_value(texts).expect("a list of texts")
    }

    /// How many elements of this selector there are now.
    #[must_use]
    pub fn count(&self, selector: &str) -> usize {
        self.texts(selector).len()
    }

    /// Runs a script in the page; it gives what it returns.
    #[must_use]
    pub fn evaluate(&self, script: &str) -> Value {
        self.evaluate_with(script, Vec::new())
    }

    /// The same, with `arguments`.
    #[must_use]
    pub fn evaluate_with(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.done(script, self.client.execute(script, arguments))
    }

    /// Waits until this holds of the page.
    ///
    /// # Panics
    ///
    /// Panics, with what the page shows, if it does not come to hold.
    pub fn wait_until(&self, what: &str, mut holds: impl FnMut(&Self) -> bool) {
        let begun = Instant::now();
        while !holds(self) {
            assert!(
                begun.elapsed() < PATIENCE,
                "waited for {what}; the page shows:\n{}",
                self.text("body")
            );
            std::thread::sleep(GLANCE);
        }
    }

    /// Waits until the first element of this selector contains this text.
    pub fn wait_for_text(&self, selector: &str, text: &str) {
        self.wait_until(&format!("`{text}` in `{selector}`"), |page| {
            page.texts(selector)
                .first()
                .is_some_and(|found| found.contains(text))
        });
    }

    /// A picture of what is to be seen, as PNG.
    #[must_use]
    pub fn screenshot(&self) -> Vec<u8> {
        self.done("screenshot", self.client.screenshot())
    }

    /// Does something with the first element of a selector, as soon as that works: a page may be about to show it,
    /// or to put another in its place.
    fn on<T>(&self, selector: &str, act: impl AsyncFn(Element) -> Result<T, CmdError>) -> T {
        let begun = Instant::now();
        self.runtime.block_on(async {
            loop {
                let done = match self.client.find(Locator::Css(selector)).await {
                    Ok(element) => act(element).await,
                    Err(error) => Err(error),
                };
                match done {
                    Ok(done) => return done,
                    Err(error) if begun.elapsed() > PATIENCE => panic!("`{selector}`: {error}"),
                    Err(_) => tokio::time::sleep(GLANCE).await,
                }
            }
        })
    }

    fn done<T>(&self, what: impl Display, work: impl Future<Output = Result<T, CmdError>>) -> T {
        match self.runtime.block_on(work) {
            Ok(done) => done,
            Err(error) => panic!("{what}: {error}"),
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // What is left open otherwise is the browser itself; that the page is gone already is no matter.
        _ = self.runtime.block_on(self.client.clone().close());
    }
}

/// Keys that are no text, for [`Browser::press`].
pub mod keys {
    /// Enter.
    pub const ENTER: &str = "\u{e007}";
    /// Tabulator.
    pub const TAB: &str = "\u{e004}";
    /// Space.
    pub const SPACE: &str = " ";
    /// Escape.
    pub const ESCAPE: &str = "\u{e00c}";
    /// Arrow to the left.
    pub const LEFT: &str = "\u{e012}";
    /// Arrow upwards.
    pub const UP: &str = "\u{e013}";
    /// Arrow to the right.
    pub const RIGHT: &str = "\u{e014}";
    /// Arrow downwards.
    pub const DOWN: &str = "\u{e015}";
}
