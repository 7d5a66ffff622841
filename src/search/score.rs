//! What parts of a combat are worth, so that parts that nothing links can be combined exactly.
//!
//! A part's [`Score`] is its additive value and the sums that only matter against a threshold over the whole combat:
//! life lost, poison, commander damage, loyalty, defense. Values of levels form an ordered group, so of two scores with
//! equal sums the lexicographically greater value is better whatever the rest of the combat does; one score dominates
//! another where its sums are no worse either.

use std::sync::Arc;

use smallvec::SmallVec;

use super::budget::Budget;
use super::solution::SearchError;
use crate::position::{BattleId, CreatureId, PlaneswalkerId, PlayerId, Target, Term};
use crate::program::{SolverOptions, symbol};
use crate::rules::{
    Board, LOST_COMMANDER_DAMAGE, LOST_POISON, PlayerTally, Tally, Valuation, Value, has_lost, lost_at_start,
};

/// Most different partial announcements of one side in one step.
pub(super) const STATE_LIMIT: usize = 200_000;

/// A part's worth. Scores add up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Score {
    value: Value,
    sums: SmallVec<[i64; 6]>,
}

impl Score {
    /// The part that adds up whatever the rest does.
    pub(super) fn value(&self) -> &Value {
        &self.value
    }

    /// The sums that matter against thresholds, in the scorer's order.
    pub(super) fn sums(&self) -> &[i64] {
        &self.sums
    }

    pub(super) fn plus(&self, other: &Score) -> Score {
        let mut sum = self.clone();
        sum.add(other);
        sum
    }

    pub(super) fn add(&mut self, other: &Score) {
        self.value.add(&other.value);
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
    }

    pub(super) fn minus(&self, other: &Score) -> Score {
        let mut difference = self.clone();
        difference.value.add_times(&other.value, -1);
        for (sum, less) in difference.sums.iter_mut().zip(&other.sums) {
            *sum -= less;
        }
        difference
    }
}

/// One of the sums of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// Life that a defending player has lost, gains taken off, up to this phase of the combat.
    LifeLost(PlayerId, usize),
    /// Poison counters of a defending player.
    Poison(PlayerId),
    /// Combat damage by a commander to a defending player.
    Commander(PlayerId, CreatureId),
    /// Damage to a planeswalker.
    Loyalty(PlaneswalkerId),
    /// Damage to a battle.
    Defense(BattleId),
}

/// Which way the active player wants a sum to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
    /// It may want either: only equal sums compare.
    Unknown,
}

impl Direction {
    fn of(sign: i64) -> Direction {
        if sign >= 0 { Direction::Up } else { Direction::Down }
    }
}

/// Something that sums over the whole combat reach or don't reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Threshold {
    /// A defending player loses once any of these sums reaches its amount (CR 704.5a, 704.5c, 903.10a).
    Loss {
        /// Indices of sums, and amounts.
        needs: Vec<(usize, i64)>,
        /// What that is worth.
        worth: Value,
    },
    /// A planeswalker or battle loses what its sum says, at most what it has.
    Permanent {
        /// Index of the sum.
        entry: usize,
        /// Its loyalty or defense.
        had: i64,
        /// What one point is worth.
        point: Value,
        /// What its end is worth besides.
        gone: Value,
    },
}

/// Turns tallies into scores and scores into values, for one board and objective.
#[derive(Clone, Debug)]
pub(super) struct Scorer<'b, 'p> {
    board: &'b Board<'p>,
    budget: Arc<Budget>,
    solver: SolverOptions,
    /// Most different states of one damage step that are gone through.
    states: usize,
    valuation: Valuation,
    entries: Vec<(Entry, Direction)>,
    /// Defending players whose loss counts and is not certain from the start.
    undecided: Vec<PlayerId>,
    /// What is the same in every combat on this board.
    constant: Value,
}

impl<'b, 'p> Scorer<'b, 'p> {
    /// For a search within a budget.
    pub(super) fn within(board: &'b Board<'p>, budget: Arc<Budget>) -> Scorer<'b, 'p> {
        let valuation = Valuation::new(board.objective());
        let position = board.position();
        let mut scorer = Scorer {
            board,
            solver: budget.solver(),
            budget,
            states: STATE_LIMIT,
            entries: Vec::new(),
            undecided: Vec::new(),
            constant: Value::zero(valuation.levels()),
            valuation,
        };
        let own: Vec<CreatureId> = position.creatures_of(position.active()).collect();
        let any = |test: &dyn Fn(CreatureId) -> bool| own.iter().any(|creature| test(*creature));
        let afflicts = any(&|creature| board.characteristics(creature).afflict > 0);
        let first_strikes = position.creature_ids().any(|creature| board.characteristics(creature).strikes_first);
        let poisons =
            any(&|creature| board.characteristics(creature).infect || board.characteristics(creature).toxic > 0);
        let win = scorer.valuation.factor(Term::Win).clone();
        for player in position.defending_players() {
            if lost_at_start(position.player(player)) {
                scorer.constant.add(&win);
                continue;
            }
            if win.sign() == 0 {
                continue;
            }
            scorer.undecided.push(player);
            let mut entries = vec![Entry::LifeLost(player, 2)];
            if first_strikes {
                entries.push(Entry::LifeLost(player, 1));
            }
            if afflicts {
                entries.push(Entry::LifeLost(player, 0));
            }
            if poisons {
                entries.push(Entry::Poison(player));
            }
            let commanders = own.iter().filter(|creature| position.creature(**creature).commander);
            entries.extend(commanders.map(|creature| Entry::Commander(player, *creature)));
            let direction = Direction::of(win.sign());
            scorer.entries.extend(entries.into_iter().map(|entry| (entry, direction)));
        }
        scorer.note_permanents();
        scorer
    }

    fn note_permanents(&mut self) {
        let position = self.board.position();
        let loyalty = self.valuation.factor(Term::Loyalty).sign();
        let walkers = self.valuation.factor(Term::Walkers).sign();
        if loyalty != 0 || walkers != 0 {
            let direction = if loyalty * walkers < 0 { Direction::Unknown } else { Direction::of(loyalty + walkers) };
            let ids = (0..position.planeswalkers().len() as u32).map(PlaneswalkerId);
            self.entries.extend(ids.map(|walker| (Entry::Loyalty(walker), direction)));
        }
        let defense = self.valuation.factor(Term::Defense).sign();
        if defense != 0 {
            let ids = (0..position.battles().len() as u32).map(BattleId);
            self.entries.extend(ids.map(|battle| (Entry::Defense(battle), Direction::of(defense))));
        }
    }

    /// How integer programs are solved.
    pub(super) fn solver(&self) -> &SolverOptions {
        &self.solver
    }

    pub(super) fn board(&self) -> &'b Board<'p> {
        self.board
    }

    /// The same with what is left of the time once the search is over.
    pub(super) fn late(&self) -> Scorer<'b, 'p> {
        Scorer { budget: Arc::new(self.budget.late()), ..self.clone() }
    }

    /// The same for one of several things that a search looks at, with so many nodes at most.
    pub(super) fn with_share(&self, nodes: u64) -> Scorer<'b, 'p> {
        Scorer { budget: Arc::new(self.budget.share(nodes)), ..self.clone() }
    }

    /// The same where so many different states of one damage step are gone through at most.
    pub(super) fn with_states(&self, states: usize) -> Scorer<'b, 'p> {
        Scorer { states, ..self.clone() }
    }

    /// Most different states of one damage step that are gone through.
    pub(super) fn states(&self) -> usize {
        self.states
    }

    /// What the search may cost: every search reaches it here.
    pub(super) fn budget(&self) -> &Budget {
        &self.budget
    }

    pub(super) fn valuation(&self) -> &Valuation {
        &self.valuation
    }

    /// What is the same in every combat on this board.
    pub(super) fn constant(&self) -> &Value {
        &self.constant
    }

    /// The score of nothing.
    pub(super) fn zero(&self) -> Score {
        Score { value: Value::zero(self.valuation.levels()), sums: SmallVec::from_elem(0, self.entries.len()) }
    }

    /// What a part of a combat has done.
    pub(super) fn score(&self, tally: &Tally) -> Score {
        let sums = self.entries.iter().map(|(entry, _)| match entry {
            Entry::LifeLost(player, phase) => -tally.players[player.index()].life[..=*phase].iter().sum::<i64>(),
            Entry::Poison(player) => tally.players[player.index()].poison,
            Entry::Commander(player, commander) => {
                let dealt = &tally.players[player.index()].commander_damage;
                dealt.iter().find(|(creature, _)| creature == commander).map_or(0, |(_, amount)| *amount)
            }
            Entry::Loyalty(walker) => tally.loyalty[walker.index()],
            Entry::Defense(battle) => tally.defense[battle.index()],
        });
        Score { value: self.valuation.additive(self.board, tally), sums: sums.collect() }
    }

    /// What the whole combat is worth when its parts' scores add up to `total`.
    pub(super) fn worth(&self, total: &Score) -> Value {
        let position = self.board.position();
        let mut worth = total.value.plus(&self.constant);
        for player in &self.undecided {
            if has_lost(position.player(*player), &self.player_tally(*player, total), |c| self.board.name(c)) {
                worth.add(self.valuation.factor(Term::Win));
            }
        }
        for ((entry, _), sum) in self.entries.iter().zip(&total.sums) {
            match entry {
                Entry::Loyalty(walker) => {
                    let had = position.planeswalker(*walker).loyalty;
                    worth.add_times(self.valuation.factor(Term::Loyalty), (*sum).min(had));
                    worth.add_times(self.valuation.factor(Term::Walkers), i64::from(*sum >= had));
                }
                Entry::Defense(battle) => {
                    let had = position.battle(*battle).defense;
                    worth.add_times(self.valuation.factor(Term::Defense), (*sum).min(had));
                }
                Entry::LifeLost(..) | Entry::Poison(_) | Entry::Commander(..) => {}
            }
        }
        worth
    }

    /// The part of a player's tally that decides whether the player has lost.
    fn player_tally(&self, of: PlayerId, total: &Score) -> PlayerTally {
        let mut lost = [None; 3];
        let mut tally = PlayerTally::default();
        for ((entry, _), sum) in self.entries.iter().zip(&total.sums) {
            match entry {
                Entry::LifeLost(player, phase) if *player == of => lost[*phase] = Some(*sum),
                Entry::Poison(player) if *player == of => tally.poison = *sum,
                Entry::Commander(player, commander) if *player == of => tally.commander_damage.push((*commander, *sum)),
                _ => {}
            }
        }
        // A phase without an entry changes nothing.
        let mut before = 0;
        for (phase, lost) in lost.into_iter().enumerate() {
            let now = lost.unwrap_or(before);
            tally.life[phase] = before - now;
            before = now;
        }
        tally
    }

    /// What one of the sums counts, in a word or two, and the name of whom or what it is about.
    pub(super) fn sum_names(&self, entry: usize) -> (String, &str) {
        let position = self.board.position();
        match &self.entries[entry].0 {
            Entry::LifeLost(player, phase) => {
                let phase = ["_on_block", "_first", ""][(*phase).min(2)];
                (format!("life_lost{phase}"), &position.player(*player).name)
            }
            Entry::Poison(player) => ("poison".to_owned(), &position.player(*player).name),
            Entry::Commander(player, commander) => {
                (format!("commander_{}", symbol(self.board.name(*commander))), &position.player(*player).name)
            }
            Entry::Loyalty(walker) => ("damage".to_owned(), position.target_id(Target::Planeswalker(*walker))),
            Entry::Defense(battle) => ("damage".to_owned(), position.target_id(Target::Battle(*battle))),
        }
    }

    /// What the whole combat can reach by sums: see [`Threshold`].
    pub(super) fn thresholds(&self) -> Vec<Threshold> {
        let position = self.board.position();
        let need = |entry: &Entry, of: PlayerId| match entry {
            Entry::LifeLost(player, _) if *player == of => Some(position.player(of).life),
            Entry::Poison(player) if *player == of => Some(LOST_POISON - position.player(of).poison),
            Entry::Commander(player, creature) if *player == of => {
                let had = &position.player(of).commander_damage;
                let had = had.iter().find(|(id, _)| id == self.board.name(*creature)).map_or(0, |(_, had)| *had);
                Some(LOST_COMMANDER_DAMAGE - had)
            }
            _ => None,
        };
        let all = || self.entries.iter().map(|(entry, _)| entry).enumerate();
        let losses = self.undecided.iter().map(|player| Threshold::Loss {
            needs: all().filter_map(|(index, entry)| need(entry, *player).map(|amount| (index, amount))).collect(),
            worth: self.valuation.factor(Term::Win).clone(),
        });
        let permanents = all().filter_map(|(index, entry)| match entry {
            Entry::Loyalty(walker) => Some(Threshold::Permanent {
                entry: index,
                had: position.planeswalker(*walker).loyalty,
                point: self.valuation.factor(Term::Loyalty).clone(),
                gone: self.valuation.factor(Term::Walkers).clone(),
            }),
            Entry::Defense(battle) => Some(Threshold::Permanent {
                entry: index,
                had: position.battle(*battle).defense,
                point: self.valuation.factor(Term::Defense).clone(),
                gone: Value::zero(self.valuation.levels()),
            }),
            _ => None,
        });
        losses.chain(permanents).collect()
    }

    /// The sums that a point of combat damage to `target` in the first or the last step raises: damage that is neither
    /// poison nor from a commander.
    pub(super) fn raised_by_damage(&self, target: Target, first: bool) -> SmallVec<[usize; 2]> {
        let raised = |entry: &Entry| match (entry, target) {
            (Entry::LifeLost(player, phase), Target::Player(attacked)) => {
                *player == attacked && (*phase == 2 || *phase == 1 && first)
            }
            (Entry::Loyalty(walker), Target::Planeswalker(attacked)) => *walker == attacked,
            (Entry::Defense(battle), Target::Battle(attacked)) => *battle == attacked,
            _ => false,
        };
        self.entries.iter().enumerate().filter(|(_, (entry, _))| raised(entry)).map(|(index, _)| index).collect()
    }

    /// The sum of the poison counters that a defending player gets.
    pub(super) fn poison(&self, player: PlayerId) -> Option<usize> {
        self.place(Entry::Poison(player))
    }

    /// The sum of the combat damage that a commander deals to a defending player.
    pub(super) fn commander_damage(&self, player: PlayerId, commander: CreatureId) -> Option<usize> {
        self.place(Entry::Commander(player, commander))
    }

    fn place(&self, sum: Entry) -> Option<usize> {
        self.entries.iter().position(|(entry, _)| *entry == sum)
    }

    /// Whether the objective counts a term.
    pub(super) fn counts(&self, term: Term) -> bool {
        self.valuation.factor(term).sign() != 0
    }

    /// Whether the objective never wants less damage, fewer kills or more losses, so that every sum is wanted up.
    pub(super) fn is_natural(&self) -> bool {
        let wants = |term: Term| self.valuation.factor(term).sign() >= 0;
        [Term::Win, Term::Face, Term::Loyalty, Term::Walkers, Term::Defense, Term::Kills, Term::Poison, Term::Lifegain]
            .into_iter()
            .all(wants)
            && self.valuation.factor(Term::Material).sign() >= 0
            && self.valuation.factor(Term::Losses).sign() <= 0
    }

    /// Whether, for the active player, `better` is at least as good as `worse` whatever the rest of the combat does.
    pub(super) fn dominates(&self, better: &Score, worse: &Score) -> bool {
        better.value >= worse.value
            && self.entries.iter().zip(better.sums.iter().zip(&worse.sums)).all(|((_, direction), (b, w))| {
                match direction {
                    Direction::Up => b >= w,
                    Direction::Down => b <= w,
                    Direction::Unknown => b == w,
                }
            })
    }
}

/// Keeps the items that no other dominates, in order; of equals the first stays.
///
/// # Errors
///
/// [`SearchError::Stopped`].
pub(super) fn prune_within<T>(
    budget: &Budget,
    items: Vec<T>,
    dominates: impl Fn(&T, &T) -> bool,
) -> Result<Vec<T>, SearchError> {
    let mut kept: Vec<T> = Vec::with_capacity(items.len());
    let mut steps = 0;
    for item in items {
        budget.spend_steps(&mut steps, kept.len() as u64)?;
        if kept.iter().any(|other| dominates(other, &item)) {
            continue;
        }
        kept.retain(|other| !dominates(&item, other));
        kept.push(item);
    }
    Ok(kept)
}
