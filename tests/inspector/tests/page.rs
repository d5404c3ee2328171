//! The page of a recording, in a browser.

use browser::{Browser, Screen};
use rules_runtime::{Recording, rules};
use tempfile::TempDir;
use tic_tac_toe::Game;
use tic_tac_toe::model::Mark;

/// A page in a folder that goes with the value, opened.
fn open(browser: &Browser, recording: &Recording) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.html");
    recording.write_html(&path).expect("it is written");
    browser.open_file(&path);
    folder
}

/// A game of noughts and crosses that X wins, recorded.
fn game() -> Game<Recording> {
    let mut game = Game::with_listener(Recording::new().with_explanations());
    game.new_game();
    for (mark, row, column) in [
        (Mark::X, 0, 0),
        (Mark::O, 1, 1),
        (Mark::X, 0, 1),
        (Mark::O, 2, 2),
        (Mark::X, 0, 2),
    ] {
        game.play(mark, row, column).expect("it is a move");
    }
    game
}

fn position(browser: &Browser) -> String {
    browser.text("#position")
}

#[test]
fn the_page_goes_forwards_and_backwards_through_a_game() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let game = game();
    let _folder = open(&browser, game.listener());
    assert_eq!(browser.title(), "Referee: inspector");
    // It begins at the end.
    assert!(position(&browser).contains("fired win"));
    assert!(browser.text("#memory").contains("winner: Some(X)"));
    assert_eq!(browser.texts("#agenda .row").len(), 1);

    browser.click("#back");
    browser.wait_until("the move before the end", |browser| {
        position(browser).contains("fired play_move")
    });
    // What the firing changed stands first, and the rule that fires next on the agenda.
    assert!(browser.text("#memory .row.updated").contains("Grid"));
    assert!(browser.text("#agenda").contains("win"));
    assert!(!browser.text("#memory").contains("winner: Some(X)"));

    browser.click("#first");
    browser.wait_for_text("#position", "before the first change");
    assert_eq!(browser.count("#memory .row"), 0);
    browser.click("#forward");
    browser.wait_for_text("#facts-count", "1");
    browser.press(browser::keys::RIGHT);
    browser.wait_for_text("#facts-count", "2");
    browser.press("\u{e010}");
    browser.wait_until("the end", |browser| position(browser).contains("fired win"));
}

#[test]
fn changes_count_from_one_as_the_recording_does() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let game = game();
    let _folder = open(&browser, game.listener());
    let numbers: Vec<u64> = game
        .listener()
        .events()
        .map(|event| event.change)
        .filter(|&change| change > 0)
        .collect();
    let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
    assert_eq!(first, 1);
    assert!(position(&browser).starts_with(&format!("change {last}: ")));
    assert_eq!(browser.text("#shown"), format!("{last} of {last}"));
    assert!(
        browser
            .text("#about")
            .ends_with(&format!("in {last} changes"))
    );
    browser.click("#first");
    browser.click("#forward");
    browser.wait_for_text("#position", "change 1: inserted #1 GameStage");
}

#[test]
fn the_agenda_says_what_is_pending_and_what_has_fired() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let game = game();
    let _folder = open(&browser, game.listener());
    assert_eq!(browser.text("#agenda-count"), "nothing is pending");
    assert_eq!(browser.text("#agenda .row .how"), "has fired");
    browser.click("#back");
    browser.wait_for_text("#agenda-count", "1 pending");
    let pending = browser.texts("#agenda .row");
    let win = pending.iter().find(|row| row.contains("win"));
    assert!(
        win.is_some_and(|row| row.contains("fires next")),
        "{pending:?}"
    );
}

#[test]
fn what_is_chosen_is_in_sight_and_not_cut_off_at_every_width() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let game = game();
    let _folder = open(&browser, game.listener());
    for (width, height) in [(1600, 900), (900, 800), (500, 900)] {
        browser.resize(width, height);
        for chosen in ["[aria-label='rule win']", "#memory .row"] {
            _ = browser.evaluate("document.activeElement.blur(); scrollTo(0, 0)");
            _ = browser.evaluate(&format!(
                "document.querySelector(\"{chosen}\").dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
            ));
            let seen = "const { top, bottom } = document.querySelector('#detail h3').getBoundingClientRect(); \
                return top >= 0 && bottom <= innerHeight";
            assert_eq!(browser.evaluate(seen), true, "{chosen} at {width}");
            let fits = "return [...document.querySelectorAll('#detail, .explanation')].every(e => e.scrollWidth <= e.clientWidth)";
            assert_eq!(browser.evaluate(fits), true, "{chosen} at {width}");
            // Where the page had to go there, the focus is there too.
            let focused = "return document.activeElement.id === 'detail'";
            assert_eq!(
                browser.evaluate(focused),
                width < 1000,
                "{chosen} at {width}"
            );
        }
    }
}

#[test]
fn the_network_is_seen_from_its_top_down_to_the_rule_that_fired() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let game = game();
    for (width, height) in [(1600, 900), (900, 800)] {
        browser.resize(width, height);
        let _folder = open(&browser, game.listener());
        let places = "const frame = document.getElementById('network'); \
            const { top } = frame.getBoundingClientRect(); \
            const bottom = top + frame.clientHeight; \
            const nodes = [...document.querySelectorAll('.node.active')].map(e => e.getBoundingClientRect()); \
            return [frame.scrollTop, nodes.length > 1, nodes.filter(node => node.top < top || node.bottom > bottom).length].join()";
        assert_eq!(browser.evaluate(places), "0,true,0", "at {width}");
    }
}

#[test]
fn a_click_on_a_rule_shows_its_explanation_at_that_moment() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let game = game();
    let _folder = open(&browser, game.listener());
    browser.click("[aria-label='rule win']");
    browser.wait_for_text("#detail h3", "win");
    // The game is over: no stage is active any more.
    let blocked = ".explanation .blocked";
    assert!(
        browser
            .text(blocked)
            .contains("game @ GameStage { stage: Stage::Active }")
    );
    let way = "return document.querySelectorAll('.node.way').length";
    assert!(browser.evaluate(way).as_u64() > Some(2));
    browser.click("#back");
    browser.wait_until("the explanation of a match", |browser| {
        browser.text(".explanation").contains("1 match, 1 to fire")
    });
    assert_eq!(browser.count(blocked), 0);
    browser.click(".jumps button:last-child");
    browser.wait_until("its firing", |browser| {
        position(browser).contains("fired win")
    });
}

#[test]
fn a_click_on_a_fact_shows_what_became_of_it() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let game = game();
    let _folder = open(&browser, game.listener());
    browser.fill("#search", "gamestage");
    browser.wait_until("one fact", |browser| browser.count("#memory .row") == 1);
    browser.click("#memory .row");
    browser.wait_for_text("#detail h3", "#1 GameStage");
    let history = browser.texts("#detail li");
    assert!(history[0].contains("inserted from outside"), "{history:?}");
    let last = history.last().expect("there are several");
    assert!(last.contains("updated by win"), "{history:?}");
}

#[test]
fn changes_are_filtered_by_rule_by_type_and_by_text() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let game = game();
    let _folder = open(&browser, game.listener());
    let all = browser.count("#changes .row");
    let rule = |name: &str| {
        let script = format!(
            "return [...document.querySelectorAll('#by-rule option')].find(o => o.text === '{name}').value"
        );
        let value = browser.evaluate(&script);
        value.as_str().expect("an option").to_owned()
    };
    browser.select("#by-rule", &rule("play_move"));
    browser.wait_until("changes of one rule", |browser| {
        browser.texts("#changes .row").len() < all
    });
    let changes = browser.texts("#changes .row");
    // Five moves activate it, and fire it.
    assert_eq!(changes.len(), 10, "{changes:?}");
    browser.select("#by-rule", "-1");
    browser.fill("#search", "winner: some");
    browser.wait_until("the change that ends the game", |browser| {
        browser.texts("#changes .row").len() == 1
    });
    assert!(browser.text("#changes .row").contains("fired win"));
}

#[test]
fn a_hundred_thousand_events_are_gone_through_at_once() {
    rules! {
        ruleset Clock;

        fact Counter { left: u32 }
        fact Tick(u32);

        rule count_down {
            when { counter @ Counter { left } if left > 0; }
            then { modify counter { counter.left -= 1; } insert Tick(left); }
        }
    }
    let Some(browser) = Browser::start() else {
        return;
    };
    let mut clock = Clock::builder().listener(Recording::new()).build();
    clock.insert(Counter { left: 25_000 });
    assert_eq!(clock.run().count, 25_000);
    assert!(clock.listener().len() >= 100_000);
    let _folder = open(&browser, clock.listener());
    browser.wait_for_text("#facts-count", "25001");
    // No more rows than are seen.
    assert!(browser.count(".row") < 200);
    let jump = |at: u32| {
        let script = format!(
            "const slider = document.getElementById('slider');
            const begin = performance.now();
            for (let at = {at}; at < {at} + 20; at += 1) {{
                slider.value = at;
                slider.dispatchEvent(new Event('input'));
            }}
            return (performance.now() - begin) / 20;"
        );
        browser.evaluate(&script).as_f64().expect("it takes a time")
    };
    for at in [12_000, 20_000, 3_000] {
        let milliseconds = jump(at);
        assert_eq!(
            browser.text("#facts-count"),
            (at + 19).to_string(),
            "after change {}",
            at + 19
        );
        assert!(milliseconds < 1000.0, "a step takes {milliseconds} ms");
    }
    browser.fill("#search", "tick(777)");
    browser.wait_until("the change that inserted it", |browser| {
        browser.texts("#changes .row").len() == 1
    });
}

#[test]
fn a_recording_of_no_session_is_a_page_too() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let _folder = open(&browser, &Recording::new());
    assert_eq!(browser.text("#about"), "0 events in 0 changes");
    assert_eq!(position(&browser), "before the first change");
}

#[test]
fn the_page_fits_a_phone() {
    let Some(browser) = Browser::start_as(Screen::Phone) else {
        return;
    };
    let game = game();
    let _folder = open(&browser, game.listener());
    let fits = "return document.documentElement.scrollWidth <= window.innerWidth";
    assert_eq!(browser.evaluate(fits), true);
    browser.click("#back");
    browser.wait_until("a step back", |browser| {
        position(browser).contains("fired play_move")
    });
}

#[test]
fn panels_stand_side_by_side_or_one_below_the_other_at_every_width() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let game = game();
    let _folder = open(&browser, game.listener());
    for width in [1600, 1200, 950, 900, 860, 700, 500] {
        browser.resize(width, 900);
        let apart = "const boxes = [...document.querySelectorAll('main > section')].map(e => e.getBoundingClientRect()); \
            return boxes.every((a, i) => a.width > 200 && a.height > 150 && boxes.every((b, j) => i === j \
            || a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top))";
        assert_eq!(browser.evaluate(apart), true, "panels overlap at {width}");
        let fits = "return document.documentElement.scrollWidth <= window.innerWidth";
        assert_eq!(browser.evaluate(fits), true, "wider than {width}");
    }
}
