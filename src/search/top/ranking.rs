//! The K best blocks of boards with too many to look at one by one, and how many reach the best value.
//!
//! Where attackers don't depend on each other a block is a set of blockers for each. Here every set counts, those too
//! that are never better than a smaller one. Depth first, attacker by attacker; what has been chosen and what the rest
//! comes to at least decide whether something is cut off: with a price on each blocker the attackers that are left take
//! their cheapest sets, and what the blockers that are left cost at these prices counts back (Fisher 1981). The same
//! bound on each sum that a goal looks at says which goals are reached in any case.
//!
//! Creatures between which nothing makes a difference are a class, and a set is how many of each it has: one place of
//! the search stands for as many declarations as there are ways to tell its creatures apart. First the best are listed,
//! cut off at the K-th; then those of the best value are counted, and paths that leave the same blockers to the same
//! attackers at the same gains are counted once.

use std::cmp::Reverse;

use itertools::Itertools;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::relaxed_sets::Relaxed;
use crate::position::{Attack, Block, CreatureId};
use crate::rules::{BlockLimits, DeclaredAttack, Value, can_block};
use crate::search::budget::Stop;
use crate::search::candidates::Candidates;
use crate::search::columns::{Blockers, Column, sets_of};
use crate::search::gain::{Gain, Numbers, offer};
use crate::search::leaders::{Leader, Leaders};
use crate::search::score::Scorer;
use crate::search::solution::SearchError;

/// Most sets of blockers of all attackers together.
const SET_LIMIT: u64 = 600_000;
/// Most nodes of each of the two searches.
const NODE_LIMIT: u64 = 2_000_000;
/// Most places of the second search that are remembered.
const MEMO_LIMIT: usize = 1_000_000;

/// The best blocks, how many reach the best value, and why the search has ended early.
pub(super) struct Ranking {
    /// The best, by values.
    pub(super) leaders: Leaders<Reverse<Value>>,
    /// How many reach the best value at least.
    pub(super) optimal: u64,
    /// Whether there are no more.
    pub(super) exact: bool,
    /// Why not everything was looked at; then others may be better than what is listed after the first.
    pub(super) stop: Option<Stop>,
}

/// What the active player can choose among so far.
type Options = SmallVec<[Gain; 1]>;

/// An attacker, with all sets that may block it.
struct Row {
    attacker: CreatureId,
    /// Which kind it is: alike ones follow each other, with the same sets.
    kind: usize,
}

/// The best blocks against an attack; `None` where attackers depend on each other, or their blocks on each other.
pub(super) fn best_blocks(
    scorer: &Scorer<'_, '_>,
    attack: &Attack,
    best: &Value,
    wanted: usize,
) -> Result<Option<Ranking>, SearchError> {
    let declared = DeclaredAttack::new(scorer.board(), attack);
    let Some(candidates) = Candidates::of_free_attack(scorer, &declared)? else { return Ok(None) };
    let sets = every_set(scorer, &candidates, &declared)?;
    let mut rows: Vec<Row> = Vec::new();
    for (kind, candidate) in candidates.all.iter().enumerate() {
        rows.extend(candidate.members.iter().map(|attacker| Row { attacker: *attacker, kind }));
    }
    let numbers = &candidates.numbers;
    let counts: Vec<usize> = candidates.all.iter().map(|candidate| candidate.members.len()).collect();
    let relaxed = Relaxed::new(scorer.budget(), numbers, &candidates.classes, &counts, &sets)?;
    let mut additive = best.clone();
    additive.add_times(scorer.constant(), -1);
    let optimum = numbers.scale().number(&additive);
    let search = |wanted: Option<usize>| Search {
        scorer: scorer.with_share(NODE_LIMIT),
        candidates: &candidates,
        sets: &sets,
        rows: &rows,
        relaxed: &relaxed,
        attack,
        optimum,
        leaders: Leaders::new(wanted.unwrap_or(1), Reverse(optimum)),
        left: candidates.classes.full(),
        chosen: Vec::new(),
        memo: FxHashMap::default(),
        counted: 0,
    };
    let start = || SmallVec::from_elem(numbers.zero(), 1);
    let mut listing = search(Some(wanted));
    let listed = listing.list(0, &start());
    let mut counting = search(None);
    let counted = match &listed {
        Ok(()) => counting.count(0, &start(), 1).map(|_| ()),
        Err(error) => Err(error.clone()),
    };
    let stop = match counted {
        Ok(()) => None,
        Err(error) => Some(match Stop::of(error)? {
            // The share is used up, not what the search may cost.
            Stop::Nodes if scorer.budget().spend(0).is_ok() => {
                Stop::Size(format!("more than the {NODE_LIMIT} nodes that the best blocks are looked for in"))
            }
            stop => stop,
        }),
    };
    let value = |Reverse(number): Reverse<i128>| Reverse(numbers.scale().value(number).plus(scorer.constant()));
    let optimal = u64::try_from(counting.counted);
    Ok(Some(Ranking {
        leaders: listing.leaders.map(value),
        optimal: optimal.unwrap_or(u64::MAX),
        exact: stop.is_none() && optimal.is_ok(),
        stop,
    }))
}

/// For each kind of attacker all sets that may block it.
fn every_set(
    scorer: &Scorer<'_, '_>,
    candidates: &Candidates,
    attack: &DeclaredAttack,
) -> Result<Vec<Vec<Column>>, SearchError> {
    let board = scorer.board();
    let pricing = Blockers::new(scorer, &candidates.numbers, &candidates.classes);
    let members = &candidates.classes.members;
    let mut total = 0u64;
    let mut asked = Vec::with_capacity(candidates.all.len());
    for candidate in &candidates.all {
        let attacker = &candidate.choices[0].attacker;
        let able: Vec<bool> = members.iter().map(|class| can_block(board, attack, class[0], attacker)).collect();
        let defender = board.position().defender_of(attacker.target);
        let limits = BlockLimits::new(board, attack, defender);
        let counts = limits.counts.iter().find(|(creature, ..)| *creature == attacker.creature);
        let (least, most) = counts.map_or((0, 0), |(_, least, most)| (*least, *most));
        let classes = members.iter().zip(&able).filter(|(_, able)| **able).map(|(class, _)| class.len());
        total = total.saturating_add(sets_of(classes, most));
        asked.push((attacker, able, (least, most)));
    }
    if total > SET_LIMIT {
        let text = format!("the attackers have {total} sets of blockers, and the limit is {SET_LIMIT}");
        return Err(SearchError::TooLarge(text));
    }
    asked.into_iter().map(|(attacker, able, sizes)| pricing.every_column(attacker, &able, sizes)).collect()
}

/// One walk over the blocks.
struct Search<'s, 'b, 'p> {
    scorer: Scorer<'b, 'p>,
    candidates: &'s Candidates,
    sets: &'s [Vec<Column>],
    rows: &'s [Row],
    relaxed: &'s Relaxed,
    attack: &'s Attack,
    /// What the best is worth.
    optimum: i128,
    leaders: Leaders<Reverse<i128>>,
    /// The blockers that are left.
    left: u128,
    /// For each row so far its set, and that set's place in the order of its kind.
    chosen: Vec<(usize, usize)>,
    /// How many blocks of the best value complete a path.
    memo: FxHashMap<(usize, u128, Vec<i128>), u128>,
    /// Those found so far, of paths that may not have ended.
    counted: u128,
}

impl Search<'_, '_, '_> {
    fn numbers(&self) -> &Numbers {
        &self.candidates.numbers
    }

    /// What blocks come to at least that leave the rows from `row` on what is left.
    fn bound(&self, row: usize, options: &Options) -> i128 {
        self.relaxed.bound(self.numbers(), &self.candidates.classes, row, self.left, options)
    }

    /// The same where a row takes a set from a place in the order on.
    fn bound_from(&self, row: usize, place: usize, options: &Options) -> i128 {
        let at = (row, self.rows[row].kind, place);
        self.relaxed.bound_from(self.numbers(), &self.candidates.classes, at, self.left, options)
    }

    /// What a finished block is worth.
    fn worth(&self, options: &Options) -> i128 {
        options.iter().map(|total| self.numbers().worth(total)).max().unwrap_or(0)
    }

    /// Looks for blocks that belong among the leaders.
    fn list(&mut self, row: usize, options: &Options) -> Result<(), SearchError> {
        self.scorer.budget().spend(1)?;
        let size: usize = self.chosen.iter().enumerate().map(|(row, (set, _))| self.set(row, *set).size).sum();
        if row == self.rows.len() {
            let value = self.worth(options);
            if self.leads(value, size) {
                let (block, shape) = self.block();
                let leader = Leader { value: Reverse(value), size, attack: self.attack.clone(), block, shape };
                self.leaders.add(leader, Some(0));
            }
            return Ok(());
        }
        let kind = self.rows[row].kind;
        // Of alike attackers a later one takes no earlier set, so that no two blocks differ in which of them takes what.
        let alike = row > 0 && self.rows[row - 1].kind == kind;
        let first = self.chosen.last().filter(|_| alike).map_or(0, |(_, place)| *place);
        for (place, set) in self.relaxed.order(kind).iter().enumerate().skip(first) {
            let (sets, classes) = (self.sets, &self.candidates.classes);
            let column = &sets[kind][*set];
            if !classes.fits(column.used, self.left) {
                continue;
            }
            let next = plus(options, column);
            self.left -= column.used;
            self.chosen.push((*set, place));
            let bound = self.bound(row + 1, &next);
            let result = if self.leads(bound, size + column.size) { self.list(row + 1, &next) } else { Ok(()) };
            self.chosen.pop();
            self.left += column.used;
            result?;
            if !self.leads(self.bound_from(row, place + 1, options), size) {
                break;
            }
        }
        Ok(())
    }

    /// Whether a block of such a number and size, or a better one, would be among the leaders.
    fn leads(&self, number: i128, size: usize) -> bool {
        self.leaders.last().is_none_or(|last| (number, size) <= (last.value.0, last.size))
    }

    /// How many blocks of the best value complete a path, which itself stands for so many.
    fn count(&mut self, row: usize, options: &Options, ways: u128) -> Result<u128, SearchError> {
        self.scorer.budget().spend(1)?;
        if row == self.rows.len() {
            let found = u128::from(self.worth(options) <= self.optimum);
            self.counted = self.counted.saturating_add(found.saturating_mul(ways));
            return Ok(found);
        }
        let key = (row, self.left, gains(options));
        if let Some(known) = self.memo.get(&key) {
            self.counted = self.counted.saturating_add(known.saturating_mul(ways));
            return Ok(*known);
        }
        let kind = self.rows[row].kind;
        let mut sum = 0u128;
        for (place, set) in self.relaxed.order(kind).iter().enumerate() {
            let (sets, classes) = (self.sets, &self.candidates.classes);
            let column = &sets[kind][*set];
            if !classes.fits(column.used, self.left) {
                continue;
            }
            let next = plus(options, column);
            let own = column.groups.iter().map(|(class, count)| choose(classes.count(self.left, *class), *count));
            let own = own.fold(1, u128::saturating_mul);
            self.left -= column.used;
            let bound = self.bound(row + 1, &next);
            let found =
                if bound <= self.optimum { self.count(row + 1, &next, ways.saturating_mul(own)) } else { Ok(0) };
            self.left += column.used;
            sum = sum.saturating_add(own.saturating_mul(found?));
            if self.bound_from(row, place + 1, options) > self.optimum {
                break;
            }
        }
        if self.memo.len() < MEMO_LIMIT {
            self.memo.insert(key, sum);
        }
        Ok(sum)
    }

    fn set(&self, row: usize, set: usize) -> &Column {
        &self.sets[self.rows[row].kind][set]
    }

    /// The chosen block, and what it shares with blocks in which other creatures of a class do the same.
    fn block(&self) -> (Block, Vec<u32>) {
        let members = &self.candidates.classes.members;
        let mut free: Vec<std::slice::Iter<'_, CreatureId>> = members.iter().map(|class| class.iter()).collect();
        let (mut block, mut shape) = (Vec::new(), Vec::new());
        let mut rows = self.rows.iter();
        let sets = self.rows.iter().zip(&self.chosen).map(|(row, (set, _))| (row.kind, *set));
        for (kind, sets) in &sets.chunk_by(|(kind, _)| *kind) {
            // Of alike attackers the first are met by the first blockers.
            let first = |(kind, set): &(usize, usize)| {
                let met = self.sets[*kind][*set].groups.iter().map(|(class, _)| members[*class][0]).min();
                (met.is_none(), met, *set)
            };
            for ((_, set), row) in sets.sorted_by_key(first).zip(rows.by_ref()) {
                for (class, count) in &self.sets[kind][set].groups {
                    let taken = free[*class].by_ref().take(*count);
                    block.extend(taken.map(|blocker| (*blocker, vec![row.attacker])));
                }
                // The numbers of sets are far below 2^32.
                shape.push(set as u32);
            }
        }
        block.sort_unstable();
        (Block(block), shape)
    }
}

/// The options with those of a column added.
fn plus(options: &Options, column: &Column) -> Options {
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
fn choose(members: usize, taken: usize) -> u128 {
    // One factor after the other: what is divided is a product of consecutive numbers. It only grows, so that what is
    // too large to be counted stays so.
    let factor = |ways: u128, number: usize| ways.saturating_mul((members - number) as u128) / (number as u128 + 1);
    (0..taken.min(members - taken)).fold(1, factor)
}
