//! Between which values every play lies, without a search: nobody blocks and everything hits, or nothing happens and
//! everybody dies. Term by term and level by level, whatever the signs of the factors.

use super::score::Scorer;
use crate::position::{Block, CreatureId, PlayerId, Target, Term};
use crate::rules::{
    Board, DeclaredAttack, LOST_COMMANDER_DAMAGE, LOST_POISON, Value, attack_targets, lost_at_start, may_attack,
    may_block,
};

/// Two values that no play of either side gets beyond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: Value,
    pub(super) upper: Value,
}

impl Bounds {
    /// Of all attacks of a board.
    pub(super) fn of_board(scorer: &Scorer<'_, '_>) -> Bounds {
        Reach::of_board(scorer.board()).bounds(scorer)
    }

    /// Of all attacks of a board in which a creature does not attack, for any creature.
    pub(super) fn without_each_attacker<'s>(scorer: &'s Scorer<'_, '_>) -> impl Fn(CreatureId) -> Bounds + 's {
        let all = Reach::of_board(scorer.board());
        move |creature| {
            let threats = all.threats.iter().filter(|threat| threat.creature != creature).cloned().collect();
            Reach { threats, blockers: all.blockers.clone(), ..all }.bounds(scorer)
        }
    }

    /// Of all blocks against an attack.
    pub(super) fn of_attack(scorer: &Scorer<'_, '_>, attack: &DeclaredAttack) -> Bounds {
        Reach::of_attack(scorer.board(), attack, blockers(scorer.board())).bounds(scorer)
    }

    /// Of all blocks against an attack in which a creature does not block.
    pub(super) fn of_attack_without(scorer: &Scorer<'_, '_>, attack: &DeclaredAttack, blocker: CreatureId) -> Bounds {
        let mut others = blockers(scorer.board());
        others.retain(|other| *other != blocker);
        Reach::of_attack(scorer.board(), attack, others).bounds(scorer)
    }

    /// Of all ways to divide the damage of a declared combat.
    pub(super) fn of_combat(scorer: &Scorer<'_, '_>, attack: &DeclaredAttack, block: &Block) -> Bounds {
        let board = scorer.board();
        let mut reach = Reach::of_attack(board, attack, block.0.iter().map(|(blocker, _)| *blocker).collect());
        for threat in &mut reach.threats {
            let it = board.characteristics(threat.creature);
            let blocked = block.0.iter().any(|(_, attackers)| attackers.contains(&threat.creature));
            threat.through &= !blocked || it.trample || it.as_though_unblocked;
        }
        reach.bounds(scorer)
    }
}

/// The creatures of the defending players that may block.
fn blockers(board: &Board<'_>) -> Vec<CreatureId> {
    let position = board.position();
    let own = position.defending_players().flat_map(|defender| position.creatures_of(defender));
    own.filter(|creature| may_block(board, *creature)).collect()
}

/// A creature that attacks, or might.
#[derive(Clone)]
struct Threat {
    creature: CreatureId,
    /// What it attacks, or might.
    targets: Vec<Target>,
    /// The most damage that it deals in both steps together.
    damage: i128,
    /// In how many steps it deals damage.
    strikes: i128,
    /// Whether any of its damage may get past blockers.
    through: bool,
}

impl Threat {
    /// `bonus` is the most that its power and toughness get for how the attack is declared.
    fn new(
        board: &Board<'_>,
        creature: CreatureId,
        targets: Vec<Target>,
        bonus: (i128, i128),
        blockers: usize,
    ) -> Threat {
        let it = board.characteristics(creature);
        let rampage = i128::from(it.rampage) * (blockers as i128 - 1).max(0);
        let blocked = i128::from(it.bushido) + rampage;
        let amount = if it.assigns_toughness {
            i128::from(it.toughness) + bonus.1 + blocked
        } else {
            i128::from(it.power) + bonus.0 + blocked.max(i128::from(it.frenzy))
        };
        let strikes = if it.double_strike { 2 } else { 1 };
        Threat { creature, targets, damage: amount.max(0) * strikes, strikes, through: true }
    }
}

/// Who can do something to whom.
struct Reach<'b, 'p> {
    board: &'b Board<'p>,
    threats: Vec<Threat>,
    /// Creatures that block, or might.
    blockers: Vec<CreatureId>,
    /// Damage that some one of the threats may deal beyond its own.
    extra: i128,
    /// Whether all threats attack.
    certain: bool,
}

impl<'b, 'p> Reach<'b, 'p> {
    fn of_board(board: &'b Board<'p>) -> Reach<'b, 'p> {
        let position = board.position();
        let own = || position.creatures_of(position.active());
        let all = |count: fn(&crate::rules::Characteristics) -> i64| -> i128 {
            own().map(|creature| i128::from(count(board.characteristics(creature)))).sum()
        };
        let (exalted, cries) = (all(|it| it.exalted), all(|it| it.battle_cry));
        let opponents = position.defending_players().count() as i128;
        let targets = attack_targets(board);
        let blockers = blockers(board);
        let mut threats = Vec::new();
        for creature in own() {
            let able = targets.iter().copied().filter(|target| may_attack(board, creature, *target));
            let able: Vec<Target> = able.collect();
            if !able.is_empty() {
                let melee = i128::from(board.characteristics(creature).melee) * opponents;
                let bonus = (cries + melee, melee);
                threats.push(Threat::new(board, creature, able, bonus, blockers.len()));
            }
        }
        // CR 702.83b: only a creature that attacks alone gets it, so all together get it at most once.
        let strikes = threats.iter().map(|threat| threat.strikes).max().unwrap_or(0);
        Reach { board, threats, blockers, extra: exalted * strikes, certain: false }
    }

    fn of_attack(board: &'b Board<'p>, attack: &DeclaredAttack, blockers: Vec<CreatureId>) -> Reach<'b, 'p> {
        let threat = |attacker: &crate::rules::DeclaredAttacker| {
            let bonus = (i128::from(attacker.bonus.power), i128::from(attacker.bonus.toughness));
            Threat::new(board, attacker.creature, vec![attacker.target], bonus, blockers.len())
        };
        let threats = attack.attackers().iter().map(threat).collect();
        Reach { board, threats, blockers, extra: 0, certain: true }
    }

    fn bounds(&self, scorer: &Scorer<'_, '_>) -> Bounds {
        let mut lower = vec![0i128; scorer.valuation().levels()];
        let mut upper = lower.clone();
        for term in Term::ALL {
            let (least, most) = self.range(term);
            let levels = lower.iter_mut().zip(&mut upper).zip(&scorer.valuation().factor(term).0);
            for ((lower, upper), factor) in levels {
                let ends = (i128::from(*factor) * least, i128::from(*factor) * most);
                *lower += ends.0.min(ends.1);
                *upper += ends.0.max(ends.1);
            }
        }
        // What a level comes to fits, so where a bound does not, the nearest number that does is one.
        let fit = |levels: Vec<i128>| {
            let fit = |level: i128| level.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
            Value(levels.into_iter().map(fit).collect())
        };
        Bounds { lower: fit(lower), upper: fit(upper) }
    }

    /// The least and the most that a term may count.
    fn range(&self, term: Term) -> (i128, i128) {
        let position = self.board.position();
        let defenders = || position.defending_players();
        let through = || self.threats.iter().filter(|threat| threat.through);
        match term {
            Term::Win => {
                let lost = defenders().filter(|player| lost_at_start(position.player(*player))).count();
                (lost as i128, defenders().filter(|player| self.may_lose(*player)).count() as i128)
            }
            Term::Face => (0, self.damage(through())),
            Term::Loyalty | Term::Walkers => self.permanents(position.planeswalkers().len(), term == Term::Walkers),
            Term::Defense => {
                let had = |(index, battle): (usize, &crate::position::Battle)| {
                    let target = Target::Battle(crate::position::BattleId(index as u32));
                    self.most_damage_to(target).min(i128::from(battle.defense))
                };
                (0, position.battles().iter().enumerate().map(had).sum())
            }
            Term::Kills => (0, self.worth(self.blockers.iter().copied(), |_| true)),
            Term::Losses => {
                let attackers = || self.threats.iter().map(|threat| threat.creature);
                // CR 702.147a: whatever else happens to it, it is gone by the end of combat.
                let decayed = |creature: CreatureId| self.board.characteristics(creature).decayed;
                let least = if self.certain { self.worth(attackers(), decayed) } else { 0 };
                (least, self.worth(attackers(), |_| true))
            }
            Term::Material => {
                let (kills, losses) = (self.range(Term::Kills), self.range(Term::Losses));
                (kills.0 - losses.1, kills.1 - losses.0)
            }
            Term::Poison => (0, self.poison(through())),
            Term::Lifegain => {
                let lifelink = |creature: CreatureId| self.board.characteristics(creature).lifelink;
                let own = self.threats.iter().filter(|threat| lifelink(threat.creature));
                let theirs = self.blockers.iter().filter(|blocker| lifelink(**blocker));
                let theirs = theirs.map(|blocker| Threat::new(self.board, *blocker, Vec::new(), (0, 0), 0).damage);
                (-theirs.sum::<i128>(), self.damage(own))
            }
        }
    }

    fn worth(&self, creatures: impl Iterator<Item = CreatureId>, counts: impl Fn(CreatureId) -> bool) -> i128 {
        let value = |creature: CreatureId| i128::from(self.board.characteristics(creature).value);
        creatures.filter(|creature| counts(*creature)).map(value).sum()
    }

    /// Loyalty that goes, or planeswalkers that do.
    fn permanents(&self, count: usize, whole: bool) -> (i128, i128) {
        let most = (0..count as u32).map(crate::position::PlaneswalkerId).map(|walker| {
            let had = i128::from(self.board.position().planeswalker(walker).loyalty);
            let damage = self.most_damage_to(Target::Planeswalker(walker));
            if whole { i128::from(damage >= had) } else { damage.min(had) }
        });
        (0, most.sum())
    }

    fn most_damage_to(&self, target: Target) -> i128 {
        let at = self.threats.iter().filter(|threat| threat.through && threat.targets.contains(&target));
        self.damage(at)
    }

    /// The most damage that these deal together.
    fn damage<'a>(&self, threats: impl Iterator<Item = &'a Threat>) -> i128 {
        threats.fold(None, |sum: Option<i128>, threat| Some(sum.unwrap_or(self.extra) + threat.damage)).unwrap_or(0)
    }

    /// The most poison counters that these give together (CR 702.90b, 702.164c).
    fn poison<'a>(&self, threats: impl Iterator<Item = &'a Threat> + Clone) -> i128 {
        let it = |threat: &Threat| self.board.characteristics(threat.creature);
        let harmful = threats.filter(|threat| threat.damage + self.extra > 0);
        let toxic: i128 = harmful.clone().map(|threat| i128::from(it(threat).toxic) * threat.strikes).sum();
        toxic + self.damage(harmful.filter(|threat| it(threat).infect))
    }

    /// Whether enough could come together for a player to lose (CR 704.5a, 704.5c, 903.10a).
    fn may_lose(&self, player: PlayerId) -> bool {
        let position = self.board.position();
        let card = position.player(player);
        let near = || {
            let at = |target: &Target| position.defender_of(*target) == player;
            self.threats.iter().filter(move |threat| threat.targets.iter().any(at))
        };
        let through = || near().filter(|threat| threat.through);
        let afflict: i128 = near().map(|threat| i128::from(self.board.characteristics(threat.creature).afflict)).sum();
        let life = afflict + self.damage(through());
        let poison = self.poison(through());
        let commander = |threat: &Threat| {
            let had = card.commander_damage.iter().find(|(id, _)| id == self.board.name(threat.creature));
            let had = had.map_or(0, |(_, damage)| i128::from(*damage));
            let damage = threat.damage + self.extra;
            position.creature(threat.creature).commander
                && damage > 0
                && had + damage >= i128::from(LOST_COMMANDER_DAMAGE)
        };
        lost_at_start(card)
            || life >= i128::from(card.life)
            || i128::from(card.poison) + poison >= i128::from(LOST_POISON)
            || through().any(commander)
    }
}
