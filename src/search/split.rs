//! The splits of damage that one side can announce in one step, one for each different effect.
//!
//! Creature by creature: partial announcements that do the same to everything are merged, so what grows is the number
//! of different states, not of splits. Damage beyond what can matter to a recipient is put wherever it changes nothing.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::score::Scorer;
use super::solution::SearchError;
use super::spot::{Spots, Sums};
use crate::position::{Assignment, Recipient, Target, Term};
use crate::rules::{Assigner, Combat, Division, Share, Side, Value};

/// Most different partial announcements of one side in one step.
const STATE_LIMIT: usize = 200_000;
/// Most splits of one creature that are tried one by one.
const SPLIT_LIMIT: u64 = 20_000;

/// A partial announcement: what it comes to, and how it was reached.
struct Partial {
    sums: Sums,
    last: Option<usize>,
}

/// How the last creature of a partial announcement divides its damage, and what came before.
struct Link {
    before: Option<usize>,
    rows: SmallVec<[Assignment; 3]>,
}

/// All announcements of `side` that differ in effect, each as its rows. There is always at least one.
///
/// # Errors
///
/// [`SearchError::TooLarge`] beyond the limits of this module.
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
    let mut links: Vec<Link> = Vec::new();
    let mut partials = vec![Partial { sums: spots.nothing(), last: None }];
    for assigner in &division.assigners {
        let own = own_splits(scorer, combat, &division, &spots, assigner)?;
        let mut next: Vec<Partial> = Vec::new();
        let mut seen: FxHashSet<Sums> = FxHashSet::default();
        for partial in &partials {
            for (way, rows) in &own {
                let mut sums = partial.sums.clone();
                spots.add(&mut sums, assigner, *way, rows);
                if seen.insert(sums.clone()) {
                    if seen.len() > STATE_LIMIT {
                        return Err(too_large());
                    }
                    links.push(Link { before: partial.last, rows: rows.clone() });
                    next.push(Partial { sums, last: Some(links.len() - 1) });
                }
            }
        }
        partials = next;
    }
    let mut seen: FxHashSet<Sums> = FxHashSet::default();
    let mut announced = Vec::new();
    for partial in partials {
        if spots.conditions_hold(&partial.sums) && seen.insert(spots.effect(&partial.sums)) {
            announced.push(rows_of(&links, partial.last));
        }
    }
    Ok(announced)
}

fn too_large() -> SearchError {
    SearchError::TooLarge(format!(
        "the damage can be divided in too many different ways: the limit is {STATE_LIMIT} different states of one step"
    ))
}

/// The only announcement there is, where nobody has a choice.
fn forced(division: &Division) -> Option<Vec<Assignment>> {
    let row = |assigner: &Assigner| match assigner.ways.as_slice() {
        [way] => match way.as_slice() {
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

fn rows_of(links: &[Link], mut last: Option<usize>) -> Vec<Assignment> {
    let mut parts = Vec::new();
    while let Some(index) = last {
        parts.push(&links[index].rows);
        last = links[index].before;
    }
    parts.into_iter().rev().flatten().copied().collect()
}

/// A split of one creature: in which of its ways, and its rows.
type OwnSplit = (usize, SmallVec<[Assignment; 3]>);

/// The splits of one creature.
fn own_splits(
    scorer: &Scorer<'_, '_>,
    combat: &Combat<'_, '_>,
    division: &Division,
    spots: &Spots,
    assigner: &Assigner,
) -> Result<Vec<OwnSplit>, SearchError> {
    let mut found = Vec::new();
    for (index, way) in assigner.ways.iter().enumerate() {
        let capped: Vec<(&Share, i64)> = way
            .iter()
            .filter(|share| !is_player(share.recipient))
            .map(|share| (share, spots.cap(assigner.creature, share.recipient).min(assigner.amount)))
            .collect();
        let player = way.iter().find(|share| is_player(share.recipient));
        let number = capped.iter().try_fold(1u64, |number, (_, cap)| number.checked_mul(cap.unsigned_abs() + 1));
        let corners_only = number.is_none_or(|number| number > SPLIT_LIMIT);
        if corners_only && !corners_suffice(scorer, combat, division, assigner) {
            return Err(too_large());
        }
        let mut own = OwnSplits {
            scorer,
            combat,
            division,
            spots,
            assigner,
            way: index,
            capped,
            player,
            corners_only,
            amounts: SmallVec::new(),
            found: &mut found,
        };
        own.walk(assigner.amount);
    }
    Ok(found)
}

fn is_player(recipient: Recipient) -> bool {
    matches!(recipient, Recipient::Target(Target::Player(_)))
}

/// Whether it is enough to try, for each recipient, nothing, what is just (not) lethal or fatal, and the rest on one.
///
/// For a creature that shares no recipient with another one, the splits with a given set of fatal and lethal
/// recipients are the whole points of a simplex with bounds, and everything else is linear in them or, with a second
/// step to come, depends on their sum over the survivors: its corners do. That needs an objective that never wants
/// less damage, no recipient whose prevention costs lifelink, and no -1/-1 counters that weaken survivors.
fn corners_suffice(scorer: &Scorer<'_, '_>, combat: &Combat<'_, '_>, division: &Division, assigner: &Assigner) -> bool {
    let it = combat.board().characteristics(assigner.creature);
    let wants = |term: Term| scorer.valuation().factor(term).sign() >= 0;
    let natural =
        [Term::Win, Term::Face, Term::Loyalty, Term::Walkers, Term::Defense, Term::Kills, Term::Material, Term::Poison]
            .into_iter()
            .all(wants)
            && scorer.valuation().factor(Term::Losses).sign() <= 0;
    let shared = division.assigners.iter().any(|other| {
        other.creature != assigner.creature
            && other.ways.iter().flatten().any(|share| {
                !is_player(share.recipient)
                    && assigner.ways.iter().flatten().any(|own| own.recipient == share.recipient)
            })
    });
    let last = combat.steps().last() == Some(&combat.step());
    natural && !shared && !it.lifelink && (last || !it.withers)
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
    corners_only: bool,
    amounts: SmallVec<[i64; 6]>,
    found: &'a mut Vec<OwnSplit>,
}

impl OwnSplits<'_, '_, '_> {
    fn walk(&mut self, rest: i64) {
        let Some((share, cap)) = self.capped.get(self.amounts.len()).copied() else {
            self.place_rest(rest);
            return;
        };
        let most = cap.min(rest);
        if self.corners_only {
            let mut corners = self.spots.corners(self.assigner.creature, share.recipient);
            corners.push(rest);
            corners.retain(|amount| (0..=most).contains(amount));
            corners.push(most);
            corners.sort_unstable();
            corners.dedup();
            for amount in corners {
                self.choose(amount, rest);
            }
        } else {
            for amount in 0..=most {
                self.choose(amount, rest);
            }
        }
    }

    fn choose(&mut self, amount: i64, rest: i64) {
        self.amounts.push(amount);
        self.walk(rest - amount);
        self.amounts.pop();
    }

    /// Puts what is left on the player, or where more changes nothing.
    fn place_rest(&mut self, rest: i64) {
        if rest == 0 {
            self.emit(None, 0);
            return;
        }
        // Beyond its cap a recipient notices nothing but lifelink, and that only where damage is not prevented.
        let mut full: SmallVec<[usize; 2]> = SmallVec::new();
        for (index, (share, cap)) in self.capped.iter().enumerate() {
            let class = self.gain_of(share);
            if self.amounts[index] == *cap && !full.iter().any(|other| self.gain_of(self.capped[*other].0) == class) {
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

    /// Whether between a full share and the player all or nothing is best: where value and threshold pull the same
    /// way.
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
            let amount = self.amounts[index] + extra(index);
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
