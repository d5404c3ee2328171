//! Which variables a condition sees: a stack of frames, one for each place that keeps its own.
//!
//! Used while one rule is resolved. A frame remembers the names that were local to the places closed
//! within it, and the whole scope remembers the names that were not found, so that a use before the
//! binding, and one outside it, can be told apart at the rule's end.

use indexmap::IndexMap;
use proc_macro2::{Ident, Span};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::hir::VariableId;
use crate::vocabulary as say;

use super::names::plain;

/// The scope of a rule.
pub(super) struct Scope {
    frames: Vec<Frame>,
    opened: usize,
    bindings: Vec<Binding>,
    not_found: Vec<NotFound>,
}

/// The variables of one place.
pub(super) struct Frame {
    id: usize,
    /// The word that opened the place: `not`, `either`, `count`; empty for the rule itself.
    place: String,
    names: IndexMap<String, (VariableId, Span)>,
    closed: IndexMap<String, Local>,
}

/// A name that was local to a place that is closed.
#[derive(Clone)]
struct Local {
    place: String,
    span: Span,
}

struct Binding {
    frame: usize,
    name: String,
    place: String,
    span: Span,
}

struct NotFound {
    frames: Vec<usize>,
    name: Ident,
    /// Whether an event must be meant: then nobody else knows the name.
    is_event: bool,
}

impl Frame {
    /// The names bound in the place itself, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.names.keys()
    }

    /// The variable that is bound in the place itself under a name.
    pub(super) fn get(&self, name: &str) -> Option<VariableId> {
        self.names.get(name).map(|(id, _)| *id)
    }
}

impl Scope {
    /// The scope of a rule that has bound nothing yet.
    pub(super) fn new() -> Self {
        let mut scope = Self {
            frames: Vec::new(),
            opened: 0,
            bindings: Vec::new(),
            not_found: Vec::new(),
        };
        scope.open("");
        scope
    }

    /// Opens a place that keeps its variables to itself.
    pub(super) fn open(&mut self, place: &str) {
        self.frames.push(Frame {
            id: self.opened,
            place: place.to_owned(),
            names: IndexMap::new(),
            closed: IndexMap::new(),
        });
        self.opened += 1;
    }

    /// Closes the innermost place. Its names are local to it, but for those in `kept`, which the
    /// caller binds anew.
    pub(super) fn close(&mut self, frame: Frame, kept: &[String]) {
        let Some(parent) = self.frames.last_mut() else {
            return;
        };
        for (name, local) in frame.closed {
            parent.closed.entry(name).or_insert(local);
        }
        for (name, (_, span)) in frame.names {
            if !kept.contains(&name) {
                let place = frame.place.clone();
                parent.closed.entry(name).or_insert(Local { place, span });
            }
        }
    }

    /// Takes the innermost place off, to be handed to [`Scope::close`].
    pub(super) fn take(&mut self) -> Frame {
        self.frames.pop().unwrap_or_else(|| Frame {
            id: usize::MAX,
            place: String::new(),
            names: IndexMap::new(),
            closed: IndexMap::new(),
        })
    }

    /// The variable that a name stands for here.
    pub(super) fn lookup(&self, name: &Ident) -> Option<VariableId> {
        self.lookup_plain(&plain(name))
    }

    /// The same, of a name without `r#`.
    pub(super) fn lookup_plain(&self, name: &str) -> Option<VariableId> {
        self.frames.iter().rev().find_map(|frame| frame.get(name))
    }

    /// Whether the rule binds a name at all, wherever.
    pub(super) fn is_bound_somewhere(&self, name: &Ident) -> bool {
        let name = plain(name);
        self.bindings.iter().any(|binding| binding.name == name)
    }

    /// Binds a name that is not bound here, in the innermost place.
    pub(super) fn bind(&mut self, name: &Ident, id: VariableId, diagnostics: &mut Diagnostics) {
        let plain_name = plain(name);
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if let Some(local) = frame.closed.get(&plain_name) {
            let wording = say::local_before(&plain_name, &local.place);
            diagnostics.push(wording.at_second(name.span(), local.span));
        }
        self.bindings.push(Binding {
            frame: frame.id,
            name: plain_name.clone(),
            place: frame.place.clone(),
            span: name.span(),
        });
        frame.names.insert(plain_name, (id, name.span()));
    }

    /// Lets a name stand for a variable, after an error, so that its uses are no further ones.
    pub(super) fn bind_unchecked(&mut self, name: &Ident, id: VariableId) {
        if let Some(frame) = self.frames.last_mut() {
            frame.names.insert(plain(name), (id, name.span()));
        }
    }

    /// Remembers a use of a name that stands for nothing here.
    pub(super) fn note_not_found(&mut self, name: &Ident) {
        self.add_not_found(name, false);
    }

    /// Remembers a name that is to be an event's and stands for nothing here.
    pub(super) fn note_no_event(&mut self, name: &Ident) {
        self.add_not_found(name, true);
    }

    fn add_not_found(&mut self, name: &Ident, is_event: bool) {
        self.not_found.push(NotFound {
            frames: self.frames.iter().map(|frame| frame.id).collect(),
            name: name.clone(),
            is_event,
        });
    }

    /// Reports the uses that came before the binding or outside it, each name once. A name that the
    /// rule does not bind at all may come from around the ruleset; it is rustc's.
    pub(super) fn report_not_found(&self, diagnostics: &mut Diagnostics) {
        let mut reported = Vec::new();
        for use_ in &self.not_found {
            let name = plain(&use_.name);
            let mut bindings = self.bindings.iter().filter(|binding| binding.name == name);
            let Some(first) = bindings.clone().next() else {
                if use_.is_event {
                    diagnostics.push(say::unbound_event(&name).at(use_.name.span()));
                }
                continue;
            };
            if reported.contains(&name) {
                continue;
            }
            let later = bindings.find(|binding| use_.frames.contains(&binding.frame));
            diagnostics.push(match later {
                Some(binding) => used_before(&use_.name, binding.span),
                None => used_outside(&use_.name, first),
            });
            reported.push(name);
        }
    }
}

fn used_before(name: &Ident, bound: Span) -> Diagnostic {
    say::used_before(plain(name)).at_second(name.span(), bound)
}

fn used_outside(name: &Ident, binding: &Binding) -> Diagnostic {
    say::used_outside(plain(name), &binding.place).at_second(name.span(), binding.span)
}
