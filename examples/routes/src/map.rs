//! A map: towns with their places, and the roads between them, read from a file.
//!
//! ```text
//! town Ulm 120 80
//! road Ulm Jena 31 "the old road"
//! oneway Jena Bonn 12
//! ```

use crate::words::{Mistake, each_line};

/// A town.
#[derive(Debug, Clone, PartialEq)]
pub struct Town {
    /// Its name.
    pub name: String,
    /// Where it lies, from left to right.
    pub x: f64,
    /// The same, from top to bottom.
    pub y: f64,
}

/// A road.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Road {
    /// The town in which it begins.
    pub from: String,
    /// The town in which it ends.
    pub to: String,
    /// How long it is.
    pub km: u32,
    /// What it is called, where it has a name.
    pub name: Option<String>,
    /// Whether it leads one way only.
    pub oneway: bool,
}

/// A map.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Map {
    /// The towns.
    pub towns: Vec<Town>,
    /// The roads.
    pub roads: Vec<Road>,
}

impl Map {
    /// Reads a map.
    ///
    /// # Errors
    ///
    /// Fails if a line is none of a map, names a town that no line before it has, or one twice.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        let mut map = Map::default();
        each_line(text, |words| match *words {
            ["town", name, x, y] => map.add_town(name, number(x)?, number(y)?),
            ["road", from, to, km] => map.add_road(from, to, km, None, false),
            ["road", from, to, km, name] => map.add_road(from, to, km, Some(name), false),
            ["oneway", from, to, km] => map.add_road(from, to, km, None, true),
            ["oneway", from, to, km, name] => map.add_road(from, to, km, Some(name), true),
            _ => Err(Mistake::new(
                "expected `town NAME X Y`, `road FROM TO KM [NAME]` or `oneway FROM TO KM [NAME]`",
            )),
        })?;
        Ok(map)
    }

    fn add_town(&mut self, name: &str, x: f64, y: f64) -> Result<(), Mistake> {
        if self.towns.iter().any(|town| town.name == name) {
            return Err(Mistake::new(format!("there are two towns `{name}`")));
        }
        let name = name.to_owned();
        self.towns.push(Town { name, x, y });
        Ok(())
    }

    fn add_road(
        &mut self,
        from: &str,
        to: &str,
        km: &str,
        name: Option<&str>,
        oneway: bool,
    ) -> Result<(), Mistake> {
        let km = km
            .parse()
            .map_err(|_| Mistake::new(format!("expected a number of km, found `{km}`")))?;
        self.roads.push(Road {
            from: self.town(from)?.name.clone(),
            to: self.town(to)?.name.clone(),
            km,
            name: name.map(str::to_owned),
            oneway,
        });
        Ok(())
    }

    /// The town of a name.
    ///
    /// # Errors
    ///
    /// Fails if there is none; the message names one that is nearly called so.
    pub fn town(&self, name: &str) -> Result<&Town, Mistake> {
        let mut towns = self.towns.iter();
        towns.find(|town| town.name == name).ok_or_else(|| {
            let lower = name.to_lowercase();
            let is_near = |town: &&Town| {
                let other = town.name.to_lowercase();
                other == lower || !lower.is_empty() && other.starts_with(&lower)
            };
            let near = self.towns.iter().find(is_near);
            let help = near.map_or(String::new(), |near| {
                format!(", did you mean `{}`?", near.name)
            });
            Mistake::new(format!("there is no town `{name}`{help}"))
        })
    }

    /// The roads between two towns, by their places in [`Map::roads`].
    #[must_use]
    pub fn between(&self, a: &str, b: &str) -> Vec<u32> {
        let joins =
            |road: &Road| (road.from == a && road.to == b) || (road.from == b && road.to == a);
        let roads = (0..).zip(&self.roads);
        roads
            .filter(|(_, road)| joins(road))
            .map(|(number, _)| number)
            .collect()
    }
}

fn number(word: &str) -> Result<f64, Mistake> {
    let number: Option<f64> = word.parse().ok();
    let number = number.filter(|number| number.is_finite());
    number.ok_or_else(|| Mistake::new(format!("expected a number, found `{word}`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_names_its_line() {
        let mistake = |text| Map::parse(text).unwrap_err().to_string();
        assert_eq!(
            mistake("town Ulm 1 2\n\nroad Ulm ulm 3"),
            "line 3: there is no town `ulm`, did you mean `Ulm`?"
        );
        assert_eq!(
            mistake("town Ulm 1 2\nroad Ulm Ulm far"),
            "line 2: expected a number of km, found `far`"
        );
        assert_eq!(
            mistake("town Ulm 1 2\ntown Ulm 3 4"),
            "line 2: there are two towns `Ulm`"
        );
        assert!(mistake("lake Ulm").starts_with("line 1: expected `town"));
        assert_eq!(
            mistake("town Ulm 1 inf"),
            "line 1: expected a number, found `inf`"
        );
    }
}
