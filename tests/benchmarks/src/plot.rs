//! A comparison as a picture: time against size, both on logarithmic scales, a line for each contender.

use std::error::Error;
use std::ops::Range;
use std::path::Path;

use plotters::prelude::*;

use crate::compare::Comparison;
use crate::statistics::Spread;
use crate::table::each;

/// Width and height, in pixels.
const EXTENT: (u32, u32) = (800, 500);

/// Draws a comparison to an SVG file.
///
/// # Errors
///
/// Where the file cannot be written.
pub(crate) fn plot(comparison: &Comparison, path: &Path) -> Result<(), Box<dyn Error>> {
    let rows = &comparison.rows;
    let sizes = Spread::of(rows.iter().map(|row| f64::from(row.size)));
    let seconds = Spread::of(rows.iter().map(|row| row.seconds.median));
    let (Some(sizes), Some(seconds)) = (sizes, seconds) else {
        return Ok(());
    };
    let mut ticks: Vec<f64> = rows.iter().map(|row| f64::from(row.size)).collect();
    ticks.dedup();
    let area = SVGBackend::new(path, EXTENT).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(comparison.title, ("sans-serif", 20))
        .margin(15)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(
            widened(sizes).log_scale().with_key_points(ticks),
            widened(seconds).log_scale(),
        )?;
    let unit = comparison
        .per
        .map_or(String::new(), |per| format!(" {}", each(per)));
    chart
        .configure_mesh()
        .x_desc(comparison.size)
        .y_desc(format!("seconds{unit}"))
        .y_label_formatter(&|seconds| format!("{seconds:.0e}"))
        .light_line_style(TRANSPARENT)
        .draw()?;
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.contender) {
            names.push(row.contender);
        }
    }
    for (number, name) in names.into_iter().enumerate() {
        let color = Palette99::pick(number).to_rgba();
        let points = rows.iter().filter(|row| row.contender == name);
        let points = points.map(|row| (f64::from(row.size), row.seconds.median));
        let line = LineSeries::new(points, color.stroke_width(2)).point_size(3);
        chart
            .draw_series(line)?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}

/// A range around what is drawn, so that no point lies on the frame.
fn widened(spread: Spread) -> Range<f64> {
    spread.least / 1.5..spread.most * 1.5
}
