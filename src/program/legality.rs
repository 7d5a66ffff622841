//! The programs of legality: the most requirements that a declaration can obey (CR 508.1d, 509.1c).
//!
//! Restrictions are rows, requirements are counted. A declaration is legal if it breaks no restriction and obeys as
//! many requirements as any that breaks none: whether one does more is hard to decide in general (Chatterjee and
//! Ibsen-Jensen 2016), and here it is the optimum of an integer program.
//!
//! # Attacks
//!
//! | name | range | meaning |
//! |---|---|---|
//! | `attack_A_T` | 0, 1 | creature A attacks T, which it may (CR 508.1a-c) |
//! | `attackers` | 0 to all | how many creatures attack; only where a creature needs others |
//! | `alone` | 0, 1 | a creature attacks that attacks only alone; only where there is one |
//!
//! With attacks(A) for the sum of `attack_A_T` over T:
//!
//! ```text
//! maximise         sum over requirements of attack_A_T over what obeys it             CR 508.1d
//! once_A           attacks(A)  <=  1                                                   CR 508.1b
//! company_A        attackers  >=  (1 + others(A)) * attacks(A)                         CR 506.5, 508.1c
//! with_A           attacks(A)  <=  sum of attacks(C) over the creatures that A needs   CR 508.1c
//! alone_if         alone  =  sum of attacks(A) over those that attack only alone       CR 506.5
//! alone_C          attacks(C) + alone  <=  1         for each other creature C
//! most             sum of attacks(A)  <=  limit                                        CR 508.1c
//! most_P           sum of attack_A_P  <=  limit at player P                            CR 802.3a
//! ```
//!
//! Attacking alone is a clique: one row for each other creature says more to a relaxation than one for all of them.
//!
//! # Blocks
//!
//! | name | range | meaning |
//! |---|---|---|
//! | `block_B_A` | 0, 1 | creature B blocks attacker A, which it may (CR 509.1a-b, evasion) |
//! | `blocked_A` | 0, 1 | A is blocked; only where that is required or takes several creatures |
//! | `blocks_B` | 0, 1 | B blocks; only where B may block several, and it is required or counted |
//! | `blockers_P` | 0 to all | how many creatures of P block; only where a creature can't block alone |
//!
//! With blocks(B) for `blocks_B`, or for the sum of `block_B_A` where B may block one attacker only:
//!
//! ```text
//! maximise         sum over requirements of block_B_A, blocks(B) or blocked_A          CR 509.1c
//! capacity_B       sum over A of block_B_A  <=  how many B may block, * blocks_B       CR 509.1a-b
//! blocked_A_if     sum over B of block_B_A  >=  least(A) * blocked_A                   CR 702.111b and the like
//! blocked_A_by_B   block_B_A  <=  blocked_A                         where least(A) > 1
//! most_A           sum over B of block_B_A  <=  most(A) * blocked_A                    CR 509.1b
//! blocks_B_if      sum over A of block_B_A  >=  blocks_B
//! blocks_B_at_A    block_B_A  <=  blocks_B
//! company_B        blockers_P  >=  2 * blocks(B)     if B can't block alone            CR 506.5
//! most_P           sum over B of blocks(B)  <=  limit                                  CR 509.1b
//! ```
//!
//! Capacity and most have the factor `blocks_B` or `blocked_A` where that is 1 in any case of a block, else 1: without
//! it, half of a block would be allowed as much as a whole one, and a relaxation would promise too much.
//!
//! Each defending player's blocks are judged apart (CR 802.4b): no row links two of them, so that a program over all
//! of them has as its optimum the sum of what each can obey.
//!
//! # What is left out
//!
//! A variable for what a creature may not do, and for blocks of an attacker that too few creatures may block. Asked
//! for [only what matters](Extent::Needed), also creatures that no requirement names, unless some creature needs
//! company: leaving them out of a declaration breaks no restriction.
//!
//! # What is proved
//!
//! Parts that no row links are solved apart. The answer is checked in whole numbers, replayed by the rules, and must
//! there obey as many requirements as the program counts.

use super::counting::solve_counting;
use super::error::SolveError;
use super::expression::Expression;
use super::lexicographic::{Best, Lexicographic};
use super::model::{Comparison, Direction, Model};
use super::solve::SolverOptions;

/// How much of a declaration a program of legality describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every declaration that breaks no restriction.
    All,
    /// Enough of them to find the most requirements.
    Needed,
}

/// The most requirements that can be obeyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MostObeyed<D> {
    /// How many.
    pub requirements: usize,
    /// A declaration that breaks no restriction and obeys so many.
    pub declaration: D,
    /// How many integer programs it took: one for each part that no row links.
    pub programs: u64,
}

/// A model that counts requirements, while it is written.
#[derive(Clone, Debug)]
pub(super) struct Requirements {
    levels: Lexicographic,
    title: String,
}

impl Requirements {
    /// No variables, no rows.
    pub fn new(title: String) -> Requirements {
        Requirements { levels: Lexicographic::new(Direction::Maximise), title }
    }

    /// The model, to add to.
    pub fn model_mut(&mut self) -> &mut Model {
        self.levels.model_mut()
    }

    /// Adds `left <= bound`, unless it holds in any case.
    pub fn at_most(&mut self, name: &str, left: &Expression, bound: i64) {
        let model = self.levels.model_mut();
        if model.range(left).1 > bound {
            model.add_constraint(name, left, Comparison::AtMost, bound);
        }
    }

    /// Adds `left >= bound`, unless it holds in any case.
    pub fn at_least(&mut self, name: &str, left: &Expression, bound: i64) {
        let model = self.levels.model_mut();
        if model.range(left).0 < bound {
            model.add_constraint(name, left, Comparison::AtLeast, bound);
        }
    }

    /// Says what is counted; the last thing to be said.
    pub fn count(&mut self, obeyed: Expression) {
        self.levels.add_level(obeyed);
    }

    /// The program as it is written.
    pub fn model(&self) -> Model {
        self.levels.level(0, &[], self.title.clone())
    }

    /// A best solution.
    ///
    /// # Errors
    ///
    /// What solving fails with; [`SolveError::Contradiction`] where there is no solution, as to declare nothing always is
    /// one.
    pub fn best(&self, options: &SolverOptions) -> Result<Best, SolveError> {
        let best = self.levels.best_by(solve_counting, &self.title, options)?;
        best.ok_or_else(|| {
            let text = "it has no solution, and to declare nothing would be one".to_owned();
            SolveError::Contradiction { model: self.title.clone(), text }
        })
    }

    /// The declaration as the answer, if the rules agree: `broken` are the restrictions that it breaks, `obeyed` is
    /// how many requirements it obeys.
    ///
    /// # Errors
    ///
    /// [`SolveError::Contradiction`] where the rules say something else.
    pub fn agreed<D, R: ToString>(
        &self,
        best: &Best,
        declaration: D,
        broken: &[R],
        obeyed: usize,
    ) -> Result<MostObeyed<D>, SolveError> {
        let counted = best.optima.first().copied().unwrap_or(0);
        let text = if !broken.is_empty() {
            broken.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        } else if i64::try_from(obeyed) != Ok(counted) {
            format!("the program counts {counted} requirements obeyed, the rules {obeyed}")
        } else {
            return Ok(MostObeyed { requirements: obeyed, declaration, programs: best.programs });
        };
        Err(SolveError::Contradiction { model: self.title.clone(), text })
    }
}
