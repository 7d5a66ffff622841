//! The blocker sets that can be worth choosing against one attacker, each with everything that can come of it.
//!
//! A column is one attacker and one set of blockers that block nothing else, priced once: the gains among which the
//! active player can choose by dividing damage. A set is left out only where a subset of it is at least as good for
//! the defenders whatever the rest of the combat does. Which sets need not even be priced is said at
//! [`Generator::extend`]; that reasoning asks for an objective that never wants less damage.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use self::floor::{Early, Floor};
use super::budget::Budget;
use super::classes::Classes;
use super::duel::{Duel, Played};
use super::duties::Demand;
use super::engagement::Part;
use super::fighter::Fighter;
use super::freed_aside::FreedAside;
use super::gain::{Gain, Numbers, offer};
use super::score::Scorer;
use super::several::{BoundDuel, StandIns};
use super::solution::SearchError;
use super::spill::dealt;
use super::split::splits;
use crate::position::{CreatureId, Recipient, Target, Term};
use crate::rules::{Board, Combat, DeclaredAttacker, Side};

/// So many sets cost as much as a node.
const SETS_A_NODE: u64 = 64;
/// After how many sets the clock is looked at: a set can take many times as long as that.
const SETS_A_CHECK: u64 = 8;
/// After how many that only grow, and are not priced.
const STEPS_A_CHECK: u64 = 256;

/// Most sets of blockers that are priced for all attackers together.
pub(super) const PRICE_LIMIT: u64 = 3_000_000;

fn too_many_sets() -> SearchError {
    SearchError::TooLarge(format!(
        "more sets of blockers could be worth choosing than can be looked at: the limit is {PRICE_LIMIT}"
    ))
}

/// One set of blockers against one attacker.
#[derive(Clone, Debug, Default)]
pub(super) struct Column {
    /// The blockers, as packed counts of classes.
    pub(super) used: u128,
    /// How many they are.
    pub(super) size: usize,
    /// How many of which classes.
    pub(super) groups: SmallVec<[(usize, usize); 4]>,
    /// What the active player can make of it; none dominates another.
    pub(super) options: SmallVec<[Gain; 1]>,
    /// How many requirements it obeys (CR 509.1c); its options count them.
    pub(super) obeyed: usize,
    /// At least as good for the active player as every option, in every respect.
    pub(super) upper: Gain,
}

impl Column {
    /// The set of these classes, which takes `used` of them.
    pub(super) fn new(used: u128, groups: &[(usize, usize)], options: SmallVec<[Gain; 1]>, obeyed: usize) -> Column {
        let mut upper = options[0].clone();
        options.iter().skip(1).for_each(|option| upper.raise(option));
        let size = groups.iter().map(|(_, count)| count).sum();
        Column { used, size, groups: SmallVec::from_slice(groups), options, obeyed, upper }
    }

    /// Whether a set of these options is never better for the defenders.
    fn beats(&self, options: &[Gain]) -> bool {
        self.options.iter().all(|own| options.iter().any(|option| option.dominates(own)))
    }
}

/// What pricing needs to know of the blockers of a board.
pub(super) struct Blockers<'s, 'b, 'p> {
    scorer: &'s Scorer<'b, 'p>,
    numbers: &'s Numbers,
    classes: &'s Classes,
    fighters: Vec<Option<Fighter>>,
    /// What the last points of life that a class can gain at most are worth, each creature.
    links: Vec<i64>,
    /// The last classes, where they stand in for creatures that block other attackers as well.
    stand_ins: Option<&'s StandIns<'s>>,
}

impl<'s, 'b, 'p> Blockers<'s, 'b, 'p> {
    pub(super) fn new(scorer: &'s Scorer<'b, 'p>, numbers: &'s Numbers, classes: &'s Classes) -> Self {
        let board = scorer.board();
        let first = || classes.members.iter().map(|class| class[0]);
        let link = |creature: CreatureId| {
            let it = board.characteristics(creature);
            let power = if it.assigns_toughness { it.toughness.max(it.power) } else { it.power };
            let amount = (power + it.bushido).max(0) * if it.double_strike { 2 } else { 1 };
            if it.lifelink { amount } else { 0 }
        };
        Blockers {
            scorer,
            numbers,
            classes,
            fighters: first().map(|creature| Fighter::blocker(scorer, numbers, creature)).collect(),
            links: first().map(link).collect(),
            stand_ins: None,
        }
    }

    /// The same, where the last classes stand in for creatures that block other attackers as well: columns with them are
    /// bounds from below, and what they take of capped powers follows in their sums.
    pub(super) fn with_stand_ins(mut self, stand_ins: &'s StandIns<'s>) -> Self {
        self.fighters.clone_from(&stand_ins.fighters);
        self.stand_ins = Some(stand_ins);
        self
    }

    /// All columns of one attacker that nothing dominates, by size; `left` says how many more sets may be priced.
    ///
    /// # Errors
    ///
    /// [`SearchError::TooLarge`] beyond the limit of this module or of a split.
    pub(super) fn columns(
        &self,
        attacker: &DeclaredAttacker,
        able: &[bool],
        demand: &Demand,
        left: &mut u64,
    ) -> Result<Vec<Column>, SearchError> {
        let board = self.scorer.board();
        let it = board.characteristics(attacker.creature);
        let classes = self.classes;
        let kinds = classes.members.len();
        let damage: Vec<i64> =
            classes.members.iter().map(|class| most_damage(self.scorer, attacker.creature, class[0])).collect();
        let bound = self.stand_ins.and_then(|stand_ins| stand_ins.against(self.scorer, attacker));
        // With rampage (CR 702.23) every blocker may keep the attacker alive for longer; requirements that are obeyed
        // matter as well.
        let special = |(index, class): (usize, &Vec<CreatureId>)| {
            it.rampage > 0 || is_special(board, class[0]) || demand.asked(index) > 0
        };
        let special: Vec<bool> = classes.members.iter().enumerate().map(special).collect();
        // Plain classes of much power first: the fewer are needed to kill, the earlier a set is closed.
        let mut order: Vec<usize> = (0..kinds).filter(|class| able[*class]).collect();
        order.sort_by_key(|class| (!special[*class], std::cmp::Reverse(damage[*class]), *class));
        let mut reach = vec![0i64; order.len() + 1];
        let mut link = vec![0i64; order.len() + 1];
        let mut asked = vec![0; order.len() + 1];
        for (place, class) in order.iter().enumerate().rev() {
            let count = classes.members[*class].len() as i64;
            reach[place] = reach[place + 1].saturating_add(damage[*class].saturating_mul(count));
            link[place] = link[place + 1].saturating_add(self.links[*class].saturating_mul(count));
            asked[place] = asked[place + 1] + demand.asked(*class) * classes.members[*class].len();
        }
        let factor = |term: Term| self.numbers.scale().number(self.scorer.valuation().factor(term));
        let duel = Duel::new(self.scorer, self.numbers, attacker, &self.fighters);
        let members: Vec<usize> = classes.members.iter().map(Vec::len).collect();
        let mut generator = Generator {
            blockers: self,
            attacker,
            early: Early::new(duel.as_ref(), &self.fighters, &order, &members),
            duel,
            bound,
            death: i128::from(it.value) * (factor(Term::Losses) - factor(Term::Material)),
            life: factor(Term::Lifegain),
            order,
            special,
            damage,
            reach,
            link,
            asked,
            demand,
            sums: self.numbers.zero().sums.len(),
            toughness: it.toughness + attacker.bonus.toughness + it.bushido
                - board.position().creature(attacker.creature).damage,
            // Counters (CR 704.5f) and the end of combat (CR 702.147a) know no indestructible.
            mortal: !it.indestructible || it.decayed || self.fighters.iter().any(Option::is_none),
            left,
            steps: 0,
            groups: Vec::new(),
            path: Vec::new(),
            floors: Vec::new(),
            found: FreedAside::default(),
        };
        let open = generator.price()?;
        let through = it.trample;
        generator.found.push(Column::new(0, &[], open.options, 0));
        generator.path.push(0);
        let nobody = State { used: 0, size: 0, damage: 0, early: 0, link: 0, asked: 0, through, floor: None };
        generator.extend(0, &nobody)?;
        undominated(self.scorer.budget(), classes, generator.found.into_inner())
    }
}

/// From how many subsets on it is quicker to look through all columns.
const SUBSET_LIMIT: usize = 256;

/// Columns without those that one with fewer blockers makes needless, by size.
pub(super) fn undominated(budget: &Budget, classes: &Classes, found: Vec<Column>) -> Result<Vec<Column>, SearchError> {
    let mut found = FreedAside::new(found);
    found.sort_by_key(|column| (column.size, column.used));
    let mut kept: FreedAside<Vec<Column>> = FreedAside::new(Vec::with_capacity(found.len()));
    let mut place: FxHashMap<u128, usize> = FxHashMap::default();
    let mut subsets: Vec<u128> = Vec::new();
    for number in 0..found.len() {
        if number % 16 == 0 {
            budget.check()?;
        }
        let column = std::mem::take(&mut found[number]);
        // Cheap tests first: most pairs fail at the value.
        let beaten_by = |other: &Column| other.upper.value <= column.upper.value && other.beats(&column.options);
        let count = column.groups.iter().fold(1usize, |all, (_, count)| all.saturating_mul(count + 1));
        let beaten = if count < SUBSET_LIMIT.min(kept.len()) {
            subsets.clear();
            subsets.push(0);
            for (class, count) in &column.groups {
                for subset in 0..subsets.len() {
                    let without = subsets[subset];
                    subsets.extend((1..=*count).map(|taken| without + classes.one(*class) * taken as u128));
                }
            }
            subsets.iter().any(|subset| place.get(subset).is_some_and(|place| beaten_by(&kept[*place])))
        } else {
            kept.iter().any(|other| beaten_by(other) && classes.fits(other.used, column.used))
        };
        if !beaten {
            place.insert(column.used, kept.len());
            kept.push(column);
        }
    }
    Ok(kept.into_inner())
}

/// Whether a blocker can do more than strike back in the last step: then more of the set matters than who kills whom.
pub(super) fn is_special(board: &Board<'_>, blocker: CreatureId) -> bool {
    let it = board.characteristics(blocker);
    it.strikes_first || it.lifelink
}

/// The most that a blocker can deal to the attacker; saturating where any damage kills.
pub(super) fn most_damage(scorer: &Scorer<'_, '_>, attacker: CreatureId, blocker: CreatureId) -> i64 {
    let board = scorer.board();
    if board.always_prevents(blocker, Recipient::Creature(attacker)) {
        return 0;
    }
    let it = board.characteristics(blocker);
    let base = if it.assigns_toughness { it.toughness } else { it.power };
    let amount = (base + it.bushido).max(0);
    if it.deathtouch && amount > 0 { i64::MAX / 4 } else { amount * if it.double_strike { 2 } else { 1 } }
}

/// What is known of a set while it grows.
#[derive(Clone, Copy)]
struct State {
    used: u128,
    size: usize,
    /// Most damage that it deals to the attacker.
    damage: i64,
    /// Most of it that it deals before the attacker's last strike.
    early: i64,
    /// Most life that its creatures can gain.
    link: i64,
    /// How many requirements its creatures obey.
    asked: usize,
    /// Whether damage may still get past it.
    through: bool,
    /// The last part of it that was priced, if that says something of larger sets.
    floor: Option<usize>,
}

struct Generator<'a, 'g, 's, 'b, 'p> {
    blockers: &'g Blockers<'s, 'b, 'p>,
    attacker: &'a DeclaredAttacker,
    duel: Option<Duel<'g>>,
    /// For sets with a creature that stands in for another.
    bound: Option<BoundDuel<'g>>,
    /// What the attacker's death is worth, and a point of life.
    death: i128,
    life: i128,
    /// Classes that may block it, special ones first, and what those from each place on can deal and gain.
    order: Vec<usize>,
    special: Vec<bool>,
    damage: Vec<i64>,
    reach: Vec<i64>,
    link: Vec<i64>,
    /// How many requirements those from each place on can obey.
    asked: Vec<usize>,
    demand: &'a Demand,
    /// What blockers deal before it strikes.
    early: Early,
    /// How many sums of a gain are not capped rows.
    sums: usize,
    toughness: i64,
    /// Whether it can die.
    mortal: bool,
    /// How many more sets may be priced.
    left: &'a mut u64,
    /// How many sets have grown.
    steps: u64,
    /// The set that grows.
    groups: Vec<(usize, usize)>,
    /// The columns found whose sets are part of it.
    path: Vec<usize>,
    /// What was made of parts of it.
    floors: Vec<Floor>,
    found: FreedAside<Vec<Column>>,
}

impl Generator<'_, '_, '_, '_, '_> {
    /// Prices the sets that add creatures of the classes from `place` on.
    ///
    /// What a plain creature adds to a set changes nothing in a first step, and the active player can divide as it
    /// would without that creature, unless it was to deal damage past the blockers. So, with plain classes last:
    /// where the attacker dies anyway, or can't be killed by all that may yet be added, and nothing gets through, no
    /// larger set is better; and a set of more than the fewest that may block, whose last creature is plain, through
    /// which nothing gets and that can't kill the attacker, is no better than the smaller set that stopped the damage
    /// already: it is only a stepping stone. And nothing is better than the attacker's death at no cost, with all the
    /// life that can be gained.
    fn extend(&mut self, place: usize, state: &State) -> Result<(), SearchError> {
        let Some(class) = self.order.get(place).copied() else { return Ok(()) };
        if state.size >= self.demand.most || self.is_settled(place, state) {
            return Ok(());
        }
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_A_CHECK) {
            self.blockers.scorer.budget().check()?;
        }
        let (before, depth, floors) = (*state, self.path.len(), self.floors.len());
        let mut state = *state;
        self.groups.push((class, 0));
        for _ in 0..self.blockers.classes.members[class].len() {
            if state.size >= self.demand.most {
                break;
            }
            state.used += self.blockers.classes.one(class);
            state.size += 1;
            state.damage = state.damage.saturating_add(self.damage[class]);
            state.early = state.early.saturating_add(self.early.each(class));
            state.link = state.link.saturating_add(self.blockers.links[class]);
            state.asked += self.demand.asked(class);
            if let Some(group) = self.groups.last_mut() {
                group.1 += 1;
            }
            if self.is_barren() {
                break;
            }
            let kills = self.mortal && state.damage >= self.toughness;
            let plain = !self.special[class];
            let enough = self.demand.enough();
            let stone = state.size < self.demand.least || plain && state.size > enough && !state.through && !kills;
            if !stone && !self.bound.as_ref().is_some_and(|bound| bound.is_idle(&self.groups)) {
                let priced = self.price()?;
                state.through &= priced.through;
                let closed = priced.dies
                    && !priced.through
                    && plain
                    && state.size >= enough
                    && !self.takes_part(&priced.options);
                let obeyed = self.demand.obeyed(&self.groups);
                if let Some(floor) = self.floor(&state, &priced.options, obeyed, priced.dies) {
                    state.floor = Some(self.floors.len());
                    self.floors.push(floor);
                }
                let dominated = self.path.iter().any(|column| self.found[*column].beats(&priced.options));
                if !dominated {
                    self.found.push(Column::new(state.used, &self.groups, priced.options, obeyed));
                    self.path.push(self.found.len() - 1);
                }
                if closed {
                    break;
                }
            }
            self.extend(place + 1, &state)?;
            if self.is_settled(place, &state) {
                break;
            }
        }
        self.groups.pop();
        self.path.truncate(depth);
        self.floors.truncate(floors);
        self.extend(place + 1, &before)
    }

    /// Whether the set, and every larger one, has a creature twice or one that stands in where it is of no use.
    fn is_barren(&self) -> bool {
        match (&self.bound, self.blockers.stand_ins) {
            (Some(bound), _) => bound.is_barren(&self.groups),
            (None, stand_ins) => stand_ins.is_some_and(|stand_ins| stand_ins.has_twice(&self.groups)),
        }
    }

    /// Whether no set with more creatures of the classes from `place` on can be better than all that it contains.
    fn is_settled(&self, place: usize, state: &State) -> bool {
        let plain = self.order.get(place).is_none_or(|class| !self.special[*class]);
        let deadly = self.mortal && state.damage.saturating_add(self.reach[place]) >= self.toughness;
        if plain && state.size >= self.demand.enough() && !state.through && !deadly {
            return true;
        }
        // Larger sets may be ahead for the number of blockers alone.
        if self.demand.wants_two() && state.size < self.demand.enough() {
            return false;
        }
        if self.is_beaten_by_floor(place, state) {
            return true;
        }
        // The best for the defenders that could be: the attacker dead, nothing lost, all life gained.
        let link = state.link.saturating_add(self.link[place]);
        let obeyed = self.demand.most_obeyed(state.asked + self.asked[place]) as i128;
        let floor =
            (if self.mortal { self.death } else { 0 }) - self.life * i128::from(link) - self.demand.weight * obeyed;
        self.standing().any(|options| {
            let is_least =
                |option: &Gain| option.value <= floor && option.sums.iter().take(self.sums).all(|sum| *sum <= -link);
            options.iter().all(is_least) && !self.takes_part(options)
        })
    }

    /// What came of the parts of the set that may do without more creatures: by "can't block alone" one may have to have
    /// a second.
    fn standing(&self) -> impl Iterator<Item = &SmallVec<[Gain; 1]>> {
        let columns = self.path.iter().map(|column| &self.found[*column]);
        let stands = |column: &&Column| !self.demand.wants_two() || column.size >= self.demand.enough();
        columns.filter(stands).map(|column| &column.options)
    }

    /// Whether something is taken of a capped power: then a larger set may take less of it.
    fn takes_part(&self, options: &[Gain]) -> bool {
        self.bound.is_some() && options.iter().any(|option| option.sums.iter().skip(self.sums).any(|part| *part > 0))
    }

    fn price(&mut self) -> Result<Played, SearchError> {
        *self.left = self.left.checked_sub(1).ok_or_else(too_many_sets)?;
        if self.left.is_multiple_of(SETS_A_NODE) {
            self.blockers.scorer.budget().spend(1)?;
        }
        if self.left.is_multiple_of(SETS_A_CHECK) {
            self.blockers.scorer.budget().check()?;
        }
        let stand_ins = self.blockers.stand_ins;
        let stands_in =
            stand_ins.is_some_and(|stand_ins| self.groups.iter().any(|(class, _)| *class >= stand_ins.first));
        let played = if stands_in {
            self.bound.as_ref().and_then(|bound| bound.play(&self.groups))
        } else {
            self.duel.as_ref().and_then(|duel| duel.play(&self.groups))
        };
        let mut played = match played {
            Some(played) => played,
            None if stands_in => self.least(),
            None => self.blockers.play_out(self.attacker, &self.groups)?,
        };
        let size = self.groups.iter().map(|(_, count)| count).sum();
        let obeyed = self.demand.obeyed(&self.groups) as i128;
        for option in &mut played.options {
            option.value -= self.demand.weight * obeyed;
        }
        match stand_ins {
            Some(stand_ins) => {
                let parts = match &self.bound {
                    Some(bound) => bound.parts(&self.groups),
                    None => stand_ins.no_parts(),
                };
                let shared = self.groups.iter().filter(|(class, _)| *class >= stand_ins.first).count();
                for option in &mut played.options {
                    stand_ins.set_rows(option, self.demand.sums(size, shared));
                    option.sums.extend_from_slice(&parts);
                }
            }
            None => played.options.iter_mut().for_each(|option| option.sums.extend(self.demand.sums(size, 0))),
        }
        Ok(played)
    }
}

impl Generator<'_, '_, '_, '_, '_> {
    /// Less than anything that can come of the set: the attacker dies for nothing, and its blockers gain all life.
    fn least(&self) -> Played {
        let links = self.groups.iter().map(|(class, count)| self.blockers.links[*class] * *count as i64);
        let link: i64 = links.sum();
        let mut gain = self.blockers.numbers.zero();
        gain.value = (if self.mortal { self.death } else { 0 }) - self.life * i128::from(link);
        gain.sums.iter_mut().for_each(|sum| *sum = -link);
        Played { options: SmallVec::from_elem(gain, 1), dies: false, through: true }
    }
}

impl Blockers<'_, '_, '_> {
    /// Plays a set out through the rules, whatever abilities there are.
    pub(super) fn play_out(
        &self,
        attacker: &DeclaredAttacker,
        groups: &[(usize, usize)],
    ) -> Result<Played, SearchError> {
        let members = groups.iter().flat_map(|(class, count)| &self.classes.members[*class][..*count]);
        let mut sorted: Vec<CreatureId> = members.copied().collect();
        sorted.sort_unstable();
        let blocks = sorted.into_iter().map(|blocker| (blocker, vec![attacker.creature])).collect();
        let part = Part { attackers: vec![self.numbers.alone(self.scorer.board(), attacker)], blocks };
        let combat = Combat::of(
            self.scorer.board(),
            part.attackers.iter(),
            part.blocks.iter().map(|(blocker, blocked)| (*blocker, blocked.as_slice())),
        );
        let mut played = Played { options: SmallVec::new(), dies: true, through: false };
        self.play_on(attacker, part.attackers[0].target, &combat, (0, &mut played))?;
        Ok(played)
    }

    /// Plays on from a step, before which the attacker has dealt so much to what it attacks; the blockers have no choice,
    /// since each blocks one attacker.
    fn play_on(
        &self,
        attacker: &DeclaredAttacker,
        target: Target,
        combat: &Combat<'_, '_>,
        (early, played): (i64, &mut Played),
    ) -> Result<(), SearchError> {
        let last = combat.steps().last() == Some(&combat.step());
        let answered = splits(self.scorer, combat, Side::Defending)?.swap_remove(0);
        let mut all = FreedAside::new(splits(self.scorer, combat, Side::Active)?);
        for mut rows in all.iter_mut().map(std::mem::take) {
            self.scorer.budget().check()?;
            rows.extend(&answered);
            let mut combat = combat.clone();
            combat.deal(&rows);
            if last {
                let tally = combat.finish();
                played.dies &= tally.died.contains(&attacker.creature);
                let dealt = tally.players.iter().map(|player| player.damage).chain(tally.loyalty.iter().copied());
                played.through |= dealt.chain(tally.defense.iter().copied()).any(|amount| amount > 0);
                offer(&mut played.options, self.numbers.gain_alone(self.scorer, attacker, early, &tally));
            } else {
                self.play_on(attacker, target, &combat, (dealt(combat.tally(), target), played))?;
            }
        }
        Ok(())
    }
}

mod every;
mod floor;

pub(super) use every::sets_of;

#[cfg(test)]
mod tests;
