//! All sets of blockers of a board on which creatures block several attackers, those too that are never better than a
//! smaller one: for lists of the best blocks, and for their number.

use smallvec::SmallVec;

use super::held::Held;
use super::problem::{Problem, Shared, each_sharer};
use super::set_bounds::SetBounds;
use super::sharing::{Sharing, is_able};
use super::standing::StandIns;
use crate::position::Block;
use crate::rules::DeclaredAttack;
use crate::search::candidates::{Candidate, Candidates};
use crate::search::classes::Classes;
use crate::search::columns::{Column, sets_of};
use crate::search::duties::{Demand, Duties, Way};
use crate::search::fighter::Fighter;
use crate::search::freed_aside::{FreedAside, Part};
use crate::search::gain::{Gain, Numbers, offer};
use crate::search::partition::Chosen;
use crate::search::score::Scorer;
use crate::search::solution::SearchError;

/// After how many sets the clock is looked at, where they only grow.
const SETS_A_CHECK: usize = 256;

/// The sets of blockers of each kind of attackers.
pub(in crate::search) struct EverySet<'a, 'b, 'p> {
    problem: Problem<'a, 'b, 'p>,
    /// Of these some creature is shared; what the columns say are bounds from below.
    sets: FreedAside<Vec<Vec<(Shared, Column)>>>,
}

impl Part for (Shared, Column) {}

/// Goes on with all sets of a board, where each candidate has one choice, whose columns are all sets in which nobody is
/// shared; `None` where something about creatures that block several is more than columns know.
///
/// # Errors
///
/// [`SearchError::TooLarge`] where there are more than `most` sets.
pub(in crate::search) fn with_every_set<R>(
    scorer: &Scorer<'_, '_>,
    candidates: &Candidates,
    attack: &DeclaredAttack,
    (duties, way): (&Duties, &Way),
    most: u64,
    then: impl FnOnce(&mut EverySet<'_, '_, '_>) -> Result<R, SearchError>,
) -> Result<Option<R>, SearchError> {
    let Some(sharing) = Sharing::new(scorer, candidates, 0) else { return Ok(None) };
    let own = candidates.classes.members.iter();
    let own: Vec<_> = own.map(|members| Fighter::blocker(scorer, &sharing.numbers, members[0])).collect();
    let stand_ins = StandIns::new(&sharing, &own);
    let problem = Problem::new(scorer, (candidates, &sharing), attack, Held { duties, way }, None)?;
    let mut left = most;
    let mut sets: FreedAside<Vec<Vec<(Shared, Column)>>> = FreedAside::default();
    for (row, candidate) in candidates.all.iter().enumerate() {
        sets.push(sets_of_row(&problem, &stand_ins, (row, candidate), &mut left)?);
    }
    then(&mut EverySet { problem, sets }).map(Some)
}

/// All sets against the attackers of a row with creatures that block others as well.
fn sets_of_row(
    problem: &Problem<'_, '_, '_>,
    stand_ins: &StandIns<'_>,
    (row, candidate): (usize, &Candidate),
    left: &mut u64,
) -> Result<Vec<(Shared, Column)>, SearchError> {
    let (scorer, sharing, classes) = (problem.scorer, problem.sharing, &problem.candidates.classes);
    let attacker = &candidate.choices[0].attacker;
    let demand: &Demand = &problem.demands[row];
    let board = scorer.board();
    let able: Vec<bool> = classes.members.iter().map(|class| is_able(board, class[0], attacker)).collect();
    let together = (1u32 << sharing.sharers.len()) - 1;
    let bounds = SetBounds::new(scorer, (problem.candidates, sharing, together), (attacker, demand), stand_ins);
    let mut found: FreedAside<Vec<(Shared, Column)>> = FreedAside::default();
    for sharers in 1..=together {
        let own = |class: usize| sharing.of_class(class).is_some_and(|sharer| sharers & (1 << sharer) != 0);
        let number = sharers.count_ones() as usize;
        if each_sharer(sharers).any(|sharer| !able[sharing.sharers[sharer].class]) || number > demand.most {
            continue;
        }
        let others = || (0..able.len()).filter(|class| able[*class] && !own(*class));
        let count = sets_of(others().map(|class| classes.members[class].len()), demand.most - number);
        *left = left.checked_sub(count).ok_or_else(|| {
            SearchError::TooLarge("the attackers have too many sets of blockers of which some are shared".to_owned())
        })?;
        let mut all = FreedAside::new(vec![SmallVec::<[(usize, usize); 4]>::new()]);
        for class in others() {
            for place in 0..all.len() {
                if place % SETS_A_CHECK == 0 {
                    scorer.budget().check()?;
                }
                let size: usize = all[place].iter().map(|(_, count)| count).sum();
                for count in 1..=classes.members[class].len().min(demand.most - number - size) {
                    let mut larger = all[place].clone();
                    larger.push((class, count));
                    all.push(larger);
                }
            }
        }
        for groups in all.iter_mut().map(std::mem::take) {
            let size = groups.iter().map(|(_, count)| count).sum::<usize>() + number;
            if size < demand.least {
                continue;
            }
            scorer.budget().check()?;
            let columns = bounds.columns(sharers, &groups).into_iter().map(|column| {
                let options = column.options.clone();
                (Shared { row, sharers, groups: groups.clone(), options }, column)
            });
            found.extend(columns);
        }
    }
    Ok(found.into_inner())
}

impl EverySet<'_, '_, '_> {
    /// How many creatures can be shared.
    pub(in crate::search) fn sharers(&self) -> usize {
        self.problem.sharing.sharers.len()
    }

    /// The numbers of bounds on sets with shared creatures. The sums of the candidates' numbers are the first of theirs.
    pub(in crate::search) fn numbers(&self) -> &Numbers {
        &self.problem.sharing.numbers
    }

    /// The classes of blockers, with each creature that can be shared as often as it can block.
    pub(in crate::search) fn classes(&self) -> &Classes {
        &self.problem.sharing.classes
    }

    /// The sums that are the parts of shared creatures' powers, and what they may come to.
    pub(in crate::search) fn caps(&self) -> &[(usize, i64)] {
        &self.problem.sharing.caps
    }

    /// How many sums are not about creatures that are shared.
    pub(in crate::search) fn known_sums(&self) -> usize {
        self.problem.sharing.rows.end
    }

    /// How many of a class a set has, as the candidates' classes count them.
    pub(in crate::search) fn count(&self, set: u128, class: usize) -> usize {
        self.problem.candidates.classes.count(set, class)
    }

    /// The gain of nothing, with all sums that columns have.
    pub(in crate::search) fn zero(&self) -> Gain {
        let mut zero = self.numbers().zero();
        zero.sums.resize(zero.sums.len() + self.caps().len(), 0);
        zero
    }

    /// The sets of a row in which nobody is shared.
    pub(in crate::search) fn alone(&self, row: usize) -> &[Column] {
        &self.problem.alone[row]
    }

    /// Those of which some creature is shared.
    pub(in crate::search) fn sets(&self, row: usize) -> &[(Shared, Column)] {
        &self.sets[row]
    }

    /// What linked attackers come to, and whether that is more than bounds from below.
    pub(in crate::search) fn play(&mut self, plan: &[Shared]) -> Result<(SmallVec<[Gain; 1]>, bool), SearchError> {
        let linked = self.problem.linked(plan)?;
        Ok((self.together(&linked.columns), linked.exact))
    }

    /// What they come to at least, without playing them out.
    pub(in crate::search) fn bounded(&self, plan: &[Shared]) -> SmallVec<[Gain; 1]> {
        self.together(&self.problem.bounded(plan))
    }

    /// What the active player can make of columns, by the candidates' numbers.
    fn together(&self, columns: &[Column]) -> SmallVec<[Gain; 1]> {
        let zero = self.problem.candidates.numbers.zero();
        let sums = zero.sums.len();
        let mut all: SmallVec<[Gain; 1]> = SmallVec::from_elem(zero, 1);
        for column in columns {
            let mut next = SmallVec::new();
            for one in &all {
                for mut other in column.options.iter().cloned() {
                    other.sums.truncate(sums);
                    offer(&mut next, one.plus(&other));
                }
            }
            all = next;
        }
        all
    }

    /// The blockers that a plan leaves, as the candidates' classes count them.
    pub(in crate::search) fn left_without(&self, plan: &[Shared]) -> u128 {
        self.problem.candidates.classes.full() - self.problem.taken(plan)
    }

    /// The block of a plan and, for each row, the sets of the attackers that it leaves.
    pub(in crate::search) fn block(&self, plan: &[Shared], chosen: &[Chosen]) -> Block {
        self.problem.block(plan, chosen)
    }

    /// What a block is worth.
    pub(in crate::search) fn number(&mut self, block: &Block) -> Result<i128, SearchError> {
        self.problem.worth(block)
    }
}
