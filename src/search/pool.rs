//! `attack` as branch and bound under a pool of counter-blocks.
//!
//! A block found for one attack is, with leftover blockers put against attackers that stay home, a reply to every
//! attack: what the active player gets against it is an upper bound on the value of any attack. Depth first over the
//! attackers and their targets, cut off where one reply of the pool shows that nothing better than the best so far
//! can come; what is left is solved as a block problem, whose answer joins the pool.

use super::classes::{Classes, alike};
use super::columns::{PRICE_LIMIT, class_order, columns};
use super::partition::{Partition, best_partition};
use super::relaxation::{NODE_LIMIT, Priced, TIE, Tables, too_many_nodes};
use super::scale::Scale;
use super::score::{Score, Scorer};
use super::solution::SearchError;
use crate::position::{Attack, Block, CreatureId, Target};
use crate::rules::{
    BlockLimits, Board, DeclaredAttack, DeclaredAttacker, Value, attack_requirements, block_requirements, can_block,
    may_attack, may_block, restricts_whole_attacks,
};

/// Most replies in the pool.
const POOL_LIMIT: usize = 64;

/// What a creature can attack, with the columns against it there.
struct Choice {
    attacker: DeclaredAttacker,
    columns: Vec<Priced>,
}

/// A creature that may attack.
struct Candidate {
    creature: CreatureId,
    choices: Vec<Choice>,
    /// Whether it differs from the candidate before it in nothing but its name.
    repeats: bool,
}

/// All attacks of a board on which attackers don't depend on each other, or one declared attack of it.
pub(super) struct Pool<'s, 'b, 'p> {
    tables: Tables<'s, 'b, 'p>,
    candidates: Vec<Candidate>,
    replies: Vec<Reply>,
    pub(super) nodes: u64,
}

/// A block as a reply to every attack: a column against each choice of each candidate.
struct Reply {
    /// Column numbers, candidate by candidate.
    columns: Vec<Vec<usize>>,
    /// At least what the candidates from each index on can add for the active player.
    suffix: Vec<Score>,
}

/// Whether attackers are independent: no creature blocks two, nothing is required, nobody cares how many attack, and no
/// planeswalker or battle links its attackers.
fn independent(board: &Board<'_>, options: &[(CreatureId, Vec<DeclaredAttacker>)]) -> bool {
    let position = board.position();
    let own_cares = position.creatures_of(position.active()).any(|creature| {
        let it = board.characteristics(creature);
        it.exalted > 0 || it.battle_cry > 0 || it.melee > 0
    });
    let links = options.len() > 1
        && options.iter().any(|(creature, choices)| {
            let it = board.characteristics(*creature);
            (it.strikes_first || it.trample_over_planeswalkers)
                && choices.iter().any(|choice| !matches!(choice.target, Target::Player(_)))
        });
    !own_cares && !links
}

impl<'s, 'b, 'p> Pool<'s, 'b, 'p> {
    /// For the attacks that the options allow; `None` where the board has something that this search doesn't model.
    fn new(
        scorer: &'s Scorer<'b, 'p>,
        options: Vec<(CreatureId, Vec<DeclaredAttacker>)>,
    ) -> Result<Option<Self>, SearchError> {
        let board = scorer.board();
        let position = board.position();
        if !scorer.is_natural() || !independent(board, &options) {
            return Ok(None);
        }
        let Some(scale) = Scale::new(scorer) else { return Ok(None) };
        // With everybody attacking, what restricts or requires blocks shows.
        let mut all: Vec<DeclaredAttack> = Vec::new();
        let targets: Vec<Target> =
            options.iter().flat_map(|(_, choices)| choices.iter().map(|choice| choice.target)).collect();
        for target in &targets {
            let at = options.iter().filter(|(_, choices)| choices.iter().any(|choice| choice.target == *target));
            all.push(DeclaredAttack::new(board, &Attack(at.map(|(creature, _)| (*creature, *target)).collect())));
        }
        let blockers: Vec<CreatureId> = position
            .defending_players()
            .flat_map(|defender| position.creatures_of(defender))
            .filter(|blocker| may_block(board, *blocker))
            .collect();
        for attack in &all {
            for defender in position.defending_players() {
                let limits = BlockLimits::new(board, attack, defender);
                let by_card = |(attacker, least, _): &(CreatureId, usize, usize)| {
                    *least == board.characteristics(*attacker).least_blockers
                };
                if !limits.counts.iter().all(by_card)
                    || limits.blockers < i64::MAX
                    || !limits.never_alone.is_empty()
                    || !block_requirements(board, attack, defender).is_empty()
                {
                    return Ok(None);
                }
            }
        }
        if blockers.len() >= TIE as usize || blockers.iter().any(|blocker| board.characteristics(*blocker).capacity > 1)
        {
            return Ok(None);
        }
        let Some(classes) = Classes::new(board, &blockers, |blocker| class_order(board, blocker)) else {
            return Ok(None);
        };
        let needs = scorer.needs();
        let tables = Tables { scorer, scale, classes, needs };
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut sets_left = PRICE_LIMIT;
        for (creature, choices) in options {
            let repeats = candidates.last().is_some_and(|last| {
                alike(position, last.creature, creature)
                    && last.choices.len() == choices.len()
                    && last
                        .choices
                        .iter()
                        .zip(&choices)
                        .all(|(one, two)| one.attacker.target == two.target && one.attacker.bonus == two.bonus)
            });
            let mut own = Vec::new();
            for attacker in choices {
                let columns = match (repeats, candidates.last()) {
                    (true, Some(last)) => last.choices[own.len()].columns.clone(),
                    _ => {
                        let alone = DeclaredAttack::new(board, &Attack(vec![(creature, attacker.target)]));
                        let able: Vec<bool> = tables
                            .classes
                            .members
                            .iter()
                            .map(|class| can_block(board, &alone, class[0], &attacker))
                            .collect();
                        let columns = columns(scorer, &attacker, &tables.classes, &able, &mut sets_left)?;
                        let priced: Option<Vec<Priced>> =
                            columns.into_iter().map(|column| Priced::new(&tables, column)).collect();
                        match priced {
                            Some(priced) => priced,
                            None => return Ok(None),
                        }
                    }
                };
                own.push(Choice { attacker, columns });
            }
            candidates.push(Candidate { creature, choices: own, repeats });
        }
        Ok(Some(Pool { tables, candidates, replies: Vec::new(), nodes: 0 }))
    }

    /// For all attacks of a board.
    pub(super) fn of_board(scorer: &'s Scorer<'b, 'p>, targets: &[Target]) -> Result<Option<Self>, SearchError> {
        let board = scorer.board();
        let position = board.position();
        if !attack_requirements(board).is_empty() || restricts_whole_attacks(board) {
            return Ok(None);
        }
        let mut creatures: Vec<CreatureId> = position.creatures_of(position.active()).collect();
        group_alike(board, &mut creatures);
        let options = creatures.into_iter().filter_map(|creature| {
            let own: Vec<DeclaredAttacker> = targets
                .iter()
                .filter(|target| may_attack(board, creature, **target))
                .map(|target| DeclaredAttacker {
                    creature,
                    target: *target,
                    defender: position.defender_of(*target),
                    bonus: crate::rules::Bonus::default(),
                })
                .collect();
            (!own.is_empty()).then_some((creature, own))
        });
        Pool::new(scorer, options.collect())
    }

    /// For one declared attack.
    pub(super) fn of_attack(scorer: &'s Scorer<'b, 'p>, attack: &DeclaredAttack) -> Result<Option<Self>, SearchError> {
        let mut creatures: Vec<CreatureId> = attack.attackers().iter().map(|attacker| attacker.creature).collect();
        group_alike(scorer.board(), &mut creatures);
        let options =
            creatures.into_iter().filter_map(|creature| attack.attacker(creature).map(|a| (creature, vec![*a])));
        Pool::new(scorer, options.collect())
    }

    /// The best block against the attack with these choices (one for each candidate; `None` stays home). It may be a
    /// worse one if that is below `ceiling`.
    fn solve(&mut self, choices: &[Option<usize>], ceiling: Option<i128>) -> Result<Partition, SearchError> {
        let mut rows: Vec<(usize, &[Priced])> = Vec::new();
        let mut kind = 0;
        let mut last: Option<(usize, usize)> = None;
        for (index, (candidate, choice)) in self.candidates.iter().zip(choices).enumerate() {
            let Some(choice) = choice else { continue };
            let same = candidate.repeats && last == Some((index.wrapping_sub(1), *choice));
            if !same {
                kind = index;
            }
            last = Some((index, *choice));
            rows.push((kind, candidate.choices[*choice].columns.as_slice()));
        }
        let left = NODE_LIMIT.saturating_sub(self.nodes);
        let (partition, nodes) = best_partition(&self.tables, &rows, ceiling, left)?;
        self.nodes += nodes;
        Ok(partition)
    }

    /// The best block against the declared attack that this pool was made for.
    pub(super) fn best_block(mut self) -> Result<(Value, Block, u64), SearchError> {
        let choices: Vec<Option<usize>> = self.candidates.iter().map(|_| Some(0)).collect();
        let partition = self.solve(&choices, None)?;
        let mut free: Vec<std::slice::Iter<'_, CreatureId>> =
            self.tables.classes.members.iter().map(|class| class.iter()).collect();
        let mut block = Vec::new();
        for (candidate, chosen) in self.candidates.iter().zip(&partition.chosen) {
            let used = candidate.choices[0].columns[*chosen].column.used;
            for (class, members) in free.iter_mut().enumerate() {
                let taken = members.by_ref().take(self.tables.classes.count(used, class));
                block.extend(taken.map(|blocker| (*blocker, vec![candidate.creature])));
            }
        }
        block.sort_unstable();
        Ok((partition.value, Block(block), self.nodes))
    }

    /// The best attack, with fewest attackers among equals.
    pub(super) fn best_attack(mut self) -> Result<(Attack, u64), SearchError> {
        let home = vec![None; self.candidates.len()];
        let nothing = self.number_of(&self.tables.scorer.zero());
        let mut search = Best { number: nothing * TIE, choices: home.clone() };
        let mut choices = home;
        self.branch(0, 0, &mut choices, &mut search)?;
        let attack = self.candidates.iter().zip(&search.choices).filter_map(|(candidate, choice)| {
            choice.map(|choice| (candidate.creature, candidate.choices[choice].attacker.target))
        });
        let mut attack: Vec<_> = attack.collect();
        attack.sort_unstable();
        Ok((Attack(attack), self.nodes))
    }

    /// What a total is worth, as a number without room for ties.
    fn number_of(&self, total: &Score) -> i128 {
        self.tables.scale.number(&self.tables.scorer.worth(total))
    }

    fn branch(
        &mut self,
        index: usize,
        attackers: i128,
        choices: &mut Vec<Option<usize>>,
        best: &mut Best,
    ) -> Result<(), SearchError> {
        self.nodes += 1;
        if self.nodes > NODE_LIMIT {
            return Err(too_many_nodes());
        }
        if self.cut(index, attackers, choices, best.number) {
            return Ok(());
        }
        if index == self.candidates.len() {
            if attackers > 0 {
                self.leaf(attackers, choices, best)?;
            }
            return Ok(());
        }
        let count = self.candidates[index].choices.len();
        // Of candidates that repeat each other the earlier ones attack, and the first targets first.
        let last =
            if self.candidates[index].repeats { choices[index - 1].map_or(0, |choice| count - choice) } else { count };
        let first = if self.candidates[index].repeats { choices[index - 1].unwrap_or(count) } else { 0 };
        for choice in first..first + last {
            choices[index] = Some(choice);
            self.branch(index + 1, attackers + 1, choices, best)?;
        }
        choices[index] = None;
        self.branch(index + 1, attackers, choices, best)
    }

    /// Whether a reply of the pool shows that no completion beats the best; that reply comes to the front.
    fn cut(&mut self, index: usize, attackers: i128, choices: &[Option<usize>], best: i128) -> bool {
        let found = (0..self.replies.len()).find(|number| {
            let reply = &self.replies[*number];
            let mut total = reply.suffix[index].clone();
            for (candidate, choice) in choices[..index].iter().enumerate() {
                if let Some(choice) = choice {
                    total.add(
                        &self.candidates[candidate].choices[*choice].columns[reply.columns[candidate][*choice]].upper,
                    );
                }
            }
            self.number_of(&total) * TIE - attackers <= best
        });
        if let Some(number) = found {
            let reply = self.replies.remove(number);
            self.replies.insert(0, reply);
        }
        found.is_some()
    }

    fn leaf(&mut self, attackers: i128, choices: &[Option<usize>], best: &mut Best) -> Result<(), SearchError> {
        // Refuted: worth less than the best, or as much with no fewer attackers.
        let lowest = (best.number + attackers).div_euclid(TIE) + 1;
        let partition = self.solve(choices, Some(lowest * TIE))?;
        let number = self.tables.scale.number(&partition.value) * TIE - attackers;
        if number > best.number {
            *best = Best { number, choices: choices.to_vec() };
        }
        self.add_reply(choices, &partition);
        Ok(())
    }

    /// Makes a block a reply to every attack: leftover blockers go against candidates that stay home.
    fn add_reply(&mut self, choices: &[Option<usize>], partition: &Partition) {
        let classes = &self.tables.classes;
        let mut chosen = partition.chosen.iter();
        let mut columns: Vec<Vec<usize>> = Vec::new();
        let mut left = classes.full();
        let own: Vec<Option<usize>> =
            choices.iter().map(|choice| choice.and_then(|_| chosen.next().copied())).collect();
        for ((candidate, choice), column) in self.candidates.iter().zip(choices).zip(&own) {
            if let (Some(choice), Some(column)) = (choice, column) {
                left -= candidate.choices[*choice].columns[*column].column.used;
            }
        }
        for ((candidate, choice), column) in self.candidates.iter().zip(choices).zip(&own) {
            let mut allowed = match (choice, column) {
                (Some(choice), Some(column)) => Some(candidate.choices[*choice].columns[*column].column.used),
                _ => None,
            };
            let mut numbers = Vec::new();
            for (index, option) in candidate.choices.iter().enumerate() {
                if let (Some(choice), Some(column)) = (choice, column)
                    && *choice == index
                {
                    numbers.push(*column);
                    continue;
                }
                let within = allowed.unwrap_or(left);
                let fitting =
                    option.columns.iter().enumerate().filter(|(_, column)| classes.fits(column.column.used, within));
                let least = fitting.min_by_key(|(_, column)| {
                    (self.tables.scale.number(&self.tables.scorer.worth(&column.upper)), column.column.size)
                });
                // The empty column always fits.
                let number = least.map_or(0, |(number, _)| number);
                if allowed.is_none() {
                    let used = option.columns[number].column.used;
                    left -= used;
                    allowed = Some(used);
                }
                numbers.push(number);
            }
            columns.push(numbers);
        }
        let zero = self.tables.scorer.zero();
        let mut suffix = vec![zero.clone(); self.candidates.len() + 1];
        for (index, candidate) in self.candidates.iter().enumerate().rev() {
            let best = candidate
                .choices
                .iter()
                .zip(&columns[index])
                .fold(zero.clone(), |best, (choice, column)| best.upper(&choice.columns[*column].upper));
            suffix[index] = suffix[index + 1].plus(&best);
        }
        self.replies.insert(0, Reply { columns, suffix });
        self.replies.truncate(POOL_LIMIT);
    }
}

/// The best attack so far.
struct Best {
    /// Its value with ties: fewer attackers are better.
    number: i128,
    choices: Vec<Option<usize>>,
}

/// Brings creatures that differ in nothing but their names next to each other, in order of the first ones.
fn group_alike(board: &Board<'_>, creatures: &mut Vec<CreatureId>) {
    let mut groups: Vec<Vec<CreatureId>> = Vec::new();
    for creature in creatures.drain(..) {
        match groups.iter_mut().find(|group| alike(board.position(), group[0], creature)) {
            Some(group) => group.push(creature),
            None => groups.push(vec![creature]),
        }
    }
    creatures.extend(groups.into_iter().flatten());
}
