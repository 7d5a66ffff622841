//! Which creatures are shared by which attackers, together with whom: all plans that may be part of a block that is
//! looked for.
//!
//! Depth first over the kinds of attackers. An attacker takes a set of blockers of which some are shared, known by bounds
//! from below, or is left for later. Once a plan is whole, what it links is played out.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::relaxed_sets::{Relaxed, Rest, THOROUGH};
use super::walk::{Options, Walk, choose, plus};
use crate::search::budget::Budget;
use crate::search::columns::Column;
use crate::search::gain::offer;
use crate::search::several::{EverySet, Shared, each_sharer};
use crate::search::solution::SearchError;

/// From how many options of bounds on what is the active player's choice those on sharers are left out.
const OPTION_LIMIT: usize = 64;

/// A plan, played out.
pub(super) struct Plan {
    pub(super) linked: Vec<Shared>,
    /// What the active player can make of what it links, and whether that is more than bounds.
    pub(super) options: Options,
    pub(super) exact: bool,
    /// How many attackers of each kind it leaves, and which blockers.
    pub(super) open: Vec<usize>,
    pub(super) left: u128,
    /// How many block by it.
    pub(super) size: usize,
    /// How many blocks it stands for, alike creatures distinct.
    pub(super) ways: u128,
}

/// All plans of a board on which some creature can be shared.
pub(super) struct Plans {
    /// For each kind all sets, those first of which nobody is shared; and then, for each kind, those alone.
    relaxed: Relaxed,
    /// For each kind the sets with shared creatures, the cheapest first, by numbers of the relaxation and of the kind.
    order: Vec<Vec<[usize; 2]>>,
    counts: Vec<usize>,
    /// What the attackers of the kinds from each on come to at least.
    rests: Vec<Rest>,
}

/// Where a search for plans is.
struct Place<'w> {
    plan: Vec<Shared>,
    /// How often each sharer is part of it.
    uses: Vec<usize>,
    /// The parts of powers that it takes.
    spent: SmallVec<[i64; 4]>,
    /// What is left, as the classes of the sharing count it.
    left: u128,
    seen: &'w mut FxHashSet<Vec<SetKey>>,
}

impl Plan {
    /// Nobody is shared.
    pub(super) fn nobody(every: &EverySet<'_, '_, '_>, counts: &[usize]) -> Plan {
        Plan { exact: true, ..Plan::of(every, counts, Vec::new()) }
    }

    /// Of attackers that are sorted by what they are blocked by, by bounds only.
    fn of(every: &EverySet<'_, '_, '_>, counts: &[usize], linked: Vec<Shared>) -> Plan {
        let options = every.bounded(&linked);
        let mut ways = 1u128;
        let mut open = counts.to_vec();
        // Which of alike attackers, and which of alike blockers.
        for same in linked.chunk_by(|one, other| key(one) == key(other)) {
            let row = same[0].row;
            ways = ways.saturating_mul(choose(open[row], same.len()));
            open[row] -= same.len();
        }
        for (place, shared) in linked.iter().enumerate() {
            let left = every.left_without(&linked[..place]);
            let own = shared.groups.iter().map(|(class, count)| choose(every.count(left, *class), *count));
            ways = own.fold(ways, u128::saturating_mul);
        }
        let (left, size) = (every.left_without(&linked), size(&linked));
        Plan { linked, options, exact: false, open, left, size, ways }
    }

    /// The same, played out.
    fn played(mut self, every: &mut EverySet<'_, '_, '_>) -> Result<Plan, SearchError> {
        (self.options, self.exact) = every.play(&self.linked)?;
        Ok(self)
    }
}

/// How many creatures block some attackers.
fn size(plan: &[Shared]) -> usize {
    let sharers = plan.iter().fold(0u32, |all, shared| all | shared.sharers).count_ones() as usize;
    sharers + plan.iter().flat_map(|shared| &shared.groups).map(|(_, count)| count).sum::<usize>()
}

fn key(shared: &Shared) -> SetKey {
    (shared.row, shared.sharers, shared.groups.clone())
}

/// What tells one set of an attacker from another.
type SetKey = (usize, u32, SmallVec<[(usize, usize); 4]>);

impl Plans {
    /// `counts` says how many attackers each kind has.
    pub(super) fn new(budget: &Budget, every: &EverySet<'_, '_, '_>, counts: &[usize]) -> Result<Plans, SearchError> {
        let kinds = counts.len();
        let alone = |kind: usize| every.alone(kind).iter();
        let all = |kind: usize| alone(kind).chain(every.sets(kind).iter().map(|(_, column)| column));
        let sets: Vec<Vec<&Column>> =
            (0..kinds).map(|kind| all(kind).collect()).chain((0..kinds).map(|kind| alone(kind).collect())).collect();
        let mut all_counts = counts.to_vec();
        all_counts.resize(2 * kinds, 0);
        let relaxed = Relaxed::new(budget, every.numbers(), every.classes(), &all_counts, &sets, THOROUGH)?;
        let order = |kind: usize| {
            let first = every.alone(kind).len();
            let places = relaxed.order(kind).iter().enumerate();
            places.filter_map(|(place, set)| Some([place, set.checked_sub(first)?])).collect()
        };
        let order = (0..kinds).map(order).collect();
        let mut rests = vec![relaxed.nothing()];
        for (kind, count) in counts.iter().enumerate().rev() {
            rests.push(relaxed.with(&rests[rests.len() - 1], kind, *count));
        }
        rests.reverse();
        Ok(Plans { relaxed, order, counts: counts.to_vec(), rests })
    }

    /// Plays out all plans that a walk may want.
    pub(super) fn each(
        &self,
        every: &mut EverySet<'_, '_, '_>,
        walk: &mut Walk<'_, '_, '_>,
    ) -> Result<(), SearchError> {
        let mut seen = FxHashSet::default();
        let mut place = Place {
            plan: Vec::new(),
            uses: vec![0; every.sharers()],
            spent: SmallVec::from_elem(0, every.caps().len()),
            left: every.classes().full(),
            seen: &mut seen,
        };
        let start = Options::from_elem(every.zero(), 1);
        let open = self.counts.first().copied().unwrap_or(0);
        self.choose(every, walk, &mut place, (0, 0, open), (&start, &self.relaxed.nothing()))
    }

    /// Chooses for so many attackers of a kind among its sets from a place on; `passed` are those left for later.
    fn choose(
        &self,
        every: &mut EverySet<'_, '_, '_>,
        walk: &mut Walk<'_, '_, '_>,
        place: &mut Place<'_>,
        (kind, first, open): (usize, usize, usize),
        (options, passed): (&Options, &Rest),
    ) -> Result<(), SearchError> {
        walk.spend()?;
        if kind == self.counts.len() {
            return self.whole(every, walk, place);
        }
        let sets = self.order[kind].iter().enumerate().skip(first);
        for (at, [rank, set]) in sets.take(if open > 0 { usize::MAX } else { 0 }) {
            walk.check(at)?;
            let rest = self.relaxed.with(&passed.plus(&self.rests[kind + 1]), kind, open - 1);
            let from = self.relaxed.with_one_from(&rest, kind, *rank);
            if !walk.wants(self.bound(every, &from, place, options)) {
                break;
            }
            let (shared, column) = &every.sets(kind)[*set];
            let parts: SmallVec<[i64; 4]> = every.caps().iter().map(|(sum, _)| column.upper.sums[*sum]).collect();
            let mut spent = place.spent.iter().zip(&parts).zip(every.caps());
            let affords = spent.all(|((spent, part), (_, most))| spent + part <= *most);
            if !affords || !every.classes().fits(column.used, place.left) {
                continue;
            }
            let (shared, used) = (shared.clone(), column.used);
            let next = fewer(plus(options, column), every.known_sums());
            let sharers = shared.sharers;
            place.plan.push(shared);
            each_sharer(sharers).for_each(|sharer| place.uses[sharer] += 1);
            place.left -= used;
            place.spent.iter_mut().zip(&parts).for_each(|(spent, part)| *spent += part);
            let wanted = walk.wants(self.bound(every, &rest, place, &next));
            let result =
                if wanted { self.choose(every, walk, place, (kind, at, open - 1), (&next, passed)) } else { Ok(()) };
            place.spent.iter_mut().zip(&parts).for_each(|(spent, part)| *spent -= part);
            place.left += used;
            each_sharer(sharers).for_each(|sharer| place.uses[sharer] -= 1);
            place.plan.pop();
            result?;
        }
        // The others of the kind share nobody.
        let passed = self.relaxed.with(passed, self.counts.len() + kind, open);
        let rest = passed.plus(&self.rests[kind + 1]);
        if !walk.wants(self.bound(every, &rest, place, options)) {
            return Ok(());
        }
        let next = self.counts.get(kind + 1).copied().unwrap_or(0);
        self.choose(every, walk, place, (kind + 1, 0, next), (options, &passed))
    }

    fn bound(&self, every: &EverySet<'_, '_, '_>, rest: &Rest, place: &Place<'_>, options: &Options) -> i128 {
        let tables = (every.numbers(), every.classes());
        self.relaxed.bound(tables, rest, place.left, options, size(&place.plan))
    }

    /// Plays a plan out in which somebody is shared, each by two attackers at least.
    fn whole(
        &self,
        every: &mut EverySet<'_, '_, '_>,
        walk: &mut Walk<'_, '_, '_>,
        place: &mut Place<'_>,
    ) -> Result<(), SearchError> {
        if place.plan.is_empty() || place.uses.contains(&1) {
            return Ok(());
        }
        let mut linked = place.plan.clone();
        linked.sort_by_key(key);
        let keys: Vec<SetKey> = linked.iter().map(key).collect();
        let plan = Plan::of(every, &self.counts, linked);
        // Playing out takes much longer than adding up bounds. Plans that differ in the parts of powers only are the same
        // block, which is bounded by one of them.
        if !walk.may_want(&plan) || !place.seen.insert(keys) {
            return Ok(());
        }
        let plan = plan.played(every)?;
        walk.complete(every, &plan)
    }
}

/// The options, or if they are many fewer that are no better: without all sums but the first ones.
fn fewer(options: Options, known: usize) -> Options {
    if options.len() <= OPTION_LIMIT {
        return options;
    }
    let mut fewer = Options::new();
    for mut option in options {
        option.sums[known..].fill(0);
        offer(&mut fewer, option);
    }
    fewer
}
