//! Areas against plain enumeration: the same value, by as few attackers.

use crate::position::{Notation, Position, read};
use crate::rules::Board;
use crate::search::attacks::AttackChoices;
use crate::search::branch::Branch;
use crate::search::candidates::Several;
use crate::search::found::Found;
use crate::search::pool::{Pool, ordered_candidates};
use crate::search::random::Random;
use crate::search::score::Scorer;
use crate::search::{Method, Options, Question, solve};

/// How many boards; `ALPHASTRIKE_POSITIONS` asks for more.
fn number() -> u64 {
    std::env::var("ALPHASTRIKE_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(150)
}

/// Where the seeds start; `ALPHASTRIKE_SEED` repeats a failure.
fn first_seed() -> u64 {
    std::env::var("ALPHASTRIKE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

const ABILITIES: &[&str] =
    &["flying", "reach", "menace", "first strike", "double strike", "deathtouch", "trample", "lifelink", "vigilance"];

const OBJECTIVES: &[&str] = &[
    "damage",
    "trade",
    "balanced",
    "win, material, face",
    "win, face + material",
    "material, win",
    "lifegain, face",
    "face",
];

fn side(random: &mut Random, prefix: &str, kinds: usize, most: usize) -> String {
    let creatures = (0..kinds).map(|kind| {
        let abilities: Vec<String> = (0..random.below(3)).map(|_| format!("{:?}", random.pick(ABILITIES))).collect();
        format!(
            r#"{{"name": "{prefix}{kind}", "count": {}, "power": {}, "toughness": {}, "abilities": [{}]}}"#,
            1 + random.below(most),
            random.below(5),
            1 + random.below(4),
            abilities.join(", ")
        )
    });
    creatures.collect::<Vec<_>>().join(", ")
}

fn board(seed: u64) -> Position {
    let mut random = Random(seed);
    let text = format!(
        r#"{{"objective": "{}", "players": [{{"name": "you", "creatures": [{}]}},
            {{"name": "opp", "life": {}, "creatures": [{}]}}]}}"#,
        random.pick(OBJECTIVES),
        side(&mut random, "mine", 3, 3),
        1 + random.below(14),
        side(&mut random, "theirs", 2, 2),
    );
    read(text.as_bytes(), Notation::Json, false).unwrap_or_else(|error| panic!("seed {seed}: {error:?}"))
}

#[test]
fn attacks_by_areas_are_the_best() {
    let mut searched = 0;
    for seed in first_seed()..first_seed() + number() {
        let position = board(seed);
        let rules = Board::new(&position, None).unwrap_or_else(|error| panic!("seed {seed}: {error:?}"));
        let scorer = Scorer::within(&rules, Options::default().budget());
        let choices = AttackChoices::new(&rules);
        let Ok(Some(candidates)) = ordered_candidates(&scorer, &choices, &Branch::PLAIN, Several::Once) else {
            continue;
        };
        let mut pool = Pool::new(&scorer, &candidates, &Branch::PLAIN);
        pool.patience = 1;
        let found = match pool.search() {
            Ok(Found::Proved(found)) => found,
            Ok(Found::Stopped { .. }) => panic!("seed {seed}: stopped without a limit"),
            Err(error) => panic!("seed {seed}: {error}"),
        };
        assert_eq!(pool.gave_up, !candidates.all.is_empty(), "seed {seed}: not searched by areas");
        searched += usize::from(pool.gave_up);
        let options = Options { method: Method::OneByOne, ..Options::default() };
        let plain = solve(&rules, Question::Attack, &options).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(found.value, plain.value, "seed {seed}: value");
        assert_eq!(found.attack.0.len(), plain.line.attack.0.len(), "seed {seed}: attackers");
    }
    assert!(searched * 2 > number() as usize, "only {searched} boards were searched by areas");
}
