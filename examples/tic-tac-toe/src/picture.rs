//! Draws the game tree: a square divided into nine by the first move, each of these by the second, and so on.
//!
//! A square stands for a position and has the colour of what follows from it. A taken cell shows its mark.

use std::io;
use std::path::Path;

use clap::ValueEnum;
use games::State;
use games::fold::{self, Best, Count, Folder};
use svg::node::element::{Circle, Group, Line, Rectangle, Title};
use svg::{Document, Node};
use tic_tac_toe::Game;
use tic_tac_toe::model::{Grid, Mark};

use crate::shade::{Colour, Shade};

/// How wide the picture is.
const SIZE: f64 = 1800.0;
/// How much of a square is left to its own colour at each side.
const MARGIN: f64 = 0.04;

type Tree = fold::Tree<(u8, u8), Shade>;

/// What is folded up the tree to colour it.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Folding {
    /// What X can be sure of
    Best,
    /// How many games end each way
    Counts,
}

/// Draws the tree to a depth into a file.
pub(crate) fn save(path: &Path, depth: usize, folding: Folding) -> io::Result<()> {
    svg::save(path, &draw(&shade(depth, folding)))
}

/// The top of the tree, with a colour for each position.
fn shade(depth: usize, folding: Folding) -> Tree {
    let (root, player) = (Game::begun(), Mark::X);
    match folding {
        Folding::Best => {
            let mut folder = Folder::new(Best { player });
            fold::tree(&root, depth, &mut |state| folder.value(state).into())
        }
        Folding::Counts => {
            let mut folder = Folder::new(Count { player });
            fold::tree(&root, depth, &mut |state| folder.value(state).into())
        }
    }
}

fn draw(tree: &Tree) -> Document {
    let mut squares = Group::new();
    let whole = Square {
        x: 0.0,
        y: 0.0,
        size: SIZE,
    };
    draw_position(tree, &Game::begun(), whole, "", &mut squares);
    Document::new()
        .set("viewBox", (0, 0, SIZE, SIZE))
        .add(squares)
}

/// Where a square lies.
#[derive(Clone, Copy)]
struct Square {
    x: f64,
    y: f64,
    size: f64,
}

impl Square {
    /// The square of a cell, within the margin of this one.
    fn cell(self, row: u8, column: u8) -> Square {
        let margin = self.size * MARGIN;
        let size = (self.size - 2.0 * margin) / f64::from(Grid::SIZE);
        Square {
            x: self.x + margin + size * f64::from(column),
            y: self.y + margin + size * f64::from(row),
            size,
        }
    }

    fn fill(self, shade: &Shade, moves: &str) -> Rectangle {
        let title = match moves {
            "" => shade.meaning.clone(),
            moves => format!("{moves}: {}", shade.meaning),
        };
        Rectangle::new()
            .set("x", round(self.x))
            .set("y", round(self.y))
            .set("width", round(self.size))
            .set("height", round(self.size))
            .set("fill", shade.colour.css())
            .set("stroke", "white")
            .set("stroke-width", round(self.size * MARGIN / 2.0))
            .add(Title::new(title))
    }
}

fn draw_position(tree: &Tree, state: &Game, square: Square, moves: &str, squares: &mut Group) {
    squares.append(square.fill(&tree.value, moves));
    if tree.branches.is_empty() {
        return;
    }
    for ((row, column), branch) in &tree.branches {
        let cell = square.cell(*row, *column);
        let step = format!("{}{}", row * Grid::SIZE + column, state.player()).to_lowercase();
        let moves = if moves.is_empty() {
            step
        } else {
            format!("{moves},{step}")
        };
        draw_position(
            branch,
            &state.after(&(*row, *column)),
            cell,
            &moves,
            squares,
        );
    }
    draw_marks(state.grid(), square, squares);
}

/// Draws what stands in the taken cells.
fn draw_marks(grid: &Grid, square: Square, squares: &mut Group) {
    for (row, column) in (0..Grid::SIZE).flat_map(|row| (0..Grid::SIZE).map(move |c| (row, c))) {
        if let Some(mark) = grid.cell(row, column) {
            draw_mark(mark, square.cell(row, column), squares);
        }
    }
}

fn draw_mark(mark: Mark, Square { x, y, size }: Square, squares: &mut Group) {
    let (colour, width) = (Colour::of(mark).css(), round(size / 10.0));
    let [near, far] = [size * 0.25, size * 0.75];
    match mark {
        Mark::X => {
            for (from, to) in [(near, far), (far, near)] {
                squares.append(
                    Line::new()
                        .set("x1", round(x + near))
                        .set("y1", round(y + from))
                        .set("x2", round(x + far))
                        .set("y2", round(y + to))
                        .set("stroke", colour.clone())
                        .set("stroke-width", width),
                );
            }
        }
        Mark::O => squares.append(
            Circle::new()
                .set("cx", round(x + size / 2.0))
                .set("cy", round(y + size / 2.0))
                .set("r", round(size / 4.0))
                .set("fill", "none")
                .set("stroke", colour)
                .set("stroke-width", width),
        ),
    }
}

/// Two digits after the point are enough for a picture of this size.
fn round(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}
