//! Lets blocks modify and retract facts by variables of their own, by random numbers of its own.

use super::Generator;
use crate::elements::Element;
use crate::model::{Effect, Ruleset};

/// How many effects of a hundred are.
const HAVE: u32 = 20;

impl Generator {
    /// Lets some of the effects name their fact by a variable of the block.
    pub(super) fn add_locals(&mut self, mut ruleset: Ruleset) -> Ruleset {
        if !self.uses(Element::Locals) {
            return ruleset;
        }
        for rule in &mut ruleset.rules {
            let blocks = [Some(&mut rule.then), rule.undo.as_mut()];
            for effect in blocks.into_iter().flatten().flatten() {
                self.name_locally(effect);
            }
        }
        ruleset
    }

    fn name_locally(&mut self, effect: &mut Effect) {
        let name = match effect {
            Effect::If(_, inner) => {
                for effect in inner {
                    self.name_locally(effect);
                }
                return;
            }
            Effect::Modify(name, _) | Effect::Retract(name) => name,
            _ => return,
        };
        if self.of_locals.chance(HAVE) {
            let held = format!("held_{name}");
            // What is written may still be read by the name that the match has for it.
            let named = std::mem::replace(name, held.clone());
            let inner = vec![effect.clone()];
            *effect = Effect::Local(held, named, inner);
        }
    }
}
