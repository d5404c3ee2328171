//! Writes the facts that a ruleset declares: on one line, or a line for each field.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::writer::Blank;
use super::{Formatter, flat_text};
use crate::parse::{Node, Rule};

impl Formatter<'_> {
    pub(super) fn write_fact(&mut self, fact: &Node) {
        self.writer.put("fact ");
        let declared = fact.only();
        let brackets = declared
            .child(Rule::body)
            .or_else(|| declared.child(Rule::parentheses));
        let end = brackets.map_or(declared.range.end, |brackets| brackets.range.start);
        self.write_flat_range(declared.range.start..end);
        let Some(brackets) = brackets else {
            return;
        };
        let tokens = self.tokens(brackets).into_iter().next();
        let Some(TokenTree::Group(group)) = tokens else {
            return;
        };
        let is_tuple = brackets.rule == Rule::parentheses;
        self.write_members(&group, is_tuple, 1);
        self.writer.put(if is_tuple { ";" } else { "" });
    }

    /// Fields or variants in their brackets.
    fn write_members(&mut self, group: &Group, is_tuple: bool, after: usize) {
        let (open, close) = if is_tuple { ("(", ")") } else { (" {", "}") };
        let range = group.span_open().byte_range().start..group.span_close().byte_range().end;
        let has_comment = self.writer.has_comment(&range);
        let members = members(group.stream());
        if members.is_empty() && !has_comment {
            self.writer.write(&format!("{open}{close}"), &range);
            return;
        }
        let written = self.written(range.clone());
        let stays = is_tuple || !written.contains('\n');
        let flat = flat_text(&TokenTree::Group(group.clone()).into());
        if let Some(flat) = flat
            && stays
            && !has_comment
            && !self.has_documentation(&range)
            && flat.chars().count() + after < self.writer.room()
        {
            self.writer.put(if is_tuple { "" } else { " " });
            self.writer.write(&flat, &range);
            return;
        }
        self.writer.put(open);
        self.writer.open();
        for member in members {
            self.write_member(&member);
        }
        self.writer.close(range.end - 1);
        self.writer.put(close);
    }

    /// A field or a variant after its attributes, which have lines of their own.
    fn write_member(&mut self, member: &[TokenTree]) {
        let mut rest = member;
        let mut blank = Blank::Kept;
        while let [TokenTree::Punct(mark), group, after @ ..] = rest
            && mark.as_char() == '#'
        {
            let range = mark.span().byte_range().start..group.span().byte_range().end;
            self.writer.begin(range.start, blank);
            self.write_flat_range(self.source.rendered(&range));
            self.writer.line();
            (rest, blank) = (after, Blank::Never);
        }
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else {
            return;
        };
        let range = first.span().byte_range().start..last.span().byte_range().end;
        self.writer.begin(range.start, blank);
        match rest {
            [head @ .., TokenTree::Group(group)] if is_variant(head) => {
                let end = group.span_open().byte_range().start;
                self.write_flat_range(self.source.rendered(&(range.start..end)));
                let is_tuple = group.delimiter() == Delimiter::Parenthesis;
                self.write_members(group, is_tuple, 1);
            }
            _ => self.write_flat_range(self.source.rendered(&range)),
        }
        self.writer.put(",");
    }
}

/// Whether what stands before a group is the name of a variant.
fn is_variant(head: &[TokenTree]) -> bool {
    matches!(head, [TokenTree::Ident(name)] if name.to_string().starts_with(char::is_uppercase))
}

/// What stands between the commas that are not those of generic arguments.
fn members(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut members = vec![Vec::new()];
    let (mut angles, mut arrow) = (0_usize, false);
    for token in tokens {
        if let TokenTree::Punct(mark) = &token {
            match mark.as_char() {
                ',' if angles == 0 => {
                    members.push(Vec::new());
                    continue;
                }
                '<' => angles += 1,
                '>' if !arrow => angles = angles.saturating_sub(1),
                _ => {}
            }
            arrow = mark.as_char() == '-';
        }
        members
            .last_mut()
            .into_iter()
            .for_each(|member| member.push(token.clone()));
    }
    members.retain(|member| !member.is_empty());
    members
}
