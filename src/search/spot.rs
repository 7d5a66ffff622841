//! What announced damage comes to at each recipient, capped where more changes nothing.

use smallvec::SmallVec;

use crate::position::{Assignment, CreatureId, PlayerId, Recipient, Target};
use crate::rules::{Assigner, Combat, Condition, Dealt, Division, Fate};

/// Sums over all announced rows; which is which is [`Spots`]' knowledge.
pub(super) type Sums = SmallVec<[i64; 16]>;

/// Stands for a creature that dies, in the place of its marked damage.
const DEAD: i64 = -1;
/// Bits of a creature's flags: assigned deathtouch damage, shield counter used.
const DEATHTOUCH_ASSIGNED: i64 = 1;
const SHIELD_USED: i64 = 2;
/// A sum has 63 bits for conditions.
const CONDITION_LIMIT: usize = 62;

/// A creature that damage is assigned to; four sums: assigned, marked, counters, flags.
struct CreatureSpot {
    creature: CreatureId,
    /// What is lethal, where a condition asks.
    need: Option<i64>,
    fate: Fate,
    /// Whether marked damage on a survivor can matter in a later step.
    marks_matter: bool,
    /// Whether a later step follows, so that counters on a survivor matter.
    counters_matter: bool,
}

/// A player, planeswalker or battle; four sums: damage, damage as poison, toxic poison, assigned.
struct TargetSpot {
    target: Target,
    /// Loyalty or defense left; `None` for a player.
    left: Option<i64>,
}

/// The recipients of one side's damage in one step, with what is needed to sum up rows.
pub(super) struct Spots {
    creatures: Vec<CreatureSpot>,
    targets: Vec<TargetSpot>,
    /// Players with a lifelink creature among the assigners; one sum each.
    gainers: Vec<PlayerId>,
    /// Commanders among the assigners; one sum each: damage to players.
    commanders: Vec<CreatureId>,
    /// Distinct conditions; the last sum is a set of those that some row asks for.
    conditions: Vec<Condition>,
    /// What damage from each assigner to each recipient is.
    dealt: Vec<((CreatureId, Recipient), Dealt)>,
    /// Who controls each assigner.
    controllers: Vec<(CreatureId, PlayerId)>,
}

impl Spots {
    pub(super) fn new(combat: &Combat<'_, '_>, division: &Division) -> Spots {
        let board = combat.board();
        let mut spots = Spots {
            creatures: Vec::new(),
            targets: Vec::new(),
            gainers: Vec::new(),
            commanders: Vec::new(),
            conditions: Vec::new(),
            dealt: Vec::new(),
            controllers: Vec::new(),
        };
        for assigner in &division.assigners {
            let controller = board.position().creature(assigner.creature).controller;
            spots.controllers.push((assigner.creature, controller));
            if board.characteristics(assigner.creature).lifelink && !spots.gainers.contains(&controller) {
                spots.gainers.push(controller);
            }
            if board.position().creature(assigner.creature).commander {
                spots.commanders.push(assigner.creature);
            }
            for share in assigner.ways.iter().flatten() {
                let key = (assigner.creature, share.recipient);
                for condition in &share.conditions {
                    if !spots.conditions.contains(condition) {
                        spots.conditions.push(*condition);
                    }
                }
                if !spots.dealt.iter().any(|(other, _)| *other == key) {
                    spots.dealt.push((key, combat.dealt(assigner.creature, share.recipient)));
                }
                spots.note(combat, division, share.recipient);
            }
        }
        spots
    }

    fn note(&mut self, combat: &Combat<'_, '_>, division: &Division, recipient: Recipient) {
        match recipient {
            Recipient::Creature(creature) => {
                if self.creatures.iter().any(|spot| spot.creature == creature) {
                    return;
                }
                let Some(index) = combat.fighter_index(creature) else { return };
                let fighter = &combat.fighters()[index];
                let last = combat.steps().last() == Some(&combat.step());
                self.creatures.push(CreatureSpot {
                    creature,
                    need: division.lethal.iter().find(|(other, _)| *other == creature).map(|(_, need)| *need),
                    fate: combat.fate(fighter),
                    marks_matter: !last && combat.opponents_of(fighter).any(|other| combat.strikes_later(other)),
                    counters_matter: !last,
                });
            }
            Recipient::Target(target) => {
                if self.targets.iter().any(|spot| spot.target == target) {
                    return;
                }
                let position = combat.board().position();
                let left = match target {
                    Target::Player(_) => None,
                    Target::Planeswalker(_) => Some(combat.loyalty(target)),
                    Target::Battle(battle) => {
                        Some((position.battle(battle).defense - combat.tally().defense[battle.index()]).max(0))
                    }
                };
                self.targets.push(TargetSpot { target, left });
            }
        }
    }

    /// The sums of no rows.
    pub(super) fn nothing(&self) -> Sums {
        let count = 4 * (self.creatures.len() + self.targets.len()) + self.gainers.len() + self.commanders.len() + 1;
        SmallVec::from_elem(0, count)
    }

    fn dealt(&self, source: CreatureId, recipient: Recipient) -> Option<&Dealt> {
        self.dealt.iter().find(|(key, _)| *key == (source, recipient)).map(|(_, dealt)| dealt)
    }

    /// The most that can matter to a recipient; beyond it only lifelink counts. Players have no cap.
    pub(super) fn cap(&self, source: CreatureId, recipient: Recipient) -> i64 {
        self.levels(source, recipient).last().copied().unwrap_or(0)
    }

    /// The amounts at which something changes for a recipient, and those just below.
    pub(super) fn corners(&self, source: CreatureId, recipient: Recipient) -> SmallVec<[i64; 8]> {
        let levels = self.levels(source, recipient);
        let below = levels.iter().map(|level| level - 1).filter(|amount| *amount > 0);
        let mut corners: SmallVec<[i64; 8]> = below.chain(levels.iter().copied()).collect();
        corners.push(0);
        corners
    }

    /// The amounts above 0 at which something changes for a recipient: lethal, fatal, using up a shield counter; for a
    /// planeswalker or battle all that it has left.
    pub(super) fn levels(&self, source: CreatureId, recipient: Recipient) -> SmallVec<[i64; 4]> {
        let mut levels: SmallVec<[i64; 4]> = SmallVec::new();
        let (Some(dealt), Some(spot)) = (
            self.dealt(source, recipient),
            self.creatures.iter().find(|spot| Recipient::Creature(spot.creature) == recipient),
        ) else {
            let spot = self.targets.iter().find(|spot| Recipient::Target(spot.target) == recipient);
            levels.extend(spot.and_then(|spot| spot.left).filter(|left| *left > 0));
            return levels;
        };
        levels.push(self.lethal(source, recipient));
        if dealt.shielded {
            levels.push(1);
        } else if !dealt.prevented {
            levels.push(match (dealt.as_counters, spot.fate.damage) {
                (_, Some(_)) if dealt.deathtouch => 1,
                (true, Some(damage)) => damage.min(spot.fate.counters),
                (true, None) => spot.fate.counters,
                (false, Some(damage)) => damage,
                // Indestructible: marks count up to its toughness, where nothing more is needed to be lethal.
                (false, None) => {
                    if spot.marks_matter {
                        spot.fate.counters
                    } else {
                        0
                    }
                }
            });
        }
        levels.retain(|level| *level > 0);
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    /// What a source alone has to assign to a creature for it to be lethal, where a condition asks for that; else 0.
    pub(super) fn lethal(&self, source: CreatureId, recipient: Recipient) -> i64 {
        let spot = self.creatures.iter().find(|spot| Recipient::Creature(spot.creature) == recipient);
        let deathtouch = self.dealt(source, recipient).is_some_and(|dealt| dealt.deathtouch);
        let need = spot.and_then(|spot| spot.need).unwrap_or(0);
        if deathtouch { need.min(1) } else { need }
    }

    /// Whether there are more conditions than a set in one sum can hold.
    pub(super) fn too_many_conditions(&self) -> bool {
        self.conditions.len() > CONDITION_LIMIT
    }

    /// Adds the rows of one assigner, which assigns in its way number `way`.
    pub(super) fn add(&self, sums: &mut Sums, assigner: &Assigner, way: usize, rows: &[Assignment]) {
        let last = sums.len() - 1;
        let others = 4 * (self.creatures.len() + self.targets.len());
        let gainer = self
            .controllers
            .iter()
            .find(|(creature, _)| *creature == assigner.creature)
            .and_then(|(_, controller)| self.gainers.iter().position(|gainer| gainer == controller));
        for row in rows {
            let Some(dealt) = self.dealt(row.source, row.recipient) else { continue };
            match row.recipient {
                Recipient::Creature(creature) => {
                    let Some(index) = self.creatures.iter().position(|spot| spot.creature == creature) else {
                        continue;
                    };
                    self.creatures[index].add(
                        &mut sums[4 * index..4 * index + 4],
                        dealt,
                        assigner.deathtouch,
                        row.amount,
                    );
                }
                Recipient::Target(target) => {
                    let Some(index) = self.targets.iter().position(|spot| spot.target == target) else { continue };
                    let base = 4 * (self.creatures.len() + index);
                    self.targets[index].add(&mut sums[base..base + 4], dealt, row.amount);
                    if !dealt.prevented
                        && let Some(index) = self.commanders.iter().position(|commander| *commander == row.source)
                        && matches!(target, Target::Player(_))
                    {
                        sums[others + self.gainers.len() + index] += row.amount;
                    }
                }
            }
            if dealt.lifelink
                && !dealt.prevented
                && let Some(gainer) = gainer
            {
                sums[others + gainer] += row.amount;
            }
            let share = assigner.ways[way].iter().find(|share| share.recipient == row.recipient);
            for condition in share.into_iter().flat_map(|share| &share.conditions) {
                if let Some(index) = self.conditions.iter().position(|other| other == condition) {
                    sums[last] |= 1 << index;
                }
            }
        }
    }

    /// Whether all conditions hold that some row asks for.
    pub(super) fn conditions_hold(&self, sums: &Sums) -> bool {
        let asked = sums[sums.len() - 1];
        self.conditions.iter().enumerate().all(|(index, condition)| {
            asked & (1 << index) == 0
                || match condition {
                    Condition::Lethal(creature) => {
                        self.creatures.iter().position(|spot| spot.creature == *creature).is_some_and(|index| {
                            let need = self.creatures[index].need.unwrap_or(0);
                            sums[4 * index] >= need || sums[4 * index + 3] & DEATHTOUCH_ASSIGNED != 0
                        })
                    }
                    Condition::Loyalty(target) => {
                        self.targets.iter().position(|spot| spot.target == *target).is_some_and(|index| {
                            let assigned = sums[4 * (self.creatures.len() + index) + 3];
                            assigned >= self.targets[index].left.unwrap_or(0)
                        })
                    }
                }
        })
    }

    /// What the sums come to once everything is announced: what was only needed to judge it is left out.
    pub(super) fn effect(&self, sums: &Sums) -> Sums {
        let mut effect = sums.clone();
        let last = effect.len() - 1;
        effect[last] = 0;
        for (index, spot) in self.creatures.iter().enumerate() {
            let own = &mut effect[4 * index..4 * index + 4];
            own[0] = 0;
            if own[1] != DEAD && !spot.marks_matter {
                own[1] = 0;
            }
            if own[1] != DEAD && !spot.counters_matter {
                own[2] = 0;
            }
            own[3] &= SHIELD_USED;
        }
        for index in 0..self.targets.len() {
            effect[4 * (self.creatures.len() + index) + 3] = 0;
        }
        effect
    }
}

impl Spots {
    /// Turns an effect into numbers of which more is always more done: dying is the most.
    pub(super) fn make_comparable(&self, effect: &mut Sums) {
        for index in 0..self.creatures.len() {
            let own = &mut effect[4 * index..4 * index + 4];
            if own[1] == DEAD {
                own.fill(i64::MAX);
            }
        }
    }
}

impl CreatureSpot {
    fn add(&self, sums: &mut [i64], dealt: &Dealt, deathtouch: bool, amount: i64) {
        if let Some(need) = self.need {
            sums[0] = (sums[0] + amount).min(need);
            if deathtouch {
                sums[3] |= DEATHTOUCH_ASSIGNED;
            }
        }
        if dealt.shielded {
            sums[3] |= SHIELD_USED;
        }
        if dealt.prevented || sums[1] == DEAD {
            return;
        }
        if dealt.as_counters {
            sums[2] += amount;
        } else {
            sums[1] += amount;
        }
        let dies = self.fate.damage.is_some_and(|damage| sums[1] + sums[2] >= damage)
            || sums[2] >= self.fate.counters
            || self.fate.destructible && dealt.deathtouch;
        if dies {
            (sums[1], sums[2]) = (DEAD, 0);
        } else if !self.fate.destructible {
            sums[1] = sums[1].min(self.fate.counters.max(0));
        }
    }
}

impl TargetSpot {
    fn add(&self, sums: &mut [i64], dealt: &Dealt, amount: i64) {
        match self.left {
            Some(left) => {
                sums[3] = (sums[3] + amount).min(left);
                if !dealt.prevented {
                    sums[0] = (sums[0] + amount).min(left);
                }
            }
            None if dealt.prevented => {}
            None => {
                sums[if dealt.as_poison { 1 } else { 0 }] += amount;
                sums[2] += dealt.toxic;
            }
        }
    }
}
