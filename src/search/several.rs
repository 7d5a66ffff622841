//! The best block where some creatures can block several attackers.
//!
//! What a creature does that blocks several attackers links them. First each is taken to block one at most: that is an
//! ordinary block problem, and its answer a first block. Then all blocks are bounded by columns that add up though
//! creatures are shared (see [`sharing`]); often the best of these is what it says. Where it is not, the plans of who
//! shares whom are looked through, and what they link is played out.

mod completion;
mod linked;
mod plans;
mod problem;
mod replies;
mod sets;
mod sharing;
mod standing;

use smallvec::SmallVec;

use self::plans::Plans;
use self::problem::Problem;
use self::sets::{Priced, shared_sets};
use self::sharing::Sharing;

use super::budget::Stop;
use super::candidates::{Candidates, Several};
use super::case::{Case, cases};
use super::columns::{Column, undominated};
use super::duties::{Demand, Duties, Way};
use super::fighter::Fighter;
use super::found::{Found, FoundBlock};
use super::gain::{Gain, TIE};
use super::partition::{Chosen, Searched, Tables, better_partition};
use super::relaxation::{Limits, Prices, Row, subgradient};
use super::score::Scorer;
use super::solution::SearchError;
use crate::rules::DeclaredAttack;

pub(super) use self::replies::widen;
pub(super) use self::standing::{BoundDuel, StandIns};

/// Steps of the subgradient method in each case.
const STEPS: usize = 300;

/// The best block against an attack whose blocks are held to nothing but what each attacker asks of its own blockers;
/// `None` where columns don't do. It stops at the first block whose number is below `ceiling`.
pub(super) fn best_block(
    scorer: &Scorer<'_, '_>,
    attack: &DeclaredAttack,
    (duties, ways): (&Duties, &[Way]),
    ceiling: Option<i128>,
) -> Result<Option<Found<FoundBlock>>, SearchError> {
    let [way] = ways else { return Ok(None) };
    if duties.has_requirements() || !duties.caps(way).is_empty() {
        return Ok(None);
    }
    let candidates = Candidates::of_attack(scorer, attack, duties, way, Several::Once)?;
    let Some(candidates) = candidates else { return Ok(None) };
    let Some(sharing) = Sharing::new(scorer, &candidates) else { return Ok(None) };
    let demand = |row: usize| duties.demand(way, &candidates.all[row].choices[0].attacker);
    let demands: Vec<Demand> = (0..candidates.all.len()).map(demand).collect();
    let mut problem = Problem::new(scorer, (&candidates, &sharing), attack, ceiling);
    let mut bound = None;
    let stop = match problem.block_once().and_then(|()| improve(&mut problem, &demands, &mut bound)) {
        Ok(()) => None,
        Err(error) => Some(Stop::of(error)?),
    };
    let best = problem.best.take();
    let value = |number: i128| candidates.numbers.scale().value(number.div_euclid(TIE)).plus(scorer.constant());
    let least = best.as_ref().map(|(number, _)| *number);
    let best = best.map(|(number, block)| FoundBlock { block, value: value(number) });
    Ok(Some(match (stop, best) {
        (None, Some(best)) => Found::Proved(best),
        (None, None) => return Err(SearchError::Contradiction("there is no legal block".to_owned())),
        (Some(stop), best) => {
            let bound = bound.map(|bound: i128| value(least.map_or(bound, |least| bound.min(least))));
            Found::Stopped { best, bound, stop }
        }
    }))
}

/// Looks for a better block than the best so far, in which creatures may be shared; `bound` is set to what every block
/// comes to at least, once that is known.
fn improve(problem: &mut Problem<'_, '_, '_>, demands: &[Demand], bound: &mut Option<i128>) -> Result<(), SearchError> {
    let sharing = problem.sharing;
    if sharing.sharers.is_empty() || problem.is_refuted() {
        return Ok(());
    }
    let own = problem.candidates.classes.members.iter();
    let own = own.map(|members| Fighter::blocker(problem.scorer, &sharing.numbers, members[0]));
    let stand_ins = StandIns::new(sharing, &own.collect::<Vec<_>>());
    let relaxed = sharing.relaxed(problem.scorer, problem.candidates, demands, &stand_ins)?;
    let all = (1u32..1 << sharing.sharers.len()).map(|shared| Together::new(problem, &relaxed, shared));
    let all: Vec<Together> = all.collect::<Result<_, _>>()?;
    // Who is shared is tried in all ways, and in each all cases, those first that can be best.
    let mut open: Vec<(i128, &Together, Case)> = Vec::new();
    for together in &all {
        let Some(all) = together.least(problem)? else { continue };
        if problem.is_refuted() {
            return Ok(());
        }
        for case in cases(problem.relaxed_tables(), &together.rows(&problem.counts), true) {
            if let Some(least) = together.least_of(problem, &case)? {
                open.push((least.max(all), together, case));
            }
        }
    }
    open.sort_by_key(|(least, _, _)| *least);
    for (least, together, case) in &open {
        // What is left costs at least as much as this.
        *bound = Some(*least);
        if *least > problem.highest() || problem.is_refuted() {
            break;
        }
        let prices = Bound::new(problem, together, case);
        look_through(problem, together, case, &prices, (demands, &stand_ins))?;
    }
    Ok(())
}

/// A block problem in which certain creatures are shared, each by two attackers at least, and no others.
struct Together {
    shared: u32,
    /// How many they are: each is one blocker, which no column counts.
    ties: i128,
    /// For each row the columns that may be chosen, of bounds and of those in which nobody is shared.
    relaxed: Vec<Vec<Column>>,
    alone: Vec<Vec<Column>>,
}

impl Together {
    fn new(problem: &Problem<'_, '_, '_>, relaxed: &[Vec<Column>], shared: u32) -> Result<Together, SearchError> {
        let sharing = problem.sharing;
        // A sharer takes one of its class where it is shared, else all.
        let fits = |column: &&Column| {
            column.groups.iter().all(|(class, count)| {
                sharing.of_class(*class).is_none_or(|sharer| (*count == 1) == (shared & (1 << sharer) != 0))
            })
        };
        let kept = |columns: &Vec<Column>| -> Result<Vec<Column>, SearchError> {
            let own = columns.iter().filter(fits).cloned().collect();
            undominated(problem.scorer.budget(), &sharing.classes, own)
        };
        Ok(Together {
            shared,
            ties: i128::from(shared.count_ones()),
            relaxed: relaxed.iter().map(kept).collect::<Result<_, _>>()?,
            alone: problem.alone.iter().map(kept).collect::<Result<_, _>>()?,
        })
    }

    /// What all blocks come to at least, as far as it takes little to see; `None` where none is better than the best so
    /// far. The best that is found on the way is played out.
    fn least(&self, problem: &mut Problem<'_, '_, '_>) -> Result<Option<i128>, SearchError> {
        let below = problem.highest() + 1 - self.ties;
        let rows = self.rows(&problem.counts);
        let tables = Tables { gives_up: true, ..problem.relaxed_tables() };
        let Searched { best, stopped, gave_up } = better_partition(tables, &rows, below, &mut Vec::new())?;
        if let Some((stop, _)) = stopped {
            return Err(SearchError::Stopped(stop));
        }
        if best.number < below {
            self.try_out(problem, &best.chosen)?;
        }
        let least = if gave_up { i128::MIN } else { best.number + self.ties };
        Ok((least <= problem.highest()).then_some(least))
    }

    /// Plays out the block of some columns.
    fn try_out(&self, problem: &mut Problem<'_, '_, '_>, chosen: &[Chosen]) -> Result<(), SearchError> {
        let block = problem.relaxed_block(&self.relaxed, chosen);
        match problem.consider(block) {
            // Then it is not known whether it is any good.
            Err(SearchError::TooLarge(_)) => Ok(()),
            considered => considered,
        }
    }

    /// What the blocks of one case come to at least; `None` where none is better than the best so far. The best of them
    /// by its bounds is played out.
    fn least_of(&self, problem: &mut Problem<'_, '_, '_>, case: &Case) -> Result<Option<i128>, SearchError> {
        let start = case.constant * TIE + self.ties;
        let single = |column: &Column| {
            let value = case.cost(column, false).div_euclid(TIE);
            let gain = Gain { value, sums: column.upper.sums.clone() };
            Column { options: SmallVec::from_elem(gain.clone(), 1), upper: gain, ..column.clone() }
        };
        let single = |columns: &Vec<Column>| columns.iter().map(single).collect::<Vec<_>>();
        let columns: Vec<Vec<Column>> = self.relaxed.iter().map(single).collect();
        let rows: Vec<(usize, &[Column])> =
            problem.counts.iter().zip(&columns).map(|(count, columns)| (*count, columns.as_slice())).collect();
        let numbers = problem.sharing.numbers.without_goals();
        let tables = Tables { numbers: &numbers, caps: &case.caps, gives_up: true, ..problem.relaxed_tables() };
        let below = problem.highest() + 1 - start;
        let Searched { best, stopped, gave_up } = better_partition(tables, &rows, below, &mut Vec::new())?;
        if let Some((stop, _)) = stopped {
            return Err(SearchError::Stopped(stop));
        }
        if best.number < below {
            self.try_out(problem, &best.chosen)?;
        }
        let least = if gave_up { Bound::new(problem, self, case).least } else { start + best.number };
        Ok((least <= problem.highest()).then_some(least))
    }

    fn rows<'t>(&'t self, counts: &[usize]) -> Vec<(usize, &'t [Column])> {
        counts.iter().zip(&self.relaxed).map(|(count, columns)| (*count, columns.as_slice())).collect()
    }
}

/// What the blocks of one case come to at least, by prices.
struct Bound {
    limits: Limits,
    prices: Prices,
    /// What all cost from the start: the case's worth, less what the limits count back.
    base: i128,
    /// What of that is for sharers alone, which a plan has played out.
    for_sharers: i128,
    /// For each row what one of its attackers costs at least, and what it does where none of its blockers is shared.
    each: Vec<i128>,
    alone: Vec<i128>,
    least: i128,
}

impl Bound {
    fn new(problem: &Problem<'_, '_, '_>, together: &Together, case: &Case) -> Bound {
        let (candidates, sharing) = (problem.candidates, problem.sharing);
        let limits = Limits::new(&sharing.classes, case.caps.clone());
        let rows = together.relaxed.iter().zip(&problem.counts).enumerate();
        let cost = |column: &Column| case.cost(column, true);
        let mut rows: Vec<Row<'_>> =
            rows.map(|(number, (columns, count))| Row::new(number, *count, columns, cost)).collect();
        let start = case.constant * TIE + together.ties;
        #[expect(clippy::cast_precision_loss, reason = "prices are hints")]
        let target = (problem.highest() - start) as f64;
        let prices = Prices::round(&subgradient(&rows, &limits, &[], target, STEPS));
        let base = start - prices.reduce(&mut rows, &limits);
        let priced = Priced { case, prices: &prices, limits: &limits };
        let least = |columns: &Vec<Column>| columns.iter().map(|column| priced.reduced(column)).min().unwrap_or(0);
        let alone: Vec<i128> = together.alone.iter().map(least).collect();
        let each: Vec<i128> = rows.iter().zip(&alone).map(|(row, alone)| row.least().min(*alone)).collect();
        let sum: i128 = each.iter().zip(&problem.counts).map(|(least, count)| least * *count as i128).sum();
        // Goals and caps of sharers are about shared blockers alone.
        let own = candidates.numbers.zero().sums.len();
        let of_sharer = |sum: &usize| *sum >= own;
        let goal = if case.needs.iter().any(of_sharer) { case.constant * TIE } else { 0 };
        let caps = case.caps.iter().enumerate().filter(|(_, (sum, _))| of_sharer(sum));
        let caps =
            caps.map(|(cap, (_, most))| prices.on_limit(sharing.classes.members.len() + cap) * i128::from(*most));
        let for_sharers = goal + together.ties - caps.sum::<i128>();
        Bound { limits, prices, base, for_sharers, each, alone, least: base + sum }
    }
}

/// Looks through the plans of one case that can be part of a better block than the best so far.
fn look_through(
    problem: &mut Problem<'_, '_, '_>,
    together: &Together,
    case: &Case,
    bound: &Bound,
    (demands, stand_ins): (&[Demand], &StandIns<'_>),
) -> Result<(), SearchError> {
    let (scorer, candidates, sharing) = (problem.scorer, problem.candidates, problem.sharing);
    let Bound { limits, prices, base, for_sharers, each, alone, least } = bound;
    let priced = Priced { case, prices, limits };
    let mut sets = Vec::with_capacity(each.len());
    for ((candidate, demand), own) in candidates.all.iter().zip(demands).zip(each) {
        let attacker = &candidate.choices[0].attacker;
        let highest = problem.highest() - (least - own);
        let within = (candidates, sharing, together.shared);
        sets.push(shared_sets(scorer, within, (attacker, demand), stand_ins, &priced, highest)?);
    }
    Plans::new(problem, &priced, alone, sets, (*base, *for_sharers)).search(together.shared)
}
