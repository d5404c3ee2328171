//! People and computer players play, line by line.
//!
//! Reads any input and writes to any output, so a game can be piped in. The program never decides what a move
//! does: it passes each to the referee and tells what came of it.

use std::io::{self, BufRead, Write};

use rules_runtime::Listener;
use streams::typed::{Shown, lines};
use tic_tac_toe::model::{Grid, Mark, MoveError, Stage};
use tic_tac_toe::{Game, Level};

use crate::board::{self, Board};
use crate::entry::Entry;
use crate::player::{Player, Players};

const HELP: &str = "\
Type the number of a cell to mark it: X begins, and then the players take turns.
The mark may be typed as well, `4x`. `new` starts a new game, `quit`, `exit` or
`q` leaves, `help` or `?` shows this again.
";

/// Plays until the input ends or somebody quits; without anybody at the keyboard, one game.
///
/// `listener` gives the listeners of the computer players.
pub(crate) fn play<L: Listener>(
    game: &mut Game<L>,
    players: Players,
    listener: impl Fn() -> L,
    input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    writeln!(output, "Noughts and crosses\n")?;
    if players.any_human() {
        writeln!(output, "{HELP}")?;
    }
    begin(game, output)?;
    let mut lines = lines(input);
    loop {
        if game.status() == Stage::Active
            && let Player::Computer(level) = players.of(game.grid().turn())
        {
            answer(game, level.into(), listener(), output)?;
            continue;
        }
        if !players.any_human() {
            return Ok(());
        }
        prompt(game, output)?;
        let Some(line) = lines.next() else {
            // The input ended in the line of the prompt.
            return writeln!(output);
        };
        let line = line?;
        match line.trim().to_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(()),
            "help" | "?" => write!(output, "{HELP}")?,
            "new" => begin(game, output)?,
            _ => enter(game, line.trim(), output)?,
        }
    }
}

/// Makes the move that the computer chooses.
fn answer<L: Listener>(
    game: &mut Game<L>,
    level: Level,
    listener: L,
    output: &mut impl Write,
) -> io::Result<()> {
    let mark = game.grid().turn();
    let choice = level.choose_with(game.grid(), listener);
    let (row, column) = choice.expect("a game goes on while a cell is free");
    game.play(mark, row, column)
        .expect("a level chooses a free cell");
    writeln!(output, "{mark} to cell {}", row * Grid::SIZE + column)?;
    show(game, output)
}

fn begin<L: Listener>(game: &mut Game<L>, output: &mut impl Write) -> io::Result<()> {
    game.new_game();
    writeln!(output, "{}", Board::of(game))
}

fn prompt<L: Listener>(game: &Game<L>, output: &mut impl Write) -> io::Result<()> {
    match game.status() {
        Stage::Win | Stage::Draw => write!(output, "Another game? (new, quit) ")?,
        _ => write!(output, "{} to move: ", game.grid().turn())?,
    }
    output.flush()
}

/// Makes the move that a player typed, and tells what came of it.
fn enter<L: Listener>(game: &mut Game<L>, text: &str, output: &mut impl Write) -> io::Result<()> {
    let Ok(entry) = Entry::parse(text) else {
        return writeln!(
            output,
            "`{}` is no move: type the number of a cell, 0 to 8, or `help`.",
            Shown(text)
        );
    };
    let mark = entry.mark.unwrap_or_else(|| game.grid().turn());
    match game.play(mark, entry.row(), entry.column()) {
        Ok(_) => {
            writeln!(output)?;
            show(game, output)
        }
        Err(error) => {
            game.reset_error();
            // As typed: the number may be greater than any that a cell can have.
            let number = text.trim_end_matches(|last: char| last.is_ascii_alphabetic());
            writeln!(output, "{}", refusal(game, error, entry, number, mark))
        }
    }
}

/// Shows what came of a move.
fn show<L: Listener>(game: &Game<L>, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{}", Board::of(game))?;
    if game.status() != Stage::Active {
        writeln!(output, "{}", board::result(game))?;
    }
    Ok(())
}

/// What to say of a refused move; `number` is its cell as typed.
fn refusal<L: Listener>(
    game: &Game<L>,
    error: MoveError,
    entry: Entry,
    number: &str,
    mark: Mark,
) -> String {
    let Entry { cell, .. } = entry;
    match error {
        MoveError::MoveNotValid => {
            format!("There is no cell {number}: the cells are numbered 0 to 8.")
        }
        MoveError::MoveInUse => match game.grid().cell(entry.row(), entry.column()) {
            Some(owner) => format!("Cell {cell} is taken: there is an {owner} in it."),
            None => format!("Cell {cell} is taken."),
        },
        MoveError::MoveOutOfTurn => {
            format!("It is not {mark}'s turn: {} moves.", game.grid().turn())
        }
        MoveError::GameNotStarted => "No game has begun: `new` starts one.".to_owned(),
        MoveError::GameOver => "The game is over: `new` starts another.".to_owned(),
    }
}
