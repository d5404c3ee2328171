//! The compiler of the rule language: text or tokens in, a static Rete network as Rust code out.
//!
//! ```text
//! text or tokens → source → parse → resolve → analysis → check → plan → network → generate → Rust
//!                               (AST)   (HIR)
//! ```
//!
//! `ARCHITECTURE.md` beside the manifest says what holds after each stage, and where a new condition goes.
//!
//! A build script calls [`compile`] or [`Build`]; the macro `rules!` is in `rules-runtime`. What only a build script
//! or the command needs (to print Rust, and a report with excerpts) stands behind the feature `build-script`, which
//! is on by default: a program that only uses the macro does not build it. The command `rules` stands behind the
//! feature `cli`.
//!
//! That is all that is promised. What tests and tools use besides is in [`unstable`].

#![forbid(unsafe_code)]

mod analysis;
mod asking;
mod ast;
mod block;
#[cfg(feature = "build-script")]
mod build_script;
mod check;
mod clones;
#[cfg(feature = "cli")]
pub mod command;
mod diagnostic;
#[cfg(feature = "build-script")]
mod format;
mod generate;
mod hir;
mod hygiene;
#[cfg(feature = "lsp")]
mod lsp;
mod mentions;
mod names;
mod network;
#[cfg(feature = "build-script")]
mod output;
mod parse;
mod plan;
mod printer;
mod profile;
mod reduce;
mod report;
mod resolve;
mod sheets;
mod source;
mod span_literal;
pub mod unstable;
mod vocabulary;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

#[cfg(feature = "build-script")]
pub use build_script::{Build, compile};
use diagnostic::Diagnostics;
use generate::Options;
use reduce::Reduced;
use source::Source;

/// Compiles a source to Rust: the whole way through the stages.
///
/// Where there are errors the code is what `reduce` leaves: all types and methods, and the rules in which no
/// error stands.
fn compile_with(source: &Source, options: &Options) -> Compiled {
    let Analysed {
        written,
        sheets,
        ruleset,
        diagnostics,
    } = analyse(source);
    let Reduced {
        mut ruleset,
        has_rules,
    } = reduce::reduce(ruleset, &written, source, &diagnostics);
    let mut plans = plan::Plans::default();
    let mut network = network::Network::default();
    let mut mentions = TokenStream::new();
    let outdated_profile = outdated_rules(&ruleset, &options.profile);
    if has_rules {
        (plans, network) = lay_out(&mut ruleset, &options.profile);
        // An editor knows of blocks alone: it does not look into what a build script makes.
        if source.files().iter().next().is_none() {
            mentions = mentions::emit_mentions(&written, &ruleset);
        }
    } else {
        // What asks them is there, whatever becomes of the rules.
        asking::add_questions(&mut ruleset);
    }
    if source.files().iter().next().is_none() {
        mentions.extend(sheets.iter().map(|path| tracked(path)));
    }
    let at = |span| position(source, span);
    let mut code = generate::generate(&ruleset, &plans, &network, options, at);
    code.extend(mentions);
    let code = hygiene::restore(code, source.shared_names());
    let diagnostics = hygiene::restore_in(diagnostics, source.shared_names());
    Compiled {
        code,
        diagnostics,
        outdated_profile,
        sheets,
    }
}

/// What becomes of a source.
struct Compiled {
    code: TokenStream,
    diagnostics: Diagnostics,
    /// What is to be said of a profile that fits the rules no longer.
    #[cfg_attr(
        not(feature = "build-script"),
        expect(dead_code, reason = "a macro cannot warn without an error")
    )]
    outdated_profile: Option<String>,
    /// The sheets that were asked for.
    #[cfg_attr(
        not(feature = "build-script"),
        expect(dead_code, reason = "a macro tells rustc")
    )]
    sheets: Vec<PathBuf>,
}

/// Has rustc build again what a macro made when a file has changed. (It is an error to name one that is not there.)
fn tracked(path: &Path) -> TokenStream {
    let Some(path) = path.to_str().filter(|_| path.is_file()) else {
        return TokenStream::new();
    };
    quote! { const _: &[u8] = ::core::include_bytes!(#path); }
}

/// A source as it is understood.
struct Analysed {
    written: ast::Ruleset,
    /// The sheets that were asked for.
    sheets: Vec<PathBuf>,
    ruleset: hir::Ruleset,
    diagnostics: Diagnostics,
}

/// The stages from `parse` to `check`.
fn analyse(source: &Source) -> Analysed {
    let (mut written, mut diagnostics) = parse::parse(source);
    let sheets = sheets::read_sheets(&mut written, source, &mut diagnostics);
    let ruleset = resolve::resolve(&written, &mut diagnostics);
    check::check(&ruleset, &mut diagnostics);
    diagnostics.sort_by_key(|diagnostic| source.files().place(diagnostic.span.start));
    Analysed {
        written,
        sheets,
        ruleset,
        diagnostics,
    }
}

/// What is to be said where a profile has counted rules that are not there, nor were under these names.
fn outdated_rules(ruleset: &hir::Ruleset, profile: &profile::Profile) -> Option<String> {
    let name = names::plain(&ruleset.name);
    let mut unknown: BTreeSet<&str> = profile.rules_of(&name).collect();
    for known in ruleset.rules.iter().flat_map(hir::Rule::names) {
        unknown.remove(names::plain(known).as_str());
    }
    let first = names::ident(unknown.first()?, Span::call_site());
    Some(format!(
        "the profile has counted rules which `{name}` does not have: `{}`; let a new run count, or say of a rule that has a \
         new name what it was, with `#[was({first})]`",
        Vec::from_iter(unknown).join("`, `")
    ))
}

/// The stages from `asking` to `network`.
fn lay_out(
    ruleset: &mut hir::Ruleset,
    profile: &profile::Profile,
) -> (plan::Plans, network::Network) {
    asking::add_questions(ruleset);
    let plans = plan::plan(ruleset);
    let network = network::build(ruleset, &plans, profile);
    (plans, network)
}

/// The expression of type `Position` for a place in a source.
fn position(source: &Source, span: Span) -> TokenStream {
    let file = if let Some((file, _)) = source.files().locate(span.into()) {
        let path = file.path().display().to_string();
        quote! { #path }
    } else {
        quote! { ::core::file!() }
    };
    let start = span.start();
    let [line, column] = [start.line, start.column + 1].map(Literal::usize_unsuffixed);
    quote! { __rules::Position { file: #file, line: #line, column: #column } }
}
