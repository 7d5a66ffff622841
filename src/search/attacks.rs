//! All legal attacks of a board, and the most requirements that an attack can obey (CR 508.1d).

use super::budget::Budget;
use super::classes::alike;
use super::legality::attack_maximum;
use super::solution::SearchError;
use crate::position::{Attack, CreatureId, Target};
use crate::rules::{
    AttackRestriction, Board, attack_requirements, attack_targets, may_attack, whole_attack_restrictions,
};

/// Most declarations that are looked at for one answer.
const DECLARATION_LIMIT: u64 = 20_000_000;
/// Most choices of single creatures that a list of attacks holds.
const LIST_LIMIT: usize = 50_000_000;
/// Bytes of stack below which more are taken, and how many.
const STACK_LEFT: usize = 512 * 1024;
const STACK_MORE: usize = 16 * 1024 * 1024;
/// How many steps of a walk over declarations cost as much as one node.
const STEPS_A_NODE: u64 = 1_024;

/// The steps of one walk over declarations.
pub(super) struct Steps<'a> {
    budget: &'a Budget,
    /// Whether they are paid for in nodes. What establishes what is legal at all is not, or no number of nodes below
    /// some would give an answer.
    paid: bool,
    taken: u64,
    limit: u64,
}

impl Steps<'_> {
    pub(super) fn new(budget: &Budget, paid: bool) -> Steps<'_> {
        Steps { budget, paid, taken: 0, limit: DECLARATION_LIMIT }
    }

    /// As many as this at most, not paid for.
    pub(super) fn up_to(limit: u64, budget: &Budget) -> Steps<'_> {
        Steps { budget, paid: false, taken: 0, limit: limit.min(DECLARATION_LIMIT) }
    }

    /// # Errors
    ///
    /// [`SearchError::TooLarge`] beyond the limit of a walk, [`SearchError::Stopped`] beyond the budget.
    pub(super) fn take(&mut self, steps: u64) -> Result<(), SearchError> {
        let before = self.taken;
        self.taken = self.taken.saturating_add(steps);
        if self.taken > self.limit {
            return Err(too_many());
        }
        match self.taken / STEPS_A_NODE - before / STEPS_A_NODE {
            0 => Ok(()),
            nodes if self.paid => self.budget.spend(nodes).and_then(|()| self.budget.check()),
            _ => self.budget.check(),
        }
    }
}

/// What one creature may do, "stay home" first, each with how many requirements it obeys.
type Choices = Vec<(Option<Target>, usize)>;

/// What each creature may do, and how many requirements that obeys.
pub(super) struct AttackChoices<'b, 'p> {
    board: &'b Board<'p>,
    /// Creatures that may attack something.
    choices: Vec<(CreatureId, Choices)>,
    /// Most requirements that the creatures from each index on can obey.
    potential: Vec<usize>,
    limits: Vec<AttackRestriction>,
    /// For each creature the place of the last one before it that differs in nothing but its name.
    twins: Vec<Option<usize>>,
}

/// Which declarations a walk visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visited {
    All,
    /// Of those that differ only in which of several alike creatures makes which choice the first in order.
    Distinct,
}

/// Whether a walk goes on.
pub(super) enum Walk {
    /// Go on with declarations that obey at least so many requirements.
    AtLeast(usize),
    /// Stop here.
    Stop,
}

impl<'b, 'p> AttackChoices<'b, 'p> {
    pub(super) fn new(board: &'b Board<'p>) -> AttackChoices<'b, 'p> {
        let position = board.position();
        let requirements = attack_requirements(board);
        // Requirements come creature by creature, in order.
        let obeyed = |creature: CreatureId, choice: Option<Target>| {
            let from = requirements.partition_point(|requirement| requirement.creature() < creature);
            let own = requirements[from..].iter().take_while(|requirement| requirement.creature() == creature);
            own.filter(|requirement| requirement.obeyed(choice)).count()
        };
        let targets = attack_targets(board);
        let mut choices = Vec::new();
        for creature in position.creatures_of(position.active()) {
            let mut own = vec![(None, obeyed(creature, None))];
            let able = targets.iter().filter(|target| may_attack(board, creature, **target));
            own.extend(able.map(|target| (Some(*target), obeyed(creature, Some(*target)))));
            if own.len() > 1 {
                choices.push((creature, own));
            }
        }
        let mut potential = vec![0; choices.len() + 1];
        for (index, (_, own)) in choices.iter().enumerate().rev() {
            potential[index] = potential[index + 1] + own.iter().map(|(_, obeyed)| *obeyed).max().unwrap_or(0);
        }
        let twin = |(index, (creature, own)): (usize, &(CreatureId, Choices))| {
            let before = choices[..index].iter();
            before.enumerate().rev().find(|(_, (other, theirs))| own == theirs && alike(position, *creature, *other))
        };
        let twins = choices.iter().enumerate().map(|each| twin(each).map(|(index, _)| index)).collect();
        AttackChoices { board, potential, limits: whole_attack_restrictions(board), twins, choices }
    }

    pub(super) fn board(&self) -> &'b Board<'p> {
        self.board
    }

    /// Creatures that may attack something, in file order: what each may do, and how many requirements that obeys.
    pub(super) fn creatures(&self) -> impl Iterator<Item = (CreatureId, &[(Option<Target>, usize)])> {
        self.choices.iter().map(|(creature, own)| (*creature, own.as_slice()))
    }

    /// Visits every attack that breaks no restriction and obeys at least `least` requirements, with how many it obeys.
    /// The visitor may raise the bar.
    fn walk(
        &self,
        visited: Visited,
        least: usize,
        steps: Steps<'_>,
        visit: &mut impl FnMut(&[u16], &Attack, usize) -> Walk,
    ) -> Result<(), SearchError> {
        let mut walker =
            Walker { choices: self, visited, chosen: Vec::new(), attack: Attack::default(), least, steps, visit };
        walker.step(0, 0)?;
        Ok(())
    }

    /// The most requirements that an attack without a broken restriction obeys, and such an attack.
    pub(super) fn maximum(&self, budget: &Budget) -> Result<(usize, Attack), SearchError> {
        attack_maximum(budget, self)
    }

    /// As [`maximum`](AttackChoices::maximum), by going through the attacks in order: the first that obeys so many.
    pub(super) fn enumerated_maximum(&self, steps: Steps<'_>) -> Result<(usize, Attack), SearchError> {
        let mut best = None;
        self.walk(Visited::All, 0, steps, &mut |_, attack, obeyed| {
            best = Some((obeyed, attack.clone()));
            if obeyed == self.potential[0] { Walk::Stop } else { Walk::AtLeast(obeyed + 1) }
        })?;
        // Attacking with nothing breaks no restriction, so there always is one.
        best.ok_or_else(|| SearchError::Contradiction("no attack is free of broken restrictions".to_owned()))
    }

    /// All legal attacks, in order: creature by creature in file order, staying home first.
    pub(super) fn legal(&self, budget: &Budget) -> Result<AttackList<'_, 'b, 'p>, SearchError> {
        self.list(Visited::All, budget)
    }

    /// All legal attacks but those that differ from an earlier one only in which of several alike creatures makes which
    /// choice; in order.
    pub(super) fn distinct(&self, budget: &Budget) -> Result<AttackList<'_, 'b, 'p>, SearchError> {
        self.list(Visited::Distinct, budget)
    }

    fn list(&self, visited: Visited, budget: &Budget) -> Result<AttackList<'_, 'b, 'p>, SearchError> {
        let (most, _) = self.maximum(budget)?;
        let mut list = AttackList { choices: self, indices: Vec::new(), by_size: Vec::new(), length: 0 };
        self.walk(visited, most, Steps::new(budget, true), &mut |chosen, attack, _| {
            let size = attack.0.len();
            list.by_size.resize_with(list.by_size.len().max(size + 1), Vec::new);
            list.by_size[size].push(list.length);
            list.indices.extend_from_slice(chosen);
            list.length += 1;
            if list.indices.len() > LIST_LIMIT { Walk::Stop } else { Walk::AtLeast(most) }
        })?;
        if list.indices.len() > LIST_LIMIT {
            let text =
                format!("the legal attacks are too many to list: the limit is {LIST_LIMIT} choices of creatures");
            return Err(SearchError::TooLarge(text));
        }
        Ok(list)
    }
}

/// Legal attacks, each as the index of each creature's choice; in order, one after the other in one list.
pub(super) struct AttackList<'a, 'b, 'p> {
    choices: &'a AttackChoices<'b, 'p>,
    indices: Vec<u16>,
    /// For each number of attackers the attacks that have so many.
    by_size: Vec<Vec<u32>>,
    length: u32,
}

impl AttackList<'_, '_, '_> {
    pub(super) fn len(&self) -> usize {
        self.length as usize
    }

    /// One of them.
    pub(super) fn get(&self, number: usize) -> Attack {
        let choices = &self.choices.choices;
        let chosen = &self.indices[number * choices.len()..(number + 1) * choices.len()];
        let own = choices.iter().zip(chosen);
        Attack(own.filter_map(|((creature, own), index)| Some((*creature, own[usize::from(*index)].0?))).collect())
    }

    /// The numbers of all, fewer attackers first and else in order.
    pub(super) fn smallest_first(&self) -> Vec<u32> {
        self.by_size.concat()
    }
}

struct Walker<'a, 'b, 'p, V> {
    choices: &'a AttackChoices<'b, 'p>,
    visited: Visited,
    /// The choices that make `attack`.
    chosen: Vec<u16>,
    attack: Attack,
    least: usize,
    steps: Steps<'a>,
    visit: &'a mut V,
}

impl<V: FnMut(&[u16], &Attack, usize) -> Walk> Walker<'_, '_, '_, V> {
    /// Chooses for the creature at `index` and those after it; false: stop.
    fn step(&mut self, index: usize, obeyed: usize) -> Result<bool, SearchError> {
        if obeyed + self.choices.potential[index] < self.least {
            return Ok(true);
        }
        self.steps.take(1)?;
        let Some((creature, own)) = self.choices.choices.get(index) else {
            // A whole attack takes as long to judge as there are restrictions on it.
            self.steps.take(self.choices.limits.len() as u64 / 8)?;
            if self.choices.limits.iter().any(|limit| limit.is_broken(&self.attack)) {
                return Ok(true);
            }
            return Ok(match (self.visit)(&self.chosen, &self.attack, obeyed) {
                Walk::AtLeast(least) => {
                    self.least = least;
                    true
                }
                Walk::Stop => false,
            });
        };
        // Choices are in order, so alike creatures never make an earlier one than those before them.
        let twin = self.choices.twins[index].filter(|_| self.visited == Visited::Distinct);
        let first = twin.map_or(0, |twin| usize::from(self.chosen[twin]));
        for (number, (choice, more)) in own.iter().enumerate().skip(first) {
            // There are fewer targets than a position may have permanents and players.
            self.chosen.push(number as u16);
            if let Some(target) = choice {
                self.attack.0.push((*creature, *target));
            }
            let go_on = deeper(|| self.step(index + 1, obeyed + more))?;
            self.chosen.pop();
            if choice.is_some() {
                self.attack.0.pop();
            }
            if !go_on {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Goes one creature deeper, where there may be thousands, with more stack if need be.
pub(super) fn deeper<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK_LEFT, STACK_MORE, step)
}

pub(super) fn too_many() -> SearchError {
    SearchError::TooLarge(format!("the board has too many declarations: the limit is {DECLARATION_LIMIT} looked at"))
}
