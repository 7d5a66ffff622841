//! The program of an attack's legality; [`legality`](super::legality) has its mathematics.

use super::error::SolveError;
use super::expression::Expression;
use super::legality::{Extent, MostObeyed, Requirements};
use super::model::{Comparison, Model, Solution, VariableId};
use super::solve::SolverOptions;
use super::symbols::Symbols;
use crate::position::{Attack, CreatureId, Recipient, Target};
use crate::rules::{
    AttackRestriction, Board, attack_requirements, attack_restrictions, attack_targets, may_attack,
    unobeyed_attack_requirements, whole_attack_restrictions,
};

/// The integer program of the most requirements that an attack can obey (CR 508.1d).
///
/// Its variables are `attack_A_T`, creature A attacks T; its rows are the restrictions of CR 508.1c.
///
/// ```
/// use alphastrike::position::{Notation, read};
/// use alphastrike::program::{AttackLegality, Extent, SolverOptions};
/// use alphastrike::rules::Board;
///
/// let text = r#"{"players": [
///     {"name": "you", "creatures": ["X 2/2 attacks each combat if able, can't attack alone", "Y 1/1"]},
///     {"name": "opp"}]}"#;
/// let position = read(text.as_bytes(), Notation::Json, false)?;
/// let board = Board::new(&position, None)?;
/// let most = AttackLegality::new(&board, Extent::All).most(&SolverOptions::default())?;
/// // X must attack and drags Y along.
/// assert_eq!((most.requirements, most.declaration.0.len()), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AttackLegality<'b, 'p> {
    board: &'b Board<'p>,
    program: Requirements,
    candidates: Vec<Candidate>,
}

/// A creature that may attack.
#[derive(Clone, Debug)]
struct Candidate {
    creature: CreatureId,
    choices: Vec<(VariableId, Target)>,
    /// 1 if it attacks.
    attacks: Expression,
}

impl<'b, 'p> AttackLegality<'b, 'p> {
    /// Encodes the attacks of a board.
    pub fn new(board: &'b Board<'p>, extent: Extent) -> AttackLegality<'b, 'p> {
        let position = board.position();
        let title = format!("{}: requirements on the attack", position.title().unwrap_or("combat"));
        let mut program = Requirements::new(title);
        let (limits, requirements) = (whole_attack_restrictions(board), attack_requirements(board));
        let needs_company =
            |limit| matches!(limit, &AttackRestriction::NeedsOthers(..) | AttackRestriction::NeedsOneOf(..));
        let everyone = extent == Extent::All || limits.iter().any(needs_company);
        // Requirements come creature by creature, in order.
        let is_named = |creature: &CreatureId| requirements.binary_search_by_key(creature, |it| it.creature()).is_ok();
        let targets = attack_targets(board);
        let creatures: Vec<CreatureId> = position.creatures_of(position.active()).collect();
        let things = creatures.iter().map(|creature| Recipient::Creature(*creature));
        let symbols =
            Symbols::of_things(position, things.chain(targets.iter().copied().map(Recipient::Target)).collect());
        let mut candidates = Vec::new();
        for creature in creatures.into_iter().filter(|creature| everyone || is_named(creature)) {
            let mut candidate = Candidate { creature, choices: Vec::new(), attacks: Expression::default() };
            for target in targets.iter().filter(|target| may_attack(board, creature, **target)) {
                let (attacker, attacked) = (symbols.creature(creature), symbols.name(Recipient::Target(*target)));
                let variable = program.model_mut().add_binary(&format!("attack_{attacker}_{attacked}"));
                candidate.choices.push((variable, *target));
                candidate.attacks.add_term(variable, 1);
            }
            if !candidate.choices.is_empty() {
                program.at_most(&format!("once_{}", symbols.creature(creature)), &candidate.attacks, 1);
                candidates.push(candidate);
            }
        }
        let mut attack = AttackLegality { board, program, candidates };
        attack.add_limits(&limits, &symbols);
        let mut obeyed = Expression::default();
        for requirement in &requirements {
            let own = attack.candidate(requirement.creature()).map_or(&[][..], |candidate| &candidate.choices);
            for (variable, _) in own.iter().filter(|(_, target)| requirement.obeyed(Some(*target))) {
                obeyed.add_term(*variable, 1);
            }
        }
        attack.program.count(obeyed);
        attack
    }

    fn candidate(&self, creature: CreatureId) -> Option<&Candidate> {
        let found = self.candidates.binary_search_by_key(&creature, |candidate| candidate.creature);
        found.ok().map(|index| &self.candidates[index])
    }

    /// The rows of the restrictions on whole attacks.
    fn add_limits(&mut self, limits: &[AttackRestriction], symbols: &Symbols) {
        let mut total = Expression::default();
        self.candidates.iter().for_each(|candidate| total.add_times(&candidate.attacks, 1));
        let one_of = |creature: &CreatureId| self.candidate(*creature).map(|candidate| candidate.attacks.clone());
        let mut company: Vec<(CreatureId, Expression, i64)> = Vec::new();
        let mut with: Vec<(CreatureId, Expression)> = Vec::new();
        let mut alone: Vec<CreatureId> = Vec::new();
        let mut most: Vec<(String, Expression, i64)> = Vec::new();
        for limit in limits {
            match limit {
                AttackRestriction::NeedsOthers(creature, others) => {
                    company.extend(one_of(creature).map(|attacks| (*creature, attacks, *others)));
                }
                AttackRestriction::OnlyAlone(creature) => alone.extend(one_of(creature).map(|_| *creature)),
                AttackRestriction::NeedsOneOf(creature, companions) => {
                    if let Some(mut left) = one_of(creature) {
                        companions.iter().filter_map(one_of).for_each(|companion| left.add_times(&companion, -1));
                        with.push((*creature, left));
                    }
                }
                AttackRestriction::AtMost(_, limit) => most.push(("most".to_owned(), total.clone(), *limit)),
                AttackRestriction::AtMostAtPlayer(_, player, limit) => {
                    let mut at_player = Expression::default();
                    let all = self.candidates.iter().flat_map(|candidate| &candidate.choices);
                    all.filter(|(_, target)| *target == Target::Player(*player))
                        .for_each(|(variable, _)| at_player.add_term(*variable, 1));
                    most.push((format!("most_{}", symbols.player(*player)), at_player, *limit));
                }
            }
        }
        alone.dedup();
        if !company.is_empty() {
            let count = self.candidates.len() as i64;
            let attackers = Expression::variable(self.program.model_mut().add_variable("attackers", 0, count));
            let row = attackers.clone().plus(&total, -1);
            self.program.model_mut().add_constraint("attackers_if", &row, Comparison::Equal, 0);
            for (creature, attacks, others) in company {
                let row = attackers.clone().plus(&attacks, -others.saturating_add(1));
                self.program.at_least(&format!("company_{}", symbols.creature(creature)), &row, 0);
            }
        }
        for (creature, left) in with {
            self.program.at_most(&format!("with_{}", symbols.creature(creature)), &left, 0);
        }
        if !alone.is_empty() && self.candidates.len() > 1 {
            let is_alone = Expression::variable(self.program.model_mut().add_binary("alone"));
            let mut row = is_alone.clone();
            let others: Vec<Candidate> =
                self.candidates.iter().filter(|it| !alone.contains(&it.creature)).cloned().collect();
            for creature in &alone {
                if let Some(candidate) = self.candidate(*creature) {
                    row.add_times(&candidate.attacks, -1);
                }
            }
            self.program.model_mut().add_constraint("alone_if", &row, Comparison::Equal, 0);
            for other in others {
                let row = other.attacks.plus(&is_alone, 1);
                self.program.at_most(&format!("alone_{}", symbols.creature(other.creature)), &row, 1);
            }
        }
        for (name, left, limit) in most {
            self.program.at_most(&name, &left, limit);
        }
    }

    /// The integer program.
    pub fn model(&self) -> Model {
        self.program.model()
    }

    /// The attack that a solution stands for.
    pub fn decode(&self, solution: &Solution) -> Attack {
        self.decode_values(&solution.values)
    }

    fn decode_values(&self, values: &[i64]) -> Attack {
        let is_chosen = |(variable, _): &&(VariableId, Target)| values.get(variable.index()).is_some_and(|it| *it > 0);
        let target = |candidate: &Candidate| Some((candidate.creature, candidate.choices.iter().find(is_chosen)?.1));
        Attack(self.candidates.iter().filter_map(target).collect())
    }

    /// The most requirements that an attack can obey, and an attack that does.
    ///
    /// # Errors
    ///
    /// What solving fails with; [`SolveError::Contradiction`] where the attack is something else to the rules.
    pub fn most(&self, options: &SolverOptions) -> Result<MostObeyed<Attack>, SolveError> {
        let best = self.program.best(options)?;
        let attack = self.decode_values(&best.values);
        let broken = attack_restrictions(self.board, &attack);
        let (obeyed, _) = unobeyed_attack_requirements(self.board, &attack);
        self.program.agreed(&best, attack, &broken, obeyed)
    }
}
