//! The plain reference: every attack, every block, every split, one by one.
//!
//! No bound, no memory, no parts, no program: only the position, the rules of what is legal, and what dealt damage
//! does. It is slow on purpose and stays as it is, as the second opinion on everything that is clever.

use itertools::Itertools;

use super::solution::Question;
use crate::position::{Assignment, Attack, BattleId, Block, CreatureId, PlaneswalkerId, PlayerId, Target};
use crate::rules::{
    Board, Combat, DeclaredAttack, Division, Side, Valuation, Value, attack_requirements, attack_restrictions,
    block_requirements, block_restrictions,
};

/// What the position's open question is worth. The declarations that it needs must be there; an attack or block that
/// is missing counts as empty.
pub fn value(board: &Board<'_>, question: Question) -> Value {
    let position = board.position();
    let none = (Attack::default(), Block::default());
    let attack = position.attacks().unwrap_or(&none.0);
    let block = position.blocks().unwrap_or(&none.1);
    match question {
        Question::Attack => best_attack(board),
        Question::Block => worst_block(board, attack),
        Question::Assign => best_damage(board, &Combat::declare(board, attack, block)),
    }
}

/// All legal attacks: subsets of all creatures, with each assignment of targets.
pub fn legal_attacks(board: &Board<'_>) -> Vec<Attack> {
    let position = board.position();
    let players = position.player_ids().map(Target::Player);
    let walkers = (0..position.planeswalkers().len() as u32).map(|index| Target::Planeswalker(PlaneswalkerId(index)));
    let battles = (0..position.battles().len() as u32).map(|index| Target::Battle(BattleId(index)));
    let choices: Vec<Option<Target>> =
        std::iter::once(None).chain(players.chain(walkers).chain(battles).map(Some)).collect();
    let own: Vec<CreatureId> = position.creatures_of(position.active()).collect();
    let all = product(&choices, own.len()).into_iter().map(|targets| {
        Attack(own.iter().zip(targets).filter_map(|(creature, target)| target.map(|t| (*creature, t))).collect())
    });
    let requirements = attack_requirements(board);
    let obeyed = |attack: &Attack| {
        let choice = |creature| attack.0.iter().find(|(other, _)| *other == creature).map(|(_, target)| *target);
        requirements.iter().filter(|requirement| requirement.obeyed(choice(requirement.creature()))).count()
    };
    most(all.filter(|attack| attack_restrictions(board, attack).is_empty()).map(|a| (obeyed(&a), a)).collect())
}

/// All legal blocks of one defending player: each creature blocks any set of attackers.
pub fn legal_blocks(board: &Board<'_>, attack: &DeclaredAttack, defender: PlayerId) -> Vec<Block> {
    let position = board.position();
    let attackers: Vec<CreatureId> = attack.against(defender).map(|attacker| attacker.creature).collect();
    let sets: Vec<Vec<CreatureId>> = attackers.into_iter().powerset().collect();
    let own: Vec<CreatureId> = position.creatures_of(defender).collect();
    let all = product(&sets, own.len())
        .into_iter()
        .map(|chosen| Block(own.iter().copied().zip(chosen).filter(|(_, attackers)| !attackers.is_empty()).collect()));
    let requirements = block_requirements(board, attack, defender);
    let obeyed = |block: &Block| requirements.iter().filter(|requirement| requirement.obeyed(block)).count();
    let legal = all.filter(|block| block_restrictions(board, attack, defender, block).is_empty());
    most(legal.map(|block| (obeyed(&block), block)).collect())
}

/// Every list of `length` items.
fn product<T: Clone>(items: &[T], length: usize) -> Vec<Vec<T>> {
    (0..length).fold(vec![Vec::new()], |lists, _| {
        lists
            .iter()
            .flat_map(|list| items.iter().map(move |item| list.iter().chain([item]).cloned().collect()))
            .collect()
    })
}

/// Those that obey the most requirements.
fn most<T>(counted: Vec<(usize, T)>) -> Vec<T> {
    let maximum = counted.iter().map(|(obeyed, _)| *obeyed).max().unwrap_or(0);
    counted.into_iter().filter(|(obeyed, _)| *obeyed == maximum).map(|(_, item)| item).collect()
}

fn best_attack(board: &Board<'_>) -> Value {
    best(legal_attacks(board).iter().map(|attack| worst_block(board, attack)))
}

fn worst_block(board: &Board<'_>, attack: &Attack) -> Value {
    let declared = DeclaredAttack::new(board, attack);
    let blocks = board.position().defending_players().map(|defender| legal_blocks(board, &declared, defender));
    let together = blocks
        .multi_cartesian_product()
        .map(|parts| Block(parts.into_iter().flat_map(|part| part.0).sorted_by_key(|(blocker, _)| *blocker).collect()));
    worst(together.map(|block| best_damage(board, &Combat::new(board, &declared, &block))))
}

/// The active player announces, then the defenders, step after step (CR 510.1, 510.4).
pub fn best_damage(board: &Board<'_>, combat: &Combat<'_, '_>) -> Value {
    best(legal_splits(combat, Side::Active).iter().map(|announced| worth_of(board, combat, announced)))
}

/// What an announcement of the active player is worth.
pub fn worth_of(board: &Board<'_>, combat: &Combat<'_, '_>, announced: &[Assignment]) -> Value {
    let last = combat.steps().last() == Some(&combat.step());
    worst(legal_splits(combat, Side::Defending).iter().map(|answered| {
        let mut combat = combat.clone();
        combat.deal(&announced.iter().chain(answered).copied().collect::<Vec<_>>());
        if last {
            Valuation::new(board.objective()).value(&combat.finish().outcome(board))
        } else {
            best_damage(board, &combat)
        }
    }))
}

/// Every legal announcement of one side for the coming step.
pub fn legal_splits(combat: &Combat<'_, '_>, side: Side) -> Vec<Vec<Assignment>> {
    let division = combat.division(side);
    let own = division.assigners.iter().map(|assigner| {
        let ways = assigner.ways.iter().flat_map(|way| {
            compositions(assigner.amount, way.len()).into_iter().map(|amounts| {
                let rows = way.iter().zip(amounts).filter(|(_, amount)| *amount > 0).map(|(share, amount)| {
                    Assignment { step: division.step, source: assigner.creature, recipient: share.recipient, amount }
                });
                rows.collect::<Vec<Assignment>>()
            })
        });
        let nothing = assigner.may_decline.then(Vec::new);
        ways.chain(nothing).unique().collect::<Vec<_>>()
    });
    let all = own.fold(vec![Vec::new()], |lists: Vec<Vec<Assignment>>, splits| {
        lists.iter().flat_map(|list| splits.iter().map(move |split| [list.as_slice(), split].concat())).collect()
    });
    all.into_iter().filter(|rows| is_legal(&division, combat, rows)).collect()
}

fn is_legal(division: &Division, combat: &Combat<'_, '_>, rows: &[Assignment]) -> bool {
    division.violations(combat, rows).is_empty()
}

/// All ways to write `amount` as an ordered sum of `parts` numbers of 0 or more.
fn compositions(amount: i64, parts: usize) -> Vec<Vec<i64>> {
    if parts == 0 {
        return if amount == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    (0..=amount)
        .flat_map(|first| {
            compositions(amount - first, parts - 1).into_iter().map(move |mut rest| {
                rest.insert(0, first);
                rest
            })
        })
        .collect()
}

fn best(values: impl Iterator<Item = Value>) -> Value {
    values.max().unwrap_or_default()
}

fn worst(values: impl Iterator<Item = Value>) -> Value {
    values.min().unwrap_or_default()
}
