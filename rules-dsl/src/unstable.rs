//! The stages of the compiler, one by one and all together: what the macro `rules!`, and tests and tools of this
//! repository, use of it.
//!
//! **Nothing here is promised.** Any release may change or remove it without a word, a patch release too.

use proc_macro2::TokenStream;
use quote::quote;

use crate::report;

pub use crate::check::check;
pub use crate::diagnostic::{Code, Diagnostic, Diagnostics, Edit, Level, Mend};
#[cfg(feature = "build-script")]
pub use crate::format::{WIDTH, format};
pub use crate::generate::Options;
#[cfg(feature = "lsp")]
pub use crate::lsp::serve;
#[cfg(feature = "build-script")]
pub use crate::output::{InvalidTable, Output, Table};
pub use crate::parse::parse;
pub use crate::profile::{PROFILE_VARIABLE, Profile};
#[cfg(feature = "build-script")]
pub use crate::report::render;
pub use crate::resolve::resolve;
pub use crate::source::Source;

/// The rules of a source of which one may begin matches of the other, or, where it is `false`, end them: by their places.
#[must_use]
pub fn influences(source: &Source) -> Vec<(usize, bool, usize)> {
    let (tree, mut found) = parse(source);
    let ruleset = resolve(&tree, &mut found);
    let influences = crate::analysis::impact::influences(&ruleset).into_iter();
    influences
        .map(|one| (one.from.0, one.enables, one.to.0))
        .collect()
}

/// Compiles a source: Rust, and what is wrong with the source.
///
/// Where there are errors the code has all types and methods, and the rules in which no error stands.
#[must_use]
pub fn compile_source(source: &Source) -> (TokenStream, Diagnostics) {
    compile_source_with(source, &Options::default())
}

/// The same, of which not all is generated, or by what a run has counted.
#[must_use]
pub fn compile_source_with(source: &Source, options: &Options) -> (TokenStream, Diagnostics) {
    let compiled = crate::compile_with(source, options);
    (compiled.code, compiled.diagnostics)
}

/// Compiles the tokens of a `rules!` block: Rust, and a `compile_error!` for each mistake.
#[must_use]
pub fn compile_tokens(tokens: TokenStream) -> TokenStream {
    compile_tokens_with(tokens, &Options::default())
}

/// The same for the macro itself: by the profile that the environment names, if it names one. rustc is to ask again when
/// another is named, or says something else.
#[must_use]
pub fn compile_block(tokens: TokenStream, explains: bool) -> TokenStream {
    let mut code =
        quote! { const _: ::core::option::Option<&str> = ::core::option_env!(#PROFILE_VARIABLE); };
    let mut profile = Profile::default();
    match Profile::named() {
        Ok(Some((path, named))) => {
            code.extend(crate::tracked(&path));
            profile = named;
        }
        Ok(None) => {}
        Err(message) => code.extend(quote! { ::core::compile_error!(#message); }),
    }
    let mut compiled = compile_tokens_with(tokens, &Options { explains, profile });
    compiled.extend(code);
    compiled
}

fn compile_tokens_with(tokens: TokenStream, options: &Options) -> TokenStream {
    let source = Source::from_tokens(tokens);
    let compiled = crate::compile_with(&source, options);
    let mut code = compiled.code;
    code.extend(report::to_compile_errors(
        &compiled.diagnostics,
        source.files(),
    ));
    code
}
