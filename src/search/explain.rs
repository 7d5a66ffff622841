//! What an answer's natural alternatives are worth: nobody, everybody, one creature more, one less, one sent elsewhere.
//!
//! Each alternative has a share of nodes, and all together have a number of nodes, so that an explanation ends and is
//! the same every time. What it leaves off for that, or because it is illegal, it names.

use super::attacks::AttackChoices;
use super::budget::Stop;
use super::check::{judge_attack, judge_block};
use super::classes::alike;
use super::evaluate::Evaluator;
use super::found::Found;
use super::score::Scorer;
use super::solution::{Question, SearchError, Solution};
use super::solve::{Method, Options, find_block, in_threads};
use crate::position::{Attack, Block, CreatureId, Target};
use crate::rules::{Board, DeclaredAttack, Reason, Value};

/// Nodes that one alternative may take, and that all may take together.
const EACH: u64 = 250_000;
const ALL: u64 = 5_000_000;

/// How an alternative differs from the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nobody attacks, or blocks.
    Nobody,
    /// Everybody attacks that can.
    Everybody,
    /// This creature attacks as well.
    With(CreatureId),
    /// This creature doesn't attack, or block.
    Without(CreatureId),
    /// This creature attacks something else.
    At(CreatureId, Target),
}

/// Another declaration than the answer's, with what comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// How it differs.
    pub change: Change,
    /// The attack.
    pub attack: Attack,
    /// The block: the best one against another attack, or the other block itself.
    pub block: Block,
    /// What the attack is worth against it.
    pub value: Value,
}

/// Why it isn't said what an alternative comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It breaks these rules.
    Illegal(Vec<Reason>),
    /// The search was stopped before.
    Stopped(Stop),
    /// It takes more than an explanation looks at; what.
    TooMuch(String),
}

/// An alternative of which it isn't said what it comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOff {
    /// How it differs from the answer.
    pub change: Change,
    /// Why it is left off.
    pub why: Why,
}

/// The alternatives to an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// What comes of them.
    pub alternatives: Vec<Alternative>,
    /// Those of which that isn't said.
    pub left_off: Vec<LeftOff>,
}

/// The alternatives to an answer's attack or block, each with its value, or why there is none; of creatures that are
/// alike one stands for all. None for a split of damage.
///
/// # Errors
///
/// Only such as show a defect.
pub fn explain(board: &Board<'_>, solution: &Solution, options: &Options) -> Result<Explanation, SearchError> {
    let scorer = Scorer::within(board, options.budget());
    in_threads(options, || match solution.question {
        Question::Attack => attacks(&scorer, &solution.line.attack),
        Question::Block => blocks(&scorer, &solution.line.attack, &solution.line.block),
        Question::Assign => Ok(Explanation::default()),
    })?
}

fn attacks(scorer: &Scorer<'_, '_>, best: &Attack) -> Result<Explanation, SearchError> {
    let board = scorer.board();
    let mut asked = Asked { scorer, left: ALL, explanation: Explanation::default() };
    let mut seen: Vec<Attack> = vec![best.clone()];
    for (change, attack) in other_attacks(board, best) {
        if seen.contains(&attack) {
            continue;
        }
        seen.push(attack.clone());
        let found = asked.ask(change, |scorer| {
            let reasons = judge_attack(scorer.budget(), board, &attack)?.reasons;
            if !reasons.is_empty() {
                return Ok(Answered::Illegal(reasons));
            }
            match find_block(scorer, &attack, Method::Columns)? {
                Found::Proved(reply) => Ok(Answered::Worth(reply.value, reply.block)),
                Found::Stopped { stop, .. } => Err(SearchError::Stopped(stop)),
            }
        })?;
        if let Some((value, block)) = found {
            asked.explanation.alternatives.push(Alternative { change, attack, block, value });
        }
    }
    Ok(asked.explanation)
}

/// What else the active player might naturally do, legal or not.
fn other_attacks(board: &Board<'_>, best: &Attack) -> Vec<(Change, Attack)> {
    let choices = AttackChoices::new(board);
    let able: Vec<(CreatureId, Vec<Target>)> = choices
        .creatures()
        .map(|(creature, own)| (creature, own.iter().filter_map(|(target, _)| *target).collect()))
        .collect();
    let declared = |creature: CreatureId| best.0.iter().find(|(attacker, _)| *attacker == creature);
    // Whom another attacker would attack: what another one does, or else the first that it may.
    let target = |targets: &[Target]| {
        let another = best.0.iter().map(|(_, target)| *target).find(|target| targets.contains(target));
        another.or_else(|| targets.first().copied())
    };
    let all = able.iter().filter_map(|(creature, targets)| match declared(*creature) {
        Some(declared) => Some(*declared),
        None => Some((*creature, target(targets)?)),
    });
    let mut others = vec![(Change::Nobody, Attack::default()), (Change::Everybody, Attack(all.collect()))];
    let idle = able.iter().filter(|(creature, _)| declared(*creature).is_none());
    for (creature, targets) in one_of_each(board, idle, |(creature, _)| (*creature, ())) {
        let Some(target) = target(targets) else { continue };
        let mut attack = best.clone();
        attack.0.push((*creature, target));
        attack.0.sort_unstable();
        others.push((Change::With(*creature), attack));
    }
    let attackers: Vec<(CreatureId, Target)> =
        one_of_each(board, best.0.iter(), |(creature, target)| (*creature, Some(*target)))
            .into_iter()
            .copied()
            .collect();
    for (creature, _) in &attackers {
        let left = best.0.iter().copied().filter(|(attacker, _)| attacker != creature);
        others.push((Change::Without(*creature), Attack(left.collect())));
    }
    for (creature, target) in &attackers {
        let targets = able.iter().find(|(attacker, _)| attacker == creature).map(|(_, targets)| targets.as_slice());
        for other in targets.unwrap_or_default().iter().filter(|other| *other != target) {
            let mut attack = best.clone();
            attack.0.iter_mut().filter(|(attacker, _)| attacker == creature).for_each(|(_, target)| *target = *other);
            others.push((Change::At(*creature, *other), attack));
        }
    }
    others
}

fn blocks(scorer: &Scorer<'_, '_>, attack: &Attack, best: &Block) -> Result<Explanation, SearchError> {
    let board = scorer.board();
    let declared = DeclaredAttack::new(board, attack);
    let mut others = vec![(Change::Nobody, Block::default())];
    // Who blocks the same is left out with the same result.
    for (creature, _) in one_of_each(board, best.0.iter(), |(creature, blocked)| (*creature, Some(blocked))) {
        let left = best.0.iter().filter(|(blocker, _)| blocker != creature).cloned();
        others.push((Change::Without(*creature), Block(left.collect())));
    }
    let mut asked = Asked { scorer, left: ALL, explanation: Explanation::default() };
    let mut seen: Vec<Block> = vec![best.clone()];
    for (change, block) in others {
        if seen.contains(&block) {
            continue;
        }
        seen.push(block.clone());
        let found = asked.ask(change, |scorer| {
            let reasons = judge_block(scorer.budget(), board, attack, &block)?.reasons;
            if !reasons.is_empty() {
                return Ok(Answered::Illegal(reasons));
            }
            Ok(Answered::Worth(Evaluator::new(scorer).value(&declared, &block.0)?, block))
        })?;
        if let Some((value, block)) = found {
            asked.explanation.alternatives.push(Alternative { change, attack: attack.clone(), block, value });
        }
    }
    Ok(asked.explanation)
}

/// What is found out about one alternative.
enum Answered {
    /// What it comes to, with which block.
    Worth(Value, Block),
    /// It breaks these rules.
    Illegal(Vec<Reason>),
}

/// Alternatives that are looked at one after the other.
struct Asked<'s, 'b, 'p> {
    scorer: &'s Scorer<'b, 'p>,
    /// Nodes left for all that come.
    left: u64,
    explanation: Explanation,
}

impl<'b, 'p> Asked<'_, 'b, 'p> {
    /// What an alternative comes to; `None` where it is left off.
    fn ask(
        &mut self,
        change: Change,
        answer: impl FnOnce(&Scorer<'b, 'p>) -> Result<Answered, SearchError>,
    ) -> Result<Option<(Value, Block)>, SearchError> {
        let why = match self.answered(answer) {
            Ok(Answered::Worth(value, block)) => return Ok(Some((value, block))),
            Ok(Answered::Illegal(reasons)) => Why::Illegal(reasons),
            Err(error) => match Stop::of(error)? {
                Stop::Size(text) => Why::TooMuch(text),
                stop => Why::Stopped(stop),
            },
        };
        self.explanation.left_off.push(LeftOff { change, why });
        Ok(None)
    }

    fn answered(
        &mut self,
        answer: impl FnOnce(&Scorer<'b, 'p>) -> Result<Answered, SearchError>,
    ) -> Result<Answered, SearchError> {
        let whole = self.scorer.budget();
        whole.check()?;
        if self.left == 0 {
            return Err(SearchError::TooLarge(format!("an explanation looks at {ALL} nodes in all")));
        }
        let before = whole.statistics().nodes;
        let share = self.scorer.with_share(EACH.min(self.left));
        let answered = answer(&share);
        self.left = self.left.saturating_sub(whole.statistics().nodes - before);
        match answered {
            // Where there is more than the share, it is too much; else the limit is that of the search.
            Err(SearchError::Stopped(Stop::Nodes)) => {
                whole.spend(0)?;
                Err(SearchError::TooLarge(format!("it takes more than the {EACH} nodes that each is looked at for")))
            }
            answered => answered,
        }
    }
}

/// Those of which no two creatures are alike that do the same.
fn one_of_each<'i, T, D: PartialEq>(
    board: &Board<'_>,
    all: impl Iterator<Item = &'i T>,
    creature: impl Fn(&'i T) -> (CreatureId, D),
) -> Vec<&'i T> {
    let mut kept: Vec<&'i T> = Vec::new();
    for one in all {
        let (own, does) = creature(one);
        let known = kept.iter().any(|other| {
            let (other, other_does) = creature(other);
            other_does == does && alike(board.position(), other, own)
        });
        if !known {
            kept.push(one);
        }
    }
    kept
}
