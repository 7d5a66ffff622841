//! The splits of damage that one side can announce in one step, one for each different effect.
//!
//! Creature by creature: partial announcements that do the same to everything are merged, so what grows is the number
//! of different states, not of splits. Damage beyond what can matter to a recipient is put wherever it changes nothing.

use indexmap::map::Entry;
use smallvec::SmallVec;

use super::classes::alike;
use super::freed_aside::{FreedAside, Memo, Part};
use super::packed::{Packed, pack, unpack};
use super::score::{STATE_LIMIT, Scorer, prune_within};
use super::solution::SearchError;
use super::spot::{Spots, Sums};
use crate::position::{Assignment, Recipient, Target, Term};
use crate::rules::{Assigner, Combat, Division, Share, Side, Value};

/// Most splits of one creature in one way where all amounts are tried.
const SPLIT_LIMIT: usize = 20_000;
/// Most announcements that are compared with each other.
const PRUNE_LIMIT: usize = 4_000;
/// Most splits of one creature.
const FOUND_LIMIT: usize = 50_000;
/// Most partial splits of one creature that are looked at.
const VISIT_LIMIT: u64 = 1_000_000;
/// After how many of them the budget is asked.
const CHECK_EVERY: u64 = 64;
/// After how many pairs of partial splits with splits of one more creature.
const PAIRS_A_CHECK: usize = 64;
/// From how many splits of one creature on only corners are tried.
const CORNERS_FROM: u64 = 100;

/// Partial announcements: what each comes to, and its last link.
type Partials = Memo<Packed, Option<usize>>;

/// Which of its splits the last creature of a partial announcement takes, and what came before.
struct Link {
    before: Option<usize>,
    split: usize,
}

impl Part for Link {}

impl Part for Assignment {}

/// All announcements of `side` that differ in effect, each as its rows. There is always at least one.
///
/// # Errors
///
/// [`SearchError::TooLarge`] beyond the limits of this module, [`SearchError::Stopped`] beyond the budget.
pub(super) fn splits(
    scorer: &Scorer<'_, '_>,
    combat: &Combat<'_, '_>,
    side: Side,
) -> Result<Vec<Vec<Assignment>>, SearchError> {
    let division = combat.division(side);
    if let Some(rows) = forced(&division) {
        return Ok(vec![rows]);
    }
    let spots = Spots::new(combat, &division);
    if spots.too_many_conditions() {
        return Err(too_large());
    }
    let mut links: FreedAside<Vec<Link>> = FreedAside::default();
    let mut all_own: FreedAside<Vec<Vec<OwnSplit>>> = FreedAside::default();
    let mut partials = Partials::default();
    partials.insert(pack(&spots.nothing()), None);
    let mut steps = 0;
    for assigner in &division.assigners {
        let own = own_splits(scorer, combat, &division, &spots, assigner)?;
        let mut next = Partials::default();
        for (before, last) in partials.iter() {
            let before: Sums = unpack(before).collect();
            for (number, (way, rows)) in own.iter().enumerate() {
                if number % PAIRS_A_CHECK == 0 {
                    scorer.budget().spend_steps(&mut steps, (own.len() - number).min(PAIRS_A_CHECK) as u64)?;
                }
                let mut sums = before.clone();
                spots.add(&mut sums, assigner, *way, rows);
                if let Entry::Vacant(new) = next.entry(pack(&sums)) {
                    if new.index() >= scorer.states() {
                        return Err(too_large());
                    }
                    new.insert(Some(links.len()));
                    links.push(Link { before: *last, split: number });
                }
            }
        }
        partials = next;
        all_own.push(own);
    }
    let mut announced = Partials::default();
    for (sums, last) in partials.iter() {
        scorer.budget().check()?;
        let sums: Sums = unpack(sums).collect();
        if spots.conditions_hold(&sums) {
            announced.entry(pack(&spots.effect(&sums))).or_insert(*last);
        }
    }
    let mut last: Vec<Option<usize>> = announced.values().copied().collect();
    if announced.len() <= PRUNE_LIMIT && more_is_better(scorer, combat, side) {
        let comparable = announced.iter().map(|(effect, last)| {
            let mut effect: Sums = unpack(effect).collect();
            spots.make_comparable(&mut effect);
            (effect, last)
        });
        let no_less = |one: &(Sums, _), other: &(Sums, _)| one.0.iter().zip(&other.0).all(|(one, other)| one >= other);
        let kept = prune_within(scorer.budget(), comparable.collect(), no_less)?;
        last = kept.into_iter().map(|(_, last)| *last).collect();
    }
    let mut all: FreedAside<Vec<Vec<Assignment>>> = FreedAside::default();
    for last in last {
        scorer.budget().check()?;
        all.push(rows_of(&links, &all_own, last));
    }
    Ok(all.into_inner())
}

/// Whether for the side that announces it is never worse to do more to everything, in this step and for a later one.
///
/// That takes an objective that never wants less, and that nobody misses something to hit: a creature with lifelink
/// that strikes again gains nothing from what is dead by then.
fn more_is_better(scorer: &Scorer<'_, '_>, combat: &Combat<'_, '_>, side: Side) -> bool {
    let fighters = combat.fighters().iter().enumerate();
    let own = fighters.filter(|(index, _)| (*index < combat.attacker_count()) == (side == Side::Active));
    let mut lifelinks = own.filter(|(_, fighter)| {
        combat.board().characteristics(fighter.creature).lifelink && combat.strikes_later(fighter)
    });
    scorer.is_natural() && lifelinks.next().is_none()
}

fn too_large() -> SearchError {
    SearchError::TooLarge(format!(
        "the damage can be divided in too many different ways: the limit is {STATE_LIMIT} different states of one step"
    ))
}

/// The only announcement there is, where nobody has a choice.
fn forced(division: &Division) -> Option<Vec<Assignment>> {
    let row = |assigner: &Assigner| match assigner.ways.as_slice() {
        [way] if !assigner.may_decline => match way.as_slice() {
            [share] => Some(Assignment {
                step: division.step,
                source: assigner.creature,
                recipient: share.recipient,
                amount: assigner.amount,
            }),
            _ => None,
        },
        _ => None,
    };
    division.assigners.iter().map(row).collect()
}

/// The rows of an announcement, of which each creature has one link.
fn rows_of(links: &[Link], all_own: &[Vec<OwnSplit>], mut last: Option<usize>) -> Vec<Assignment> {
    let mut parts = Vec::with_capacity(all_own.len());
    for own in all_own.iter().rev() {
        let Some(Link { before, split }) = last.map(|index| &links[index]) else { break };
        parts.push(&own[*split].1);
        last = *before;
    }
    parts.into_iter().rev().flatten().copied().collect()
}

/// A split of one creature: in which of its ways, and its rows.
type OwnSplit = (usize, SmallVec<[Assignment; 3]>);

impl Part for OwnSplit {}

/// The splits of one creature.
fn own_splits(
    scorer: &Scorer<'_, '_>,
    combat: &Combat<'_, '_>,
    division: &Division,
    spots: &Spots,
    assigner: &Assigner,
) -> Result<Vec<OwnSplit>, SearchError> {
    let mut found = Vec::new();
    if assigner.may_decline {
        found.push((0, SmallVec::new()));
    }
    let alone = fights_alone(combat, assigner);
    let simple = if alone { is_simple(scorer, combat, assigner) } else { Simplicity::None };
    for (index, way) in assigner.ways.iter().enumerate() {
        let capped: Vec<(&Share, i64)> = way
            .iter()
            .filter(|share| !is_player(share.recipient))
            .map(|share| (share, spots.cap(assigner.creature, share.recipient).min(assigner.amount)))
            .collect();
        let player = way.iter().find(|share| is_player(share.recipient));
        let one = match capped.as_slice() {
            [(share, cap)] if alone && matches!(share.recipient, Recipient::Creature(_)) => {
                Some((cap - spots.lethal(assigner.creature, share.recipient)).max(0).unsigned_abs() + 2)
            }
            _ => None,
        };
        let number =
            one.or_else(|| capped.iter().try_fold(1u64, |number, (_, cap)| number.checked_mul(cap.unsigned_abs() + 1)));
        let amounts = match simple {
            Simplicity::Levels => Amounts::Levels,
            Simplicity::Corners if number.is_none_or(|number| number > CORNERS_FROM) => Amounts::Corners,
            Simplicity::Corners | Simplicity::None if one.is_some() => Amounts::OneBlocker,
            Simplicity::Corners | Simplicity::None => Amounts::All,
        };
        if amounts == Amounts::Levels
            && let Some(rows) = enough_for_all(division, spots, assigner, &capped, player)
        {
            found.push((index, rows));
            continue;
        }
        let repeats = repeats(combat, &capped, alone);
        let limit = if simple == Simplicity::None { found.len() + SPLIT_LIMIT } else { FOUND_LIMIT };
        let mut own = OwnSplits {
            scorer,
            combat,
            division,
            spots,
            assigner,
            way: index,
            capped,
            player,
            amounts,
            repeats,
            visits: 0,
            limit,
            chosen: SmallVec::new(),
            found: &mut found,
        };
        own.walk(assigner.amount);
        scorer.budget().spend_steps(&mut 0, own.visits)?;
        if own.visits > VISIT_LIMIT || found.len() > limit {
            return Err(too_large());
        }
    }
    Ok(found)
}

/// For each recipient of a creature that fights [alone](fights_alone), whether it differs from the one before in nothing
/// but its name, what it attacks included: of such twins the first gets at least as much.
fn repeats(combat: &Combat<'_, '_>, capped: &[(&Share, i64)], alone: bool) -> Vec<bool> {
    let position = combat.board().position();
    let fighter = |share: &Share| match share.recipient {
        Recipient::Creature(creature) => combat.fighter_index(creature).map(|index| &combat.fighters()[index]),
        Recipient::Target(_) => None,
    };
    let twins = |one: &Share, other: &Share| match (fighter(one), fighter(other)) {
        (Some(one), Some(other)) => {
            one.power == other.power
                && one.target == other.target
                && one.toughness == other.toughness
                && one.marked == other.marked
                && one.shield == other.shield
                && alike(position, one.creature, other.creature)
        }
        _ => false,
    };
    let pairs = capped.windows(2).map(|pair| alone && twins(pair[0].0, pair[1].0));
    std::iter::once(false).chain(pairs).collect()
}

/// Where there is enough damage for everything that can come of it, that split; the rest goes past the blockers.
fn enough_for_all(
    division: &Division,
    spots: &Spots,
    assigner: &Assigner,
    capped: &[(&Share, i64)],
    player: Option<&Share>,
) -> Option<SmallVec<[Assignment; 3]>> {
    let caps = capped.iter().map(|(share, _)| spots.cap(assigner.creature, share.recipient));
    let rest = assigner.amount - caps.clone().sum::<i64>();
    let last = player.map(|share| share.recipient).or(capped.last().map(|(share, _)| share.recipient))?;
    // With a planeswalker and its controller to choose between there is more than one best way to use the rest.
    let targets = capped.iter().filter(|(share, _)| !matches!(share.recipient, Recipient::Creature(_))).count();
    // What a creature takes beyond lethal damage, as one does that only -1/-1 counters can destroy, is lost to the player.
    let takes_more = |((share, _), cap): (&(&Share, i64), i64)| {
        matches!(share.recipient, Recipient::Creature(_)) && cap > spots.lethal(assigner.creature, share.recipient)
    };
    let costs_player = player.is_some() && capped.iter().zip(caps.clone()).any(takes_more);
    if rest < 0 || targets > 0 && player.is_some() || costs_player {
        return None;
    }
    let mut rows: SmallVec<[Assignment; 3]> = SmallVec::new();
    let mut add = |recipient: Recipient, amount: i64| match rows.iter_mut().find(|row| row.recipient == recipient) {
        Some(row) => row.amount += amount,
        None if amount > 0 => {
            rows.push(Assignment { step: division.step, source: assigner.creature, recipient, amount });
        }
        None => {}
    };
    capped.iter().zip(caps).for_each(|((share, _), cap)| add(share.recipient, cap));
    add(last, rest);
    Some(rows)
}

fn is_player(recipient: Recipient) -> bool {
    matches!(recipient, Recipient::Target(Target::Player(_)))
}

/// Which amounts a creature has to try for each recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amounts {
    /// All that can matter.
    All,
    /// For a creature that alone fights its only blocker: as `All`, less what can't be lethal and so leaves the rest
    /// nowhere to go.
    OneBlocker,
    /// Nothing, what is just (not) lethal or fatal, and the rest on one.
    Corners,
    /// Nothing, or what is lethal or fatal; the rest goes as far as it may.
    Levels,
}

/// How much of [`Amounts`] a creature can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Simplicity {
    None,
    Corners,
    Levels,
}

/// Whether a creature shares no recipient with another one, players aside.
fn fights_alone(combat: &Combat<'_, '_>, assigner: &Assigner) -> bool {
    combat.fighter_index(assigner.creature).is_some_and(|index| {
        let fighter = &combat.fighters()[index];
        let shares_blocker =
            combat.opponents_of(fighter).any(|opponent| combat.opponents_of(opponent).nth(1).is_some());
        let shares_target = fighter.target.is_some_and(|target| {
            let mut fellows = combat.fighters().iter().filter(|other| other.alive && other.target == Some(target));
            !matches!(target, Target::Player(_)) && fellows.nth(1).is_some()
        });
        !shares_blocker && !shares_target
    })
}

/// For a creature that fights alone, the splits with a given set of fatal and lethal
/// recipients are the whole points of a simplex with bounds, and everything else is linear in them or, where it strikes
/// again, depends on their sum over the survivors: its corners do. That needs an objective that never wants less
/// damage, no recipient whose prevention costs lifelink, and no -1/-1 counters that weaken survivors. Where it doesn't
/// strike again, nothing is lost by wasting damage that is not enough, so the levels themselves do.
fn is_simple(scorer: &Scorer<'_, '_>, combat: &Combat<'_, '_>, assigner: &Assigner) -> Simplicity {
    let it = combat.board().characteristics(assigner.creature);
    let Some(index) = combat.fighter_index(assigner.creature) else { return Simplicity::None };
    let fighter = &combat.fighters()[index];
    let shares = || assigner.ways.iter().flatten();
    let costs_life = it.lifelink && shares().any(|share| combat.prevented(assigner.creature, share.recipient));
    let last = combat.steps().last() == Some(&combat.step());
    if !scorer.is_natural() || costs_life || !last && it.withers {
        Simplicity::None
    } else if combat.strikes_later(fighter) {
        Simplicity::Corners
    } else {
        Simplicity::Levels
    }
}

/// The walk over the splits of one creature in one way.
struct OwnSplits<'a, 'b, 'p> {
    scorer: &'a Scorer<'b, 'p>,
    combat: &'a Combat<'b, 'p>,
    division: &'a Division,
    spots: &'a Spots,
    assigner: &'a Assigner,
    way: usize,
    /// Shares with the most that can matter to each.
    capped: Vec<(&'a Share, i64)>,
    /// The share to which every point counts.
    player: Option<&'a Share>,
    amounts: Amounts,
    /// For each of the capped shares, whether it need not get more than the one before.
    repeats: Vec<bool>,
    /// Partial splits looked at.
    visits: u64,
    /// Most splits that are kept.
    limit: usize,
    /// What the first recipients get.
    chosen: SmallVec<[i64; 8]>,
    found: &'a mut Vec<OwnSplit>,
}

impl OwnSplits<'_, '_, '_> {
    fn walk(&mut self, rest: i64) {
        self.visits += 1;
        if self.visits.is_multiple_of(CHECK_EVERY) && self.scorer.budget().check().is_err() {
            // A budget that is used up stays so: the caller asks again.
            self.visits = VISIT_LIMIT + 1;
        }
        if self.visits > VISIT_LIMIT || self.found.len() > self.limit {
            return;
        }
        let Some((share, cap)) = self.capped.get(self.chosen.len()).copied() else {
            self.place_rest(rest);
            return;
        };
        let most = match self.chosen.last() {
            Some(before) if self.repeats[self.chosen.len()] => cap.min(rest).min(*before),
            _ => cap.min(rest),
        };
        match self.amounts {
            Amounts::OneBlocker => {
                // Less than lethal on the only blocker leaves nowhere for the rest to go.
                let lethal = self.spots.lethal(self.assigner.creature, share.recipient);
                if rest < lethal || cap < lethal {
                    self.choose(most, rest);
                }
                (lethal..=most).for_each(|amount| self.choose(amount, rest));
            }
            Amounts::All => (0..=most).for_each(|amount| self.choose(amount, rest)),
            Amounts::Corners => {
                let mut corners = self.spots.corners(self.assigner.creature, share.recipient);
                corners.extend([rest, most]);
                corners.retain(|amount| (0..=most).contains(amount));
                corners.sort_unstable();
                corners.dedup();
                corners.into_iter().for_each(|amount| self.choose(amount, rest));
            }
            Amounts::Levels => {
                self.choose(0, rest);
                let levels = self.spots.levels(self.assigner.creature, share.recipient);
                levels.into_iter().filter(|level| *level <= most).for_each(|level| self.choose(level, rest));
            }
        }
    }

    fn choose(&mut self, amount: i64, rest: i64) {
        self.chosen.push(amount);
        self.walk(rest - amount);
        self.chosen.pop();
    }

    /// Puts what is left on the player, or where more changes nothing.
    fn place_rest(&mut self, rest: i64) {
        if self.amounts == Amounts::Levels {
            return self.waste_rest(rest);
        }
        if rest == 0 {
            self.emit(None, 0);
            return;
        }
        if self.amounts == Amounts::Corners {
            // At a corner one recipient may be anywhere between its bounds: what the others leave.
            let caps: SmallVec<[i64; 8]> = self.capped.iter().map(|(_, cap)| *cap).collect();
            for (index, cap) in caps.into_iter().enumerate() {
                if self.chosen[index] + rest <= cap {
                    self.emit(Some(index), rest);
                }
            }
        }
        // Beyond its cap a recipient notices nothing but lifelink, and that only where damage is not prevented.
        let mut full: SmallVec<[usize; 2]> = SmallVec::new();
        for (index, (share, cap)) in self.capped.iter().enumerate() {
            let class = self.gain_of(share);
            if self.chosen[index] == *cap && !full.iter().any(|other| self.gain_of(self.capped[*other].0) == class) {
                full.push(index);
            }
        }
        for index in &full {
            self.emit(Some(*index), rest);
        }
        if self.player.is_some() {
            self.emit(None, rest);
            for index in &full {
                if !self.extremes_suffice(*index) {
                    (1..rest).for_each(|dumped| self.emit_both(*index, dumped, rest - dumped));
                } else if self.is_toxic() && rest > 1 {
                    // The first point to the player brings all of the toxic poison (CR 702.164c).
                    self.emit_both(*index, rest - 1, 1);
                }
            }
        }
        if let [first, second] = full.as_slice()
            && !self.gain_is_simple()
        {
            let (first, second) = (*first, *second);
            (1..rest).for_each(|part| self.emit_two(first, part, second, rest - part));
        }
    }

    /// Puts what is left past the blockers where all of them are lethal, else on a blocker. Where it would reach one
    /// more level the split that does is found elsewhere and no worse.
    fn waste_rest(&mut self, rest: i64) {
        let source = self.assigner.creature;
        let own =
            self.capped.iter().enumerate().filter(|(_, (share, _))| matches!(share.recipient, Recipient::Creature(_)));
        let lethal =
            own.clone().all(|(index, (share, _))| self.chosen[index] >= self.spots.lethal(source, share.recipient));
        let beyond = self.capped.iter().position(|(share, _)| !matches!(share.recipient, Recipient::Creature(_)));
        if rest == 0 {
            self.emit(None, 0);
        } else if lethal && self.player.is_some() {
            self.emit(None, rest);
            // Trample over planeswalkers may also leave all of it on the planeswalker.
            if let Some(walker) = beyond {
                self.emit(Some(walker), rest);
            }
        } else if lethal && let Some(target) = beyond {
            self.emit(Some(target), rest);
        } else {
            let first = own.clone().next().map(|(index, _)| index);
            let reaches_more = own.clone().any(|(index, (share, _))| {
                let levels = self.spots.levels(source, share.recipient);
                levels.iter().any(|level| *level > self.chosen[index] && level - self.chosen[index] <= rest)
            });
            if !reaches_more && first.is_some() {
                self.emit(first, rest);
            }
        }
    }

    /// Whether damage to this share gains life.
    fn gain_of(&self, share: &Share) -> bool {
        self.combat.board().characteristics(self.assigner.creature).lifelink
            && !self.combat.prevented(self.assigner.creature, share.recipient)
    }

    /// Whether more lifelink is good for its controller by value and by threshold alike.
    fn gain_is_simple(&self) -> bool {
        let valuation = self.scorer.valuation();
        valuation.factor(Term::Lifegain).sign() * valuation.factor(Term::Win).sign() >= 0
    }

    /// Whether the first point to the player does more than the others.
    fn is_toxic(&self) -> bool {
        self.combat.board().characteristics(self.assigner.creature).toxic > 0
    }

    /// Whether between a full share and the player all or nothing is best, the first point aside: where value and
    /// threshold pull the same way.
    fn extremes_suffice(&self, full: usize) -> bool {
        let Some(player) = self.player else { return true };
        let valuation = self.scorer.valuation();
        let mut marginal = Value::zero(valuation.levels());
        let prevented = self.combat.prevented(self.assigner.creature, player.recipient);
        if !prevented {
            marginal.add(valuation.factor(Term::Face));
            if self.combat.board().characteristics(self.assigner.creature).infect {
                marginal.add(valuation.factor(Term::Poison));
            }
        }
        let gain = i64::from(self.gain_of(player)) - i64::from(self.gain_of(self.capped[full].0));
        marginal.add_times(valuation.factor(Term::Lifegain), gain);
        marginal.sign() * valuation.factor(Term::Win).sign() >= 0
    }

    fn emit(&mut self, full: Option<usize>, rest: i64) {
        match full {
            Some(index) => self.emit_both(index, rest, 0),
            None => self.push(|_| 0, rest),
        }
    }

    fn emit_both(&mut self, full: usize, dumped: i64, to_player: i64) {
        self.push(|index| if index == full { dumped } else { 0 }, to_player);
    }

    fn emit_two(&mut self, first: usize, part: i64, second: usize, other: i64) {
        self.push(
            |index| match index {
                _ if index == first => part,
                _ if index == second => other,
                _ => 0,
            },
            0,
        );
    }

    fn push(&mut self, extra: impl Fn(usize) -> i64, to_player: i64) {
        let mut rows = SmallVec::new();
        let row = |recipient, amount| Assignment {
            step: self.division.step,
            source: self.assigner.creature,
            recipient,
            amount,
        };
        for (index, (share, _)) in self.capped.iter().enumerate() {
            let amount = self.chosen[index] + extra(index);
            if amount > 0 {
                rows.push(row(share.recipient, amount));
            }
        }
        if let Some(player) = self.player
            && to_player > 0
        {
            rows.push(row(player.recipient, to_player));
        }
        self.found.push((self.way, rows));
    }
}
