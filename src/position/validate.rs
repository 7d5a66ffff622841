//! From a [`Setup`] to a [`Position`]: the only definition of what a valid position is.
//!
//! Every defect is reported, each once: what follows from another one is left out.

use std::collections::HashSet;

use super::ability::Ability;
use super::ability_text;
use super::ability_text::Players;
use super::battlefield::{Player, Position, Warning};
use super::defect::{Defects, Findings, quoted};
use super::id::{CreatureId, PlayerId};
use super::limits::{MAX_AMOUNT, MAX_ITEMS, MAX_NAME, MAX_PLAYERS, grouped};
use super::nearest::Nearest;
use super::objective::Objective;
use super::place::{Place, Segment};
use super::setup::Setup;

impl Setup {
    /// The position that this describes. With `lenient`, unknown abilities and counters are left out and give
    /// warnings.
    ///
    /// # Errors
    /// Everything that is wrong with it; [`Position`] is the only type that the other layers take.
    pub fn validate(self, lenient: bool) -> Result<Position, Defects> {
        let (position, findings) = validate(&self, lenient, Vec::new());
        match position {
            Some(position) if findings.is_empty() => Ok(position),
            _ => Err(findings.into_defects()),
        }
    }
}

/// The position, unless something is wrong, and what is wrong apart from what follows from the known `blemishes`.
pub(super) fn validate(setup: &Setup, lenient: bool, blemishes: Vec<Place>) -> (Option<Position>, Findings) {
    let is_readable = blemishes.is_empty();
    let mut validator = Validator {
        lenient,
        ids_are_sure: !blemishes.iter().any(hides_ids),
        blemishes: blemishes.into_iter().map(|place| place.0).collect(),
        findings: Findings::default(),
        warnings: Vec::new(),
        nearest: Nearest::default(),
        names: setup.players.iter().map(|player| player.name.clone()).collect(),
    };
    let position = validator.position(setup);
    let sound = validator.findings.is_empty() && is_readable;
    (position.filter(|_| sound), validator.findings)
}

/// Whether an unreadable part of the file may have held an id.
fn hides_ids(place: &Place) -> bool {
    const LISTS: [&str; 4] = ["players", "creatures", "planeswalkers", "battles"];
    const PARTS: [&str; 3] = ["name", "id", "count"];
    match place.0.last() {
        None => true,
        // An unknown key may be a misspelt one of these.
        Some(Segment::OwnKey) => match place.0.iter().rev().nth(1) {
            Some(Segment::Key(key)) => {
                let key = key.to_lowercase();
                let close = |known: &&str| strsim::damerau_levenshtein(&key, known) <= known.len() / 2;
                LISTS.iter().chain(&PARTS).any(close)
            }
            _ => true,
        },
        Some(Segment::Key(key)) => LISTS.contains(&key.as_str()) || PARTS.contains(&key.as_str()),
        Some(Segment::Index(_)) => match place.0.iter().rev().nth(1) {
            Some(Segment::Key(key)) => LISTS.contains(&key.as_str()),
            _ => false,
        },
    }
}

/// The checks, and what they have found so far.
#[derive(Debug)]
pub(super) struct Validator {
    pub(super) lenient: bool,
    /// Places of what could not even be read.
    blemishes: HashSet<Vec<Segment>>,
    /// Whether all ids are known, so that an unknown one is worth reporting.
    pub(super) ids_are_sure: bool,
    pub(super) findings: Findings,
    pub(super) warnings: Vec<Warning>,
    pub(super) nearest: Nearest,
    /// The players' names.
    pub(super) names: Vec<String>,
}

impl Validator {
    fn position(&mut self, setup: &Setup) -> Option<Position> {
        let top = Place::top();
        let place = top.then("players");
        if !(2..=MAX_PLAYERS).contains(&setup.players.len()) {
            let most = grouped(MAX_PLAYERS as i64);
            self.report(place.clone(), format!("expected 2 to {most} players, found {}", setup.players.len()), None);
        }
        let players: Vec<Player> = setup
            .players
            .iter()
            .enumerate()
            .map(|(index, player)| self.player(player, &place.then(index), index))
            .collect();
        let ids = self.ids(setup)?;
        let creatures = self.creatures(setup, &ids);
        let planeswalkers = self.planeswalkers(setup, &ids);
        let battles = self.battles(setup, &ids);
        let active = match &setup.active {
            None => Some(PlayerId(0)),
            Some(name) => self.player_named(name, top.then("active")),
        };
        let objective = setup.objective.as_ref().and_then(|text| self.objective(text, top.then("objective")));
        let (attacks, blocks, damage) = self.declarations(setup, &ids);
        self.warn_of_idle_commander_damage(&players, creatures.as_deref().unwrap_or_default(), &ids);
        let creatures = creatures?;
        let mut named: Vec<CreatureId> = creatures.iter().flat_map(|creature| &creature.must_block).copied().collect();
        named.sort_unstable();
        named.dedup();
        Some(Position {
            title: setup.title.clone(),
            active: active?,
            objective,
            players,
            creatures,
            named,
            planeswalkers,
            battles,
            attacks,
            blocks,
            damage,
            warnings: std::mem::take(&mut self.warnings),
        })
    }

    /// Reads an ability; where that fails, a defect or, if lenient, a warning about the `owners`.
    pub(super) fn ability(
        &mut self,
        text: &str,
        card_name: &str,
        controller: usize,
        place: &Place,
        owners: &[String],
    ) -> Vec<Ability> {
        if self.is_blemished(place) || self.findings.is_full() {
            return Vec::new();
        }
        let players = Players { names: &self.names, controller };
        match ability_text::parse_among(text, card_name, Some(players), &self.nearest) {
            Ok(abilities) => abilities,
            Err(error) => {
                let help = error.help();
                self.object_to(owners, place.clone(), &error.to_string(), help);
                Vec::new()
            }
        }
    }

    /// Notes what is unknown: a defect or, if lenient, a warning about the `owners`.
    pub(super) fn object_to(&mut self, owners: &[String], place: Place, problem: &str, help: Option<String>) {
        if self.lenient {
            self.warn(owners, &format!("{problem}; it is left out"), help);
        } else {
            self.report(place, problem, help);
        }
    }

    /// Warns of the objects of these ids, which follow each other: one warning for each, or, where they are many, one
    /// that names the first and the last.
    pub(super) fn warn(&mut self, ids: &[String], text: &str, help: Option<String>) {
        const MANY: usize = 4;
        let text = match help {
            Some(help) => format!("{text} ({help})"),
            None => text.to_owned(),
        };
        match ids {
            [first, .., last] if ids.len() >= MANY => {
                self.warnings.push(Warning { id: None, text: format!("{first} to {last}: {text}") });
            }
            _ => self.warnings.extend(ids.iter().map(|id| Warning { id: Some(id.clone()), text: text.clone() })),
        }
    }

    fn objective(&mut self, text: &str, place: Place) -> Option<Objective> {
        match Objective::parse(text) {
            Ok(objective) => Some(objective),
            Err(error) => {
                self.report(place, error.to_string(), error.help);
                None
            }
        }
    }

    /// The player of this name, who must exist.
    pub(super) fn player_named(&mut self, name: &str, place: Place) -> Option<PlayerId> {
        let found = self.names.iter().position(|other| other == name).and_then(|index| u32::try_from(index).ok());
        if found.is_none() && self.ids_are_sure {
            let names = std::mem::take(&mut self.names);
            let help = self.nearest(name, names.iter().map(String::as_str));
            self.names = names;
            self.report(place, format!("there is no player called {}", quoted(name)), help);
        }
        found.map(PlayerId)
    }

    /// Notes a defect, unless something that could not even be read stands there.
    pub(super) fn report(&mut self, place: Place, text: impl Into<String>, help: Option<String>) {
        if !self.is_blemished(&place) {
            self.findings.push(place, text, help);
        }
    }

    pub(super) fn is_blemished(&self, place: &Place) -> bool {
        !self.blemishes.is_empty() && (0..=place.0.len()).any(|length| self.blemishes.contains(&place.0[..length]))
    }

    /// Whether something inside the place could not be read.
    pub(super) fn is_blemished_inside(&self, place: &Place) -> bool {
        self.blemishes.iter().any(|blemish| blemish.starts_with(&place.0))
    }

    /// The nearest of the candidates, as a hint.
    pub(super) fn nearest<'c>(&self, word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<String> {
        if self.findings.is_full() {
            return None;
        }
        self.nearest.of(word, candidates).map(|nearest| format!("nearest known: {}", quoted(nearest)))
    }

    /// A name must hold something, but not too much.
    pub(super) fn name(&mut self, name: &str, place: Place) {
        if name.trim().is_empty() {
            self.report(place, "a name must not be empty".to_owned(), None);
        } else if name.len() > MAX_NAME && name.chars().count() > MAX_NAME {
            self.report(place, format!("a name has at most {} characters", grouped(MAX_NAME as i64)), None);
        }
    }

    /// An amount must be between `least` and the limit.
    pub(super) fn amount(&mut self, amount: i64, least: i64, place: Place) {
        self.amount_up_to(MAX_AMOUNT, amount, least, place);
    }

    /// An amount must be between `least` and a limit of its own.
    pub(super) fn amount_up_to(&mut self, most: i64, amount: i64, least: i64, place: Place) {
        if !(least..=most).contains(&amount) {
            let (least, most) = (grouped(least), grouped(most));
            let text = format!("expected a whole number from {least} to {most}, found {}", grouped(amount));
            self.report(place, text, None);
        }
    }

    /// A list must not be too long.
    pub(super) fn length(&mut self, length: usize, place: Place) {
        if length > MAX_ITEMS {
            self.report(place, format!("expected at most {MAX_ITEMS} items, found {}", grouped(length as i64)), None);
        }
    }
}
