//! Who comes back to a game, or opens a link that is wrong: what is kept, what is shown, and where the focus is.

use browser::{Browser, Screen};
use serde_json::json;

use crate::page::{Served, begin, begin_recall_with, status};

/// Begins a game of Recall against one computer player.
fn begin_recall(page: &Browser, served: &Served) {
    begin_recall_with(page, served, "1");
    page.wait_until("the own turn", |page| page.count("[data-key=draw]") == 1);
}

#[test]
fn a_wrong_link_leaves_the_seat_as_it_was_and_lets_who_has_none_watch() {
    let Some(page) = Browser::start() else { return };
    let served = Served::start();
    begin(&page, &served, "crazy_eights");
    page.wait_until("a hand", |page| page.count(".hand.mine .card") >= 5);
    let game = page.evaluate("return location.hash");
    let wrong = format!("{}/{}", game.as_str().expect("a game"), "0".repeat(32));
    let open = format!("location.hash = '{wrong}'");

    // Where there is a seat, it stays.
    _ = page.evaluate(&open);
    page.wait_for_text("#problem", "leads to no seat");
    assert!(page.count(".hand.mine .card") >= 5);
    assert_eq!(page.evaluate("return location.hash"), game);
    page.reload();
    page.wait_until("the hand again", |page| page.count(".hand.mine .card") >= 5);

    // Another tab watches, and is offered the seat.
    _ = page.evaluate(&format!(
        "sessionStorage.clear(); {open}; location.reload()"
    ));
    page.wait_until("the seat to come back to", |page| {
        page.count("[data-key=come-back]") == 1
    });
    assert_eq!(page.count(".hand.mine"), 0);
    page.click("[data-key=come-back]");
    page.wait_until("the hand", |page| page.count(".hand.mine .card") >= 5);
}

#[test]
fn what_happened_and_why_is_told_again_after_a_reload_and_on_another_device() {
    let Some(page) = Browser::start() else { return };
    let Some(other) = Browser::start_as(Screen::Phone) else {
        return;
    };
    let served = Served::start();
    begin_recall(&page, &served);
    page.click("[data-key=draw]");
    page.click("[data-key=play_card]:not(:disabled)");
    page.wait_until("the card to be played", |page| {
        page.count("[data-key=play_card]") == 0
    });
    if page.count("[data-key=decline_power]") == 1 {
        page.click("[data-key=decline_power]");
    }
    page.wait_until("a move of the computer", |page| page.count(".ask-why") >= 2);
    page.wait_until("the own turn", |page| page.count("[data-key=draw]") == 1);
    let told = page.texts("#messages > li > span");
    assert!(told.contains(&"You take a seat.".to_owned()), "{told:?}");
    let drawn = |told: &String| told.starts_with("It is the ");
    assert!(told.iter().any(drawn), "{told:?}");
    let fired = page.texts("#fired code");
    page.reload();
    let is_own_turn = |page: &Browser| page.count("[data-key=draw]") == 1;
    page.wait_until("the own turn again", is_own_turn);
    assert_eq!(page.texts("#messages > li > span"), told);
    let again = page.texts("#fired code");
    assert!(again.contains(&"begin_turn".to_owned()), "{again:?}");
    assert!(again.iter().all(|rule| fired.contains(rule)), "{again:?}");
    page.click(".ask-why");
    page.wait_for_text(".why:not([hidden])", "draw_by_default");

    // The link of the seat brings all of it with it.
    let link = page.evaluate("return document.getElementById('seat-link').value");
    other.open(link.as_str().expect("a link"));
    other.wait_until("the own turn", is_own_turn);
    assert_eq!(other.texts("#messages > li > span"), told);
    other.click(".ask-why");
    other.wait_for_text(".why:not([hidden])", "draw_by_default");

    // Who has no seat is told what everybody was.
    _ = page.evaluate("sessionStorage.clear(); location.reload()");
    page.wait_for_text("#messages", "Guest takes a seat.");
    let watched = page.texts("#messages > li > span");
    assert!(!watched.iter().any(drawn), "{watched:?}");
    assert!(watched.contains(&"Guest draws a card.".to_owned()));
}

#[test]
fn keys_stop_at_what_can_be_used_and_the_focus_is_never_lost() {
    let Some(page) = Browser::start() else { return };
    let served = Served::start();
    begin_recall(&page, &served);
    // Before a card is drawn, nothing can be done with those that lie there.
    assert_eq!(page.count("#board button"), 0);
    assert_eq!(page.count(".card[data-place]"), 8);
    let place = "return getComputedStyle(document.querySelectorAll('.hand.mine .card')[2], '::after').content";
    assert_eq!(page.evaluate(place), json!("\"3\""));
    _ = page.evaluate("document.querySelector('[data-key=draw]').focus()");
    page.press(browser::keys::ENTER);
    page.wait_until("the card drawn", |page| {
        page.count("[data-key=replace]") == 1
    });
    assert_eq!(
        page.evaluate("return document.activeElement.id"),
        json!("actions")
    );
    assert_eq!(page.count(".hand.mine button.card"), 4);
    assert_eq!(page.count(".hand:not(.mine) button.card"), 0);
}

#[test]
fn a_name_that_is_being_typed_stays_when_somebody_else_sits_down() {
    let Some(page) = Browser::start() else { return };
    let Some(bob) = Browser::start() else { return };
    let served = Served::start();
    begin_recall_with(&page, &served, "0");
    page.wait_for_text("#status", "Waiting for players");
    let address = page.evaluate("return location.href");
    // The whole address leads to the game, spaces or not.
    bob.open(&served.address());
    bob.wait_for_text("#connection", "Connected");
    let address = format!(" {} ", address.as_str().expect("an address"));
    bob.fill("input[name=game_id]", &address);
    bob.click("#visit button");
    bob.fill("input[name=seat-name]", "Bob");
    page.click("[data-key=computer]");
    bob.wait_for_text("#players", "Computer 2");
    let typed = "const name = document.querySelector('[name=seat-name]'); \
        return [name.value, name === document.activeElement]";
    assert_eq!(bob.evaluate(typed), json!(["Bob", true]));
}

#[test]
fn plumbing_is_offered_where_there_is_some_and_a_wrong_address_is_a_page() {
    let Some(page) = Browser::start() else { return };
    let served = Served::start();
    begin(&page, &served, "tic_tac_toe");
    page.wait_for_text("#status", "your turn");
    page.click(".grid button[aria-disabled=false]");
    page.wait_until("an answer", |page| {
        page.count("#fired code") > 0 && status(page).contains("your turn")
    });
    let shown = "return document.querySelector('.plumbing-too').checkVisibility()";
    assert_eq!(page.evaluate(shown), false);

    page.open(&format!("{}nowhere", served.address()));
    page.wait_for_text("h1", "There is nothing at this address.");
    page.click("main a");
    page.wait_for_text("#connection", "Connected");
}
