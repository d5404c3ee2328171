//! Every complete game there is, played under the rules and checked against a referee in plain Rust.
//!
//! The plain referee shares nothing with the library: a position is two sets of cells, as bits.

use std::thread;

use tic_tac_toe::Game;
use tic_tac_toe::model::{Mark, Stage};

/// The cells of each line, as bits: rows, columns, diagonals.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const BOARD: u16 = 0o777;

/// How a complete game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    XWins,
    OWins,
    Draw,
}

/// How many games end in each way.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    x_wins: u32,
    o_wins: u32,
    draws: u32,
}

impl Tally {
    fn count(&mut self, end: End) {
        *match end {
            End::XWins => &mut self.x_wins,
            End::OWins => &mut self.o_wins,
            End::Draw => &mut self.draws,
        } += 1;
    }

    fn add(&mut self, other: &Tally) {
        self.x_wins += other.x_wins;
        self.o_wins += other.o_wins;
        self.draws += other.draws;
    }
}

/// A game of the plain referee: the cells in the order played, and those of X and of O.
struct Plain {
    played: Vec<u8>,
    marks: [u16; 2],
}

impl Plain {
    /// The game after X's first move.
    fn after(first: u8) -> Self {
        Plain {
            played: vec![first],
            marks: [1 << first, 0],
        }
    }

    fn end(&self) -> Option<End> {
        let [x, o] = self.marks;
        let has_line = |cells: u16| LINES.iter().any(|line| line & !cells == 0);
        match (has_line(x), has_line(o)) {
            (true, _) => Some(End::XWins),
            (_, true) => Some(End::OWins),
            _ => (x | o == BOARD).then_some(End::Draw),
        }
    }

    /// Visits every complete game that begins with the moves of this one.
    fn complete(&mut self, visit: &mut impl FnMut(&[u8], End)) {
        if let Some(end) = self.end() {
            return visit(&self.played, end);
        }
        let before = self.marks;
        let player = self.played.len() % 2;
        for cell in (0..9).filter(|cell| (before[0] | before[1]) >> cell & 1 == 0) {
            self.marks[player] |= 1 << cell;
            self.played.push(cell);
            self.complete(visit);
            self.played.pop();
            self.marks = before;
        }
    }
}

/// Plays a complete game under the rules, and says how it ended.
fn play(game: &mut Game, cells: &[u8]) -> End {
    game.new_game();
    let mut stage = Stage::Active;
    for (&cell, mark) in cells.iter().zip([Mark::X, Mark::O].into_iter().cycle()) {
        assert_eq!(stage, Stage::Active, "{cells:?} goes on to {cell}");
        stage = game
            .play(mark, cell / 3, cell % 3)
            .expect("every move is legal");
    }
    match (stage, game.winner()) {
        (Stage::Win, Some(Mark::X)) => End::XWins,
        (Stage::Win, Some(Mark::O)) => End::OWins,
        (Stage::Draw, None) => End::Draw,
        other => panic!("{cells:?} ends with {other:?}"),
    }
}

/// Plays the games that begin with a cell.
fn play_all_from(first: u8) -> Tally {
    let mut game = Game::new();
    let mut tally = Tally::default();
    Plain::after(first).complete(&mut |cells, end| {
        assert_eq!(play(&mut game, cells), end, "{cells:?}");
        tally.count(end);
    });
    tally
}

#[test]
fn every_complete_game_ends_as_a_plain_referee_says() {
    let mut total = Tally::default();
    thread::scope(|scope| {
        let parts: Vec<_> = (0..9)
            .map(|first| scope.spawn(move || play_all_from(first)))
            .collect();
        for part in parts {
            total.add(&part.join().expect("every game ends alike"));
        }
    });
    assert_eq!(
        total,
        Tally {
            x_wins: 131_184,
            o_wins: 77_904,
            draws: 46_080
        }
    );
}
