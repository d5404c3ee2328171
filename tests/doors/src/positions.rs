//! Generated code as it is apart from where things stand in the text.

use proc_macro2::{Group, TokenStream, TokenTree};

/// The code without what stands in the braces of each `Position { … }`, and of the macros that say where conditions and rows
/// stand.
#[must_use]
pub fn without_positions(code: TokenStream) -> TokenStream {
    let mut erases = false;
    code.into_iter()
        .map(|token| {
            let after_name = std::mem::take(&mut erases);
            match token {
                TokenTree::Group(group) => {
                    let inner = if after_name {
                        TokenStream::new()
                    } else {
                        without_positions(group.stream())
                    };
                    Group::new(group.delimiter(), inner).into()
                }
                TokenTree::Punct(mark) => {
                    erases = after_name && mark.as_char() == '!';
                    mark.into()
                }
                token => {
                    let names = ["Position", "coverage_places", "coverage_generated"];
                    erases = names.contains(&token.to_string().as_str());
                    token
                }
            }
        })
        .collect()
}
