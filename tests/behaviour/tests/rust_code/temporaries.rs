//! What `let`, `if let` and `for` bind may borrow from values that are only computed on the way.

use rules_runtime::rules;

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[test]
fn a_for_keeps_what_it_iterates_over() {
    rules! {
        ruleset Words;
        fact Doc { text: String, tags: Vec<String> }
        fact Word(String);
        global log: Vec<String>;
        rule words {
            when { Doc { text }; for word in text.to_lowercase().split_whitespace(); }
            then { log.push(format!("word {word}")); }
        }
        rule numbered {
            when { Doc { text }; for (n, word) in text.to_lowercase().split(' ').map(str::trim).enumerate(); Word(== word); }
            then { log.push(format!("{n} {word}")); }
        }
        rule of_an_array {
            when { Doc { text, tags }; for word in [text.to_uppercase(), tags.join("+")].iter(); }
            then { log.push(format!("of {word}")); }
        }
        rule of_a_macro {
            when { Doc { text }; for word in format!("{text} {text}").split(' '); n = count(Word(== word)) if n > 0; }
            then { log.push(format!("{word} {n}")); }
        }
        // The elements are not `Copy`, and borrow from what is computed.
        rule of_no_copies {
            when { Doc { text }; for (word, own) in text.to_lowercase().split(' ').map(|w| (w, w.to_owned())); if own == word; }
            then { log.push(format!("own {word}")); }
        }
        rule of_a_let {
            when { Doc { text }; let lower = text.to_lowercase(); for (word, own) in lower.split(' ').map(|w| (w, w.len().to_string())); }
            then { log.push(format!("{own} {word}")); }
        }
        rule counted {
            when { Word(word); n = count({ Doc { text }; for w in text.to_lowercase().split(' '); if w == word.to_lowercase().as_str(); }) if n > 0; }
            then { log.push(format!("{n} of {word}")); }
        }
        rule longest {
            when { most = max(word.len() for { Doc { text }; for word in text.to_lowercase().split(' '); }); }
            then { log.push(format!("most {most}")); }
        }
        query with(word: &str) -> String {
            when { Doc { text }; for w in text.to_lowercase().split(' '); if w == word; }
            select w.to_owned()
        }
    }

    let mut words = Words::new(vec![]);
    words.insert(Word("world".into()));
    words.insert(Doc {
        text: "Hello world".into(),
        tags: vec!["a".into(), "b".into()],
    });
    let with: Vec<String> = words.with("hello").collect();
    assert_eq!(with, ["hello"]);
    for rule in [
        WordsRule::Words,
        WordsRule::OfAnArray,
        WordsRule::OfNoCopies,
        WordsRule::OfALet,
    ] {
        assert_eq!(words.explain(rule).matches.len(), 2, "{rule:?}");
    }
    words.run();
    let mut log = std::mem::take(&mut words.globals_mut().log);
    log.sort_unstable();
    assert_eq!(
        log,
        [
            "1 of world",
            "1 world",
            "5 hello",
            "5 world",
            "most 5",
            "of HELLO WORLD",
            "of a+b",
            "own hello",
            "own world",
            "word hello",
            "word world",
            "world 1",
            "world 1",
        ]
    );
}

#[test]
fn a_let_keeps_what_it_takes_apart() {
    rules! {
        ruleset Names;
        fact Person { name: String }
        global log: Vec<String>;
        rule parted {
            when { Person { name }; if let Some((first, last)) = name.to_lowercase().split_once(' '); }
            then { log.push(format!("{last}, {first}")); }
        }
        rule chained {
            when {
                Person { name };
                if let Some(first) = name.to_uppercase().as_str().split(' ').next() && let Some(letter) = first.to_lowercase().chars().next();
            }
            then { log.push(format!("{first} {letter}")); }
        }
        rule trimmed {
            when { Person { name }; let name_only = first_line(&name.replace('/', "\n")).trim(); if name_only.len() < 4; }
            then { log.push(format!("short {name_only}")); }
            undo { log.push(format!("no more {name_only}")); }
        }
        query initial() -> char {
            when { Person { name }; if let Some(letter) = name.to_lowercase().trim().chars().next(); }
            select letter
        }
    }

    let mut names = Names::new(vec![]);
    let ann = names.insert(Person {
        name: "Ann Lee".into(),
    });
    names.run();
    assert_eq!(names.globals().log, ["lee, ann", "ANN a"]);
    assert_eq!(names.initial().collect::<Vec<_>>(), ['a']);
    names.update(ann, |ann| ann.name = "Bo /Li".into()).unwrap();
    names.run();
    names.retract(ann).unwrap();
    names.run();
    assert_eq!(
        names.globals().log[2..],
        ["/li, bo", "BO b", "short Bo", "no more Bo"]
    );
}
