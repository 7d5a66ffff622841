//! What a search may cost: a number of nodes, a time, and until somebody says stop.
//!
//! How a search ends early: it calls [`Budget::spend`] for each node, and [`Budget::check`] within work that a node
//! can't be expected to be small against. Both fail with [`SearchError::Stopped`] once anything is used up, and from
//! then on always, on every thread. The search lets that error through to its outermost function, which catches it
//! with [`Stop::of`] and hands over [`Found::Stopped`](super::found::Found::Stopped): the best so far and a bound. It
//! does not evaluate anything after it was told to stop: what it hands over it must already have.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::solution::{SearchError, Statistics};
use crate::program::{Solver, SolverOptions};
use crate::rules::Value;

/// From how many nodes to how many the clock is looked at: reading it takes about as long as a small node.
const CLOCK_EVERY: u64 = 8;

/// So many small steps cost as much as a node.
const STEPS_A_NODE: u64 = 64;

/// What it may take beyond the time limit to divide the damage of the line that is given.
const LATE: Duration = Duration::from_millis(4);

/// The nodes that it may take beyond a node limit.
const LATE_NODES: u64 = 20_000;

/// Why a search has ended without a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stop {
    /// The time is over.
    #[error("the time limit")]
    Time,
    /// All nodes are spent.
    #[error("the node limit")]
    Nodes,
    /// Somebody said stop.
    #[error("an interrupt")]
    Interrupt,
    /// There is more to look at than is looked at even without a limit; what.
    #[error("a limit of the program")]
    Size(String),
}

impl Stop {
    /// Why a search was stopped, if that is what the error says; another error stays one.
    ///
    /// # Errors
    ///
    /// Every error but [`SearchError::Stopped`], [`SearchError::LegalityUnknown`] and [`SearchError::TooLarge`].
    pub(super) fn of(error: SearchError) -> Result<Stop, SearchError> {
        match error {
            SearchError::Stopped(stop) | SearchError::LegalityUnknown(stop) => Ok(stop),
            SearchError::TooLarge(text) => Ok(Stop::Size(text)),
            other => Err(other),
        }
    }
}

/// How far a search is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Nodes spent.
    pub nodes: u64,
    /// The best value so far.
    pub best: Option<Value>,
    /// What nothing can be better than, as far as it is known.
    pub bound: Option<Value>,
}

/// A hold on a search from another thread: it shows how far the search is, and can end it. It follows one search at a
/// time; clones hold the same search.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<Watched>);

#[derive(Debug, Default)]
struct Watched {
    stop: AtomicBool,
    nodes: AtomicU64,
    figures: Mutex<(Option<Value>, Option<Value>)>,
}

impl Watch {
    /// Ends the search, which then hands over the best so far; also a search that has not begun yet.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// How far the search is.
    pub fn progress(&self) -> Progress {
        let (best, bound) = self.figures().clone();
        Progress { nodes: self.0.nodes.load(Ordering::Relaxed), best, bound }
    }

    fn figures(&self) -> MutexGuard<'_, (Option<Value>, Option<Value>)> {
        // A thread that panicked has not left the figures half written.
        self.0.figures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one search may cost and with which solver, and what it has cost so far: nodes, which can be limited, and integer
/// programs. Threads of a search share it.
#[derive(Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    node_limit: Option<u64>,
    watch: Watch,
    solver: Solver,
    /// Integer programs that came to an end.
    programs: AtomicU64,
    /// Why nothing may be spent any more; once it is set it stays.
    stopped: OnceLock<Stop>,
}

impl Budget {
    /// From now on so much time and so many nodes.
    pub(super) fn new(time_limit: Option<Duration>, node_limit: Option<u64>, watch: Watch) -> Budget {
        watch.0.nodes.store(0, Ordering::Relaxed);
        *watch.figures() = (None, None);
        // A time beyond what the clock can count is no limit.
        let deadline = time_limit.and_then(|limit| Instant::now().checked_add(limit));
        Budget { deadline, node_limit, watch, ..Budget::default() }
    }

    /// The same with another solver of integer programs.
    pub(super) fn solving_with(self, solver: Solver) -> Budget {
        Budget { solver, ..self }
    }

    /// How much time is left, if time is limited.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// With what integer programs are solved, in any time.
    pub(super) fn solver(&self) -> SolverOptions {
        SolverOptions { solver: self.solver, ..SolverOptions::default() }
    }

    /// With what integer programs are solved, in the time that is left.
    pub(super) fn solver_in_time(&self) -> SolverOptions {
        let options = self.solver();
        SolverOptions { time: self.time_left().map_or(options.time, |left| left.min(options.time)), ..options }
    }

    /// For the line of the answer, once the search is over: so many nodes where nodes matter, and a little time where
    /// time does. It goes on with what the search has counted.
    pub(super) fn late(&self) -> Budget {
        let watch = Watch::default();
        watch.0.nodes.store(self.nodes(), Ordering::Relaxed);
        let now = Instant::now();
        let from = match self.deadline {
            Some(deadline) => Some(deadline.max(now)),
            None if self.watch.0.stop.load(Ordering::Relaxed) => Some(now),
            None => None,
        };
        let deadline = from.and_then(|from| from.checked_add(LATE));
        let node_limit = self.node_limit.map(|_| self.nodes().saturating_add(LATE_NODES));
        let solver = self.solver;
        Budget { deadline, node_limit, watch, solver, programs: AtomicU64::new(self.programs()), ..Budget::default() }
    }

    /// For one of several things that a search looks at: so many nodes, and no more than are left of this budget. What
    /// it spends is spent here too.
    pub(super) fn share(&self, nodes: u64) -> Budget {
        let most = self.spent().saturating_add(nodes);
        Budget {
            deadline: self.deadline,
            node_limit: Some(self.node_limit.map_or(most, |limit| limit.min(most))),
            watch: self.watch.clone(),
            solver: self.solver,
            ..Budget::default()
        }
    }

    /// How many threads a search may use: one where nodes are counted, so that the same ones are looked at whatever
    /// the number of threads.
    pub(super) fn threads(&self) -> usize {
        if self.node_limit.is_some() { 1 } else { rayon::current_num_threads() }
    }

    /// Spends nodes: declared combats, partial declarations, whatever a search counts its work in. Cheap enough for
    /// every node that takes a microsecond; of smaller ones spend several at once.
    ///
    /// # Errors
    ///
    /// [`SearchError::Stopped`] where they are more than are left, or time is over, or somebody said stop.
    pub(super) fn spend(&self, nodes: u64) -> Result<(), SearchError> {
        let before = self.watch.0.nodes.fetch_add(nodes, Ordering::Relaxed);
        let spent = before.saturating_add(nodes);
        if self.node_limit.is_some_and(|limit| spent > limit) {
            return Err(self.stop(Stop::Nodes));
        }
        if spent / CLOCK_EVERY != before / CLOCK_EVERY {
            return self.check();
        }
        match self.stopped.get() {
            None => Ok(()),
            Some(stop) => Err(SearchError::Stopped(stop.clone())),
        }
    }

    /// Spends a node for so many steps that are much smaller than one; `pending` are those not yet paid for. It looks at
    /// the clock as [`check`](Self::check) does.
    ///
    /// # Errors
    ///
    /// As [`spend`](Self::spend).
    pub(super) fn spend_steps(&self, pending: &mut u64, steps: u64) -> Result<(), SearchError> {
        *pending += steps;
        let nodes = *pending / STEPS_A_NODE;
        *pending %= STEPS_A_NODE;
        if nodes > 0 {
            self.spend(nodes)?;
        }
        self.check()
    }

    /// Whether to go on, within a node. It looks at the clock every time, which takes some 30 ns.
    ///
    /// # Errors
    ///
    /// [`SearchError::Stopped`] where time is over, somebody said stop, or nodes were spent beyond the limit.
    pub(super) fn check(&self) -> Result<(), SearchError> {
        if let Some(stop) = self.stopped.get() {
            return Err(SearchError::Stopped(stop.clone()));
        }
        if self.watch.0.stop.load(Ordering::Relaxed) {
            return Err(self.stop(Stop::Interrupt));
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(self.stop(Stop::Time)),
            _ => Ok(()),
        }
    }

    fn stop(&self, why: Stop) -> SearchError {
        SearchError::Stopped(self.stopped.get_or_init(|| why).clone())
    }

    /// How many nodes have been spent.
    fn nodes(&self) -> u64 {
        let spent = self.spent();
        self.node_limit.map_or(spent, |limit| spent.min(limit))
    }

    fn spent(&self) -> u64 {
        self.watch.0.nodes.load(Ordering::Relaxed)
    }

    /// Counts integer programs that came to an end.
    pub(super) fn count_programs(&self, programs: u64) {
        self.programs.fetch_add(programs, Ordering::Relaxed);
    }

    /// How many integer programs came to an end.
    fn programs(&self) -> u64 {
        self.programs.load(Ordering::Relaxed)
    }

    /// How much work it was so far.
    pub(super) fn statistics(&self) -> Statistics {
        Statistics { programs: self.programs(), nodes: self.nodes() }
    }

    /// Shows the best value so far to whoever watches.
    pub(super) fn note_best(&self, value: &Value) {
        self.watch.figures().0 = Some(value.clone());
    }

    /// Shows to whoever watches what nothing can be better than.
    pub(super) fn note_bound(&self, value: &Value) {
        self.watch.figures().1 = Some(value.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_nodes_and_no_more() {
        let budget = Budget::new(None, Some(3), Watch::default());
        assert_eq!(budget.spend(2), Ok(()));
        assert_eq!(budget.spend(1), Ok(()));
        assert_eq!(budget.check(), Ok(()));
        assert_eq!(budget.spend(1), Err(SearchError::Stopped(Stop::Nodes)));
        assert_eq!(budget.spend(0), Err(SearchError::Stopped(Stop::Nodes)));
        assert_eq!(budget.check(), Err(SearchError::Stopped(Stop::Nodes)));
        assert_eq!(budget.nodes(), 3);
    }

    #[test]
    fn a_share_is_no_more_than_is_left() {
        let budget = Budget::new(None, Some(10), Watch::default());
        let one = budget.share(4);
        assert_eq!(one.spend(4), Ok(()));
        assert_eq!(one.spend(1), Err(SearchError::Stopped(Stop::Nodes)));
        // The whole goes on, with what the share has spent.
        assert_eq!((budget.spend(0), budget.nodes()), (Ok(()), 5));
        let other = budget.share(100);
        assert_eq!(other.spend(5), Ok(()));
        assert_eq!(other.spend(1), Err(SearchError::Stopped(Stop::Nodes)));
        assert_eq!(budget.spend(0), Err(SearchError::Stopped(Stop::Nodes)));
    }

    #[test]
    fn the_line_of_the_answer_takes_so_many_nodes_more() {
        let budget = Budget::new(None, Some(3), Watch::default());
        assert!(budget.spend(4).is_err());
        let late = budget.late();
        assert_eq!(late.spend(LATE_NODES), Ok(()));
        assert_eq!(late.spend(1), Err(SearchError::Stopped(Stop::Nodes)));
        // Where nodes are no matter they are not counted out.
        assert_eq!(Budget::new(None, None, Watch::default()).late().spend(10 * LATE_NODES), Ok(()));
    }

    #[test]
    fn programs_are_solved_as_asked_in_the_time_that_is_left() {
        for solver in Solver::ALL {
            let second = Duration::from_secs(1);
            let budget = Budget::new(Some(second), None, Watch::default()).solving_with(*solver);
            for options in [budget.solver_in_time(), budget.late().solver_in_time()] {
                assert_eq!(options.solver, *solver);
                assert!(options.time < 2 * second);
            }
        }
    }

    #[test]
    fn no_time_is_over_at_once() {
        let budget = Budget::new(Some(Duration::ZERO), None, Watch::default());
        assert_eq!(budget.check(), Err(SearchError::Stopped(Stop::Time)));
        assert_eq!(budget.spend(1), Err(SearchError::Stopped(Stop::Time)));
    }

    #[test]
    fn a_watch_ends_the_search_and_shows_it() {
        let watch = Watch::default();
        let budget = Budget::new(None, None, watch.clone());
        assert_eq!(budget.spend(5), Ok(()));
        budget.note_best(&Value::zero(2));
        assert_eq!(watch.progress(), Progress { nodes: 5, best: Some(Value::zero(2)), bound: None });
        watch.stop();
        assert_eq!(budget.check(), Err(SearchError::Stopped(Stop::Interrupt)));
    }
}
