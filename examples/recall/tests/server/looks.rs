//! How the page looks: at 360, 900 and 1,600 pixels, light and dark, and what it tells who listens to it or has only keys.
//!
//! With `BROWSER_PICTURES=folder` each page that is looked at is kept there as a picture.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

use browser::{Browser, Scheme, Screen, keys};

use crate::page::{Served, begin, begin_recall_with, choose, marks, status};

const AUDIT: &str = include_str!("audit.js");

/// A page of one size and scheme, and what it is called.
struct Looked {
    page: Browser,
    name: String,
}

impl Looked {
    /// Nothing is wrong with what is to be seen.
    fn at(&self, what: &str) {
        if let Ok(folder) = env::var("BROWSER_PICTURES") {
            let file = Path::new(&folder).join(format!("{what}-{}.png", self.name));
            fs::write(file, self.page.screenshot()).expect("the picture is kept");
        }
        let wrong = self.page.evaluate(AUDIT);
        assert_eq!(wrong, serde_json::json!([]), "{what}, {}", self.name);
    }
}

/// Does whatever can be done, until this is to be seen.
fn play_until(page: &Browser, what: &str, seen: impl Fn(&Browser) -> bool) {
    let begun = Instant::now();
    while !seen(page) {
        assert!(
            begun.elapsed() < Duration::from_mins(3),
            "waited for {what}"
        );
        let step = "(document.querySelector('.suits button') \
            ?? document.querySelector('.grid [aria-disabled=false]') \
            ?? document.querySelector('.hand .fits') \
            ?? document.querySelector('#actions button:not(:disabled):not([data-key=call_recall])'))?.click()";
        _ = page.evaluate(step);
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Looks at each game in both schemes; a desktop's window is as wide as is said.
fn are_sound(screen: Screen, width: u32) {
    let served = Served::start();
    for scheme in [Scheme::Light, Scheme::Dark] {
        let Some(page) = Browser::start_with(screen, scheme) else {
            return;
        };
        if screen == Screen::Desktop {
            page.resize(width, 900);
        }
        page.open(&served.address());
        let name = format!("{width}-{scheme:?}").to_lowercase();
        let looked = Looked { page, name };
        let page = &looked.page;
        choose(page, "crazy_eights");
        looked.at("lobby");
        page.click("#new-game");
        page.wait_until("a hand", |page| page.count(".hand .card") >= 5);
        looked.at("crazy-eights");
        play_until(page, "the end of a round", |page| {
            status(page).contains("over") || status(page).contains("the game")
        });
        looked.at("crazy-eights-over");

        page.click("#leave");
        choose(page, "tic_tac_toe");
        page.click("#new-game");
        page.click(".grid button[aria-disabled=false]");
        page.wait_for_text("#status", "your turn");
        looked.at("noughts-and-crosses");
        play_until(page, "the end", |page| {
            status(page).contains("win") || status(page).contains("draw")
        });
        looked.at("noughts-and-crosses-over");

        page.click("#leave");
        page.click("input[value=recall]");
        page.select("select[name=computers]", "5");
        page.click("#new-game");
        page.click("[data-key=draw]");
        page.wait_until("the card drawn", |page| page.count("#drawn") == 1);
        page.click(".hand.mine .card");
        looked.at("recall");
        play_until(page, "moves of computer players", |page| {
            page.count(".ask-why") >= 4
        });
        _ = page.evaluate("document.querySelectorAll('.ask-why').forEach(one => one.click())");
        page.wait_until("the reasons", |page| page.count(".why:not([hidden])") >= 4);
        _ = page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)");
        looked.at("recall-why");
    }
}

// One test for each width: a game takes its time, and they are played side by side.

#[test]
fn pages_are_sound_on_a_phone_in_each_scheme() {
    are_sound(Screen::Narrow, 360);
}

#[test]
fn pages_are_sound_on_a_tablet_in_each_scheme() {
    are_sound(Screen::Desktop, 900);
}

#[test]
fn pages_are_sound_on_a_wide_screen_in_each_scheme() {
    are_sound(Screen::Wide, 1600);
}

/// Plays Recall until each kind of action can be done, and looks whether it covers a card of one's own.
fn nothing_is_covered(page: Browser, name: &str) {
    let served = Served::start();
    let name = name.to_owned();
    let looked = Looked { page, name };
    let page = &looked.page;
    begin_recall_with(page, &served, "5");
    let covered = "scrollTo(0, 0); return [...document.querySelectorAll('.hand.mine .card')].filter((one) => { \
        const { left, right, top, bottom } = one.getBoundingClientRect(); \
        return [top + 3, bottom - 3].some((y) => document.elementFromPoint((left + right) / 2, y) !== one); \
        }).length";
    for what in ["draw", "replace", "play_out_of_turn"] {
        let there = format!("[data-key={what}]");
        play_until(page, what, |page| page.count(&there) == 1);
        assert!(page.count(".hand.mine .card") >= 3);
        assert_eq!(page.evaluate(covered), 0, "{what}");
        looked.at(&format!("recall-{what}"));
    }
}

#[test]
fn on_a_phone_no_own_card_stands_below_what_can_be_done() {
    let Some(page) = Browser::start_as(Screen::Narrow) else {
        return;
    };
    nothing_is_covered(page, "narrow");
}

#[test]
fn on_a_low_screen_no_own_card_stands_below_what_can_be_done() {
    let Some(page) = Browser::start_as(Screen::Desktop) else {
        return;
    };
    // What is not as wide as a desktop, and not as high as a phone, has least room.
    page.resize(520, 720);
    nothing_is_covered(page, "low");
}

/// Moves the focus by the tabulator to the first element of a selector.
fn focus(page: &Browser, selector: &str) {
    page.wait_until(selector, |page| page.count(selector) > 0);
    let there = "return document.activeElement.matches(arguments[0])";
    for _ in 0..60 {
        if page.evaluate_with(there, vec![selector.into()]) == true {
            let outline = "return getComputedStyle(document.activeElement).outlineStyle";
            let message = format!("the focus on {selector} is to be seen");
            assert_eq!(page.evaluate(outline), "solid", "{message}");
            return;
        }
        page.press(keys::TAB);
    }
    panic!(
        "the tabulator does not lead to {selector}: {}",
        page.text("body")
    );
}

/// The same, and presses it.
fn key_to(page: &Browser, selector: &str) {
    focus(page, selector);
    page.press(keys::ENTER);
}

#[test]
fn recall_is_played_to_the_end_by_keys_alone() {
    let Some(page) = Browser::start() else { return };
    let served = Served::start();
    page.open(&served.address());
    page.wait_for_text("#connection", "Connected");
    focus(&page, "input[name=game]");
    page.press(keys::DOWN);
    page.press(keys::DOWN);
    assert_eq!(
        page.evaluate("return document.activeElement.value"),
        "recall"
    );
    // Against one player: then the own turn comes sooner.
    focus(&page, "select[name=computers]");
    page.press(keys::DOWN);
    key_to(&page, "#new-game");
    for _ in 0..2 {
        key_to(&page, "[data-key=draw]");
        key_to(&page, ".hand.mine .card");
        assert_eq!(page.count(".hand.mine .card[aria-pressed=true]"), 1);
        key_to(&page, "[data-key=replace]:not(:disabled)");
        page.wait_until("the turn to go on", |page| {
            page.count("[data-key=replace]") == 0
        });
    }
    key_to(&page, ".ask-why");
    page.wait_until("the reasons", |page| page.count(".why:not([hidden])") == 1);
    key_to(&page, "[data-key=call_recall]");
    page.wait_for_text("#status", "The game is over");
    assert_eq!(
        page.attribute("#status", "aria-live").as_deref(),
        Some("polite")
    );
    key_to(&page, "[data-key=again]");
    page.wait_for_text("#status", "draw a card");
}

#[test]
fn the_way_to_the_board_is_there_at_a_table_alone_and_stays_there() {
    let Some(page) = Browser::start() else { return };
    let served = Served::start();
    page.open(&served.address());
    choose(&page, "tic_tac_toe");
    let shown = "return document.querySelector('.skip').checkVisibility()";
    assert_eq!(page.evaluate(shown), false);
    page.click("#new-game");
    page.wait_for_text("#status", "your turn");
    assert_eq!(page.evaluate(shown), true);
    // After a reload it is the first stop.
    let address = page.evaluate("return location.href");
    page.reload();
    page.wait_for_text("#status", "your turn");
    page.press(keys::TAB);
    let focused = "return [document.activeElement.id, location.href]";
    assert_eq!(page.evaluate(focused), serde_json::json!(["skip", address]));
    page.press(keys::ENTER);
    assert_eq!(
        page.evaluate(focused),
        serde_json::json!(["board", address])
    );
    assert!(status(&page).contains("your turn"));
    focus(&page, ".grid button");
}

#[test]
fn a_cell_that_is_marked_by_keys_keeps_the_focus_and_shows_it() {
    let Some(page) = Browser::start() else { return };
    let served = Served::start();
    begin(&page, &served, "tic_tac_toe");
    key_to(&page, ".grid button[data-key=cell-1]");
    page.wait_until("the answer", |page| marks(page) == 2);
    let focused = "const one = document.activeElement; \
        return [one.dataset.key, one.matches(':focus-visible'), getComputedStyle(one).outlineStyle]";
    let expected = serde_json::json!(["cell-1", true, "solid"]);
    assert_eq!(page.evaluate(focused), expected);
    // A taken cell does nothing, and the next stop is a free one.
    page.press(keys::ENTER);
    page.press(keys::TAB);
    let free = "return document.activeElement.matches('.grid [aria-disabled=false]')";
    assert_eq!(page.evaluate(free), true);
    assert_eq!(marks(&page), 2);
    assert_eq!(page.text("#problem"), "");
}
