//! The creatures that may attack, by kind, with the columns against each where it may attack.

use smallvec::SmallVec;

use super::attacks::AttackChoices;
use super::branch::Branch;
use super::classes::{Classes, alike, group_alike};
use super::columns::{Blockers, Column, PRICE_LIMIT};
use super::duties::{Demand, Duties, Way};
use super::fighter::{Fighter, damage_reach};
use super::freed_aside::FreedAside;
use super::gain::{Numbers, TIE};
use super::score::Scorer;
use super::solution::SearchError;
use super::spill::{goes_over, is_special};
use crate::position::{Attack, CreatureId, Position, Target};
use crate::rules::{
    BlockLimits, Board, DeclaredAttack, DeclaredAttacker, block_requirements, can_block, may_block,
    restricts_whole_attacks,
};

/// What a creature can attack, with the columns against it there.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) attacker: DeclaredAttacker,
    pub(super) columns: FreedAside<Vec<Column>>,
    /// Requirements to attack that it obeys (CR 508.1d).
    pub(super) obeys: usize,
}

/// Creatures that may attack and differ in nothing but their names.
#[derive(Debug)]
pub(super) struct Candidate {
    /// In file order.
    pub(super) members: Vec<CreatureId>,
    pub(super) choices: Vec<Choice>,
    /// Requirements that one obeys which stays home.
    pub(super) obeys_home: usize,
}

impl Choice {
    /// The player whom so many attack by this choice, as a bit.
    pub(super) fn player(&self, count: usize) -> u64 {
        match self.attacker.target {
            Target::Player(player) if count > 0 => 1 << player.0.min(63),
            _ => 0,
        }
    }
}

impl Candidate {
    /// Instances of battle cry of each of its creatures.
    pub(super) fn cry(&self, board: &Board<'_>) -> i64 {
        self.members.first().map_or(0, |member| board.characteristics(*member).battle_cry)
    }
}

/// What becomes of blockers that can block several attackers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Several {
    /// There are no candidates where there is one.
    Refused,
    /// Each is a class of its own, whose columns have it block one attacker only.
    Once,
}

/// All attacks of a board on which attackers don't depend on each other, or one declared attack of it.
pub(super) struct Candidates {
    pub(super) numbers: Numbers,
    pub(super) classes: Classes,
    pub(super) all: Vec<Candidate>,
    /// Whether no block is worth more than its columns say, but it may be worth less.
    pub(super) bounds: bool,
}

/// Alike creatures with what each may attack, and the requirements that obeys.
struct Open {
    members: Vec<CreatureId>,
    choices: Vec<(DeclaredAttacker, usize)>,
    obeys_home: usize,
}

/// What tells one choice of an attacker from another: its numbers, whether it tramples, what it attacks, the
/// requirements that obeys, who can block it, and what its blockers are held to.
type Kind = (Fighter, [bool; 2], DeclaredAttacker, usize, Vec<bool>, Demand);

impl Candidates {
    /// For all attacks of a branch of a board; `None` where it has something that searching by columns doesn't know.
    pub(super) fn of_board(
        scorer: &Scorer<'_, '_>,
        choices: &AttackChoices<'_, '_>,
        branch: &Branch,
        several: Several,
    ) -> Result<Option<Candidates>, SearchError> {
        let board = scorer.board();
        let attacker = |creature: CreatureId, target: Target| branch.attacker(board, creature, target);
        let mut open: Vec<Open> = Vec::new();
        for (creature, own) in choices.creatures() {
            let able = own.iter().filter_map(|(target, obeys)| target.map(|t| (attacker(creature, t), *obeys)));
            let choices: Vec<(DeclaredAttacker, usize)> = able.collect();
            let obeys_home = own.iter().find(|(target, _)| target.is_none()).map_or(0, |(_, obeys)| *obeys);
            add(board.position(), &mut open, Open { members: vec![creature], choices, obeys_home });
        }
        if limits_blocks(board, &open) { Ok(None) } else { Candidates::new(scorer, open, None, several) }
    }

    /// For a program of one declared attack whose blocks are held to nothing but what each attacker asks of its own
    /// blockers; programs don't know what may be gone after the first step.
    pub(super) fn of_free_attack(
        scorer: &Scorer<'_, '_>,
        attack: &DeclaredAttack,
    ) -> Result<Option<Candidates>, SearchError> {
        match Duties::none_but_counts(scorer, attack) {
            Some((duties, way)) => {
                let candidates = Candidates::of_attack(scorer, attack, &duties, &way, Several::Refused)?;
                Ok(candidates.filter(|candidates| candidates.numbers.departures.is_empty()))
            }
            None => Ok(None),
        }
    }

    /// For one declared attack, and one way to keep to what blocks against it are held to.
    pub(super) fn of_attack(
        scorer: &Scorer<'_, '_>,
        attack: &DeclaredAttack,
        duties: &Duties,
        way: &Way,
        several: Several,
    ) -> Result<Option<Candidates>, SearchError> {
        let one = |attacker: &DeclaredAttacker| Open {
            members: vec![attacker.creature],
            choices: vec![(*attacker, 0)],
            obeys_home: 0,
        };
        let mut open: Vec<Open> = Vec::new();
        for attacker in attack.attackers() {
            // A requirement may name one of several that are alike.
            if duties.has_requirements() {
                open.push(one(attacker));
            } else {
                add(scorer.board().position(), &mut open, one(attacker));
            }
        }
        Candidates::new(scorer, open, Some((duties, way)), several)
    }

    fn new(
        scorer: &Scorer<'_, '_>,
        open: Vec<Open>,
        held: Option<(&Duties, &Way)>,
        several: Several,
    ) -> Result<Option<Candidates>, SearchError> {
        let board = scorer.board();
        let position = board.position();
        if !scorer.is_natural() || links(scorer, &open) {
            return Ok(None);
        }
        let blockers = position.defending_players().flat_map(|defender| position.creatures_of(defender));
        let blockers = blockers.filter(|blocker| {
            may_block(board, *blocker) && held.is_none_or(|(duties, way)| duties.allows(way, *blocker))
        });
        let mut groups = group_alike(position, blockers);
        let blocks_several = |group: &Vec<CreatureId>| board.characteristics(group[0]).capacity > 1;
        if groups.iter().map(Vec::len).sum::<usize>() >= TIE as usize
            || several == Several::Refused && groups.iter().any(blocks_several)
        {
            return Ok(None);
        }
        let (apart, together): (Vec<_>, Vec<_>) = groups.into_iter().partition(blocks_several);
        groups = together;
        groups.extend(apart.into_iter().flatten().map(|blocker| vec![blocker]));
        let kinds = open.iter().map(Open::attackers).collect::<Vec<_>>();
        let reach = damage_reach(scorer, &kinds);
        let Some(mut numbers) = Numbers::new(scorer, |entry| reach.as_ref().map(|reach| reach[entry])) else {
            return Ok(None);
        };
        numbers.add_spills(scorer, &open.iter().flat_map(|open| open.attackers().1).collect::<Vec<_>>());
        if !numbers.add_departures(scorer, &kinds) {
            return Ok(None);
        }
        let able: Vec<Vec<Option<usize>>> = open
            .iter()
            .flat_map(|open| &open.choices)
            .map(|(attacker, _)| {
                let attack = DeclaredAttack::part(*attacker);
                let asked = |blocker| held.map_or(0, |(duties, _)| duties.asked(blocker, attacker));
                let able = |blocker| can_block(board, &attack, blocker, attacker).then(|| asked(blocker));
                groups.iter().map(|group| able(group[0])).collect()
            })
            .collect();
        let (members, able) = merge_blockers(scorer, &numbers, groups, able);
        let Some(classes) = Classes::new(members) else { return Ok(None) };
        let pricing = Blockers::new(scorer, &numbers, &classes);
        let mut left = PRICE_LIMIT;
        let mut all: Vec<Candidate> = Vec::new();
        let mut able = able.into_iter();
        // Each candidate with what tells its kind.
        let mut kinds: Vec<Option<Vec<Kind>>> = Vec::new();
        for open in open {
            let it = board.characteristics(open.members[0]);
            let demand = |((attacker, _), able): (&(DeclaredAttacker, usize), Vec<Option<usize>>)| {
                let plain = || Demand::counts(it.least_blockers, it.most_blockers);
                let mut demand = held.map_or_else(plain, |(duties, way)| duties.demand(way, attacker));
                demand.asked = able.iter().map(|asked| asked.unwrap_or(0)).collect();
                (able.iter().map(Option::is_some).collect(), demand)
            };
            let own = open.choices.iter().zip(able.by_ref().take(open.choices.len()));
            let demands: Vec<(Vec<bool>, Demand)> = own.map(demand).collect();
            let kind = |((attacker, obeys), (able, demand)): (&(DeclaredAttacker, usize), &(Vec<bool>, Demand))| {
                let fighter = Fighter::attacker(scorer, &numbers, attacker)?;
                let over = goes_over(board, attacker);
                // Who it is doesn't matter, only what.
                let attacker = DeclaredAttacker { creature: CreatureId(0), ..*attacker };
                Some((fighter, [it.trample, over], attacker, *obeys, able.clone(), demand.clone()))
            };
            let kind: Option<Vec<_>> = open.choices.iter().zip(&demands).map(kind).collect();
            let kind = if restricts_whole_attacks(board) || reads_qualities(board) { None } else { kind };
            let same = (0..all.len())
                .find(|index| kind.is_some() && kinds[*index] == kind && all[*index].obeys_home == open.obeys_home);
            if let Some(index) = same {
                all[index].members.extend(open.members);
                all[index].members.sort_unstable();
                continue;
            }
            let mut choices = Vec::with_capacity(open.choices.len());
            for ((attacker, obeys), (able, demand)) in open.choices.into_iter().zip(demands) {
                scorer.budget().check()?;
                let columns = pricing.columns(&attacker, &able, &demand, &mut left)?;
                choices.push(Choice { attacker, columns: FreedAside::new(columns), obeys });
            }
            all.push(Candidate { members: open.members, choices, obeys_home: open.obeys_home });
            kinds.push(kind);
        }
        Ok(Some(Candidates { numbers, classes, all, bounds: false }))
    }

    /// The first creatures of each candidate for these counts: the attackers, in file order.
    pub(super) fn attackers(&self, counts: &[SmallVec<[usize; 2]>]) -> Vec<DeclaredAttacker> {
        let mut attackers = Vec::new();
        for (candidate, counts) in self.all.iter().zip(counts) {
            let mut members = candidate.members.iter();
            for (choice, count) in candidate.choices.iter().zip(counts) {
                let own = members.by_ref().take(*count);
                attackers.extend(own.map(|member| DeclaredAttacker { creature: *member, ..choice.attacker }));
            }
        }
        attackers.sort_unstable_by_key(|attacker| attacker.creature);
        attackers
    }

    /// The same as an attack.
    pub(super) fn attack(&self, counts: &[SmallVec<[usize; 2]>]) -> Attack {
        Attack(self.attackers(counts).iter().map(|attacker| (attacker.creature, attacker.target)).collect())
    }
}

impl Open {
    fn attackers(&self) -> (usize, Vec<&DeclaredAttacker>) {
        (self.members.len(), self.choices.iter().map(|(attacker, _)| attacker).collect())
    }

    fn attacks(&self, target: Target) -> bool {
        self.choices.iter().any(|(attacker, _)| attacker.target == target)
    }
}

/// Adds a creature to those that are like it, or as one of its own.
fn add(position: &Position, open: &mut Vec<Open>, one: Open) {
    let same = |other: &&mut Open| {
        let pairs = || other.choices.iter().zip(&one.choices);
        alike(position, other.members[0], one.members[0])
            && other.choices.len() == one.choices.len()
            && other.obeys_home == one.obeys_home
            && pairs().all(|((a, x), (b, y))| a.target == b.target && a.bonus == b.bonus && x == y)
    };
    match open.iter_mut().rev().find(same) {
        Some(other) => other.members.extend(one.members),
        None => open.push(one),
    }
}

/// Whether damage depends on more than numbers: protection asks for colours and the like (CR 702.16e).
fn reads_qualities(board: &Board<'_>) -> bool {
    let position = board.position();
    position.players().iter().any(|player| !player.protection.is_empty())
        || position.creature_ids().any(|creature| board.characteristics(creature).protected)
}

/// Puts together blockers that differ in nothing that matters to these attackers: for each class its members, and for
/// each choice of an attacker which classes may block it, with how many requirements one that does obeys.
fn merge_blockers(
    scorer: &Scorer<'_, '_>,
    numbers: &Numbers,
    groups: Vec<Vec<CreatureId>>,
    able: Vec<Vec<Option<usize>>>,
) -> (Vec<Vec<CreatureId>>, Vec<Vec<Option<usize>>>) {
    let merges = !reads_qualities(scorer.board());
    let mut kinds: Vec<(Option<Fighter>, Vec<Option<usize>>)> = Vec::new();
    let mut members: Vec<Vec<CreatureId>> = Vec::new();
    for (index, group) in groups.into_iter().enumerate() {
        let column: Vec<Option<usize>> = able.iter().map(|able| able[index]).collect();
        if column.iter().all(Option::is_none) {
            continue;
        }
        let alone = scorer.board().characteristics(group[0]).capacity > 1;
        let fighter = if alone { None } else { Fighter::blocker(scorer, numbers, group[0]) };
        let kind = (fighter, column);
        match (0..kinds.len()).find(|index| merges && kind.0.is_some() && kinds[*index] == kind) {
            Some(index) => members[index].extend(group),
            None => {
                kinds.push(kind);
                members.push(group);
            }
        }
    }
    members.iter_mut().for_each(|members| members.sort_unstable());
    let able = (0..able.len()).map(|choice| kinds.iter().map(|(_, column)| column[choice]).collect()).collect();
    (members, able)
}

/// Whether what one attacker does may depend on another, more than by sums: trample over planeswalkers counts what all
/// assign (CR 702.19c), but what is [special](is_special) there is no sum.
fn links(scorer: &Scorer<'_, '_>, open: &[Open]) -> bool {
    open.iter().map(|open| open.members.len()).sum::<usize>() > 1
        && is_special(scorer, &open.iter().flat_map(|open| open.attackers().1).collect::<Vec<_>>())
}

/// Whether blocks are bound by more than what each attacker asks of its own blockers.
fn limits_blocks(board: &Board<'_>, open: &[Open]) -> bool {
    let limited = |attack: &DeclaredAttack| {
        board.position().defending_players().any(|defender| {
            let limits = BlockLimits::new(board, attack, defender);
            let by_card = |(attacker, least, _): &(CreatureId, usize, usize)| {
                *least == board.characteristics(*attacker).least_blockers
            };
            !limits.counts.iter().all(by_card)
                || limits.blockers < i64::MAX
                || !limits.never_alone.is_empty()
                || !block_requirements(board, attack, defender).is_empty()
        })
    };
    // With everybody attacking, what restricts or requires blocks shows.
    let mut targets: Vec<Target> =
        open.iter().flat_map(|open| open.choices.iter().map(|(attacker, _)| attacker.target)).collect();
    targets.sort_unstable();
    targets.dedup();
    targets.into_iter().any(|target| {
        let at = open.iter().filter(|open| open.attacks(target)).flat_map(|open| &open.members);
        let mut attack: Vec<_> = at.map(|creature| (*creature, target)).collect();
        attack.sort_unstable();
        limited(&DeclaredAttack::new(board, &Attack(attack)))
    })
}
