//! The answer to "how fast?" in one table and one picture: works of every kind, each at one size, ours beside CLIPS, ascent and
//! plain Rust.

use std::error::Error;
use std::path::Path;

use comfy_table::Table;
use comfy_table::presets::ASCII_MARKDOWN;
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::compare::{Comparison, Effort, Row, compare};
use crate::table::{align_right, each, time, times};
use crate::work::Work;
use crate::works;

/// A work at a size, and which of its contenders is called "by hand".
const SHOWN: &[(&str, u32, &str)] = &[
    ("manners", 64, "Rust incremental"),
    ("waltz", 50, "Rust"),
    ("closure", 5_000, "Rust"),
    ("open_joins", 1_000, "Rust"),
    ("triangles", 30_000, "Rust"),
    ("same_generation", 100, "Rust"),
    ("queens_all", 8, "Rust arrays"),
    ("games", 7, "Rust arrays"),
    ("orders", 1_000, "Rust"),
    ("insert", 100_000, "Rust"),
    ("update_firing", 100_000, "Rust"),
    ("bookings", 10_000, "by hand"),
    ("trades", 100, "by hand"),
    ("lookups", 1_000, "by hand"),
];

/// What stands beside ours.
const OTHERS: [&str; 3] = ["CLIPS", "ascent", "by hand"];

/// Width and height of the picture, in pixels.
const EXTENT: (u32, u32) = (800, 460);

/// A work, and who took how long.
struct Line {
    work: &'static Work,
    size: u32,
    ours: Row,
    others: [Option<Row>; OTHERS.len()],
}

/// Compares all of them, and gives the table; the picture is written to `path`.
///
/// # Errors
///
/// Where a contender comes to another answer, or the picture cannot be written.
pub(crate) fn overview(effort: Effort, path: &Path) -> Result<Table, Box<dyn Error>> {
    let lines = SHOWN.iter().map(|shown| line(shown, effort));
    let lines: Vec<Line> = lines.collect::<Result<_, _>>()?;
    draw(&lines, path)?;
    Ok(table(&lines))
}

fn line(&(name, size, by_hand): &(&str, u32, &str), effort: Effort) -> Result<Line, String> {
    let mut known = works::ALL.iter();
    let work = known.find(|work| work.name == name);
    let work = work.ok_or_else(|| format!("there is no work `{name}`"))?;
    let Comparison {
        mut rows, errors, ..
    } = compare(work, &[size], effort);
    if !errors.is_empty() {
        return Err(errors.join("\n"));
    }
    let mut take = |is: &dyn Fn(&str) -> bool| {
        let place = rows.iter().position(|row| is(row.contender))?;
        Some(rows.remove(place))
    };
    let ours = take(&|name| name == "rules");
    Ok(Line {
        work,
        size,
        ours: ours.ok_or_else(|| format!("`{name}` has not been measured"))?,
        others: [
            take(&|name| name == "CLIPS"),
            take(&|name| name.starts_with("ascent")),
            take(&|name| name == by_hand),
        ],
    })
}

fn table(lines: &[Line]) -> Table {
    let mut table = Table::new();
    let mut header = vec!["work", "size", "rules"];
    header.extend(OTHERS);
    table.load_preset(ASCII_MARKDOWN).set_header(header);
    for line in lines {
        let per = line
            .work
            .per
            .map_or(String::new(), |per| format!(" {}", each(per)));
        let others = line.others.iter().map(|row| {
            let ratio = row.as_ref().and_then(|row| row.ratio);
            ratio.map_or(String::new(), |spread| {
                format!("{} ×", times(spread.median))
            })
        });
        let mut cells = vec![
            line.work.name.to_owned(),
            format!("{} {}", line.size, line.work.size),
            format!("{}{per}", time(line.ours.seconds.median)),
        ];
        cells.extend(others);
        table.add_row(cells);
    }
    align_right(&mut table, 2..3 + OTHERS.len());
    table
}

/// A line for each work, and on it a point for each contender: how much longer or shorter than ours it takes.
fn draw(lines: &[Line], path: &Path) -> Result<(), Box<dyn Error>> {
    let area: DrawingArea<_, Shift> = SVGBackend::new(path, EXTENT).into_drawing_area();
    area.fill(&WHITE)?;
    let count = i32::try_from(lines.len())?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Time beside that of the rules", ("sans-serif", 20))
        .margin(15)
        .x_label_area_size(40)
        .y_label_area_size(120)
        .build_cartesian_2d((1e-4..1e3).log_scale(), -1..count)?;
    let name = |at: &i32| {
        let line = usize::try_from(*at).ok();
        let line = line.and_then(|at| lines.iter().rev().nth(at));
        line.map_or(String::new(), |line| line.work.name.to_owned())
    };
    chart
        .configure_mesh()
        .x_desc("shorter than the rules' time ← 1 → longer")
        .x_label_formatter(&|factor| format!("{factor}"))
        .y_labels(lines.len() + 2)
        .y_label_formatter(&name)
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (number, other) in OTHERS.iter().enumerate() {
        let color = Palette99::pick(number).to_rgba();
        let points = (0..).zip(lines.iter().rev()).filter_map(|(at, line)| {
            let row = line.others[number].as_ref()?;
            Some((row.ratio?.median, at))
        });
        let points = points.map(|point| Circle::new(point, 5, color.filled()));
        chart
            .draw_series(points)?
            .label(*other)
            .legend(move |at| Circle::new(at, 5, color.filled()));
    }
    chart
        .draw_series(LineSeries::new(
            [(1.0, -1), (1.0, count)],
            BLACK.stroke_width(1),
        ))?
        .label("rules")
        .legend(|(x, y)| PathElement::new([(x - 5, y), (x + 5, y)], BLACK));
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}
