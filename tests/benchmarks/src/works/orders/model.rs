//! What customers, orders and their lines have: the words in which the rules are written, and a stream of orders.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Tier {
    Guest,
    Bronze,
    Silver,
    Gold,
    Platinum,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Category {
    Books,
    Toys,
    Garden,
    Kitchen,
    Clothes,
    Music,
    Sports,
    Tools,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Country {
    Austria,
    Belgium,
    Switzerland,
    Czechia,
    Germany,
    Denmark,
    Spain,
    Finland,
    France,
    Britain,
    Greece,
    Hungary,
    Ireland,
    Italy,
    Netherlands,
    Norway,
    Poland,
    Portugal,
    Sweden,
    Slovenia,
}

/// How far an order is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Status {
    New,
    Checked,
    Priced,
    Sent,
    Refused,
    Closed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Carrier {
    Post,
    Parcel,
    Freight,
}

/// Why an order is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Reason {
    Customer,
    Empty,
    Stock,
    Credit,
    Quantity,
    Forbidden,
}

/// What somebody is told about an order that is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Notice {
    Gift,
    Call,
    Catalogue,
    Label,
    Customs,
    Reminder,
    Welcome,
    Thanks,
    Fragile,
}

pub(super) const TIERS: [Tier; 5] = [
    Tier::Guest,
    Tier::Bronze,
    Tier::Silver,
    Tier::Gold,
    Tier::Platinum,
];

pub(super) const CATEGORIES: [Category; 8] = [
    Category::Books,
    Category::Toys,
    Category::Garden,
    Category::Kitchen,
    Category::Clothes,
    Category::Music,
    Category::Sports,
    Category::Tools,
];

pub(super) const COUNTRIES: [Country; 20] = [
    Country::Austria,
    Country::Belgium,
    Country::Switzerland,
    Country::Czechia,
    Country::Germany,
    Country::Denmark,
    Country::Spain,
    Country::Finland,
    Country::France,
    Country::Britain,
    Country::Greece,
    Country::Hungary,
    Country::Ireland,
    Country::Italy,
    Country::Netherlands,
    Country::Norway,
    Country::Poland,
    Country::Portugal,
    Country::Sweden,
    Country::Slovenia,
];

/// What an order costs, in cents: goods, less what is off, and shipping, with the tax.
pub(super) fn total(goods: u32, off: u32, cost: u32, tax: u32) -> u32 {
    let net = goods * (1_000 - off) / 1_000 + cost;
    net + net * tax / 1_000
}

/// A customer, as one is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Person {
    pub(super) tier: Tier,
    pub(super) country: Country,
    pub(super) years: u32,
    pub(super) blocked: bool,
}

/// A line of an order, as it is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    pub(super) product: u32,
    pub(super) category: Category,
    pub(super) price: u32,
    pub(super) weight: u32,
    pub(super) quantity: u32,
}

/// How many products there are, and how much of each.
pub(super) const PRODUCTS: u32 = 500;
pub(super) const STOCK: u32 = 2_000;

pub(super) fn customers(count: u32) -> Vec<Person> {
    let mut random = fastrand::Rng::with_seed(43);
    let person = |_| Person {
        tier: TIERS[random.usize(..TIERS.len())],
        country: COUNTRIES[random.usize(..COUNTRIES.len())],
        years: random.u32(0..25),
        blocked: random.u32(0..40) == 0,
    };
    (0..count).map(person).collect()
}

/// Orders: of which customer, and their lines. Some are of a customer that is unknown, and some are empty.
pub(super) fn orders(customers: u32, count: u32) -> Vec<(u32, Vec<Item>)> {
    let mut random = fastrand::Rng::with_seed(47);
    let mut order = || {
        let customer = random.u32(0..customers + customers / 100);
        let lines = random.u32(0..40).min(random.u32(1..8));
        let item = |_| {
            let product = random.u32(0..PRODUCTS);
            Item {
                product,
                category: CATEGORIES[product as usize % CATEGORIES.len()],
                price: 200 + 37 * product % 9_000,
                weight: 50 + 61 * product % 4_000,
                quantity: 1 + random.u32(0..20) * random.u32(0..2),
            }
        };
        (customer, (0..lines).map(item).collect())
    };
    (0..count).map(|_| order()).collect()
}
