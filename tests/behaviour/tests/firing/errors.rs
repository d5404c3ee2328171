//! `#[error(…)]`: blocks that fail, and what is left of them.

use rules_runtime::{ActivationEvent, Listener, Stop, rules};

#[derive(Debug, Clone, PartialEq)]
struct Broken(String);

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "broken: {}", self.0)
    }
}

impl std::error::Error for Broken {}

impl From<std::num::ParseIntError> for Broken {
    fn from(error: std::num::ParseIntError) -> Self {
        Broken(error.to_string())
    }
}

fn check(text: &str) -> Result<(), Broken> {
    text.parse::<i32>().map(|_| ()).map_err(Broken::from)
}

rules! {
    #[error(Broken)]
    ruleset Parser;

    fact Text { text: String }
    fact Number(i32);
    fact Seen(usize);
    fact Sign;

    global calls: usize;

    rule parse {
        when { t @ Text { text }; }
        then {
            *calls += 1;
            insert Seen(text.len());
            if text.is_empty() {
                retract t;
                return;
            }
            if text.starts_with('#') {
                return Err(Broken(text.clone()));
            }
            let twice = |n: i32| { if n > 1000 { return n; } n * 2 };
            insert Number(twice(text.parse()?));
        }
    }

    #[salience(-1)]
    rule tail {
        when { Sign; }
        then { check("7")?; halt; }
    }
}

fn numbers(session: &Parser) -> Vec<i32> {
    session.facts::<Number>().map(|n| n.0).collect()
}

#[test]
fn a_block_that_ends_well_is_ok() {
    let mut session = Parser::new(0);
    session.insert(Text { text: "21".into() });
    assert_eq!(session.run().unwrap().count, 1);
    assert_eq!(numbers(&session), [42]);
}

#[test]
fn return_alone_means_ok_and_keeps_the_effects_so_far() {
    let mut session = Parser::new(0);
    session.insert(Text {
        text: String::new(),
    });
    assert_eq!(session.run().unwrap().count, 1);
    assert_eq!((session.len::<Text>(), session.len::<Seen>()), (0, 1));
}

#[test]
fn a_return_in_a_closure_is_the_closures() {
    let mut session = Parser::new(0);
    session.insert(Text {
        text: "2000".into(),
    });
    session.run().unwrap();
    assert_eq!(numbers(&session), [2000]);
}

#[test]
fn an_error_says_which_rule_failed_on_which_facts() {
    let mut session = Parser::new(0);
    session.insert(Text { text: "1".into() });
    let bad = session.insert(Text { text: "x".into() });
    let error = session.run().unwrap_err();
    assert_eq!(error.rule, ParserRule::Parse);
    assert_eq!(error.facts, [bad.id()]);
    assert_eq!(error.error, Broken("invalid digit found in string".into()));
    assert_eq!(
        error.to_string(),
        "the rule `parse` failed: broken: invalid digit found in string"
    );
}

#[test]
fn nothing_of_a_failed_firing_is_applied_and_the_activation_stays() {
    let mut session = Parser::new(0);
    let text = session.insert(Text { text: "#".into() });
    assert_eq!(session.run().unwrap_err().error, Broken("#".into()));
    assert_eq!((session.len::<Seen>(), session.len::<Text>()), (0, 1));
    assert_eq!(session.agenda().count(), 1);
    assert_eq!(session.globals().calls, 1);

    session.update(text, |t| t.text = "4".into()).unwrap();
    assert_eq!(session.run().unwrap().count, 1);
    assert_eq!(numbers(&session), [8]);
    assert_eq!(session.len::<Seen>(), 1);
}

#[test]
fn a_failed_activation_can_be_skipped() {
    let mut session = Parser::new(0);
    session.insert(Text { text: "1".into() });
    session.insert(Text { text: "x".into() });
    assert!(session.step().is_err());
    assert!(session.skip());
    assert_eq!(session.run_limit(10).unwrap().count, 1);
    assert_eq!(numbers(&session), [2]);
}

#[test]
fn the_question_mark_may_be_all_of_a_block() {
    let mut session = Parser::new(0);
    session.insert(Sign);
    assert_eq!(session.run().unwrap().stop, Stop::Halted);
}

#[derive(Default)]
struct Log(Vec<String>);

impl Listener for Log {
    fn rule_firing(&mut self, activation: ActivationEvent<'_>) {
        self.0.push(format!("firing {}", activation.rule));
    }

    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        self.0.push(format!("fired {}", activation.rule));
    }

    fn rule_failed(&mut self, activation: ActivationEvent<'_>) {
        self.0.push(format!("failed {}", activation.rule));
    }
}

#[test]
fn a_listener_is_told_of_the_failure() {
    let mut session = Parser::builder().listener(Log::default()).build(0);
    session.insert(Text { text: "#".into() });
    assert!(session.run().is_err());
    assert_eq!(session.listener().0, ["firing parse", "failed parse"]);
}

/// A ruleset of each of the types that programs collect errors in.
macro_rules! fails_with {
    ($ruleset:ident, $error:ty) => {
        mod $ruleset {
            use rules_runtime::rules;

            rules! {
                #[error($error)]
                pub(super) ruleset Import;

                pub(super) fact Line(pub(super) String);

                rule parse {
                    when { Line(text); }
                    then { let _: i32 = text.parse::<i32>().map_err(|e| <$error>::from(e))?; }
                }
            }
        }
    };
}

#[derive(Debug)]
pub(crate) struct Reason(String);

impl From<std::num::ParseIntError> for Reason {
    fn from(error: std::num::ParseIntError) -> Self {
        Reason(error.to_string())
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

fails_with!(itself, std::num::ParseIntError);
fails_with!(boxed, Box<dyn std::error::Error>);
fails_with!(boxed_for_threads, Box<dyn std::error::Error + Send + Sync>);
fails_with!(any, anyhow::Error);
fails_with!(text, super::Reason);

macro_rules! run {
    ($ruleset:ident) => {{
        fn run() -> Result<u64, Box<dyn std::error::Error>> {
            let mut import = $ruleset::Import::new();
            import.insert($ruleset::Line("seven".to_owned()));
            Ok(import.run()?.count)
        }
        run().unwrap_err()
    }};
}

#[test]
fn every_error_that_can_be_shown_goes_on_with_a_question_mark() {
    let failures = [
        run!(itself),
        run!(boxed),
        run!(boxed_for_threads),
        run!(any),
        run!(text),
    ];
    for failure in &failures {
        assert_eq!(
            failure.to_string(),
            "the rule `parse` failed: invalid digit found in string"
        );
    }
    let sources = failures.each_ref().map(|failure| {
        let source = failure.source();
        source.map(<dyn std::error::Error>::is::<std::num::ParseIntError>)
    });
    assert_eq!(
        sources,
        [Some(true), Some(true), Some(true), Some(true), None]
    );
}

#[test]
fn a_failure_goes_into_an_error_of_all_kinds() {
    fn run() -> anyhow::Result<u64> {
        let mut import = any::Import::new();
        import.insert(any::Line("seven".to_owned()));
        Ok(import.run()?.count)
    }
    let failure = run().unwrap_err();
    let failed: &rules_runtime::RuleError<anyhow::Error, any::ImportRule> =
        failure.downcast_ref().unwrap();
    assert_eq!(failed.rule, any::ImportRule::Parse);
}

mod written_out {
    //! Blocks whose value is a `Result`, as that of a function would be.

    use rules_runtime::rules;

    rules! {
        #[error(String)]
        ruleset Written;

        fact Text(&'static str);
        fact Number(i32);

        rule parse {
            when { Text(text); if text.len() < 3; }
            then {
                let number = text.parse().map_err(|_| format!("{text} is no number"))?;
                insert Number(number);
                Ok(())
            }
        }
        rule choose {
            when { Text(text); if text.len() == 3; }
            then {
                match text.parse() {
                    Ok(number) if number > 100 => {
                        insert Number(number);
                        Ok(())
                    }
                    Ok(number) => Err(format!("{number} is little")),
                    Err(_) => Err(format!("{text} is none")),
                }
            }
        }
        rule branch {
            when { t @ Text(text); if text.len() > 3; }
            then {
                if text.starts_with('x') {
                    retract t;
                    Ok(())
                } else {
                    return Err(format!("{text} is long"));
                }
            }
        }
    }

    #[test]
    fn succeed_or_fail_by_their_value() {
        let mut session = Written::new();
        for (text, outcome) in [
            ("7", Ok(1)),
            ("7a", Err("7a is no number")),
            ("700", Ok(1)),
            ("070", Err("70 is little")),
            ("abc", Err("abc is none")),
            ("xyzz", Ok(1)),
            ("abcd", Err("abcd is long")),
        ] {
            session.insert(Text(text));
            let ran = session.run();
            let ran = ran.as_ref().map(|fired| fired.count);
            assert_eq!(ran.map_err(|failed| failed.error.as_str()), outcome);
            session.skip();
        }
        assert_eq!(session.len::<Number>(), 2);
        assert_eq!(session.len::<Text>(), 6);
    }
}
