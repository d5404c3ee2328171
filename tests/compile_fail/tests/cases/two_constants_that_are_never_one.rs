#[derive(Debug, Clone, PartialEq)]
enum Status { New, Paid }

rules_runtime::rules! {
    ruleset Shop;
    fact Order { status: Status, open: bool, name: String, mark: char }
    rule r {
        when {
            order @ Order { status: Status::New } if order.status == Status::Paid;
            Order { open: true, open: false };
            Order { name: "Ann", name: "Bob" };
            Order { mark: 'a', mark: 'b'..='c' };
        }
        then { println!("{:?}", order.handle()); }
    }
}

fn main() {}
