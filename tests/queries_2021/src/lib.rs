//! A ruleset in a crate of the edition of 2021: the code that comes out of `rules!` is of the edition of the
//! crate it stands in, where `gen` is a name, temporaries live longer, and a result of type `impl Trait`
//! borrows what it names and nothing else.

use rules_runtime::rules;

rules! {
    /// Beds of a garden, and what grows in them.
    pub ruleset Garden;

    /// A plant; `gen` counts its ancestors.
    #[derive(Debug, Clone, PartialEq)]
    pub fact Plant {
        /// What it is called.
        name: String,
        /// In which bed it is.
        bed: u8,
        /// How many ancestors it has.
        gen: u32,
        /// What has been harvested of it.
        fruits: Vec<u32>,
    }

    /// A bed that needs no more.
    #[key(bed)]
    pub fact Full {
        /// Which.
        bed: u8,
    }

    global log: Vec<String>;

    /// A plant that bears fruit has offspring.
    #[no_loop]
    rule sow {
        when {
            p @ Plant { bed, gen, fruits } if gen < 2;
            not Full { bed };
            if let Some(most) = fruits.iter().max();
            for (place, weight) in fruits.iter().enumerate();
            if weight == most && !p.name.is_empty();
        }
        then {
            insert Plant { name: format!("{}{place}", p.name), bed, gen: gen + 1, fruits: p.fruits[1..].to_vec() };
        }
    }

    /// Three plants fill a bed.
    rule fill {
        when { ps = collect(p @ Plant { bed }) by (bed) if ps.len() > 2; total = sum(gen for Plant { bed, gen }); }
        then {
            insert Full { bed };
            log.push(format!("{bed}: {} of {total}", ps.len()));
        }
    }

    /// The plants of a bed.
    pub query plants(bed: u8) -> &Plant { when { p @ Plant { bed }; } select p }

    /// The names of those that are as old as a plant of the given name.
    pub query as_old_as(name: &str, except: &str) -> (&str, u32) {
        when { Plant { name, gen }; p @ Plant { gen } if p.name != name && p.name != except; }
        select (p.name.as_str(), gen)
    }

    /// The beds in which something grows.
    pub query beds() -> u8 { when { Plant { bed }; } select bed }

    /// Whether a bed is full.
    pub query is_full(bed: u8) { when { exists Full { bed }; } }
}

/// The names of the plants of a bed; borrows the garden, not the prefix.
pub fn names<'g>(garden: &'g Garden, bed: u8, prefix: &str) -> impl Iterator<Item = &'g str> + 'g {
    let prefix = prefix.to_owned();
    let plants = garden.plants(bed);
    plants
        .map(|plant| plant.name.as_str())
        .filter(move |name| name.starts_with(&prefix))
}
