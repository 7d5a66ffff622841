//! Cases of a block problem: which goals are taken as reached, and how much is taken to go over planeswalkers.
//!
//! Every block belongs to a case that counts it at no more than it is worth, and none is worth more than a case counts
//! it. Where something goes over a planeswalker (see [`spill`](super::spill)) that is a minimum of two sums. In one case
//! it is all that may go over, in the other all beyond the loyalty. Either way it is a row of its own, whose points go
//! over or not, and a cap: the sum that counts, less what goes over, is at most nothing, or the loyalty.

use smallvec::SmallVec;

use super::columns::Column;
use super::departure::Departure;
use super::gain::{Gain, Goal, Numbers, TIE};
use super::partition::Tables;
use super::spill::Spill;

/// Most goals that are split into cases.
const GOAL_LIMIT: usize = 6;
/// Most planeswalkers and steps for which it is counted what goes over.
const FLOW_LIMIT: usize = 4;

/// Which goals are taken as reached.
#[derive(Clone)]
pub(super) struct Case {
    /// What they are worth at least.
    pub(super) constant: i128,
    /// For the others, the most that their sums may come to.
    pub(super) caps: Vec<(usize, i64)>,
    /// Sums of the others that count point by point.
    points: Vec<(usize, i128)>,
    /// The sums by which the active player may reach what it reaches, where that may take options that are not worth
    /// most.
    pub(super) needs: Vec<usize>,
    /// What these sums may come to by options of most value: the active player needs others to reach what it reaches.
    pub(super) short: Vec<(usize, i64)>,
    /// Whether blocks that belong to it are worth no more than it counts.
    pub(super) exact: bool,
    /// What goes over planeswalkers.
    pub(super) overflows: Vec<Overflow>,
    /// First prices of caps, by their places.
    pub(super) prices: Vec<(usize, i128)>,
}

impl Case {
    /// What an option comes to where the goals that are not reached count point by point.
    fn value(&self, option: &Gain) -> i128 {
        option.value + self.points.iter().map(|(sum, point)| point * i128::from(option.sums[*sum])).sum::<i128>()
    }

    /// What a column costs: a bound on what the active player gets by it in this case.
    ///
    /// Where nothing is reached the active player takes what is worth most. Where something is, it can go for any one
    /// of the sums that reach it, with the option that has most of it.
    pub(super) fn cost(&self, column: &Column, ties: bool) -> i128 {
        let options = &column.options;
        let value = match options.as_slice() {
            [only] => self.value(only),
            _ if self.needs.is_empty() => options.iter().map(|option| self.value(option)).max().unwrap_or(0),
            _ => {
                let by = |sum: &usize| {
                    let best = options.iter().max_by_key(|option| (option.sums[*sum], self.value(option)));
                    best.map_or(0, |option| self.value(option))
                };
                self.needs.iter().map(by).min().unwrap_or(0)
            }
        };
        value * TIE + if ties { column.size as i128 } else { 0 }
    }

    /// What a column has of a sum if the active player takes the option that is worth most.
    fn by_value(&self, column: &Column, sum: usize) -> i64 {
        let most = |option: &&Gain| (self.value(option), option.sums.clone());
        column.options.iter().max_by_key(most).map_or(0, |option| option.sums[sum])
    }

    /// Whether the options of most value have less than others of what reaches the goal.
    fn can_fall_short(&self, columns: &[Column]) -> bool {
        let several = columns.iter().filter(|column| column.options.len() > 1);
        self.needs.iter().any(|sum| several.clone().any(|column| self.by_value(column, *sum) < column.upper.sums[*sum]))
    }

    /// The columns for a case with limits on what options of most value come to, where that differs from what the columns
    /// say.
    pub(super) fn with_sums_by_value(&self, columns: &[Column]) -> Option<Vec<Column>> {
        if self.short.is_empty() || !self.can_fall_short(columns) {
            return None;
        }
        let mut columns = columns.to_vec();
        for column in columns.iter_mut().filter(|column| column.options.len() > 1) {
            for (sum, _) in &self.short {
                column.upper.sums[*sum] = self.by_value(column, *sum);
            }
        }
        Some(columns)
    }

    /// The two cases of one in which one goal is reached: by options of most value, or only by others.
    fn split(self, rows: &[(usize, &[Column])], needs: &[(usize, i64)], exact: bool) -> Vec<Case> {
        let capped = |sum: &usize| self.caps.iter().any(|(other, _)| other == sum);
        if self.needs.iter().any(capped) {
            return vec![self];
        }
        let by_value = Case { needs: Vec::new(), exact, ..self.clone() };
        if !rows.iter().any(|(_, columns)| self.can_fall_short(columns)) {
            return vec![by_value];
        }
        let short = needs.iter().map(|(sum, amount)| (*sum, amount - 1)).collect();
        vec![by_value, Case { short, ..self }]
    }

    /// What any block costs at least in this case, whoever blocks twice.
    pub(super) fn simple_bound(&self, rows: &[(usize, &[Column])], ties: bool) -> i128 {
        let least = |columns: &[Column]| columns.iter().map(|column| self.cost(column, ties)).min().unwrap_or(0);
        let sum: i128 = rows.iter().map(|(count, columns)| least(columns) * *count as i128).sum();
        self.constant * TIE + sum
    }
}

/// The cases of a problem, those first in which less is reached; `choices` says that there is more to choose than the
/// columns show.
///
/// What is reached may take options that are not worth most. Where it does is a case of its own: elsewhere blocks cost
/// what they are worth.
pub(super) fn cases(tables: Tables<'_>, rows: &[(usize, &[Column])], choices: bool) -> Vec<Case> {
    // What goes over planeswalkers is counted only where the columns show all choices.
    let mut flows = if choices { Vec::new() } else { flows(tables.numbers, rows) };
    let most = |sum: usize| -> i64 {
        let over = flows.iter().map(|flow| flow.most() * flow.spill.raised(sum));
        most_of(rows, |column| column.upper.sums[sum]) + over.sum::<i64>()
    };
    let hidden = choices;
    let choices = choices || rows.iter().any(|(_, columns)| columns.iter().any(|column| column.options.len() > 1));
    let mut open: Vec<&Goal> = Vec::new();
    let mut points: Vec<(usize, i128)> = Vec::new();
    for goal in &tables.numbers.goals {
        let within_reach = match goal {
            Goal::Loss { needs, .. } => needs.iter().any(|(sum, amount)| most(*sum) >= *amount),
            Goal::Permanent { sum, had, point, .. } => {
                let reached = most(*sum) >= *had;
                if !reached {
                    points.push((*sum, *point));
                }
                reached
            }
        };
        if within_reach {
            open.push(goal);
        }
    }
    // What goes over counts by itself, or toward a goal that is open.
    let counts = |flow: &Flow<'_>| {
        let toward = |(sum, amount): &(usize, i64)| flow.spill.raised(*sum) > 0 && most(*sum) >= *amount;
        let reaches = |goal: &&Goal| matches!(goal, Goal::Loss { needs, .. } if needs.iter().any(toward));
        flow.spill.point != 0 || open.iter().any(reaches)
    };
    let counted: Vec<bool> = flows.iter().map(counts).collect();
    let mut counted = counted.into_iter();
    flows.retain(|_| counted.next().unwrap_or(true));
    // Goals and planeswalkers beyond the limits, and those by which choices can't be told, are not counted.
    let (goals, spilling) = (open.len(), flows.len());
    open.truncate(GOAL_LIMIT);
    if choices && !rows.iter().all(|(_, columns)| columns.iter().all(|column| is_aligned(tables.numbers, column))) {
        flows.clear();
    }
    flows.truncate(FLOW_LIMIT);
    let unseen = hidden && !tables.numbers.spills.is_empty();
    let ignored = open.len() < goals || flows.len() < spilling || unseen;
    let mut cases: Vec<Case> = (0u32..1 << open.len())
        .flat_map(|reached| {
            let mut case = Case {
                constant: 0,
                caps: tables.caps.to_vec(),
                points: points.clone(),
                needs: Vec::new(),
                short: Vec::new(),
                exact: true,
                overflows: Vec::new(),
                prices: Vec::new(),
            };
            let mut largest = (0, Vec::new(), false);
            for (index, goal) in open.iter().enumerate() {
                let reached = reached & (1 << index) != 0;
                let (worth, needs, loss) = match goal {
                    Goal::Loss { needs, worth } => {
                        if !reached {
                            case.caps.extend(needs.iter().map(|(sum, amount)| (*sum, amount - 1)));
                        }
                        (*worth, needs.to_vec(), true)
                    }
                    Goal::Permanent { sum, had, point, gone } => {
                        if !reached {
                            case.caps.push((*sum, had - 1));
                            case.points.push((*sum, *point));
                        }
                        (point * i128::from(*had) + gone, vec![(*sum, *had)], false)
                    }
                };
                if reached {
                    case.constant += worth;
                    if largest.1.is_empty() || worth > largest.0 {
                        largest = (worth, needs, loss);
                    }
                }
            }
            // By one choice of options the active player may reach just one of several goals: then that of most worth.
            if choices && reached.count_ones() > 1 {
                case.constant = largest.0;
            }
            let needs: Vec<(usize, i64)> = largest.1;
            case.needs = needs.iter().map(|(sum, _)| *sum).collect();
            let all = flows.len();
            let flows = if choices && largest.2 { &[] } else { &flows[..] };
            let ignored = ignored || flows.len() < all;
            case.exact = !ignored && (case.needs.is_empty() || !choices);
            if choices && !hidden && reached.count_ones() == 1 && flows.is_empty() {
                return case.split(rows, &needs, !ignored);
            }
            divided(tables, case, flows, choices)
        })
        .collect();
    cases = departing(tables.numbers, rows, cases);
    cases.sort_by_key(|case| case.constant);
    cases
}

/// The same cases, where a planeswalker or battle may be gone before life is gained by damage to it once as if it is gone,
/// which is a limit on what is spared, and once as if it stays: that counts no block at less than it is worth, and at more
/// only such as belong to the other case.
fn departing(numbers: &Numbers, rows: &[(usize, &[Column])], mut cases: Vec<Case>) -> Vec<Case> {
    for departure in &numbers.departures {
        let Departure { had, spared, late, point, .. } = departure;
        if most_of(rows, |column| column.upper.sums[*late]) == 0 {
            continue;
        }
        let goes = most_of(rows, |column| -column.upper.sums[*spared]) >= *had;
        let gone = |case: &Case| {
            let mut case = case.clone();
            case.caps.push((*spared, -had));
            case
        };
        let with_gone: Vec<Case> = cases.iter().filter(|_| goes).map(gone).collect();
        cases.iter_mut().for_each(|case| case.points.push((*late, *point)));
        cases.extend(with_gone);
    }
    cases
}

/// Points of damage that go over a planeswalker, as a row: its first column is that one does not, the other that it does.
#[derive(Clone)]
pub(super) struct Overflow {
    pub(super) points: usize,
    pub(super) columns: [Column; 2],
}

impl Overflow {
    /// So many points at most, each of which takes one off a sum.
    fn new(tables: Tables<'_>, spill: &Spill, points: i64, off: usize, choices: bool) -> Overflow {
        let mut nothing = tables.numbers.zero();
        let length = tables.caps.iter().map(|(sum, _)| sum + 1).max().unwrap_or(0);
        nothing.sums.resize(length.max(nothing.sums.len()), 0);
        let mut over = nothing.clone();
        over.value = spill.point;
        over.sums[off] -= 1;
        if !choices {
            spill.raises.iter().for_each(|sum| over.sums[*sum] += 1);
        }
        let column = |gain: Gain| Column::new(0, &[], SmallVec::from_elem(gain, 1), 0);
        Overflow { points: usize::try_from(points).unwrap_or(0), columns: [column(nothing), column(over)] }
    }
}

/// What may go over a planeswalker in a step, by what its attackers can come to.
struct Flow<'a> {
    spill: &'a Spill,
    /// The most that can go over.
    over: i64,
    /// The most that is beyond the loyalty.
    excess: i64,
    /// Whether the others may take the loyalty, so that more is beyond it than may go over.
    others: bool,
}

impl Flow<'_> {
    fn most(&self) -> i64 {
        self.excess.min(self.over)
    }
}

/// The most that the columns of all attackers can come to by a number.
fn most_of(rows: &[(usize, &[Column])], number: impl Fn(&Column) -> i64) -> i64 {
    let most = |columns: &[Column]| columns.iter().map(&number).max().unwrap_or(0);
    rows.iter().map(|(count, columns)| most(columns) * *count as i64).sum()
}

/// What may go over planeswalkers.
fn flows<'a>(numbers: &'a Numbers, rows: &[(usize, &[Column])]) -> Vec<Flow<'a>> {
    let flow = |spill: &'a Spill| {
        let over = most_of(rows, |column| column.upper.sums[spill.over]);
        let excess = most_of(rows, |column| column.upper.sums[spill.all]) - spill.loyalty;
        let rest = |option: &Gain| option.sums[spill.all] - option.sums[spill.over];
        let others = most_of(rows, |column| column.options.iter().map(rest).max().unwrap_or(0)) > spill.loyalty;
        Flow { spill, over, excess, others }
    };
    numbers.spills.iter().map(flow).filter(|flow| flow.most() > 0).collect()
}

/// Whether the options that have most of what all get past blockers have most of all that decides what goes over.
fn is_aligned(numbers: &Numbers, column: &Column) -> bool {
    let most = |option: &Gain, sum: usize| option.sums[sum] == column.upper.sums[sum];
    let all = |option: &Gain| numbers.spills.iter().all(|own| most(option, own.all) && most(option, own.over));
    let aligned = |spill: &Spill| column.options.iter().all(|option| !most(option, spill.all) || all(option));
    column.options.len() == 1 || numbers.spills.iter().all(aligned)
}

/// The same case once for each way to count what goes over.
///
/// Where the active player has choices it may take those by which most gets past blockers, and then as much goes over as
/// counted. But by which it makes a player lose is open.
fn divided(tables: Tables<'_>, case: Case, flows: &[Flow<'_>], choices: bool) -> Vec<Case> {
    let closed = |target| {
        let at = flows.iter().filter(|flow| flow.spill.target == target);
        at.map(|flow| flow.spill).any(|own| case.caps.iter().any(|(sum, most)| *sum == own.all && *most < own.loyalty))
    };
    let open: Vec<&Flow<'_>> = flows.iter().filter(|flow| !closed(flow.spill.target)).collect();
    let mut cases = vec![case];
    for flow in open {
        let Flow { spill, over, others, .. } = flow;
        let divided = cases.iter().flat_map(|case| {
            let beyond = (spill.all, spill.loyalty, flow.most());
            let whole = others.then_some((spill.over, 0, *over));
            [Some(beyond), whole].into_iter().flatten().map(|(sum, most, points)| {
                let mut case = case.clone();
                if sum == spill.over {
                    case.prices.push((case.caps.len(), spill.point * TIE));
                }
                if choices {
                    case.needs.push(spill.all);
                    case.exact = false;
                }
                case.caps.push((sum, most));
                case.overflows.push(Overflow::new(tables, spill, points, sum, choices));
                case
            })
        });
        cases = divided.collect();
    }
    cases
}
