//! What is answered, in plain owned data: ids instead of numbers, and only what was found out.

use std::time::Duration;

use super::explain::ExplainAnswer;
use super::top::TopAnswer;
use crate::position::{Attack, Block, CreatureId, Position, Step, Term, Warning};
use crate::rules::{Board, Outcome, Reason};
use crate::search::{Better, Counts, Line, Question, Solution, Stop, Verdict, open_question};

/// How far an answer is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No play is better.
    Optimal,
    /// Stopped before the proof was complete.
    Limit,
}

impl Status {
    /// The name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Status::Optimal => "optimal",
            Status::Limit => "limit",
        }
    }
}

/// The answer to `attack`, `block` or `assign`.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What was asked.
    pub question: Question,
    /// The position's title, if it has one.
    pub title: Option<String>,
    /// How far it is proved.
    pub status: Status,
    /// At what the search was stopped, if it was: "the time limit" and so on.
    pub stop: Option<String>,
    /// Each level of the objective, written out.
    pub levels: Vec<String>,
    /// One number for each level.
    pub value: Vec<i64>,
    /// What no play of the side that decides can do better than.
    pub bound: Vec<i64>,
    /// The attackers, in file order.
    pub attacks: Vec<Attacker>,
    /// The blockers, in file order.
    pub blocks: Vec<Blocker>,
    /// Damage as assigned, step by step.
    pub damage: Vec<DamageRow>,
    /// What it did.
    pub outcome: OutcomeRow,
    /// What other declarations come to, where that was asked.
    pub explanation: Option<ExplainAnswer>,
    /// The best of all, where they are asked for.
    pub top: Option<TopAnswer>,
    /// What to know besides.
    pub warnings: Vec<Warning>,
    /// How much work it was.
    pub stats: Stats,
}

/// An attacking creature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attacker {
    /// Its id.
    pub id: String,
    /// Power and toughness before attackers are declared.
    pub size: (i64, i64),
    /// The id of what it attacks.
    pub target: String,
}

/// A blocking creature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocker {
    /// Its id.
    pub id: String,
    /// Power and toughness before attackers are declared.
    pub size: (i64, i64),
    /// The ids of what it blocks.
    pub attackers: Vec<String>,
}

/// Damage that one creature assigns to one recipient in one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamageRow {
    /// In which step.
    pub step: Step,
    /// The id of the creature that assigns it.
    pub source: String,
    /// The id of what it is assigned to.
    pub target: String,
    /// How much.
    pub amount: i64,
}

/// A number before and after combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Before attackers are declared.
    pub before: i64,
    /// After combat.
    pub after: i64,
}

/// A player before and after combat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The player's name.
    pub name: String,
    /// Life total.
    pub life: Change,
    /// Poison counters.
    pub poison: Change,
    /// Whether the player has lost.
    pub lost: bool,
}

/// What a combat did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeRow {
    /// What each term of an objective counts.
    pub terms: Vec<(Term, i64)>,
    /// The players, in file order.
    pub players: Vec<PlayerRow>,
    /// The ids of creatures that died, in file order.
    pub died: Vec<String>,
    /// Loyalty of each planeswalker, by id.
    pub planeswalkers: Vec<(String, Change)>,
    /// Defense of each battle, by id.
    pub battles: Vec<(String, Change)>,
}

/// How much work an answer was.
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    /// From the parsed position to the finished answer.
    pub elapsed: Duration,
    /// Integer programs solved.
    pub programs: u64,
    /// Declared combats looked at.
    pub nodes: u64,
    /// Threads used.
    pub threads: usize,
    /// The solver's name.
    pub solver: &'static str,
}

/// The answer to `check`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckAnswer {
    /// What was judged, in words: "attacks", "attacks and blocks" and so on.
    pub judged: &'static str,
    /// Every broken rule; none where all is legal.
    pub reasons: Vec<Reason>,
    /// Where requirements fall short, a declaration that obeys the most.
    pub better: Option<BetterRow>,
    /// What to know besides.
    pub warnings: Vec<Warning>,
}

/// A declaration that obeys more requirements than the one judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BetterRow {
    /// Other attackers.
    Attacks(Vec<Attacker>),
    /// Other blockers.
    Blocks(Vec<Blocker>),
}

/// The answer to `count`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountAnswer {
    /// The question that the position leaves open: what `optimal` counts answers of.
    pub open: Question,
    /// Legal attacks.
    pub attacks: u64,
    /// Legal blocks.
    pub blocks: u64,
    /// Answers that reach the best value.
    pub optimal: u64,
    /// What to know besides.
    pub warnings: Vec<Warning>,
}

impl Answer {
    /// Puts names to what a search has found.
    pub fn new(board: &Board<'_>, solution: &Solution, elapsed: Duration, threads: usize) -> Answer {
        let Solution { question, value, bound, line, outcome, statistics, stop } = solution;
        let Line { attack, block, damage } = line;
        let position = board.position();
        let row = |assignment: &crate::position::Assignment| DamageRow {
            step: assignment.step,
            source: board.name(assignment.source).to_owned(),
            target: position.recipient_id(assignment.recipient).to_owned(),
            amount: assignment.amount,
        };
        let mut warnings = position.warnings().to_vec();
        if let Some(Stop::Size(text)) = stop {
            warnings.push(Warning { id: None, text: text.clone() });
        }
        Answer {
            question: *question,
            title: position.title().map(str::to_owned),
            status: if stop.is_none() { Status::Optimal } else { Status::Limit },
            stop: stop.as_ref().map(ToString::to_string),
            levels: board.objective().levels.iter().map(ToString::to_string).collect(),
            value: value.0.to_vec(),
            bound: bound.0.to_vec(),
            attacks: attackers(board, attack),
            blocks: blockers(board, block),
            damage: damage.iter().map(row).collect(),
            outcome: OutcomeRow::new(board, outcome),
            explanation: None,
            top: None,
            warnings,
            stats: Stats {
                elapsed,
                programs: statistics.programs,
                nodes: statistics.nodes,
                threads,
                solver: "microlp",
            },
        }
    }

    /// The whole objective, written out.
    pub fn objective(&self) -> String {
        self.levels.join(", ")
    }
}

impl OutcomeRow {
    fn new(board: &Board<'_>, outcome: &Outcome) -> OutcomeRow {
        let position = board.position();
        let players = position.players().iter().zip(&outcome.players).map(|(player, after)| PlayerRow {
            name: player.name.clone(),
            life: Change { before: player.life, after: after.life },
            poison: Change { before: player.poison, after: after.poison },
            lost: after.lost,
        });
        let walkers = position.planeswalkers().iter().zip(&outcome.planeswalkers);
        let battles = position.battles().iter().zip(&outcome.battles);
        OutcomeRow {
            terms: Term::ALL.iter().map(|term| (*term, outcome.term(*term))).collect(),
            players: players.collect(),
            died: outcome.died.iter().map(|creature| board.name(*creature).to_owned()).collect(),
            planeswalkers: walkers
                .map(|(walker, after)| (walker.id.clone(), Change { before: walker.loyalty, after: *after }))
                .collect(),
            battles: battles
                .map(|(battle, after)| (battle.id.clone(), Change { before: battle.defense, after: *after }))
                .collect(),
        }
    }
}

impl CheckAnswer {
    /// Puts names to a verdict.
    pub fn new(board: &Board<'_>, verdict: &Verdict) -> CheckAnswer {
        let position = board.position();
        let better = verdict.better.as_ref().map(|better| match better {
            Better::Attacks(attack) => BetterRow::Attacks(attackers(board, attack)),
            Better::Blocks(block) => BetterRow::Blocks(blockers(board, block)),
        });
        let judged = match (position.blocks(), position.damage()) {
            (None, _) => "attacks",
            (Some(_), None) => "attacks and blocks",
            (Some(_), Some(_)) => "attacks, blocks and damage",
        };
        CheckAnswer { judged, reasons: verdict.reasons.clone(), better, warnings: position.warnings().to_vec() }
    }

    /// Whether no rule is broken.
    pub fn legal(&self) -> bool {
        self.reasons.is_empty()
    }
}

impl CountAnswer {
    /// Says what was counted on `position`.
    pub fn new(position: &Position, counts: Counts) -> CountAnswer {
        let Counts { attacks, blocks, optimal } = counts;
        let open = open_question(position);
        CountAnswer { open, attacks, blocks, optimal, warnings: position.warnings().to_vec() }
    }
}

fn size(board: &Board<'_>, creature: CreatureId) -> (i64, i64) {
    let it = board.characteristics(creature);
    (it.power, it.toughness)
}

pub(super) fn attackers(board: &Board<'_>, attack: &Attack) -> Vec<Attacker> {
    let row = |(creature, target): &(CreatureId, crate::position::Target)| Attacker {
        id: board.name(*creature).to_owned(),
        size: size(board, *creature),
        target: board.position().target_id(*target).to_owned(),
    };
    attack.0.iter().map(row).collect()
}

pub(super) fn blockers(board: &Board<'_>, block: &Block) -> Vec<Blocker> {
    let row = |(creature, attackers): &(CreatureId, Vec<CreatureId>)| Blocker {
        id: board.name(*creature).to_owned(),
        size: size(board, *creature),
        attackers: attackers.iter().map(|attacker| board.name(*attacker).to_owned()).collect(),
    };
    block.0.iter().map(row).collect()
}
