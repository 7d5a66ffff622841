//! A block problem with creatures that block several attackers: what is known of it, and the best block so far.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::held::Held;
use super::linked::Outcomes;
use super::sharing::Sharing;
use crate::position::{Block, CreatureId, Target};
use crate::rules::{DeclaredAttack, DeclaredAttacker};
use crate::search::budget::Stop;
use crate::search::candidates::{Candidate, Candidates};
use crate::search::classes::Classes;
use crate::search::columns::Column;
use crate::search::duties::Demand;
use crate::search::engagement::Part;
use crate::search::evaluate::Evaluator;
use crate::search::freed_aside::FreedAside;
use crate::search::gain::{Gain, TIE, offer};
use crate::search::partition::{Chosen, Searched, Tables, best_partition, better_partition};
use crate::search::score::Scorer;
use crate::search::solution::SearchError;

/// An attacker of a row with blockers of which some block other attackers as well.
#[derive(Clone, Debug)]
pub(in crate::search) struct Shared {
    pub(in crate::search) row: usize,
    /// The sharers, a bit for each.
    pub(in crate::search) sharers: u32,
    /// The blockers that block nothing else, by class.
    pub(in crate::search) groups: SmallVec<[(usize, usize); 4]>,
    /// Bounds from below on what comes of it.
    pub(in crate::search) options: SmallVec<[Gain; 1]>,
}

/// From how many choices of the active player on bounds on linked attackers leave out what sharers suffer.
const CHOICE_LIMIT: usize = 64;
/// After how many columns the clock is looked at, where they are only counted in another way.
const COLUMNS_A_CHECK: usize = 256;

/// What tells one plan from another.
type Key = Vec<(usize, u32, SmallVec<[(usize, usize); 4]>)>;

/// What linked attackers really come to.
pub(super) struct Linked {
    /// One column for all that sharers link, which takes those blockers for good.
    pub(super) columns: Vec<Column>,
    /// Whether they are more than bounds from below.
    pub(super) exact: bool,
}

/// The numbers of the sharers in a set of them.
pub(in crate::search) fn each_sharer(sharers: u32) -> impl Iterator<Item = usize> {
    (0..u32::BITS as usize).filter(move |sharer| sharers & (1 << sharer) != 0)
}

/// A block problem and what has been found.
pub(super) struct Problem<'a, 'b, 'p> {
    pub(super) scorer: &'a Scorer<'b, 'p>,
    pub(super) candidates: &'a Candidates,
    pub(super) sharing: &'a Sharing,
    attack: &'a DeclaredAttack,
    /// What blocks are held to.
    pub(super) held: Held<'a>,
    /// For each row what its blockers are held to, all but how many requirements each class obeys.
    pub(super) demands: Vec<Demand>,
    /// How many attackers each row has.
    pub(super) counts: Vec<usize>,
    /// The columns of the rows in which no blocker is shared, as the classes of the sharing count them.
    pub(super) alone: FreedAside<Vec<Vec<Column>>>,
    /// The best block so far, with its number with ties.
    pub(super) best: Option<(i128, Block)>,
    /// A block below this is good enough.
    ceiling: i128,
    /// Sums that may not grow beyond a cap where nobody is shared.
    caps: Vec<(usize, i64)>,
    evaluator: Evaluator<'a, 'b, 'p>,
    outcomes: FxHashMap<Key, Option<Arc<Outcomes>>>,
    seen: FxHashSet<Key>,
    hints: Vec<f64>,
}

impl<'a, 'b, 'p> Problem<'a, 'b, 'p> {
    pub(super) fn new(
        scorer: &'a Scorer<'b, 'p>,
        (candidates, sharing): (&'a Candidates, &'a Sharing),
        attack: &'a DeclaredAttack,
        held: Held<'a>,
        ceiling: Option<i128>,
    ) -> Result<Self, SearchError> {
        let demand = |candidate: &Candidate| held.duties.demand(held.way, &candidate.choices[0].attacker);
        let exclusive = |(number, column): (usize, &Column)| {
            if number % COLUMNS_A_CHECK == 0 {
                scorer.budget().check()?;
            }
            Ok(sharing.exclusive(column))
        };
        let mut alone: FreedAside<Vec<Vec<Column>>> = FreedAside::default();
        for candidate in &candidates.all {
            alone.push(candidate.choices[0].columns.iter().enumerate().map(exclusive).collect::<Result<_, _>>()?);
        }
        Ok(Problem {
            scorer,
            candidates,
            sharing,
            attack,
            held,
            demands: candidates.all.iter().map(demand).collect(),
            caps: held.caps(scorer, sharing, 0),
            counts: candidates.all.iter().map(|candidate| candidate.members.len()).collect(),
            alone,
            best: None,
            ceiling: ceiling.unwrap_or(i128::MIN),
            evaluator: Evaluator::new(scorer),
            outcomes: FxHashMap::default(),
            seen: FxHashSet::default(),
            hints: held.first_prices(candidates, |_| 1),
        })
    }

    /// Whether a block is known that is good enough.
    pub(super) fn is_refuted(&self) -> bool {
        self.best.as_ref().is_some_and(|(number, _)| *number < self.ceiling)
    }

    /// The most that the number of a better block can be.
    pub(super) fn highest(&self) -> i128 {
        self.best.as_ref().map_or(i128::MAX >> 8, |(number, _)| number - 1)
    }

    /// How block problems of this board are solved; `classes` may be less than all.
    fn tables<'t>(&'t self, classes: &'t Classes, caps: &'t [(usize, i64)]) -> Tables<'t> {
        Tables { numbers: &self.candidates.numbers, classes, ..self.relaxed_tables(caps) }
    }

    /// How block problems are solved whose columns are bounds.
    pub(super) fn relaxed_tables<'t>(&self, caps: &'t [(usize, i64)]) -> Tables<'t>
    where
        'a: 't,
    {
        Tables {
            numbers: &self.sharing.numbers,
            classes: &self.sharing.classes,
            budget: self.scorer.budget(),
            solver: *self.scorer.solver(),
            ties: true,
            caps,
            proves: true,
            gives_up: false,
        }
    }

    /// Finds the best block in which every creature blocks one attacker at most.
    pub(super) fn block_once(&mut self) -> Result<(), SearchError> {
        let rows: Vec<(usize, &[Column])> = (self.candidates.all.iter())
            .map(|candidate| (candidate.members.len(), candidate.choices[0].columns.as_slice()))
            .collect();
        let mut hints = self.hints.clone();
        let Searched { best, stopped, .. } =
            best_partition(self.tables(&self.candidates.classes, &self.caps), &rows, None, None, &mut hints)?;
        self.lead(best.number, self.block(&[], &best.chosen));
        stopped.map_or(Ok(()), |(stop, _): (Stop, Option<i128>)| Err(SearchError::Stopped(stop)))
    }

    /// Takes a block in, if it is the best so far.
    pub(super) fn consider(&mut self, block: Block) -> Result<(), SearchError> {
        if !self.held.duties.allows_together(&block) {
            return Ok(());
        }
        let number = self.worth(&block)? * TIE + block.0.len() as i128;
        self.lead(number, block);
        Ok(())
    }

    /// What a block is worth, with the requirements that it obeys.
    pub(super) fn worth(&mut self, block: &Block) -> Result<i128, SearchError> {
        let mut worth = self.evaluator.value(self.attack, &block.0)?;
        worth.add_times(self.scorer.constant(), -1);
        Ok(self.candidates.numbers.scale().number(&worth) - self.held.worth(block))
    }

    fn lead(&mut self, number: i128, block: Block) {
        if number <= self.highest() {
            // Where there are requirements it isn't known whether it obeys enough of them.
            if !self.held.duties.has_requirements() {
                let value = self.candidates.numbers.scale().value(number.div_euclid(TIE));
                self.scorer.budget().note_best(&value.plus(self.scorer.constant()));
            }
            self.best = Some((number, block));
        }
    }

    /// What the linked attackers of a plan come to.
    pub(super) fn linked(&mut self, plan: &[Shared]) -> Result<Linked, SearchError> {
        let mut linked = Linked { columns: Vec::new(), exact: true };
        for part in linked_parts(plan) {
            let outcomes = self.outcomes(&part)?;
            linked.exact &= outcomes.as_ref().is_some_and(|outcomes| outcomes.exact);
            let options = outcomes.map_or_else(|| self.bounds(&part), |outcomes| outcomes.options.clone());
            linked.columns.push(self.linked_column(&part, options));
        }
        Ok(linked)
    }

    /// What they come to at least, without playing them out.
    pub(super) fn bounded(&self, plan: &[Shared]) -> Vec<Column> {
        linked_parts(plan).iter().map(|part| self.linked_column(part, self.bounds(part))).collect()
    }

    /// The column of a linked part in which the active player has these options.
    fn linked_column(&self, part: &[&Shared], mut options: SmallVec<[Gain; 1]>) -> Column {
        let all = part.iter().fold(0, |all, shared| all | shared.sharers);
        let mut groups: SmallVec<[(usize, usize); 4]> = SmallVec::new();
        part.iter().for_each(|shared| groups.extend_from_slice(&shared.groups));
        let size = groups.iter().map(|(_, count)| count).sum::<usize>() + all.count_ones() as usize;
        groups.iter_mut().for_each(|(class, count)| *count *= self.sharing.copies(*class));
        groups.extend(each_sharer(all).map(|sharer| {
            let class = self.sharing.sharers[sharer].class;
            (class, self.sharing.copies(class))
        }));
        let used = self.sharing.classes.set(&groups);
        for option in &mut options {
            option.sums.resize(self.sharing.rows.end, 0);
            let shared = all.count_ones() as usize;
            self.sharing.set_rows(option, self.demands[part[0].row].sums(size, shared));
        }
        let column = Column::new(used, &groups, options, 0);
        self.sharing.padded(Column { size, ..column })
    }

    /// `None` where the part has too many ways to go.
    fn outcomes(&mut self, part: &[&Shared]) -> Result<Option<Arc<Outcomes>>, SearchError> {
        let key: Key = part.iter().map(|shared| (shared.row, shared.sharers, shared.groups.clone())).collect();
        if let Some(known) = self.outcomes.get(&key) {
            return Ok(known.clone());
        }
        let mut creatures = Creatures::new(self.candidates, self.sharing);
        let mut attackers: Vec<DeclaredAttacker> = Vec::new();
        let mut block = Block::default();
        for shared in part {
            attackers.push(creatures.place(shared, &mut block));
        }
        // What goes over a planeswalker depends on all that attack it (CR 702.19c), and so does whether it is there in the
        // last step (CR 506.4c): played out alone the part says nothing.
        let numbers = &self.candidates.numbers;
        let open = |target: Target| numbers.spills_at(target) || numbers.departure(target).is_some();
        if attackers.iter().any(|attacker| open(attacker.target)) {
            self.outcomes.insert(key, None);
            return Ok(None);
        }
        attackers.sort_unstable_by_key(|attacker| attacker.creature);
        let block = merged(block);
        let worth = self.held.worth(&block);
        let part_of_combat = Part { attackers, blocks: block.0 };
        self.scorer.budget().spend(1)?;
        let outcomes = Outcomes::of(self.scorer, &self.candidates.numbers, &part_of_combat)?.map(|mut outcomes| {
            outcomes.options.iter_mut().for_each(|option| option.value -= worth);
            Arc::new(outcomes)
        });
        self.outcomes.insert(key, outcomes.clone());
        Ok(outcomes)
    }

    /// What linked attackers come to at least where the sharers stand as the plan says; who is shared nowhere else may
    /// die of what all of them deal.
    fn bounds(&self, part: &[&Shared]) -> SmallVec<[Gain; 1]> {
        let Sharing { numbers, rows, .. } = self.sharing;
        let mut start = numbers.zero();
        start.value = -self.held.worth_once(self.sharing, part.iter().fold(0, |all, shared| all | shared.sharers));
        let mut all: SmallVec<[Gain; 1]> = SmallVec::from_elem(start, 1);
        for shared in part {
            let mut next = SmallVec::new();
            for sum in &all {
                shared.options.iter().for_each(|option| offer(&mut next, sum.plus(option)));
            }
            if next.len() > CHOICE_LIMIT {
                // Then that damage is left out of account.
                let mut fewer = SmallVec::new();
                for mut option in next {
                    option.sums[rows.end..].fill(0);
                    offer(&mut fewer, option);
                }
                next = fewer;
            }
            all = next;
        }
        let mut worth = SmallVec::new();
        for mut option in all {
            option.value += numbers.worth_of_goals(self.candidates.numbers.goals.len(), &option.sums);
            option.sums.truncate(rows.end);
            offer(&mut worth, option);
        }
        worth
    }

    /// Whether a plan comes up for the first time.
    pub(super) fn is_new(&mut self, plan: &[Shared]) -> bool {
        let key = plan.iter().map(|shared| (shared.row, shared.sharers, shared.groups.clone()));
        self.seen.insert(key.collect())
    }

    /// Finds the best block with a plan whose linked attackers are known exactly, if it is better than the best so far.
    pub(super) fn solve_rest(&mut self, plan: &[Shared], linked: &Linked) -> Result<(), SearchError> {
        let rest = self.candidates.classes.without(self.taken(plan));
        let free = |column: &Column| Column { used: 0, groups: SmallVec::new(), ..column.clone() };
        let caps = self.held.caps(self.scorer, self.sharing, plan.iter().fold(0, |all, shared| all | shared.sharers));
        let columns: Vec<[Column; 1]> = linked.columns.iter().map(|column| [free(column)]).collect();
        let mut rows: Vec<(usize, &[Column])> = columns.iter().map(|column| (1, column.as_slice())).collect();
        let counts = self.counts_without(plan);
        let open = self.candidates.all.iter().zip(&counts).filter(|(_, count)| **count > 0);
        rows.extend(open.map(|(candidate, count)| (*count, candidate.choices[0].columns.as_slice())));
        let mut hints = std::mem::take(&mut self.hints);
        let searched = better_partition(self.tables(&rest, &caps), &rows, self.highest() + 1, &mut hints);
        self.hints = hints;
        let Searched { best, stopped, .. } = searched?;
        if best.number <= self.highest() {
            let mut chosen = best.chosen.iter().skip(columns.len()).cloned();
            let all =
                counts.iter().map(|count| if *count > 0 { chosen.next().unwrap_or_default() } else { Chosen::new() });
            let block = self.block(plan, &all.collect::<Vec<_>>());
            self.lead(best.number, block);
        }
        stopped.map_or(Ok(()), |(stop, _): (Stop, Option<i128>)| Err(SearchError::Stopped(stop)))
    }

    /// The blockers that a plan takes.
    pub(super) fn taken(&self, plan: &[Shared]) -> u128 {
        let classes = &self.candidates.classes;
        let all = plan.iter().fold(0, |all, shared| all | shared.sharers);
        let sharers = each_sharer(all).map(|sharer| classes.one(self.sharing.sharers[sharer].class));
        plan.iter().map(|shared| classes.set(&shared.groups)).sum::<u128>() + sharers.sum::<u128>()
    }

    /// How many attackers of each row a plan leaves.
    pub(super) fn counts_without(&self, plan: &[Shared]) -> Vec<usize> {
        let mut counts = self.counts.clone();
        plan.iter().for_each(|shared| counts[shared.row] -= 1);
        counts
    }

    /// The block of a plan and, for each row, the candidates' columns of the attackers that it leaves.
    pub(super) fn block(&self, plan: &[Shared], chosen: &[Chosen]) -> Block {
        let mut creatures = Creatures::new(self.candidates, self.sharing);
        let mut block = Block::default();
        for shared in plan {
            creatures.place(shared, &mut block);
        }
        for (row, chosen) in chosen.iter().enumerate() {
            for (column, count) in chosen {
                let groups = &self.candidates.all[row].choices[0].columns[*column].groups;
                for _ in 0..*count {
                    creatures.place_alone(row, groups, &mut block);
                }
            }
        }
        merged(block)
    }
}

impl Problem<'_, '_, '_> {
    /// The block of columns of the sharing, for each row those that are chosen.
    pub(super) fn relaxed_block(&self, columns: &[Vec<Column>], chosen: &[Chosen]) -> Block {
        let mut creatures = Creatures::new(self.candidates, self.sharing);
        let mut block = Block::default();
        for (row, (columns, chosen)) in columns.iter().zip(chosen).enumerate() {
            for (column, count) in chosen {
                let of_sharer = |class: usize| self.sharing.of_class(class);
                let (shared, alone): (Vec<_>, Vec<_>) =
                    columns[*column].groups.iter().copied().partition(|(class, _)| of_sharer(*class).is_some());
                let sharers =
                    shared.iter().filter_map(|(class, _)| of_sharer(*class)).fold(0, |all, own| all | 1 << own);
                for _ in 0..*count {
                    let groups = SmallVec::from_slice(&alone);
                    creatures.place(&Shared { row, sharers, groups, options: SmallVec::new() }, &mut block);
                }
            }
        }
        merged(block)
    }
}

/// The creatures of each row and class that have no place yet.
struct Creatures<'a> {
    candidates: &'a Candidates,
    sharing: &'a Sharing,
    attackers: Vec<std::slice::Iter<'a, CreatureId>>,
    blockers: Vec<std::slice::Iter<'a, CreatureId>>,
}

impl<'a> Creatures<'a> {
    fn new(candidates: &'a Candidates, sharing: &'a Sharing) -> Creatures<'a> {
        Creatures {
            candidates,
            sharing,
            attackers: candidates.all.iter().map(|candidate| candidate.members.iter()).collect(),
            blockers: candidates.classes.members.iter().map(|members| members.iter()).collect(),
        }
    }

    fn place_alone(&mut self, row: usize, groups: &[(usize, usize)], block: &mut Block) -> DeclaredAttacker {
        let mut attacker = self.candidates.all[row].choices[0].attacker;
        if let Some(next) = self.attackers[row].next() {
            attacker.creature = *next;
        }
        for (class, count) in groups {
            let own = self.blockers[*class].by_ref().take(*count);
            block.0.extend(own.map(|blocker| (*blocker, vec![attacker.creature])));
        }
        attacker
    }

    fn place(&mut self, shared: &Shared, block: &mut Block) -> DeclaredAttacker {
        let attacker = self.place_alone(shared.row, &shared.groups, block);
        let sharers = each_sharer(shared.sharers).map(|sharer| self.sharing.sharers[sharer].creature);
        block.0.extend(sharers.map(|sharer| (sharer, vec![attacker.creature])));
        attacker
    }
}

/// The same block with one entry for each blocker.
fn merged(mut block: Block) -> Block {
    block.0.sort_unstable();
    let mut all: Vec<(CreatureId, Vec<CreatureId>)> = Vec::with_capacity(block.0.len());
    for (blocker, attackers) in block.0 {
        match all.last_mut() {
            Some((last, blocked)) if *last == blocker => blocked.extend(attackers),
            _ => all.push((blocker, attackers)),
        }
    }
    for (_, blocked) in &mut all {
        blocked.sort_unstable();
        blocked.dedup();
    }
    Block(all)
}

/// The parts of a plan that sharers link.
fn linked_parts(plan: &[Shared]) -> Vec<Vec<&Shared>> {
    let mut parts: Vec<(u32, Vec<&Shared>)> = Vec::new();
    for shared in plan {
        let (linked, apart): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(all, _)| all & shared.sharers != 0);
        let all = linked.iter().fold(shared.sharers, |all, (own, _)| all | own);
        let mut members: Vec<&Shared> = linked.into_iter().flat_map(|(_, members)| members).collect();
        members.push(shared);
        parts = apart;
        parts.push((all, members));
    }
    parts.into_iter().map(|(_, members)| members).collect()
}
