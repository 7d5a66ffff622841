//! What blocks against a declared attack must and must not do beyond each pair, for a search by columns.
//!
//! A legal block obeys as many requirements as any that breaks no restriction (CR 509.1c). How many it obeys is a sum
//! over attackers: the blockers of each that are required to block it, or to block at all, and whether it is blocked at
//! all where it must be. So each requirement obeyed is worth more to the defending players than anything else can be:
//! then the best block obeys the most. That is each player's own most (CR 802.4b), since no player's blocks hinder
//! another's.
//!
//! Restrictions: how many may block each attacker is seen in its columns; how many may block in all is a sum over
//! columns with a cap. "Can't block alone" (CR 506.5) looks at whether one creature blocks or more. So there are two
//! [ways](Way) for a player to keep to it: those creatures don't block, or two creatures at least do.

use itertools::Itertools;
use smallvec::SmallVec;

use super::blocks::Requirements;
use super::scale::Scale;
use super::score::Scorer;
use crate::position::{Block, CreatureId, PlayerId};
use crate::rules::{BlockLimits, Board, DeclaredAttack, DeclaredAttacker, block_requirements};

/// Numbers must stay below this share of the largest.
const LARGEST: i128 = i128::MAX >> 24;
/// Most players that have creatures that can't block alone.
const ALONE_LIMIT: usize = 4;

/// What one defending player's blocks are held to.
struct Duty {
    defender: PlayerId,
    limits: BlockLimits,
    requirements: Requirements,
}

impl Duty {
    /// Which of the attackers of this player it is.
    fn index_of(&self, attacker: CreatureId) -> Option<usize> {
        self.limits.counts.binary_search_by_key(&attacker, |(creature, _, _)| *creature).ok()
    }
}

/// What blocks against one declared attack are held to.
pub(super) struct Duties {
    all: Vec<Duty>,
    /// What a requirement that is obeyed is worth to the defending players; 0 where there is none.
    weight: i128,
}

/// How players with creatures that can't block alone keep to that: for each defending player, whether two creatures
/// block at least. Else those creatures don't block.
#[derive(Clone, Debug, Default)]
pub(super) struct Way(Vec<bool>);

impl Duties {
    /// `None` where what requirements are worth would be too large a number.
    pub(super) fn new(board: &Board<'_>, scale: &Scale, attack: &DeclaredAttack) -> Option<Duties> {
        let mut count = 0;
        let duty = |defender: PlayerId| {
            let limits = BlockLimits::new(board, attack, defender);
            let requirements = block_requirements(board, attack, defender);
            count += requirements.len() as i128;
            let requirements = Requirements::new(&requirements, &limits);
            Duty { defender, limits, requirements }
        };
        let all: Vec<Duty> = board.position().defending_players().map(duty).collect();
        let weight = if count == 0 { 0 } else { scale.range() };
        if weight.checked_mul(count + 1).is_none_or(|sum| sum >= LARGEST) {
            return None;
        }
        let alone = all.iter().filter(|duty| !duty.limits.never_alone.is_empty()).count();
        (alone <= ALONE_LIMIT).then_some(Duties { all, weight })
    }

    /// The same, with the only way to keep to them, where blocks are held to nothing but what each attacker asks of its
    /// own blockers; else `None`.
    pub(super) fn none_but_counts(scorer: &Scorer<'_, '_>, attack: &DeclaredAttack) -> Option<(Duties, Way)> {
        let duties = Duties::new(scorer.board(), &Scale::new(scorer)?, attack)?;
        let way = duties.ways().into_iter().exactly_one().ok()?;
        (!duties.has_requirements() && duties.caps(&way).is_empty()).then_some((duties, way))
    }

    /// Whether there are requirements at all.
    pub(super) fn has_requirements(&self) -> bool {
        self.weight > 0
    }

    /// What a requirement that is obeyed is worth to the defending players.
    pub(super) fn weight(&self) -> i128 {
        self.weight
    }

    fn of(&self, attacker: &DeclaredAttacker) -> Option<(&Duty, usize)> {
        let duty = self.all.iter().find(|duty| duty.defender == attacker.defender)?;
        Some((duty, duty.index_of(attacker.creature)?))
    }

    /// How many requirements a creature obeys by blocking an attacker, whoever else does.
    pub(super) fn asked(&self, blocker: CreatureId, attacker: &DeclaredAttacker) -> usize {
        self.of(attacker).map_or(0, |(duty, index)| duty.requirements.obeyed(blocker, &[index]))
    }

    /// How many of these it obeys whatever it blocks: once, if it blocks several.
    pub(super) fn asked_once(&self, blocker: CreatureId) -> usize {
        self.all.iter().map(|duty| duty.requirements.asked(blocker)).sum()
    }

    /// How many requirements a block obeys (CR 509.1c).
    pub(super) fn obeyed(&self, block: &Block) -> usize {
        let of = |duty: &Duty| -> usize {
            let index = |attacker: &CreatureId| duty.index_of(*attacker);
            let mut blocked: Vec<usize> = Vec::new();
            let mut obeyed = 0;
            for (blocker, attackers) in &block.0 {
                let own: Vec<usize> = attackers.iter().filter_map(index).collect();
                obeyed += duty.requirements.obeyed(*blocker, &own);
                blocked.extend(own);
            }
            blocked.sort_unstable();
            blocked.dedup();
            obeyed + blocked.iter().map(|index| duty.requirements.must_be_blocked[*index]).sum::<usize>()
        };
        self.all.iter().map(of).sum()
    }

    /// Whether a block keeps to how many may block in all, and whether alone (CR 509.1b, 506.5).
    pub(super) fn allows_together(&self, block: &Block) -> bool {
        self.all.iter().all(|duty| {
            let own = |(_, attackers): &&(CreatureId, Vec<CreatureId>)| {
                attackers.first().is_some_and(|attacker| duty.index_of(*attacker).is_some())
            };
            let mut blockers = block.0.iter().filter(own).map(|(blocker, _)| *blocker);
            match (blockers.next(), blockers.count() as i64 + 1) {
                (None, _) => true,
                (Some(only), 1) if duty.limits.never_alone.binary_search(&only).is_ok() => false,
                (Some(_), count) => count <= duty.limits.blockers,
            }
        })
    }

    /// What the blockers of an attacker are held to in this way, all but how many requirements each class obeys.
    pub(super) fn demand(&self, way: &Way, attacker: &DeclaredAttacker) -> Demand {
        let rows = self.rows(way).map(|(defender, row, _)| (defender == attacker.defender).then_some(row)).collect();
        let (least, most, blocked) = self.of(attacker).map_or((1, usize::MAX, 0), |(duty, index)| {
            let (_, least, most) = duty.limits.counts[index];
            (least, most, duty.requirements.must_be_blocked[index])
        });
        Demand { least, most, asked: Vec::new(), blocked, weight: self.weight, rows }
    }

    /// The ways to keep to "can't block alone".
    pub(super) fn ways(&self) -> Vec<Way> {
        self.all.iter().fold(vec![Way::default()], |ways, duty| {
            let both = if duty.limits.never_alone.is_empty() { &[false][..] } else { &[false, true] };
            let with =
                |two: &bool| ways.iter().map(|way| Way([way.0.as_slice(), &[*two]].concat())).collect::<Vec<_>>();
            both.iter().flat_map(with).collect()
        })
    }

    /// Whether a creature may block in this way.
    pub(super) fn allows(&self, way: &Way, blocker: CreatureId) -> bool {
        let own = self.all.iter().zip(&way.0);
        own.into_iter().all(|(duty, two)| *two || duty.limits.never_alone.binary_search(&blocker).is_err())
    }

    /// The limits on sums that a block must keep in this way.
    fn rows(&self, way: &Way) -> impl Iterator<Item = (PlayerId, Row, i64)> {
        self.all.iter().zip(&way.0).flat_map(|(duty, two)| {
            let most =
                (duty.limits.blockers < i64::MAX).then_some((duty.defender, Row::Blockers, duty.limits.blockers));
            most.into_iter().chain(two.then_some((duty.defender, Row::LessTwo, -2)))
        })
    }

    /// The most that each sum may come to.
    pub(super) fn caps(&self, way: &Way) -> Vec<i64> {
        self.caps_beside(way, |_| 0)
    }

    /// The same for all other blockers where so many creatures of each player block besides, of which
    /// [`Demand::sums`] counts none.
    pub(super) fn caps_beside(&self, way: &Way, shared: impl Fn(PlayerId) -> i64) -> Vec<i64> {
        let cap = |(defender, row, most): (PlayerId, Row, i64)| match row {
            Row::Blockers => most - shared(defender),
            Row::LessTwo => most + shared(defender).min(2),
        };
        self.rows(way).map(cap).collect()
    }
}

/// What the blockers of one attacker are held to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Demand {
    /// How many may block it, if any do.
    pub(super) least: usize,
    pub(super) most: usize,
    /// For each class of blockers, how many requirements one of them obeys by blocking it.
    pub(super) asked: Vec<usize>,
    /// How many requirements are obeyed once it is blocked.
    blocked: usize,
    /// What each requirement that is obeyed is worth to the defending players.
    pub(super) weight: i128,
    /// The capped sums; `None` for one that is about another player's creatures.
    rows: SmallVec<[Option<Row>; 1]>,
}

impl Demand {
    /// Only so many may block it.
    pub(super) fn counts(least: usize, most: usize) -> Demand {
        Demand { least, most, ..Demand::default() }
    }

    /// The same, where the classes obey so many requirements each.
    pub(super) fn with_asked(&self, asked: Vec<usize>) -> Demand {
        Demand { asked, ..self.clone() }
    }

    /// How many requirements a creature of a class obeys.
    pub(super) fn asked(&self, class: usize) -> usize {
        self.asked.get(class).copied().unwrap_or(0)
    }

    /// How many requirements are obeyed by so many of these classes.
    pub(super) fn obeyed(&self, groups: &[(usize, usize)]) -> usize {
        let nobody = groups.iter().all(|(_, count)| *count == 0);
        let own: usize = groups.iter().map(|(class, count)| self.asked(*class) * count).sum();
        own + if nobody { 0 } else { self.blocked }
    }

    /// The most requirements that are obeyed where the creatures of the set obey so many.
    pub(super) fn most_obeyed(&self, asked: usize) -> usize {
        asked + self.blocked
    }

    /// Whether blockers are of use for being two, as company for those that can't block alone.
    pub(super) fn wants_two(&self) -> bool {
        self.rows.iter().flatten().any(|row| matches!(row, Row::LessTwo))
    }

    /// From how many blockers on more of them are no better for their number alone.
    pub(super) fn enough(&self) -> usize {
        self.least.max(if self.wants_two() { 2 } else { 1 })
    }

    /// What so many blockers add to the capped sums, of which so many are counted elsewhere since they are shared.
    pub(super) fn sums(&self, size: usize, shared: usize) -> impl Iterator<Item = i64> {
        self.rows.iter().map(move |row| match row {
            None => 0,
            Some(Row::Blockers) => (size - shared) as i64,
            Some(Row::LessTwo) => shared.min(2) as i64 - size.min(2) as i64,
        })
    }

    /// The least that any blockers add to them.
    pub(super) fn least_sums(&self) -> impl Iterator<Item = i64> {
        self.rows.iter().map(|row| if *row == Some(Row::LessTwo) { -2 } else { 0 })
    }
}

/// A sum over columns that is capped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    /// How many block.
    Blockers,
    /// Less by one for each blocker of an attacker, up to two: "two at least" is "-2 at most". More than two are not
    /// counted, so that larger sets have nothing ahead of smaller ones.
    LessTwo,
}
