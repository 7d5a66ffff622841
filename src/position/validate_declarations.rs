//! Declared attacks, blocks and damage of a setup. Whether they are legal is not asked here.

use std::collections::HashSet;

use super::battlefield::{Assignment, Attack, Block, Step};
use super::defect::quoted;
use super::limits::{MAX_DAMAGE, MAX_ROWS, grouped};
use super::place::Place;
use super::setup::{AssignmentSetup, Setup};
use super::validate::Validator;
use super::validate_ids::Ids;

impl Validator {
    /// The three declarations, in file order of the creatures.
    pub(super) fn declarations(
        &mut self,
        setup: &Setup,
        ids: &Ids,
    ) -> (Option<Attack>, Option<Block>, Option<Vec<Assignment>>) {
        let top = Place::top();
        if setup.blocks.is_some() && setup.attacks.is_none() {
            let help =
                Some("say what attacks under \"attacks\"; without blocks and attacks, attack answers".to_owned());
            self.report(top.then("blocks"), "blocks are declared, but no attacks".to_owned(), help);
        }
        if setup.damage.is_some() && setup.blocks.is_none() {
            let help =
                Some("check judges damage where attacks and blocks are declared; no blocks is blocks = {}".to_owned());
            self.report(top.then("damage"), "damage is assigned, but no blocks are declared".to_owned(), help);
        }
        let attacks = setup.attacks.as_ref().map(|attacks| self.attacks(attacks, &top.then("attacks"), ids));
        let blocks = setup.blocks.as_ref().map(|blocks| self.blocks(blocks, &top.then("blocks"), ids));
        let damage = setup.damage.as_ref().map(|rows| {
            let place = top.then("damage");
            if rows.len() > MAX_ROWS {
                self.report(place.clone(), format!("there are more than {} rows", grouped(MAX_ROWS as i64)), None);
            }
            rows.iter().enumerate().filter_map(|(index, row)| self.assignment(row, &place.then(index), ids)).collect()
        });
        (attacks, blocks, damage)
    }

    fn attacks(&mut self, attacks: &[(String, String)], place: &Place, ids: &Ids) -> Attack {
        let mut seen = HashSet::new();
        let mut declared = Vec::new();
        for (attacker, target) in attacks {
            if self.findings.is_full() {
                break;
            }
            let place = place.then(attacker.as_str());
            if !seen.insert(attacker) {
                self.report(place.own_key(), "this creature is given twice".to_owned(), None);
            }
            let creature = self.creature_of_id(attacker, ids, place.own_key());
            if let (target, Some(creature)) = (self.target_of_id(target, ids, place), creature)
                && let Some(target) = target
            {
                declared.push((creature, target));
            }
        }
        declared.sort_by_key(|(creature, _)| *creature);
        Attack(declared)
    }

    fn blocks(&mut self, blocks: &[(String, Vec<String>)], place: &Place, ids: &Ids) -> Block {
        let mut seen = HashSet::new();
        let mut declared = Vec::new();
        for (blocker, attackers) in blocks {
            if self.findings.is_full() {
                break;
            }
            let place = place.then(blocker.as_str());
            if !seen.insert(blocker) {
                self.report(place.own_key(), "this creature is given twice".to_owned(), None);
            }
            let creature = self.creature_of_id(blocker, ids, place.own_key());
            let attackers = attackers.iter().enumerate();
            let mut attackers: Vec<_> =
                attackers.filter_map(|(index, id)| self.creature_of_id(id, ids, place.then(index))).collect();
            // File order, as in the blocks that a search finds; repeats stay, for `check` to judge.
            attackers.sort_unstable();
            if let Some(creature) = creature
                && !attackers.is_empty()
            {
                declared.push((creature, attackers));
            }
        }
        declared.sort_by_key(|(creature, _)| *creature);
        Block(declared)
    }

    fn assignment(&mut self, row: &AssignmentSetup, place: &Place, ids: &Ids) -> Option<Assignment> {
        let steps = [Step::FirstStrike, Step::Regular];
        let step = steps.into_iter().find(|step| step.name() == row.step);
        if step.is_none() {
            let help = self.nearest(&row.step, steps.map(Step::name));
            self.report(place.then("step"), format!("there is no step {}", quoted(&row.step)), help);
        }
        let source = self.creature_of_id(&row.source, ids, place.then("source"));
        let recipient = self.object(&row.target, ids, place.then("target"));
        self.amount_up_to(MAX_DAMAGE, row.amount, 0, place.then("amount"));
        Some(Assignment { step: step?, source: source?, recipient: recipient?, amount: row.amount })
    }
}
