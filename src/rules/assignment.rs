//! Who divides how much combat damage among what, and what must be lethal first (CR 510.1, 702.19).
//!
//! The conditions are data: the predicate here, the enumeration of splits and the encoder of the integer program all
//! read the same [`Division`].

use super::combat::{Combat, Fighter, Side};
use super::reason::Reason;
use crate::position::{Assignment, CreatureId, Recipient, Step, Target};

/// What must hold of the whole announced damage of a side for a [`Share`] to be more than 0 (CR 510.1e).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The creature is assigned lethal damage: enough from all together, or some from a source with deathtouch
    /// (CR 702.19b, 702.2c).
    Lethal(CreatureId),
    /// The attacked planeswalker is assigned damage at least equal to its loyalty, from all together (CR 702.19c).
    Loyalty(Target),
}

/// Something that a creature may assign damage to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// What.
    pub recipient: Recipient,
    /// What must hold if any damage is assigned to it.
    pub conditions: Vec<Condition>,
}

/// A creature that assigns damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assigner {
    /// Which creature.
    pub creature: CreatureId,
    /// How much, all of it (CR 510.1a); 1 or more.
    pub amount: i64,
    /// Whether it has deathtouch.
    pub deathtouch: bool,
    /// The ways it may assign: in each, the whole amount is divided among the shares. One way, or two for a creature
    /// that may assign as though it weren't blocked. None is empty.
    pub ways: Vec<Vec<Share>>,
    /// Whether it may assign nothing: as a blocked creature without blockers (CR 510.1c) that need not make use of
    /// assigning as though it weren't blocked.
    pub may_decline: bool,
}

/// All that one side divides in one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// In which step.
    pub step: Step,
    /// The creatures that assign, in file order; those with nothing to assign, or nothing to assign it to, are left out.
    pub assigners: Vec<Assigner>,
    /// Damage that is lethal for each creature that a condition names: toughness less what is marked, at least 0.
    pub lethal: Vec<(CreatureId, i64)>,
    /// Loyalty of each planeswalker that a condition names.
    pub loyalty: Vec<(Target, i64)>,
}

impl Combat<'_, '_> {
    /// What `side` divides in the coming step.
    pub fn division(&self, side: Side) -> Division {
        let range = match side {
            Side::Active => 0..self.attacker_count(),
            Side::Defending => self.attacker_count()..self.fighters().len(),
        };
        let mut division =
            Division { step: self.step(), assigners: Vec::new(), lethal: Vec::new(), loyalty: Vec::new() };
        for fighter in &self.fighters()[range] {
            let amount = self.amount(fighter);
            if amount == 0 || !self.strikes(fighter) {
                continue;
            }
            let ways = match fighter.target {
                Some(target) => self.attacker_ways(fighter, target),
                // CR 510.1d: a blocker divides among what it blocks; trample is for attackers only (CR 702.19a).
                None => vec![self.opponents_of(fighter).map(|f| free(Recipient::Creature(f.creature))).collect()],
            };
            let may_decline = ways.len() > 1 && ways[0].is_empty();
            let ways: Vec<Vec<Share>> = ways.into_iter().filter(|way| !way.is_empty()).collect();
            if !ways.is_empty() {
                let deathtouch = self.board().characteristics(fighter.creature).deathtouch;
                division.assigners.push(Assigner { creature: fighter.creature, amount, deathtouch, ways, may_decline });
            }
        }
        division.note_thresholds(self);
        division
    }

    /// The opponents of a fighter that are still there.
    pub fn opponents_of<'a>(&'a self, fighter: &'a Fighter) -> impl Iterator<Item = &'a Fighter> + 'a {
        fighter.opponents.iter().map(|index| &self.fighters()[*index]).filter(|opponent| opponent.alive)
    }

    fn attacker_ways(&self, fighter: &Fighter, target: Target) -> Vec<Vec<Share>> {
        let it = self.board().characteristics(fighter.creature);
        // CR 510.1b; as an unblocked creature would assign.
        let unblocked = || self.beyond_blockers(fighter, target, &[]);
        if !fighter.blocked {
            return vec![unblocked()];
        }
        let blockers: Vec<CreatureId> = self.opponents_of(fighter).map(|blocker| blocker.creature).collect();
        let mut way: Vec<Share> = blockers.iter().map(|blocker| free(Recipient::Creature(*blocker))).collect();
        // CR 510.1c: without trample all of it stays on the blockers. CR 702.19d: with no blockers left a trampler
        // assigns all of it beyond them.
        if it.trample {
            way.extend(self.beyond_blockers(fighter, target, &blockers));
        }
        let mut ways = vec![way];
        if it.as_though_unblocked {
            ways.push(unblocked());
        }
        ways
    }

    /// What an attacker may assign to past its blockers (CR 702.19b-f).
    fn beyond_blockers(&self, fighter: &Fighter, target: Target, blockers: &[CreatureId]) -> Vec<Share> {
        let it = self.board().characteristics(fighter.creature);
        let lethal: Vec<Condition> = blockers.iter().map(|blocker| Condition::Lethal(*blocker)).collect();
        let mut shares = Vec::new();
        // CR 506.4c: what has left combat is assigned nothing.
        let there = self.is_there(target);
        if there {
            shares.push(Share { recipient: Recipient::Target(target), conditions: lethal.clone() });
        }
        if let Target::Planeswalker(_) = target
            && it.trample_over_planeswalkers
        {
            // CR 702.19c, and 702.19e where the planeswalker is gone.
            let mut conditions = lethal;
            if there {
                conditions.push(Condition::Loyalty(target));
            }
            let controller = Target::Player(self.board().position().defender_of(target));
            shares.push(Share { recipient: Recipient::Target(controller), conditions });
        }
        shares
    }
}

/// A share that asks for nothing.
fn free(recipient: Recipient) -> Share {
    Share { recipient, conditions: Vec::new() }
}

impl Division {
    fn note_thresholds(&mut self, combat: &Combat<'_, '_>) {
        let conditions = self.assigners.iter().flat_map(|assigner| assigner.ways.iter().flatten());
        for condition in conditions.flat_map(|share| &share.conditions) {
            match condition {
                Condition::Lethal(creature) => {
                    if let Some(index) = combat.fighter_index(*creature) {
                        // CR 702.19b: only what is marked and what is assigned now counts, not what would be prevented.
                        let fighter = &combat.fighters()[index];
                        self.lethal.push((*creature, (fighter.toughness - fighter.marked).max(0)));
                    }
                }
                Condition::Loyalty(target) => self.loyalty.push((*target, combat.loyalty(*target))),
            }
        }
        self.lethal.sort_unstable();
        self.lethal.dedup();
        self.loyalty.sort_unstable();
        self.loyalty.dedup();
    }

    /// Whether a condition holds when a side has announced `rows`.
    pub fn holds(&self, condition: Condition, rows: &[Assignment]) -> bool {
        let assigned_to = |recipient: Recipient| -> i64 {
            rows.iter().filter(|row| row.recipient == recipient).map(|row| row.amount).sum()
        };
        match condition {
            Condition::Lethal(creature) => {
                let recipient = Recipient::Creature(creature);
                let need = self.lethal.iter().find(|(other, _)| *other == creature).map_or(0, |(_, need)| *need);
                assigned_to(recipient) >= need
                    || rows.iter().any(|row| {
                        row.recipient == recipient
                            && row.amount > 0
                            && self.assigners.iter().any(|a| a.creature == row.source && a.deathtouch)
                    })
            }
            Condition::Loyalty(target) => {
                let need = self.loyalty.iter().find(|(other, _)| *other == target).map_or(0, |(_, need)| *need);
                assigned_to(Recipient::Target(target)) >= need
            }
        }
    }

    /// Everything that is wrong with what a side announces for this step; rows of its other creatures, of the other
    /// side and of other steps are the caller's to keep out. An empty list means legal.
    pub fn violations(&self, combat: &Combat<'_, '_>, rows: &[Assignment]) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let board = combat.board();
        for row in rows {
            let amount = self.assigners.iter().find(|a| a.creature == row.source).map(|assigner| assigner.amount);
            if row.amount != 0 && amount.is_none() {
                let text = format!("{} assigns no damage in the {} step", board.name(row.source), self.step.name());
                // Either it doesn't strike in this step, or has no power, or nothing is left to assign to.
                let fighter = combat.fighter_index(row.source).map(|index| &combat.fighters()[index]);
                let would = fighter.is_some_and(|f| combat.strikes(f) && combat.amount(f) > 0);
                let rule = match fighter {
                    Some(fighter) if would && fighter.target.is_none() => "510.1d",
                    Some(fighter) if would && fighter.blocked => "510.1c",
                    Some(_) if would => "510.1b",
                    _ => "510.1a",
                };
                reasons.push(Reason::new(rule, text));
            }
        }
        for assigner in &self.assigners {
            let own: Vec<&Assignment> =
                rows.iter().filter(|row| row.source == assigner.creature && row.amount != 0).collect();
            let total: i64 = own.iter().map(|row| row.amount).sum();
            let id = board.name(assigner.creature);
            if total != assigner.amount && !(total == 0 && assigner.may_decline) {
                let text =
                    format!("{id} assigns {total} damage in the {} step, not {}", self.step.name(), assigner.amount);
                reasons.push(Reason::new("510.1a", text));
            }
            let mut ways = assigner.ways.iter().map(|way| self.way_violations(combat, assigner, way, &own, rows));
            let best = ways.next().unwrap_or_default();
            if !best.is_empty() && !ways.any(|other| other.is_empty()) {
                reasons.extend(best);
            }
        }
        reasons
    }

    fn way_violations(
        &self,
        combat: &Combat<'_, '_>,
        assigner: &Assigner,
        way: &[Share],
        own: &[&Assignment],
        rows: &[Assignment],
    ) -> Vec<Reason> {
        let board = combat.board();
        let position = board.position();
        let id = board.name(assigner.creature);
        let mut reasons = Vec::new();
        for row in own {
            let recipient = position.recipient_id(row.recipient);
            let Some(share) = way.iter().find(|share| share.recipient == row.recipient) else {
                let rule = wrong_recipient_rule(combat, assigner.creature, row.recipient);
                reasons.push(Reason::new(rule, format!("{id} can't assign damage to {recipient}")));
                continue;
            };
            for condition in share.conditions.iter().filter(|condition| !self.holds(**condition, rows)) {
                reasons.push(match condition {
                    Condition::Lethal(blocker) => Reason::new(
                        "702.19b",
                        format!(
                            "{id} assigns damage to {recipient}, but {} is not assigned lethal damage",
                            board.name(*blocker)
                        ),
                    ),
                    Condition::Loyalty(walker) => Reason::new(
                        "702.19c",
                        format!(
                            "{id} assigns damage to {recipient}, but {} is assigned less than its loyalty",
                            position.target_id(*walker)
                        ),
                    ),
                });
            }
        }
        reasons
    }
}

/// The rule by which a creature can't assign damage to something that it has no share in.
fn wrong_recipient_rule(combat: &Combat<'_, '_>, creature: CreatureId, recipient: Recipient) -> &'static str {
    let fighter = combat.fighter_index(creature).map(|index| &combat.fighters()[index]);
    let Some((fighter, target)) = fighter.and_then(|fighter| fighter.target.map(|target| (fighter, target))) else {
        return "510.1d";
    };
    let tramples = combat.board().characteristics(creature).trample;
    let to_player = matches!(recipient, Recipient::Target(Target::Player(_)));
    match target {
        // Trample never spills from what is attacked to its controller or protector.
        Target::Planeswalker(_) if tramples && to_player => "702.19f",
        Target::Battle(_) if tramples && to_player && fighter.blocked => "702.19b",
        _ if fighter.blocked => "510.1c",
        _ => "510.1b",
    }
}
