//! Decision tables: the head, and the rows one by one, so that a mistake in one hides none in another.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Ident, TokenTree};
use syn::parse::Parser as _;
use syn::visit_mut::{self, VisitMut};

use super::accumulate::plain_name;
use super::grammar::{Node, Rule, match_rule};
use super::{Parsed, Parser};
use crate::ast::{Cell, Column, ColumnType, Lookup, OutputHead, Row, Sheet, Table};
use crate::names::{plain, table_function};
use crate::source::Source;

/// What stands in the first line of a table.
struct Head {
    columns: Vec<Column>,
    outputs: Vec<OutputHead>,
    /// Where the rows begin.
    end: usize,
}

impl Parser<'_> {
    /// A table; as with a rule, all of its mistakes are reported first.
    pub(super) fn parse_table(&mut self, item: &Node, node: &Node) -> Option<Table> {
        let signature = self.parse_signature(item, node);
        let result = self.parse_sized_type(node.part(Rule::result_type), "`{` or `from`");
        let sheet = match node.child(Rule::from) {
            Some(from) => Some(self.parse_sheet(from)?),
            None => None,
        };
        let before = self.diagnostics.len();
        let body = node.part(Rule::body);
        let (head, rows) = match self.parse_head(body) {
            Some(head) => {
                let rows = self.parse_rows(head.end..body.inside().end);
                (head, rows)
            }
            None => (Head::empty(), Vec::new()),
        };
        let signature = signature?;
        Some(Table {
            attrs: signature.attrs,
            vis: signature.vis,
            name: signature.name,
            params: signature.params,
            result: result?,
            sheet,
            columns: head.columns,
            outputs: head.outputs,
            rows,
            is_broken: self.diagnostics.len() > before,
            range: item.range.clone(),
        })
    }

    fn parse_sheet(&mut self, node: &Node) -> Option<Sheet> {
        let mut texts = Vec::new();
        for text in node.all(Rule::file_text) {
            texts.push(self.parse_rust::<syn::LitStr>(text, "`{`", syn::parse::Parse::parse)?);
        }
        let mut texts = texts.into_iter();
        Some(Sheet {
            file: texts.next()?,
            part: texts.next(),
            grid: None,
        })
    }

    fn parse_head(&mut self, body: &Node) -> Option<Head> {
        let inside = body.inside();
        let inside = self.skip_space(inside.start)..inside.end;
        let node = match match_rule(self.source, Rule::table_head, &inside) {
            Ok(node) => node,
            Err(mismatch) => {
                self.report_mismatch(&mismatch, inside.start);
                return None;
            }
        };
        let columns: Vec<_> = node
            .all(Rule::column)
            .map(|column| self.parse_column(column))
            .collect();
        let outputs: Vec<_> = node
            .all(Rule::output_head)
            .map(|output| self.parse_output_head(output))
            .collect();
        Some(Head {
            columns: columns.into_iter().collect::<Option<_>>()?,
            outputs: outputs.into_iter().collect::<Option<_>>()?,
            end: node.range.end,
        })
    }

    fn parse_column(&mut self, node: &Node) -> Option<Column> {
        let expr = self.parse_expr(node.part(Rule::column_value), "`:` or `|`");
        let ty = self.parse_column_type(node);
        Some(Column {
            expr: expr?,
            ty: ty?,
        })
    }

    fn parse_output_head(&mut self, node: &Node) -> Option<OutputHead> {
        let name = self.parse_name(node.part(Rule::name));
        let ty = self.parse_column_type(node);
        Some(OutputHead {
            name: name?,
            ty: ty?,
        })
    }

    /// The type in a part of a head, where there is one; `None` where it does not parse.
    #[expect(
        clippy::option_option,
        reason = "one is the mistake, the other is no type"
    )]
    fn parse_column_type(&mut self, node: &Node) -> Option<Option<ColumnType>> {
        let Some(node) = node.child(Rule::column_type) else {
            return Some(None);
        };
        let mut tokens: Vec<TokenTree> = self.tokens(node).into_iter().collect();
        let listed = match tokens.last() {
            Some(TokenTree::Group(group))
                if tokens.len() > 1 && group.delimiter() == Delimiter::Parenthesis =>
            {
                Some(group.clone())
            }
            _ => None,
        };
        let Some(listed) = listed else {
            let ty = self.parse_type(node, "`|`")?;
            return Some(Some(ColumnType { ty, variants: None }));
        };
        tokens.pop();
        let parsed = syn::parse2::<syn::Type>(tokens.into_iter().collect())
            .and_then(|ty| Ok((ty, variants.parse2(listed.stream())?)));
        match parsed {
            Ok((ty, variants)) => Some(Some(ColumnType {
                ty,
                variants: Some(variants),
            })),
            Err(error) => {
                self.report_syn(&error, node);
                None
            }
        }
    }

    fn parse_rows(&mut self, range: std::ops::Range<usize>) -> Vec<Row> {
        let mut rows = Vec::new();
        self.parse_each(range, Rule::table_row, |parser, parsed| {
            if let Parsed::Node(node) = parsed {
                rows.extend(parser.parse_row(node));
            }
        });
        rows
    }

    fn parse_row(&mut self, node: &Node) -> Option<Row> {
        let cells: Vec<Cell> = node.all(Rule::cell).map(|cell| self.cell(cell)).collect();
        let outputs: Vec<_> = node
            .all(Rule::output)
            .map(|output| self.parse_expr(output, "`|`"))
            .collect();
        let otherwise = matches!(cells.as_slice(), [only] if only.text == "else");
        Some(Row {
            cells: if otherwise { Vec::new() } else { cells },
            otherwise,
            outputs: outputs.into_iter().collect::<Option<_>>()?,
            span: self.source.span(node.range.clone()),
        })
    }

    fn cell(&self, node: &Node) -> Cell {
        let start = node.range.start;
        let leaves = self.source.leaf_ranges(&node.range);
        let tokens = leaves.map(|leaf| {
            let span = self.source.span_at(leaf.start);
            (leaf.start - start..leaf.end - start, span)
        });
        Cell {
            text: self.source.text()[node.range.clone()].to_owned(),
            tokens: tokens.collect(),
        }
    }

    /// Gives the calls of tables in an expression the names of the functions that answer them.
    pub(super) fn name_lookups(&self, expr: &mut syn::Expr) {
        if !self.tables.is_empty() {
            NamesLookups(&self.tables).visit_expr_mut(expr);
        }
    }

    /// Whether a node is `p in discount(c, t)`, of a table.
    pub(super) fn is_of_rows(&self, node: &Node) -> bool {
        if node.rule != Rule::answer {
            return false;
        }
        let name = &self.source.text()[node.part(Rule::name).range.clone()];
        self.tables
            .contains(name.strip_prefix("r#").unwrap_or(name))
    }

    /// The conditions of a look-up: `p = discount(c, t)`, `p in discount(c, t)`.
    pub(super) fn parse_lookup(&mut self, node: &Node, each: bool) -> Option<Lookup> {
        let (bound, called) = if each {
            (Rule::answered, Rule::name)
        } else {
            (Rule::name, Rule::function)
        };
        let binding = self.parse_name(node.part(bound));
        let function = node.part(called);
        let table = self.parse_name(function)?;
        let whole = function.range.start..node.part(Rule::parentheses).range.end;
        let call = Node {
            rule: Rule::expression,
            range: whole,
            children: Vec::new(),
        };
        let call = self.parse_expr(&call, "`;`");
        let guard = self.parse_guard(node)?;
        let syn::Expr::Call(call) = call? else {
            unreachable!("a name and parentheses are a call");
        };
        Some(Lookup {
            binding: binding?,
            each,
            call,
            table,
            guard,
        })
    }
}

impl Head {
    fn empty() -> Self {
        Head {
            columns: Vec::new(),
            outputs: Vec::new(),
            end: 0,
        }
    }
}

/// The names that stand after a word, `table` or `query`, in front of parentheses.
pub(super) fn names_after(keyword: &str, source: &Source) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for part in source.parts() {
        let tokens: Vec<TokenTree> = source.tokens(part.clone()).into_iter().collect();
        names.extend(tokens.windows(3).filter_map(|window| match window {
            [
                TokenTree::Ident(word),
                TokenTree::Ident(name),
                TokenTree::Group(_),
            ] if word == keyword => Some(plain_name(&name.to_string()).to_owned()),
            _ => None,
        }));
    }
    names
}

/// Adds the names that stand after `=` in front of parentheses, such as `discount` in `p = discount(c, t);`.
#[cfg(feature = "build-script")]
pub(super) fn add_asked_names(tokens: proc_macro2::TokenStream, names: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    names.extend(tokens.windows(3).filter_map(|window| match window {
        [
            TokenTree::Punct(mark),
            TokenTree::Ident(name),
            TokenTree::Group(_),
        ] if mark.as_char() == '=' => Some(plain_name(&name.to_string()).to_owned()),
        _ => None,
    }));
    for token in tokens {
        if let TokenTree::Group(group) = token {
            add_asked_names(group.stream(), names);
        }
    }
}

/// Names the functions by which expressions ask tables.
struct NamesLookups<'t>(&'t BTreeSet<String>);

impl VisitMut for NamesLookups<'_> {
    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        if let syn::Expr::Path(path) = &mut *call.func
            && let Some(name) = path.path.get_ident()
            && self.0.contains(&plain(name))
        {
            path.path = table_function(name).into();
        }
        visit_mut::visit_expr_call_mut(self, call);
    }
}

/// `A or B or C`
fn variants(input: syn::parse::ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let mut variants = vec![input.parse()?];
    while !input.is_empty() {
        let word: Ident = input.parse()?;
        if word != "or" {
            return Err(syn::Error::new(word.span(), "expected `or`"));
        }
        variants.push(input.parse()?);
    }
    Ok(variants)
}
