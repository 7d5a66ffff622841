//! The blocker sets that can be worth choosing against one attacker, each with everything that can come of it.
//!
//! A column is one attacker and one set of blockers that block nothing else, priced once: the scores among which the
//! active player can choose by dividing damage. A set is left out only where a subset of it is at least as good for
//! the defenders whatever the rest of the combat does. Which sets need not even be priced is said at
//! [`Generator::extend`]; that reasoning asks for an objective that never wants less damage.

use super::classes::Classes;
use super::engagement::Part;
use super::score::{Score, Scorer, prune};
use super::solution::SearchError;
use super::split::splits;
use crate::position::{CreatureId, Recipient};
use crate::rules::{Board, Combat, DeclaredAttacker, Side};

/// Most sets of blockers that are priced for all attackers together.
pub(super) const PRICE_LIMIT: u64 = 500_000;

fn too_many_sets() -> SearchError {
    SearchError::TooLarge(format!(
        "more sets of blockers could be worth choosing than can be looked at: the limit is {PRICE_LIMIT}"
    ))
}

/// One set of blockers against one attacker.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The blockers, as packed counts of classes.
    pub(super) used: u128,
    /// How many they are.
    pub(super) size: usize,
    /// What the active player can make of it; none dominates another.
    pub(super) options: Vec<Score>,
}

/// What came of pricing a set.
struct Priced {
    options: Vec<Score>,
    /// The attacker dies however damage is divided.
    dies: bool,
    /// Some division deals damage to what is attacked.
    through: bool,
}

/// All columns of one attacker that nothing dominates, by size; `left` says how many more sets may be priced.
///
/// # Errors
///
/// [`SearchError::TooLarge`] beyond the limit of this module or of a split.
pub(super) fn columns(
    scorer: &Scorer<'_, '_>,
    attacker: &DeclaredAttacker,
    classes: &Classes,
    able: &[bool],
    left: &mut u64,
) -> Result<Vec<Column>, SearchError> {
    let it = scorer.board().characteristics(attacker.creature);
    let mut generator = Generator {
        scorer,
        attacker,
        classes,
        able,
        special: classes.members.iter().map(|class| is_special(scorer.board(), class[0])).collect(),
        damage: classes.members.iter().map(|class| most_damage(scorer, attacker.creature, class[0])).collect(),
        least: it.least_blockers.max(1),
        most: it.most_blockers,
        toughness: it.toughness + attacker.bonus.toughness + it.bushido
            - scorer.board().position().creature(attacker.creature).damage,
        left,
        found: Vec::new(),
    };
    let open = generator.price(&[])?;
    generator.found.push(Column { used: 0, size: 0, options: open.options });
    let mut blockers = Vec::new();
    let state = State { used: 0, damage: 0, special: false, through: it.trample };
    generator.extend(0, &state, &mut blockers)?;
    let mut found = generator.found;
    found.sort_by_key(|column| (column.size, column.used));
    let mut kept: Vec<Column> = Vec::with_capacity(found.len());
    for column in found {
        let better = |other: &Column| {
            classes.fits(other.used, column.used)
                && other.options.iter().all(|option| column.options.iter().any(|own| scorer.dominates(own, option)))
        };
        if !kept.iter().any(better) {
            kept.push(column);
        }
    }
    Ok(kept)
}

/// Whether a blocker can do more than strike back in the last step: then more of the set matters than who kills whom.
fn is_special(board: &Board<'_>, blocker: CreatureId) -> bool {
    let it = board.characteristics(blocker);
    it.strikes_first || it.lifelink
}

/// Classes in the order in which sets are extended: special ones first, so that from some point on all are plain.
pub(super) fn class_order(board: &Board<'_>, blocker: CreatureId) -> bool {
    !is_special(board, blocker)
}

/// The most that a blocker can deal to the attacker; saturating where any damage kills.
fn most_damage(scorer: &Scorer<'_, '_>, attacker: CreatureId, blocker: CreatureId) -> i64 {
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
struct State {
    used: u128,
    /// Most damage that it deals to the attacker.
    damage: i64,
    special: bool,
    /// Whether damage may still get past it.
    through: bool,
}

struct Generator<'a, 'b, 'p> {
    scorer: &'a Scorer<'b, 'p>,
    attacker: &'a DeclaredAttacker,
    classes: &'a Classes,
    able: &'a [bool],
    special: Vec<bool>,
    damage: Vec<i64>,
    least: usize,
    most: usize,
    toughness: i64,
    /// How many more sets may be priced.
    left: &'a mut u64,
    found: Vec<Column>,
}

impl Generator<'_, '_, '_> {
    /// Prices the sets that add creatures of the classes from `class` on.
    ///
    /// What a plain creature adds to a set changes nothing in a first step, and the active player can divide as it
    /// would without that creature, unless it was to deal damage past the blockers. So, with plain classes last:
    /// where the attacker dies anyway and nothing gets through, no larger set is better; and a set of more than the
    /// fewest that may block, without special creatures, through which nothing gets and that can't kill the attacker,
    /// is no better than the smaller set that stopped the damage already: it is only a stepping stone.
    fn extend(&mut self, class: usize, state: &State, blockers: &mut Vec<CreatureId>) -> Result<(), SearchError> {
        let Some(members) = self.classes.members.get(class) else { return Ok(()) };
        self.extend(class + 1, state, blockers)?;
        if !self.able[class] {
            return Ok(());
        }
        let before = blockers.len();
        let mut state = State { ..*state };
        for member in members {
            if blockers.len() >= self.most {
                break;
            }
            blockers.push(*member);
            state.used += self.classes.one(class);
            state.damage = state.damage.saturating_add(self.damage[class]);
            state.special |= self.special[class];
            let kills = state.damage >= self.toughness;
            let stone = blockers.len() < self.least
                || blockers.len() > self.least && !state.special && !state.through && !kills;
            if !stone {
                let priced = self.price(blockers)?;
                state.through &= priced.through;
                let closed = priced.dies && !priced.through && !self.special[class];
                self.found.push(Column { used: state.used, size: blockers.len(), options: priced.options });
                if closed {
                    break;
                }
            }
            self.extend(class + 1, &state, blockers)?;
        }
        blockers.truncate(before);
        Ok(())
    }

    fn price(&mut self, blockers: &[CreatureId]) -> Result<Priced, SearchError> {
        *self.left = self.left.checked_sub(1).ok_or_else(too_many_sets)?;
        let mut sorted = blockers.to_vec();
        sorted.sort_unstable();
        let blocks = sorted.into_iter().map(|blocker| (blocker, vec![self.attacker.creature])).collect();
        let part = Part { attackers: vec![*self.attacker], blocks };
        let combat = Combat::of(
            self.scorer.board(),
            part.attackers.iter(),
            part.blocks.iter().map(|(blocker, blocked)| (*blocker, blocked.as_slice())),
        );
        let mut priced = Priced { options: Vec::new(), dies: true, through: false };
        self.play(&combat, &mut priced)?;
        priced.options = prune(std::mem::take(&mut priced.options), |one, other| self.scorer.dominates(one, other));
        Ok(priced)
    }

    /// Plays on from a step; the blockers have no choice, since each blocks one attacker.
    fn play(&self, combat: &Combat<'_, '_>, priced: &mut Priced) -> Result<(), SearchError> {
        let last = combat.steps().last() == Some(&combat.step());
        let answered = splits(self.scorer, combat, Side::Defending)?.swap_remove(0);
        for mut rows in splits(self.scorer, combat, Side::Active)? {
            rows.extend(&answered);
            let mut combat = combat.clone();
            combat.deal(&rows);
            if last {
                let tally = combat.finish();
                priced.dies &= tally.died.contains(&self.attacker.creature);
                let dealt = tally.players.iter().map(|player| player.damage).chain(tally.loyalty.iter().copied());
                priced.through |= dealt.chain(tally.defense.iter().copied()).any(|amount| amount > 0);
                priced.options.push(self.scorer.score(&tally));
            } else {
                self.play(&combat, priced)?;
            }
        }
        Ok(())
    }
}
