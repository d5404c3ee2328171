//! Metrics as a table, the one that the guide shows.

use rules_runtime::rules;

rules! {
    ruleset Library;

    fact Today(u32);
    fact Reader { name: String, email: Option<String> }
    fact Loan { reader: String, due: u32 }

    rule remind {
        when {
            Today(today);
            Loan { reader, due: < today };
            Reader { name, email: Some(_) } if name.eq_ignore_ascii_case(reader);
        }
        then {}
    }
}

#[test]
fn the_table_names_the_condition_to_improve() {
    let mut library = Library::new();
    library.insert_all((0..200).map(|number| Reader {
        name: format!("reader {number}"),
        email: Some(String::new()),
    }));
    library.insert(Today(20));
    library.insert_all((0..40).map(|due| Loan {
        reader: format!("Reader {due}"),
        due,
    }));
    _ = library.run();
    assert_eq!(format!("\n{}", library.metrics()), TABLE);
}

const TABLE: &str = "
                                                                       in  out  tested  passed  memory  peak
Reader { name, email: Some(_) } if name.eq_ignore_ascii_case(reader)   20   20    4000      20      20    20
Reader, email: Some(_)                                                200    0       0       0       0     0
Loan { reader, due: < today }                                          41   20      21      20       0     0
Loan, all                                                              40    0       0       0       0     0
rule remind                                                            20    0       0       0       0    20
Today, all                                                              1    0       0       0       0     0
improve `Reader { name, email: Some(_) } if name.eq_ignore_ascii_case(reader)` of `remind`: of 4000 tested 20 pass
  no equality with earlier conditions looks its facts up, so each is tried with each: join it by a field that is equal on both sides, of a type with `Hash`
";
