//! A room: one game, its table, and the clients that follow it. It does one thing after the other.
//!
//! What is accepted is written to the journal before anyone hears of it. Where that fails, the table is thrown away
//! and made anew from the journal when it is next wanted: so it is never ahead of what was written.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use recall_game::sheets::Sheets;
use recall_game::table::{Failure, Input, Outcome, PlayerId};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::hosted::Hosted;
use super::limits::Limits;
use super::lobby::{Bell, Letter, Lobby, Matter};
use super::missing::Missing;
use super::outbox::Outbox;
use super::protocol::{Answer, Create, More, Order, Said};
use super::publish::Followers;
use crate::store::{GameId, Header, Record, SessionId, Store};
use crate::tables::Kind;
use crate::time::unix_now;

/// A game's room.
pub(super) struct Room {
    game: GameId,
    store: Store,
    limits: Limits,
    /// The rows with which a game of Recall begins.
    sheets: Arc<Sheets>,
    followers: Followers,
    /// None until it is wanted, and after the store has failed.
    hosted: Option<Hosted>,
    missing: Missing,
}

/// Works until nobody wants anything of the game for a while, or others want its place.
pub(super) async fn run(
    mut room: Room,
    mut letters: mpsc::Receiver<Letter>,
    bell: Arc<Bell>,
    lobby: Arc<Lobby>,
) {
    let mut wanted = Instant::now();
    let mut leaves = false;
    loop {
        let alarm = room.alarm(wanted);
        tokio::select! {
            letter = letters.recv() => {
                let Some(letter) = letter else { return };
                wanted = Instant::now();
                room.open(letter).await;
            }
            () = bell.leave.notified() => leaves = true,
            () = sleep_until(alarm) => {
                if room.is_due() {
                    room.tick().await;
                }
            }
        }
        room.look_for_players().await;
        if leaves {
            room.followers.dismiss();
        }
        let is_followed = room.followers.any();
        bell.is_followed.store(is_followed, Ordering::Relaxed);
        // Without a game there is nothing to wait for: it does not exist, or could not be written or read.
        let idle = leaves || room.hosted.is_none() || wanted.elapsed() >= room.limits.idle;
        if idle && !is_followed && lobby.close(&room.game, &letters) {
            return;
        }
    }
}

impl Room {
    /// A room whose game is yet to be made or read.
    pub(super) fn new(game: GameId, store: Store, limits: Limits, sheets: Arc<Sheets>) -> Self {
        Self {
            followers: Followers::new(game.clone()),
            game,
            store,
            limits,
            sheets,
            hosted: None,
            missing: Missing::default(),
        }
    }

    /// When to look up next, if no letter comes.
    fn alarm(&self, wanted: Instant) -> Instant {
        let idle = (wanted + self.limits.idle).max(Instant::now() + Duration::from_millis(500));
        let Some(hosted) = &self.hosted else {
            return idle;
        };
        let look = if hosted.is_under_way() && self.followers.any() {
            idle.min(Instant::now() + self.limits.gone / 4)
        } else {
            idle
        };
        let Some(due) = hosted.table.wakes_at() else {
            return look;
        };
        let due = Duration::from_millis(due.saturating_sub(hosted.now()));
        look.min(Instant::now() + due)
    }

    /// Players who have no connection for a while are away: the rules play in their place, and nobody waits for them.
    async fn look_for_players(&mut self) {
        let Some(hosted) = &self.hosted else { return };
        // Without anybody who would have to wait, nothing has to go on.
        if !hosted.is_under_way() || !self.followers.any() {
            return self.missing.forget();
        }
        let here = hosted.people().filter(|player| !hosted.is_away(player));
        let gone = self
            .missing
            .look(here, |player| self.followers.has(player), self.limits.gone);
        for player in gone {
            let leave = Some((Input::Leave { player }, None));
            // If it cannot be written, the table is thrown away, and it is tried again.
            let Ok(outcomes) = self.perform(leave).await else {
                return;
            };
            self.publish(&outcomes);
        }
    }

    fn is_due(&self) -> bool {
        self.hosted.as_ref().is_some_and(|hosted| {
            let due = hosted.table.wakes_at();
            due.is_some_and(|due| due <= hosted.now())
        })
    }

    async fn open(&mut self, letter: Letter) {
        let Letter {
            from,
            request,
            matter,
        } = letter;
        let done = match matter {
            Matter::Create(create) => self.create(create, &from, &request).await,
            Matter::Order(order) => self.follow(order, &from, &request).await,
        };
        if let Err(failure) = done {
            from.tell(&Said::error(&failure, &request));
        }
    }

    /// Lets time pass at the table.
    async fn tick(&mut self) {
        // If it cannot be written, the table is thrown away: it is tried again when somebody wants the game.
        if let Ok(outcomes) = self.perform(None).await {
            self.publish(&outcomes);
        }
    }

    /// The rows that are kept with a new game.
    fn sheets_for(&self, game: Kind) -> Sheets {
        match game {
            Kind::Recall => Sheets::clone(&self.sheets),
            Kind::TicTacToe | Kind::CrazyEights => Sheets::default(),
        }
    }

    async fn create(
        &mut self,
        create: Create,
        from: &Outbox,
        request: &Value,
    ) -> Result<(), Failure> {
        let header = Header {
            kind: create.game,
            seed: seed(),
            options: create.options,
            created: unix_now(),
            rules: create.game.rules().to_owned(),
            sheets: self.sheets_for(create.game),
        };
        let mut hosted = Hosted::new(&header)?;
        let (join, session) = hosted.human(create.name);
        let (mut outcomes, mut records) = (Vec::new(), Vec::new());
        for seat in 0..=create.computers {
            let (input, session) = if seat == 0 {
                (join.clone(), Some(session.clone()))
            } else {
                (hosted.computer(), None)
            };
            let mut outcome = hosted.apply(&input, session.as_ref());
            if let Some(reason) = outcome.errors.pop() {
                return Err(reason);
            }
            records.push(Record::new(input, session));
            outcomes.push(outcome);
        }
        hosted.seal(&mut records);
        self.store
            .append(&self.game, Some(header), 0, records, false)
            .await
            .map_err(|_| store_failed())?;
        let player = hosted.player(&session)?.clone();
        self.hosted = Some(hosted);
        self.followers
            .add(from, Some(&player), self.limits.followers)?;
        self.answer(&outcomes[0], Some(&player), Some(&session), from, request);
        self.publish(&outcomes);
        Ok(())
    }

    async fn follow(
        &mut self,
        order: Order,
        from: &Outbox,
        request: &Value,
    ) -> Result<(), Failure> {
        self.load().await?;
        match order {
            Order::Subscribe => {
                self.followers.add(from, None, self.limits.followers)?;
                let past = self.hosted()?.past.end();
                self.greet("subscribe", None, past, from, request);
                Ok(())
            }
            Order::Unsubscribe => {
                self.followers.remove(from);
                self.answer(&said("unsubscribe"), None, None, from, request);
                Ok(())
            }
            Order::Why(session, decision) => {
                let player = session.map(|session| self.player(&session)).transpose()?;
                self.explain(decision, player.as_ref(), from, request)
            }
            Order::Join(name) => self.join(name, from, request).await,
            Order::AddComputer(session) => {
                let player = self.player(&session)?;
                let input = self.hosted()?.computer();
                self.act(input, &player, from, request).await
            }
            Order::Act(session, action) => {
                let player = self.player(&session)?;
                let input = Input::Act {
                    player: player.clone(),
                    action,
                };
                self.act(input, &player, from, request).await
            }
            Order::Leave(session) => {
                let player = self.player(&session)?;
                let input = Input::Leave {
                    player: player.clone(),
                };
                self.act(input, &player, from, request).await
            }
            Order::Rejoin(session) => self.rejoin(&session, from, request).await,
        }
    }

    async fn join(&mut self, name: String, from: &Outbox, request: &Value) -> Result<(), Failure> {
        let (input, session) = self.hosted()?.human(name);
        // Who could not follow the game is not to have a seat in it.
        self.followers.check(from, self.limits.followers)?;
        let outcomes = self.perform(Some((input, Some(session.clone())))).await?;
        let outcome = outcomes.last().ok_or_else(store_failed)?;
        if outcome.success {
            let player = self.player(&session)?;
            self.followers
                .add(from, Some(&player), self.limits.followers)?;
            self.answer(outcome, Some(&player), Some(&session), from, request);
        } else {
            self.answer(outcome, None, None, from, request);
        }
        self.publish(&outcomes);
        Ok(())
    }

    /// Who has left comes back; who has merely lost the connection follows the game again.
    async fn rejoin(
        &mut self,
        session: &SessionId,
        from: &Outbox,
        request: &Value,
    ) -> Result<(), Failure> {
        let player = self.player(session)?;
        self.followers
            .add(from, Some(&player), self.limits.followers)?;
        let input = Input::Rejoin {
            player: player.clone(),
        };
        // What happens now is told as it happens.
        let past = self.hosted()?.past.end();
        let outcomes = self.perform(Some((input, None))).await?;
        self.greet("rejoin", Some(&player), past, from, request);
        self.publish(&outcomes);
        Ok(())
    }

    async fn act(
        &mut self,
        input: Input,
        player: &PlayerId,
        from: &Outbox,
        request: &Value,
    ) -> Result<(), Failure> {
        let outcomes = self.perform(Some((input, None))).await?;
        if let Some(outcome) = outcomes.last() {
            self.answer(outcome, Some(player), None, from, request);
        }
        self.publish(&outcomes);
        Ok(())
    }

    /// Tells the time and does this, and writes down what of it was accepted.
    async fn perform(
        &mut self,
        input: Option<(Input, Option<SessionId>)>,
    ) -> Result<Vec<Outcome>, Failure> {
        let game = self.game.clone();
        let is_due = self.is_due();
        let hosted = self.hosted()?;
        let after = hosted.written;
        let was_over = hosted.table.is_over();
        let (mut outcomes, mut records) = (Vec::new(), Vec::new());
        let clock = Input::Clock { now: hosted.now() };
        let ticked = hosted.apply(&clock, None);
        let mut tick = ticked.success.then(|| Record::new(clock, None));
        // Where nothing was due, that it is later is all that has changed: that need not be known unless something
        // else happens then.
        if is_due {
            records.extend(tick.take());
            outcomes.push(ticked);
        }
        if let Some((input, session)) = input {
            let outcome = hosted.apply(&input, session.as_ref());
            if outcome.success {
                records.extend(tick.take());
                records.push(Record::new(input, session));
            }
            outcomes.push(outcome);
        }
        if records.is_empty() {
            return Ok(outcomes);
        }
        hosted.seal(&mut records);
        let finished = hosted.table.is_over() && !was_over;
        let written = self
            .store
            .append(&game, None, after, records, finished)
            .await;
        if written.is_err() {
            self.hosted = None;
            return Err(store_failed());
        }
        Ok(outcomes)
    }

    /// Makes sure that the game is in memory.
    async fn load(&mut self) -> Result<(), Failure> {
        if self.hosted.is_some() {
            return Ok(());
        }
        let stored = self.store.load(&self.game).await;
        let stored = stored.map_err(|error| {
            if error.is_damage() {
                let message = "What was kept of this game is damaged: it is set aside.";
                Failure::new("damaged_game", message)
            } else {
                store_failed()
            }
        });
        let Some(stored) = stored? else {
            return Err(Failure::new("unknown_game", "There is no such game."));
        };
        self.hosted = Some(Hosted::replay(stored)?);
        Ok(())
    }

    fn hosted(&mut self) -> Result<&mut Hosted, Failure> {
        self.hosted.as_mut().ok_or_else(store_failed)
    }

    fn player(&mut self, session: &SessionId) -> Result<PlayerId, Failure> {
        self.hosted()?.player(session).cloned()
    }

    /// Says why a computer player decided as it did, as far as who asks may know now.
    fn explain(
        &mut self,
        decision: usize,
        player: Option<&PlayerId>,
        to: &Outbox,
        request: &Value,
    ) -> Result<(), Failure> {
        let why = self.hosted()?.table.why(player, decision);
        let why = why.ok_or_else(|| {
            let message = "There is no decision of this number to be explained.";
            Failure::new("unknown_decision", message)
        })?;
        let more = More {
            game_id: Some(&self.game),
            why,
            request: request.clone(),
            ..More::default()
        };
        to.tell(&Answer::of(&said("why"), player, more));
        Ok(())
    }

    fn answer(
        &self,
        outcome: &Outcome,
        player: Option<&PlayerId>,
        session: Option<&SessionId>,
        to: &Outbox,
        request: &Value,
    ) {
        let more = More {
            game_id: Some(&self.game),
            session_id: session,
            request: request.clone(),
            ..More::default()
        };
        to.tell(&Answer::of(outcome, player, more));
    }

    /// Answers who begins to follow the game, and shows how it stands and what of the past there was before.
    fn greet(
        &self,
        action: &str,
        player: Option<&PlayerId>,
        past: usize,
        to: &Outbox,
        request: &Value,
    ) {
        self.answer(&said(action), player, None, to, request);
        if let Some(hosted) = &self.hosted {
            self.followers.show(to, hosted, past);
        }
    }

    fn publish(&mut self, outcomes: &[Outcome]) {
        if let Some(hosted) = &mut self.hosted {
            self.followers.publish(outcomes, hosted);
            hosted.rest();
        }
    }
}

fn store_failed() -> Failure {
    let message = "The game cannot be saved or read just now. Nothing was done.";
    Failure::new("store_failed", message)
}

/// What came of something that is no input of the table.
fn said(action: &str) -> Outcome {
    Outcome {
        success: true,
        action_type: action.to_owned(),
        ..Outcome::default()
    }
}

fn seed() -> u64 {
    getrandom::u64().expect("the system gives random numbers")
}
