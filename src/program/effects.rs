//! What the damage of a step does, as expressions: the terms that an objective counts.
//!
//! The mathematics is with [`DamageProgram`](super::DamageProgram).

use std::collections::BTreeMap;

use super::division::{OpenCondition, Takes};
use super::expression::Expression;
use super::indicator::{Cause, Indicators};
use super::model::{Comparison, Model};
use super::symbols::Symbols;
use crate::position::{CreatureId, PlayerId, Recipient, Step, Target, Term};
use crate::rules::{Combat, Condition, Dealt, Fighter, LOST_COMMANDER_DAMAGE, LOST_LIFE, LOST_POISON, Outcome};

/// Damage from one source to one recipient that is dealt, not prevented: how much, and what becomes of it.
#[derive(Clone, Debug)]
struct Flow {
    source: CreatureId,
    amount: Expression,
    dealt: Dealt,
}

/// All that is dealt in a step, by recipient, and what has been asked about it.
pub(super) struct Effects<'a, 'b, 'p> {
    combat: &'a Combat<'b, 'p>,
    symbols: &'a Symbols,
    so_far: Outcome,
    conditions: Vec<OpenCondition>,
    flows: BTreeMap<Recipient, Vec<Flow>>,
    terms: [Option<Expression>; 10],
}

impl<'a, 'b, 'p> Effects<'a, 'b, 'p> {
    /// The effects of what `assigned` lists: who, what, how much. `conditions` are those of the side that decides.
    pub fn new(
        combat: &'a Combat<'b, 'p>,
        symbols: &'a Symbols,
        conditions: Vec<OpenCondition>,
        assigned: impl Iterator<Item = (CreatureId, Recipient, Expression)>,
    ) -> Effects<'a, 'b, 'p> {
        let mut flows: BTreeMap<Recipient, Vec<Flow>> = BTreeMap::new();
        for (source, recipient, amount) in assigned {
            let dealt = combat.dealt(source, recipient);
            // CR 615.6: prevented damage never happened.
            if !dealt.prevented {
                flows.entry(recipient).or_default().push(Flow { source, amount, dealt });
            }
        }
        let so_far = combat.tally().outcome(combat.board());
        Effects { combat, symbols, so_far, conditions, flows, terms: [const { None }; 10] }
    }

    /// What a term counts once the step is over; its variables and rows join the model when it is first asked for.
    pub fn term(&mut self, term: Term, model: &mut Model, indicators: &mut Indicators) -> Expression {
        if let Some(known) = &self.terms[term as usize] {
            return known.clone();
        }
        let mut sum = Expression::constant(self.so_far.term(term));
        let position = self.combat.board().position();
        match term {
            Term::Win => {
                for player in position.defending_players() {
                    if !self.so_far.players[player.index()].lost {
                        sum.add_times(&self.loses(player, model, indicators), 1);
                    }
                }
            }
            Term::Face => {
                for player in position.defending_players() {
                    sum.add_times(&self.dealt_to(Target::Player(player)), 1);
                }
            }
            Term::Loyalty | Term::Defense | Term::Walkers => {
                let targets: Vec<Target> = self.flows.keys().filter_map(target_of).collect();
                for target in targets {
                    match (term, target) {
                        (Term::Loyalty, Target::Planeswalker(_)) | (Term::Defense, Target::Battle(_)) => {
                            sum.add_times(&self.removed(target, model, indicators), 1);
                        }
                        (Term::Walkers, Target::Planeswalker(_)) => {
                            sum.add_times(&self.gone(target, model, indicators), 1);
                        }
                        _ => {}
                    }
                }
            }
            Term::Kills => sum.add_times(&self.deaths(false, model, indicators), 1),
            Term::Losses => sum.add_times(&self.deaths(true, model, indicators), 1),
            Term::Material => {
                sum = self.term(Term::Kills, model, indicators);
                sum.add_times(&self.term(Term::Losses, model, indicators), -1);
            }
            Term::Poison => {
                for player in position.defending_players() {
                    sum.add_times(&self.poison(player, model, indicators), 1);
                }
            }
            Term::Lifegain => {
                for player in position.player_ids() {
                    let sign = if player == position.active() { 1 } else { -1 };
                    sum.add_times(&self.gained(player), sign);
                }
            }
        }
        self.terms[term as usize] = Some(sum.clone());
        sum
    }

    fn flows_to(&self, recipient: Recipient) -> &[Flow] {
        self.flows.get(&recipient).map_or(&[], Vec::as_slice)
    }

    /// All that is dealt to a player, planeswalker or battle.
    fn dealt_to(&self, target: Target) -> Expression {
        total(self.flows_to(Recipient::Target(target)), |_| true)
    }

    /// Life that a player gains from lifelink (CR 702.15b).
    fn gained(&self, player: PlayerId) -> Expression {
        let position = self.combat.board().position();
        let its = |flow: &Flow| flow.dealt.lifelink && position.creature(flow.source).controller == player;
        let mut sum = Expression::default();
        for flows in self.flows.values() {
            sum.add_times(&total(flows, its), 1);
        }
        sum
    }

    /// Poison counters that a player gets (CR 702.90b, 702.164c).
    fn poison(&self, player: PlayerId, model: &mut Model, indicators: &mut Indicators) -> Expression {
        let recipient = Recipient::Target(Target::Player(player));
        let flows = self.flows_to(recipient);
        let mut sum = total(flows, |flow| flow.dealt.as_poison);
        for flow in flows.iter().filter(|flow| flow.dealt.toxic != 0) {
            let name = format!("hits_{}_{}", self.symbols.creature(flow.source), self.symbols.name(recipient));
            let hits = indicators.at_least(model, &name, &flow.amount, 1);
            sum.add_times(&hits, flow.dealt.toxic);
        }
        sum
    }

    /// Whether a player who has not lost yet loses at the check after the step (CR 704.5a, 704.5c, 903.10a).
    fn loses(&self, player: PlayerId, model: &mut Model, indicators: &mut Indicators) -> Expression {
        let flows = self.flows_to(Recipient::Target(Target::Player(player)));
        let so_far = &self.so_far.players[player.index()];
        // Gain and loss of one step come together (CR 510.2, 704.3).
        let life_lost = total(flows, |flow| !flow.dealt.as_poison).plus(&self.gained(player), -1);
        let mut causes = vec![
            Cause::new("life", life_lost, so_far.life.saturating_sub(LOST_LIFE)),
            Cause::new("poison", self.poison(player, model, indicators), LOST_POISON.saturating_sub(so_far.poison)),
        ];
        let board = self.combat.board();
        let dealt_before = &board.position().player(player).commander_damage;
        let dealt_now = &self.combat.tally().players[player.index()].commander_damage;
        for flow in flows.iter().filter(|flow| board.position().creature(flow.source).commander) {
            let id = board.name(flow.source);
            let before = dealt_before.iter().find(|(other, _)| other == id).map_or(0, |(_, damage)| *damage);
            let now = dealt_now.iter().find(|(other, _)| *other == flow.source).map_or(0, |(_, damage)| *damage);
            let name = self.symbols.creature(flow.source);
            causes.push(Cause::new(name, flow.amount.clone(), LOST_COMMANDER_DAMAGE.saturating_sub(before + now)));
        }
        indicators.any(model, &format!("win_{}", self.symbols.player(player)), &causes)
    }

    /// What a planeswalker or battle has left before the step.
    fn left(&self, target: Target) -> i64 {
        match target {
            Target::Player(_) => 0,
            Target::Planeswalker(walker) => self.so_far.planeswalkers[walker.index()],
            Target::Battle(battle) => self.so_far.battles[battle.index()],
        }
    }

    /// Whether what is left of a planeswalker or battle is all removed (CR 704.5i); `false` if it is gone already.
    fn gone(&mut self, target: Target, model: &mut Model, indicators: &mut Indicators) -> Expression {
        let left = self.left(target);
        if left == 0 {
            return Expression::default();
        }
        let name = format!("gone_{}", self.symbols.name(Recipient::Target(target)));
        let takes = Takes { damage: self.dealt_to(target), enough: left, by_deathtouch: Expression::default() };
        let gone = indicators.at_least(model, &name, &takes.damage, left);
        self.tie(Condition::Loyalty(target), &takes, &gone, model);
        gone
    }

    /// Where an announced condition takes what an event takes, the condition's binary is the event's.
    fn tie(&mut self, condition: Condition, takes: &Takes, event: &Expression, model: &mut Model) {
        let same = self.conditions.iter().position(|it| it.condition == condition && it.takes == *takes);
        // Once is enough.
        let Some(same) = same.map(|index| self.conditions.swap_remove(index)) else { return };
        if same.holds == *event {
            return;
        }
        let (name, row) = match condition {
            Condition::Lethal(creature) => ("lethal", format!("{}_dies", self.symbols.creature(creature))),
            Condition::Loyalty(target) => ("loyal", format!("{}_gone", self.symbols.name(Recipient::Target(target)))),
        };
        let equal = same.holds.clone().plus(event, -1);
        model.add_constraint(&format!("{name}_{row}"), &equal, Comparison::Equal, 0);
    }

    /// Loyalty or defense removed, never more than is left (CR 120.3c, 120.3h).
    fn removed(&mut self, target: Target, model: &mut Model, indicators: &mut Indicators) -> Expression {
        let (left, dealt) = (self.left(target), self.dealt_to(target));
        let (low, high) = model.range(&dealt);
        if low >= left {
            return Expression::constant(left);
        }
        if high <= left {
            return dealt;
        }
        let gone = self.gone(target, model, indicators);
        let name = format!("removed_{}", self.symbols.name(Recipient::Target(target)));
        let removed = Expression::variable(model.add_variable(&name, low, left));
        let row = removed.clone().plus(&dealt, -1);
        model.add_constraint(&format!("{name}_dealt"), &row, Comparison::AtMost, 0);
        let row = removed.clone().plus(&gone, low - left);
        model.add_constraint(&format!("{name}_all"), &row, Comparison::AtLeast, low);
        let row = removed.clone().plus(&dealt, -1).plus(&gone, high - left);
        model.add_constraint(&format!("{name}_part"), &row, Comparison::AtLeast, 0);
        removed
    }

    /// Total value of the creatures of one side that die in the step, and at end of combat if it is the last.
    fn deaths(&mut self, own: bool, model: &mut Model, indicators: &mut Indicators) -> Expression {
        let combat = self.combat;
        let board = combat.board();
        let mut sum = Expression::default();
        for fighter in combat.fighters().iter().filter(|fighter| fighter.alive) {
            let worth = board.characteristics(fighter.creature).value;
            if worth != 0 && (fighter.controller == board.position().active()) == own {
                sum.add_times(&self.dies(fighter, model, indicators), worth);
            }
        }
        sum
    }

    /// Whether a creature dies (CR 704.5f-h, 702.147a).
    fn dies(&mut self, fighter: &Fighter, model: &mut Model, indicators: &mut Indicators) -> Expression {
        let last = self.combat.step() == Step::Regular;
        if last && fighter.target.is_some() && self.combat.board().characteristics(fighter.creature).decayed {
            return Expression::constant(1);
        }
        let fate = self.combat.fate(fighter);
        let flows = self.flows_to(Recipient::Creature(fighter.creature));
        let mut causes = Vec::new();
        // Counters count against toughness as marked damage does; where marked damage can't kill, they alone do.
        match fate.damage {
            Some(damage) => causes.push(Cause::new("damage", total(flows, |_| true), damage)),
            None => causes.push(Cause::new("counters", total(flows, |flow| flow.dealt.as_counters), fate.counters)),
        }
        if fate.destructible && fate.damage != Some(1) {
            causes.push(Cause::new("deathtouch", total(flows, |flow| flow.dealt.deathtouch), 1));
        }
        let dies = indicators.any(model, &format!("dies_{}", self.symbols.creature(fighter.creature)), &causes);
        if let Some(enough) = fate.damage {
            let by_deathtouch = total(flows, |flow| flow.dealt.deathtouch);
            let takes = Takes { damage: total(flows, |_| true), enough, by_deathtouch };
            self.tie(Condition::Lethal(fighter.creature), &takes, &dies, model);
        }
        dies
    }
}

/// What those of the flows that `of` picks come to.
fn total(flows: &[Flow], of: impl Fn(&Flow) -> bool) -> Expression {
    let mut sum = Expression::default();
    for flow in flows.iter().filter(|flow| of(flow)) {
        sum.add_times(&flow.amount, 1);
    }
    sum
}

fn target_of(recipient: &Recipient) -> Option<Target> {
    match recipient {
        Recipient::Creature(_) => None,
        Recipient::Target(target) => Some(*target),
    }
}
