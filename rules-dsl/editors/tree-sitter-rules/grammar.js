/**
 * The rule language for tree-sitter.
 *
 * What is Rust in it (expressions, types, blocks) is read as balanced token trees up to where it must end, as by the
 * compiler; `queries/injections.scm` has an editor read it as Rust.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/** The marks of Rust that end nothing. */
const MARKS = [
  '~', '!', '@', '#', '$', '%', '^', '&', '*', '-', '+', '/', '?', '::', '..', '..=', '->', '==', '!=', '<=', '>=',
  '<', '>',
];

/** A list with commas, the last of which may be left out or written. */
const list = (item) => optional(seq(item, repeat(seq(',', item)), optional(',')));

module.exports = grammar({
  name: 'rules',

  word: ($) => $.identifier,

  // `src/scanner.c` reads these.
  externals: ($) => [$.block_comment, $._raw_string],

  extras: ($) => [/\s/, $.line_comment, $.block_comment],

  rules: {
    source_file: ($) => seq(repeat($.inner_attribute), repeat($._item)),

    inner_attribute: ($) => seq('#', '!', '[', repeat($._tree), ']'),
    attribute: ($) => seq('#', '[', repeat($._tree), ']'),
    visibility: ($) => prec.right(seq('pub', optional(seq('(', repeat($._tree), ')')))),

    // ---- Items

    _item: ($) =>
      choice(
        $.attribute,
        $.visibility,
        $.ruleset,
        $.use,
        $.type_alias,
        $.fact,
        $.fact_enum,
        $.global,
        $.rule,
        $.query,
        $.group,
        $.kind,
        $.table,
        $.rust_item,
      ),

    ruleset: ($) => seq('ruleset', field('name', $.identifier), ';'),
    use: ($) => seq('use', $.expression, ';'),
    type_alias: ($) => seq('type', field('name', $.identifier), repeat($._flat), '=', $.expression, ';'),
    global: ($) => seq('global', field('name', $.identifier), ':', $.type, ';'),

    fact: ($) =>
      seq(
        'fact',
        field('name', $.identifier),
        choice(field('body', $.fact_fields), seq(field('body', $.fact_types), ';'), ';'),
      ),
    fact_fields: ($) => seq('{', list($.fact_field), '}'),
    fact_field: ($) =>
      seq(repeat($.attribute), optional($.visibility), field('name', $.identifier), ':', field('type', $.type)),
    fact_types: ($) => seq('(', list(seq(repeat($.attribute), optional($.visibility), $.type)), ')'),
    fact_enum: ($) => seq('fact', 'enum', field('name', $.identifier), field('body', $.variants)),
    variants: ($) => seq('{', repeat($._tree), '}'),

    rule: ($) =>
      seq('rule', field('name', $.identifier), '{', $.when, $.then, optional($.undo), '}'),
    when: ($) => seq('when', field('body', $.conditions)),
    then: ($) => seq('then', field('body', $.block)),
    undo: ($) => seq('undo', field('body', $.block)),

    query: ($) =>
      seq(
        'query',
        field('name', $.identifier),
        field('parameters', $.parameters),
        optional(seq('->', field('result', $.type))),
        '{',
        $.when,
        optional($.select),
        '}',
      ),
    select: ($) => seq('select', $.expression, optional(';')),
    parameters: ($) => seq('(', list($.parameter), ')'),
    parameter: ($) => seq(field('name', $.identifier), ':', field('type', $.type)),

    group: ($) =>
      seq('group', field('name', $.identifier), '{', repeat(choice($.attribute, $.rule)), '}'),

    kind: ($) =>
      seq(
        'kind',
        field('name', $.identifier),
        '=',
        $.path,
        repeat1(seq('or', $.path)),
        '{',
        list($.kind_field),
        '}',
        ';',
      ),
    kind_field: ($) => seq(field('name', $.identifier), optional(seq(':', field('type', $.type)))),

    table: ($) =>
      seq(
        'table',
        field('name', $.identifier),
        field('parameters', $.parameters),
        '->',
        field('result', $.type),
        optional($.from),
        '{',
        repeat($.row),
        '}',
      ),
    from: ($) => seq('from', $.string, optional(seq(',', 'sheet', $.string))),
    row: ($) =>
      seq('|', $.cell, repeat(seq('|', $.cell)), '||', $.output, repeat(seq('|', $.output)), '|'),
    cell: ($) => repeat1(choice($._plain, ',', ':', '=', '=>')),
    output: ($) => repeat1(choice($._plain, ',', ':', '=', '=>')),

    rust_item: ($) =>
      choice(
        seq(choice('const', 'static'), $.identifier, repeat(choice($._flat, ':', '=', '=>')), ';'),
        seq(
          choice('fn', 'struct', 'enum', 'union', 'impl', 'trait', 'mod', 'extern', 'unsafe', 'async', seq('const', 'fn')),
          repeat(choice($._unbraced, ':', '=', ',', '|')),
          choice($.block, ';'),
        ),
        seq(optional('::'), $.identifier, repeat(seq('::', $.identifier)), '!', optional($.identifier), choice($.block, seq(choice($.parenthesized, $.bracketed), ';'))),
      ),

    // ---- Conditions

    conditions: ($) => seq('{', repeat($._condition), '}'),
    _condition: ($) =>
      choice(
        $.test,
        $.let,
        $.for,
        $.not,
        $.exists,
        $.unique,
        $.forall,
        $.either,
        $.due,
        $.accumulate,
        seq(choice($.answer, $.pattern), ';'),
        ';',
      ),

    test: ($) =>
      seq('if', optional(seq('let', $.binding, '=')), $.expression, ';'),
    let: ($) => seq('let', $.binding, optional(seq(':', $.type)), '=', $.expression, ';'),
    for: ($) => seq('for', $.binding, optional(seq(':', $.type)), 'in', $.expression, ';'),
    not: ($) => seq('not', $._operand),
    exists: ($) => seq('exists', $._operand),
    unique: ($) => seq('unique', $._operand),
    forall: ($) => seq('forall', $._source, '=>', $._operand),
    either: ($) => seq('either', $.conditions, repeat1(seq('or', $.conditions))),
    due: ($) => seq('due', $.expression, ';'),

    _operand: ($) => choice($.conditions, seq(choice($.answer, $.pattern), ';')),
    _source: ($) => choice($.conditions, $.answer, $.pattern),

    answer: ($) =>
      seq(
        choice(field('result', $._name), $.parenthesized),
        'in',
        field('query', $.identifier),
        $.parenthesized,
        optional($.guard),
      ),

    accumulate: ($) =>
      seq(
        field('result', $._name),
        '=',
        choice(
          seq(field('function', alias(choice('count', 'collect'), $.identifier)), '(', $._source, ')'),
          seq(
            field('function', alias(choice('sum', 'min', 'max', 'avg', 'min_by', 'max_by', 'accumulate'), $.identifier)),
            '(',
            alias($.value, $.expression),
            'for',
            $._source,
            ')',
          ),
          seq(field('function', $.identifier), $.parenthesized),
        ),
        optional($.by),
        optional($.guard),
        ';',
      ),
    value: ($) => repeat1(choice($._flat, ':', '=', '=>')),
    by: ($) => seq('by', '(', list($.identifier), ')'),

    // ---- Patterns

    pattern: ($) =>
      seq(
        optional(seq(field('binding', $._name), '@')),
        field('type', $.path),
        optional(choice($.fields, $.positions)),
        repeat($.relation),
        optional($.guard),
      ),
    path: ($) => seq(optional('::'), $.identifier, repeat(seq('::', choice($.identifier, $._angle)))),
    guard: ($) => seq('if', $.expression),
    relation: ($) =>
      prec.right(choice(
        seq('within', $.span, optional(seq(choice('after', 'before', 'of'), $.identifier))),
        seq(choice('after', 'before'), $.identifier),
        seq('last', $.span),
      )),
    span: ($) => prec.right(repeat1(choice($.number, $.identifier, $.parenthesized, '::', '*', '+', '-', '/', $._member))),

    fields: ($) => seq('{', list(choice($.field, $.rest)), '}'),
    field: ($) =>
      seq(field('name', choice($.identifier, $.number)), optional(seq(':', field('test', $._field_test)))),
    positions: ($) => seq('(', list(choice($._field_test, $.rest)), ')'),
    rest: (_) => '..',
    _field_test: ($) => choice($.comparison, $.rust_pattern),
    comparison: ($) =>
      seq(field('operator', choice('==', '!=', '<', '<=', '>', '>=')), alias($.compared, $.expression)),
    compared: ($) => prec.right(repeat1(choice($._plain, '|', '||', ':', '=', '=>'))),
    rust_pattern: ($) =>
      prec.right(
        seq(
          choice($._atom, '&', '-', '::', '|', '#', seq('..', $._atom), '..='),
          repeat(choice($._plain, '|', '||', ':', '=', '=>')),
        ),
      ),

    // A word that begins a condition is a name too: `not @ P`, `unique = count(P)`.
    _name: ($) =>
      prec(1, choice(
        $.identifier,
        alias(choice('not', 'exists', 'unique', 'forall', 'either', 'due'), $.identifier),
      )),

    // ---- Rust, up to where it must end

    expression: ($) => prec.right(seq($._flat, repeat(choice($._flat, ':', '=')))),
    type: ($) =>
      prec.right(
        repeat1(
          choice($.identifier, $.number, $.lifetime, $.string, $.parenthesized, $.bracketed, $._angle, '::', '&', '*', '!', '+', '?', '->'),
        ),
      ),
    _angle: ($) =>
      seq('<', repeat(choice($._angle, $.identifier, $.number, $.lifetime, $.string, $.parenthesized, $.bracketed, $.braced, '::', '&', '*', '!', '+', '?', '->', ',', ':', '=')), '>'),
    binding: ($) =>
      prec.right(repeat1(choice($._atom, '&', '-', '::', '|', '@', ',', '..', '..='))),

    block: ($) => seq('{', repeat(choice($._tree, $.effect)), '}'),
    effect: (_) => choice('insert', 'logical', 'modify', 'retract', 'focus', 'halt', 'choose', 'fail'),

    _tree: ($) => choice($._flat, ':', '=', '=>', ';'),
    _flat: ($) => choice($._plain, ',', '|', '||'),
    _plain: ($) => choice($._unbraced_plain, $.braced),
    _unbraced: ($) => choice($._unbraced_plain, '||'),
    _unbraced_plain: ($) => choice($._atom_unbraced, $._member, ...MARKS),
    _atom: ($) => choice($._atom_unbraced, $.braced),
    _atom_unbraced: ($) =>
      choice($.identifier, $.number, $.string, $.character, $.lifetime, $.parenthesized, $.bracketed),
    _member: ($) => seq('.', choice($.identifier, $.number)),

    parenthesized: ($) => seq('(', repeat($._tree), ')'),
    bracketed: ($) => seq('[', repeat($._tree), ']'),
    braced: ($) => seq('{', repeat(choice($._tree, $.effect)), '}'),

    // ---- Tokens

    identifier: (_) => /(r#)?[\p{XID_Start}_]\p{XID_Continue}*/,
    number: (_) => /[0-9][0-9A-Za-z_]*(\.[0-9][0-9A-Za-z_]*)?/,
    string: ($) => choice(token(/[bc]?"([^"\\]|\\[\s\S])*"/), $._raw_string),
    character: (_) => token(choice(/b?'[^'\\]'/, /b?'\\[^']+'/, /b?'\\''/)),
    lifetime: (_) => /'[\p{XID_Start}_]\p{XID_Continue}*/,

    line_comment: (_) => token(seq('//', /[^\n]*/)),
  },
});
