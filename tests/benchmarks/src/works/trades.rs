//! A stream of trades, watched by three rules that every market knows: a price that jumps, a symbol that is traded heavily
//! within a minute, and a trader who buys and sells the same at one price within ten seconds.
//!
//! A trade comes in each millisecond of the clock. Those that no rule needs any more go by themselves.

use std::collections::{HashMap, VecDeque};

use rules_runtime::rules;

use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const WORK: Work = Work {
    name: "trades",
    title: "A stream of trades, and three rules about prices, amounts and traders",
    size: "symbols",
    sizes: &[10, 100, 1_000],
    per: Some("trade"),
    same_firings: true,
    contenders: &[Contender::ours(ours), Contender::rust("by hand", by_hand)],
};

/// How many trades there are; a debug build looks at fewer.
const TRADES: u32 = if cfg!(debug_assertions) {
    2_000
} else {
    300_000
};
/// How many of the first trades are not timed: the windows have filled then.
const FIRST: u32 = TRADES / 3;
/// Milliseconds in which a symbol's trades are added up.
const MINUTE: u32 = if cfg!(debug_assertions) { 600 } else { 60_000 };
/// Less than this lies between a purchase and its sale.
const WASH: u32 = MINUTE / 6;
const TRADERS: u32 = 50;

/// A trade, as it comes.
#[derive(Clone, Copy)]
struct Drawn {
    at: u32,
    symbol: u32,
    trader: u32,
    buys: bool,
    price: u32,
    amount: u32,
}

/// Prices wander, and jump now and then.
fn drawn(symbols: u32) -> impl Iterator<Item = Drawn> {
    let mut random = fastrand::Rng::with_seed(37);
    let mut prices = vec![1_000_u32; symbols as usize];
    (1..=TRADES).map(move |at| {
        let symbol = random.u32(0..symbols);
        let price = &mut prices[symbol as usize];
        let step = if random.u32(0..50) == 0 { 100 } else { 3 };
        *price = (*price + random.u32(0..=2 * step))
            .saturating_sub(step)
            .clamp(500, 2_000);
        Drawn {
            at,
            symbol,
            trader: random.u32(0..TRADERS),
            buys: random.bool(),
            price: *price,
            amount: random.u32(1..100),
        }
    })
}

/// Whether a price is more than a twentieth away from the one before.
fn jumps(before: u32, price: u32) -> bool {
    20 * before.abs_diff(price) > before
}

/// How much of a symbol is traded in a minute on average: more than an eighth more is heavy.
fn heavy(symbols: u32) -> u64 {
    u64::from(MINUTE / symbols) * 50 * 9 / 8
}

fn measured(symbols: u32, mut take: impl FnMut(Drawn) -> u64) -> Run {
    let mut trades = drawn(symbols);
    for trade in trades.by_ref().take(FIRST as usize) {
        take(trade);
    }
    Run::time_each(TRADES - FIRST, || {
        let mut told = 0;
        for trade in trades {
            told = take(trade);
        }
        (None, told)
    })
}

rules! {
    #[clock(u32)]
    ruleset Market;

    #[event(at = at, expires = MINUTE)]
    fact Trade { at: u32, symbol: u32, trader: u32, buys: bool, price: u32, amount: u32 }

    #[key(symbol)]
    fact Last { symbol: u32, at: u32, price: u32 }

    #[key()]
    fact Limit { amount: u64 }

    /// How often a rule has told something.
    global told: u64;

    #[salience(2)]
    rule wash {
        when {
            first @ Trade { symbol, trader, price, buys };
            Trade { symbol, trader, price, buys: !=buys } within WASH after first;
        }
        then { *told += 1; }
    }

    #[salience(1)]
    rule jump {
        when {
            Trade { symbol, at, price };
            Last { symbol, at: < at, price: before } if jumps(before, price);
        }
        then { *told += 1; }
    }

    rule next {
        when {
            Trade { symbol, at, price };
            last @ Last { symbol, at: < at };
        }
        then {
            modify last {
                last.at = at;
                last.price = price;
            }
        }
    }

    rule heavy_trade {
        when {
            Limit { amount: limit };
            traded = sum(u64::from(amount) for Trade { symbol, amount } within MINUTE) by (symbol) if traded > limit;
        }
        then { *told += 1; }
    }
}

fn ours(symbols: u32) -> Run {
    let mut market = Market::new(0);
    market.insert(Limit {
        amount: heavy(symbols),
    });
    market.insert_all((0..symbols).map(|symbol| Last {
        symbol,
        at: 0,
        price: 1_000,
    }));
    measured(symbols, |trade| {
        market.insert(Trade {
            at: trade.at,
            symbol: trade.symbol,
            trader: trade.trader,
            buys: trade.buys,
            price: trade.price,
            amount: trade.amount,
        });
        market.advance_to(trade.at).expect("the clock goes on");
        market.globals().told
    })
}

/// What is kept of a symbol.
#[derive(Clone)]
struct Symbol {
    price: u32,
    traded: u64,
}

/// Who traded what at which price, in which direction.
type Terms = (u32, u32, u32, bool);

fn by_hand(symbols: u32) -> Run {
    let limit = heavy(symbols);
    let symbol = Symbol {
        price: 1_000,
        traded: 0,
    };
    let mut of = vec![symbol; symbols as usize];
    let mut minute: VecDeque<Drawn> = VecDeque::new();
    let mut recent: HashMap<Terms, VecDeque<u32>> = HashMap::new();
    let mut told = 0;
    measured(symbols, |trade| {
        let terms = |trade: Drawn, buys| (trade.symbol, trade.trader, trade.price, buys);
        while let Some(&first) = minute.front()
            && first.at + MINUTE <= trade.at
        {
            minute.pop_front();
            let symbol = &mut of[first.symbol as usize];
            symbol.traded -= u64::from(first.amount);
            told += u64::from(symbol.traded > limit);
        }
        // What is too old for a sale leaves when its terms are asked for.
        if let Some(others) = recent.get_mut(&terms(trade, !trade.buys)) {
            while others.front().is_some_and(|at| at + WASH <= trade.at) {
                others.pop_front();
            }
            told += others.len() as u64;
        }
        let same = recent.entry(terms(trade, trade.buys)).or_default();
        while same.front().is_some_and(|at| at + WASH <= trade.at) {
            same.pop_front();
        }
        same.push_back(trade.at);
        minute.push_back(trade);
        let symbol = &mut of[trade.symbol as usize];
        told += u64::from(jumps(symbol.price, trade.price));
        symbol.price = trade.price;
        symbol.traded += u64::from(trade.amount);
        told += u64::from(symbol.traded > limit);
        told
    })
}
