//! The same ruleset as a block; `tests/same.rs` compares the two texts.

use rules_runtime::rules;

rules! {
    /// A warehouse that sends what it has, urgent orders first.
    pub ruleset Warehouse;

    use crate::model::{Order, Urgency};

    /// What lies on a shelf.
    pub fact Shelf {
        /// What it is.
        article: String,
        /// How many there are.
        quantity: u32,
    }

    /// Something to tell a buyer.
    #[unique]
    pub fact Shortage(String);

    /// The weather at the gate.
    pub fact enum Weather {
        /// Lorries may go.
        Fine,
        /// They may not always.
        Storm {
            /// From 8 to 12.
            force: u8,
        },
    }

    global sent: u32;

    /// How much goes out at once.
    const TRUCK: u32 = 10;

    /// Sends as much of an order as there is.
    #[salience(5)]
    #[tag(stock)]
    rule send_urgent {
        when {
            order @ Order { article, urgency: Urgency::High } if order.open() > 0;
            shelf @ Shelf { article, quantity: 1.. };
            not Weather::Storm { force: > 9 };
        }
        then {
            let amount = order.open().min(shelf.quantity).min(TRUCK);
            modify order { order.sent += amount; }
            modify shelf { shelf.quantity -= amount; }
            *sent += amount;
        }
    }

    /* Comments are no part of a rule. */
    rule report_shortage {
        when {
            Order { article, quantity: wanted, sent: < wanted }; // not all of it
            not Shelf { article, quantity: > 0 };
            either { exists Weather::Fine; } or { n = count(Weather) if n == 0; }
        }
        then { insert Shortage(article.clone()); }
    }

    #[no_loop]
    rule tidy {
        when {
            empty = collect(shelf @ Shelf { quantity: 0 }) if empty.len() >= 2;
            let count = empty.len();
            if count % 2 == 0;
            forall Order { quantity: q } => Order { sent: q };
        }
        then {
            for shelf in empty {
                retract shelf;
            }
            if count > 100 {
                halt;
            }
        }
    }

    /// The articles of which there are fewer than so many on a shelf, with what is there.
    query scarce(limit: u32) -> (&str, u32) {
        when { shelf @ Shelf { quantity: < limit }; }
        select (&shelf.article, shelf.quantity)
    }
}
