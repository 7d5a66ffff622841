//! What there is to choose from when attackers are declared, and what the defenders may reply, as plain data.

use super::model::Comparison;
use super::policy::{ColumnKey, best_choice};
use super::threshold::{Contribution, Thresholds};

/// Alike creatures that may attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttackCandidate {
    /// What the model calls them.
    pub name: String,
    /// How many they are.
    pub count: i64,
    /// What the model calls that which each of them may attack.
    pub targets: Vec<String>,
}

/// A linear condition on the whole attack (CR 508.1c, 508.1d).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackLimit {
    /// What the model calls it.
    pub name: String,
    /// Candidate, target, and what each attacker there counts; each pair once.
    pub terms: Vec<(usize, usize, i64)>,
    /// How the sum compares with the bound.
    pub comparison: Comparison,
    /// The bound.
    pub bound: i64,
}

/// Alike creatures that a reply treats alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplyRun {
    /// How many of them.
    pub count: i64,
    /// For each target, what the active player can make of one of them that attacks it; one option at least.
    pub targets: Vec<Vec<Contribution>>,
}

/// A block for every attack: creatures that would block what stays home do nothing.
///
/// Of alike creatures the first ones attack, those that attack the first target first; so each run of a reply meets the
/// same creatures in every attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// What the model calls it.
    pub name: String,
    /// Candidates of which so many must attack for it to be a legal block; against other attacks it says nothing.
    pub holds_with: Vec<(usize, i64)>,
    /// For each candidate, its runs; the last one also holds for all creatures beyond.
    pub runs: Vec<Vec<ReplyRun>>,
}

/// What there is to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttackProblem {
    /// Title of the models.
    pub title: String,
    /// How contributions turn into a value.
    pub thresholds: Thresholds,
    /// Who may attack.
    pub candidates: Vec<AttackCandidate>,
    /// Conditions on the whole attack.
    pub limits: Vec<AttackLimit>,
    /// What the defenders may reply, one that always holds at least.
    pub replies: Vec<Reply>,
}

/// An attack: for each candidate, how many attack each of its targets.
pub type ChosenTargets = Vec<Vec<i64>>;

/// The best attack against some replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertifiedAttack {
    /// What it is worth against the best of the replies, level by level: no attack is worth more.
    pub value: Vec<i64>,
    /// The attack.
    pub attack: ChosenTargets,
    /// How many programs it took.
    pub programs: u64,
}

impl Reply {
    /// The run that the creature with this number, from 0, belongs to.
    pub(super) fn run(&self, candidate: usize, creature: i64) -> Option<&ReplyRun> {
        let runs = self.runs.get(candidate)?;
        let mut end = 0_i64;
        let found = runs.iter().find(|run| {
            end = end.saturating_add(run.count);
            creature < end
        });
        found.or(runs.last())
    }

    /// Whether it is a legal block against an attack.
    fn holds(&self, attack: &ChosenTargets) -> bool {
        let attackers = |candidate: usize| attack.get(candidate).map_or(0, |own| own.iter().sum::<i64>());
        self.holds_with.iter().all(|(candidate, least)| attackers(*candidate) >= *least)
    }
}

impl AttackProblem {
    /// Where the creatures of a candidate begin to be treated differently by some reply: the numbers of the first ones,
    /// and their count at the end.
    pub(super) fn cuts(&self, candidate: usize) -> Vec<i64> {
        let count = self.candidates.get(candidate).map_or(0, |it| it.count.max(0));
        let mut cuts = vec![0, count];
        for runs in self.replies.iter().filter_map(|reply| reply.runs.get(candidate)) {
            let mut end = 0_i64;
            for run in runs.iter().take(runs.len().saturating_sub(1)) {
                end = end.saturating_add(run.count);
                cuts.push(end.clamp(0, count));
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        cuts
    }

    /// What an attack is worth against the best of the replies, level by level. `None` where no reply holds, or too many
    /// choices of the active player would have to be compared.
    pub fn value(&self, attack: &ChosenTargets) -> Option<Vec<i64>> {
        let mut least: Option<Vec<i64>> = None;
        for reply in self.replies.iter().filter(|reply| reply.holds(attack)) {
            let (value, _) = best_choice(&self.thresholds, &self.met(reply, attack))?;
            least = Some(least.map_or(value.clone(), |least| least.min(value)));
        }
        least
    }

    /// What comes of an attack against a reply: options, and for how many creatures there are such.
    fn met<'a>(&self, reply: &'a Reply, attack: &ChosenTargets) -> Vec<(ColumnKey, &'a [Contribution], i64)> {
        let mut met = Vec::new();
        for (candidate, targets) in attack.iter().enumerate() {
            let cuts = self.cuts(candidate);
            let mut first = 0;
            for (target, count) in targets.iter().enumerate() {
                for piece in cuts.windows(2) {
                    let (begin, end) = (piece[0].max(first), piece[1].min(first + count));
                    let options = reply.run(candidate, piece[0]).and_then(|run| run.targets.get(target));
                    if let Some(options) = options
                        && begin < end
                    {
                        met.push(((candidate, met.len()), options.as_slice(), end - begin));
                    }
                }
                first += count;
            }
        }
        met
    }
}
