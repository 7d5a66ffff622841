//! The sets of blockers against one attacker of which some block others as well.
//!
//! What such a set is good for depends on what its shared creatures do elsewhere. So a set is left out only where
//! another is no worse whatever they do, or where by prices no block with it can be better than the best so far.

use itertools::Itertools;
use smallvec::SmallVec;

use super::problem::each_sharer;
use super::sharing::{Sharing, is_able};
use super::standing::{BoundDuel, StandIns};
use crate::position::Term;
use crate::rules::DeclaredAttacker;
use crate::search::candidates::Candidates;
use crate::search::case::Case;
use crate::search::columns::{Column, is_special, most_damage};
use crate::search::duel::{Duel, Played};
use crate::search::duties::Demand;
use crate::search::gain::{Gain, TIE};
use crate::search::relaxation::{Limits, Prices};
use crate::search::score::Scorer;
use crate::search::solution::SearchError;

/// A set of blockers of which some are shared.
#[derive(Clone, Debug)]
pub(super) struct SharedSet {
    /// The sharers that block others as well, a bit for each.
    pub(super) shared: u32,
    /// The others, which block nothing else.
    pub(super) groups: SmallVec<[(usize, usize); 4]>,
    /// All of them, as the classes of the sharing count them, with a bound on what comes of it.
    pub(super) column: Column,
    /// What it costs in a case, with prices.
    pub(super) reduced: i128,
}

/// Prices in one case of a block problem.
pub(super) struct Priced<'a> {
    pub(super) case: &'a Case,
    pub(super) prices: &'a Prices,
    pub(super) limits: &'a Limits,
}

impl Priced<'_> {
    /// What a column costs with prices.
    pub(super) fn reduced(&self, column: &Column) -> i128 {
        self.case.cost(column, true) + self.prices.on(column, self.limits)
    }
}

/// What is known of a set while it grows.
#[derive(Clone, Copy)]
struct State {
    size: usize,
    /// The most damage that its unshared creatures deal to the attacker.
    damage: i64,
    /// What they cost by prices.
    price: i128,
    /// How many requirements its creatures obey by blocking the attacker.
    asked: usize,
    /// Whether damage may get past them, were they alone.
    through: bool,
}

/// The sets against one attacker.
struct Sets<'a> {
    sharing: &'a Sharing,
    priced: &'a Priced<'a>,
    stand_ins: &'a StandIns<'a>,
    /// Duels with unshared creatures, and bounds with the stand-ins of the shared ones; `None` where the attacker has
    /// more to it than numbers. Then any set with a shared creature may be the best.
    plain: Option<Duel<'a>>,
    bound: Option<BoundDuel<'a>>,
    demand: &'a Demand,
    /// Classes that may block it, those first that do more than strike back, and for each whether it does.
    order: Vec<(usize, bool)>,
    members: Vec<usize>,
    damage: Vec<i64>,
    /// The most that those from each place on can deal.
    reach: Vec<i64>,
    /// How many requirements those from each place on can obey.
    asked: Vec<usize>,
    toughness: i64,
    mortal: bool,
    /// Less than anything that can come of a set.
    least: Column,
    /// Sets that cost more are left out.
    highest: i128,
    shared: u32,
    groups: Vec<(usize, usize)>,
    found: Vec<SharedSet>,
}

/// Finds all sets for an attacker that cost no more than `highest`, where the creatures that are shared at all are some
/// of those `together`.
pub(super) fn shared_sets(
    scorer: &Scorer<'_, '_>,
    (candidates, sharing, together): (&Candidates, &Sharing, u32),
    (attacker, demand): (&DeclaredAttacker, &Demand),
    stand_ins: &StandIns<'_>,
    priced: &Priced<'_>,
    highest: i128,
) -> Result<Vec<SharedSet>, SearchError> {
    let board = scorer.board();
    let it = board.characteristics(attacker.creature);
    let (numbers, classes) = (&sharing.numbers, &candidates.classes);
    let fighters = &stand_ins.fighters[..stand_ins.first];
    let plain = Duel::new(scorer, numbers, attacker, &stand_ins.fighters);
    let bound = stand_ins.against(scorer, attacker);
    let damage: Vec<i64> =
        classes.members.iter().map(|class| most_damage(scorer, attacker.creature, class[0])).collect();
    let able: Vec<bool> = classes.members.iter().map(|class| is_able(board, class[0], attacker)).collect();
    // With rampage (CR 702.23) every blocker may keep the attacker alive for longer.
    let special =
        |class: usize| it.rampage > 0 || is_special(board, classes.members[class][0]) || demand.asked(class) > 0;
    let mut order: Vec<(usize, bool)> =
        (0..stand_ins.first).filter(|class| able[*class]).map(|class| (class, special(class))).collect();
    // Who is shared by others can't block nothing else.
    order.retain(|(class, _)| sharing.of_class(*class).is_none_or(|sharer| together & (1 << sharer) == 0));
    order.sort_by_key(|(class, special)| (!special, std::cmp::Reverse(damage[*class]), *class));
    let mut reach = vec![0i64; order.len() + 1];
    let mut asked = vec![0; order.len() + 1];
    let links = each_sharer(together).map(|sharer| &sharing.sharers[sharer].fighter).filter(|it| it.lifelink);
    let mut life: i64 = links.map(|fighter| 2 * fighter.power).sum();
    for (place, (class, _)) in order.iter().enumerate().rev() {
        let count = classes.members[*class].len() as i64;
        reach[place] = reach[place + 1].saturating_add(damage[*class].saturating_mul(count));
        asked[place] = asked[place + 1] + demand.asked(*class) * classes.members[*class].len();
        let fighter = fighters[*class].as_ref();
        let links = fighter.filter(|fighter| fighter.lifelink);
        life += links.map_or(0, |fighter| 2 * fighter.power * count);
        // Of what is not in numbers nothing is known.
        if fighter.is_none() {
            let it = board.characteristics(classes.members[*class][0]);
            life += if it.lifelink { 2 * (it.power.max(it.toughness) + it.bushido).max(0) * count } else { 0 };
        }
    }
    let factor = |term: Term| numbers.scale().number(scorer.valuation().factor(term));
    let mortal = !it.indestructible || it.decayed || fighters.iter().any(Option::is_none);
    let death = i128::from(it.value) * (factor(Term::Losses) - factor(Term::Material));
    let mut least = numbers.zero();
    least.value = (if mortal { death.min(0) } else { 0 }) - factor(Term::Lifegain) * i128::from(life);
    least.sums.iter_mut().for_each(|sum| *sum = -life);
    sharing.set_rows(&mut least, demand.least_sums());
    let least = sharing.padded(Column::new(0, &[], SmallVec::from_elem(least, 1), 0));
    let toughness =
        it.toughness + attacker.bonus.toughness + it.bushido - board.position().creature(attacker.creature).damage;
    let mut sets = Sets {
        sharing,
        priced,
        stand_ins,
        plain,
        bound,
        demand,
        order,
        members: classes.members.iter().map(Vec::len).collect(),
        damage,
        reach,
        asked,
        toughness,
        mortal,
        least,
        highest,
        shared: 0,
        groups: Vec::new(),
        found: Vec::new(),
    };
    let sharers: Vec<usize> = each_sharer(together).filter(|sharer| able[sharing.sharers[*sharer].class]).collect();
    for chosen in 1u32..1 << sharers.len() {
        let shared = sharers.iter().enumerate().filter(|(bit, _)| chosen & (1 << bit) != 0);
        sets.shared = shared.fold(0, |all, (_, sharer)| all | 1 << sharer);
        let through = it.trample;
        scorer.budget().check()?;
        let price = sets.each_shared().map(|sharer| priced.prices.on_limit(sharing.sharers[sharer].class)).sum();
        let asked = sets.each_shared().map(|sharer| demand.asked(stand_ins.class_of(sharer))).sum();
        sets.begin(&State { size: 0, damage: 0, price, asked, through }, scorer)?;
    }
    Ok(sets.found)
}

impl Sets<'_> {
    fn each_shared(&self) -> impl Iterator<Item = usize> + use<> {
        each_sharer(self.shared)
    }

    fn begin(&mut self, state: &State, scorer: &Scorer<'_, '_>) -> Result<(), SearchError> {
        if self.count(state) >= self.demand.least && self.count(state) <= self.demand.most {
            self.note();
        }
        self.extend(0, state, scorer)
    }

    /// How many block the attacker.
    fn count(&self, state: &State) -> usize {
        state.size + self.shared.count_ones() as usize
    }

    /// The most damage that the shared creatures deal to the attacker.
    fn shared_damage(&self) -> i64 {
        let damage = self.each_shared().map(|sharer| self.damage[self.sharing.sharers[sharer].class]);
        damage.fold(0, i64::saturating_add)
    }

    /// Adds creatures of the classes from `place` on.
    ///
    /// A plain creature is needed to kill the attacker, to be enough to block it, or to stop damage. So, with plain
    /// creatures last: where the unshared ones alone kill the attacker and stop all damage nothing more is needed; and
    /// the last one must be of use for one of the three, if the shared ones do all that they can.
    fn extend(&mut self, place: usize, state: &State, scorer: &Scorer<'_, '_>) -> Result<(), SearchError> {
        let Some((class, special)) = self.order.get(place).copied() else { return Ok(()) };
        let all = state.damage.saturating_add(self.shared_damage()).saturating_add(self.reach[place]);
        let deadly = self.mortal && all >= self.toughness;
        let enough = self.count(state) >= self.demand.enough();
        if self.count(state) >= self.demand.most || !special && enough && !state.through && !deadly {
            return Ok(());
        }
        scorer.budget().check()?;
        let here = *state;
        let mut state = *state;
        let price = self.priced.prices.on_limit(class) * self.sharing.copies(class) as i128;
        self.groups.push((class, 0));
        for taken in 1..=self.members[class] {
            let before = state;
            state.size += 1;
            state.damage = state.damage.saturating_add(self.damage[class]);
            state.price += price;
            state.asked += self.demand.asked(class);
            let more = self.asked[place + 1] + self.demand.asked(class) * (self.members[class] - taken);
            if self.count(&state) > self.demand.most || self.is_dear(&state, more) {
                break;
            }
            if let Some(group) = self.groups.last_mut() {
                group.1 += 1;
            }
            let enough = self.count(&state) > self.demand.enough();
            let kills = self.mortal
                && self.damage[class] > 0
                && state.damage.saturating_add(self.shared_damage()) >= self.toughness;
            // Those that stand before it kill surely: no first strike keeps them from it.
            let needed = !enough || before.through || kills;
            let played = self.plain.as_ref().and_then(|plain| plain.play(&self.groups));
            if let Some(played) = &played {
                state.through &= played.through;
            }
            if (special || needed) && self.count(&state) >= self.demand.least {
                self.note();
            }
            let surely = |played: &Played| played.dies && !played.through;
            let closed = !special && self.count(&state) >= self.demand.enough() && played.as_ref().is_some_and(surely);
            if closed {
                break;
            }
            self.extend(place + 1, &state, scorer)?;
        }
        self.groups.pop();
        self.extend(place + 1, &here, scorer)
    }

    /// Whether the set costs too much whatever comes of it, with creatures that may obey so many requirements more.
    fn is_dear(&self, state: &State, more: usize) -> bool {
        let obeyed = self.demand.most_obeyed(state.asked + more) as i128;
        self.priced.reduced(&self.least) + state.price - self.demand.weight * obeyed * TIE > self.highest
    }

    /// Takes the set in with all parts of power that its shared creatures may have, where that doesn't cost too much.
    fn note(&mut self) {
        let stands = |class: usize, sharer: usize| {
            let stand_in = &self.stand_ins.all[class - self.stand_ins.first];
            stand_in.sharer == sharer
        };
        let end = self.stand_ins.fighters.len();
        let all = self.each_shared().map(|sharer| {
            let own = (self.stand_ins.first..end).filter(|class| stands(*class, sharer));
            // Where nothing is known of the set one of them stands for all.
            own.take(if self.bound.is_some() { usize::MAX } else { 1 }).collect::<SmallVec<[usize; 8]>>()
        });
        let all: SmallVec<[SmallVec<[usize; 8]>; 4]> = all.collect();
        let own = self.groups.iter().map(|(class, count)| (*class, count * self.sharing.copies(*class)));
        let shared = self.each_shared().map(|sharer| (self.sharing.sharers[sharer].class, 1));
        let taken: SmallVec<[(usize, usize); 4]> = own.chain(shared).collect();
        let used = self.sharing.classes.set(&taken);
        let size = self.groups.iter().map(|(_, count)| count).sum();
        let all_shared = self.shared.count_ones() as usize;
        for classes in all.into_iter().multi_cartesian_product() {
            let set: Vec<(usize, usize)> =
                self.groups.iter().copied().chain(classes.into_iter().map(|class| (class, 1))).collect();
            if self.bound.as_ref().is_some_and(|bound| bound.is_idle(&set)) {
                continue;
            }
            // Where duels in numbers don't do, nothing is known.
            let least = || self.least.options.iter().cloned().map(|gain| self.without_parts(gain)).collect();
            let played = self.bound.as_ref().and_then(|bound| bound.play(&set));
            let mut options = played.map_or_else(least, |played| played.options);
            let parts = match &self.bound {
                Some(bound) => bound.parts(&set),
                None => self.stand_ins.no_parts(),
            };
            let obeyed = self.demand.obeyed(&set) as i128;
            for option in &mut options {
                option.value -= self.demand.weight * obeyed;
                self.sharing.set_rows(option, self.demand.sums(size + all_shared, all_shared));
                option.sums.extend_from_slice(&parts);
            }
            let column = Column { size, ..Column::new(used, &taken, options, 0) };
            let reduced = self.priced.reduced(&column);
            if reduced <= self.highest {
                let groups = SmallVec::from_slice(&self.groups);
                self.found.push(SharedSet { shared: self.shared, groups, column, reduced });
            }
        }
    }

    fn without_parts(&self, mut gain: Gain) -> Gain {
        gain.sums.truncate(self.sharing.numbers.zero().sums.len());
        gain
    }
}
