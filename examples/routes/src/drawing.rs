//! A map and a route on it as SVG.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use streams::typed::Shown;

use crate::map::{Map, Town};
use crate::roads::Leg;

/// How wide the drawing is; it is as high as the map is in proportion.
const WIDTH: f64 = 960.0;
/// What is left free around the towns.
const MARGIN: f64 = 48.0;

/// Where towns stand in the drawing.
struct Frame {
    left: f64,
    top: f64,
    scale: f64,
    height: f64,
}

impl Frame {
    fn of(map: &Map) -> Self {
        let bounds = |of: fn(&Town) -> f64| {
            let all = map.towns.iter().map(of);
            let low = all.clone().fold(f64::INFINITY, f64::min);
            (low, all.fold(f64::NEG_INFINITY, f64::max))
        };
        let ((left, right), (top, bottom)) = (bounds(|town| town.x), bounds(|town| town.y));
        if map.towns.is_empty() {
            let (left, top, scale) = (0.0, 0.0, 1.0);
            return Frame {
                left,
                top,
                scale,
                height: WIDTH / 2.0,
            };
        }
        let scale = (WIDTH - 2.0 * MARGIN) / (right - left).max(1.0);
        Frame {
            left,
            top,
            scale,
            height: (bottom - top) * scale + 2.0 * MARGIN,
        }
    }

    fn place(&self, town: &Town) -> (f64, f64) {
        let x = (town.x - self.left) * self.scale + MARGIN;
        let y = (town.y - self.top) * self.scale + MARGIN;
        (x, y)
    }
}

/// Draws a map with its closed roads and a route.
#[must_use]
pub fn draw(map: &Map, is_closed: impl Fn(u32) -> bool, route: &[Leg]) -> String {
    let frame = Frame::of(map);
    let height = frame.height;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0} {height:.0}" font-family="sans-serif" font-size="13">
<style>
  .land {{ fill: #f7f5ef }} .road {{ stroke: #b9b2a3; stroke-width: 2.5 }} .way {{ stroke: #0e7490; stroke-width: 6 }}
  .closed {{ stroke: #b91c1c; stroke-width: 2.5; stroke-dasharray: 3 6 }} .road, .way, .closed {{ stroke-linecap: round }}
  circle {{ fill: #fff; stroke: #57534e; stroke-width: 1.5 }} circle.on {{ fill: #0e7490; stroke: #164e63 }}
  text {{ fill: #292524; paint-order: stroke; stroke: #f7f5ef; stroke-width: 3px }} text.on {{ font-weight: bold }}
  @media (prefers-color-scheme: dark) {{
    .land {{ fill: #1c1917 }} .road {{ stroke: #57534e }} .way {{ stroke: #22d3ee }} circle {{ fill: #292524; stroke: #a8a29e }}
    text {{ fill: #e7e5e4; stroke: #1c1917 }} circle.on {{ fill: #22d3ee }}
  }}
</style>
<rect class="land" width="100%" height="100%"/>
"#
    );
    let on_route: BTreeSet<u32> = route.iter().map(|leg| leg.road).collect();
    // What is on the route is drawn over the rest.
    for is_way in [false, true] {
        for (number, road) in (0..).zip(&map.roads) {
            if on_route.contains(&number) != is_way {
                continue;
            }
            let class = match (is_way, is_closed(number)) {
                (true, _) => "way",
                (false, true) => "closed",
                (false, false) => "road",
            };
            line(&mut svg, map, &frame, [&road.from, &road.to], class);
            let name = road.name.as_deref().unwrap_or("road");
            let title = format!("{name}, {} to {}, {} km", road.from, road.to, road.km);
            _ = writeln!(svg, "<title>{}</title></line>", escaped(&title));
        }
    }
    let towns_on: BTreeSet<&str> = route
        .iter()
        .flat_map(|leg| [leg.from.as_str(), leg.to.as_str()])
        .collect();
    // With many towns only those on the route can be read.
    let are_few = map.towns.len() <= 40;
    for town in &map.towns {
        let (x, y) = frame.place(town);
        let is_on = towns_on.contains(town.name.as_str());
        let (class, radius) = if is_on {
            (r#" class="on""#, 6.0)
        } else {
            ("", if are_few { 5.0 } else { 3.0 })
        };
        let name = escaped(&town.name);
        _ = writeln!(
            svg,
            r#"<circle{class} cx="{x:.1}" cy="{y:.1}" r="{radius}"><title>{name}</title></circle>"#
        );
        if is_on || are_few {
            let (x, y) = (x + 9.0, y - 7.0);
            _ = writeln!(svg, r#"<text{class} x="{x:.1}" y="{y:.1}">{name}</text>"#);
        }
    }
    svg + "</svg>\n"
}

/// Begins a line between two towns.
fn line(svg: &mut String, map: &Map, frame: &Frame, ends: [&String; 2], class: &str) {
    let place = |name: &String| {
        let mut towns = map.towns.iter();
        let town = towns.find(|town| town.name == *name);
        town.map_or((0.0, 0.0), |town| frame.place(town))
    };
    let [(x1, y1), (x2, y2)] = ends.map(place);
    _ = write!(
        svg,
        r#"<line class="{class}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}">"#
    );
}

/// A text as XML has it. Control characters, which it has not, are written as escapes of Rust.
fn escaped(text: &str) -> String {
    Shown(text)
        .to_string()
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_text_of_xml() {
        let name = "<A&B>\0\t\n\u{1b}[2J\u{9f}\u{ffff}♥";
        assert_eq!(escaped(name), r"&lt;A&amp;B&gt;\0\t\n\u{1b}[2J\u{9f}�♥");
    }
}
