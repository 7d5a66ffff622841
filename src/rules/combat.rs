//! A declared combat from the moment blocks are chosen: who fights, with what, through both damage steps.

use super::board::Board;
use super::declared::DeclaredAttack;
use super::outcome::Tally;
use super::quality::Size;
use super::state_based;
use super::triggers;
use crate::position::{Attack, Block, CreatureId, PlayerId, Recipient, Step, Target};

/// Whose creatures assign damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The active player, who announces first (CR 510.1).
    Active,
    /// The defending players together.
    Defending,
}

/// A creature in combat, as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Which creature.
    pub creature: CreatureId,
    /// Who controls it.
    pub controller: PlayerId,
    /// Power now; may be negative.
    pub power: i64,
    /// Toughness now, without marked damage.
    pub toughness: i64,
    /// Damage marked on it.
    pub marked: i64,
    /// Shield counters left (CR 122.1c).
    pub shield: i64,
    /// Whether a deathtouch source has dealt damage to it since state-based actions were last checked (CR 704.5h).
    pub poisoned: bool,
    /// Whether it is still on the battlefield.
    pub alive: bool,
    /// What it attacks; `None` for a blocker.
    pub target: Option<Target>,
    /// Whether it is a blocked attacker: stays so whatever becomes of its blockers (CR 509.1h).
    pub blocked: bool,
    /// Indices of the fighters it blocks or is blocked by, in file order; dead ones stay listed.
    pub opponents: Vec<usize>,
    pub(super) bushido: i64,
    pub(super) rampage: i64,
    pub(super) frenzy: i64,
    pub(super) flanking: i64,
}

impl Fighter {
    /// Adds to power and toughness.
    pub(super) fn grow(&mut self, by: i64) {
        self.power += by;
        self.toughness += by;
    }
}

/// A declared combat in progress.
///
/// The life of one: [`Combat::new`], then for each of [`Combat::steps`] let both sides choose among
/// [`Combat::division`], [`Combat::deal`] what they chose together, and read [`Combat::tally`] at the end.
#[derive(Clone, Debug)]
pub struct Combat<'b, 'p> {
    board: &'b Board<'p>,
    pub(super) fighters: Vec<Fighter>,
    attackers: usize,
    pub(super) tally: Tally,
    step: Step,
    two_steps: bool,
}

impl<'b, 'p> Combat<'b, 'p> {
    /// Declares blocks and resolves what that triggers (CR 509.1i, 509.2). Legality is not judged: blockers of what
    /// does not attack are left out.
    pub fn new(board: &'b Board<'p>, attack: &DeclaredAttack, block: &Block) -> Combat<'b, 'p> {
        Combat::of(board, attack.attackers().iter(), block.0.iter().map(|(b, a)| (*b, a.as_slice())))
    }

    /// As [`Combat::new`], for a part of the attackers and blockers that nothing links to the rest. Both come in file
    /// order.
    pub fn of<'a>(
        board: &'b Board<'p>,
        attackers: impl Iterator<Item = &'a super::declared::DeclaredAttacker>,
        blocks: impl Iterator<Item = (CreatureId, &'a [CreatureId])>,
    ) -> Combat<'b, 'p> {
        let mut fighters: Vec<Fighter> = attackers
            .map(|attacker| {
                let mut fighter = fighter(board, attacker.creature);
                fighter.power += attacker.bonus.power;
                fighter.toughness += attacker.bonus.toughness;
                fighter.target = Some(attacker.target);
                fighter
            })
            .collect();
        let attackers = fighters.len();
        for (blocker, blocked) in blocks {
            let index = fighters.len();
            let mut found: Vec<usize> = blocked
                .iter()
                .filter_map(|attacker| fighters[..attackers].binary_search_by_key(attacker, |f| f.creature).ok())
                .collect();
            found.sort_unstable();
            found.dedup();
            if found.is_empty() {
                continue;
            }
            for attacker in &found {
                fighters[*attacker].opponents.push(index);
                fighters[*attacker].blocked = true;
            }
            fighters.push(Fighter { opponents: found, ..fighter(board, blocker) });
        }
        let mut combat =
            Combat { board, fighters, attackers, tally: Tally::new(board), step: Step::Regular, two_steps: false };
        combat.become_blocked();
        combat
    }

    /// Block triggers and the state-based actions after them, then whether there are two damage steps.
    fn become_blocked(&mut self) {
        for index in 0..self.attackers {
            let fighter = &self.fighters[index];
            let afflict = self.board.characteristics(fighter.creature).afflict;
            if fighter.blocked
                && afflict > 0
                && let Some(target) = fighter.target
            {
                // CR 702.130a: loss of life, not damage.
                let defender = self.board.position().defender_of(target);
                self.tally.players[defender.index()].life[0] -= afflict;
            }
        }
        triggers::block_triggers(&mut self.fighters, self.attackers);
        state_based::bury(self);
        // CR 510.4: a creature with power 0 counts too.
        self.two_steps = self.fighters.iter().any(|f| f.alive && self.board.characteristics(f.creature).strikes_first);
        self.step = if self.two_steps { Step::FirstStrike } else { Step::Regular };
    }

    /// The board it is played on.
    pub fn board(&self) -> &'b Board<'p> {
        self.board
    }

    /// The damage steps of this combat, in order (CR 510.4).
    pub fn steps(&self) -> &'static [Step] {
        if self.two_steps { &[Step::FirstStrike, Step::Regular] } else { &[Step::Regular] }
    }

    /// The step whose damage is dealt next.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Everyone in combat: the attackers in file order, then the blockers in file order.
    pub fn fighters(&self) -> &[Fighter] {
        &self.fighters
    }

    /// How many of the fighters are attackers.
    pub fn attacker_count(&self) -> usize {
        self.attackers
    }

    /// The index of a creature among the fighters.
    pub fn fighter_index(&self, creature: CreatureId) -> Option<usize> {
        let (attackers, blockers) = self.fighters.split_at(self.attackers);
        let found = attackers.binary_search_by_key(&creature, |fighter| fighter.creature);
        found.ok().or_else(|| {
            let found = blockers.binary_search_by_key(&creature, |fighter| fighter.creature);
            found.ok().map(|index| index + self.attackers)
        })
    }

    /// What the combat has done so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Whether a planeswalker or battle that is attacked is still there (CR 506.4c). Players stay to the end of
    /// combat, by the project's convention.
    pub fn is_there(&self, target: Target) -> bool {
        match target {
            Target::Player(_) => true,
            Target::Planeswalker(_) => self.loyalty(target) > 0,
            Target::Battle(battle) => self.tally.defense[battle.index()] < self.board.position().battle(battle).defense,
        }
    }

    /// Loyalty that a planeswalker has left; 0 for other targets.
    pub fn loyalty(&self, target: Target) -> i64 {
        match target {
            Target::Planeswalker(walker) => {
                let had = self.board.position().planeswalker(walker).loyalty;
                (had - self.tally.loyalty[walker.index()]).max(0)
            }
            Target::Player(_) | Target::Battle(_) => 0,
        }
    }

    /// Whether a fighter deals damage in the step that comes next (CR 510.4, 702.4, 702.7).
    pub fn strikes(&self, fighter: &Fighter) -> bool {
        let it = self.board.characteristics(fighter.creature);
        fighter.alive
            && match self.step {
                Step::FirstStrike => it.strikes_first,
                Step::Regular => !self.two_steps || !it.strikes_first || it.double_strike,
            }
    }

    /// Whether a fighter will deal damage in the second of two steps, should it live until then.
    pub fn strikes_later(&self, fighter: &Fighter) -> bool {
        let it = self.board.characteristics(fighter.creature);
        self.step == Step::FirstStrike && fighter.alive && (!it.strikes_first || it.double_strike)
    }

    /// How much a fighter assigns when it strikes (CR 510.1a): its power, or its toughness where it says so.
    pub fn amount(&self, fighter: &Fighter) -> i64 {
        let it = self.board.characteristics(fighter.creature);
        if it.assigns_toughness { fighter.toughness.max(0) } else { fighter.power.max(0) }
    }

    /// Goes on to the second step, if there is one.
    pub(super) fn next_step(&mut self) {
        self.step = Step::Regular;
    }

    /// Which phase of the life ledger the coming damage belongs to: see [`PlayerTally`](super::PlayerTally).
    pub(super) fn phase(&self) -> usize {
        match self.step {
            Step::FirstStrike => 1,
            Step::Regular => 2,
        }
    }

    /// Whether damage by `source` to `recipient` would be prevented whatever its amount: by protection, an effect,
    /// or a shield counter (CR 615.1, 702.16e, 122.1c).
    pub fn prevented(&self, source: CreatureId, recipient: Recipient) -> bool {
        let shielded = match recipient {
            Recipient::Creature(creature) => {
                self.fighter_index(creature).is_some_and(|index| self.fighters[index].shield > 0)
            }
            Recipient::Target(_) => false,
        };
        shielded || self.protected(source, recipient)
    }

    /// Whether protection or an effect prevents the damage, by the source's power and toughness as they are now.
    pub(super) fn protected(&self, source: CreatureId, recipient: Recipient) -> bool {
        self.fighter_index(source).is_some_and(|index| {
            let fighter = &self.fighters[index];
            let size = Size { power: fighter.power, toughness: fighter.toughness };
            self.board.prevents(source, size, recipient)
        })
    }
}

/// A creature as it enters combat.
fn fighter(board: &Board<'_>, creature: CreatureId) -> Fighter {
    let card = board.position().creature(creature);
    let it = board.characteristics(creature);
    Fighter {
        creature,
        controller: card.controller,
        power: it.power,
        toughness: it.toughness,
        marked: card.damage,
        shield: it.shield,
        poisoned: false,
        alive: true,
        target: None,
        blocked: false,
        opponents: Vec::new(),
        bushido: it.bushido,
        rampage: it.rampage,
        frenzy: it.frenzy,
        flanking: it.flanking,
    }
}

/// An attack and a block played from scratch, for callers that have no [`DeclaredAttack`] at hand.
impl<'b, 'p> Combat<'b, 'p> {
    /// Declares both at once.
    pub fn declare(board: &'b Board<'p>, attack: &Attack, block: &Block) -> Combat<'b, 'p> {
        Combat::new(board, &DeclaredAttack::new(board, attack), block)
    }
}
