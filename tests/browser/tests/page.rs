//! A page of a few lines is opened, read, clicked, typed into and loaded again.

use std::fs;

use browser::{Browser, Scheme, Screen, keys};

const PAGE: &str = "<!doctype html><title>Counter</title>
<body><output>0</output><button>more</button><input value='old'>
<script>
    const output = document.querySelector('output');
    document.querySelector('button').onclick = () => setTimeout(() => output.value++, 100);
</script>";

fn page() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("page.html"), PAGE).expect("it is written");
    folder
}

#[test]
fn a_page_answers_to_clicks_and_keys() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let folder = page();
    browser.open_file(&folder.path().join("page.html"));
    assert_eq!(browser.title(), "Counter");
    browser.click("button");
    browser.wait_for_text("output", "1");
    browser.press(keys::ENTER);
    browser.wait_for_text("output", "2");

    browser.fill("input", "new");
    assert_eq!(
        browser.evaluate("return document.querySelector('input').value"),
        "new"
    );

    browser.reload();
    assert_eq!(browser.texts("output"), ["0"]);
    assert_eq!(browser.count("button"), 1);
    assert_eq!(browser.attribute("input", "value").as_deref(), Some("old"));
    assert!(browser.screenshot().starts_with(b"\x89PNG"));
}

#[test]
fn a_phone_is_as_wide_as_a_phone() {
    let Some(browser) = Browser::start_as(Screen::Phone) else {
        return;
    };
    let folder = page();
    browser.open_file(&folder.path().join("page.html"));
    assert_eq!(browser.evaluate("return screen.width"), 390);
}

#[test]
fn a_browser_prefers_the_colours_that_are_wished_for_and_has_its_width() {
    for (screen, scheme, width, dark) in [
        (Screen::Narrow, Scheme::Dark, 360, true),
        (Screen::Wide, Scheme::Light, 1600, false),
    ] {
        let Some(browser) = Browser::start_with(screen, scheme) else {
            return;
        };
        let folder = page();
        browser.open_file(&folder.path().join("page.html"));
        let prefers = "return matchMedia('(prefers-color-scheme: dark)').matches";
        assert_eq!(browser.evaluate(prefers), dark);
        assert_eq!(browser.evaluate("return outerWidth"), width);
    }
}
