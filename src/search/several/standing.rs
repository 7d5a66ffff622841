//! Duels with creatures that block other attackers as well, as bounds from below.
//!
//! Such a creature has its power once. Where what it deals to an attacker decides nothing but whether that one dies in
//! the end, or is dealt before the active player divides any damage, the defending players may as well settle it when
//! they block: then it stands in as one that deals what is needed or nothing, and all of that together is capped. Else
//! it has all of its power each time.
//!
//! It dies once. What an attacker can deal to it is a sum, and its death a goal that this sum reaches, like the end of a
//! planeswalker.
//!
//! Against it each attacker can do what it does in a duel, whatever the others do: then it receives no less, and it deals
//! no more. Only that it is gone after the first step can leave nothing to hit in the second, so that attackers'
//! lifelink is left out where some attacker strikes first.

use smallvec::SmallVec;

use super::sharing::Sharing;
use crate::rules::DeclaredAttacker;
use crate::search::duel::{Duel, Played};
use crate::search::fighter::Fighter;
use crate::search::gain::{Gain, offer};
use crate::search::score::Scorer;

/// How a creature that blocks several fights against one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// With all of its power, which is not capped.
    Full,
    /// It deals nothing.
    Idle,
    /// It deals what is needed for the attacker to die in the end.
    Killer,
    /// It strikes first, and deals what is needed for the attacker to die before it strikes.
    Early,
}

/// A creature that stands in for one that blocks several.
#[derive(Clone, Debug)]
pub(in crate::search) struct StandIn {
    /// Which of the sharers.
    pub(in crate::search) sharer: usize,
    role: Role,
}

/// The classes of the candidates and, after them, stand-ins.
#[derive(Debug)]
pub(in crate::search) struct StandIns<'a> {
    sharing: &'a Sharing,
    pub(in crate::search) all: Vec<StandIn>,
    /// Where the stand-ins begin.
    pub(in crate::search) first: usize,
    /// As they fight, with all of their power; those that stand in die for nothing.
    pub(in crate::search) fighters: Vec<Option<Fighter>>,
    /// The same, and then each sharer with every part of its power that is capped.
    parts: Vec<Option<Fighter>>,
    /// For each sharer where those begin.
    places: Vec<usize>,
    /// The same where nobody dies.
    unharmed: Vec<Option<Fighter>>,
}

/// A set as duels know it, with what it takes of each sharer's power.
struct Set {
    groups: SmallVec<[(usize, usize); 8]>,
    taken: SmallVec<[(usize, i64); 4]>,
}

/// What the blockers of a set deal, in the first step and in all.
#[derive(Clone, Copy, Default)]
struct Blows {
    first: i64,
    all: i64,
    poisoned_first: bool,
    poisoned: bool,
}

impl Blows {
    fn add(&mut self, fighter: &Fighter, power: i64, count: usize) {
        let damage = power * count as i64;
        let poisoned = fighter.deathtouch && damage > 0;
        self.all += damage * if fighter.double { 2 } else { 1 };
        self.poisoned |= poisoned;
        if fighter.first {
            self.first += damage;
            self.poisoned_first |= poisoned;
        }
    }
}

impl<'a> StandIns<'a> {
    pub(super) fn new(sharing: &'a Sharing, own: &[Option<Fighter>]) -> StandIns<'a> {
        let mut all = Vec::new();
        let mut fighters = own.to_vec();
        for (number, sharer) in sharing.sharers.iter().enumerate() {
            let roles: &[Role] = match (sharer.most_part, sharer.strikes_first()) {
                (None, _) => &[Role::Full],
                (Some(_), false) => &[Role::Full, Role::Idle, Role::Killer],
                (Some(_), true) => &[Role::Full, Role::Idle, Role::Killer, Role::Early],
            };
            for role in roles {
                all.push(StandIn { sharer: number, role: *role });
                fighters.push(sharer.fighter.clone().map(|fighter| Fighter { death: 0, ..fighter }));
            }
        }
        let mut parts = fighters.clone();
        let mut places = Vec::new();
        for sharer in &sharing.sharers {
            places.push(parts.len());
            let part = |power| sharer.fighter.clone().map(|fighter| Fighter { death: 0, power, ..fighter });
            parts.extend(sharer.most_part.iter().flat_map(|most| (0..=*most).map(part)));
        }
        let unharmed =
            |fighter: &Option<Fighter>| fighter.clone().map(|it| Fighter { death: 0, indestructible: true, ..it });
        let unharmed = parts.iter().map(unharmed).collect();
        StandIns { sharing, all, first: own.len(), fighters, parts, places, unharmed }
    }

    /// One of the stand-ins of a sharer.
    pub(super) fn class_of(&self, sharer: usize) -> usize {
        self.first + self.all.iter().position(|stand_in| stand_in.sharer == sharer).unwrap_or(0)
    }

    /// Nothing of the capped powers.
    pub(in crate::search) fn no_parts(&self) -> SmallVec<[i64; 4]> {
        SmallVec::from_elem(0, self.sharing.caps.len())
    }

    /// Whether a class stands in for a sharer before the others that do.
    pub(super) fn is_first(&self, class: usize) -> bool {
        class.checked_sub(self.first).is_some_and(|index| self.class_of(self.all[index].sharer) == class)
    }

    /// Sets the capped sums of a gain.
    pub(in crate::search) fn set_rows(&self, gain: &mut Gain, sums: impl Iterator<Item = i64>) {
        self.sharing.set_rows(gain, sums);
    }

    /// Whether a stand-in may be one in a set against an attacker, alone or with others.
    fn stands_against(&self, stand_in: &StandIn, attacker: &Fighter, alone: bool) -> bool {
        let sharer = &self.sharing.sharers[stand_in.sharer];
        // One that strikes first may choose whom to kill before the others strike back; one blocker leaves no choice.
        let settled = (!attacker.first || alone && !sharer.strikes_first())
            && (!sharer.strikes_first() || !self.sharing.early)
            && sharer.most_part.is_some();
        settled == (stand_in.role != Role::Full)
    }

    fn of<'s>(&'s self, groups: &'s [(usize, usize)]) -> impl Iterator<Item = &'s StandIn> + 's {
        groups.iter().filter_map(|(class, _)| class.checked_sub(self.first)).map(|index| &self.all[index])
    }

    /// Whether a set has a sharer twice.
    pub(in crate::search) fn has_twice(&self, groups: &[(usize, usize)]) -> bool {
        let mut seen = 0u32;
        groups.iter().any(|(class, _)| {
            let sharer = match class.checked_sub(self.first) {
                Some(index) => Some(self.all[index].sharer),
                None => self.sharing.of_class(*class),
            };
            let bit = sharer.map_or(0, |sharer| 1 << sharer);
            let twice = seen & bit != 0;
            seen |= bit;
            twice
        })
    }

    /// What a set is against an attacker; `None` where one of it is of no use so.
    fn set(&self, groups: &[(usize, usize)], attacker: &Fighter) -> Option<Set> {
        let mut blows = Blows::default();
        let mut killers: SmallVec<[&StandIn; 4]> = SmallVec::new();
        let mut set = Set { groups: SmallVec::new(), taken: SmallVec::new() };
        for (class, count) in groups {
            let stand_in = class.checked_sub(self.first).map(|index| &self.all[index]);
            match stand_in.map(|stand_in| stand_in.role) {
                Some(Role::Killer | Role::Early) => killers.extend(stand_in),
                Some(Role::Idle) => set.groups.push((self.places[self.all[class - self.first].sharer], 1)),
                Some(Role::Full) | None => {
                    set.groups.push((*class, *count));
                    if let Some(fighter) = &self.fighters[*class] {
                        blows.add(fighter, fighter.power, *count);
                    }
                }
            }
        }
        if killers.is_empty() {
            return Some(set);
        }
        if attacker.indestructible || blows.poisoned_first || blows.first >= attacker.left {
            return None;
        }
        let early = killers.iter().any(|killer| killer.role == Role::Early);
        let need = attacker.left - if early { blows.first } else { blows.all };
        // Where the others kill it in the end, or nothing comes after the first step, there is but one way.
        if !early && (blows.poisoned || need <= 0) || killers.iter().any(|killer| early != (killer.role == Role::Early))
        {
            return None;
        }
        let late = |killer: &&StandIn| !early && self.sharing.sharers[killer.sharer].strikes_first();
        if killers.iter().all(late) && blows.all == blows.first {
            return None;
        }
        let most = |killer: &StandIn| self.sharing.sharers[killer.sharer].most_part.unwrap_or(0);
        let deathtouch = |fighter: &Fighter| fighter.deathtouch;
        let poisons = |killer: &StandIn| {
            self.sharing.sharers[killer.sharer].fighter.as_ref().is_some_and(deathtouch) && most(killer) > 0
        };
        let need = if killers.iter().any(|killer| poisons(killer)) { 1 } else { need };
        let together: i64 = killers.iter().map(|killer| most(killer)).sum();
        if together < need || killers.iter().any(|killer| most(killer) == 0) {
            return None;
        }
        let alone = killers.len() == 1;
        for killer in &killers {
            // One of several deals at least what the others can't.
            let taken = (need - (together - most(killer))).max(0);
            let part = if alone { need } else { most(killer) };
            set.groups.push((self.places[killer.sharer] + part as usize, 1));
            set.taken.push((killer.sharer, taken));
        }
        Some(set)
    }

    /// Duels of an attacker; `None` where it has more to it than numbers.
    pub(in crate::search) fn against(
        &self,
        scorer: &Scorer<'_, '_>,
        attacker: &DeclaredAttacker,
    ) -> Option<BoundDuel<'_>> {
        let numbers = &self.sharing.numbers;
        let fighter = Fighter::attacker(scorer, numbers, attacker)?;
        let duel = Duel::new(scorer, numbers, attacker, &self.parts)?;
        let held = Duel::new(scorer, numbers, attacker, &self.unharmed)?.without_trample();
        let tramples = scorer.board().characteristics(attacker.creature).trample;
        let (duel, held) =
            if self.sharing.early { (duel.without_lifelink(), held.without_lifelink()) } else { (duel, held) };
        Some(BoundDuel { stand_ins: self, fighter, tramples, duel, held })
    }
}

/// An attacker against sets with creatures that block others as well.
pub(in crate::search) struct BoundDuel<'a> {
    stand_ins: &'a StandIns<'a>,
    pub(in crate::search) fighter: Fighter,
    tramples: bool,
    duel: Duel<'a>,
    /// Nobody dies by it, and nothing gets through.
    held: Duel<'a>,
}

impl BoundDuel<'_> {
    /// Whether a set has a creature twice, or one that is of no use as it stands in.
    pub(in crate::search) fn is_idle(&self, groups: &[(usize, usize)]) -> bool {
        let alone = groups.iter().map(|(_, count)| count).sum::<usize>() == 1;
        let mut stand_ins = self.stand_ins.of(groups);
        stand_ins.any(|stand_in| !self.stand_ins.stands_against(stand_in, &self.fighter, alone))
            || self.stand_ins.has_twice(groups)
            || self.stand_ins.set(groups, &self.fighter).is_none()
    }

    /// Whether a set and all larger ones are that.
    pub(in crate::search) fn is_barren(&self, groups: &[(usize, usize)]) -> bool {
        let idle = |stand_in: &StandIn| !self.stand_ins.stands_against(stand_in, &self.fighter, false);
        let alone = groups.iter().map(|(_, count)| count).sum::<usize>() == 1;
        let of_use_alone = |stand_in: &StandIn| alone && self.stand_ins.stands_against(stand_in, &self.fighter, true);
        self.stand_ins.of(groups).any(|stand_in| idle(stand_in) && !of_use_alone(stand_in))
            || self.stand_ins.has_twice(groups)
    }

    /// What a set takes of the capped powers.
    pub(in crate::search) fn parts(&self, groups: &[(usize, usize)]) -> SmallVec<[i64; 4]> {
        let taken = self.stand_ins.set(groups, &self.fighter).map(|set| set.taken).unwrap_or_default();
        let sharers = self.stand_ins.sharing.sharers.iter().enumerate();
        let capped = sharers.filter(|(_, sharer)| sharer.most_part.is_some());
        let of = |number: usize| taken.iter().filter(|(sharer, _)| *sharer == number).map(|(_, part)| part).sum();
        capped.map(|(number, _)| of(number)).collect()
    }

    /// Bounds from below on what comes of a set; `None` where numbers don't do.
    pub(in crate::search) fn play(&self, groups: &[(usize, usize)]) -> Option<Played> {
        let Set { groups: known, .. } = self.stand_ins.set(groups, &self.fighter)?;
        // Who can kill before others gain life by their blows may want to leave them that.
        let fights = |class: &usize| self.stand_ins.fighters[*class].as_ref();
        let early = |stand_in: &StandIn| {
            stand_in.role == Role::Full && self.stand_ins.sharing.sharers[stand_in.sharer].strikes_first()
        };
        let late = |fighter: &Fighter| fighter.lifelink && fighter.strikes_last();
        if self.stand_ins.of(groups).any(early) && groups.iter().any(|(class, _)| fights(class).is_some_and(late)) {
            return None;
        }
        let mut played = self.duel.play(&known)?;
        let sharers: SmallVec<[usize; 4]> = self.stand_ins.of(groups).map(|stand_in| stand_in.sharer).collect();
        let dealt = self.dealt(&known);
        let others: SmallVec<[(usize, usize); 8]> =
            groups.iter().copied().filter(|(class, _)| *class < self.stand_ins.first).collect();
        let all: i64 = known.iter().filter_map(|(class, count)| Some(self.cost(*class)? * *count as i64)).sum();
        if others.is_empty() && sharers.len() == 1 || self.tramples && all <= dealt && !self.fighter.first {
            // All goes there; a trampler assigns lethal damage at least (CR 702.19b).
            for option in &mut played.options {
                sharers.iter().for_each(|sharer| self.hit(option, *sharer, dealt));
            }
            return Some(played);
        }
        let held = self.held.play(&known)?;
        let once = held.options.len() == 1 && !self.fighter.first;
        for option in held.options {
            let mut killed: SmallVec<[usize; 8]> = SmallVec::from_elem(0, others.len());
            loop {
                let (mut worth, mut spent) = (0, 0);
                for ((class, _), count) in others.iter().zip(&killed) {
                    let fighter = self.stand_ins.fighters[*class].as_ref()?;
                    worth += if fighter.indestructible { 0 } else { fighter.death * *count as i128 };
                    spent += self.cost(*class)? * *count as i64;
                }
                if spent <= dealt {
                    for sharer in &sharers {
                        let mut option = option.clone();
                        option.value += worth;
                        self.hit(&mut option, *sharer, dealt - spent);
                        offer(&mut played.options, option);
                    }
                }
                // What is killed by one that strikes first doesn't strike back: that is left out.
                if !once || !next(&mut killed, &others) {
                    break;
                }
            }
        }
        Some(played)
    }

    /// Lethal damage for one of a class (CR 702.19b, 702.2c).
    fn cost(&self, class: usize) -> Option<i64> {
        let left = self.stand_ins.parts[class].as_ref()?.left;
        Some(if self.fighter.deathtouch { left.min(1) } else { left })
    }

    /// Deals damage to a sharer.
    fn hit(&self, option: &mut Gain, sharer: usize, damage: i64) {
        let sharer = &self.stand_ins.sharing.sharers[sharer];
        if let Some((sum, fighter)) = sharer.sum.zip(sharer.fighter.as_ref()) {
            let left = fighter.left;
            option.sums[sum] = if self.fighter.deathtouch && damage > 0 { left } else { damage.min(left) };
        }
    }

    /// How much damage it deals at least before it dies.
    fn dealt(&self, known: &[(usize, usize)]) -> i64 {
        let Fighter { power, left, first, double, indestructible, .. } = self.fighter;
        let mut blows = Blows::default();
        for (class, count) in known {
            if let Some(fighter) = &self.stand_ins.parts[*class] {
                blows.add(fighter, fighter.power, *count);
            }
        }
        let early = !indestructible && (blows.first >= left || blows.poisoned_first);
        match (first, early) {
            (false, true) => 0,
            (true, false) if double => 2 * power,
            _ => power,
        }
    }
}

/// The next way to kill some of each group, if there is one.
fn next(killed: &mut [usize], groups: &[(usize, usize)]) -> bool {
    for (killed, (_, count)) in killed.iter_mut().zip(groups) {
        if *killed < *count {
            *killed += 1;
            return true;
        }
        *killed = 0;
    }
    false
}
