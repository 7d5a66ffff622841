//! All blocks of the attackers that nothing links, depth first over their sets of blockers.

use std::cmp::Reverse;

use itertools::Itertools;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::alike::Alike;
use super::plans::Plan;
use super::relaxed_sets::{Relaxed, Rest};
use crate::position::{Attack, Block, CreatureId};
use crate::search::candidates::Candidates;
use crate::search::columns::Column;
use crate::search::freed_aside::Memo;
use crate::search::gain::{Gain, Numbers, TIE, offer};
use crate::search::leaders::{Leader, Leaders};
use crate::search::partition::Chosen;
use crate::search::score::Scorer;
use crate::search::several::EverySet;
use crate::search::solution::SearchError;

/// Most places that are remembered while blocks are counted.
const MEMO_LIMIT: usize = 400_000;
/// After how many sets the clock is looked at, few of which may be part of a block.
const SETS_A_CHECK: usize = 32;

/// What the active player can choose among so far.
pub(super) type Options = SmallVec<[Gain; 1]>;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// So many of the best.
    List(usize),
    /// How many reach the best value.
    Count,
}

/// An attacker that no shared blocker blocks.
#[derive(Clone, Copy)]
struct Row {
    attacker: CreatureId,
    /// Which kind it is: alike ones follow each other, with the same sets.
    kind: usize,
}

/// A place of the count: which attackers and blockers are left, and what has come so far.
type Place = (u32, u128, Vec<i128>);

/// One walk over the blocks, for one plan after the other.
pub(super) struct Walk<'s, 'b, 'p> {
    scorer: Scorer<'b, 'p>,
    candidates: &'s Candidates,
    relaxed: &'s Relaxed,
    attack: &'s Attack,
    alike: [Alike; 2],
    /// What the best is worth.
    optimum: i128,
    aim: Aim,
    /// Whether of blocks of the same value and size the first ones are listed.
    orders: bool,
    leaders: Leaders<Reverse<i128>>,
    /// The attackers that the plan leaves, and what those from each on come to at least.
    rows: Vec<Row>,
    rests: Vec<Rest>,
    /// For each row a number for the attackers from it on, by kind.
    suffixes: Vec<u32>,
    numbered: FxHashMap<Vec<usize>, u32>,
    /// The blockers that are left.
    left: u128,
    /// For each row so far its set, and that set's place in the order of its kind.
    chosen: Vec<(usize, usize)>,
    /// How many blocks of the best value complete a path.
    memo: Memo<Place, u128>,
    /// Those found so far, of paths that may not have ended.
    counted: u128,
}

impl<'s, 'b, 'p> Walk<'s, 'b, 'p> {
    pub(super) fn new(
        scorer: Scorer<'b, 'p>,
        candidates: &'s Candidates,
        relaxed: &'s Relaxed,
        attack: &'s Attack,
        optimum: i128,
        (aim, orders): (Aim, bool),
    ) -> Self {
        let position = scorer.board().position();
        let blockers = position.defending_players().flat_map(|player| position.creatures_of(player));
        let alike = [Alike::new(position, position.active()), Alike::of(position, blockers)];
        let wanted = if let Aim::List(wanted) = aim { wanted } else { 1 };
        Walk {
            scorer,
            candidates,
            relaxed,
            attack,
            alike,
            optimum,
            aim,
            orders,
            leaders: Leaders::new(wanted, Reverse(optimum)),
            rows: Vec::new(),
            rests: Vec::new(),
            suffixes: Vec::new(),
            numbered: FxHashMap::default(),
            left: 0,
            chosen: Vec::new(),
            memo: Memo::default(),
            counted: 0,
        }
    }

    pub(super) fn into_leaders(self) -> Leaders<Reverse<i128>> {
        self.leaders
    }

    /// How many blocks of the best value were found.
    pub(super) fn counted(&self) -> u128 {
        self.counted
    }

    /// Takes one node of what the walk may cost.
    pub(super) fn spend(&self) -> Result<(), SearchError> {
        self.scorer.budget().spend(1)
    }

    /// Whether to go on, with a look at the clock for some of the sets that a node goes through.
    pub(super) fn check(&self, place: usize) -> Result<(), SearchError> {
        if place.is_multiple_of(SETS_A_CHECK) { self.scorer.budget().check() } else { Ok(()) }
    }

    /// Whether a block of such a number, with its blockers as ties, or a better one, is looked for.
    pub(super) fn wants(&self, number: i128) -> bool {
        match self.aim {
            Aim::Count => number < (self.optimum + 1) * TIE,
            Aim::List(_) => self.leaders.last().is_none_or(|last| {
                let last = last.value.0 * TIE + last.size as i128;
                // Where creatures are shared there are too many that are as good to put them in order.
                if self.orders { number <= last } else { number < last }
            }),
        }
    }

    /// Whether some block with a plan may be looked for, whose linked attackers come to so much at least.
    pub(super) fn may_want(&self, plan: &Plan) -> bool {
        let mut rest = self.relaxed.nothing();
        for (kind, open) in plan.open.iter().enumerate() {
            rest = self.relaxed.with(&rest, kind, *open);
        }
        let tables = (self.numbers(), &self.candidates.classes);
        self.wants(self.relaxed.bound(tables, &rest, plan.left, &plan.options, plan.size))
    }

    /// Goes through all blocks with a plan.
    pub(super) fn complete(&mut self, every: &mut EverySet<'_, '_, '_>, plan: &Plan) -> Result<(), SearchError> {
        if !self.may_want(plan) {
            return Ok(());
        }
        self.left = plan.left;
        self.rows.clear();
        for ((kind, candidate), open) in self.candidates.all.iter().enumerate().zip(&plan.open) {
            // A plan takes the first ones.
            let members = &candidate.members[candidate.members.len() - open..];
            self.rows.extend(members.iter().map(|attacker| Row { attacker: *attacker, kind }));
        }
        let mut rests = vec![self.relaxed.nothing()];
        let mut suffixes = Vec::new();
        let mut counts = vec![0; self.candidates.all.len()];
        for row in self.rows.iter().rev() {
            rests.push(self.relaxed.with(&rests[rests.len() - 1], row.kind, 1));
            counts[row.kind] += 1;
            let next = self.numbered.len() as u32;
            suffixes.push(*self.numbered.entry(counts.clone()).or_insert(next));
        }
        rests.reverse();
        suffixes.reverse();
        (self.rests, self.suffixes) = (rests, suffixes);
        match self.aim {
            Aim::List(_) => self.list(every, plan, 0, &plan.options),
            Aim::Count => self.count(every, plan, 0, &plan.options, plan.ways).map(|_| ()),
        }
    }

    fn numbers(&self) -> &Numbers {
        &self.candidates.numbers
    }

    fn sets(&self, kind: usize) -> &'s [Column] {
        &self.candidates.all[kind].choices[0].columns
    }

    /// What blocks come to at least that leave the rows from `row` on what is left.
    fn bound(&self, row: usize, options: &Options, size: usize) -> i128 {
        let tables = (self.numbers(), &self.candidates.classes);
        self.relaxed.bound(tables, &self.rests[row], self.left, options, size)
    }

    /// The same where a row takes a set from a place in the order on.
    fn bound_from(&self, row: usize, place: usize, options: &Options, size: usize) -> i128 {
        let rest = self.relaxed.with_one_from(&self.rests[row + 1], self.rows[row].kind, place);
        self.relaxed.bound((self.numbers(), &self.candidates.classes), &rest, self.left, options, size)
    }

    /// What a finished block is worth.
    fn worth(&self, every: &mut EverySet<'_, '_, '_>, plan: &Plan, options: &Options) -> Result<i128, SearchError> {
        if plan.exact {
            return Ok(options.iter().map(|total| self.numbers().worth(total)).max().unwrap_or(0));
        }
        every.number(&self.block(every, plan).0)
    }

    /// Looks for blocks that belong among the leaders.
    fn list(
        &mut self,
        every: &mut EverySet<'_, '_, '_>,
        plan: &Plan,
        row: usize,
        options: &Options,
    ) -> Result<(), SearchError> {
        self.spend()?;
        let own: usize = self.chosen.iter().zip(&self.rows).map(|((set, _), row)| self.sets(row.kind)[*set].size).sum();
        let size = plan.size + own;
        if row == self.rows.len() {
            let value = self.worth(every, plan, options)?;
            if self.wants(value * TIE + size as i128) {
                let (block, shape) = self.block(every, plan);
                let leader = Leader { value: Reverse(value), size, attack: self.attack.clone(), block, shape };
                self.leaders.add(leader, Some(0));
            }
            return Ok(());
        }
        let kind = self.rows[row].kind;
        // Of alike attackers a later one takes no earlier set, so that no two blocks differ in which of them takes what.
        let alike = row > 0 && self.rows[row - 1].kind == kind;
        let first = self.chosen.last().filter(|_| alike).map_or(0, |(_, place)| *place);
        let relaxed = self.relaxed;
        for (place, set) in relaxed.order(kind).iter().enumerate().skip(first) {
            self.check(place)?;
            let column = &self.sets(kind)[*set];
            if !self.candidates.classes.fits(column.used, self.left) {
                continue;
            }
            let next = plus(options, column);
            self.left -= column.used;
            self.chosen.push((*set, place));
            let wanted = self.wants(self.bound(row + 1, &next, size + column.size));
            let result = if wanted { self.list(every, plan, row + 1, &next) } else { Ok(()) };
            self.chosen.pop();
            self.left += column.used;
            result?;
            if !self.wants(self.bound_from(row, place + 1, options, size)) {
                break;
            }
        }
        Ok(())
    }

    /// How many blocks of the best value complete a path, which itself stands for so many.
    fn count(
        &mut self,
        every: &mut EverySet<'_, '_, '_>,
        plan: &Plan,
        row: usize,
        options: &Options,
        ways: u128,
    ) -> Result<u128, SearchError> {
        self.spend()?;
        if row == self.rows.len() {
            let found = u128::from(self.worth(every, plan, options)? <= self.optimum);
            self.counted = self.counted.saturating_add(found.saturating_mul(ways));
            return Ok(found);
        }
        // What a plan is worth that is known by bounds only is no sum.
        let key = plan.exact.then(|| (self.suffixes[row], self.left, gains(options)));
        if let Some(known) = key.as_ref().and_then(|key| self.memo.get(key)) {
            self.counted = self.counted.saturating_add(known.saturating_mul(ways));
            return Ok(*known);
        }
        let kind = self.rows[row].kind;
        let (relaxed, classes) = (self.relaxed, &self.candidates.classes);
        let mut sum = 0u128;
        for (place, set) in relaxed.order(kind).iter().enumerate() {
            self.check(place)?;
            let column = &self.sets(kind)[*set];
            if !classes.fits(column.used, self.left) {
                continue;
            }
            let next = plus(options, column);
            let own = column.groups.iter().map(|(class, count)| choose(classes.count(self.left, *class), *count));
            let own = own.fold(1, u128::saturating_mul);
            self.left -= column.used;
            self.chosen.push((*set, place));
            let wanted = self.wants(self.bound(row + 1, &next, 0));
            let found = if wanted { self.count(every, plan, row + 1, &next, ways.saturating_mul(own)) } else { Ok(0) };
            self.chosen.pop();
            self.left += column.used;
            sum = sum.saturating_add(own.saturating_mul(found?));
            if !self.wants(self.bound_from(row, place + 1, options, 0)) {
                break;
            }
        }
        if let Some(key) = key.filter(|_| self.memo.len() < MEMO_LIMIT) {
            self.memo.insert(key, sum);
        }
        Ok(sum)
    }

    /// The chosen block, and what it shares with blocks in which other creatures of a class do the same.
    fn block(&self, every: &EverySet<'_, '_, '_>, plan: &Plan) -> (Block, Vec<u32>) {
        if every.sharers() > 0 {
            let mut chosen: Vec<Chosen> = vec![Chosen::new(); self.candidates.all.len()];
            self.rows.iter().zip(&self.chosen).for_each(|(row, (set, _))| chosen[row.kind].push((*set, 1)));
            let block = every.block(&plan.linked, &chosen);
            let [attackers, blockers] = &self.alike;
            let shape = blockers.of_block(attackers, self.attack, &block);
            return (block, shape);
        }
        let members = &self.candidates.classes.members;
        let mut free: Vec<std::slice::Iter<'_, CreatureId>> = members.iter().map(|class| class.iter()).collect();
        let (mut block, mut shape) = (Vec::new(), Vec::new());
        let mut rows = self.rows.iter();
        let sets = self.rows.iter().zip(&self.chosen).map(|(row, (set, _))| (row.kind, *set));
        for (kind, sets) in &sets.chunk_by(|(kind, _)| *kind) {
            // Of alike attackers the first are met by the first blockers.
            let first = |(kind, set): &(usize, usize)| {
                let met = self.sets(*kind)[*set].groups.iter().map(|(class, _)| members[*class][0]).min();
                (met.is_none(), met, *set)
            };
            for ((_, set), row) in sets.sorted_by_key(first).zip(rows.by_ref()) {
                for (class, count) in &self.sets(kind)[set].groups {
                    let taken = free[*class].by_ref().take(*count);
                    block.extend(taken.map(|blocker| (*blocker, vec![row.attacker])));
                }
                // The numbers of sets are far below 2^32.
                shape.push(set as u32);
            }
        }
        block.sort_unstable();
        let block = Block(block);
        // Who could block several is a class of its own, also where there is only one to block.
        let board = self.scorer.board();
        if members.iter().any(|class| board.characteristics(class[0]).capacity > 1) {
            let [attackers, blockers] = &self.alike;
            shape = blockers.of_block(attackers, self.attack, &block);
        }
        (block, shape)
    }
}

/// The options with those of a column added.
pub(super) fn plus(options: &Options, column: &Column) -> Options {
    let mut all = Options::new();
    for one in options {
        column.options.iter().for_each(|other| offer(&mut all, one.plus(other)));
    }
    all
}

/// Options as a key.
fn gains(options: &Options) -> Vec<i128> {
    options.iter().flat_map(|it| std::iter::once(it.value).chain(it.sums.iter().map(|sum| i128::from(*sum)))).collect()
}

/// In how many ways so many can be taken out of some.
pub(super) fn choose(members: usize, taken: usize) -> u128 {
    // One factor after the other: what is divided is a product of consecutive numbers. It only grows, so that what is
    // too large to be counted stays so.
    let factor = |ways: u128, number: usize| ways.saturating_mul((members - number) as u128) / (number as u128 + 1);
    (0..taken.min(members - taken)).fold(1, factor)
}
