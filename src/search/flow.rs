//! Flows of most gain through a small network, unit by unit: each along the path on which it gains most, so that after
//! every unit no flow of as many units gains more (Ford and Fulkerson 1962).

use std::collections::VecDeque;

/// Nodes and arcs, with a flow through them.
#[derive(Clone, Debug)]
pub(super) struct Network {
    /// The arcs out of each node; every arc is followed by the one that takes its flow back.
    out: Vec<Vec<usize>>,
    arcs: Vec<Arc>,
}

#[derive(Clone, Debug)]
struct Arc {
    to: usize,
    /// How much more may flow.
    room: i64,
    /// What one unit gains.
    gain: i64,
}

/// How much work is left, counted in arcs that are looked at: the same on every machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work(pub(super) u64);

impl Work {
    /// Takes some of it; `None` where there is too little.
    pub(super) fn take(&mut self, arcs: usize) -> Option<()> {
        self.0 = self.0.checked_sub(arcs as u64)?;
        Some(())
    }
}

impl Network {
    pub(super) fn new(nodes: usize) -> Network {
        Network { out: vec![Vec::new(); nodes], arcs: Vec::new() }
    }

    /// Adds an arc; its number.
    pub(super) fn add(&mut self, from: usize, to: usize, room: i64, gain: i64) -> usize {
        let number = self.arcs.len();
        self.arcs.push(Arc { to, room, gain });
        self.arcs.push(Arc { to: from, room: 0, gain: -gain });
        self.out[from].push(number);
        self.out[to].push(number + 1);
        number
    }

    /// How much flows through an arc.
    pub(super) fn flow(&self, arc: usize) -> i64 {
        self.arcs[arc + 1].room
    }

    /// Sends one unit more along the path that gains most, if it gains at least so much; what it gains, if there is such
    /// a path. `None` where the work does not suffice.
    pub(super) fn augment(
        &mut self,
        (source, sink): (usize, usize),
        least: i64,
        work: &mut Work,
    ) -> Option<Option<i64>> {
        // Without cycles that gain, which a flow of most gain has none of, paths get better finitely often.
        let mut gained: Vec<Option<i64>> = vec![None; self.out.len()];
        let mut by: Vec<usize> = vec![usize::MAX; self.out.len()];
        let mut waits = vec![false; self.out.len()];
        let mut queue = VecDeque::from([source]);
        gained[source] = Some(0);
        while let Some(node) = queue.pop_front() {
            waits[node] = false;
            let Some(so_far) = gained[node] else { continue };
            work.take(self.out[node].len() + 1)?;
            for number in &self.out[node] {
                let arc = &self.arcs[*number];
                if arc.room > 0 && gained[arc.to].is_none_or(|known| known < so_far + arc.gain) {
                    gained[arc.to] = Some(so_far + arc.gain);
                    by[arc.to] = *number;
                    if !waits[arc.to] {
                        waits[arc.to] = true;
                        queue.push_back(arc.to);
                    }
                }
            }
        }
        let Some(gain) = gained[sink].filter(|gain| *gain >= least) else { return Some(None) };
        let mut node = sink;
        while node != source {
            let number = by[node];
            self.arcs[number].room -= 1;
            self.arcs[number ^ 1].room += 1;
            node = self.arcs[number ^ 1].to;
        }
        Some(Some(gain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two workers, two jobs: the greedy choice of 5 would leave 0 for the other; 4 + 4 is more.
    #[test]
    fn a_later_unit_moves_an_earlier_one() {
        let mut network = Network::new(6);
        let (source, sink) = (0, 5);
        for worker in [1, 2] {
            network.add(source, worker, 1, 0);
            network.add(worker + 2, sink, 1, 0);
        }
        let arcs = [(1, 3, 5), (1, 4, 4), (2, 3, 4)].map(|(from, to, gain)| network.add(from, to, 1, gain));
        let mut work = Work(1_000);
        assert_eq!(network.augment((source, sink), 1, &mut work), Some(Some(5)));
        assert_eq!(network.augment((source, sink), 1, &mut work), Some(Some(3)));
        assert_eq!(network.augment((source, sink), 1, &mut work), Some(None));
        assert_eq!(arcs.map(|arc| network.flow(arc)), [0, 1, 1]);
        assert_eq!(network.augment((source, sink), 1, &mut Work(2)), None);
    }

    #[test]
    fn a_unit_that_gains_too_little_stays() {
        let mut network = Network::new(2);
        let arc = network.add(0, 1, 3, 2);
        assert_eq!(network.augment((0, 1), 3, &mut Work(100)), Some(None));
        assert_eq!(network.augment((0, 1), 2, &mut Work(100)), Some(Some(2)));
        assert_eq!(network.flow(arc), 1);
    }
}
