//! What the active player wants: a list of levels compared from left to right.

/// One of the quantities an objective can count (see the format page for each).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// Defending players who have lost (CR 704.5a, 704.5c, 903.10a).
    Win,
    /// Combat damage dealt to defending players.
    Face,
    /// Loyalty that damage removes from planeswalkers.
    Loyalty,
    /// Planeswalkers that damage puts to 0 loyalty.
    Walkers,
    /// Defense counters that damage removes from battles.
    Defense,
    /// Total value of the defending players' creatures that die.
    Kills,
    /// Total value of the active player's creatures that die by end of combat.
    Losses,
    /// `kills - losses`.
    Material,
    /// Poison counters that defending players get.
    Poison,
    /// Life that the active player gains less life that the defending players gain.
    Lifegain,
}

impl Term {
    /// All terms, in the order in which answers list them.
    pub const ALL: [Term; 10] = [
        Term::Win,
        Term::Face,
        Term::Loyalty,
        Term::Walkers,
        Term::Defense,
        Term::Kills,
        Term::Losses,
        Term::Material,
        Term::Poison,
        Term::Lifegain,
    ];

    /// The name used in expressions and answers.
    pub fn name(self) -> &'static str {
        match self {
            Term::Win => "win",
            Term::Face => "face",
            Term::Loyalty => "loyalty",
            Term::Walkers => "walkers",
            Term::Defense => "defense",
            Term::Kills => "kills",
            Term::Losses => "losses",
            Term::Material => "material",
            Term::Poison => "poison",
            Term::Lifegain => "lifegain",
        }
    }
}

/// One level: a sum of terms with whole-number factors, in the order written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    /// `(factor, term)`; a term may repeat, a factor may be negative or 0.
    pub terms: Vec<(i64, Term)>,
}

impl Level {
    /// The total factor of `term` in this level, counting repeats.
    pub fn factor(&self, term: Term) -> i64 {
        self.terms.iter().filter(|(_, other)| *other == term).map(|(factor, _)| factor).sum()
    }
}

/// A lexicographic objective: the active player maximises it, the defending players minimise it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Objective {
    /// One or more levels, most important first.
    pub levels: Vec<Level>,
}

impl Objective {
    /// `win, face + loyalty, material`: the preset `damage`, used where nothing is stated.
    pub fn damage() -> Objective {
        Objective {
            levels: vec![
                Level { terms: vec![(1, Term::Win)] },
                Level { terms: vec![(1, Term::Face), (1, Term::Loyalty)] },
                Level { terms: vec![(1, Term::Material)] },
            ],
        }
    }

    /// `win, material, face + loyalty`: the preset `trade`.
    pub fn trade() -> Objective {
        Objective {
            levels: vec![
                Level { terms: vec![(1, Term::Win)] },
                Level { terms: vec![(1, Term::Material)] },
                Level { terms: vec![(1, Term::Face), (1, Term::Loyalty)] },
            ],
        }
    }

    /// `win, face + loyalty + material`: the preset `balanced`.
    pub fn balanced() -> Objective {
        Objective {
            levels: vec![
                Level { terms: vec![(1, Term::Win)] },
                Level { terms: vec![(1, Term::Face), (1, Term::Loyalty), (1, Term::Material)] },
            ],
        }
    }
}
