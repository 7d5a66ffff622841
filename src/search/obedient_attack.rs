//! The most requirements that an attack can obey (CR 508.1d), by flows: quick on boards of any size, with a proof or no
//! answer.
//!
//! Each requirement is about one creature, so that an attack obeys what its creatures obey one by one. What a creature
//! attacks is a path from it to a target, and restrictions on how many attack are bounds on a flow. That a creature
//! attacks only together with one of some others is left out: then the flow is a bound, and where the rules find nothing
//! wrong with the attack that it stands for, no attack obeys more.

use rustc_hash::FxHashSet;

use super::attacks::AttackChoices;
use super::flow::{Network, Work};
use crate::position::{Attack, CreatureId, Target};
use crate::rules::{
    AttackRestriction, Board, attack_restrictions, unobeyed_attack_requirements, whole_attack_restrictions,
};

/// How much work it may be.
const WORK: u64 = 400_000;

/// A creature with what it may do and how many requirements that obeys.
type Able<'a> = (CreatureId, &'a [(Option<Target>, usize)]);

/// What restrictions say of one creature.
#[derive(Clone, Debug, Default)]
struct Bond {
    /// How many others have to attack with it.
    others: i64,
    /// Whether others have to stay home.
    alone: bool,
    /// Whether it needs one of certain others.
    companion: bool,
}

/// Everything that restricts attacks as wholes.
struct Bonds {
    own: Vec<Bond>,
    /// Creatures that some creature needs.
    wanted: FxHashSet<CreatureId>,
    /// How many may attack, and how many each player.
    most: i64,
    at_player: Vec<(Target, i64)>,
}

impl Bonds {
    fn new(board: &Board<'_>, creatures: &[CreatureId]) -> Bonds {
        let mut bonds = Bonds {
            own: vec![Bond::default(); creatures.len()],
            wanted: FxHashSet::default(),
            most: creatures.len() as i64,
            at_player: Vec::new(),
        };
        for limit in whole_attack_restrictions(board) {
            let (AttackRestriction::NeedsOthers(creature, _)
            | AttackRestriction::OnlyAlone(creature)
            | AttackRestriction::NeedsOneOf(creature, _)
            | AttackRestriction::AtMost(creature, _)
            | AttackRestriction::AtMostAtPlayer(creature, ..)) = limit;
            let own = creatures.binary_search(&creature).ok();
            match (limit, own) {
                (AttackRestriction::AtMost(_, most), _) => bonds.most = bonds.most.min(most),
                (AttackRestriction::AtMostAtPlayer(_, player, most), _) => {
                    bonds.at_player.push((Target::Player(player), most));
                }
                (AttackRestriction::NeedsOthers(_, others), Some(index)) => {
                    bonds.own[index].others = bonds.own[index].others.max(others);
                }
                (AttackRestriction::OnlyAlone(_), Some(index)) => bonds.own[index].alone = true,
                (AttackRestriction::NeedsOneOf(_, companions), Some(index)) => {
                    bonds.own[index].companion = true;
                    bonds.wanted.extend(companions);
                }
                // Of a creature that can't attack anyway.
                (_, None) => {}
            }
        }
        bonds
    }

    fn most_at(&self, target: Target) -> i64 {
        let at = self.at_player.iter().filter(|(player, _)| *player == target).map(|(_, most)| *most);
        at.min().unwrap_or(self.most)
    }
}

/// The most requirements that an attack without a broken restriction obeys, and such an attack; `None` where flows don't
/// prove it.
pub(super) fn most_by_flows(choices: &AttackChoices<'_, '_>) -> Option<(usize, Attack)> {
    let board = choices.board();
    let all: Vec<Able<'_>> = choices.creatures().collect();
    let creatures: Vec<CreatureId> = all.iter().map(|(creature, _)| *creature).collect();
    let bonds = Bonds::new(board, &creatures);
    let mut work = Work(WORK);
    let mut bound = 0;
    // Nobody attacking breaks no restriction.
    let mut found: Vec<Attack> = vec![Attack::default()];
    for ((creature, own), bond) in all.iter().zip(&bonds.own).filter(|(_, bond)| bond.others <= 0 && !bond.companion) {
        let able = own.iter().filter_map(|(target, obeyed)| Some(((*target)?, *obeyed)));
        let able = able.filter(|(target, _)| bonds.most_at(*target) >= 1);
        if bonds.most >= 1
            && bond.alone
            && let Some((target, obeyed)) = able.max_by_key(|(_, obeyed)| *obeyed)
        {
            bound = bound.max(obeyed);
            found.push(Attack(vec![(*creature, target)]));
        }
    }
    // How many attack decides which creatures may: those that need no more.
    let mut sizes: Vec<i64> = bonds.own.iter().map(|bond| bond.others.max(0) + 1).collect();
    sizes.sort_unstable();
    sizes.dedup();
    for size in sizes.into_iter().filter(|size| *size <= bonds.most) {
        let able = all.iter().zip(&bonds.own).filter(|(_, bond)| !bond.alone && bond.others < size);
        let able: Vec<_> = able.map(|(own, _)| *own).collect();
        if let Some((obeyed, attack)) = together(&bonds, &able, size, &mut work)? {
            bound = bound.max(obeyed);
            found.push(attack);
        }
    }
    let legal = found.into_iter().filter(|attack| attack_restrictions(board, attack).is_empty());
    let counted = legal.map(|attack| (unobeyed_attack_requirements(board, &attack).0, attack));
    counted.filter(|(obeyed, _)| *obeyed == bound).min_by_key(|(_, attack)| attack.0.len())
}

/// The most that these obey where at least `size` of them attack, and the attack by which they do; `Some(None)` where
/// not so many can, `None` where it is too much work.
#[expect(clippy::option_option, reason = "no such attack is an answer, too much work is none")]
fn together(bonds: &Bonds, able: &[Able<'_>], size: i64, work: &mut Work) -> Option<Option<(usize, Attack)>> {
    let mut targets: Vec<Target> =
        able.iter().flat_map(|(_, own)| own.iter().filter_map(|(target, _)| *target)).collect();
    targets.sort_unstable();
    targets.dedup();
    // Source, creatures, targets, sink.
    let (source, sink) = (0, able.len() + targets.len() + 1);
    let mut network = Network::new(sink + 1);
    // Of equals those whom others need.
    let weight = able.len() as i64 + 1;
    let mut arcs: Vec<(usize, CreatureId, Target)> = Vec::new();
    for (index, (creature, own)) in able.iter().enumerate() {
        network.add(source, index + 1, 1, i64::from(bonds.wanted.contains(creature)));
        for (target, obeyed) in own.iter().filter_map(|(target, obeyed)| Some(((*target)?, *obeyed))) {
            let place = targets.binary_search(&target).ok()?;
            let arc = network.add(index + 1, able.len() + 1 + place, 1, obeyed as i64 * weight);
            arcs.push((arc, *creature, target));
        }
    }
    for (place, target) in targets.iter().enumerate() {
        network.add(able.len() + 1 + place, sink, bonds.most_at(*target), 0);
    }
    let mut best: Option<(i64, Attack)> = None;
    let mut total = 0;
    for attackers in 1..=bonds.most {
        // More attackers than are needed have to be worth it.
        let least = if attackers <= size { i64::MIN } else { 1 };
        let Some(gain) = network.augment((source, sink), least, work)? else { break };
        total += gain;
        if attackers >= size && best.as_ref().is_none_or(|(most, _)| total > *most) {
            let attack = arcs.iter().filter(|(arc, ..)| network.flow(*arc) > 0);
            best = Some((total, Attack(attack.map(|(_, creature, target)| (*creature, *target)).collect())));
        }
    }
    Some(best.map(|(most, attack)| ((most / weight) as usize, attack)))
}
