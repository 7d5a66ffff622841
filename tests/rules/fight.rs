//! A short way of writing a combat down, and of asking about it.

use alphastrike::position::{Notation, Objective, Position, read};
use alphastrike::rules::{Board, Outcome};
use alphastrike::search::{Better, Options, Verdict, check, count, open_question, solve};

/// A combat of "you", who attack, against "opp" and perhaps "foe".
#[derive(Clone, Default)]
pub struct Fight {
    /// Name, further fields and creatures of each player.
    players: Vec<(&'static str, String, String)>,
    attacks: Option<String>,
    blocks: Option<String>,
    damage: Option<String>,
}

/// The creatures of both sides, separated by semicolons, each in short form; `| damage = 1, tapped = true` behind one
/// gives it further fields.
pub fn fight(mine: &str, theirs: &str) -> Fight {
    let player = |name, creatures: &str| (name, String::new(), creatures.to_owned());
    Fight { players: vec![player("you", mine), player("opp", theirs)], ..Fight::default() }
}

impl Fight {
    /// Further fields of the attacking player.
    pub fn mine(&self, fields: &str) -> Fight {
        self.fields(0, fields)
    }

    /// Further fields of the first defending player.
    pub fn theirs(&self, fields: &str) -> Fight {
        self.fields(1, fields)
    }

    fn fields(&self, player: usize, fields: &str) -> Fight {
        let mut fight = self.clone();
        fight.players[player].1 += fields;
        fight.players[player].1.push('\n');
        fight
    }

    /// A planeswalker W of the first defending player.
    pub fn walker(&self, loyalty: i64) -> Fight {
        self.theirs(&format!("planeswalkers = [{{ name = 'W', loyalty = {loyalty} }}]"))
    }

    /// A battle B that the attacking player controls and the first defending player protects.
    pub fn siege(&self, defense: i64) -> Fight {
        self.mine(&format!("battles = [{{ name = 'B', defense = {defense}, protector = 'opp' }}]"))
    }

    /// A second defending player, "foe", with creatures and further fields.
    pub fn foe(&self, creatures: &str, fields: &str) -> Fight {
        let mut fight = self.clone();
        fight.players.push(("foe", fields.to_owned(), creatures.to_owned()));
        fight
    }

    /// Attackers, `A B=W`; what isn't written is "opp".
    pub fn attack(&self, attacks: &str) -> Fight {
        Fight { attacks: Some(attacks.to_owned()), ..self.clone() }
    }

    /// Blockers with what they block: `X=A Y=A+B`.
    pub fn block(&self, blocks: &str) -> Fight {
        Fight { blocks: Some(blocks.to_owned()), ..self.clone() }
    }

    /// Damage of both sides: `A>X:2 A>opp:1`; of two steps: `A>X:2 | A>opp:2`.
    pub fn damage(&self, damage: &str) -> Fight {
        Fight { damage: Some(damage.to_owned()), ..self.clone() }
    }

    /// The best value for the question that is open, level by level.
    pub fn levels(&self, objective: &str) -> Vec<i64> {
        self.ask(objective, |board| {
            let solution = solve(board, open_question(board.position()), &Options::default());
            solution.unwrap_or_else(|error| panic!("{error}\n{}", self.text())).value.0.to_vec()
        })
    }

    /// The best value for an objective of one level.
    pub fn best(&self, objective: &str) -> i64 {
        let levels = self.levels(objective);
        assert_eq!(levels.len(), 1, "{objective} has one level");
        levels[0]
    }

    /// What a best line for the objective does.
    pub fn after(&self, objective: &str) -> After {
        self.ask(objective, |board| {
            let solution = solve(board, open_question(board.position()), &Options::default());
            let solution = solution.unwrap_or_else(|error| panic!("{error}\n{}", self.text()));
            let died: Vec<&str> = solution.outcome.died.iter().map(|creature| board.name(*creature)).collect();
            After {
                died: died.join(" "),
                attackers: solution.line.attack.0.len(),
                blockers: solution.line.block.0.len(),
                outcome: solution.outcome,
            }
        })
    }

    /// Numbers of the rules that the declarations break, in order, each once.
    pub fn rules(&self) -> Vec<&'static str> {
        let mut rules: Vec<_> = self.verdict().reasons.iter().map(|reason| reason.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    pub fn legal(&self) -> bool {
        self.rules().is_empty()
    }

    /// Whether a declaration that obeys more requirements comes with the reasons, and is legal.
    pub fn better_is_legal(&self) -> bool {
        let position = self.position();
        let better = self.verdict().better.expect("a better declaration");
        let better = match better {
            Better::Attacks(attack) => position.with_declarations(Some(attack), None),
            Better::Blocks(block) => position.with_declarations(position.attacks().cloned(), Some(block)),
        };
        let board = Board::new(&better, None).unwrap_or_else(|error| panic!("{error}"));
        check(&board, &Options::default()).is_ok_and(|verdict| verdict.reasons.is_empty())
    }

    fn verdict(&self) -> Verdict {
        self.ask("face", |board| {
            check(board, &Options::default()).unwrap_or_else(|error| panic!("{error}\n{}", self.text()))
        })
    }

    /// How many legal attacks there are.
    pub fn attacks(&self) -> u64 {
        self.ask("face", |board| count(board, &Options::default()).unwrap_or_else(|error| panic!("{error}")).attacks)
    }

    /// How many legal blocks there are.
    pub fn blocks(&self) -> u64 {
        self.ask("face", |board| count(board, &Options::default()).unwrap_or_else(|error| panic!("{error}")).blocks)
    }

    /// Expects exactly these attacks of a list to be legal.
    pub fn expect_attacks(&self, legal: &[&str], illegal: &[&str]) {
        legal.iter().for_each(|attack| {
            assert_eq!(self.attack(attack).rules(), Vec::<&str>::new(), "attack {attack:?}\n{}", self.text());
        });
        illegal.iter().for_each(|attack| assert!(!self.attack(attack).legal(), "attack {attack:?}\n{}", self.text()));
    }

    /// Expects exactly these blocks of a list to be legal.
    pub fn expect_blocks(&self, legal: &[&str], illegal: &[&str]) {
        legal.iter().for_each(|block| {
            assert_eq!(self.block(block).rules(), Vec::<&str>::new(), "block {block:?}\n{}", self.text());
        });
        illegal.iter().for_each(|block| assert!(!self.block(block).legal(), "block {block:?}\n{}", self.text()));
    }

    /// Expects exactly these splits of a list to be legal; an illegal one comes with the beginning of a rule's number.
    pub fn expect_splits(&self, legal: &[&str], illegal: &[(&str, &str)]) {
        for split in legal {
            assert_eq!(self.damage(split).rules(), Vec::<&str>::new(), "split {split:?}\n{}", self.text());
        }
        for (split, rule) in illegal {
            let rules = self.damage(split).rules();
            let named = rules.iter().any(|broken| broken.starts_with(rule));
            assert!(named, "split {split:?} breaks {rule}, not {rules:?}\n{}", self.text());
        }
    }

    fn ask<T>(&self, objective: &str, question: impl Fn(&Board<'_>) -> T) -> T {
        let position = self.position();
        let objective = Objective::parse(objective).unwrap_or_else(|error| panic!("{error}"));
        question(&Board::new(&position, Some(&objective)).unwrap_or_else(|error| panic!("{error}")))
    }

    fn position(&self) -> Position {
        let text = self.text();
        read(text.as_bytes(), Notation::Toml, false).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    /// The position in TOML.
    fn text(&self) -> String {
        let mut text = String::new();
        for (name, fields, creatures) in &self.players {
            let creatures: Vec<String> =
                creatures.split(';').map(str::trim).filter(|text| !text.is_empty()).map(creature).collect();
            text += &format!("[[players]]\nname = {name:?}\n{fields}\ncreatures = [{}]\n", creatures.join(", "));
        }
        if let Some(attacks) = &self.attacks {
            text += "[attacks]\n";
            for attack in attacks.split_whitespace() {
                let (attacker, target) = attack.split_once('=').unwrap_or((attack, "opp"));
                text += &format!("{attacker:?} = {target:?}\n");
            }
        }
        if let Some(blocks) = &self.blocks {
            text += "[blocks]\n";
            for block in blocks.split_whitespace() {
                let (blocker, blocked) = block.split_once('=').expect("a blocker and what it blocks");
                text += &format!("{blocker:?} = {:?}\n", blocked.split('+').collect::<Vec<_>>());
            }
        }
        match &self.damage {
            None => text,
            // Before the first table, so that an empty list is one too.
            Some(damage) => format!("damage = [{}]\n{text}", rows(damage)),
        }
    }
}

/// One creature in TOML.
fn creature(text: &str) -> String {
    let Some((short, fields)) = text.split_once('|') else { return format!("{text:?}") };
    let mut words = short.trim().splitn(3, ' ');
    let name = words.next().expect("a name");
    let (power, toughness) = words.next().and_then(|size| size.split_once('/')).expect("power and toughness");
    let abilities: Vec<&str> = words.next().into_iter().flat_map(|list| list.split(',').map(str::trim)).collect();
    format!(
        "{{ name = {name:?}, power = {power}, toughness = {toughness}, abilities = {abilities:?}, {} }}",
        fields.trim()
    )
}

/// Damage in TOML.
fn rows(damage: &str) -> String {
    let (first, second) = damage.split_once('|').unwrap_or(("", damage));
    let mut rows = Vec::new();
    for (step, part) in [("first-strike", first), ("regular", second)] {
        for row in part.split_whitespace() {
            let (source, rest) = row.split_once('>').expect("source>target:amount");
            let (target, amount) = rest.split_once(':').expect("source>target:amount");
            rows.push(format!("{{ step = {step:?}, source = {source:?}, target = {target:?}, amount = {amount} }}"));
        }
    }
    rows.join(", ")
}

/// What a line did.
pub struct After {
    /// Ids of the creatures that died, in file order.
    pub died: String,
    /// How many creatures attack.
    pub attackers: usize,
    /// How many creatures block.
    pub blockers: usize,
    outcome: Outcome,
}

impl After {
    /// Life of a player, in file order.
    pub fn life(&self, player: usize) -> i64 {
        self.outcome.players[player].life
    }

    /// Poison counters of a player, in file order.
    pub fn poison(&self, player: usize) -> i64 {
        self.outcome.players[player].poison
    }

    /// Whether a player has lost.
    pub fn lost(&self, player: usize) -> bool {
        self.outcome.players[player].lost
    }

    /// Loyalty left of the first planeswalker.
    pub fn loyalty(&self) -> i64 {
        self.outcome.planeswalkers[0]
    }

    /// Defense left of the first battle.
    pub fn defense(&self) -> i64 {
        self.outcome.battles[0]
    }
}
