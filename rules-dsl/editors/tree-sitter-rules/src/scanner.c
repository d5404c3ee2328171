// The tokens that no regular expression describes: comments that hold others, and raw strings with any number of marks.
//
// It keeps nothing between two tokens. What is never closed is no token of these: the parser says so where it begins.

#include "tree_sitter/parser.h"

// In the order of `externals` in the grammar.
enum Token { BLOCK_COMMENT, RAW_STRING };

void *tree_sitter_rules_external_scanner_create(void) { return NULL; }

void tree_sitter_rules_external_scanner_destroy(void *state) { (void)state; }

unsigned tree_sitter_rules_external_scanner_serialize(void *state, char *buffer) {
    (void)state;
    (void)buffer;
    return 0;
}

void tree_sitter_rules_external_scanner_deserialize(void *state, const char *buffer, unsigned length) {
    (void)state;
    (void)buffer;
    (void)length;
}

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

// Goes past a character, if it comes next.
static bool take(TSLexer *lexer, int32_t wanted) {
    if (lexer->lookahead != wanted) return false;
    advance(lexer);
    return true;
}

static bool is_space(int32_t character) {
    return character == ' ' || (character >= '\t' && character <= '\r');
}

// `/* … */`, after its first character; each that is opened within is to be closed.
static bool block_comment(TSLexer *lexer) {
    if (!take(lexer, '*')) return false;
    for (unsigned depth = 1; depth > 0;) {
        if (lexer->eof(lexer)) return false;
        if (take(lexer, '*')) {
            if (take(lexer, '/')) depth--;
        } else if (take(lexer, '/')) {
            if (take(lexer, '*')) depth++;
        } else {
            advance(lexer);
        }
    }
    lexer->result_symbol = BLOCK_COMMENT;
    return true;
}

// `r"…"`, `br#"…"#` and so on: it ends at a quote that as many marks follow as stand before the first.
static bool raw_string(TSLexer *lexer) {
    if (lexer->lookahead == 'b' || lexer->lookahead == 'c') advance(lexer);
    if (!take(lexer, 'r')) return false;
    unsigned marks = 0;
    while (take(lexer, '#')) marks++;
    if (!take(lexer, '"')) return false;
    for (;;) {
        if (lexer->eof(lexer)) return false;
        if (!take(lexer, '"')) {
            advance(lexer);
            continue;
        }
        unsigned closing = 0;
        while (closing < marks && take(lexer, '#')) closing++;
        if (closing == marks) break;
    }
    lexer->result_symbol = RAW_STRING;
    return true;
}

bool tree_sitter_rules_external_scanner_scan(void *state, TSLexer *lexer, const bool *valid) {
    (void)state;
    while (is_space(lexer->lookahead)) lexer->advance(lexer, true);
    if (valid[BLOCK_COMMENT] && take(lexer, '/')) return block_comment(lexer);
    return valid[RAW_STRING] && raw_string(lexer);
}
