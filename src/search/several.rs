//! The best block where some creatures can block several attackers.
//!
//! What a creature does that blocks several attackers links them. First each is taken to block one at most: that is an
//! ordinary block problem, and its answer a first block. Then all blocks are bounded by columns that add up though
//! creatures are shared (see [`sharing`]); often the best of these is what it says. Where it is not, the plans of who
//! shares whom are looked through, and what they link is played out.

mod bounded;
mod completion;
mod every;
mod held;
mod linked;
mod plans;
mod problem;
mod replies;
mod set_bounds;
mod sets;
mod sharing;
mod standing;
mod together;

use self::held::Held;
use self::plans::Plans;
use self::problem::Problem;
use self::sets::{Priced, SharedSet, shared_sets};
use self::sharing::Sharing;
use self::standing::StandIn;
use self::together::{Bound, Together};

use super::budget::Stop;
use super::candidates::{Candidate, Candidates, Several};
use super::case::{Case, cases};
use super::duties::{Demand, Duties, Way};
use super::fighter::Fighter;
use super::found::{Found, FoundBlock};
use super::freed_aside::FreedAside;
use super::gain::TIE;
use super::legality::most_block_requirements;
use super::scale::Scale;
use super::score::Scorer;
use super::solution::SearchError;
use crate::position::{Block, CreatureId};
use crate::rules::DeclaredAttack;

pub(super) use self::bounded::bounded_problem;
pub(super) use self::every::{EverySet, with_every_set};
pub(super) use self::problem::{Shared, each_sharer};
pub(super) use self::replies::widen;
pub(super) use self::standing::{BoundDuel, StandIns};

/// The best block against an attack; `None` where columns don't do. It stops at the first legal block whose number is
/// below `ceiling`, without what requirements are worth.
pub(super) fn best_block(
    scorer: &Scorer<'_, '_>,
    attack: &DeclaredAttack,
    (duties, ways): (&Duties, &[Way]),
    ceiling: Option<i128>,
) -> Result<Option<Found<FoundBlock>>, SearchError> {
    let Some(scale) = Scale::new(scorer) else { return Ok(None) };
    // What the requirements are worth that every legal block obeys, where that is known.
    let obeyed = most_obeyed(scorer, attack, duties)?.map(|most| duties.weight() * most as i128 * TIE);
    let ceiling = ceiling.zip(obeyed).map(|(ceiling, obeyed)| ceiling - obeyed);
    let mut best: Option<(i128, Block)> = None;
    let mut bound: Option<i128> = None;
    let mut stop = None;
    for way in ways {
        let candidates = Candidates::of_attack(scorer, attack, duties, way, Several::Once)?;
        let Some(candidates) = candidates else { return Ok(None) };
        let Some(sharing) = Sharing::new(scorer, &candidates, duties.caps(way).len()) else { return Ok(None) };
        let mut problem = Problem::new(scorer, (&candidates, &sharing), attack, Held { duties, way }, ceiling)?;
        problem.best = best.take();
        let searched = problem.block_once().and_then(|()| improve(&mut problem, &mut bound));
        best = problem.best.take();
        if let Err(error) = searched {
            stop = Some(Stop::of(error)?);
            break;
        }
        if best.as_ref().is_some_and(|(number, _)| ceiling.is_some_and(|ceiling| *number < ceiling)) {
            break;
        }
    }
    let value = |number: i128| scale.value(number.div_euclid(TIE)).plus(scorer.constant());
    let least = best.as_ref().map(|(number, _)| *number);
    // What the requirements that it obeys are worth doesn't count.
    let best = best.map(|(number, block)| {
        let own = duties.weight() * duties.obeyed(&block) as i128 * TIE;
        (FoundBlock { block, value: value(number + own) }, own)
    });
    Ok(Some(match (stop, best) {
        (None, Some((best, _))) => Found::Proved(best),
        (None, None) => return Err(SearchError::Contradiction("there is no legal block".to_owned())),
        (Some(stop), best) => {
            // What comes of other ways is not known; and one that obeys too many is not of this board.
            let least = |bound: i128| least.map_or(bound, |least| bound.min(least));
            let bound = bound.filter(|_| ways.len() == 1).zip(obeyed).map(|(bound, obeyed)| least(bound) + obeyed);
            let bound = bound.filter(|bound| !duties.has_requirements() || *bound > -duties.weight() * TIE).map(value);
            // It is legal if it obeys as many as any.
            let best = best.filter(|(_, own)| Some(*own) == obeyed).map(|(best, _)| best);
            Found::Stopped { best, bound, stop }
        }
    }))
}

/// How many requirements a legal block obeys (CR 509.1c), if that can be told.
fn most_obeyed(
    scorer: &Scorer<'_, '_>,
    attack: &DeclaredAttack,
    duties: &Duties,
) -> Result<Option<usize>, SearchError> {
    if !duties.has_requirements() {
        return Ok(Some(0));
    }
    let board = scorer.board();
    let mut most = 0;
    for defender in board.position().defending_players() {
        match most_block_requirements(scorer.budget(), board, attack, defender) {
            Err(SearchError::TooLarge(_)) => return Ok(None),
            found => most += found?.0,
        }
    }
    Ok(Some(most))
}

/// Looks for a better block than the best so far, in which creatures may be shared; `bound` is set to what every block
/// comes to at least, once that is known.
fn improve(problem: &mut Problem<'_, '_, '_>, bound: &mut Option<i128>) -> Result<(), SearchError> {
    let sharing = problem.sharing;
    if sharing.sharers.is_empty() || problem.is_refuted() {
        return Ok(());
    }
    let stand_ins = stand_ins_of(problem);
    let demands = asked(problem, &stand_ins);
    let relaxed = sharing.relaxed(problem.scorer, problem.candidates, &demands, &stand_ins)?;
    let mut all: FreedAside<Vec<Together>> = FreedAside::default();
    for shared in 1u32..1 << sharing.sharers.len() {
        all.extend(Together::new(problem, &relaxed, shared)?);
    }
    // Who is shared is tried in all ways, and in each all cases, those first that can be best.
    let mut open: Vec<(i128, &Together, Case)> = Vec::new();
    for together in all.iter() {
        let Some(all) = together.least(problem)? else { continue };
        if problem.is_refuted() {
            return Ok(());
        }
        for case in cases(problem.relaxed_tables(&together.caps), &together.rows(&problem.counts), true) {
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
        look_through(problem, together, case, &prices, (&demands, &stand_ins))?;
    }
    Ok(())
}

/// Who stands in for the creatures that can be shared.
fn stand_ins_of<'a>(problem: &Problem<'a, '_, '_>) -> StandIns<'a> {
    let own = problem.candidates.classes.members.iter();
    let own = own.map(|members| Fighter::blocker(problem.scorer, &problem.sharing.numbers, members[0]));
    StandIns::new(problem.sharing, &own.collect::<Vec<_>>())
}

/// For each row what its blockers are held to, with the requirements that each class obeys, those that stand in among
/// them: what a creature obeys that is shared, whatever it blocks, no column counts.
fn asked(problem: &Problem<'_, '_, '_>, stand_ins: &StandIns<'_>) -> Vec<Demand> {
    let (duties, sharing) = (problem.held.duties, problem.sharing);
    let asked = |(candidate, demand): (&Candidate, &Demand)| {
        let attacker = &candidate.choices[0].attacker;
        let own = |members: &Vec<CreatureId>| duties.asked(members[0], attacker);
        let shared = |stand_in: &StandIn| {
            let creature = sharing.sharers[stand_in.sharer].creature;
            // Of an attacker of another player it is asked nothing.
            duties.asked(creature, attacker).saturating_sub(duties.asked_once(creature))
        };
        let own = problem.candidates.classes.members.iter().map(own);
        demand.with_asked(own.chain(stand_ins.all.iter().map(shared)).collect())
    };
    problem.candidates.all.iter().zip(&problem.demands).map(asked).collect()
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
    let mut sets: FreedAside<Vec<Vec<SharedSet>>> = FreedAside::default();
    for ((candidate, demand), own) in candidates.all.iter().zip(demands).zip(each) {
        let attacker = &candidate.choices[0].attacker;
        let highest = problem.highest() - (least - own);
        let within = (candidates, sharing, together.shared);
        sets.push(shared_sets(scorer, within, (attacker, demand), stand_ins, &priced, highest)?);
    }
    Plans::new(problem, &priced, alone, sets, (*base, *for_sharers)).search(together.shared)
}
