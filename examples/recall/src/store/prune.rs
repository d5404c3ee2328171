//! Which games are forgotten, so that the file does not grow for ever.

use recall_game::table::Millis;
use redb::{Error, ReadableTable, ReadableTableMetadata, WriteTransaction};

use super::file::{COUNTS, FINISHED, GAMES, JOURNAL};
use super::frame::Frame;

/// How many finished games are kept; the one that ended first goes first.
const KEPT: u64 = 10_000;
/// How many games are kept in all; unfinished ones make room when they are more.
const MOST: u64 = 100_000;
/// How long a game is kept in which nothing happens, and that is not over: thirty days.
const ABANDONED: Millis = 30 * 24 * 60 * 60 * 1000;
/// How often such games are looked for.
pub(super) const PAUSE: Millis = 10 * 60 * 1000;

/// Forgets the games that ended first, if there are too many.
pub(super) fn forget_finished(transaction: &WriteTransaction) -> Result<(), Error> {
    let mut finished = transaction.open_table(FINISHED)?;
    while finished.len()? > KEPT {
        let Some((_, game)) = finished.pop_first()? else {
            return Ok(());
        };
        let game = game.value().to_owned();
        forget(transaction, &game)?;
    }
    Ok(())
}

/// Forgets unfinished games in which nothing has happened for long, and of too many those that rest longest.
pub(super) fn forget_abandoned(transaction: &WriteTransaction, now: Millis) -> Result<(), Error> {
    let mut resting = resting(transaction, now)?;
    resting.sort_unstable();
    let mut games = transaction.open_table(GAMES)?.len()?;
    for (since, game) in resting {
        if games <= MOST && now.saturating_sub(since) <= ABANDONED {
            break;
        }
        forget(transaction, &game)?;
        games -= 1;
    }
    Ok(())
}

/// The unfinished games, and since when nothing has happened in each.
fn resting(transaction: &WriteTransaction, now: Millis) -> Result<Vec<(Millis, String)>, Error> {
    let finished = transaction.open_table(FINISHED)?;
    let over = finished.iter()?.map(|row| Ok(row?.1.value().to_owned()));
    let over = over.collect::<Result<std::collections::HashSet<_>, Error>>()?;
    let games = transaction.open_table(GAMES)?;
    let mut counts = transaction.open_table(COUNTS)?;
    let mut resting = Vec::new();
    for row in games.iter()? {
        let name = row?.0.value().to_owned();
        if over.contains(&name) {
            continue;
        }
        let count = counts.get(name.as_str())?;
        let count = count.and_then(|count| Frame::decode(count.value()));
        if let Some(count) = count {
            resting.push((count.written, name));
        } else {
            // It is of before counts were written: its time begins now.
            let count = Frame::count(&name, uncounted(transaction, &name)?, now);
            counts.insert(name.as_str(), count.encode().as_slice())?;
        }
    }
    Ok(resting)
}

/// How many records a game has of which that was not written.
fn uncounted(transaction: &WriteTransaction, name: &str) -> Result<u64, Error> {
    let journal = transaction.open_table(JOURNAL)?;
    Ok(journal.range((name, 0)..=(name, u64::MAX))?.count() as u64)
}

fn forget(transaction: &WriteTransaction, name: &str) -> Result<(), Error> {
    transaction.open_table(GAMES)?.remove(name)?;
    transaction.open_table(COUNTS)?.remove(name)?;
    let mut journal = transaction.open_table(JOURNAL)?;
    journal.retain_in((name, 0)..=(name, u64::MAX), |_, _| false)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use redb::Database;
    use redb::backends::InMemoryBackend;

    use super::*;

    #[test]
    fn unfinished_games_in_which_nothing_happens_are_forgotten_after_a_month() {
        let database = Database::builder().create_with_backend(InMemoryBackend::new());
        let transaction = database.unwrap().begin_write().unwrap();
        for (name, written) in [("old", 5), ("over", 5), ("new", 1_000)] {
            let mut games = transaction.open_table(GAMES).unwrap();
            games.insert(name, [].as_slice()).unwrap();
            let mut journal = transaction.open_table(JOURNAL).unwrap();
            journal.insert((name, 0), [].as_slice()).unwrap();
            let mut counts = transaction.open_table(COUNTS).unwrap();
            let count = Frame::count(name, 1, written).encode();
            counts.insert(name, count.as_slice()).unwrap();
        }
        let mut finished = transaction.open_table(FINISHED).unwrap();
        finished.insert(0, "over").unwrap();
        drop(finished);

        forget_abandoned(&transaction, 5 + ABANDONED).unwrap();
        assert_eq!(transaction.open_table(GAMES).unwrap().len().unwrap(), 3);
        forget_abandoned(&transaction, 6 + ABANDONED).unwrap();
        let games = transaction.open_table(GAMES).unwrap();
        let names = games
            .iter()
            .unwrap()
            .map(|row| row.unwrap().0.value().to_owned());
        assert_eq!(names.collect::<Vec<_>>(), ["new", "over"]);
        assert_eq!(transaction.open_table(JOURNAL).unwrap().len().unwrap(), 2);
    }
}
