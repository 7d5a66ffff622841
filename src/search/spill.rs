//! Trample over planeswalkers: damage past a planeswalker that several attack, as sums over the whole combat.
//!
//! What attackers get past their blockers in a step each assigns to the planeswalker, or, if it has the ability, past it
//! to the controller, where all together assign its loyalty (CR 702.19c). So two sums say what comes of it: `all` that
//! attackers have got past blockers up to and in this step, and what those with the ability get past blockers in it,
//! which may go `over`. Goes over what is beyond the loyalty, as far as it may: min(over, all - loyalty), if that is more
//! than nothing. With objectives that never want less damage the active player wants no less to go over, since what is
//! beyond the loyalty does nothing else.
//!
//! That holds for both steps. Where the planeswalker is gone after the first, `all - loyalty` is no less than `over` in
//! the second, and all of it goes to the player (CR 702.19e), whatever the others would have dealt (CR 506.4c).
//!
//! Points are of different kinds: poison, loss of life, a commander's damage. What is beyond the loyalty the active
//! player takes in points of the kinds it likes. The most points of one kind that can go over is the same minimum with
//! the sum of that kind in place of `over`. So there is a [`Spill`] for each kind that counts: each gain in value, and
//! each way to make a player lose, counts the most it can come to. That is exact where all of them can be had at once,
//! else it is [special](is_special).

use smallvec::SmallVec;

use super::gain::{Gain, Numbers};
use super::score::Scorer;
use crate::position::{CreatureId, PlaneswalkerId, PlayerId, Recipient, Target, Term};
use crate::rules::{Board, DeclaredAttacker, LOST_POISON, Tally, depends_on_size};

/// What goes over a planeswalker to its controller in one step, in points of certain kinds.
#[derive(Clone, Debug)]
pub(super) struct Spill {
    /// The planeswalker.
    pub(super) target: Target,
    /// Whether it is the first of two steps.
    pub(super) first: bool,
    /// The sum of what all get past their blockers, up to and in this step; no other spill has the same.
    pub(super) all: usize,
    /// The sum of the points of these kinds that may go over in this step.
    pub(super) over: usize,
    pub(super) loyalty: i64,
    /// What a point is worth.
    pub(super) point: i128,
    /// The sums that it raises, each as often as it raises them.
    pub(super) raises: SmallVec<[usize; 2]>,
    points: Points,
}

impl Spill {
    /// How much goes over.
    pub(super) fn points(&self, sums: &[i64]) -> i64 {
        sums[self.over].min(sums[self.all] - self.loyalty).max(0)
    }

    /// How often a point raises a sum.
    pub(super) fn raised(&self, sum: usize) -> i64 {
        self.raises.iter().filter(|raised| **raised == sum).count() as i64
    }
}

/// Kinds of points of damage to a player.
#[derive(Clone, Copy, Debug)]
enum Points {
    /// That are so many poison counters at least.
    Poison(i64),
    /// That are loss of life.
    Life,
    /// That a commander deals.
    Commander(CreatureId),
}

impl Points {
    /// Whether an attacker's first point in a step is one of these, and whether the others are.
    fn of(self, board: &Board<'_>, attacker: CreatureId) -> [bool; 2] {
        match self {
            Points::Poison(least) => poison(board, attacker).map(|counters| counters >= least),
            // CR 702.90b.
            Points::Life => [!board.characteristics(attacker).infect; 2],
            Points::Commander(own) => [attacker == own; 2],
        }
    }

    /// How many of these are among so many points of an attacker in a step.
    fn count(self, board: &Board<'_>, attacker: CreatureId, amount: i64) -> i64 {
        let [first, others] = self.of(board, attacker);
        let one = amount.min(1);
        i64::from(first) * one + i64::from(others) * (amount - one)
    }

    /// The same by each of these attackers.
    fn of_all(self, board: &Board<'_>, attackers: &[CreatureId]) -> Vec<[bool; 2]> {
        attackers.iter().map(|attacker| self.of(board, *attacker)).collect()
    }
}

/// Points that count alike.
struct Kind {
    /// Whose they are: of each attacker the first, and the others.
    of_all: Vec<[bool; 2]>,
    points: Points,
    /// What one is worth.
    point: i128,
    /// The sums that it raises.
    raises: SmallVec<[usize; 2]>,
}

/// The poison counters of an attacker's first point of damage to a player in a step, and of each of the others: infect
/// gives one for each (CR 702.90b), toxic some for all of it together (CR 702.164c).
fn poison(board: &Board<'_>, attacker: CreatureId) -> [i64; 2] {
    let it = board.characteristics(attacker);
    [i64::from(it.infect) + it.toxic, i64::from(it.infect)]
}

/// The different numbers of poison counters that points of these attackers are, the most first; 0 is always the last.
fn poison_levels(board: &Board<'_>, attackers: &[CreatureId]) -> Vec<i64> {
    let mut levels: Vec<i64> = attackers.iter().flat_map(|attacker| poison(board, *attacker)).chain([0]).collect();
    levels.sort_unstable_by(|one, other| other.cmp(one));
    levels.dedup();
    levels
}

/// Whether an attacker may assign damage past the planeswalker that it attacks, which is not prevented.
pub(super) fn goes_over(board: &Board<'_>, attacker: &DeclaredAttacker) -> bool {
    let controller = Recipient::Target(Target::Player(attacker.defender));
    matches!(attacker.target, Target::Planeswalker(_))
        && board.characteristics(attacker.creature).trample_over_planeswalkers
        && !board.always_prevents(attacker.creature, controller)
}

/// All planeswalkers of a board with their controllers.
fn planeswalkers(board: &Board<'_>) -> impl Iterator<Item = (PlaneswalkerId, PlayerId)> {
    let position = board.position();
    let all = (0..position.planeswalkers().len() as u32).map(PlaneswalkerId);
    all.map(|walker| (walker, position.defender_of(Target::Planeswalker(walker))))
}

/// Whether the objective may count what goes over planeswalkers.
fn counts(scorer: &Scorer<'_, '_>) -> bool {
    [Term::Face, Term::Win, Term::Poison].into_iter().any(|term| scorer.counts(term))
}

/// Those that may assign damage past a planeswalker.
fn over(board: &Board<'_>, attackers: &[&DeclaredAttacker], walker: PlaneswalkerId) -> Vec<CreatureId> {
    let at = attackers.iter().filter(|attacker| attacker.target == Target::Planeswalker(walker));
    at.filter(|attacker| goes_over(board, attacker)).map(|attacker| attacker.creature).collect()
}

/// Whether some of these attackers may assign damage past a planeswalker, and what that comes to is more than some sums:
/// where nothing is left of the loyalty, where assigned damage is not dealt, or may not be, and where the active player
/// may have to choose between kinds of points.
pub(super) fn is_special(scorer: &Scorer<'_, '_>, attackers: &[&DeclaredAttacker]) -> bool {
    let board = scorer.board();
    let position = board.position();
    counts(scorer)
        && planeswalkers(board).any(|(walker, controller)| {
            let over = over(board, attackers, walker);
            let mut at = attackers.iter().filter(|attacker| attacker.target == Target::Planeswalker(walker));
            !over.is_empty()
                && (position.planeswalker(walker).loyalty <= 0
                    || position.player(controller).protection.iter().any(depends_on_size)
                    || at.any(|attacker| board.characteristics(attacker.creature).deals_nothing)
                    || has_to_choose(scorer, &over, controller))
        })
}

/// Whether, of what these may assign past a planeswalker, points that make the player lose may not be those that are
/// worth most.
fn has_to_choose(scorer: &Scorer<'_, '_>, over: &[CreatureId], controller: PlayerId) -> bool {
    let board = scorer.board();
    if !scorer.counts(Term::Poison) {
        return false;
    }
    let commanders = over.iter().filter(|creature| scorer.commander_damage(controller, **creature).is_some());
    let life = scorer.raised_by_damage(Target::Player(controller), false).first().map(|_| Points::Life);
    let mut needs = life.into_iter().chain(commanders.map(|creature| Points::Commander(*creature)));
    let levels = poison_levels(board, over);
    // Of two kinds as many as can be of both go over at once where one is part of the other.
    needs.any(|need| {
        let need = need.of_all(board, over);
        levels.iter().any(|level| {
            let level = Points::Poison(*level).of_all(board, over);
            let pairs = || need.iter().flatten().zip(level.iter().flatten());
            pairs().any(|(need, level)| need > level) && pairs().any(|(need, level)| need < level)
        })
    })
}

impl Numbers {
    /// Takes in what may go over planeswalkers that these attack, where it is not special.
    pub(super) fn add_spills(&mut self, scorer: &Scorer<'_, '_>, attackers: &[&DeclaredAttacker]) {
        let board = scorer.board();
        if !counts(scorer) || is_special(scorer, attackers) {
            return;
        }
        for (walker, controller) in planeswalkers(board) {
            let over = over(board, attackers, walker);
            let steps = [over.iter().any(|it| board.characteristics(*it).strikes_first), !over.is_empty()];
            for (first, happens) in [true, false].into_iter().zip(steps) {
                if happens {
                    self.add_spills_of_step(scorer, &over, (walker, controller), first);
                }
            }
        }
    }

    /// The same for one planeswalker in one step.
    fn add_spills_of_step(
        &mut self,
        scorer: &Scorer<'_, '_>,
        over: &[CreatureId],
        (walker, controller): (PlaneswalkerId, PlayerId),
        first: bool,
    ) {
        let board = scorer.board();
        let target = Target::Planeswalker(walker);
        let factor = |term: Term| self.scale().number(scorer.valuation().factor(term));
        let (face, counter) = (factor(Term::Face), factor(Term::Poison));
        let kept = |entry: Option<usize>| entry.and_then(|entry| self.sum_of(entry));
        let mut kinds: Vec<Kind> = Vec::new();
        let mut add = |points: Points, point: i128, raises: SmallVec<[usize; 2]>| {
            if point == 0 && raises.is_empty() {
                return;
            }
            let of_all = points.of_all(board, over);
            match kinds.iter_mut().find(|kind| kind.of_all == of_all) {
                Some(kind) => {
                    kind.point += point;
                    kind.raises.extend(raises);
                }
                None => kinds.push(Kind { of_all, points, point, raises }),
            }
        };
        let poison = kept(scorer.poison(controller));
        let levels = poison_levels(board, over);
        for (place, level) in levels.iter().enumerate() {
            let next = levels.get(place + 1).copied().unwrap_or(0);
            // CR 704.5c: more counters than that change nothing.
            let more = usize::try_from((*level).min(LOST_POISON) - next.min(LOST_POISON)).unwrap_or(0);
            let raises = poison.into_iter().flat_map(|sum| std::iter::repeat_n(sum, more));
            let point = counter * i128::from(level - next) + if *level == 0 { face } else { 0 };
            add(Points::Poison(*level), point, raises.collect());
        }
        let life = scorer.raised_by_damage(Target::Player(controller), first);
        add(Points::Life, 0, life.into_iter().filter_map(|entry| kept(Some(entry))).collect());
        for creature in over {
            let damage = kept(scorer.commander_damage(controller, *creature));
            add(Points::Commander(*creature), 0, damage.into_iter().collect());
        }
        let mut known = scorer.raised_by_damage(target, first).first().and_then(|entry| self.sum_of(*entry));
        for Kind { points, point, raises, .. } in kinds {
            // All damage to the planeswalker may be a sum already.
            let all = known.take().filter(|_| !first).unwrap_or_else(|| self.add_sum());
            let over = self.add_sum();
            let loyalty = board.position().planeswalker(walker).loyalty;
            self.spills.push(Spill { target, first, all, over, loyalty, point, raises, points });
        }
    }

    /// Whether it is counted what goes over a planeswalker.
    pub(super) fn spills_at(&self, target: Target) -> bool {
        self.spills.iter().any(|spill| spill.target == target)
    }

    /// The sums that so many points of an attacker's damage past its blockers raise, in the first step or in the last,
    /// each with how much.
    fn raised_by_points(
        &self,
        scorer: &Scorer<'_, '_>,
        attacker: &DeclaredAttacker,
        first: bool,
        amount: i64,
    ) -> SmallVec<[(usize, i64); 4]> {
        let entries = scorer.raised_by_damage(attacker.target, first);
        let known = entries.into_iter().filter_map(|entry| self.sum_of(entry));
        let mut sums: SmallVec<[(usize, i64); 4]> = known.map(|sum| (sum, amount)).collect();
        let goes_over = goes_over(scorer.board(), attacker);
        for spill in self.spills.iter().filter(|spill| spill.target == attacker.target) {
            if (first || !spill.first) && !sums.iter().any(|(sum, _)| *sum == spill.all) {
                sums.push((spill.all, amount));
            }
            if goes_over && first == spill.first {
                sums.push((spill.over, spill.points.count(scorer.board(), attacker.creature, amount)));
            }
        }
        sums
    }

    /// The sums that each point of damage past its blockers raises, in the first step or in the last; of an attacker
    /// whose points are all alike.
    pub(super) fn raised_by(
        &self,
        scorer: &Scorer<'_, '_>,
        attacker: &DeclaredAttacker,
        first: bool,
    ) -> SmallVec<[usize; 2]> {
        let raised = self.raised_by_points(scorer, attacker, first, 1).into_iter();
        raised.filter(|(_, times)| *times > 0).map(|(sum, _)| sum).collect()
    }

    /// How an attacker is played out on its own: where what it gets past its blockers may go over, as if it attacked the
    /// controller. It may divide its damage in the same ways.
    pub(super) fn alone(&self, board: &Board<'_>, attacker: &DeclaredAttacker) -> DeclaredAttacker {
        if goes_over(board, attacker) && self.spills_at(attacker.target) {
            DeclaredAttacker { target: Target::Player(attacker.defender), ..*attacker }
        } else {
            *attacker
        }
    }

    /// The gain of an attacker that was played [alone](Numbers::alone) and has dealt so much past its blockers in the
    /// first of two steps.
    pub(super) fn gain_alone(
        &self,
        scorer: &Scorer<'_, '_>,
        attacker: &DeclaredAttacker,
        early: i64,
        tally: &Tally,
    ) -> Gain {
        if !self.spills_at(attacker.target) {
            return self.gain(&scorer.score(tally));
        }
        let board = scorer.board();
        let played = self.alone(board, attacker);
        let late = dealt(tally, played.target) - early;
        // What it did to what it attacks is counted by sums.
        let mut rest = tally.clone();
        match played.target {
            Target::Player(player) => {
                let player = &mut rest.players[player.index()];
                if !board.characteristics(attacker.creature).infect {
                    player.life[1] += early;
                    player.life[2] += late;
                }
                player.damage = 0;
                player.poison = 0;
                player.commander_damage.clear();
            }
            Target::Planeswalker(walker) => rest.loyalty[walker.index()] = 0,
            Target::Battle(battle) => rest.defense[battle.index()] = 0,
        }
        let mut gain = self.gain(&scorer.score(&rest));
        for (first, amount) in [(true, early), (false, late)] {
            let raised = self.raised_by_points(scorer, attacker, first, amount);
            raised.into_iter().for_each(|(sum, more)| gain.sums[sum] += more);
        }
        gain
    }
}

/// Combat damage dealt to a player or planeswalker.
pub(super) fn dealt(tally: &Tally, target: Target) -> i64 {
    match target {
        Target::Player(player) => tally.players[player.index()].damage,
        Target::Planeswalker(walker) => tally.loyalty[walker.index()],
        Target::Battle(battle) => tally.defense[battle.index()],
    }
}
