//! The creatures that can block several attackers, and columns in which they do.
//!
//! Such a creature counts as so many blockers as it can block attackers. A column in which it blocks one attacker only
//! takes all of them and is exact. In the others it takes one, and what it does is a bound, since it has its power and
//! its toughness only once: see [`standing`](super::standing).

use std::ops::Range;

use smallvec::SmallVec;

use super::standing::StandIns;
use crate::position::CreatureId;
use crate::rules::{Board, Characteristics, DeclaredAttack, DeclaredAttacker, can_block};
use crate::search::candidates::{Candidate, Candidates};
use crate::search::classes::Classes;
use crate::search::columns::{Blockers, Column, PRICE_LIMIT};
use crate::search::duties::Demand;
use crate::search::fighter::Fighter;
use crate::search::freed_aside::FreedAside;
use crate::search::gain::{Gain, Numbers};
use crate::search::score::Scorer;
use crate::search::solution::SearchError;

/// Most creatures that block several.
const SHARER_LIMIT: usize = 8;
/// Most parts that a power is split into.
const PART_LIMIT: i64 = 12;

/// A creature that can block several attackers.
#[derive(Clone, Debug)]
pub(super) struct Sharer {
    pub(super) creature: CreatureId,
    /// Its class.
    pub(super) class: usize,
    /// How many of the attackers it can block.
    pub(super) most: usize,
    /// `None` where it has more to it than numbers: then it may do anything to whom it blocks, and it dies for nothing.
    pub(super) fighter: Option<Fighter>,
    /// The sum of what attackers deal to it, where its death is a goal.
    pub(super) sum: Option<usize>,
    /// The most of its power that it may need against one attacker, where that is capped.
    pub(super) most_part: Option<i64>,
}

impl Sharer {
    /// Whether it is known to strike in the first step.
    pub(super) fn strikes_first(&self) -> bool {
        self.fighter.as_ref().is_some_and(|fighter| fighter.first)
    }
}

/// The creatures that can block several of the attackers.
#[derive(Debug)]
pub(super) struct Sharing {
    pub(super) sharers: Vec<Sharer>,
    /// The classes of the candidates, with each sharer as often as it can block.
    pub(super) classes: Classes,
    /// Whether some attacker strikes in the first step, or may kill blockers before it by flanking.
    pub(super) early: bool,
    /// The candidates' numbers, with the capped sums of the candidates' columns, and sharers' deaths as goals.
    pub(super) numbers: Numbers,
    /// Those capped sums. They count the blockers that are not shared.
    pub(super) rows: Range<usize>,
    /// The sums that are the parts of sharers' powers, and what they may come to.
    pub(super) caps: Vec<(usize, i64)>,
}

impl Sharing {
    /// Where the candidates' columns have so many capped sums; `None` where something about them is more than columns
    /// know.
    pub(super) fn new(scorer: &Scorer<'_, '_>, candidates: &Candidates, rows: usize) -> Option<Sharing> {
        let board = scorer.board();
        let Candidates { numbers, classes, all, .. } = candidates;
        let mut members = classes.members.clone();
        let mut sharers = Vec::new();
        for (class, own) in classes.members.iter().enumerate() {
            let [creature] = own.as_slice() else { continue };
            let meets = |candidate: &&Candidate| {
                candidate.choices.iter().any(|choice| is_able(board, *creature, &choice.attacker))
            };
            let attackers: usize = all.iter().filter(meets).map(|candidate| candidate.members.len()).sum();
            let most = board.characteristics(*creature).capacity.min(attackers);
            if most > 1 {
                let fighter = Fighter::blocker(scorer, numbers, *creature);
                sharers.push(Sharer { creature: *creature, class, most, fighter, sum: None, most_part: None });
                members[class] = vec![*creature; most];
            }
        }
        let attackers = || all.iter().flat_map(|candidate| &candidate.choices).map(|choice| &choice.attacker);
        if sharers.len() > SHARER_LIMIT {
            return None;
        }
        // Flanking (CR 702.25a) is before all damage.
        let is_early = |it: &Characteristics| it.strikes_first || it.flanking > 0;
        let early = attackers().any(|attacker| is_early(board.characteristics(attacker.creature)));
        let mut numbers = numbers.clone();
        let own = numbers.zero().sums.len();
        numbers.add_sums(rows);
        for sharer in &mut sharers {
            if let Some(fighter) =
                sharer.fighter.as_ref().filter(|fighter| !fighter.indestructible && fighter.death > 0)
            {
                sharer.sum = Some(numbers.add_goal(fighter.left, fighter.death));
            }
        }
        let left = attackers().filter_map(|attacker| Fighter::attacker(scorer, &numbers, attacker));
        let left = left.map(|fighter| fighter.left).max().unwrap_or(0);
        let mut caps = Vec::new();
        let first = numbers.zero().sums.len();
        for sharer in &mut sharers {
            let Some(fighter) = &sharer.fighter else { continue };
            sharer.most_part = most_part(fighter, left);
            if sharer.most_part.is_some() {
                caps.push((first + caps.len(), fighter.power));
            }
        }
        Some(Sharing { sharers, classes: Classes::new(members)?, early, numbers, rows: own..own + rows, caps })
    }

    /// The sharer of a class.
    pub(super) fn of_class(&self, class: usize) -> Option<usize> {
        self.sharers.iter().position(|sharer| sharer.class == class)
    }

    /// How many of a class one of its creatures is where it blocks nothing else.
    pub(super) fn copies(&self, class: usize) -> usize {
        self.of_class(class).map_or(1, |sharer| self.sharers[sharer].most)
    }

    /// A column of the candidates, in which a sharer blocks nothing else.
    pub(super) fn exclusive(&self, column: &Column) -> Column {
        let groups: SmallVec<[(usize, usize); 4]> =
            (column.groups.iter()).map(|(class, count)| (*class, count * self.copies(*class))).collect();
        self.padded(Column { used: self.classes.set(&groups), groups, ..column.clone() })
    }

    /// The same column with all sums there are, none of which it adds to.
    pub(super) fn padded(&self, mut column: Column) -> Column {
        let sums = self.numbers.zero().sums.len() + self.caps.len();
        column.options.iter_mut().chain([&mut column.upper]).for_each(|gain| gain.sums.resize(sums, 0));
        column
    }

    /// The sums of a gain that are capped.
    pub(super) fn set_rows(&self, gain: &mut Gain, sums: impl Iterator<Item = i64>) {
        gain.sums[self.rows.clone()].iter_mut().zip(sums).for_each(|(row, sum)| *row = sum);
    }

    /// For each candidate, which has one choice, the columns by which no block is worth less than it is.
    pub(super) fn relaxed(
        &self,
        scorer: &Scorer<'_, '_>,
        candidates: &Candidates,
        demands: &[Demand],
        stand_ins: &StandIns<'_>,
    ) -> Result<FreedAside<Vec<Vec<Column>>>, SearchError> {
        let board = scorer.board();
        let own = candidates.classes.members.len();
        let mut members = candidates.classes.members.clone();
        members.extend(stand_ins.all.iter().map(|stand_in| vec![self.sharers[stand_in.sharer].creature]));
        let Some(classes) = Classes::new(members) else {
            return Err(SearchError::TooLarge("there are too many different blockers".to_owned()));
        };
        let pricing = Blockers::new(scorer, &self.numbers, &classes).with_stand_ins(stand_ins);
        let mut left = PRICE_LIMIT;
        let mut rows: FreedAside<Vec<Vec<Column>>> = FreedAside::default();
        for (candidate, demand) in candidates.all.iter().zip(demands) {
            let attacker = &candidate.choices[0].attacker;
            // Against an attacker that has more to it than numbers nothing is known of stand-ins: one does for all.
            let known = stand_ins.against(scorer, attacker).is_some();
            let stands = |class: usize| class < own || known || stand_ins.is_first(class);
            let able = classes.members.iter().enumerate();
            let able: Vec<bool> = able.map(|(class, own)| stands(class) && is_able(board, own[0], attacker)).collect();
            let columns = pricing.columns(attacker, &able, demand, &mut left)?;
            // A creature is there once, in whatever part.
            let once = |column: &Column| {
                let sharer = |class: usize| match class.checked_sub(own) {
                    Some(index) => Some(stand_ins.all[index].sharer),
                    None => self.of_class(class),
                };
                let sharers: SmallVec<[usize; 4]> =
                    column.groups.iter().filter_map(|(class, _)| sharer(*class)).collect();
                (1..sharers.len()).all(|place| !sharers[..place].contains(&sharers[place]))
            };
            let repacked = columns.into_iter().filter(once).map(|column| {
                let group = |(class, count): &(usize, usize)| match class.checked_sub(own) {
                    Some(index) => (self.sharers[stand_ins.all[index].sharer].class, 1),
                    None => (*class, count * self.copies(*class)),
                };
                let groups: SmallVec<[(usize, usize); 4]> = column.groups.iter().map(group).collect();
                // A creature that blocks several is one blocker; which column counts it is open.
                let shared = column.groups.iter().filter(|(class, _)| *class >= own).count();
                Column { used: self.classes.set(&groups), size: column.size - shared, groups, ..column }
            });
            rows.push(repacked.collect());
        }
        Ok(rows)
    }
}

/// The most of its power that a sharer may need against one attacker, where those have so much toughness left at most;
/// `None` where all of its power stands in each time: what it deals in two steps, or gains life by, has no parts.
fn most_part(fighter: &Fighter, left: i64) -> Option<i64> {
    let most = if fighter.deathtouch { fighter.power.min(1) } else { fighter.power.min(left) };
    (!fighter.double && !fighter.lifelink && most <= PART_LIMIT).then_some(most)
}

/// Whether a creature can block an attacker.
pub(super) fn is_able(board: &Board<'_>, blocker: CreatureId, attacker: &DeclaredAttacker) -> bool {
    can_block(board, &DeclaredAttack::part(*attacker), blocker, attacker)
}
