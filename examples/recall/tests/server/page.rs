//! The page in a browser: whole games by clicks and keys, a reload in the middle, and a phone's width.

use std::time::{Duration, Instant};

use crate::client::Running;
use browser::{Browser, Screen, keys};
use tokio::runtime::Runtime;

/// A server, and the runtime that it runs in: a browser has one of its own.
pub(crate) struct Served {
    server: Running,
    _runtime: Runtime,
}

impl Served {
    pub(crate) fn start() -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let server = runtime.block_on(Running::start());
        Self {
            server,
            _runtime: runtime,
        }
    }

    pub(crate) fn address(&self) -> String {
        format!("http://{}/", self.server.address)
    }
}

pub(crate) fn status(page: &Browser) -> String {
    page.texts("#status").concat()
}

/// How many cells of the board are taken.
pub(crate) fn marks(page: &Browser) -> usize {
    let cells = page.texts(".grid button");
    cells.iter().filter(|cell| !cell.is_empty()).count()
}

/// Chooses a game in the lobby, and quick computer players.
pub(crate) fn choose(page: &Browser, game: &str) {
    page.wait_for_text("#connection", "Connected");
    page.click(&format!("input[value={game}]"));
    page.select("select[name=pace]", "50");
}

/// Opens the page, and begins such a game in it.
pub(crate) fn begin(page: &Browser, served: &Served, game: &str) {
    page.open(&served.address());
    choose(page, game);
    page.click("#new-game");
}

/// Opens the page, and begins a game of Recall with so many computer players.
pub(crate) fn begin_recall_with(page: &Browser, served: &Served, computers: &str) {
    page.open(&served.address());
    page.wait_for_text("#connection", "Connected");
    page.click("input[value=recall]");
    page.select("select[name=computers]", computers);
    page.click("#new-game");
}

#[test]
fn noughts_and_crosses_are_played_to_the_end_and_the_rules_are_told() {
    let Some(page) = Browser::start() else { return };
    let served = Served::start();
    begin(&page, &served, "tic_tac_toe");
    page.wait_for_text("#status", "your turn");

    page.click(".grid button[aria-disabled=false]");
    page.wait_until("the move", |page| marks(page) > 0);
    for _ in 0..4 {
        page.wait_until("a turn or the end", |page| {
            let status = status(page);
            ["your turn", "draw", "win"]
                .iter()
                .any(|end| status.contains(end))
        });
        if !status(&page).contains("your turn") {
            break;
        }
        let drawn = marks(&page);
        page.press(keys::TAB);
        let free = "return document.activeElement.closest('.grid') !== null";
        if page.evaluate(free) == true {
            page.press(keys::ENTER);
        } else {
            page.click(".grid button[aria-disabled=false]");
        }
        page.wait_until("the move", |page| marks(page) > drawn);
    }
    page.wait_until("the end", |page| {
        let status = status(page);
        // The perfect level never loses.
        status.contains("draw") || status.contains("Computer 2 wins")
    });
    assert_eq!(page.count(".grid button[aria-disabled=false]"), 0);
    assert!(
        page.texts("#messages li")
            .join(" ")
            .contains("You mark the ")
    );
    let fired = page.texts("#fired code").join(" ");
    for rule in ["new_game", "play_move", "take_the_centre"] {
        assert!(fired.contains(rule), "{rule} in {fired}");
    }
    // What they are about is told in sentences.
    let about = page.texts("#fired p");
    let sentences = |about: &String| about.ends_with('.') && !about.contains('{');
    assert!(about.iter().all(sentences), "{about:?}");
    // Who has won is marked.
    let won = usize::from(status(&page).contains("wins"));
    assert_eq!(page.count("#players li.won"), won);
    let named =
        "return [...document.querySelectorAll('button')].every(b => b.innerText || b.ariaLabel)";
    assert_eq!(page.evaluate(named), true);
    page.click("[data-key=again]");
    page.wait_for_text("#status", "your turn");
    assert_eq!(marks(&page), 0);
}

#[test]
fn a_round_of_crazy_eights_is_played_on_a_phone() {
    let Some(page) = Browser::start_as(Screen::Phone) else {
        return;
    };
    let served = Served::start();
    begin(&page, &served, "crazy_eights");
    let over = |page: &Browser| status(page).contains("over") || status(page).contains("the game");
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_mins(1) {
        page.wait_until("a turn or the end", |page| {
            over(page) || status(page).contains("your turn")
        });
        if over(&page) {
            break;
        }
        let wide = "return document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(page.evaluate(wide), true, "the page is wider than a phone");
        // Whatever can be done, in one step: between two of them the turn may have gone on.
        let step = "const one = document.querySelector('.suits button') \
            ?? document.querySelector('.hand .fits') \
            ?? document.querySelector('#actions button'); one?.click(); return one !== null";
        _ = page.evaluate(step);
        // A second click before the answer would be refused, which does no harm.
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(over(&page), "{}", status(&page));
    // What was scored for lies open.
    assert_eq!(page.count(".others .hand"), 2);
    assert!(page.count(".others .card:not(.back)") > 0);
    assert!(page.texts("#fired code").join(" ").contains("next_turn"));
}

#[test]
fn a_reload_comes_back_to_the_own_seat() {
    let Some(page) = Browser::start() else { return };
    let served = Served::start();
    page.open(&served.address());
    page.wait_for_text("#connection", "Connected");
    page.click("input[value=crazy_eights]");
    page.click("#new-game");
    page.wait_until("a hand", |page| page.count(".hand .card") == 5);
    let hand = page.texts(".hand .card");
    page.reload();
    page.wait_until("the hand again", |page| {
        page.texts(".hand .card").len() >= 5
    });
    assert_eq!(page.texts(".hand .card")[..5], hand[..]);
    assert!(page.text("#players li").contains("5 cards"));
}

/// Makes the turn of the player of this page: draws, and does what is wanted with the card.
fn turn_at_recall(page: &Browser, what: &str) {
    page.click("[data-key=draw]");
    if what == "replace" {
        page.wait_until("the card drawn", |page| {
            page.count("[data-key=replace]") == 1
        });
        page.click(".hand.mine .card");
        page.click("[data-key=replace]:not(:disabled)");
    } else {
        page.click("[data-key=play_card]:not(:disabled)");
    }
    page.wait_until("the turn to go on", |page| {
        page.count("[data-key=play_card]") == 0
    });
    if page.count("[data-key=decline_power]") == 1 {
        page.click("[data-key=decline_power]");
    }
}

#[test]
fn two_browsers_play_recall_and_one_of_them_reloads_in_the_middle() {
    let Some(ann) = Browser::start() else { return };
    let Some(bob) = Browser::start() else { return };
    let served = Served::start();
    ann.open(&served.address());
    ann.wait_for_text("#connection", "Connected");
    ann.fill("#create input[name=name]", "Ann");
    ann.click("input[value=recall]");
    ann.select("select[name=computers]", "0");
    ann.click("#new-game");
    ann.wait_for_text("#status", "Waiting for players");
    let address = ann.evaluate("return location.href");
    bob.open(address.as_str().expect("an address"));
    bob.fill("input[name=seat-name]", "Bob");
    bob.click("[data-key=sit]");
    ann.wait_for_text("#players", "Bob");
    ann.click("[data-key=start]");

    // Each sees two of the own four cards, and none of the other's.
    for page in [&ann, &bob] {
        page.wait_until("the cards", |page| page.count(".hand.mine .card") == 4);
        assert_eq!(page.count(".hand.mine .card:not(.back)"), 2);
        assert_eq!(page.count(".hand:not(.mine) .card:not(.back)"), 0);
    }
    turn_at_recall(&ann, "replace");
    let known = ann.texts(".hand.mine .card");
    ann.reload();
    ann.wait_until("the cards again", |page| {
        page.texts(".hand.mine .card") == known
    });
    assert_eq!(
        known.iter().filter(|card| *card != "?").count(),
        2,
        "{known:?}"
    );

    turn_at_recall(&bob, "play_card");
    ann.click("[data-key=call_recall]");
    bob.wait_for_text("#status", "called Recall");
    // The window runs out before everybody's eyes, and cards say what they are.
    assert_eq!(bob.count(".ring"), 1);
    assert_eq!(
        bob.evaluate("return document.querySelectorAll('#board [data-about]').length > 0"),
        true
    );
    turn_at_recall(&bob, "replace");
    for page in [&ann, &bob] {
        page.wait_for_text("#status", "The game is over");
        let won = status(page);
        assert!(won.contains(" win") && won.contains("point"), "{won}");
        let told = page.texts("#messages li").join(" ");
        assert!(told.contains("The hands are turned up: "), "{told}");
        assert!(!told.contains('_') && !told.contains("closes"), "{told}");
        assert!(
            page.texts("#fired h3")
                .join(" ")
                .contains("How the game goes on")
        );
        let hidden = "return [...document.querySelectorAll('#fired .plumbing')].every(e => !e.checkVisibility())";
        assert_eq!(page.evaluate(hidden), true);
        assert!(page.text("#how").contains("How it is played"));
        assert_eq!(page.count(".hand .card.back"), 0);
        assert!(page.texts("#players").concat().contains("points"));
        let winners = page.texts("#players li.won");
        assert!((1..=2).contains(&winners.len()), "{winners:?}");
        assert!(winners[0].contains("★ winner"), "{winners:?}");
        assert!(page.count("#fired code") > 0);
    }
}

#[test]
fn a_seat_is_taken_up_by_its_link_on_another_device() {
    let Some(page) = Browser::start() else { return };
    let Some(other) = Browser::start_as(Screen::Phone) else {
        return;
    };
    let served = Served::start();
    begin(&page, &served, "crazy_eights");
    page.wait_until("a hand", |page| page.count(".hand .card") >= 5);
    let hand = page.texts(".hand .card");
    let link = page.evaluate("return document.getElementById('seat-link').value");
    other.open(link.as_str().expect("a link"));
    other.wait_until("the hand", |page| page.count(".hand .card") >= 5);
    assert_eq!(other.texts(".hand .card")[..5], hand[..5]);
    let address = other.evaluate("return location.href");
    let secret = link.as_str().and_then(|link| link.split('/').next_back());
    assert!(
        !address
            .as_str()
            .expect("an address")
            .contains(secret.expect("a secret"))
    );

    // A new tab of the first browser is offered the seat that the closed one had.
    _ = page.evaluate("sessionStorage.clear()");
    page.reload();
    page.click("[data-key=come-back]");
    page.wait_until("the hand again", |page| page.count(".hand .card") >= 5);
}

#[test]
fn a_game_that_is_not_there_is_said_so() {
    let Some(page) = Browser::start() else { return };
    let served = Served::start();
    page.open(&served.address());
    page.wait_for_text("#connection", "Connected");
    page.type_into("input[name=game_id]", "0123456789abcdef");
    page.press(keys::ENTER);
    page.wait_for_text("#problem", "There is no such game.");
    page.click("#leave");
    page.wait_until("the lobby", |page| {
        page.text("#lobby").contains("A new game")
    });
}

/// Opens the reasons for each move that is told, also for those that are made meanwhile.
fn ask_why(page: &Browser) {
    let open = "const closed = document.querySelectorAll('.ask-why[aria-expanded=false]'); \
                closed.forEach(b => b.click()); return closed.length";
    page.wait_until("the reasons", |page| page.evaluate(open) == 0);
}

#[test]
fn each_move_of_a_computer_player_says_why_and_all_of_it_after_the_game() {
    let Some(page) = Browser::start() else { return };
    let served = Served::start();
    begin_recall_with(&page, &served, "1");
    page.click("[data-key=draw]");
    page.click("[data-key=play_card]:not(:disabled)");
    page.wait_until("the computer's turn, or the own power", |page| {
        page.count("[data-key=play_card]") == 0
    });
    if page.count("[data-key=decline_power]") == 1 {
        page.click("[data-key=decline_power]");
    }
    page.wait_until("two moves of the computer", |page| {
        page.count(".ask-why") >= 2
    });
    // By keyboard: the button takes the focus, opens, and closes.
    _ = page.evaluate("document.querySelectorAll('.ask-why')[0].focus()");
    page.press(keys::ENTER);
    page.wait_until("the reasons", |page| {
        page.count(".ask-why[aria-expanded=true]") == 1
    });
    page.press(keys::SPACE);
    page.wait_until("no reasons", |page| {
        page.count(".ask-why[aria-expanded=true]") == 0
    });
    ask_why(&page);
    let told = page.texts(".why").join(" ");
    assert!(
        told.contains("draw_by_default By default, a card is drawn. This one decided."),
        "{told}"
    );
    assert!(
        told.contains("is left out until the game is over"),
        "{told}"
    );

    page.wait_until("the own turn", |page| {
        page.count("[data-key=call_recall]") == 1
    });
    page.click("[data-key=call_recall]");
    page.wait_for_text("#status", "The game is over");
    for _ in 0..2 {
        // What was open is closed, and asked for again.
        _ = page.evaluate(
            "document.querySelectorAll('.ask-why[aria-expanded=true]').forEach(b => b.click())",
        );
        ask_why(&page);
    }
    let told = page.texts(".why");
    assert!(told.len() >= 3, "{told:?}");
    for why in &told {
        assert!(why.contains("This one decided."), "{why}");
        assert!(!why.contains("cannot see"), "{why}");
    }
    let weighed = told
        .iter()
        .find(|why| why.contains("(done)"))
        .expect("something was weighed");
    for text in [
        "Points × 0.4",
        "Power × 0.3",
        "Progress × 0.2",
        "Safety × 0.1",
        "Total",
    ] {
        assert!(weighed.contains(text), "{text} in {weighed}");
    }
    assert!(page.count(".why th[scope=row]") > 0 && page.count(".why details code") > 0);
    // No table is wider than its place, at any width.
    for width in [360, 900, 1600] {
        page.resize(width, 800);
        let fits = "return [...document.querySelectorAll('.why')].every(w => w.scrollWidth <= w.clientWidth)";
        assert_eq!(page.evaluate(fits), true, "{width}");
    }
    let spoken = "return [...document.querySelectorAll('.ask-why')].every(b => \
        document.getElementById(b.getAttribute('aria-describedby')).innerText.includes('Computer 2') && \
        document.getElementById(b.getAttribute('aria-controls')).getAttribute('role') === 'region')";
    assert_eq!(page.evaluate(spoken), true);
}
