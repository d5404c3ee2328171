//! By hand: one function from an order to what comes of it, with the rates in arrays.

use super::model::{Category, Country, Item, Person, STOCK, Tier, total};

/// The least that an order must contain for a discount, and its rate, for each tier and category.
const LEAST: [[u32; 8]; 5] = [
    [
        20_000, 25_000, 23_000, 21_000, 26_000, 24_000, 22_000, 20_000,
    ],
    [
        17_000, 15_000, 20_000, 18_000, 16_000, 21_000, 19_000, 17_000,
    ],
    [
        14_000, 12_000, 10_000, 15_000, 13_000, 11_000, 16_000, 14_000,
    ],
    [14_000, 12_000, 10_000, 8_000, 13_000, 11_000, 9_000, 14_000],
    [6_000, 11_000, 9_000, 7_000, 5_000, 10_000, 8_000, 6_000],
];
const RATES: [[u32; 8]; 5] = [
    [0, 15, 5, 20, 10, 0, 15, 5],
    [15, 30, 20, 10, 25, 15, 30, 20],
    [30, 20, 35, 25, 40, 30, 20, 35],
    [45, 35, 50, 40, 30, 45, 35, 50],
    [60, 50, 40, 55, 45, 60, 50, 40],
];
const TAXES: [u32; 20] = [
    200, 210, 81, 210, 190, 250, 210, 255, 200, 200, 240, 270, 230, 220, 210, 250, 230, 230, 250,
    220,
];
const SHIPPING: [u32; 20] = [
    690, 550, 1_290, 590, 490, 790, 890, 950, 650, 990, 1_090, 850, 990, 750, 520, 1_350, 620, 950,
    830, 720,
];
const CREDIT: [u32; 5] = [0, 20_000, 50_000, 100_000, 250_000];
const MOST: [u32; 8] = [60, 20, 10, 12, 30, 40, 15, 25];
const GIFTS: [u32; 5] = [400_000, 300_000, 200_000, 100_000, 50_000];
const CALLS: [u32; 5] = [900_000, 800_000, 600_000, 400_000, 300_000];
const REMINDERS: [u32; 5] = [100, 18_000, 45_000, 90_000, 225_000];
const POINTS: [u32; 5] = [1, 2, 3, 4, 6];

/// A customer of the shop, with what may change.
struct Customer {
    person: Person,
    owes: u32,
    points: u32,
}

/// The shop, and what has come of the orders so far.
#[derive(Default)]
pub(super) struct Shop {
    customers: Vec<Customer>,
    stock: Vec<u32>,
    sold: u64,
    sent: u64,
    refused: u64,
    told: u64,
}

impl Shop {
    pub(super) fn new(customers: Vec<Person>, products: u32) -> Self {
        let customers = customers.into_iter().map(|person| Customer {
            person,
            owes: 0,
            points: 0,
        });
        Shop {
            customers: customers.collect(),
            stock: vec![STOCK; products as usize],
            ..Shop::default()
        }
    }

    pub(super) fn answer(&self) -> u64 {
        self.sold + 3 * self.sent + 5 * self.refused + 7 * self.told
    }

    pub(super) fn take(&mut self, customer: u32, lines: &[Item]) {
        if !self.may_be_sent(customer, lines) {
            self.refused += 1;
            return;
        }
        let customer = &mut self.customers[customer as usize];
        let person = customer.person;
        let goods = lines.iter().map(|line| line.price * line.quantity).sum();
        let weight: u32 = lines.iter().map(|line| line.weight * line.quantity).sum();
        let (by_weight, is_post) = match weight {
            ..500 => (0, true),
            500..10_000 => (300, false),
            _ => (4_500, false),
        };
        let country = person.country as usize;
        let cost = SHIPPING[country] + by_weight;
        let total = total(goods, discount(person, goods, lines), cost, TAXES[country]);
        for line in lines {
            let stock = &mut self.stock[line.product as usize];
            *stock = stock.saturating_sub(line.quantity);
        }
        let tier = person.tier as usize;
        let of = |category| lines.iter().filter(move |line| line.category == category);
        let catalogues = super::model::CATEGORIES.iter();
        let catalogues = catalogues.filter(|&&category| of(category).count() >= 2);
        let customs = [Country::Switzerland, Country::Norway, Country::Britain];
        let notices = [
            total > GIFTS[tier],
            total > CALLS[tier],
            // The label of the carrier.
            true,
            customs.contains(&person.country),
            customer.owes > REMINDERS[tier],
            person.years == 0,
            person.years >= 20,
            is_post && of(Category::Kitchen).next().is_some(),
        ];
        self.told += catalogues.count() as u64;
        self.told += notices.iter().filter(|&&told| told).count() as u64;
        customer.points += POINTS[tier] * (total / 1_000);
        customer.owes += total / 100;
        self.sold += u64::from(total);
        self.sent += 1;
    }

    fn may_be_sent(&self, customer: u32, lines: &[Item]) -> bool {
        let Some(Customer { person, owes, .. }) = self.customers.get(customer as usize) else {
            return false;
        };
        let may_have = |line: &Item| {
            line.quantity <= self.stock[line.product as usize]
                && line.quantity <= MOST[line.category as usize]
                && !is_forbidden(line.category, person.country)
        };
        !person.blocked
            && *owes <= CREDIT[person.tier as usize]
            && !lines.is_empty()
            && lines.iter().all(may_have)
    }
}

fn is_forbidden(category: Category, country: Country) -> bool {
    matches!(
        (category, country),
        (Category::Garden, Country::Switzerland | Country::Norway)
            | (Category::Tools, Country::Ireland | Country::Portugal)
            | (Category::Toys, Country::Greece)
            | (Category::Music, Country::Hungary)
            | (Category::Sports, Country::Finland)
            | (Category::Kitchen, Country::Britain)
    )
}

/// The best of all discounts.
fn discount(person: Person, goods: u32, lines: &[Item]) -> u32 {
    let tier = person.tier as usize;
    let by_category = lines.iter().map(|line| line.category as usize);
    let by_category = by_category.filter(|&category| goods > LEAST[tier][category]);
    let by_category = by_category.map(|category| RATES[tier][category]);
    let by_years = match person.years {
        ..2 => 0,
        2..5 => 10,
        5..10 => 25,
        10..15 => 50,
        15.. => 60,
    };
    let by_size = match goods {
        ..=50_000 => 0,
        50_001..=100_000 => 30,
        100_001..=200_000 => 50,
        200_001.. => 80,
    };
    by_category.max().unwrap_or(0).max(by_years).max(by_size)
}

/// Whether the tiers are numbered as the arrays are.
const _: () = assert!(Tier::Platinum as usize == 4 && Country::Slovenia as usize == 19);
