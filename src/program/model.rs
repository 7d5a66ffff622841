//! Our own integer programs: ordered and named, whole numbers only.
//!
//! Solver libraries keep expressions in hash maps and drop names; exported files and golden tests need neither to
//! happen. Every variable is integer with finite bounds.

use std::sync::Arc;

use super::expression::Expression;
use super::names::{CONSTANT, Names, OBJECTIVE};

/// A variable of one [`Model`]; it means nothing in another, except in a model made from that one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariableId(u32);

impl VariableId {
    /// The index into [`Model::variables`] and into the values of a [`Solution`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An integer variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Unique among the model's variables.
    pub name: Arc<str>,
    /// Least value.
    pub lower: i64,
    /// Greatest value.
    pub upper: i64,
}

impl Variable {
    /// Whether it has only one value.
    pub fn is_fixed(&self) -> bool {
        self.lower == self.upper
    }

    /// Whether it is 0 or 1.
    pub fn is_binary(&self) -> bool {
        self.lower == 0 && self.upper == 1
    }
}

/// How the two sides of a constraint compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `=`
    Equal,
}

impl Comparison {
    /// The sign as files write it.
    pub fn sign(self) -> &'static str {
        match self {
            Comparison::AtMost => "<=",
            Comparison::AtLeast => ">=",
            Comparison::Equal => "=",
        }
    }

    /// Whether `left` and `right` compare so.
    pub fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Comparison::AtMost => left <= right,
            Comparison::AtLeast => left >= right,
            Comparison::Equal => left == right,
        }
    }
}

/// A row: a sum of variables compared with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// Unique among the model's constraints.
    pub name: Arc<str>,
    /// Variables with their factors, in order of the variables, each once, none with factor 0.
    pub terms: Vec<(VariableId, i64)>,
    /// How the sum compares with `bound`.
    pub comparison: Comparison,
    /// The right-hand side.
    pub bound: i64,
}

/// Which end of the objective is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The greatest value.
    Maximise,
    /// The least value.
    Minimise,
}

/// Values for all variables of a model and what they come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// One for each variable, in order.
    pub values: Vec<i64>,
    /// The objective's value, its constant included.
    pub objective: i64,
}

/// An integer program.
///
/// ```
/// use alphastrike::program::{Comparison, Direction, Expression, Model};
///
/// let mut model = Model::new("two attackers, one blocker");
/// let first = model.add_variable("damage_first", 0, 3);
/// let second = model.add_variable("damage_second", 0, 4);
/// let mut both = Expression::variable(first);
/// both.add_term(second, 1);
/// model.add_constraint("enough", &both, Comparison::AtMost, 5);
/// model.set_objective(Direction::Maximise, both);
/// assert_eq!(model.variables().len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Model {
    name: String,
    variables: Vec<Variable>,
    constraints: Vec<Constraint>,
    direction: Direction,
    objective: Expression,
    variable_names: Names,
    constraint_names: Names,
}

impl Model {
    /// A model without variables that maximises 0. The name is a title, any text.
    pub fn new(name: impl Into<String>) -> Model {
        Model {
            name: name.into(),
            variables: Vec::new(),
            constraints: Vec::new(),
            direction: Direction::Maximise,
            objective: Expression::default(),
            variable_names: Names::without(CONSTANT),
            constraint_names: Names::without(OBJECTIVE),
        }
    }

    /// The title.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All variables, in the order in which they were added.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// All constraints, in the order in which they were added.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Which end of the objective is sought.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// What is maximised or minimised.
    pub fn objective(&self) -> &Expression {
        &self.objective
    }

    /// One variable.
    pub fn variable(&self, id: VariableId) -> &Variable {
        &self.variables[id.index()]
    }

    /// Every variable's id, in order.
    pub fn variable_ids(&self) -> impl Iterator<Item = VariableId> + use<> {
        (0..self.variables.len() as u32).map(VariableId)
    }

    /// Adds an integer variable with both bounds included. The name is made legal and unique.
    pub fn add_variable(&mut self, name: &str, lower: i64, upper: i64) -> VariableId {
        let id = VariableId(self.variables.len() as u32);
        self.variables.push(Variable { name: self.variable_names.claim(name), lower, upper });
        id
    }

    /// Adds a variable that is 0 or 1.
    pub fn add_binary(&mut self, name: &str) -> VariableId {
        self.add_variable(name, 0, 1)
    }

    /// Adds a row; the expression's constant goes to the right-hand side. The name is made legal and unique.
    pub fn add_constraint(&mut self, name: &str, left: &Expression, comparison: Comparison, bound: i64) {
        self.constraints.push(Constraint {
            name: self.constraint_names.claim(name),
            terms: left.terms().to_vec(),
            comparison,
            bound: bound.saturating_sub(left.offset()),
        });
    }

    /// Says what is sought.
    pub fn set_objective(&mut self, direction: Direction, objective: Expression) {
        self.direction = direction;
        self.objective = objective;
    }

    /// Least and greatest value of an expression by the bounds of its variables alone.
    pub fn range(&self, expression: &Expression) -> (i64, i64) {
        let (mut low, mut high) = (expression.offset(), expression.offset());
        for (id, factor) in expression.terms() {
            let variable = self.variable(*id);
            let (at_lower, at_upper) = (factor.saturating_mul(variable.lower), factor.saturating_mul(variable.upper));
            low = low.saturating_add(at_lower.min(at_upper));
            high = high.saturating_add(at_lower.max(at_upper));
        }
        (low, high)
    }

    /// The same model under another title with only its first variables and constraints, and no objective.
    pub(super) fn beginning(&self, name: String, variables: usize, constraints: usize) -> Model {
        Model {
            name,
            variables: self.variables[..variables].to_vec(),
            constraints: self.constraints[..constraints].to_vec(),
            direction: self.direction,
            objective: Expression::default(),
            variable_names: self.variable_names.clone(),
            constraint_names: self.constraint_names.clone(),
        }
    }
}
