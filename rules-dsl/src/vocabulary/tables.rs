//! Words about decision tables: their heads, cells and sheets, and what the analysis finds.

use std::fmt::Display;

use rules_tables::ELSE_COLLECTS;

use crate::diagnostic::Code;

use super::{Wording, vocabulary};

vocabulary! {
    /// `p in t(a);` of a table that does not collect.
    UnknownTable: not_collecting(name, binding, arguments) {
        "the table `{name}` gives one result, not one for each row"
        ; help "write `{binding} = {name}{arguments};`, or `#[hit(collect)]` on the table"
    }

    /// `p = t(a);` of a table that collects.
    UnknownTable: collecting(name, binding, arguments) {
        "the table `{name}` collects: each row that holds is a result"
        ; help "write `{binding} in {name}{arguments};`"
    }

    /// A row with too many or too few cells.
    TableShape: wrong_cells(expected, found) {
        "expected {expected} as in the head of the table, found {found}"
    }

    /// `else` before other rows.
    TableShape: early_else() {
        "an `else` row is the last one: it holds where no other row does"
    }

    /// `else` in a table that collects.
    TableShape: else_of_collect() {
        "{ELSE_COLLECTS}"
    }

    /// A table in whose braces no row stands.
    TableShape: no_rows(name) {
        "the table `{name}` has no rows"
    }

    /// `#[reload]` on a table whose rows stand in the language.
    Reload: reload_without_file(name, file) {
        "a table with `#[reload]` has its rows in a CSV file"
        ; help "put them into a file, `table {name}(…) -> … from \"{file}\" {{ | … || … | }}`, or take `#[reload]` away"
    }

    /// `#[reload]` on a table whose rows stand in a workbook.
    Reload: reload_of_workbook(file, csv) {
        "a table with `#[reload]` has its rows in a CSV file, and `{file}` is a workbook"
        ; help "save the sheet as `{csv}`"
    }

    /// A column of constants.
    Reload: reloaded_column(column) {
        "rows that are reloaded cannot name constants, and of the values of `{column}` nothing else is known"
        ; help "let it be a number, a `bool`, a `char` or a text, or list the variants of an enum: `{column}: Kind(Gold or Silver)`"
    }

    /// An output of a type that is not known.
    Reload: reloaded_output(ty, output) {
        "rows that are reloaded have no values of type `{ty}`"
        ; help "an output is a number, a `bool`, a `char`, a text, an enum whose variants are listed, `{output}: Kind(Gold or Silver)`, or an `Option` of such"
    }

    /// An output that borrows.
    Reload: borrowed_output(ty) {
        "rows that are reloaded do not live as long as `{ty}`"
        ; help "write `String`, `Box<str>` or `Cow<'static, str>`"
    }

    /// A column that asks a table with `#[reload]`.
    Reload: reloaded_in_column(name) {
        "a column cannot ask `{name}`, whose rows are reloaded: columns know their parameters alone"
        ; help "add a parameter for its result, and ask `{name}` in the rule"
    }

    /// A look-up inside an expression, of a table with `#[reload]`.
    Reload: reloaded_inside(name) {
        "`{name}` has `#[reload]`, so it is asked by a condition of its own"
        ; help "write `x = {name}(…);` before, and use `x` here"
    }

    /// The same of a table that collects.
    Reload: reloaded_rows_inside(name) {
        "`{name}` has `#[reload]`, so it is asked by a condition of its own"
        ; help "write `x in {name}(…);` before, and use `x` here"
    }

    /// A look-up of a table with `#[reload]` that has too many or too few arguments.
    Reload: table_arguments(name, expected, found) {
        "`{name}` takes {expected}, but {found} are given"
    }

    /// Rows in the braces of a table whose rows stand in a file.
    TableShape: rows_beside_file(file) {
        "the rows of this table stand in `{file}`, so none can stand here"
    }

    /// What is wrong with a sheet, or a cell of it.
    Sheet: sheet(message) {
        "{message}"
    }

    /// Several outputs of a type that has no names for them.
    TableShape: outputs_of(ty, count) {
        "`{ty}` is one value, but the table has {count} outputs"
        ; help "several outputs are the fields of a struct, or the parts of a tuple"
    }

    /// Several outputs of a tuple with more or fewer parts.
    TableShape: outputs_of_tuple(ty, parts, count) {
        "`{ty}` has {parts} parts, but the table has {count} outputs"
        ; help "each output is a part of the tuple, in order"
    }

    /// A column of what is no parameter.
    ColumnType: no_parameter(name) {
        "`{name}` is no parameter of the table"
    }

    /// A column whose type nothing tells.
    ColumnType: unknown_column_type(column) {
        "the type of `{column}` is not known from the ruleset"
        ; help "write it after the column: `{column}: u32`, or `{column}: Kind(Gold or Silver)` with all variants of an enum"
    }

    /// An output of a sheet whose type nothing tells.
    ColumnType: unknown_output_type(output) {
        "the type of the output `{output}` is not known from the ruleset"
        ; help "write it after the name: `{output}: u32`, or `{output}: Kind(Gold or Silver)` with all variants of an enum"
    }

    /// A column of an enum whose variants nothing tells, by which it is asked.
    ColumnType: variants_of_another_type(ty) {
        "`{ty}` has no variants"
    }

    /// A variant that a list of variants names twice.
    ColumnType: variant_again(variant) {
        "`{variant}` is listed twice, first"
        ; label "first listed here"
    }

    /// A column that stands in a table twice.
    ColumnType: column_again(column) {
        "there is a column `{column}` already,"
        ; label "the first"
        ; help "a row has one cell for it: a range, a list of values or `-`; what it cannot say takes two rows"
    }

    /// An output that names a parameter.
    Cell: parameter_in_output(name) {
        "an output cannot use the parameter `{name}`: rows tell cases apart by their cells alone"
        ; help "compute with the result where the table is asked"
    }

    /// What the parser of cells says.
    Cell: cell(message) {
        "{message}"
    }

    /// Cases for which no row holds.
    Gap: gap(table, witnesses) {
        "no row of the table `{table}` holds for {witnesses}"
        ; help "add rows, let the last row be `else`, or let the result be an `Option`"
    }

    /// A table of which it is not known whether rows hold for all cases.
    Gap: unproved(table) {
        "too many rows of the table `{table}` overlap in too many columns to tell whether it has gaps"
        ; help "let the last row be `else`"
    }

    /// Two rows of a `unique` table.
    Overlap: overlap(later, witness, earlier) {
        "{later} holds for {witness}, and so does {earlier}"
        ; label "the earlier row"
        ; help "let one of them leave the case out, or say `#[hit(first)]` on the table"
    }

    /// Two rows of an `any` table.
    Overlap: differ(later, witness, earlier) {
        "{later} holds for {witness} and answers something else than {earlier}"
        ; label "the earlier row"
        ; help "in a table with `#[hit(any)]` all rows that hold have the same outputs"
    }

    /// A row that never decides.
    UnreachableRow: unreachable_row(row, by) {
        "{row} never decides: {by} in all its cases"
        ; help "take it away, or put it further up"
    }

    /// Rows that say the same.
    MergeableRows: mergeable_rows(rows, column) {
        "{rows} answer the same and differ in `{column}` alone"
        ; help "one row says it with `A or B`, or a wider range"
    }
}
