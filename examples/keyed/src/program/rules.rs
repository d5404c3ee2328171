//! What is suspicious about the payments of a card, as rules.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What an alert is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// Five payments within a minute.
    Burst,
    /// Payments in two countries within half an hour.
    TwoCountries,
    /// Ten times as much as the mean of the hour before.
    Jump,
    /// A large payment that the holder has not confirmed after five minutes.
    Unconfirmed,
}

/// An alert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Alert {
    /// When it was raised, in milliseconds.
    pub(crate) at: u64,
    pub(crate) kind: Kind,
    /// The amount of the payment, in cents.
    pub(crate) amount: i64,
}

fn alert(at: Duration, kind: Kind, amount: i64) -> Alert {
    Alert {
        at: at.as_millis() as u64,
        kind,
        amount,
    }
}

/// From this amount on a payment is to be confirmed, in cents.
const LARGE: i64 = 50_000;

rules_runtime::rules! {
    #[clock(Duration)]
    #[error(String)]
    pub(crate) ruleset Fraud;

    global alerts: Vec<Alert>;

    /// A payment by the card.
    #[event(at = at, expires = 1h)]
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(crate) fact Payment { at: Duration, amount: i64, country: String }

    /// The holder has confirmed what was paid. It stays as long as any payment that it may confirm.
    #[event(at = at, expires = 2h)]
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub(crate) fact Confirmed { at: Duration }

    /// Such a stream is not of this world: what follows from it is worth nothing.
    #[salience(10)]
    rule negative {
        when { Payment { amount: < 0 }; }
        then { return Err("a payment is of a negative amount".to_owned()); }
    }

    /// The fifth payment of a minute.
    rule burst {
        when {
            payment @ Payment { amount };
            before = count(Payment within 1min before payment) if before == 4;
        }
        then { alerts.push(alert(now, Kind::Burst, amount)); }
    }

    /// Nobody is in two countries at once.
    rule two_countries {
        when {
            payment @ Payment { amount, country };
            exists Payment { country: != country } within 30min before payment;
        }
        then { alerts.push(alert(now, Kind::TwoCountries, amount)); }
    }

    /// Far more than is usual.
    rule jump {
        when {
            payment @ Payment { amount };
            before = count(Payment within 1h before payment) if before >= 3;
            usual = avg(other for Payment { amount: other } within 1h before payment);
            if amount as f64 > usual * 10.0;
        }
        then { alerts.push(alert(now, Kind::Jump, amount)); }
    }

    /// Five minutes without an answer.
    rule unconfirmed {
        when {
            payment @ Payment { amount: >= LARGE };
            not Confirmed within 5min after payment;
        }
        then { alerts.push(alert(now, Kind::Unconfirmed, payment.amount)); }
    }
}
