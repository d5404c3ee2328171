//! Shortest routes: of all ways to a town the shortest stands.

use rules_runtime::{Derivation, rules};

use crate::map::Map;

rules! {
    /// Ways from one town to all others.
    pub ruleset Roads;

    /// Where the journey begins.
    #[key()]
    pub fact Start {
        /// The town.
        pub town: String,
    }
    /// A road as one drives it; one that leads both ways is two. Its number is that of the map.
    pub fact Drive {
        /// Where it begins.
        pub from: String,
        /// Where it ends.
        pub to: String,
        /// How long it is.
        pub km: u32,
        /// Its number.
        pub road: u32,
    }
    /// A road is closed.
    #[unique]
    pub fact Closed {
        /// Its number.
        pub road: u32,
    }
    /// The shortest way to a town, its length, and the last town and road on it.
    #[best(min: km, by(to))]
    pub fact Way {
        /// The town.
        pub to: String,
        /// How far it is. No map has so many roads of the greatest length that the sum does not fit.
        pub km: u64,
        /// The town before it.
        pub from: String,
        /// The road from there; of the start none.
        pub road: Option<u32>,
    }

    rule set_out {
        when { Start { town }; }
        then {
            let from = town.clone();
            insert logical Way { to: town.clone(), km: 0, from, road: None };
        }
    }

    /// The nearest town first: so no way is found before its shortest beginning is.
    #[salience(-(km.min(1 << 30) as i32))]
    rule drive_on {
        when {
            Way { to: here, km };
            Drive { from: here, to, km: further, road };
            not Closed { road };
        }
        then {
            let (to, from) = (to.clone(), here.clone());
            insert logical Way { to, km: km + u64::from(further), from, road: Some(road) };
        }
    }

    /// The shortest way to a town.
    query way(town: &str) -> &Way {
        when { way @ Way { to: == town }; }
        select way
    }
}

/// A part of a route: from a town to the next by a road of the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg {
    /// Where it begins.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// How far that is from the start of the journey.
    pub km: u64,
    /// The road, by its place in [`Map::roads`].
    pub road: u32,
}

/// A map on which roads are closed and opened, and a start of journeys.
pub struct Journey {
    roads: Roads,
}

impl Journey {
    /// Journeys from a town of a map.
    #[must_use]
    pub fn new(map: &Map, from: &str) -> Self {
        let mut roads = Roads::new();
        let mut drives = Vec::new();
        for (number, road) in (0..).zip(&map.roads) {
            let drive = |from: &str, to: &str| Drive {
                from: from.to_owned(),
                to: to.to_owned(),
                km: road.km,
                road: number,
            };
            drives.push(drive(&road.from, &road.to));
            if !road.oneway {
                drives.push(drive(&road.to, &road.from));
            }
        }
        roads.insert_all(drives);
        let mut journey = Journey { roads };
        journey.set_out(from);
        journey
    }

    /// Begins elsewhere.
    pub fn set_out(&mut self, from: &str) {
        let town = from.to_owned();
        // There is one start: this one takes its place.
        self.roads.insert(Start { town });
        self.roads.run();
    }

    /// Closes a road. Returns whether it was open.
    pub fn close(&mut self, road: u32) -> bool {
        if self.is_closed(road) {
            return false;
        }
        self.roads.insert(Closed { road });
        self.roads.run();
        true
    }

    /// Opens a road. Returns whether it was closed.
    pub fn open(&mut self, road: u32) -> bool {
        let mut closed = self.roads.handles::<Closed>();
        let is_it = |&handle: &_| self.roads.get(handle) == Some(&Closed { road });
        let Some(handle) = closed.find(is_it) else {
            return false;
        };
        drop(closed);
        let opened = self.roads.retract(handle).is_ok();
        self.roads.run();
        opened
    }

    /// Whether a road is closed.
    #[must_use]
    pub fn is_closed(&self, road: u32) -> bool {
        self.roads
            .facts::<Closed>()
            .any(|closed| closed.road == road)
    }

    /// How far a town is, if a way leads there.
    #[must_use]
    pub fn distance(&self, to: &str) -> Option<u64> {
        self.roads.way(to).next().map(|way| way.km)
    }

    /// The shortest route to a town, if a way leads there. It has no legs where the journey begins.
    #[must_use]
    pub fn route(&self, to: &str) -> Option<Vec<Leg>> {
        let mut legs = Vec::new();
        let mut way = self.roads.way(to).next()?;
        while let Some(road) = way.road {
            legs.push(Leg {
                from: way.from.clone(),
                to: way.to.clone(),
                km: way.km,
                road,
            });
            way = self.roads.way(&way.from).next()?;
        }
        legs.reverse();
        Some(legs)
    }

    /// Why that is the way to a town: the rules and the facts that it came from.
    #[must_use]
    pub fn why(&self, to: &str) -> Option<Derivation> {
        let mut ways = self.roads.handles::<Way>();
        let is_there = |&way: &_| self.roads.get(way).is_some_and(|way: &Way| way.to == to);
        ways.find(is_there).map(|way| self.roads.why(way))
    }
}
