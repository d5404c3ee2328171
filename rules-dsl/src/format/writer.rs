//! Writes lines, and the comments that stand between what is written.
//!
//! Everything is written in the order of the file, with the bytes it stands for. Between two elements of a
//! list the writer puts out the comments there; a comment anywhere else that would be passed over is
//! noticed, and what it stands in is then left as it was.

use std::ops::Range;

use super::comments::{Comment, has_blank};
use super::{INDENT, WIDTH};

/// Whether an empty line stands before an element of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blank {
    Never,
    /// Where there was one.
    Kept,
    Always,
}

pub(super) struct Writer<'s> {
    /// The file.
    text: &'s str,
    comments: Vec<Comment<'s>>,
    /// How many comments have been written.
    next: usize,
    out: String,
    indent: usize,
    /// Whether a comment was passed over.
    lost: bool,
}

/// A state of the writer, to go back to.
pub(super) struct Mark {
    length: usize,
    next: usize,
    indent: usize,
    lost: bool,
}

impl<'s> Writer<'s> {
    pub(super) fn new(text: &'s str, comments: Vec<Comment<'s>>) -> Self {
        Writer {
            text,
            comments,
            next: 0,
            out: String::new(),
            indent: 0,
            lost: false,
        }
    }

    /// What has been written, and the comments after all else.
    pub(super) fn finish(mut self) -> String {
        self.comments_before(self.text.len(), Blank::Kept);
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    pub(super) fn indent(&self) -> usize {
        self.indent
    }

    /// How many characters may still stand on the line.
    pub(super) fn room(&self) -> usize {
        let line = self.out.rfind('\n').map_or(0, |end| end + 1);
        let written = self.out[line..].chars().count();
        // At a line's beginning its indentation is still to come.
        let written = if written == 0 { self.indent } else { written };
        WIDTH.saturating_sub(written)
    }

    /// Writes text that stands for a range of the file, and has no line end.
    pub(super) fn write(&mut self, text: &str, range: &Range<usize>) {
        self.lost |= self
            .comments
            .get(self.next)
            .is_some_and(|comment| comment.range.start < range.end);
        self.put(text);
    }

    /// Writes text that stands for nothing.
    pub(super) fn put(&mut self, text: &str) {
        if self.is_line_start() && !text.is_empty() {
            self.out.extend(std::iter::repeat_n(' ', self.indent));
        }
        self.out.push_str(text);
    }

    /// Writes indented lines that stand for a range of the file, comments in it among them. A line end stands
    /// before each, the first too unless it goes on with what has been written.
    pub(super) fn write_lines(&mut self, lines: &str, range: &Range<usize>) {
        let lines = lines.trim_end();
        let at_line_start = lines.strip_prefix('\n').filter(|_| self.is_line_start());
        self.out.push_str(at_line_start.unwrap_or(lines));
        self.pass(range);
    }

    /// Takes the comments in a range as written.
    fn pass(&mut self, range: &Range<usize>) {
        let rest = &self.comments[self.next..];
        self.lost |= rest
            .first()
            .is_some_and(|comment| comment.range.start < range.start);
        let passed = |comment: &&Comment<'_>| comment.range.start < range.end;
        self.next += rest.iter().take_while(passed).count();
    }

    /// Ends a line.
    pub(super) fn line(&mut self) {
        if !self.is_line_start() {
            self.out.push('\n');
        }
    }

    fn is_line_start(&self) -> bool {
        self.out.is_empty() || self.out.ends_with('\n')
    }

    /// Begins the line of an element that stands at `offset`, after the comments before it.
    pub(super) fn begin(&mut self, offset: usize, blank: Blank) {
        let blank = self.comments_before(offset, blank);
        self.line();
        let before = &self.text[..offset];
        let space = &before[before.trim_end().len()..];
        if blank == Blank::Always || blank == Blank::Kept && has_blank(space) {
            self.blank_line();
        }
    }

    /// Writes the comments before `offset`: those at the end of a line there, the others on lines of their
    /// own. Answers which empty line may follow them.
    fn comments_before(&mut self, offset: usize, mut blank: Blank) -> Blank {
        while let Some(comment) = self.comments.get(self.next)
            && comment.range.start < offset
        {
            let comment = comment.clone();
            self.next += 1;
            if comment.leads || self.is_line_start() {
                self.line();
                if blank == Blank::Always || blank == Blank::Kept && comment.after_blank {
                    self.blank_line();
                }
                let lines = reindent(self.text, &comment.range, self.indent, &[]);
                self.put(lines.trim_start());
                // What follows belongs to the comment, unless its author put a line between them.
                blank = Blank::Kept;
            } else {
                self.out.push(' ');
                self.out.push_str(comment.text);
            }
        }
        blank
    }

    /// Leaves a line empty, unless it is the first of all or of a body.
    fn blank_line(&mut self) {
        let before = self.out.trim_end_matches('\n');
        let is_first = before.is_empty() || before.ends_with(['{', '(', '[']);
        if !is_first && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// Begins what stands between brackets, each element on lines of its own.
    pub(super) fn open(&mut self) {
        self.indent += INDENT;
    }

    /// Ends it where there is no bracket.
    pub(super) fn leave(&mut self) {
        self.indent -= INDENT;
    }

    /// Ends it before the closing bracket at `offset`.
    pub(super) fn close(&mut self, offset: usize) {
        self.comments_before(offset, Blank::Kept);
        self.indent -= INDENT;
        self.line();
    }

    /// Whether a comment that is still to be written stands in a range.
    pub(super) fn has_comment(&self, range: &Range<usize>) -> bool {
        let written = self
            .comments
            .get(self.next)
            .map_or(usize::MAX, |c| c.range.start);
        let last = self.comments_in(range).last();
        last.is_some_and(|comment| comment.range.start >= written)
    }

    /// The comments in a range.
    pub(super) fn comments_in(&self, range: &Range<usize>) -> &[Comment<'s>] {
        let start = self
            .comments
            .partition_point(|comment| comment.range.start < range.start);
        let end = self
            .comments
            .partition_point(|comment| comment.range.start < range.end);
        &self.comments[start..end]
    }

    pub(super) fn mark(&mut self) -> Mark {
        Mark {
            length: self.out.len(),
            next: self.next,
            indent: self.indent,
            lost: std::mem::take(&mut self.lost),
        }
    }

    /// Whether no comment has been passed over since `mark`. If one has, the writer is as it was then.
    pub(super) fn keep(&mut self, mark: &Mark) -> bool {
        let kept = !self.lost;
        if !kept {
            self.out.truncate(mark.length);
            self.next = mark.next;
            self.indent = mark.indent;
        }
        self.lost = mark.lost;
        kept
    }

    /// Writes a range of the file as it is, its lines moved to the present indentation. What stands in a
    /// literal is not moved.
    pub(super) fn verbatim(&mut self, range: &Range<usize>, literals: &[Range<usize>]) {
        let lines = reindent(self.text, range, self.indent, literals);
        self.put(lines.trim_start_matches(' '));
        self.pass(range);
    }
}

/// The lines of a range of a text, moved so that the first is indented by `indent`. Lines that begin within
/// one of `literals` stay as they are.
pub(super) fn reindent(
    text: &str,
    range: &Range<usize>,
    indent: usize,
    literals: &[Range<usize>],
) -> String {
    let line_start = text[..range.start].rfind('\n').map_or(0, |end| end + 1);
    let first = &text[line_start..range.start];
    let was = first.len() - first.trim_start_matches([' ', '\t']).len();
    let is_within = |at: usize| {
        let before = literals.partition_point(|literal| literal.start < at);
        literals[..before]
            .last()
            .is_some_and(|literal| at < literal.end)
    };
    let mut moved = String::new();
    let mut at = range.start;
    for line in text[range.clone()].split_inclusive('\n') {
        let end = at + line.len();
        let mut content = line.strip_suffix('\n').unwrap_or(line);
        if !is_within(at) {
            let trimmed = content.trim_start_matches([' ', '\t']);
            let further = (content.len() - trimmed.len()).saturating_sub(was);
            let further = if at == range.start { 0 } else { further };
            content = trimmed;
            if !content.trim().is_empty() {
                moved.extend(std::iter::repeat_n(' ', indent + further));
            }
        }
        moved.push_str(if is_within(end) {
            content
        } else {
            content.trim_end()
        });
        if line.ends_with('\n') {
            moved.push('\n');
        }
        at = end;
    }
    moved
}
