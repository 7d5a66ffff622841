//! The linear relaxation of one case of a block problem, by the dual simplex method (Lemke 1954).
//!
//! ```text
//! minimise   sum of cost_c * x_c
//! subject to sum of x_c over the row's columns = count_r      for each row
//!            sum of factor_l_c * x_c + slack_l = most_l       for each limit
//!            x, slack >= 0
//! ```
//!
//! There are few rows and many columns, so the inverse of the basis is small and kept whole. The start, every attacker
//! on its cheapest column, is optimal but for the limits that it breaks, and so is an optimum once another limit is
//! added: the method mends what is broken, and the search over sub-problems goes on from where it was.
//!
//! All of it is in floating point, and nothing rests on it. What it is asked for are prices of the limits, which bound
//! every choice once rounded to whole numbers, whatever they are; and values, which say where to go on.

use smallvec::SmallVec;

/// What is below this is zero.
const ZERO: f64 = 1e-9;
/// By how much a limit may be broken by rounding.
const BROKEN: f64 = 1e-7;
/// Costs are moved apart by so much at most, lest equal ones make the method stand still.
const APART: f64 = 1e-5;

/// A sum over columns that may not grow beyond a limit.
#[derive(Clone, Debug)]
pub(super) struct Limit {
    /// Columns and how much each of their copies adds; a column once at most.
    pub(super) factors: Vec<(usize, i64)>,
    /// The most that the sum may come to.
    pub(super) most: i64,
}

/// The program: what does not change between sub-problems, and the limits that they add.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    counts: Vec<usize>,
    /// For each column its row and cost.
    columns: Vec<(usize, f64)>,
    limits: Vec<Limit>,
    /// For each column, which limits it is in, and how much it adds.
    taken: Vec<SmallVec<[(u32, f64); 6]>>,
}

#[expect(clippy::cast_precision_loss, reason = "nothing rests on it")]
fn number(whole: i64) -> f64 {
    whole as f64
}

impl Linear {
    /// The program of rows, by their counts, and columns, by their rows and costs, without limits.
    pub(super) fn new(counts: &[usize], columns: impl IntoIterator<Item = (usize, f64)>) -> Linear {
        let mut state = 1u64;
        // The same numbers every time (Knuth's multiplier).
        let mut apart = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            APART * f64::from((state >> 40) as u32) / f64::from(1u32 << 24)
        };
        let columns: Vec<(usize, f64)> = columns.into_iter().map(|(row, cost)| (row, cost + apart())).collect();
        let taken = vec![SmallVec::new(); columns.len()];
        Linear { counts: counts.to_vec(), columns, limits: Vec::new(), taken }
    }

    /// Adds a limit.
    pub(super) fn push(&mut self, limit: Limit) {
        let index = self.limits.len() as u32;
        limit.factors.iter().for_each(|(column, factor)| self.taken[*column].push((index, number(*factor))));
        self.limits.push(limit);
    }

    /// Takes the last limit away.
    pub(super) fn pop(&mut self) {
        for (column, _) in self.limits.pop().into_iter().flat_map(|limit| limit.factors) {
            self.taken[column].pop();
        }
    }

    /// The count of each row.
    pub(super) fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// The row and cost of each column.
    pub(super) fn columns(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.columns.iter().copied()
    }

    /// All limits.
    pub(super) fn limits(&self) -> &[Limit] {
        &self.limits
    }

    /// How many variables there are: columns, then the slack of each limit.
    fn size(&self) -> usize {
        self.columns.len() + self.limits.len()
    }

    fn height(&self) -> usize {
        self.counts.len() + self.limits.len()
    }

    /// The product of a line of the inverse with the column of a variable.
    fn product(&self, line: &[f64], variable: usize) -> f64 {
        let rows = self.counts.len();
        match self.columns.get(variable) {
            Some((row, _)) => {
                let taken = self.taken[variable].iter().map(|(limit, factor)| line[rows + *limit as usize] * factor);
                line[*row] + taken.sum::<f64>()
            }
            None => line[rows + variable - self.columns.len()],
        }
    }
}

/// What became of a program.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// The basis is optimal.
    Optimal,
    /// The limits can't be kept, as prices grow beyond all bounds in this direction from those of the basis.
    Broken(Vec<f64>),
    /// It took too long, or rounding got the better of it.
    Unknown,
}

/// A basis: as many variables as there are rows and limits, by which all others are said.
#[derive(Clone, Debug)]
pub(super) struct Basis {
    /// The variable of each line.
    pub(super) basic: Vec<usize>,
    /// The value of each.
    pub(super) values: Vec<f64>,
    /// Whether a variable is one of them.
    inside: Vec<bool>,
    /// Line by line.
    inverse: Vec<f64>,
    /// What each variable costs with prices; for the slack of a limit that is its price.
    reduced: Vec<f64>,
}

impl Basis {
    /// Every attacker on its cheapest column; `None` where a row has no columns.
    pub(super) fn cheapest(linear: &Linear) -> Option<Basis> {
        let (rows, height) = (linear.counts.len(), linear.height());
        let mut cheapest: Vec<Option<usize>> = vec![None; rows];
        for (index, (row, cost)) in linear.columns.iter().enumerate() {
            if cheapest[*row].is_none_or(|other| *cost < linear.columns[other].1) {
                cheapest[*row] = Some(index);
            }
        }
        let mut basic: Vec<usize> = cheapest.into_iter().collect::<Option<_>>()?;
        let reduced = linear.columns.iter().map(|(row, cost)| cost - linear.columns[basic[*row]].1);
        let reduced = reduced.chain(linear.limits.iter().map(|_| 0.0)).collect();
        let mut inverse = vec![0.0; height * height];
        (0..height).for_each(|line| inverse[line * height + line] = 1.0);
        let mut values: Vec<f64> = linear.counts.iter().map(|count| number(*count as i64)).collect();
        values.extend(linear.limits.iter().map(|limit| number(limit.most)));
        for (row, column) in basic.iter().enumerate() {
            for (limit, factor) in &linear.taken[*column] {
                let line = rows + *limit as usize;
                inverse[line * height + row] -= factor;
                values[line] -= factor * number(linear.counts[row] as i64);
            }
        }
        basic.extend((0..linear.limits.len()).map(|limit| linear.columns.len() + limit));
        let mut inside = vec![false; linear.size()];
        basic.iter().for_each(|variable| inside[*variable] = true);
        Some(Basis { basic, values, inside, inverse, reduced })
    }

    /// The basis of the program with one more limit, its last.
    pub(super) fn extended(&self, linear: &Linear) -> Basis {
        let (before, height) = (self.basic.len(), linear.height());
        let mut inverse = vec![0.0; height * height];
        for (from, to) in self.inverse.chunks(before).zip(inverse.chunks_mut(height)) {
            to[..before].copy_from_slice(from);
        }
        let mut basis = Basis { inverse, ..self.clone() };
        let slack = linear.size() - 1;
        basis.basic.push(slack);
        basis.inside.push(true);
        basis.reduced.push(0.0);
        let Some(limit) = linear.limits.last() else { return basis };
        let mut value = number(limit.most);
        let last = before * height;
        for (column, factor) in &limit.factors {
            let Some(line) = self.basic.iter().position(|variable| variable == column) else { continue };
            let factor = number(*factor);
            value -= factor * self.values[line];
            let (above, own) = basis.inverse.split_at_mut(last);
            own.iter_mut().zip(&above[line * height..]).take(before).for_each(|(own, other)| *own -= factor * other);
        }
        basis.inverse[last + before] = 1.0;
        basis.values.push(value);
        basis
    }

    /// What the basis costs by its prices, up to what moved costs apart.
    pub(super) fn cost(&self, linear: &Linear) -> f64 {
        let cost =
            |(variable, value): (&usize, &f64)| linear.columns.get(*variable).map_or(0.0, |(_, cost)| cost * value);
        self.basic.iter().zip(&self.values).map(cost).sum()
    }

    /// The price of each limit, 0 or more.
    pub(super) fn prices(&self, linear: &Linear) -> Vec<f64> {
        self.reduced[linear.columns.len()..].iter().map(|price| price.max(0.0)).collect()
    }

    /// A line of the inverse: by what the rows and limits are multiplied that the line of the tableau is the sum of.
    pub(super) fn inverse_line(&self, line: usize) -> &[f64] {
        let height = self.basic.len();
        &self.inverse[line * height..(line + 1) * height]
    }

    /// A line of the inverse times the column of every variable; 0 for those inside.
    fn line(&self, linear: &Linear, line: usize) -> Vec<f64> {
        let inverse = self.inverse_line(line);
        let product = |variable: usize| if self.inside[variable] { 0.0 } else { linear.product(inverse, variable) };
        (0..linear.size()).map(product).collect()
    }

    /// By how much the cost grows at least if a line's variable must shrink, and if it must grow, each by one (Driebeck
    /// 1966).
    pub(super) fn penalties(&self, linear: &Linear, line: usize) -> (f64, f64) {
        let (mut down, mut up) = (f64::INFINITY, f64::INFINITY);
        for (product, reduced) in self.line(linear, line).iter().zip(&self.reduced) {
            if *product > ZERO {
                down = down.min(reduced / product);
            } else if *product < -ZERO {
                up = up.min(reduced / -product);
            }
        }
        (down, up)
    }

    /// Mends what limits are broken, until none is.
    pub(super) fn mend(&mut self, linear: &Linear) -> Outcome {
        let height = self.basic.len();
        for _ in 0..50 * height {
            // The line that is broken most for its length (Forrest and Goldfarb 1992).
            let mut worst: Option<(f64, usize)> = None;
            for (line, value) in self.values.iter().enumerate() {
                if *value >= -BROKEN {
                    continue;
                }
                let length: f64 = self.inverse_line(line).iter().map(|x| x * x).sum();
                let score = value * value / length.max(ZERO);
                if worst.is_none_or(|(most, _)| score > most) {
                    worst = Some((score, line));
                }
            }
            let Some((_, leaving)) = worst else { return Outcome::Optimal };
            let products = self.line(linear, leaving);
            let mut entering: Option<(f64, usize)> = None;
            for (variable, product) in products.iter().enumerate() {
                if *product >= -ZERO {
                    continue;
                }
                let ratio = self.reduced[variable].max(0.0) / -product;
                let better = |(least, other): (f64, usize)| {
                    ratio < least - ZERO || (ratio < least + ZERO && *product < products[other])
                };
                if entering.is_none_or(better) {
                    entering = Some((ratio, variable));
                }
            }
            let Some((ratio, entering)) = entering else {
                let columns = linear.columns.len();
                let mut direction: Vec<f64> = products[columns..].iter().map(|product| product.max(0.0)).collect();
                if let Some(own) = self.basic[leaving].checked_sub(columns) {
                    direction[own] = 1.0;
                }
                return Outcome::Broken(direction);
            };
            if !self.pivot(linear, leaving, entering, ratio, &products) {
                return Outcome::Unknown;
            }
        }
        Outcome::Unknown
    }

    /// Exchanges the variable of a line for another; whether the numbers are sound.
    fn pivot(&mut self, linear: &Linear, leaving: usize, entering: usize, ratio: f64, products: &[f64]) -> bool {
        let height = self.basic.len();
        let pivot = products[entering];
        let column: Vec<f64> = (0..height).map(|line| linear.product(self.inverse_line(line), entering)).collect();
        if !ratio.is_finite() || (column[leaving] - pivot).abs() > 1e-5 * pivot.abs().max(1.0) {
            return false;
        }
        let step = self.values[leaving] / pivot;
        let (above, rest) = self.inverse.split_at_mut(leaving * height);
        let (own, below) = rest.split_at_mut(height);
        own.iter_mut().for_each(|x| *x /= pivot);
        let others = above.chunks_mut(height).zip(&column).chain(below.chunks_mut(height).zip(&column[leaving + 1..]));
        for (other, factor) in others {
            if factor.abs() > ZERO * ZERO {
                other.iter_mut().zip(own.iter()).for_each(|(x, own)| *x -= factor * own);
            }
        }
        for (line, (value, factor)) in self.values.iter_mut().zip(&column).enumerate() {
            *value = if line == leaving { step } else { *value - step * factor };
        }
        for (reduced, product) in self.reduced.iter_mut().zip(products) {
            *reduced += ratio * product;
        }
        let out = self.basic[leaving];
        self.reduced[out] = ratio;
        self.reduced[entering] = 0.0;
        self.inside[out] = false;
        self.inside[entering] = true;
        self.basic[leaving] = entering;
        true
    }
}

#[cfg(test)]
mod tests;
