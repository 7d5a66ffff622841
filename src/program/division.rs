//! The rows for what one side may announce: who assigns how much to what, and what must be lethal first.
//!
//! The mathematics is with [`DamageProgram`](super::DamageProgram).

use super::expression::Expression;
use super::indicator::{Indicators, Reach};
use super::model::{Comparison, Model, VariableId};
use super::presolve::{most_for, need_of, only_share, reach_of, recipient_of, without_impossible};
use super::symbols::Symbols;
use crate::position::{CreatureId, Recipient};
use crate::rules::{Assigner, Condition, Division, Share};

/// How much one creature assigns to one recipient.
#[derive(Clone, Copy, Debug)]
pub(super) struct AssignedShare {
    /// Who assigns.
    pub source: CreatureId,
    /// To what.
    pub recipient: Recipient,
    /// How much.
    pub amount: VariableId,
}

/// What one side may announce, as variables.
#[derive(Clone, Debug)]
pub(super) struct Announced {
    /// The shares, in the order of the division. One whose conditions can't be met is left out.
    pub shares: Vec<AssignedShare>,
    /// The conditions that depend on what is assigned.
    pub conditions: Vec<OpenCondition>,
}

/// A binary that is 1 only if a condition holds.
#[derive(Clone, Debug)]
pub(super) struct OpenCondition {
    /// The condition.
    pub condition: Condition,
    /// The binary.
    pub holds: Expression,
    /// What it takes.
    pub takes: Takes,
}

/// What brings something about: enough damage or, for some things, any from a source with deathtouch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Takes {
    /// All the damage.
    pub damage: Expression,
    /// How much of it is enough.
    pub enough: i64,
    /// The damage from sources with deathtouch, where any of it is enough.
    pub by_deathtouch: Expression,
}

/// Adds the variables and rows of all that `division` leaves open.
pub(super) fn announce(
    division: &Division,
    symbols: &Symbols,
    model: &mut Model,
    indicators: &mut Indicators,
) -> Announced {
    let division = &without_impossible(division);
    let shares: Vec<AssignedShare> =
        division.assigners.iter().flat_map(|assigner| add_shares(division, assigner, symbols, model)).collect();
    let mut announcement =
        Announcement { division, symbols, model, indicators, shares: &shares, conditions: Vec::new() };
    for assigner in &division.assigners {
        announcement.add_rows(assigner);
    }
    let conditions = announcement.conditions;
    Announced { shares, conditions }
}

/// A variable for each recipient of a creature's damage.
fn add_shares(division: &Division, assigner: &Assigner, symbols: &Symbols, model: &mut Model) -> Vec<AssignedShare> {
    let lower = if only_share(assigner).is_some() { assigner.amount } else { 0 };
    let mut recipients: Vec<Recipient> = Vec::new();
    for share in assigner.ways.iter().flatten() {
        if !recipients.contains(&share.recipient) {
            recipients.push(share.recipient);
        }
    }
    recipients
        .into_iter()
        .map(|recipient| {
            let name = format!("damage_{}_{}", symbols.creature(assigner.creature), symbols.name(recipient));
            let own = assigner.ways.iter().flatten().filter(|share| share.recipient == recipient);
            let upper = own.map(|share| most_for(division, assigner, &[share])).max().unwrap_or(0);
            let amount = model.add_variable(&name, lower, upper);
            AssignedShare { source: assigner.creature, recipient, amount }
        })
        .collect()
}

/// What [`announce`] works with.
struct Announcement<'a> {
    division: &'a Division,
    symbols: &'a Symbols,
    model: &'a mut Model,
    indicators: &'a mut Indicators,
    shares: &'a [AssignedShare],
    conditions: Vec<OpenCondition>,
}

impl Announcement<'_> {
    /// All of a creature's damage is assigned, in one of its ways, and each way's conditions hold.
    fn add_rows(&mut self, assigner: &Assigner) {
        if only_share(assigner).is_some() {
            return;
        }
        let name = self.symbols.creature(assigner.creature);
        let mut all = self.assigned(assigner.creature, |_| true);
        if assigner.may_decline {
            all.add_term(self.model.add_binary(&format!("declines_{name}")), assigner.amount);
        }
        self.model.add_constraint(&format!("assigns_{name}"), &all, Comparison::Equal, assigner.amount);
        let chosen = self.ways(assigner, name);
        self.add_exclusions(assigner, name, &chosen);
        for (way, chosen) in assigner.ways.iter().zip(&chosen) {
            let mut conditions: Vec<Condition> = Vec::new();
            for condition in way.iter().flat_map(|share| &share.conditions) {
                if !conditions.contains(condition) {
                    conditions.push(*condition);
                }
            }
            for condition in conditions {
                self.add_condition(assigner, way, chosen, condition);
            }
        }
    }

    /// For each way a 0/1 expression that says whether it is chosen; they add up to 1.
    fn ways(&mut self, assigner: &Assigner, name: &str) -> Vec<Expression> {
        let mut first = Expression::constant(1);
        let mut others = Vec::new();
        for _ in assigner.ways.iter().skip(1) {
            let other = Expression::variable(self.model.add_binary(&format!("unblocked_{name}")));
            first.add_times(&other, -1);
            others.push(other);
        }
        if others.len() > 1 {
            self.model.add_constraint(&format!("one_way_{name}"), &first, Comparison::AtLeast, 0);
        }
        let mut ways = vec![first];
        ways.append(&mut others);
        ways
    }

    /// Nothing is assigned to what the chosen way doesn't name.
    fn add_exclusions(&mut self, assigner: &Assigner, name: &str, chosen: &[Expression]) {
        for share in self.shares.iter().filter(|share| share.source == assigner.creature) {
            let names = |way: &[Share]| way.iter().any(|other| other.recipient == share.recipient);
            if assigner.ways.iter().all(|way| names(way)) {
                continue;
            }
            let mut row = Expression::variable(share.amount);
            for (_, chosen) in assigner.ways.iter().zip(chosen).filter(|(way, _)| names(way)) {
                row.add_times(chosen, -assigner.amount);
            }
            let row_name = format!("way_{name}_{}", self.symbols.name(share.recipient));
            self.model.add_constraint(&row_name, &row, Comparison::AtMost, 0);
        }
    }

    /// In a chosen way, what asks for the condition gets something only if it holds.
    fn add_condition(&mut self, assigner: &Assigner, way: &[Share], chosen: &Expression, condition: Condition) {
        let holds = self.condition(condition);
        if holds == Expression::constant(1) {
            return;
        }
        let asks = |recipient: Recipient| {
            way.iter().any(|share| share.recipient == recipient && share.conditions.contains(&condition))
        };
        let asking: Vec<&Share> = way.iter().filter(|share| asks(share.recipient)).collect();
        let mut row = self.assigned(assigner.creature, asks);
        row.add_times(&holds, -most_for(self.division, assigner, &asking));
        row.add_times(chosen, assigner.amount);
        let (word, on) = match condition {
            Condition::Lethal(_) => ("trample", recipient_of(condition)),
            Condition::Loyalty(_) => ("over", recipient_of(condition)),
        };
        let name = format!("{word}_{}_{}", self.symbols.creature(assigner.creature), self.symbols.name(on));
        self.model.add_constraint(&name, &row, Comparison::AtMost, assigner.amount);
    }

    /// A 0/1 expression that is 1 only if the condition holds.
    fn condition(&mut self, condition: Condition) -> Expression {
        if let Some(known) = self.conditions.iter().find(|other| other.condition == condition) {
            return known.holds.clone();
        }
        match reach_of(self.division, condition) {
            Reach::Always => Expression::constant(1),
            Reach::Never => Expression::constant(0),
            Reach::Open => self.open_condition(condition),
        }
    }

    fn open_condition(&mut self, condition: Condition) -> Expression {
        let recipient = recipient_of(condition);
        let name = self.symbols.name(recipient);
        let (word, by_deathtouch) = match condition {
            Condition::Lethal(_) => ("lethal", self.assigned_to(recipient, |assigner| assigner.deathtouch)),
            Condition::Loyalty(_) => ("loyal", Expression::default()),
        };
        let takes = Takes {
            damage: self.assigned_to(recipient, |_| true),
            enough: need_of(self.division, condition),
            by_deathtouch,
        };
        let touched = self.indicators.at_least(self.model, &format!("deathtouch_{name}"), &takes.by_deathtouch, 1);
        let (low, high) = self.model.range(&takes.damage);
        let holds = if high < takes.enough {
            touched
        } else {
            let holds = Expression::variable(self.model.add_binary(&format!("{word}_{name}")));
            let missing = takes.enough - low;
            let row = takes.damage.clone().plus(&touched, missing).plus(&holds, -missing);
            self.model.add_constraint(&format!("{word}_{name}_if"), &row, Comparison::AtLeast, low);
            holds
        };
        self.conditions.push(OpenCondition { condition, holds: holds.clone(), takes });
        holds
    }

    /// What a creature assigns to those of its recipients that `to` picks.
    fn assigned(&self, source: CreatureId, to: impl Fn(Recipient) -> bool) -> Expression {
        let mut sum = Expression::default();
        for share in self.shares.iter().filter(|share| share.source == source && to(share.recipient)) {
            sum.add_term(share.amount, 1);
        }
        sum
    }

    /// What the assigners that `by` picks assign to a recipient.
    fn assigned_to(&self, recipient: Recipient, by: impl Fn(&Assigner) -> bool) -> Expression {
        let mut sum = Expression::default();
        for share in self.shares.iter().filter(|share| share.recipient == recipient) {
            if self.division.assigners.iter().any(|assigner| assigner.creature == share.source && by(assigner)) {
                sum.add_term(share.amount, 1);
            }
        }
        sum
    }
}
