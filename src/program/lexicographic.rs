//! A model with one objective a level, and its parts that no row links.
//!
//! Where two parts of a model share no row, the best of a sum is the sum of the bests, level by level; so each part is
//! solved by itself. Twenty attackers with two blockers each are twenty small programs and not one large one, which no
//! branching would get through.

use super::error::SolveError;
use super::expression::Expression;
use super::model::{Comparison, Constraint, Direction, Model, VariableId};
use super::solve::{SolverOptions, SolverOutcome, solve_with};

/// What a level counts, and how far the model reaches that it needs.
#[derive(Clone, Debug)]
struct Level {
    value: Expression,
    range: (i64, i64),
    variables: usize,
    constraints: usize,
}

/// A model and its objectives, most important first. The model's own objective is not used.
#[derive(Clone, Debug)]
pub(super) struct Lexicographic {
    model: Model,
    direction: Direction,
    levels: Vec<Level>,
}

/// How a program is solved.
pub(super) type Solve = fn(&Model, &SolverOptions) -> Result<SolverOutcome, SolveError>;

/// The best of all levels.
#[derive(Clone, Debug)]
pub(super) struct Best {
    /// The optimum of each level.
    pub optima: Vec<i64>,
    /// A value for each variable of the model.
    pub values: Vec<i64>,
    /// How many programs it took.
    pub programs: u64,
}

impl Lexicographic {
    /// A model without levels; each is added once its variables and rows are there.
    pub fn new(direction: Direction) -> Lexicographic {
        Lexicographic { model: Model::new(""), direction, levels: Vec::new() }
    }

    /// The model, to add to.
    pub fn model_mut(&mut self) -> &mut Model {
        &mut self.model
    }

    /// Adds a level below the others. Its program has the variables and rows that the model has now.
    pub fn add_level(&mut self, value: Expression) {
        let range = self.model.range(&value);
        let (variables, constraints) = (self.model.variables().len(), self.model.constraints().len());
        self.levels.push(Level { value, range, variables, constraints });
    }

    /// Which end of each level is sought.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// How many levels there are.
    pub fn level_count(&self) -> usize {
        self.levels.len()
    }

    /// Least and greatest value of a level by the bounds of the variables.
    pub fn range(&self, level: usize) -> (i64, i64) {
        self.levels.get(level).map_or((0, 0), |it| it.range)
    }

    /// The value of a level that nothing can better, by the bounds of the variables.
    pub fn bound(&self, level: usize) -> i64 {
        let (low, high) = self.range(level);
        match self.direction {
            Direction::Maximise => high,
            Direction::Minimise => low,
        }
    }

    /// The program of a level, with the levels before it as rows at these optima.
    pub fn level(&self, level: usize, earlier: &[i64], title: String) -> Model {
        let extent = self.levels.get(level).or(self.levels.last());
        let (variables, constraints) = extent.map_or((0, 0), |it| (it.variables, it.constraints));
        let mut model = self.model.beginning(title, variables, constraints);
        for (index, (earlier, optimum)) in self.levels.iter().zip(earlier).enumerate().take(level) {
            if earlier.range.0 != earlier.range.1 {
                model.add_constraint(&format!("level_{}", index + 1), &earlier.value, Comparison::Equal, *optimum);
            }
        }
        if let Some(it) = self.levels.get(level) {
            model.set_objective(self.direction, it.value.clone());
        }
        model
    }

    /// Solves part by part, each level by level; `None` where there is no solution.
    ///
    /// # Errors
    ///
    /// As [`solve_with`]; [`SolveError::Unknown`] where it has no proved answer.
    pub fn best(&self, title: &str, options: &SolverOptions) -> Result<Option<Best>, SolveError> {
        self.best_by(solve_with, title, options)
    }

    /// As [`best`](Lexicographic::best), each program solved in this way.
    ///
    /// # Errors
    ///
    /// As [`best`](Lexicographic::best).
    pub fn best_by(&self, solve: Solve, title: &str, options: &SolverOptions) -> Result<Option<Best>, SolveError> {
        let mut values: Vec<i64> = self.model.variables().iter().map(|variable| variable.lower).collect();
        let mut optima: Vec<i64> = self.levels.iter().map(|level| level.value.offset()).collect();
        for (optimum, level) in optima.iter_mut().zip(&self.levels) {
            for (id, factor) in level.value.terms() {
                if self.model.variable(*id).is_fixed() {
                    *optimum = optimum.saturating_add(factor.saturating_mul(values[id.index()]));
                }
            }
        }
        // Rows of fixed variables only are in no part.
        let open = |(id, _): &(VariableId, i64)| !self.model.variable(*id).is_fixed();
        let decided = self.model.constraints().iter().filter(|row| !row.terms.iter().any(open));
        let fails = |row: &Constraint| {
            let sum = row.terms.iter().map(|(id, factor)| i128::from(*factor) * i128::from(values[id.index()]));
            !row.comparison.holds(sum.sum(), i128::from(row.bound))
        };
        if decided.into_iter().any(fails) {
            return Ok(None);
        }
        let mut programs = 0;
        for (part, members) in self.parts() {
            let Some(best) = part.best_of_all(solve, title, options)? else { return Ok(None) };
            programs += best.programs;
            for (member, value) in members.iter().zip(best.values) {
                values[member.index()] = value;
            }
            for (optimum, more) in optima.iter_mut().zip(best.optima) {
                *optimum = optimum.saturating_add(more);
            }
        }
        Ok(Some(Best { optima, values, programs }))
    }

    /// Solves level by level, as one.
    fn best_of_all(&self, solve: Solve, title: &str, options: &SolverOptions) -> Result<Option<Best>, SolveError> {
        let mut best = Best { optima: Vec::new(), values: Vec::new(), programs: 0 };
        for (index, level) in self.levels.iter().enumerate() {
            // What the last program found keeps the earlier levels at their optima; where it also reaches what the
            // bounds allow, nothing is left to prove.
            let known = level.value.terms().iter().all(|(id, _)| id.index() < best.values.len());
            let reached = known && level.value.at(&best.values) == i128::from(self.bound(index));
            // One program at least, so that there is a solution.
            let missing = index + 1 == self.levels.len() && best.values.is_empty();
            if reached && !missing {
                best.optima.push(self.bound(index));
                continue;
            }
            let title = format!("{title}, level {} of {}", index + 1, self.levels.len());
            let model = self.level(index, &best.optima, title);
            best.programs += 1;
            match solve(&model, options)? {
                SolverOutcome::Optimal(solution) => {
                    best.optima.push(solution.objective);
                    best.values = solution.values;
                }
                SolverOutcome::Infeasible if best.values.is_empty() => return Ok(None),
                SolverOutcome::Infeasible => {
                    let text = "the level before has a solution, this one has none".to_owned();
                    return Err(SolveError::Contradiction { model: model.name().to_owned(), text });
                }
                SolverOutcome::Unknown(text) => {
                    return Err(SolveError::Unknown { model: model.name().to_owned(), text });
                }
            }
        }
        Ok(Some(best))
    }

    /// The parts that no row links, in order of their first variables, each with its variables of this model. Fixed
    /// variables are in none.
    fn parts(&self) -> Vec<(Lexicographic, Vec<VariableId>)> {
        let open = |id: &VariableId| !self.model.variable(*id).is_fixed();
        let mut groups = Groups::new(self.model.variables().len());
        for row in self.model.constraints() {
            let mut linked = row.terms.iter().map(|(id, _)| *id).filter(|id| open(id));
            if let Some(first) = linked.next() {
                linked.for_each(|other| groups.join(first.index(), other.index()));
            }
        }
        let mut part_of: Vec<usize> = vec![usize::MAX; self.model.variables().len()];
        let mut parts: Vec<(Lexicographic, Vec<VariableId>)> = Vec::new();
        let mut new_ids: Vec<Option<VariableId>> = vec![None; self.model.variables().len()];
        for id in self.model.variable_ids().filter(|id| open(id)) {
            let root = groups.root(id.index());
            if part_of[root] == usize::MAX {
                part_of[root] = parts.len();
                parts.push((Lexicographic::new(self.direction), Vec::new()));
            }
            part_of[id.index()] = part_of[root];
            let (part, members) = &mut parts[part_of[root]];
            let variable = self.model.variable(id);
            new_ids[id.index()] = Some(part.model.add_variable(&variable.name, variable.lower, variable.upper));
            members.push(id);
        }
        self.add_rows_and_levels(&mut parts, &part_of, &new_ids);
        parts
    }

    /// Gives each part its rows and what each level counts of it.
    fn add_rows_and_levels(
        &self,
        parts: &mut [(Lexicographic, Vec<VariableId>)],
        part_of: &[usize],
        new_ids: &[Option<VariableId>],
    ) {
        let mut rows = self.model.constraints().iter();
        let mut done = 0;
        for level in &self.levels {
            for row in rows.by_ref().take(level.constraints - done) {
                let mut sum = Expression::default();
                let mut part = None;
                for (id, factor) in &row.terms {
                    match new_ids[id.index()] {
                        Some(new) => {
                            sum.add_term(new, *factor);
                            part = Some(part_of[id.index()]);
                        }
                        None => sum.add_constant(factor.saturating_mul(self.model.variable(*id).lower)),
                    }
                }
                if let Some(part) = part {
                    parts[part].0.model.add_constraint(&row.name, &sum, row.comparison, row.bound);
                }
            }
            done = level.constraints;
            let mut values = vec![Expression::default(); parts.len()];
            for (id, factor) in level.value.terms() {
                if let Some(new) = new_ids[id.index()] {
                    values[part_of[id.index()]].add_term(new, *factor);
                }
            }
            for ((part, members), value) in parts.iter_mut().zip(values) {
                let range = part.model.range(&value);
                let variables = members.partition_point(|id| id.index() < level.variables);
                let constraints = part.model.constraints().len();
                part.levels.push(Level { value, range, variables, constraints });
            }
        }
    }
}

/// Sets of numbers that are joined one by one.
struct Groups {
    parents: Vec<usize>,
}

impl Groups {
    fn new(count: usize) -> Groups {
        Groups { parents: (0..count).collect() }
    }

    fn root(&mut self, mut of: usize) -> usize {
        while self.parents[of] != of {
            self.parents[of] = self.parents[self.parents[of]];
            of = self.parents[of];
        }
        of
    }

    /// The smaller root stays, so that the order of the members decides.
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one.max(other)] = one.min(other);
    }
}
