//! The program of one damage step: how one side divides its combat damage best.
//!
//! # Who decides what
//!
//! The program belongs to one side and one step of a [`Combat`]. What the other side announces in the same step is
//! given and enters as numbers: attackers that die by blockers, life that blockers with lifelink gain. The active
//! player maximises the objective, the defending players minimise it; both through the same encoder. A level's value
//! is what the objective gives for the whole combat *up to the end of this step*, what earlier steps did included.
//! Where another step follows, what state to leave for it is the caller's to decide.
//!
//! # Variables
//!
//! All are whole numbers. What can't be otherwise is a number or a fixed variable, and what can't happen is left out:
//! a share whose condition no split can meet, a death that no split can cause. Nothing is asked twice: where only
//! deathtouch can kill B, `deathtouch_B` also stands for `dies_B`.
//!
//! | name | range | meaning |
//! |---|---|---|
//! | `damage_A_B` | 0 to most(A, B) | damage that creature A assigns to B (CR 510.1) |
//! | `unblocked_A` | 0, 1 | A assigns as though it weren't blocked (CR 510.1c) |
//! | `declines_A` | 0, 1 | A, blocked and without blockers, assigns nothing though it might (CR 510.1c) |
//! | `lethal_B` | 0, 1 | 1 only if B is assigned lethal damage (CR 702.19b) |
//! | `deathtouch_B` | 0, 1 | a source with deathtouch assigns damage to B (CR 702.2c) |
//! | `loyal_W` | 0, 1 | 1 only if planeswalker W is assigned its loyalty (CR 702.19c) |
//! | `dies_B` | 0, 1 | B dies (CR 704.5f-h) |
//! | `gone_W`, `removed_W` | 0, 1; 0 to left(W) | W is put to 0; loyalty or defense removed (CR 120.3c, 120.3h) |
//! | `hits_A_P` | 0, 1 | A, with toxic, deals damage to player P (CR 702.164c) |
//! | `win_P` | 0, 1 | defending player P has lost (CR 704.5a, 704.5c, 903.10a) |
//!
//! # What may be announced
//!
//! For each assigner A, whose ways k = 0, 1 are chosen by c(0) = 1 - `unblocked_A` and c(1) = `unblocked_A`, or
//! c(0) = 1 where there is one way only:
//!
//! ```text
//! assigns_A      sum over B of damage_A_B  =  amount(A) * (1 - declines_A)
//! way_A_B        damage_A_B  <=  amount(A) * sum of c(k) over the ways that name B
//! trample_A_B    sum of damage_A_T over what asks for B to be lethal  <=  most(A, T) * lethal_B + amount(A) * (1 - c(k))
//! over_A_W       damage_A_P  <=  most(A, P) * loyal_W + amount(A) * (1 - c(k))
//! lethal_B_if    sum over A of damage_A_B + need(B) * deathtouch_B  >=  need(B) * lethal_B
//! loyal_W_if     sum over A of damage_A_W  >=  loyalty(W) * loyal_W
//! ```
//!
//! The sums run over all assigners: the conditions are joint (CR 510.1e). `need(B)` is toughness less marked damage;
//! prevention and indestructible don't count here (CR 702.19b). Where part of a sum is certain, its factors shrink by
//! as much. `most(A, T)` is amount(A) less what A must itself assign to meet the conditions when all others give what
//! they have: without that, the relaxation of a single trampler and its blocker already promises too much.
//!
//! # What it does
//!
//! Only damage that isn't prevented is dealt (CR 615.6). `dies_B`, `gone_W`, `hits_A_P` and `win_P` are exact in both
//! directions, because a factor of the objective may be negative (see the rows in `indicator`): where several causes
//! can bring one about, each has its binary and the event is their disjunction.
//!
//! ```text
//! dies_B         dealt(B) >= toughness - marked, with -1/-1 counters among dealt(B); where B is indestructible,
//!                counters(B) >= toughness; or dealt by deathtouch >= 1
//! win_P          lost(P) - gained(P) >= life(P), or poison(P) >= 10 - had, or by a commander >= 21 - had
//! removed_W      = min(dealt(W), left(W)):   removed_W <= dealt(W),   removed_W >= left(W) * gone_W,
//!                removed_W >= dealt(W) - (most(W) - left(W)) * gone_W
//! ```
//!
//! Where all that is assigned is also dealt, what is lethal is what dies, and two rows say so; they are implied, and
//! spare a solver most of the branching:
//!
//! ```text
//! lethal_B_dies  lethal_B = dies_B
//! loyal_W_gone   loyal_W = gone_W
//! ```
//!
//! # Levels
//!
//! An objective of several levels gives one program a level, each with the earlier levels as rows at their proved
//! optimum: one weighted sum would need weights that floating point can't carry.

use super::division::{Announced, AssignedShare, announce};
use super::effects::Effects;
use super::expression::Expression;
use super::indicator::Indicators;
use super::lexicographic::Lexicographic;
use super::model::{Direction, Model, Solution};
use super::symbols::Symbols;
use crate::position::{Assignment, Term};
use crate::rules::{Combat, Division, Side, Valuation};

/// The integer programs of one side's damage in one step, one a level of the objective.
///
/// The module's documentation has the mathematics.
#[derive(Clone, Debug)]
pub struct DamageProgram<'c, 'b, 'p> {
    combat: &'c Combat<'b, 'p>,
    side: Side,
    division: Division,
    given: Vec<Assignment>,
    shares: Vec<AssignedShare>,
    levels: Lexicographic,
    valuation: Valuation,
}

impl<'c, 'b, 'p> DamageProgram<'c, 'b, 'p> {
    /// Encodes what `side` decides in the coming step; `given` is all that the other side announces in it.
    pub fn new(combat: &'c Combat<'b, 'p>, side: Side, given: &[Assignment]) -> DamageProgram<'c, 'b, 'p> {
        let board = combat.board();
        let division = combat.division(side);
        let given: Vec<Assignment> =
            given.iter().filter(|row| row.step == division.step && row.amount > 0).copied().collect();
        let symbols = Symbols::of(combat);
        let mut indicators = Indicators::default();
        let mut levels = Lexicographic::new(match side {
            Side::Active => Direction::Maximise,
            Side::Defending => Direction::Minimise,
        });
        let Announced { shares, conditions } = announce(&division, &symbols, levels.model_mut(), &mut indicators);
        let chosen = shares.iter().map(|share| (share.source, share.recipient, Expression::variable(share.amount)));
        let fixed = given.iter().map(|row| (row.source, row.recipient, Expression::constant(row.amount)));
        let mut effects = Effects::new(combat, &symbols, conditions, chosen.chain(fixed));
        let valuation = Valuation::new(board.objective());
        for level in 0..valuation.levels() {
            let mut value = Expression::default();
            for term in Term::ALL {
                let factor = valuation.factor(term).0[level];
                if factor != 0 {
                    value.add_times(&effects.term(term, levels.model_mut(), &mut indicators), factor);
                }
            }
            levels.add_level(value);
        }
        DamageProgram { combat, side, division, given, shares, levels, valuation }
    }

    /// The combat before the step.
    pub fn combat(&self) -> &'c Combat<'b, 'p> {
        self.combat
    }

    /// What the side may divide.
    pub fn division(&self) -> &Division {
        &self.division
    }

    /// What the other side announces.
    pub fn given(&self) -> &[Assignment] {
        &self.given
    }

    /// The factors of the objective.
    pub fn valuation(&self) -> &Valuation {
        &self.valuation
    }

    /// Which end of each level is sought.
    pub fn direction(&self) -> Direction {
        self.levels.direction()
    }

    /// How many levels the objective has.
    pub fn level_count(&self) -> usize {
        self.levels.level_count()
    }

    /// Least and greatest value of a level, counted from 0, by the bounds of the variables alone. Where they are
    /// equal, no program needs to be solved.
    pub fn range(&self, level: usize) -> (i64, i64) {
        self.levels.range(level)
    }

    /// The program of a level, counted from 0, with the levels before it at the optima in `earlier`, most important
    /// first. A level beyond the last has the last one's variables and nothing to seek.
    pub fn level(&self, level: usize, earlier: &[i64]) -> Model {
        let name = format!("{}, level {} of {}", self.title(), level + 1, self.level_count());
        self.levels.level(level, earlier, name)
    }

    /// What the programs are called, the level left out.
    pub(super) fn title(&self) -> String {
        let title = self.combat.board().position().title().unwrap_or("combat");
        let side = match self.side {
            Side::Active => "active player",
            Side::Defending => "defending players",
        };
        format!("{title}: damage of the {side}, {} step", self.division.step.name())
    }

    /// The levels, to solve.
    pub(super) fn levels(&self) -> &Lexicographic {
        &self.levels
    }

    /// The assignments that a solution of one of the levels stands for, in file order; those of 0 left out.
    pub fn decode(&self, solution: &Solution) -> Vec<Assignment> {
        self.decode_values(&solution.values)
    }

    /// As [`decode`](DamageProgram::decode).
    pub(super) fn decode_values(&self, values: &[i64]) -> Vec<Assignment> {
        let row = |share: &AssignedShare| Assignment {
            step: self.division.step,
            source: share.source,
            recipient: share.recipient,
            amount: values.get(share.amount.index()).copied().unwrap_or(0),
        };
        self.shares.iter().map(row).filter(|row| row.amount != 0).collect()
    }
}
