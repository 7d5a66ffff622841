//! Programs over lists of whole declarations, for boards on which what one creature does depends on others: each legal
//! attack or block is one candidate or column, with the value that it has. Exact, but only for few declarations.

use itertools::Itertools;

use super::attacks::AttackChoices;
use super::block::{Blocks, LegalBlocks};
use super::evaluate::Evaluator;
use super::found::Found;
use super::score::Scorer;
use super::solution::SearchError;
use super::solve::{Method, find_block};
use crate::position::{Attack, CreatureId, Target};
use crate::program::{
    AttackCandidate, AttackLimit, AttackProblem, BlockColumn, BlockProblem, BlockRow, Comparison, Contribution, Reply,
    ReplyRun, Thresholds, symbol,
};
use crate::rules::{DeclaredAttack, Value};

/// Most declarations that are listed.
const LIST_LIMIT: u64 = 2_000;

fn too_many(what: &str, count: u64) -> SearchError {
    SearchError::TooLarge(format!(
        "what one creature does depends on others here, so the program lists all legal {what}: there are {count}, and \
         the limit is {LIST_LIMIT}"
    ))
}

/// One column for each legal block of an attack.
///
/// # Errors
///
/// [`SearchError::TooLarge`] where there are too many.
pub(super) fn block_problem(scorer: &Scorer<'_, '_>, attack: &DeclaredAttack) -> Result<BlockProblem, SearchError> {
    let legal = LegalBlocks::new(scorer, attack)?;
    if legal.count() > LIST_LIMIT {
        return Err(too_many("blocks", legal.count()));
    }
    let mut evaluator = Evaluator::new(scorer);
    let column = |number: u64| {
        let block = legal.get(number);
        let value = evaluator.value(attack, &block)?;
        Ok(BlockColumn { name: block_name(scorer, &block), uses: Vec::new(), options: vec![contribution(&value)] })
    };
    let columns = (0..legal.count()).map(column).collect::<Result<_, SearchError>>()?;
    let row = BlockRow { name: String::new(), count: 1, columns };
    Ok(BlockProblem { thresholds: thresholds(scorer), rows: vec![row], ..BlockProblem::default() })
}

/// One candidate for each legal attack, of which one is made; each is worth what its best block leaves.
///
/// # Errors
///
/// [`SearchError::TooLarge`] where there are too many, [`SearchError::Stopped`] beyond the budget.
pub(super) fn attack_problem(scorer: &Scorer<'_, '_>) -> Result<AttackProblem, SearchError> {
    let choices = AttackChoices::new(scorer.board());
    let legal = choices.legal(scorer.budget())?;
    if legal.len() as u64 > LIST_LIMIT {
        return Err(too_many("attacks", legal.len() as u64));
    }
    let (mut candidates, mut runs) = (Vec::new(), Vec::new());
    for number in 0..legal.len() {
        let attack = legal.get(number);
        let value = match find_block(scorer, &attack, Method::Columns)? {
            Found::Proved(found) => found.value,
            Found::Stopped { stop, .. } => return Err(SearchError::Stopped(stop)),
        };
        let (name, target) = attack_names(scorer, &attack);
        candidates.push(AttackCandidate { name, count: 1, targets: vec![target] });
        runs.push(vec![ReplyRun { count: 1, targets: vec![vec![contribution(&value)]] }]);
    }
    let one = AttackLimit {
        name: "one_attack".to_owned(),
        terms: (0..candidates.len()).map(|index| (index, 0, 1)).collect(),
        comparison: Comparison::Equal,
        bound: 1,
    };
    let reply = Reply { name: "best_block".to_owned(), holds_with: Vec::new(), runs };
    Ok(AttackProblem {
        title: String::new(),
        thresholds: thresholds(scorer),
        candidates,
        limits: vec![one],
        replies: vec![reply],
    })
}

/// Values of whole combats have everything in them already.
fn thresholds(scorer: &Scorer<'_, '_>) -> Thresholds {
    Thresholds { constant: vec![0; scorer.valuation().levels()], ..Thresholds::default() }
}

fn contribution(value: &Value) -> Contribution {
    Contribution { value: value.0.to_vec(), sums: Vec::new() }
}

fn block_name(scorer: &Scorer<'_, '_>, block: &Blocks) -> String {
    let name = |creature: &CreatureId| symbol(scorer.board().name(*creature));
    let words = block.iter().filter(|(_, attackers)| !attackers.is_empty());
    let words =
        words.map(|(blocker, attackers)| format!("{}_on_{}", name(blocker), attackers.iter().map(name).join("_")));
    let words = words.collect_vec().join("_and_");
    if words.is_empty() { "nobody".to_owned() } else { words }
}

/// Who attacks, and what.
fn attack_names(scorer: &Scorer<'_, '_>, attack: &Attack) -> (String, String) {
    let board = scorer.board();
    let attackers = attack.0.iter().map(|(creature, _)| symbol(board.name(*creature))).join("_and_");
    let target = |(_, target): &(CreatureId, Target)| symbol(board.position().target_id(*target));
    let targets = attack.0.iter().map(target).dedup().join("_and_");
    if attack.0.is_empty() { ("nobody".to_owned(), "anybody".to_owned()) } else { (attackers, targets) }
}
