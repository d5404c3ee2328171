//! The fact variables of queries go where those of rules go.

use rules_runtime::{Fact, Facts, Handle, rules};

rules! {
    ruleset Library;

    fact Book { title: String, pages: u32, tags: Vec<String> }
    fact Loan { title: String, days: u32 }

    query labels() -> String {
        when { book @ Book; }
        select label(book)
    }
    query long() -> Handle<Book> {
        when { book @ Book if is_long(book); }
        select book.handle()
    }
    query any_long() {
        when { book @ Book; if is_long(book) && has_pages(book); }
    }
    query long_titles() -> &str {
        when { book @ Book if is_long(book) && has_pages(book); }
        select title(book)
    }
    query named() -> (String, u32) {
        when { book @ Book; let fact: &Fact<Book> = book; let label = label(fact); }
        select (label, fact.pages)
    }
    query copies() -> Vec<Book> {
        when { book @ Book { pages: > 200 }; }
        select vec![(**book).clone(), Book::clone(book)]
    }
    query whole() -> Book {
        when { book @ Book { pages: > 200 }; }
        select book.clone()
    }
    query whole_and_borrowed() -> (Book, &str) {
        when { book @ Book { title, pages: > 200 }; let copy = book.clone(); }
        select (copy, title)
    }
    query last_pages() -> u32 {
        when { last = max((b.clone().title, b.pages) for b @ Book); }
        select last.1
    }
    query overdue() -> Option<String> {
        when { book @ Book { title }; loan @ Loan { title } if is_overdue(loan, book); }
        select Some(label(book))
    }
    query thickest() -> String {
        when { book = max_by(b.pages for b @ Book); }
        select label(book)
    }
    query total() -> u32 {
        when { pages = sum(thickness(b) for b @ Book); }
        select pages
    }
    query letters() -> Option<char> {
        when { book @ Book; if let Some(letter) = initial(book); }
        select Some(letter)
    }
    query tags() -> String {
        when { book @ Book; for tag in tags_of(book).iter(); }
        select tag.clone()
    }
    query lists() -> usize {
        when { books = collect(book @ Book); if listed(books) == books.len(); }
        select listed(books)
    }
    query unread() -> String {
        when { book @ Book { title }; not loan @ Loan { title } if is_overdue(loan, book); }
        select label(book)
    }
    query last_title() -> usize {
        when { last = max(title(book) for book @ Book); }
        select last.len()
    }
    query same_length() -> (String, String) {
        when {
            one @ Book;
            other @ Book { title: != one.title };
            if one.handle() != other.handle() && thickness(one) == thickness(other);
        }
        select (label(one), label(other))
    }
    query either_label() -> String {
        when { either { book @ Book { pages: > 200 }; } or { book @ Book { pages: < 50 }; } }
        select label(book)
    }
    query written() -> String {
        when { book @ Book; }
        select format!("{book:?}").chars().take(4).chain(title(book).chars()).collect()
    }
}

fn label(book: &Fact<Book>) -> String {
    format!("{} ({})", book.title, book.pages)
}

fn is_long(book: &Fact<'_, Book>) -> bool {
    book.pages > 200
}

fn has_pages(book: &Book) -> bool {
    book.pages > 0
}

fn title(book: &Book) -> &str {
    &book.title
}

fn is_overdue(loan: &Fact<Loan>, book: &Book) -> bool {
    loan.days > book.pages
}

fn thickness(book: &Fact<Book>) -> u32 {
    book.pages
}

fn initial(book: &Fact<Book>) -> Option<char> {
    book.title.chars().next()
}

fn tags_of<'b>(book: &'b Fact<Book>) -> &'b [String] {
    &book.tags
}

fn listed(books: &Facts<Book>) -> usize {
    books.iter().count()
}

fn library() -> Library {
    let mut library = Library::new();
    for (title, pages) in [("Emma", 474), ("Dubliners", 152), ("Kim", 474)] {
        let tags = vec![title.to_lowercase(), "novel".to_owned()];
        library.insert(Book {
            title: title.to_owned(),
            pages,
            tags,
        });
    }
    library.insert(Loan {
        title: "Dubliners".to_owned(),
        days: 200,
    });
    library
}

#[test]
fn a_select_passes_facts_to_functions_of_facts() {
    let library = library();
    assert_eq!(
        library.labels().collect::<Vec<_>>(),
        ["Emma (474)", "Dubliners (152)", "Kim (474)"]
    );
    let named: Vec<_> = library.named().collect();
    assert_eq!(named[1], ("Dubliners (152)".to_owned(), 152));
    let overdue: Vec<_> = library.overdue().collect();
    assert_eq!(overdue, [Some("Dubliners (152)".to_owned())]);
    assert_eq!(library.either_label().count(), 2);
}

#[test]
fn a_guard_passes_facts_to_functions_of_facts_even_where_results_borrow() {
    let library = library();
    let long: Vec<_> = library.long().collect();
    assert_eq!(library.get(long[1]).unwrap().title, "Kim");
    assert!(library.any_long());
    let titles: Vec<&str> = library.long_titles().collect();
    assert_eq!(titles, ["Emma", "Kim"]);
    let unread: Vec<_> = library.unread().collect();
    assert_eq!(unread, ["Emma (474)", "Kim (474)"]);
    assert_eq!(library.same_length().count(), 2);
}

#[test]
fn an_accumulate_passes_facts_to_functions_of_facts() {
    let library = library();
    assert_eq!(library.total().collect::<Vec<_>>(), [1100]);
    assert_eq!(library.thickest().collect::<Vec<_>>(), ["Emma (474)"]);
    assert_eq!(library.lists().collect::<Vec<_>>(), [3]);
    assert_eq!(library.last_title().collect::<Vec<_>>(), [3]);
}

#[test]
fn a_clone_of_a_fact_is_its_value() {
    let library = library();
    let whole: Vec<Book> = library.whole().collect();
    assert_eq!(whole.iter().map(title).collect::<Vec<_>>(), ["Emma", "Kim"]);
    let borrowed: Vec<(Book, &str)> = library.whole_and_borrowed().collect();
    assert_eq!((borrowed[1].0.pages, borrowed[1].1), (474, "Kim"));
    assert_eq!(library.last_pages().collect::<Vec<_>>(), [474]);
}

#[test]
fn what_a_query_binds_of_a_fact_comes_of_functions_of_facts() {
    let library = library();
    let letters: String = library.letters().flatten().collect();
    assert_eq!(letters, "EDK");
    let tags: Vec<_> = library.tags().collect();
    assert_eq!(
        tags,
        ["emma", "novel", "dubliners", "novel", "kim", "novel"]
    );
}

#[test]
fn a_fact_of_a_query_is_dereferenced_once_to_its_value() {
    let library = library();
    let copies: Vec<Vec<Book>> = library.copies().collect();
    assert_eq!(copies[0][0], copies[0][1]);
    assert_eq!(library.written().next().unwrap(), "BookEmma");
}
