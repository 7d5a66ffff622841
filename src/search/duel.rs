//! One attacker against a set of blockers that block nothing else, played out in numbers.
//!
//! For creatures with nothing but evergreen abilities (first strike, double strike, deathtouch, trample, lifelink,
//! indestructible) what can come of a duel is worked out directly from the rules' numbers, without announcing damage
//! row by row. Whatever has more to it is played through [`Combat`](crate::rules::Combat) instead; tests hold the two
//! together. All of it supposes an objective that never wants less damage, fewer kills or more losses.

use smallvec::SmallVec;

use super::departure::Departure;
use super::fighter::Fighter;
use super::gain::{Gain, Numbers, offer};
use super::score::Scorer;
use crate::position::{Target, Term};
use crate::rules::DeclaredAttacker;

/// Most different sets of blockers to kill that are tried one by one.
const KILL_LIMIT: usize = 2_000;

/// What can come of a duel.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// What the active player can choose among; none dominates another.
    pub(super) options: SmallVec<[Gain; 1]>,
    /// The attacker dies however damage is divided.
    pub(super) dies: bool,
    /// Some division deals damage to what is attacked.
    pub(super) through: bool,
}

/// One attacker with all that its duels need.
pub(super) struct Duel<'a> {
    numbers: &'a Numbers,
    attacker: Fighter,
    trample: bool,
    /// What a point of damage to what is attacked is worth.
    point: i128,
    /// The sums that such a point raises: in the first step, in the last.
    raises: [SmallVec<[usize; 2]>; 2],
    /// What is attacked, where it may be gone before life is gained by damage to it.
    departure: Option<&'a Departure>,
    /// By class; `None` where one has more to it.
    blockers: &'a [Option<Fighter>],
}

/// Blockers of one class: the class, and how many.
type Group = (usize, usize);

impl<'a> Duel<'a> {
    /// `None` where the attacker, or what it attacks, has more to it than this module knows.
    pub(super) fn new(
        scorer: &Scorer<'_, '_>,
        numbers: &'a Numbers,
        attacker: &DeclaredAttacker,
        blockers: &'a [Option<Fighter>],
    ) -> Option<Duel<'a>> {
        let board = scorer.board();
        let fighter = Fighter::attacker(scorer, numbers, attacker)?;
        let protected = match attacker.target {
            Target::Player(player) => !board.position().player(player).protection.is_empty(),
            Target::Planeswalker(_) | Target::Battle(_) => false,
        };
        if protected {
            return None;
        }
        let raised = |first: bool| numbers.raised_by(scorer, attacker, first);
        let point = match attacker.target {
            Target::Player(_) => numbers.scale().number(scorer.valuation().factor(Term::Face)),
            Target::Planeswalker(_) | Target::Battle(_) => 0,
        };
        Some(Duel {
            numbers,
            trample: board.characteristics(attacker.creature).trample,
            attacker: fighter,
            point,
            raises: [raised(true), raised(false)],
            departure: numbers.departure(attacker.target),
            blockers,
        })
    }

    /// The same duels, in which the attacker gains no life.
    pub(super) fn without_lifelink(mut self) -> Duel<'a> {
        self.attacker.lifelink = false;
        self
    }

    /// The same duels, in which nothing gets past blockers.
    pub(super) fn without_trample(mut self) -> Duel<'a> {
        self.trample = false;
        self
    }

    /// How much damage in the first step keeps the attacker from striking once more; `None` where nothing does: with
    /// first strike alone it strikes in that step (CR 702.7b).
    pub(super) fn lethal_early(&self) -> Option<i64> {
        let Fighter { first, double, indestructible, left, .. } = self.attacker;
        (!indestructible && (double || !first)).then_some(left)
    }

    /// Plays it out against these blockers; `None` where that takes the long way.
    pub(super) fn play(&self, set: &[Group]) -> Option<Played> {
        let mut fight = Fight::new(self, set)?;
        fight.run()?;
        Some(Played { options: fight.options, dies: fight.dies, through: fight.through })
    }
}

/// How many of each group are killed.
type Killed = SmallVec<[usize; 8]>;

/// A duel being played.
struct Fight<'a, 'd> {
    duel: &'d Duel<'a>,
    /// Blockers with how many there are.
    blockers: SmallVec<[(&'d Fighter, usize); 8]>,
    /// Damage to the attacker in the first step, and whether deathtouch is in it.
    blows: (i64, bool),
    /// What the first step's lifelink of the blockers has done.
    start: Gain,
    options: SmallVec<[Gain; 1]>,
    dies: bool,
    through: bool,
}

impl<'a, 'd> Fight<'a, 'd> {
    fn new(duel: &'d Duel<'a>, set: &[Group]) -> Option<Fight<'a, 'd>> {
        let mut blockers: SmallVec<[(&Fighter, usize); 8]> = SmallVec::new();
        for (class, count) in set {
            blockers.push((duel.blockers[*class].as_ref()?, *count));
        }
        let mut fight = Fight {
            duel,
            blockers,
            blows: (0, false),
            start: duel.numbers.zero(),
            options: SmallVec::new(),
            dies: true,
            through: false,
        };
        for (blocker, count) in &fight.blockers {
            if blocker.first {
                fight.blows.0 += blocker.power * *count as i64;
                fight.blows.1 |= blocker.deathtouch && blocker.power > 0;
                link(&mut fight.start, blocker, *count, 0);
            }
        }
        Some(fight)
    }

    fn is_lethal(&self, (damage, deathtouch): (i64, bool)) -> bool {
        // CR 704.5g, 704.5h, 702.12b.
        !self.duel.attacker.indestructible && (damage >= self.duel.attacker.left || deathtouch)
    }

    /// Damage that counts as lethal for a blocker (CR 702.19b, 702.2c).
    fn cost(&self, blocker: &Fighter) -> i64 {
        if self.duel.attacker.deathtouch { blocker.left.min(1) } else { blocker.left }
    }

    fn run(&mut self) -> Option<()> {
        let Fighter { power, first, double, .. } = self.duel.attacker;
        let early = self.is_lethal(self.blows);
        let all: i64 = self.blockers.iter().map(|(blocker, count)| self.cost(blocker) * *count as i64).sum();
        let nobody: Killed = self.blockers.iter().map(|_| 0).collect();
        if self.blockers.is_empty() {
            let mut option = self.start.clone();
            self.strike(&mut option, first, if first { power } else { 0 });
            self.last_strike(&mut option, if first && !double { 0 } else { power });
            self.finish(option, false);
        } else if first && !double {
            // CR 702.7: it strikes once, before those without first strike.
            let (kills, excess) = self.all_out(all, power);
            if kills {
                let everyone = self.everyone();
                self.first_step(&everyone, excess);
            } else {
                for (killed, _) in self.kill_sets(power, true)? {
                    self.first_step(&killed, 0);
                }
            }
        } else if double {
            self.double_strike(all, early)?;
        } else {
            let mut option = self.start.clone();
            if early {
                self.finish(option, true);
                return Some(());
            }
            let dies = self.last_blows(&nobody, &mut option);
            let (kills, excess) = self.all_out(all, power);
            option.value += if kills { self.worth_of(&self.everyone()) } else { self.most_kills(power, &nobody)? };
            self.link_attacker(&mut option);
            self.last_strike(&mut option, excess);
            self.finish(option, dies);
        }
        Some(())
    }

    /// Whether so much damage is lethal for all, and what a trampler has left then (CR 702.19b).
    fn all_out(&self, all: i64, power: i64) -> (bool, i64) {
        (all <= power, if self.duel.trample && all <= power { power - all } else { 0 })
    }

    /// All blockers that can be destroyed.
    fn everyone(&self) -> Killed {
        self.blockers.iter().map(|(blocker, count)| if blocker.indestructible { 0 } else { *count }).collect()
    }

    fn worth_of(&self, killed: &[usize]) -> i128 {
        let worths = self.blockers.iter().zip(killed);
        worths.map(|((blocker, _), count)| blocker.death * *count as i128).sum()
    }

    /// A first striker that kills these in the first step, with so much to spare.
    fn first_step(&mut self, killed: &[usize], excess: i64) {
        let mut option = self.start.clone();
        option.value += self.worth_of(killed);
        self.link_attacker(&mut option);
        self.strike(&mut option, true, excess);
        let dies = self.is_lethal(self.blows) || self.last_blows(killed, &mut option);
        self.finish(option, dies);
    }

    /// CR 702.4: it strikes in both steps; what it leaves undone in the first it can go on with in the second.
    fn double_strike(&mut self, all: i64, early: bool) -> Option<()> {
        let Fighter { power, lifelink, .. } = self.duel.attacker;
        let solid = self.blockers.iter().any(|(blocker, _)| blocker.indestructible);
        if solid && (self.duel.trample || lifelink) {
            return None;
        }
        // It deals its damage in the first step whatever happens.
        let mut start = self.start.clone();
        self.link_attacker(&mut start);
        self.start = start;
        let nobody: Killed = self.blockers.iter().map(|_| 0).collect();
        let (kills, excess) = self.all_out(all, power);
        if early {
            let mut option = self.start.clone();
            option.value += if kills { self.worth_of(&self.everyone()) } else { self.most_kills(power, &nobody)? };
            self.strike(&mut option, true, excess);
            self.finish(option, true);
            return Some(());
        }
        let everyone = self.everyone();
        if kills {
            let mut option = self.start.clone();
            option.value += self.worth_of(&everyone);
            self.strike(&mut option, true, excess);
            let dies = self.last_blows(&everyone, &mut option);
            if self.duel.trample {
                self.last_strike(&mut option, power);
                self.link_attacker(&mut option);
            }
            self.finish(option, dies);
            if !lifelink || self.duel.trample {
                return Some(());
            }
            // Too much for some of them leaves the others to be hit again: more life, and more blows taken.
            for (killed, _) in self.kill_sets(power, false)? {
                if killed.iter().sum::<usize>() > 0 && killed != everyone {
                    let mut option = self.start.clone();
                    option.value += self.worth_of(&everyone);
                    self.link_attacker(&mut option);
                    let dies = self.last_blows(&killed, &mut option);
                    self.finish(option, dies);
                }
            }
            return Some(());
        }
        let (kills, excess) = self.all_out(all, 2 * power);
        for (killed, spent) in self.kill_sets(power, false)? {
            let mut option = self.start.clone();
            let later = if kills {
                self.worth_of(&everyone) - self.worth_of(&killed)
            } else {
                self.most_kills(2 * power - spent, &killed)?
            };
            option.value += self.worth_of(&killed) + later;
            let dies = self.last_blows(&killed, &mut option);
            self.link_attacker(&mut option);
            self.last_strike(&mut option, excess);
            self.finish(option, dies);
        }
        Some(())
    }

    /// Books damage to what is attacked.
    fn strike(&mut self, option: &mut Gain, first: bool, amount: i64) {
        if amount == 0 {
            return;
        }
        self.through = true;
        option.value += self.duel.point * i128::from(amount);
        let raises = &self.duel.raises[usize::from(!first)];
        raises.iter().for_each(|sum| option.sums[*sum] += amount);
        let lifelink = self.blockers.is_empty() && self.duel.attacker.lifelink;
        match self.duel.departure {
            // CR 506.4c: whether it is there in the last step is seen by what all deal to it in the first.
            Some(departure) if !first => option.sums[departure.late] += if lifelink { amount } else { 0 },
            departure => {
                departure.into_iter().for_each(|departure| option.sums[departure.spared] -= amount);
                option.value += if lifelink { self.duel.attacker.life * i128::from(amount) } else { 0 };
            }
        }
    }

    fn last_strike(&mut self, option: &mut Gain, amount: i64) {
        self.strike(option, false, amount);
    }

    /// A blocked attacker with lifelink deals all its damage to something, once (CR 702.15b).
    fn link_attacker(&self, option: &mut Gain) {
        if self.duel.attacker.lifelink {
            option.value += self.duel.attacker.life * i128::from(self.duel.attacker.power);
        }
    }

    /// What the blockers that are left deal in the last step; whether the attacker is dead after it.
    fn last_blows(&self, killed: &[usize], option: &mut Gain) -> bool {
        let mut blows = self.blows;
        for ((blocker, count), killed) in self.blockers.iter().zip(killed) {
            if blocker.strikes_last() && count > killed {
                blows.0 += blocker.power * (count - killed) as i64;
                blows.1 |= blocker.deathtouch && blocker.power > 0;
                link(option, blocker, count - killed, 1);
            }
        }
        self.is_lethal(blows)
    }

    fn finish(&mut self, mut option: Gain, dies: bool) {
        if dies {
            option.value += self.duel.attacker.death;
        }
        self.dies &= dies;
        offer(&mut self.options, option);
    }

    /// The sets of blockers that so much damage can kill, each with what it takes; only those that nothing can be added
    /// to, where `maximal`. `None` where there are too many.
    fn kill_sets(&self, budget: i64, maximal: bool) -> Option<SmallVec<[(Killed, i64); 8]>> {
        let mut sets = SmallVec::new();
        self.collect(budget, maximal, &mut Killed::new(), 0, &mut sets)?;
        Some(sets)
    }

    fn collect(
        &self,
        budget: i64,
        maximal: bool,
        chosen: &mut Killed,
        spent: i64,
        sets: &mut SmallVec<[(Killed, i64); 8]>,
    ) -> Option<()> {
        let Some((blocker, count)) = self.blockers.get(chosen.len()) else {
            let more = |((blocker, count), killed): (&(&Fighter, usize), &usize)| {
                !blocker.indestructible && killed < count && self.cost(blocker) <= budget - spent
            };
            if !(maximal && self.blockers.iter().zip(chosen.iter()).any(more)) {
                sets.push((chosen.clone(), spent));
            }
            return (sets.len() <= KILL_LIMIT).then_some(());
        };
        let cost = self.cost(blocker);
        let most = match cost {
            _ if blocker.indestructible => 0,
            0 => *count,
            _ => usize::try_from((budget - spent) / cost).map_or(*count, |fit| fit.min(*count)),
        };
        for killed in (0..=most).rev() {
            chosen.push(killed);
            self.collect(budget, maximal, chosen, spent + cost * killed as i64, sets)?;
            chosen.pop();
        }
        Some(())
    }

    /// The most that kills among the blockers that are left are worth with so much damage.
    fn most_kills(&self, budget: i64, already: &[usize]) -> Option<i128> {
        let mut best = 0;
        let mut visits = 0;
        let left: SmallVec<[(i64, i128, usize); 8]> = self
            .blockers
            .iter()
            .zip(already)
            .filter(|((blocker, count), already)| !blocker.indestructible && *count > **already)
            .map(|((blocker, count), already)| (self.cost(blocker), blocker.death, count - already))
            .collect();
        let potential: i128 = left.iter().map(|(_, death, count)| death * *count as i128).sum();
        knapsack(&left, budget, 0, potential, &mut best, &mut visits)?;
        Some(best)
    }
}

/// Most worth of what fits the budget; `None` after too many visits.
fn knapsack(
    items: &[(i64, i128, usize)],
    budget: i64,
    worth: i128,
    potential: i128,
    best: &mut i128,
    visits: &mut usize,
) -> Option<()> {
    *best = (*best).max(worth);
    let Some(((cost, each, count), rest)) = items.split_first() else { return Some(()) };
    if worth + potential <= *best {
        return Some(());
    }
    *visits += 1;
    if *visits > 10 * KILL_LIMIT {
        return None;
    }
    let most = if *cost == 0 { *count } else { usize::try_from(budget / cost).map_or(*count, |fit| fit.min(*count)) };
    let later = potential - each * *count as i128;
    for taken in (0..=most).rev() {
        knapsack(rest, budget - cost * taken as i64, worth + each * taken as i128, later, best, visits)?;
    }
    Some(())
}

/// What blockers with lifelink gain for their controller when they strike in a step, the first or the last.
fn link(gain: &mut Gain, blocker: &Fighter, count: usize, step: usize) {
    if blocker.lifelink {
        let amount = blocker.power * count as i64;
        gain.value += blocker.life * i128::from(amount);
        blocker.lowers[step].iter().for_each(|sum| gain.sums[*sum] -= amount);
    }
}
