//! What single replies of the pool say of ranges of attacks, and which ranges can't be legal.

use super::{Place, Pool};
use crate::search::branch::Branch;
use crate::search::candidates::Candidates;
use crate::search::gain::{Gain, TIE};

impl Pool<'_, '_, '_, '_> {
    /// Whether by the reply that was strongest last the choice pays.
    pub(super) fn pays(&self, place: Place, count: usize) -> bool {
        let numbers = &self.candidates.numbers;
        let Some(reply) = self.replies.first() else { return true };
        let mut gain = numbers.zero();
        let candidate = &self.candidates.all[place.candidate];
        let at = place.from + count;
        reply.add_choice(&mut gain, candidate, place.candidate, place.choice, at - 1, at);
        gain.value > 0 || gain.value == 0 && gain.sums.iter().any(|sum| *sum > 0)
    }

    /// Whether no completion can be legal, or a reply of the pool shows that none beats the best; that reply comes to
    /// the front.
    pub(super) fn is_cut(&mut self, place: Place, low: usize, high: usize) -> bool {
        let candidate = &self.candidates.all[place.candidate];
        if self.leaves_branch(place, low) {
            return true;
        }
        if self.most_obeyed > 0 {
            let choices = candidate.choices[place.choice..].iter();
            let each = choices.map(|choice| choice.obeys).chain([candidate.obeys_home]).max().unwrap_or(0);
            let more = each * (candidate.members.len() - place.from) + self.potential[place.candidate + 1];
            if place.obeyed + more < self.most_obeyed {
                return true;
            }
        }
        let Some(cutoff) = self.cutoff() else { return false };
        let found = (0..self.replies.len()).find(|number| self.bound_by(*number, place, low, high) <= cutoff);
        if let Some(number) = found {
            let mut reply = self.replies.remove(number);
            reply.used = true;
            self.replies.insert(0, reply);
        }
        found.is_some()
    }

    /// Whether what has been decided, with so many that make the choice of a place, can't be part of the branch.
    fn leaves_branch(&self, place: Place, low: usize) -> bool {
        let Branch { least, most, cries, opponents, .. } = *self.branch;
        let candidate = &self.candidates.all[place.candidate];
        let open = candidate.members.len() - place.from;
        let (more, more_cries) = self.more[place.candidate + 1];
        let own = candidate.cry(self.scorer.board());
        let players = place.players | candidate.choices[place.choice].player(low);
        place.attackers + low > most
            || place.attackers + open + more < least
            || players.count_ones() > opponents
            || cries.is_some_and(|cries| {
                place.cries + own * low as i64 > cries || place.cries + own * open as i64 + more_cries < cries
            })
    }

    /// The most that attacks in a range can be worth, by all replies.
    pub(super) fn bound(&mut self, place: Place, low: usize, high: usize) -> i128 {
        (0..self.replies.len()).map(|number| self.bound_by(number, place, low, high)).min().unwrap_or(i128::MAX)
    }

    /// The most that attacks in a range can be worth against a reply, with ties.
    pub(super) fn bound_by(&mut self, number: usize, place: Place, low: usize, high: usize) -> i128 {
        let depth = self.depth(place);
        let Candidates { numbers, all, .. } = self.candidates;
        let reply = &mut self.replies[number];
        if reply.valid < depth {
            let mut at = 0;
            for (index, (candidate, counts)) in all.iter().zip(&self.counts).enumerate() {
                let mut from = 0;
                for (choice, count) in counts.iter().enumerate() {
                    if at >= depth {
                        break;
                    }
                    if at >= reply.valid {
                        let mut sum = reply.partial[at].clone();
                        reply.add_choice(&mut sum, candidate, index, choice, from, from + count);
                        reply.partial.truncate(at + 1);
                        reply.partial.push(sum);
                    }
                    from += count;
                    at += 1;
                }
            }
            reply.valid = depth;
        }
        let candidate = &all[place.candidate];
        let mut most: Option<Gain> = None;
        let mut consider = |count: usize| {
            let mut gain = numbers.zero();
            let to = place.from + count;
            reply.add_choice(&mut gain, candidate, place.candidate, place.choice, place.from, to);
            reply.add_open(&mut gain, place.candidate, place.choice + 1, to);
            match &mut most {
                Some(most) => most.raise(&gain),
                None => most = Some(gain),
            }
        };
        consider(low);
        if high > low {
            consider(high);
            for end in reply.breaks(place.candidate) {
                if end > place.from + low && end < place.from + high {
                    consider(end - place.from);
                }
            }
        }
        let mut total = reply.partial[depth].clone();
        if let Some(most) = &most {
            total.add(most);
        }
        total.add(reply.rest(place.candidate + 1));
        numbers.worth(&total) * TIE - (place.attackers + low) as i128
    }
}
