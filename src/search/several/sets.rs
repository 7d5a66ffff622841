//! The sets of blockers against one attacker of which some block others as well.
//!
//! What such a set is good for depends on what its shared creatures do elsewhere. So a set is left out only where
//! another is no worse whatever they do, or where by prices no block with it can be better than the best so far.

use smallvec::SmallVec;

use super::problem::each_sharer;
use super::set_bounds::{SetBounds, is_mortal};
use super::sharing::{Sharing, is_able};
use super::standing::StandIns;
use crate::rules::DeclaredAttacker;
use crate::search::candidates::Candidates;
use crate::search::case::Case;
use crate::search::columns::{Column, is_special, most_damage};
use crate::search::duel::{Duel, Played};
use crate::search::duties::Demand;
use crate::search::freed_aside::{FreedAside, Part};
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
    /// All of them, as the classes of the sharing count them.
    pub(super) used: u128,
    /// Bounds from below on what comes of it.
    pub(super) options: SmallVec<[Gain; 1]>,
    /// What it costs in a case, with prices.
    pub(super) reduced: i128,
}

impl Part for SharedSet {}

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
    /// Duels with unshared creatures; `None` where the attacker has more to it than numbers. Then any set with a shared
    /// creature may be the best.
    plain: Option<Duel<'a>>,
    bounds: SetBounds<'a>,
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
    /// Sets that cost more are left out.
    highest: i128,
    shared: u32,
    groups: Vec<(usize, usize)>,
    found: FreedAside<Vec<SharedSet>>,
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
    let plain = Duel::new(scorer, numbers, attacker, &stand_ins.fighters);
    let bounds = SetBounds::new(scorer, (candidates, sharing, together), (attacker, demand), stand_ins);
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
    for (place, (class, _)) in order.iter().enumerate().rev() {
        let count = classes.members[*class].len() as i64;
        reach[place] = reach[place + 1].saturating_add(damage[*class].saturating_mul(count));
        asked[place] = asked[place + 1] + demand.asked(*class) * classes.members[*class].len();
    }
    let mortal = is_mortal(scorer, attacker, stand_ins);
    let toughness =
        it.toughness + attacker.bonus.toughness + it.bushido - board.position().creature(attacker.creature).damage;
    let mut sets = Sets {
        sharing,
        priced,
        plain,
        bounds,
        demand,
        order,
        members: classes.members.iter().map(Vec::len).collect(),
        damage,
        reach,
        asked,
        toughness,
        mortal,
        highest,
        shared: 0,
        groups: Vec::new(),
        found: FreedAside::default(),
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
    Ok(sets.found.into_inner())
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
        self.priced.reduced(&self.bounds.least) + state.price - self.demand.weight * obeyed * TIE > self.highest
    }

    /// Takes the set in with all parts of power that its shared creatures may have, where that doesn't cost too much.
    fn note(&mut self) {
        for column in self.bounds.columns(self.shared, &self.groups) {
            let reduced = self.priced.reduced(&column);
            if reduced <= self.highest {
                let groups = SmallVec::from_slice(&self.groups);
                let Column { used, options, .. } = column;
                self.found.push(SharedSet { shared: self.shared, groups, used, options, reduced });
            }
        }
    }
}
