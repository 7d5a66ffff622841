//! The most requirements that one defending player's blocks can obey (CR 509.1c), by flows: quick on boards of any size,
//! with a proof or no answer.
//!
//! What a creature blocks is a path from it to an attacker: its first unit obeys that it blocks something, each unit
//! that it blocks that attacker, the first unit into an attacker that it is blocked. An attacker that takes several
//! blockers or none is no flow: it is branched on, and until then its being blocked counts in equal parts for as many
//! units as it takes, which is a bound. How many creatures may block, where some block several, and "can't block alone"
//! are branched on too: which creatures block and which don't. Blocks that the rules find nothing wrong with, and that
//! reach the bound of all branches, obey the most.

use itertools::Itertools;

use super::blocks::Requirements;
use super::flow::{Network, Work};
use crate::position::{Block, CreatureId, PlayerId};
use crate::rules::{
    BlockLimits, Board, DeclaredAttack, block_requirements, block_restrictions, can_block, may_block,
    unobeyed_block_requirements,
};

/// How much work it may be in any case and for each pair of blocker and attacker, and how many pairs there may be.
const WORK: u64 = 300_000;
const WORK_A_PAIR: u64 = 400;
const PAIRS: usize = 10_000;
/// Beyond this, parts of a requirement are not counted.
const PARTS: i64 = 1_000_000;

/// What is known of an attacker, or of a blocker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// Nobody blocks it, or it doesn't block.
    No,
    /// It is blocked, by as many as it takes at least, or it blocks.
    Yes,
}

/// What is known of everybody in one branch.
struct Known {
    attackers: Vec<State>,
    blockers: Vec<State>,
}

struct Attacker {
    creature: CreatureId,
    least: i64,
    most: i64,
    /// Requirements that its being blocked obeys.
    asked: i64,
}

struct Blocker {
    creature: CreatureId,
    capacity: i64,
    /// Requirements that its blocking anything obeys.
    asked: i64,
    /// The attackers that it may block, with the requirements that it obeys by that.
    able: Vec<(usize, i64)>,
    /// Whether it can't block alone (CR 506.5).
    never_alone: bool,
    /// The most that its blocking can be worth, in parts of requirements, whoever else blocks: with its share of what
    /// being blocked obeys, and without.
    worth: [i64; 2],
}

struct Blocks<'b, 'p> {
    board: &'b Board<'p>,
    attack: &'b DeclaredAttack,
    defender: PlayerId,
    attackers: Vec<Attacker>,
    blockers: Vec<Blocker>,
    /// How many may block.
    limit: usize,
    /// Most units: so many creatures, each with what it may block.
    most: i64,
    /// Of how many equal parts a requirement is made.
    parts: i64,
}

/// The most requirements that blocks without a broken restriction obey, and such blocks; `None` where flows don't prove
/// it.
pub(super) fn most_by_flows(board: &Board<'_>, attack: &DeclaredAttack, defender: PlayerId) -> Option<(usize, Block)> {
    let blocks = Blocks::new(board, attack, defender)?;
    let pairs: u64 = blocks.blockers.iter().map(|blocker| blocker.able.len() as u64).sum();
    let mut search =
        Search { blocks: &blocks, work: Work(WORK + WORK_A_PAIR * pairs), best: (0, Block::default()), open: 0 };
    let (attackers, blockers) = (blocks.attackers.len(), blocks.blockers.len());
    search.branch(&mut Known { attackers: vec![State::Open; attackers], blockers: vec![State::Open; blockers] })?;
    // Blocking nothing breaks no restriction, so there always is a block.
    let (most, block) = search.best;
    (search.open <= most).then(|| Some((usize::try_from(most).ok()?, block)))?
}

impl<'b, 'p> Blocks<'b, 'p> {
    fn new(board: &'b Board<'p>, attack: &'b DeclaredAttack, defender: PlayerId) -> Option<Blocks<'b, 'p>> {
        let position = board.position();
        let against: Vec<_> = attack.against(defender).collect();
        let creatures: Vec<CreatureId> =
            position.creatures_of(defender).filter(|creature| may_block(board, *creature)).collect();
        if against.len().saturating_mul(creatures.len()) > PAIRS {
            return None;
        }
        let limits = BlockLimits::new(board, attack, defender);
        let requirements = Requirements::new(&block_requirements(board, attack, defender), &limits);
        let mut blockers = Vec::new();
        for creature in creatures {
            // CR 506.5: where one may block at most, whoever does is alone.
            if limits.blockers < 1 || limits.blockers == 1 && limits.never_alone.contains(&creature) {
                continue;
            }
            let asked = requirements.asked(creature);
            let able = against.iter().enumerate().filter(|(_, attacker)| can_block(board, attack, creature, attacker));
            let able = able.map(|(index, _)| (index, (requirements.obeyed(creature, &[index]) - asked) as i64));
            blockers.push(Blocker {
                creature,
                capacity: count(board.characteristics(creature).capacity),
                asked: asked as i64,
                able: able.collect(),
                never_alone: limits.never_alone.contains(&creature),
                worth: [0, 0],
            });
        }
        let mut attackers: Vec<Attacker> = Vec::new();
        for (index, (creature, least, most)) in limits.counts.iter().enumerate() {
            let able = blockers.iter_mut().filter(|blocker| blocker.able.iter().any(|(other, _)| *other == index));
            let together = (able.count() as i64).min(limits.blockers);
            let (least, most) = (count(*least).max(1), count(*most));
            if least > most.min(together) {
                blockers.iter_mut().for_each(|blocker| blocker.able.retain(|(other, _)| *other != index));
            }
            attackers.push(Attacker {
                creature: *creature,
                least,
                most,
                asked: requirements.must_be_blocked[index] as i64,
            });
        }
        blockers.retain(|blocker| !blocker.able.is_empty());
        let mut units: Vec<i64> =
            blockers.iter().map(|blocker| blocker.capacity.min(blocker.able.len() as i64)).collect();
        units.sort_unstable_by(|one, other| other.cmp(one));
        let limit = usize::try_from(limits.blockers.max(0)).unwrap_or(usize::MAX);
        let most = units.iter().take(limit).sum();
        let parts = attackers.iter().filter(|attacker| attacker.asked > 0).try_fold(1i64, |parts, attacker| {
            let parts = parts / common(parts, attacker.least) * attacker.least;
            (parts <= PARTS).then_some(parts)
        });
        let mut blocks =
            Blocks { board, attack, defender, attackers, blockers, limit, most, parts: parts.unwrap_or(1) };
        blocks.weigh();
        Some(blocks)
    }

    /// What each blocker's blocking can be worth.
    fn weigh(&mut self) {
        for blocker in &mut self.blockers {
            let parts = |(attacker, _): &(usize, i64)| {
                let Attacker { asked, least, .. } = self.attackers[*attacker];
                share(asked * self.parts, least).1
            };
            for (shares, worth) in [1, 0].into_iter().zip(&mut blocker.worth) {
                let units = blocker.able.iter().map(|pair| pair.1 * self.parts + shares * parts(pair));
                let units = units.sorted_unstable_by(|one, other| other.cmp(one));
                let units = units.take(usize::try_from(blocker.capacity).unwrap_or(usize::MAX));
                *worth = blocker.asked * self.parts + units.sum::<i64>();
            }
        }
    }

    /// Whether it is known who blocks.
    fn all_known(&self, known: &Known) -> bool {
        known.blockers.iter().filter(|state| **state == State::Yes).count() >= self.limit
    }

    /// Whether one blocks that can't block alone, and nobody else does.
    fn is_alone(&self, known: &Known) -> bool {
        let mut others = self.blockers.iter().zip(&known.blockers).filter(|(_, state)| **state != State::No);
        matches!((others.next(), others.next()), (Some((only, State::Yes)), None) if only.never_alone)
    }

    /// A bound by how many may block.
    fn bound(&self, known: &Known) -> i64 {
        let of = |state: State| {
            let all = self.blockers.iter().zip(&known.blockers);
            all.filter(move |(_, own)| **own == state).map(|(own, _)| own.worth)
        };
        let more = self.limit.saturating_sub(of(State::Yes).count());
        let sum = |which: usize| {
            let open = of(State::Open).map(|worth| worth[which]).sorted_unstable_by(|one, other| other.cmp(one));
            of(State::Yes).map(|worth| worth[which]).chain(open.take(more)).sum::<i64>()
        };
        let asked: i64 = self.attackers.iter().map(|attacker| attacker.asked).sum();
        (sum(0) / self.parts).min(sum(1) / self.parts + asked)
    }

    /// The best flow where that much is known: a bound, and the blocks that it stands for. `Some(None)` where what is
    /// known can't be, `None` where it is too much work.
    #[expect(clippy::option_option, reason = "that there is no flow is an answer, too much work is none")]
    fn flow(&self, states: &Known, work: &mut Work) -> Option<Option<(i64, Block)>> {
        let (blockers, attackers) = (self.blockers.len(), self.attackers.len());
        let (source, sink) = (0, blockers + attackers + 1);
        // To write a network takes a few times as long as to look at it.
        let pairs: usize = self.blockers.iter().map(|blocker| blocker.able.len() + 1).sum();
        work.take(4 * (pairs + attackers))?;
        let mut network = Network::new(sink + 1);
        let pairs = self.blockers.iter().flat_map(|blocker| &blocker.able);
        let pairs: i64 = pairs.map(|(_, obeyed)| *obeyed).sum();
        let others = self.blockers.iter().map(|blocker| blocker.asked).sum::<i64>()
            + self.attackers.iter().map(|attacker| attacker.asked).sum::<i64>();
        let all_known = self.all_known(states);
        // More than everything else together.
        let held = (pairs + others + 1).checked_mul(self.parts)?;
        let (mut known, mut needed) = (0, 0);
        let mut held_arcs: Vec<usize> = Vec::new();
        for (index, attacker) in self.attackers.iter().enumerate() {
            let whole = attacker.asked * self.parts;
            let (first, gain) = match states.attackers[index] {
                State::No => (0, 0),
                State::Yes => {
                    known += whole;
                    needed += attacker.least;
                    (attacker.least, held)
                }
                State::Open => share(whole, attacker.least),
            };
            let node = blockers + 1 + index;
            let most = if states.attackers[index] == State::No { 0 } else { attacker.most };
            let arc = network.add(node, sink, first.min(most), gain);
            if states.attackers[index] == State::Yes {
                held_arcs.push(arc);
            }
            network.add(node, sink, most - first.min(most), 0);
        }
        let mut arcs: Vec<(usize, CreatureId, CreatureId)> = Vec::new();
        for (index, blocker) in self.blockers.iter().enumerate() {
            let (once, more) = match states.blockers[index] {
                State::No => continue,
                State::Open if all_known => continue,
                State::Open => (blocker.asked * self.parts, blocker.capacity - 1),
                State::Yes => {
                    known += blocker.asked * self.parts;
                    needed += 1;
                    (held, blocker.capacity - 1)
                }
            };
            let arc = network.add(source, index + 1, 1, once);
            if states.blockers[index] == State::Yes {
                held_arcs.push(arc);
            }
            network.add(source, index + 1, more, 0);
            for (attacker, obeyed) in &blocker.able {
                let arc = network.add(index + 1, blockers + 1 + attacker, 1, obeyed * self.parts);
                arcs.push((arc, blocker.creature, self.attackers[*attacker].creature));
            }
        }
        let mut total = 0;
        for _ in 0..self.most {
            let Some(gain) = network.augment((source, sink), 1, work)? else { break };
            total += gain;
        }
        if held_arcs.iter().map(|arc| network.flow(*arc)).sum::<i64>() < needed {
            return Some(None);
        }
        let mut block: Vec<(CreatureId, Vec<CreatureId>)> = Vec::new();
        for (_, blocker, attacker) in arcs.iter().filter(|(arc, ..)| network.flow(*arc) > 0) {
            match block.last_mut() {
                Some((last, blocked)) if last == blocker => blocked.push(*attacker),
                _ => block.push((*blocker, vec![*attacker])),
            }
        }
        Some(Some(((known + total - needed * held) / self.parts, Block(block))))
    }
}

struct Search<'a, 'b, 'p> {
    blocks: &'a Blocks<'b, 'p>,
    work: Work,
    best: (i64, Block),
    /// What blocks may obey that were not looked at to the end.
    open: i64,
}

impl Search<'_, '_, '_> {
    /// Looks at all blocks for which that much is known; `None` where it is too much work.
    fn branch(&mut self, known: &mut Known) -> Option<()> {
        if self.blocks.bound(known) <= self.best.0 || self.blocks.is_alone(known) {
            return Some(());
        }
        let Some((bound, block)) = self.blocks.flow(known, &mut self.work)? else { return Some(()) };
        let bound = bound.min(self.blocks.bound(known));
        self.offer(&block);
        let short = self.blocked_by_too_few(known, &block);
        if bound > self.best.0 && short.is_some() {
            // Whoever has too few blockers, or none yet, gets none: mostly as many are obeyed.
            let attackers = self.blocks.attackers.iter().zip(&known.attackers).map(|(attacker, state)| {
                let few = *state == State::Open && blockers_of(attacker, &block) < attacker.least && attacker.least > 1;
                if few { State::No } else { *state }
            });
            let rounded = Known { attackers: attackers.collect(), blockers: known.blockers.clone() };
            if let Some((_, block)) = self.blocks.flow(&rounded, &mut self.work)? {
                self.offer(&block);
            }
        }
        if bound <= self.best.0 {
            return Some(());
        }
        if let Some(index) = short {
            for state in [State::Yes, State::No] {
                known.attackers[index] = state;
                self.branch(known)?;
            }
            known.attackers[index] = State::Open;
        } else if let Some(index) = self.may_or_may_not(known, &block) {
            for state in [State::Yes, State::No] {
                known.blockers[index] = state;
                self.branch(known)?;
            }
            known.blockers[index] = State::Open;
        } else {
            self.open = self.open.max(bound);
        }
        Some(())
    }

    /// Takes blocks that obey more than the best so far, if they break no restriction.
    fn offer(&mut self, block: &Block) {
        let Blocks { board, attack, defender, .. } = self.blocks;
        let obeyed = unobeyed_block_requirements(board, attack, *defender, block).0 as i64;
        if obeyed > self.best.0 && block_restrictions(board, attack, *defender, block).is_empty() {
            self.best = (obeyed, block.clone());
        }
    }

    /// An attacker that is blocked, but by too few.
    fn blocked_by_too_few(&self, known: &Known, block: &Block) -> Option<usize> {
        let mut all = self.blocks.attackers.iter().zip(&known.attackers);
        all.position(|(attacker, state)| {
            *state == State::Open && (1..attacker.least).contains(&blockers_of(attacker, block))
        })
    }

    /// Where too many block, or one that can't block alone (CR 506.5), the creature of which it matters most whether it
    /// blocks.
    fn may_or_may_not(&self, known: &Known, block: &Block) -> Option<usize> {
        let open = |(_, (_, state)): &(usize, (&Blocker, &State))| **state == State::Open;
        let blocks = |blocker: &Blocker| block.0.binary_search_by_key(&blocker.creature, |(own, _)| *own).is_ok();
        let all = || self.blocks.blockers.iter().zip(&known.blockers).enumerate().filter(open);
        let found = if block.0.len() > self.blocks.limit {
            all().max_by_key(|(_, (blocker, _))| blocker.worth[0])
        } else if block.0.len() == 1 {
            // Once it is known of the one that blocks, others come in turn.
            let only = all().find(|(_, (blocker, _))| blocks(blocker));
            only.or_else(|| all().max_by_key(|(_, (blocker, _))| blocker.worth[0]))
        } else {
            None
        };
        found.map(|(index, _)| index)
    }
}

/// How many units being blocked counts for that takes so many, and in which parts; as one where it can't be divided.
fn share(whole: i64, least: i64) -> (i64, i64) {
    if whole % least == 0 { (least, whole / least) } else { (1, whole) }
}

fn blockers_of(attacker: &Attacker, block: &Block) -> i64 {
    block.0.iter().filter(|(_, blocked)| blocked.contains(&attacker.creature)).count() as i64
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The greatest common divisor.
fn common(one: i64, other: i64) -> i64 {
    if other == 0 { one } else { common(other, one % other) }
}
