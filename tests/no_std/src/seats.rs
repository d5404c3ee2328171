//! Seats at a table: a search, with a way back.

use alloc::vec::Vec;

use rules_runtime::rules;

rules! {
    #[backtrack]
    ruleset Seats;

    fact Guest { name: u32, hobby: u32 }
    #[key()]
    fact Next { seat: u32 }
    fact Seat { at: u32, name: u32, hobby: u32 }

    #[salience(1)]
    rule twice {
        when { Seat { at, name }; Seat { at: < at, name }; }
        then { fail; }
    }

    #[salience(1)]
    rule strangers {
        when { Seat { at, hobby }; Seat { at: before, hobby: != hobby } if before + 1 == at; }
        then { fail; }
    }

    rule sit {
        when {
            next @ Next { seat, seat: < 3 };
            guests = collect(guest @ Guest);
        }
        then {
            choose guest in guests.iter().map(|guest| (guest.name, guest.hobby));
            insert Seat { at: seat, name: guest.0, hobby: guest.1 };
            modify next { next.seat += 1; }
        }
    }
}

/// Who sits where, in each way to seat three of five guests beside those of their hobby.
#[must_use]
pub fn orders() -> Vec<Vec<u32>> {
    let mut seats = Seats::new();
    let guests = [(1, 0), (2, 1), (3, 0), (4, 1), (5, 0)];
    seats.insert_all(guests.map(|(name, hobby)| Guest { name, hobby }));
    seats.insert(Next { seat: 0 });
    let mut orders = Vec::new();
    while seats.next_solution() {
        let mut order: Vec<(u32, u32)> = seats
            .facts()
            .map(|seat: &Seat| (seat.at, seat.name))
            .collect();
        order.sort_unstable();
        orders.push(order.into_iter().map(|(_, name)| name).collect());
    }
    orders
}
