//! Reading and writing objectives: "win, 3*loyalty + face, material - lifegain".

use std::fmt;

use super::defect::quoted;
use super::limits::{MAX_FACTOR, MAX_LEVELS, grouped};
use super::nearest::Nearest;
use super::objective::{Level, Objective, Term};

/// Why a text is no objective.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct ObjectiveError {
    /// The character at which it goes wrong, counted from 1.
    pub column: usize,
    /// What the matter is there.
    pub problem: ObjectiveProblem,
    /// What would be right, where something can be said.
    pub help: Option<String>,
}

/// What can be wrong with an objective.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ObjectiveProblem {
    /// Something else stands where a term must stand.
    #[error("expected a term, found {0}")]
    NoTerm(String),
    /// Something else stands where a term must end.
    #[error("expected \"+\", \"-\" or \",\", found {0}")]
    NoLink(String),
    /// A number has no `*` behind it.
    #[error("expected \"*\" and a term after the number, found {0}")]
    NoStar(String),
    /// There is no term of this name.
    #[error("unknown term {}", quoted(.0))]
    UnknownTerm(String),
    /// A preset's name inside a longer expression.
    #[error("{} is a preset and stands alone", quoted(.0))]
    PresetInside(String),
    /// A factor, or the sum of a term's factors in a level, is beyond the limit.
    #[error("a term's factor is beyond {} in this level", grouped(MAX_FACTOR))]
    Factor,
    /// There are too many levels.
    #[error("there are more than {MAX_LEVELS} levels")]
    Levels,
}

type Make = fn() -> Objective;

const PRESETS: [(&str, Make); 3] =
    [("damage", Objective::damage), ("trade", Objective::trade), ("balanced", Objective::balanced)];

impl Objective {
    /// Reads a preset's name or a comma-separated list of levels, each a sum of terms with whole-number factors.
    ///
    /// # Errors
    /// The text is neither; the error tells where and what would be right.
    pub fn parse(text: &str) -> Result<Objective, ObjectiveError> {
        if let Some((_, preset)) = PRESETS.iter().find(|(name, _)| *name == text.trim()) {
            return Ok(preset());
        }
        let mut reader = Reader { text: text.char_indices().collect(), source: text, next: 0 };
        let mut levels = Vec::new();
        loop {
            if levels.len() == MAX_LEVELS {
                return Err(reader.error(ObjectiveProblem::Levels, None));
            }
            levels.push(reader.level()?);
            if !reader.takes(',') {
                break;
            }
        }
        match reader.peek() {
            None => Ok(Objective { levels }),
            Some(_) => {
                let found = reader.found();
                Err(reader.error(ObjectiveProblem::NoLink(found), None))
            }
        }
    }
}

struct Reader<'a> {
    text: Vec<(usize, char)>,
    source: &'a str,
    next: usize,
}

impl<'a> Reader<'a> {
    fn error(&self, problem: ObjectiveProblem, help: Option<String>) -> ObjectiveError {
        ObjectiveError { column: self.next + 1, problem, help }
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.next).is_some_and(|(_, c)| c.is_whitespace()) {
            self.next += 1;
        }
        self.text.get(self.next).map(|(_, c)| *c)
    }

    fn takes(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.next += usize::from(found);
        found
    }

    /// The longest run of characters that `belongs` accepts.
    fn run(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let place = |index: usize| self.text.get(index).map_or(self.source.len(), |(at, _)| *at);
        let start = self.next;
        let mut end = start;
        while self.text.get(end).is_some_and(|(_, c)| belongs(*c)) {
            end += 1;
        }
        let run = &self.source[place(start)..place(end)];
        self.next = end;
        run
    }

    /// What stands at the next character, as an error says it.
    fn found(&mut self) -> String {
        match self.peek() {
            None => "the end".to_owned(),
            Some(c) if is_name(c) => {
                let start = self.next;
                let word = self.run(is_name);
                self.next = start;
                quoted(word)
            }
            Some(c) => quoted(&c.to_string()),
        }
    }

    fn level(&mut self) -> Result<Level, ObjectiveError> {
        let mut terms: Vec<(i64, Term)> = Vec::new();
        let mut sums = [0_i64; Term::ALL.len()];
        let mut sign = if self.takes('-') { -1 } else { 1 };
        loop {
            self.peek();
            let start = self.next;
            let (factor, term) = self.term()?;
            let sum = &mut sums[term as usize];
            *sum += sign * factor;
            if sum.abs() > MAX_FACTOR {
                self.next = start;
                return Err(self.error(ObjectiveProblem::Factor, None));
            }
            terms.push((sign * factor, term));
            sign = if self.takes('+') {
                1
            } else if self.takes('-') {
                -1
            } else {
                return Ok(Level { terms });
            };
        }
    }

    fn term(&mut self) -> Result<(i64, Term), ObjectiveError> {
        let mut factor = 1;
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            let start = self.next;
            let digits = self.run(|c| c.is_ascii_digit());
            factor = digits.parse().unwrap_or(i64::MAX);
            if factor > MAX_FACTOR {
                self.next = start;
                return Err(self.error(ObjectiveProblem::Factor, None));
            }
            if !self.takes('*') {
                let found = self.found();
                return Err(self.error(ObjectiveProblem::NoStar(found), None));
            }
        }
        if !self.peek().is_some_and(|c| c.is_alphabetic() || c == '_') {
            let found = self.found();
            return Err(self.error(ObjectiveProblem::NoTerm(found), None));
        }
        let start = self.next;
        let name = self.run(is_name);
        if let Some(term) = Term::ALL.into_iter().find(|term| term.name() == name) {
            return Ok((factor, term));
        }
        self.next = start;
        if PRESETS.iter().any(|(preset, _)| *preset == name) {
            return Err(self.error(ObjectiveProblem::PresetInside(name.to_owned()), None));
        }
        let known = Term::ALL.into_iter().map(Term::name).chain(PRESETS.map(|(preset, _)| preset));
        let lower = known.clone().find(|known| *known == name.to_lowercase());
        let help = match lower {
            Some(lower) => Some(format!("names are in lower case: \"{lower}\"")),
            None => Nearest::default().of(name, known).map(|nearest| format!("nearest known: \"{nearest}\"")),
        };
        Err(self.error(ObjectiveProblem::UnknownTerm(name.to_owned()), help))
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (factor, term)) in self.terms.iter().enumerate() {
            f.write_str(match (number, *factor < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            })?;
            if factor.unsigned_abs() != 1 {
                write!(f, "{}*", factor.unsigned_abs())?;
            }
            f.write_str(term.name())?;
        }
        Ok(())
    }
}

/// The expression written out, also of presets.
impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, level) in self.levels.iter().enumerate() {
            if number > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{level}")?;
        }
        Ok(())
    }
}
