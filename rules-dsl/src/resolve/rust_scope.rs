//! The names that Rust code takes from around itself, by Rust's own scoping.
//!
//! Conditions and `then` blocks are both read by this walk: parameters of closures, `let`, arms of
//! `match`, `if let`, `for` and items in a block hide what has the same name outside. Of each use it
//! says how it is used, for the read sets; of what a block modifies it says what is written.

use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, Stmt};

use super::lowering::{self, EffectLog, TargetKind};
use super::names::{as_ident, borrows_mutably, bound_names, peeled, plain};
use super::rust_uses::{Access, MemberUse, Misuse, Position, Use, is_assignment};

/// The uses in an expression, in the order in which they stand, and what it does wrong.
pub(super) fn uses_in(expr: &Expr) -> (Vec<Use>, Vec<Misuse>) {
    let mut walk = RustScope::default();
    walk.visit_expr(expr);
    (walk.uses, walk.misuses)
}

/// The uses and the effects in a block whose effects have been lowered to calls, and what it does wrong.
pub(super) fn effects_in(block: &syn::Block) -> (Vec<Use>, EffectLog, Vec<Misuse>) {
    let mut walk = RustScope::default();
    walk.visit_block(block);
    (walk.uses, walk.effects, walk.misuses)
}

/// The walk.
#[derive(Default)]
pub(super) struct RustScope {
    pub(super) scopes: Vec<Vec<Local>>,
    pub(super) uses: Vec<Use>,
    pub(super) member_uses: Vec<MemberUse>,
    effects: EffectLog,
    /// What may be wrong, where the names in it are the rule's.
    pub(super) misuses: Vec<Misuse>,
    /// How many closures and asynchronous blocks stand around, which return for themselves.
    pub(super) functions: usize,
    /// The outer names that the values seen so far come from; a slice of it is what one expression
    /// comes from.
    origins: Vec<String>,
    /// What the parameters of a closure come from: the receiver of the method it is handed to.
    pub(super) parameter_origins: Vec<String>,
    /// Whether a macro call is around: what it does with a place is not known.
    pub(super) in_macro: bool,
}

/// A variable of the code itself.
#[derive(Clone)]
pub(super) struct Local {
    pub(super) name: String,
    pub(super) origins: Vec<String>,
    /// The number of the `modify` statement whose target it is.
    pub(super) modify: Option<usize>,
    /// The outer name of the collection that a `for` takes it from.
    pub(super) member_of: Option<Ident>,
}

impl RustScope {
    fn scoped(&mut self, inside: impl FnOnce(&mut Self)) {
        self.scopes.push(Vec::new());
        inside(self);
        self.scopes.pop();
    }

    /// Runs `inside` and returns what the values that it saw come from.
    pub(super) fn traced(&mut self, inside: impl FnOnce(&mut Self)) -> Vec<String> {
        let start = self.origins.len();
        inside(self);
        self.origins[start..].to_vec()
    }

    pub(super) fn local(&mut self, name: &str) -> Option<&mut Local> {
        let mut locals = self
            .scopes
            .iter_mut()
            .rev()
            .flat_map(|scope| scope.iter_mut().rev());
        locals.find(|local| local.name == name)
    }

    fn bind(&mut self, name: &Ident, origins: &[String], modify: Option<usize>) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(Local {
                name: plain(name),
                origins: origins.to_vec(),
                modify,
                member_of: None,
            });
        }
    }

    fn bind_pattern(&mut self, pattern: &syn::Pat, origins: &[String]) {
        for name in bound_names(pattern) {
            self.bind(name, origins, None);
        }
    }

    /// A use of a name, which may be a local one.
    pub(super) fn use_name(&mut self, name: &Ident, access: Access, at: Position, writes: bool) {
        let written = writes || self.in_macro;
        match self.local(&plain(name)).cloned() {
            None => {
                self.origins.push(plain(name));
                self.uses.push(Use {
                    name: name.clone(),
                    access,
                    position: at,
                    is_shorthand: false,
                });
            }
            Some(local) => {
                self.origins.extend(local.origins);
                if let (Some(collection), Access::Field(field)) = (local.member_of, &access) {
                    let field = field.clone();
                    self.member_uses.push(MemberUse { collection, field });
                }
                if let Some(modify) = local.modify {
                    self.effects.note_access(modify, &access, written);
                }
            }
        }
    }

    /// Notes that the uses from one on are fields of a literal, too.
    pub(super) fn note_shorthand(&mut self, from: usize) {
        for found in &mut self.uses[from..] {
            found.is_shorthand = true;
        }
    }

    fn visit_call(&mut self, call: &syn::ExprCall) {
        match as_ident(&call.func) {
            Some(name) => match lowering::retract_number(name) {
                Some(number) => {
                    let target = self.target(call);
                    let is_modified = matches!(target, TargetKind::Modified(_));
                    self.effects.retracts.insert(number, target);
                    if is_modified {
                        // To retract it writes no field of it.
                        return;
                    }
                }
                None => self.use_name(name, Access::Whole, Position::Callee, false),
            },
            None => self.visit_expr(&call.func),
        }
        call.args.iter().for_each(|arg| self.visit_expr(arg));
    }

    fn target(&mut self, call: &syn::ExprCall) -> TargetKind {
        let name = call.args.first().and_then(as_ident);
        match name.and_then(|name| self.local(&plain(name))) {
            Some(Local {
                modify: Some(outer),
                ..
            }) => TargetKind::Modified(*outer),
            Some(local) => TargetKind::Local(local.origins.clone()),
            None => TargetKind::Outer,
        }
    }

    /// `let c = modify_N(c);`: from here to the end of the block, `c` is what the statement modifies.
    fn visit_modify(&mut self, number: usize, call: &syn::ExprCall) {
        let Some(name) = call.args.first().and_then(as_ident) else {
            return;
        };
        let target = self.target(call);
        let origins = match &target {
            // To modify it again is no use of its own.
            TargetKind::Modified(_) => Vec::new(),
            TargetKind::Outer | TargetKind::Local(_) => {
                self.traced(|walk| walk.use_name(name, Access::Whole, Position::Value, false))
            }
        };
        self.effects.modifies.insert(number, target);
        self.bind(name, &origins, Some(number));
    }

    fn visit_match_arm(&mut self, pattern: &syn::Pat, origins: &[String]) {
        self.bind_pattern(pattern, origins);
        if let syn::Pat::Guard(guarded) = pattern {
            self.visit_expr(&guarded.guard);
        }
    }

    /// An expression matched against arms, each a pattern with perhaps a guard and a body.
    pub(super) fn scoped_match(
        &mut self,
        scrutinee: &Expr,
        arms: &[(&syn::Pat, Option<&Expr>, Option<&Expr>)],
    ) {
        let mutably = arms.iter().any(|(pattern, ..)| borrows_mutably(pattern));
        let origins = self.visit_scrutinee(scrutinee, mutably);
        for (pattern, guard, body) in arms {
            self.scoped(|walk| {
                walk.visit_match_arm(pattern, &origins);
                for part in guard.iter().chain(body) {
                    walk.visit_expr(part);
                }
            });
        }
    }

    /// What an `if` or a `while` asks: an assignment is meant to be a comparison.
    fn visit_test(&mut self, test: &Expr) {
        let Expr::Assign(assign) = peeled(test) else {
            return self.visit_expr(test);
        };
        self.misuses.push(Misuse::Tested(assign.eq_token.span));
        self.visit_expr(&assign.left);
        self.visit_expr(&assign.right);
    }

    /// Tests, branches and loops: what is bound in them is seen in a part of them.
    fn visit_control(&mut self, expr: &Expr) {
        match expr {
            Expr::Let(test) => {
                let mutably = borrows_mutably(&test.pat);
                let origins = self.visit_scrutinee(&test.expr, mutably);
                self.bind_pattern(&test.pat, &origins);
            }
            Expr::If(branch) => {
                self.scoped(|walk| {
                    walk.visit_test(&branch.cond);
                    walk.visit_block(&branch.then_branch);
                });
                if let Some((_, otherwise)) = &branch.else_branch {
                    self.visit_expr(otherwise);
                }
            }
            Expr::While(repeat) => self.scoped(|walk| {
                walk.visit_test(&repeat.cond);
                walk.visit_block(&repeat.body);
            }),
            Expr::ForLoop(repeat) => {
                let origins = self.traced(|walk| walk.visit_expr(&repeat.expr));
                self.scoped(|walk| {
                    walk.bind_pattern(&repeat.pat, &origins);
                    walk.note_member(&repeat.pat, &repeat.expr);
                    walk.visit_block(&repeat.body);
                });
            }
            Expr::Match(choice) => {
                let arms: Vec<_> = choice
                    .arms
                    .iter()
                    .map(|arm| (&arm.pat, None, Some(&*arm.body)))
                    .collect();
                self.scoped_match(&choice.expr, &arms);
            }
            _ => unreachable!("the expression branches or repeats"),
        }
    }
}

impl<'c> Visit<'c> for RustScope {
    fn visit_expr(&mut self, expr: &'c Expr) {
        match expr {
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Paren(_) => {
                self.visit_place(expr, false);
            }
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                self.visit_place(expr, false);
            }
            Expr::Reference(reference) => {
                self.visit_place(&reference.expr, reference.mutability.is_some());
            }
            Expr::RawAddr(address) => {
                let writes = matches!(address.mutability, syn::PointerMutability::Mut(_));
                self.visit_place(&address.expr, writes);
            }
            Expr::Assign(assign) => self.visit_assignment(&assign.left, &assign.right),
            Expr::Binary(binary) if is_assignment(&binary.op) => {
                self.visit_assignment(&binary.left, &binary.right);
            }
            Expr::MethodCall(call) => self.visit_method_call(call),
            Expr::Call(call) => self.visit_call(call),
            Expr::Binary(binary) => {
                self.note_comparison(binary);
                visit::visit_expr_binary(self, binary);
            }
            Expr::Try(tried) => {
                self.note_failure("?", tried.question_token.span);
                visit::visit_expr_try(self, tried);
            }
            Expr::Return(returned) => {
                self.note_return(returned);
                visit::visit_expr_return(self, returned);
            }
            Expr::Async(_) => {
                self.functions += 1;
                visit::visit_expr(self, expr);
                self.functions -= 1;
            }
            Expr::Closure(closure) => self.scoped(|walk| {
                let origins = walk.parameter_origins.clone();
                for input in &closure.inputs {
                    walk.bind_pattern(input, &origins);
                }
                walk.functions += 1;
                walk.visit_expr(&closure.body);
                walk.functions -= 1;
            }),
            Expr::If(_) | Expr::Let(_) | Expr::While(_) | Expr::ForLoop(_) | Expr::Match(_) => {
                self.visit_control(expr);
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_block(&mut self, block: &'c syn::Block) {
        self.scoped(|walk| {
            for statement in &block.stmts {
                if let Stmt::Item(item) = statement
                    && let Some(name) = value_of_item(item)
                {
                    walk.bind(name, &[], None);
                }
            }
            visit::visit_block(walk, block);
        });
    }

    fn visit_local(&mut self, local: &'c syn::Local) {
        let Some(init) = &local.init else {
            self.bind_pattern(&local.pat, &[]);
            return;
        };
        if let Expr::Call(call) = &*init.expr
            && let Some(number) = as_ident(&call.func).and_then(lowering::modify_number)
        {
            self.visit_modify(number, call);
            return;
        }
        let origins = self.visit_scrutinee(&init.expr, borrows_mutably(&local.pat));
        if let Some((_, otherwise)) = &init.diverge {
            self.visit_expr(otherwise);
        }
        self.bind_pattern(&local.pat, &origins);
    }

    fn visit_field_value(&mut self, field: &'c syn::FieldValue) {
        let before = self.uses.len();
        self.visit_expr(&field.expr);
        if field.colon_token.is_none() {
            self.note_shorthand(before);
        }
    }

    fn visit_macro(&mut self, call: &'c syn::Macro) {
        self.visit_macro_call(call);
    }

    // No variable stands in these.
    fn visit_item(&mut self, _: &'c syn::Item) {}
    fn visit_type(&mut self, _: &'c syn::Type) {}
    fn visit_path(&mut self, _: &'c syn::Path) {}
    fn visit_pat(&mut self, _: &'c syn::Pat) {}
    fn visit_attribute(&mut self, _: &'c syn::Attribute) {}
}

/// The name of the value that an item in a block defines, which hides variables of the name.
fn value_of_item(item: &syn::Item) -> Option<&Ident> {
    match item {
        syn::Item::Fn(function) => Some(&function.sig.ident),
        syn::Item::Const(constant) => Some(&constant.ident),
        syn::Item::Static(constant) => Some(&constant.ident),
        _ => None,
    }
}
