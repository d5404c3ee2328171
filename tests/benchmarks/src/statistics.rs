//! Medians, and what lies around them.

use serde::Serialize;

/// The median of some values, the least and the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Spread {
    pub median: f64,
    pub least: f64,
    pub most: f64,
}

impl Spread {
    /// Of no values there is none.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let (least, most) = (*values.first()?, *values.last()?);
        let half = values.len() / 2;
        let median = if values.len().is_multiple_of(2) {
            f64::midpoint(values[half - 1], values[half])
        } else {
            values[half]
        };
        Some(Self {
            median,
            least,
            most,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Spread;

    #[test]
    fn the_median_of_an_even_number_lies_between_the_middle_two() {
        let spread = Spread::of([4.0, 1.0, 3.0, 10.0]);
        let expected = Spread {
            median: 3.5,
            least: 1.0,
            most: 10.0,
        };
        assert_eq!(spread, Some(expected));
        assert_eq!(Spread::of([]), None);
    }
}
