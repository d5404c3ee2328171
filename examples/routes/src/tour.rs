//! A route on a map, and what commands do to it.

use std::cmp::Ordering;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use routes::Mistake;
use routes::drawing::draw;
use routes::map::Map;
use routes::roads::{Journey, Leg};
use streams::typed::Shown;

use crate::{BAD, BOLD, Console, FAINT, GOOD, no_command};

const HELP: &str = "\
close A B   close the roads between two towns
open A B    open them again
from TOWN   begin elsewhere
to TOWN     go elsewhere
why         the rules and roads that the route came from
quit";

/// A route on a map.
pub(crate) struct Tour {
    map: Map,
    journey: Journey,
    from: String,
    to: String,
    svg: Option<PathBuf>,
    /// Whether it has been shown, between the same towns.
    is_shown: bool,
    /// How far it was then.
    before: Option<u64>,
}

impl Tour {
    pub(crate) fn new(
        map: Map,
        from: &str,
        to: &str,
        svg: Option<PathBuf>,
    ) -> Result<Self, Mistake> {
        let (from, to) = (map.town(from)?.name.clone(), map.town(to)?.name.clone());
        Ok(Tour {
            journey: Journey::new(&map, &from),
            map,
            from,
            to,
            svg,
            is_shown: false,
            before: None,
        })
    }

    /// Prints the route, and draws it.
    pub(crate) fn show(&mut self, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
        let route = self.journey.route(&self.to);
        self.print(route.as_deref(), output)?;
        self.is_shown = true;
        self.before = self.journey.distance(&self.to);
        if let Some(path) = &self.svg {
            let is_closed = |road| self.journey.is_closed(road);
            let svg = draw(&self.map, is_closed, route.as_deref().unwrap_or_default());
            let shown = path.display();
            fs::write(path, svg).map_err(|error| format!("{shown}: {error}"))?;
        }
        Ok(())
    }

    fn print(&self, route: Option<&[Leg]>, output: &mut dyn Write) -> std::io::Result<()> {
        let (from, to) = (Shown(&self.from), Shown(&self.to));
        write!(output, "{BOLD}{from} → {to}{BOLD:#}  ")?;
        let Some(route) = route else {
            return writeln!(output, "{BAD}there is no way{BAD:#}");
        };
        let km = route.last().map_or(0, |leg| leg.km);
        write!(output, "{km} km")?;
        match self.before {
            Some(before) if self.is_shown => match km.cmp(&before) {
                Ordering::Less => write!(output, "  {GOOD}−{} km{GOOD:#}", before - km)?,
                Ordering::Equal => {}
                Ordering::Greater => write!(output, "  {BAD}+{} km{BAD:#}", km - before)?,
            },
            None if self.is_shown => {
                write!(output, "  {GOOD}there is a way again{GOOD:#}")?;
            }
            _ => {}
        }
        writeln!(output)?;
        let names = route.iter().map(|leg| Shown(&leg.to).to_string());
        let names: Vec<String> = names.collect();
        let width = names.iter().map(|name| name.chars().count()).max();
        let width = width.unwrap_or_default();
        for (leg, town) in route.iter().zip(names) {
            let road = &self.map.roads[leg.road as usize];
            write!(output, "{:>6} km  {town:width$}", leg.km)?;
            let name = Shown(road.name.as_deref().unwrap_or("by road"));
            writeln!(output, "  {FAINT}{name}, {} km{FAINT:#}", road.km)?;
        }
        Ok(())
    }

    /// The roads between two towns.
    fn roads(&self, a: &str, b: &str) -> Result<Vec<u32>, Mistake> {
        let (a, b) = (&self.map.town(a)?.name, &self.map.town(b)?.name);
        let roads = self.map.between(a, b);
        if roads.is_empty() {
            return Err(Mistake {
                line: None,
                text: format!("no road joins {a} and {b}"),
            });
        }
        Ok(roads)
    }
}

impl Console for Tour {
    fn command(&mut self, words: &[&str], output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
        match *words {
            ["close", a, b] => {
                let mut closed = 0;
                for road in self.roads(a, b)? {
                    closed += usize::from(self.journey.close(road));
                }
                if closed == 0 {
                    writeln!(output, "{FAINT}closed already{FAINT:#}")?;
                }
            }
            ["open", a, b] => {
                let mut opened = 0;
                for road in self.roads(a, b)? {
                    opened += usize::from(self.journey.open(road));
                }
                if opened == 0 {
                    writeln!(output, "{FAINT}open already{FAINT:#}")?;
                }
            }
            ["from", town] => {
                self.from.clone_from(&self.map.town(town)?.name);
                self.journey.set_out(&self.from);
                self.is_shown = false;
            }
            ["to", town] => {
                self.to.clone_from(&self.map.town(town)?.name);
                self.is_shown = false;
            }
            ["why"] => {
                match self.journey.why(&self.to) {
                    Some(why) => write!(output, "{why}")?,
                    None => writeln!(output, "{BAD}there is no way{BAD:#}")?,
                }
                return Ok(());
            }
            ["help"] => {
                writeln!(output, "{HELP}")?;
                return Ok(());
            }
            _ => return Err(no_command(words, HELP).into()),
        }
        self.show(output)
    }
}
