//! `attack` as branch and bound under a pool of counter-blocks, and `block` for one attack.
//!
//! A block found for one attack is, with leftover blockers put against attackers that stay home, a reply to every
//! attack: what the active player gets against it is an upper bound on the value of any attack. Depth first over the
//! attackers and their targets, cut off where one reply of the pool shows that nothing better than the best so far
//! can come; what is left is solved as a block problem, whose answer joins the pool. Of creatures that differ in
//! nothing but their names it is decided how many attack, by halving the range of the number.

mod areas;
mod bounding;
mod held;
mod mixture;
mod narrow;
mod proof;
mod relaxed;
mod robust;
mod shared;

use smallvec::SmallVec;

pub(super) use held::{best_block, best_or_refuting};
pub(super) use proof::{Proof, prove};
pub(super) use shared::SharedColumns;

use mixture::Mixtures;
use robust::Robust;

use super::attacks::AttackChoices;
use super::branch::Branch;
use super::budget::Stop;
use super::candidates::{Candidates, Several};
use super::columns::Column;
use super::found::{Found, FoundAttack, FoundBlock};
use super::gain::TIE;
use super::leaders::{Leader, Leaders, RankedSoFar};
use super::partition::{Chosen, Partition, Searched, Tables, best_partition};
use super::reply::Reply;
use super::score::Scorer;
use super::several::widen;
use super::solution::SearchError;
use crate::position::{Attack, Block, CreatureId};
use crate::rules::{DeclaredAttack, Value, attack_restrictions, restricts_whole_attacks};

/// Most replies in the pool.
const POOL_LIMIT: usize = 64;

/// After so many ranges attacks are searched by areas.
const PATIENCE: u64 = 40_000;

/// For each candidate how many make which of its choices.
pub(super) type Counts = Vec<SmallVec<[usize; 2]>>;

/// The best attack; `None` where columns don't do.
pub(super) fn best_attack(scorer: &Scorer<'_, '_>) -> Result<Option<Found<FoundAttack>>, SearchError> {
    let choices = AttackChoices::new(scorer.board());
    let (most, _) = choices.maximum(scorer.budget())?;
    let Some(branches) = Branch::of_board(scorer.board(), &choices) else { return Ok(None) };
    let mut best = None;
    for (index, branch) in branches.iter().enumerate() {
        let Some(candidates) = ordered_candidates(scorer, &choices, branch, Several::Once)? else { return Ok(None) };
        let mut pool = Pool::new(scorer, &candidates, branch);
        pool.most_obeyed = most;
        pool.whole = restricts_whole_attacks(scorer.board());
        pool.best = best;
        let stopped = pool.search_branch()?;
        best = pool.best;
        if let Some((stop, bound)) = stopped {
            // What other branches come to is not known.
            let bound = bound.filter(|_| index + 1 == branches.len());
            return Ok(Some(Found::Stopped { best: best.map(|best| best.found), bound, stop }));
        }
    }
    best.map(|best| Some(Found::Proved(best.found))).ok_or_else(no_attack)
}

/// The so many best attacks, where it is known what the best is worth, and why the search was stopped, if it was;
/// `None` where columns don't do.
pub(super) fn best_attacks(
    scorer: &Scorer<'_, '_>,
    wanted: usize,
    best: &Value,
) -> Result<Option<RankedSoFar>, SearchError> {
    of_all_attacks(scorer, |mut pool| {
        let mut additive = best.clone();
        additive.add_times(scorer.constant(), -1);
        pool.leaders = Some(Leaders::new(wanted, pool.candidates.numbers.scale().number(&additive)));
        let stop = match pool.search()? {
            Found::Proved(_) => None,
            Found::Stopped { stop, .. } => Some(stop),
        };
        let leaders = pool.leaders.take().map(|leaders| leaders.map(|number| pool.value(number)));
        Ok((leaders.unwrap_or_else(|| Leaders::new(wanted, best.clone())), stop))
    })
}

/// Searches all attacks of a board on which attackers get nothing for how they attack; `None` where columns don't do.
fn of_all_attacks<T>(
    scorer: &Scorer<'_, '_>,
    search: impl FnOnce(Pool<'_, '_, '_, '_>) -> Result<T, SearchError>,
) -> Result<Option<T>, SearchError> {
    let choices = AttackChoices::new(scorer.board());
    let (most, _) = choices.maximum(scorer.budget())?;
    if !Branch::is_plain(scorer.board(), &choices) {
        return Ok(None);
    }
    let Some(candidates) = ordered_candidates(scorer, &choices, &Branch::PLAIN, Several::Once)? else {
        return Ok(None);
    };
    let mut pool = Pool::new(scorer, &candidates, &Branch::PLAIN);
    pool.most_obeyed = most;
    pool.whole = restricts_whole_attacks(scorer.board());
    search(pool).map(Some)
}

/// Who may attack in a branch, those first that matter most; `None` where columns don't do.
fn ordered_candidates(
    scorer: &Scorer<'_, '_>,
    choices: &AttackChoices<'_, '_>,
    branch: &Branch,
    several: Several,
) -> Result<Option<Candidates>, SearchError> {
    let Some(mut candidates) = Candidates::of_board(scorer, choices, branch, several)? else { return Ok(None) };
    if several == Several::Once {
        let Some(widened) = widen(scorer, candidates)? else { return Ok(None) };
        candidates = widened;
    }
    // The reply to an attack by everybody shows which candidates matter most: those come first.
    let all: Counts = candidates
        .all
        .iter()
        .map(|candidate| {
            let mut counts = SmallVec::from_elem(0, candidate.choices.len());
            counts[0] = candidate.members.len();
            counts
        })
        .collect();
    let mut order: Vec<(i128, usize)> = Vec::new();
    {
        let mut pool = Pool::new(scorer, &candidates, branch);
        let searched = pool.solve(&all, None)?;
        if searched.stopped.is_none() {
            pool.add_reply(&all, &searched.best);
            for (index, candidate) in candidates.all.iter().enumerate() {
                let mut gain = candidates.numbers.zero();
                pool.replies[0].add_choice(&mut gain, candidate, index, 0, 0, candidate.members.len());
                order.push((-candidates.numbers.worth(&gain).abs(), index));
            }
        }
    }
    order.sort_unstable();
    let mut places = vec![0; candidates.all.len()];
    order.iter().enumerate().for_each(|(place, (_, index))| places[*index] = place);
    let mut numbered: Vec<_> = candidates.all.drain(..).zip(places).collect();
    numbered.sort_by_key(|(_, place)| *place);
    candidates.all = numbered.into_iter().map(|(candidate, _)| candidate).collect();
    Ok(Some(candidates))
}

/// All attacks, the replies found so far and the best attack so far.
struct Pool<'c, 's, 'b, 'p> {
    scorer: &'s Scorer<'b, 'p>,
    candidates: &'c Candidates,
    /// What is assumed of the attack.
    branch: &'c Branch,
    replies: Vec<Reply>,
    next_id: u64,
    /// Most replies that are kept.
    limit: usize,
    /// Prices of the last block problem.
    hints: Vec<f64>,
    /// Requirements that a legal attack obeys (CR 508.1d).
    most_obeyed: usize,
    /// Most requirements that the candidates from each index on can obey.
    potential: Vec<usize>,
    /// How many attackers, and how many instances of battle cry, the candidates from each index on can add.
    more: Vec<(usize, i64)>,
    /// Caps on sums that every block must keep.
    caps: Vec<(usize, i64)>,
    /// Whether there are restrictions on attacks as a whole.
    whole: bool,
    /// Whether replies are sought with fewest blockers.
    ties: bool,
    /// What the path has decided.
    counts: Counts,
    best: Option<Best>,
    /// Where more than the best is asked for, the best of all.
    leaders: Option<Leaders<i128>>,
    /// Where the search was stopped: a bound on what it has not looked at, with ties.
    unseen: Option<i128>,
    /// Blocks against many attacks at once.
    robust: Robust,
    /// Replies on average.
    mixtures: Mixtures,
    /// Ranges so far, and after how many attacks are searched by areas.
    nodes: u64,
    patience: u64,
    /// Whether they have become too many for a search that decides about one candidate after the other.
    gave_up: bool,
}

/// The best attack so far.
struct Best {
    /// Its value with ties: fewer attackers are better.
    number: i128,
    found: FoundAttack,
}

/// Why a search was stopped, and what no attack is better than.
type Stopped = (Stop, Option<Value>);

/// A place of the search: what is to be decided next.
#[derive(Clone, Copy, Default)]
struct Place {
    candidate: usize,
    choice: usize,
    /// How many of the candidate have been decided.
    from: usize,
    attackers: usize,
    obeyed: usize,
    /// Instances of battle cry.
    cries: i64,
    /// The players attacked, a bit for each.
    players: u64,
}

impl<'c, 's, 'b, 'p> Pool<'c, 's, 'b, 'p> {
    fn new(scorer: &'s Scorer<'b, 'p>, candidates: &'c Candidates, branch: &'c Branch) -> Self {
        let mut potential = vec![0; candidates.all.len() + 1];
        let mut more = vec![(0, 0); candidates.all.len() + 1];
        for (index, candidate) in candidates.all.iter().enumerate().rev() {
            let most = candidate.choices.iter().map(|choice| choice.obeys).chain([candidate.obeys_home]).max();
            potential[index] = potential[index + 1] + most.unwrap_or(0) * candidate.members.len();
            let (attackers, cries) = more[index + 1];
            let own = candidate.members.len();
            more[index] = (attackers + own, cries + candidate.cry(scorer.board()) * own as i64);
        }
        Pool {
            scorer,
            candidates,
            branch,
            replies: Vec::new(),
            next_id: 0,
            limit: POOL_LIMIT,
            hints: Vec::new(),
            most_obeyed: 0,
            potential,
            more,
            caps: Vec::new(),
            whole: false,
            ties: false,
            counts: candidates.all.iter().map(|candidate| SmallVec::from_elem(0, candidate.choices.len())).collect(),
            best: None,
            leaders: None,
            unseen: None,
            robust: Robust::new(candidates.all.len()),
            mixtures: Mixtures::default(),
            nodes: 0,
            patience: PATIENCE,
            gave_up: false,
        }
    }

    /// How many sums gains have for what goals look at.
    fn sums(&self) -> usize {
        self.candidates.numbers.zero().sums.len()
    }

    /// The value of a number without ties.
    fn value(&self, number: i128) -> Value {
        self.candidates.numbers.scale().value(number).plus(self.scorer.constant())
    }

    /// The best block against an attack, or one below `ceiling`.
    fn solve(&mut self, counts: &Counts, ceiling: Option<i128>) -> Result<Searched, SearchError> {
        let mut rows: Vec<(usize, &[Column])> = Vec::new();
        for (candidate, counts) in self.candidates.all.iter().zip(counts) {
            let choices = candidate.choices.iter().zip(counts).filter(|(_, count)| **count > 0);
            rows.extend(choices.map(|(choice, count)| (*count, choice.columns.as_slice())));
        }
        let known: Option<Vec<Chosen>> = self.replies.first().map(|reply| reply.columns(counts));
        let mut hints = std::mem::take(&mut self.hints);
        let searched = best_partition(self.tables(), &rows, ceiling, known, &mut hints);
        self.hints = hints;
        searched
    }

    fn tables(&self) -> Tables<'_> {
        Tables {
            numbers: &self.candidates.numbers,
            classes: &self.candidates.classes,
            budget: self.scorer.budget(),
            solver: *self.scorer.solver(),
            ties: self.ties,
            caps: &self.caps,
            proves: true,
            gives_up: false,
        }
    }

    /// Searches the attacks of the branch, which may have none.
    fn search_branch(&mut self) -> Result<Option<Stopped>, SearchError> {
        // Nobody attacking is an attack as well.
        let home: usize = self.candidates.all.iter().map(|c| c.obeys_home * c.members.len()).sum();
        if home == self.most_obeyed && self.best.is_none() {
            let number = self.candidates.numbers.worth(&self.candidates.numbers.zero()) * TIE;
            let value = self.value(number.div_euclid(TIE));
            self.lead(&self.counts.clone(), number.div_euclid(TIE), Block::default(), 0);
            let found = FoundAttack { attack: Attack::default(), value, reply: Block::default() };
            self.best = Some(Best { number, found });
        }
        let searched = self.decide(Place::default());
        let searched = if self.gave_up { searched.and_then(|()| self.search_areas()) } else { searched };
        let stop = match searched {
            Ok(()) => return Ok(None),
            Err(error) => Stop::of(error)?,
        };
        let unseen = self.unseen.filter(|unseen| *unseen < i128::MAX);
        let bound = unseen.map(|unseen| {
            let bound = self.value(-(-unseen).div_euclid(TIE));
            self.best.as_ref().map_or(bound.clone(), |best| bound.clone().max(best.found.value.clone()))
        });
        Ok(Some((stop, bound)))
    }

    /// Searches all attacks.
    fn search(&mut self) -> Result<Found<FoundAttack>, SearchError> {
        let stopped = self.search_branch()?;
        let best = self.best.take().map(|best| best.found);
        match stopped {
            Some((stop, bound)) => Ok(Found::Stopped { best, bound, stop }),
            None => best.map(Found::Proved).ok_or_else(no_attack),
        }
    }

    /// Decides from a place on.
    fn decide(&mut self, place: Place) -> Result<(), SearchError> {
        let Some(candidate) = self.candidates.all.get(place.candidate) else { return self.leaf(place) };
        self.range(place, 0, candidate.members.len() - place.from)
    }

    /// Decides how many, from `low` to `high`, make the choice of a place.
    fn range(&mut self, place: Place, low: usize, high: usize) -> Result<(), SearchError> {
        self.nodes += 1;
        self.gave_up |= self.nodes == self.patience && self.has_areas();
        if self.gave_up {
            return Ok(());
        }
        let result = self.scorer.budget().spend(1).and_then(|()| {
            if self.is_cut(place, low, high) || self.is_outplayed(place, low, high) || self.is_met(place, low, high)? {
                return Ok(());
            }
            self.divide(place, low, high)
        });
        if result.is_err() && self.unseen.is_none() {
            self.unseen = Some(self.bound(place, low, high));
        }
        result
    }

    fn divide(&mut self, place: Place, low: usize, high: usize) -> Result<(), SearchError> {
        if low == high {
            return self.fixed(place, low);
        }
        let middle = low + (high - low) / 2;
        let mut parts = [(middle + 1, high), (low, middle)];
        if !self.pays(place, middle + 1) {
            parts.reverse();
        }
        self.range(place, parts[0].0, parts[0].1).inspect_err(|_| self.see(place, parts[1]))?;
        self.range(place, parts[1].0, parts[1].1)
    }

    /// After the search was stopped: takes in what it would have looked at next.
    fn see(&mut self, place: Place, (low, high): (usize, usize)) {
        let bound = self.bound(place, low, high);
        self.unseen = self.unseen.map(|unseen| unseen.max(bound));
    }

    /// Goes on where so many make the choice of a place.
    fn fixed(&mut self, place: Place, count: usize) -> Result<(), SearchError> {
        let candidate = &self.candidates.all[place.candidate];
        let choice = &candidate.choices[place.choice];
        self.counts[place.candidate][place.choice] = count;
        let depth = self.depth(place);
        self.replies.iter_mut().for_each(|reply| reply.valid = reply.valid.min(depth));
        let from = place.from + count;
        let mut next = Place {
            from,
            attackers: place.attackers + count,
            obeyed: place.obeyed + count * choice.obeys,
            cries: place.cries + candidate.cry(self.scorer.board()) * count as i64,
            players: place.players | choice.player(count),
            choice: place.choice + 1,
            ..place
        };
        if next.choice == candidate.choices.len() {
            let obeyed = next.obeyed + (candidate.members.len() - from) * candidate.obeys_home;
            next = Place { candidate: place.candidate + 1, choice: 0, from: 0, obeyed, ..next };
        }
        let result = self.decide(next);
        self.counts[place.candidate][place.choice] = 0;
        self.replies.iter_mut().for_each(|reply| reply.valid = reply.valid.min(depth));
        result
    }

    /// How many choices come before a place.
    fn depth(&self, place: Place) -> usize {
        self.candidates.all[..place.candidate].iter().map(|candidate| candidate.choices.len()).sum::<usize>()
            + place.choice
    }

    fn leaf(&mut self, place: Place) -> Result<(), SearchError> {
        let counts = self.counts.clone();
        let Place { attackers, obeyed, .. } = place;
        if attackers == 0 || obeyed < self.most_obeyed {
            return Ok(());
        }
        if self.branch.assumes {
            let attackers = self.candidates.attackers(&counts);
            let declared = DeclaredAttack::new(self.scorer.board(), &self.candidates.attack(&counts));
            if declared.attackers() != attackers {
                return Ok(());
            }
        }
        if self.whole {
            let attack: Attack = self.candidates.attack(&counts);
            if !attack_restrictions(self.scorer.board(), &attack).is_empty() {
                return Ok(());
            }
        }
        let attackers = attackers as i128;
        let cutoff = self.cutoff();
        let ceiling = cutoff.map(|cutoff| ceiling(cutoff, attackers));
        self.robust.leaves += 1;
        let Searched { best: reply, stopped, .. } = self.solve(&counts, ceiling)?;
        let number = reply.number.div_euclid(TIE) * TIE - attackers;
        self.add_reply(&counts, &reply);
        if let Some((stop, _)) = stopped {
            return Err(SearchError::Stopped(stop));
        }
        if self.candidates.bounds {
            let open = cutoff.is_none_or(|cutoff| number > cutoff);
            return if open { self.play_out(&counts, attackers, ceiling) } else { Ok(()) };
        }
        if cutoff.is_none_or(|cutoff| number > cutoff) {
            let block = if self.leaders.is_some() { block(self.candidates, &counts, &reply) } else { Block::default() };
            self.lead(&counts, reply.number.div_euclid(TIE), block, place.attackers);
        }
        if self.best.as_ref().is_none_or(|best| number > best.number) {
            let value = self.value(reply.number.div_euclid(TIE));
            self.scorer.budget().note_best(&value);
            let attack = self.candidates.attack(&counts);
            let reply = block(self.candidates, &counts, &reply);
            self.best = Some(Best { number, found: FoundAttack { attack, value, reply } });
        }
        Ok(())
    }

    /// Finds the best block against an attack that columns only bound, or one below `ceiling`.
    fn play_out(&mut self, counts: &Counts, attackers: i128, ceiling: Option<i128>) -> Result<(), SearchError> {
        let attack = self.candidates.attack(counts);
        let declared = DeclaredAttack::new(self.scorer.board(), &attack);
        let (FoundBlock { block: reply, value }, stop) = match best_or_refuting(self.scorer, &declared, ceiling)? {
            Some(Found::Proved(found)) => (found, None),
            Some(Found::Stopped { best: Some(best), stop, .. }) => (best, Some(stop)),
            Some(Found::Stopped { stop, .. }) => return Err(SearchError::Stopped(stop)),
            None => return Err(SearchError::Contradiction("columns do for all attacks but not for one".to_owned())),
        };
        let mut additive = value.clone();
        additive.add_times(self.scorer.constant(), -1);
        let number = self.candidates.numbers.scale().number(&additive) * TIE - attackers;
        if self.cutoff().is_some_and(|cutoff| number <= cutoff) {
            // Refuted, whatever else it might be worth.
            return Ok(());
        }
        if let Some(stop) = stop {
            return Err(SearchError::Stopped(stop));
        }
        self.lead(counts, self.candidates.numbers.scale().number(&additive), reply.clone(), attack.0.len());
        if self.best.as_ref().is_none_or(|best| number > best.number) {
            self.scorer.budget().note_best(&value);
            self.best = Some(Best { number, found: FoundAttack { attack, value, reply } });
        }
        Ok(())
    }

    /// A number with ties, as of [`Best`]: attacks up to it are not looked for.
    fn cutoff(&self) -> Option<i128> {
        let Some(leaders) = &self.leaders else { return self.best.as_ref().map(|best| best.number) };
        let last = leaders.last()?;
        // All that are as good as the best are counted, else fewer attackers or the same number lead.
        let size = if last.value == *leaders.best() { TIE } else { last.size as i128 + 1 };
        Some(last.value * TIE - size)
    }

    /// Takes an attack with its best block among the leaders, where there are any.
    fn lead(&mut self, counts: &Counts, value: i128, block: Block, size: usize) {
        let Some(leaders) = &mut self.leaders else { return };
        let candidates = self.candidates;
        let leader = Leader {
            value,
            size,
            attack: candidates.attack(counts),
            block,
            shape: counts.iter().flatten().map(|count| *count as u32).collect(),
        };
        let members = candidates.all.iter().map(|candidate| candidate.members.len());
        leaders.add(leader, ways(members.zip(counts.iter().map(SmallVec::as_slice))));
    }

    fn add_reply(&mut self, counts: &Counts, partition: &Partition) {
        let Candidates { numbers, classes, all, .. } = self.candidates;
        self.keep(Reply::new(numbers, classes, all, counts, &partition.chosen));
    }

    /// Takes a reply in front of the others.
    fn keep(&mut self, mut reply: Reply) {
        reply.id = self.next_id;
        self.next_id += 1;
        self.replies.insert(0, reply);
        self.replies.truncate(self.limit);
    }
}

/// What an attack of at least so many attackers has to be worth, without ties, to be better than the best: more, or as
/// much with fewer attackers.
fn needed(cutoff: i128, attackers: i128) -> i128 {
    (cutoff + attackers).div_euclid(TIE) + 1
}

/// A block below this refutes an attack of at least so many attackers.
fn ceiling(cutoff: i128, attackers: i128) -> i128 {
    needed(cutoff, attackers) * TIE
}

/// In how many ways so many of each group make each choice; `None`: more than can be counted.
fn ways<'c>(groups: impl Iterator<Item = (usize, &'c [usize])>) -> Option<u64> {
    let mut ways = 1u128;
    for (members, counts) in groups {
        let mut left = members;
        for count in counts {
            // A binomial, one factor after the other: what is divided is a product of consecutive numbers.
            let mut choose = 1u128;
            for number in 0..*count {
                choose = choose.checked_mul((left - number) as u128)? / (number as u128 + 1);
            }
            ways = ways.checked_mul(choose)?;
            left -= count;
        }
    }
    u64::try_from(ways).ok()
}

fn no_attack() -> SearchError {
    SearchError::Contradiction("there is no legal attack".to_owned())
}

/// The block that a partition is.
pub(super) fn block(candidates: &Candidates, counts: &Counts, partition: &Partition) -> Block {
    let classes = &candidates.classes;
    let mut free: Vec<std::slice::Iter<'_, CreatureId>> = classes.members.iter().map(|class| class.iter()).collect();
    let mut chosen = partition.chosen.iter();
    let mut block = Vec::new();
    for (candidate, counts) in candidates.all.iter().zip(counts) {
        let mut members = candidate.members.iter();
        for (choice, count) in candidate.choices.iter().zip(counts) {
            if *count == 0 {
                continue;
            }
            for (column, times) in chosen.next().into_iter().flatten() {
                for attacker in members.by_ref().take(*times) {
                    for (class, count) in &choice.columns[*column].groups {
                        let taken = free[*class].by_ref().take(*count);
                        block.extend(taken.map(|blocker| (*blocker, vec![*attacker])));
                    }
                }
            }
        }
    }
    block.sort_unstable();
    Block(block)
}
