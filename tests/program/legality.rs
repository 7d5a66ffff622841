//! The most requirements that a declaration can obey, by integer program: against plain enumeration, against values
//! found by hand, and on boards that no enumeration gets through.

use std::ops::RangeInclusive;
use std::time::Instant;

use alphastrike::position::{Attack, Block, PlayerId, Target};
use alphastrike::program::{AttackLegality, BlockLegality, Extent, Solver, SolverOptions};
use alphastrike::rules::{
    Board, DeclaredAttack, attack_restrictions, attack_targets, block_restrictions, unobeyed_attack_requirements,
    unobeyed_block_requirements,
};
use alphastrike::search::{Better, Options, check, exhaustive};
use serde_json::{Value, json};

use super::random::Random;
use super::support::position;

/// How many boards are compared; `ALPHASTRIKE_POSITIONS` asks for more.
fn number() -> u64 {
    std::env::var("ALPHASTRIKE_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000)
}

/// Every program of requirements, by every solver that is built in.
fn programs() -> impl Iterator<Item = (Extent, SolverOptions)> {
    let solvers = Solver::ALL.iter().map(|solver| SolverOptions { solver: *solver, ..SolverOptions::default() });
    solvers.flat_map(|options| [Extent::All, Extent::Needed].map(|extent| (extent, options)))
}

/// What attackers may have, with the percentage of those that do.
const ATTACKING: [(&str, i64); 19] = [
    ("attacks each combat if able", 35),
    ("attacks each combat if able", 10),
    ("can't attack alone", 12),
    ("can attack only alone", 8),
    ("can't attack unless at least two other creatures attack", 6),
    ("can't attack unless a red creature also attacks", 8),
    ("can't attack unless defending player controls an Island", 6),
    ("can't attack players", 5),
    ("can't attack planeswalkers", 5),
    ("no more than two creatures can attack each combat", 6),
    ("defender", 4),
    ("must be blocked if able", 25),
    ("all creatures able to block this creature do so", 22),
    ("all creatures able to block this creature do so", 5),
    ("menace", 30),
    ("can't be blocked except by three or more creatures", 6),
    ("can't be blocked by more than one creature", 10),
    ("can't be blocked unless all creatures defending player controls block it", 4),
    ("flying", 20),
];

/// What blockers may have.
const BLOCKING: [(&str, i64); 10] = [
    ("blocks each combat if able", 25),
    ("can't block alone", 15),
    ("can't block", 6),
    ("can block an additional creature each combat", 20),
    ("can block any number of creatures", 12),
    ("no more than one creature can block each combat", 4),
    ("no more than two creatures can block each combat", 5),
    ("reach", 25),
    ("no more than one creature can attack you each combat", 6),
    ("creatures can't attack you", 2),
];

/// A board with requirements and restrictions of all kinds, the same for the same seed.
fn board(seed: u64, attackers: i64, blockers: i64) -> Value {
    board_of(seed, &(1..=attackers), &(1..=blockers))
}

/// As [`board`], with a number of creatures within bounds on each side.
fn board_of(seed: u64, attackers: &RangeInclusive<i64>, blockers: &RangeInclusive<i64>) -> Value {
    let mut random = Random::new(seed);
    let random = &mut random;
    let third = random.chance(40);
    let walkers: Vec<&str> = ["W", "V"].into_iter().take(random.between(0, 2) as usize).collect();
    let battle = random.chance(20);
    let mut players = vec!["bo"];
    players.extend(third.then_some("cy"));
    let targets: Vec<&str> = players.iter().chain(&walkers).chain(battle.then_some(&"Siege")).copied().collect();
    let creature = |random: &mut Random, name: String, kinds: &[(&str, i64)]| {
        let abilities: Vec<&str> =
            kinds.iter().filter(|(_, percent)| random.chance(*percent)).map(|(a, _)| *a).collect();
        json!({
            "name": name, "power": random.between(0, 4), "toughness": 3, "abilities": abilities,
            "tapped": random.chance(4),
            "colors": if random.chance(40) { json!(["red"]) } else { json!([]) },
        })
    };
    let mine: Vec<Value> = (0..random.between(*attackers.start(), *attackers.end()))
        .map(|index| {
            let mut own = creature(random, format!("A{index}"), &ATTACKING);
            let goaders: Vec<&str> = players.iter().filter(|_| random.chance(20)).copied().collect();
            own["goaded_by"] = json!(goaders);
            if random.chance(15) {
                own["must_attack"] = json!(random.pick(&targets));
            }
            own
        })
        .collect();
    let mut theirs: Vec<Vec<Value>> = vec![Vec::new(); players.len()];
    for index in 0..random.between(*blockers.start(), *blockers.end()) {
        let mut own = creature(random, format!("B{index}"), &BLOCKING);
        if random.chance(20) {
            own["must_block"] = json!([format!("A{}", random.between(0, mine.len() as i64 - 1))]);
        }
        let whose = random.between(0, players.len() as i64 - 1) as usize;
        theirs[whose].push(own);
    }
    let mut all = vec![json!({ "name": "al", "creatures": mine })];
    if battle {
        all[0]["battles"] = json!([{ "name": "Siege", "defense": 3, "protector": players.last() }]);
    }
    for (index, (name, creatures)) in players.iter().zip(theirs).enumerate() {
        let own = walkers.iter().skip(index).step_by(players.len());
        let walkers: Vec<Value> = own.map(|walker| json!({ "name": walker, "loyalty": 3 })).collect();
        let lands = if random.chance(40) { json!(["Island"]) } else { json!([]) };
        all.push(json!({ "name": name, "creatures": creatures, "planeswalkers": walkers, "lands": lands }));
    }
    json!({ "players": all })
}

/// Everybody attacks something that can be attacked, legal or not: blocks can be required by any attack.
fn attack_with_all(seed: u64, board: &Board<'_>) -> Attack {
    let mut random = Random::new(seed);
    let targets = attack_targets(board);
    let position = board.position();
    Attack(position.creatures_of(position.active()).map(|creature| (creature, *random.pick(&targets))).collect())
}

#[test]
fn attacks_obey_as_many_as_enumeration_finds() {
    let mut required = 0;
    for seed in 0..number() {
        let text = board(seed, 4, 2).to_string();
        let table = position(&text);
        let Ok(board) = Board::new(&table, None) else { panic!("seed {seed}") };
        let legal = exhaustive::legal_attacks(&board);
        let expected = unobeyed_attack_requirements(&board, &legal[0]).0;
        for (extent, options) in programs() {
            let most = AttackLegality::new(&board, extent).most(&options);
            let most = most.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
            assert_eq!(most.requirements, expected, "seed {seed}\n{text}");
            assert!(legal.contains(&most.declaration), "seed {seed}: {:?}\n{text}", most.declaration);
        }
        // What `check` finds is the same, whoever counts there.
        let none = table.with_declarations(Some(Attack::default()), None);
        let Ok(board) = Board::new(&none, None) else { panic!("seed {seed}") };
        let verdict = check(&board, &Options::default()).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        match verdict.better {
            None => assert_eq!(expected, 0, "seed {seed}\n{text}"),
            Some(Better::Attacks(attack)) => assert!(legal.contains(&attack) && expected > 0, "seed {seed}\n{text}"),
            Some(other) => panic!("seed {seed}: {other:?}"),
        }
        required += u64::from(expected > 0);
    }
    println!("{required} attacks of {} with requirements", number());
    assert!(required * 2 > number(), "only {required} boards require anything");
}

#[test]
fn blocks_obey_as_many_as_enumeration_finds() {
    let mut required = 0;
    for seed in 0..number() {
        let text = board(seed, 3, 3).to_string();
        let table = position(&text);
        let Ok(board) = Board::new(&table, None) else { panic!("seed {seed}") };
        let attack = attack_with_all(seed, &board);
        let declared = DeclaredAttack::new(&board, &attack);
        let defenders: Vec<PlayerId> = table.defending_players().collect();
        let mut sum = 0;
        for defender in &defenders {
            let legal = exhaustive::legal_blocks(&board, &declared, *defender);
            let expected = unobeyed_block_requirements(&board, &declared, *defender, &legal[0]).0;
            for (extent, options) in programs() {
                let program = BlockLegality::new(&board, &declared, &[*defender], extent);
                let most = program.most(&options);
                let most = most.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
                assert_eq!(most.requirements, expected, "seed {seed}, {attack:?}\n{text}");
                assert!(legal.contains(&most.declaration), "seed {seed}: {:?}\n{text}", most.declaration);
            }
            sum += expected;
        }
        // One program over all defending players has the sum as its optimum.
        let together = BlockLegality::new(&board, &declared, &defenders, Extent::All).most(&SolverOptions::default());
        let together = together.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(together.requirements, sum, "seed {seed}\n{text}");
        required += u64::from(sum > 0);
    }
    println!("{required} blocks of {} with requirements", number());
    assert!(required * 2 > number(), "only {required} boards require anything");
}

/// What is worth `check`ing on boards that are too large to go through: nothing is declared, and a declaration that
/// obeys the most is the answer. Returns how many requirements that obeys, of all players together.
fn most_by_check(text: &str, attack: Option<Attack>) -> usize {
    let table = position(text);
    let block = attack.is_some().then(Block::default);
    let declared = table.with_declarations(Some(attack.clone().unwrap_or_default()), block);
    let board = Board::new(&declared, None).unwrap_or_else(|error| panic!("{error}"));
    match check(&board, &Options::default()).unwrap_or_else(|error| panic!("{error}\n{text}")).better {
        None => 0,
        Some(Better::Attacks(attack)) => {
            assert_eq!(attack_restrictions(&board, &attack), []);
            unobeyed_attack_requirements(&board, &attack).0
        }
        Some(Better::Blocks(block)) => {
            let attack = DeclaredAttack::new(&board, &attack.unwrap_or_default());
            let obeyed = |defender: PlayerId| {
                assert_eq!(block_restrictions(&board, &attack, defender, &block), []);
                unobeyed_block_requirements(&board, &attack, defender, &block).0
            };
            table.defending_players().map(obeyed).sum()
        }
    }
}

/// Everybody attacks the first defending player.
fn all_in(text: &str) -> Attack {
    let table = position(text);
    let Some(defender) = table.defending_players().next() else { panic!("nobody to attack") };
    Attack(table.creatures_of(table.active()).map(|creature| (creature, Target::Player(defender))).collect())
}

/// Small positions whose maximum follows from the rule: attackers, blockers, and the most requirements of blocks.
const BY_HAND: [(&[&str], &[&str], usize); 11] = [
    // Both block: the second is dragged along.
    (&["M 2/2 menace"], &["B 1/1 blocks each combat if able", "C 1/1"], 1),
    (&["M 2/2 menace"], &["B 1/1 blocks each combat if able", "C 1/1 can't block"], 0),
    // All five on the lure, or four there and one on the other: five of six.
    (&["D 1/1 all creatures able to block this creature do so", "E 1/1 must be blocked if able"], &["5 x B 1/1"], 5),
    (&["A 1/1 must be blocked if able", "B 1/1 must be blocked if able"], &["C 1/1"], 1),
    (&["A 1/1 must be blocked if able", "B 1/1 must be blocked if able"], &["2 x C 1/1"], 2),
    (&["M 1/1 menace, must be blocked if able", "N 1/1 must be blocked if able"], &["2 x C 1/1"], 1),
    // The lure takes one creature only.
    (
        &["X 1/1 all creatures able to block this creature do so, can't be blocked by more than one creature"],
        &["2 x C 1/1"],
        1,
    ),
    (
        &["2 x L 1/1 all creatures able to block this creature do so"],
        &["B 1/1 can block an additional creature each combat"],
        2,
    ),
    (
        &["A 1/1 must be blocked if able", "B 1/1 must be blocked if able"],
        &["C 1/1 no more than one creature can block each combat", "D 1/1"],
        1,
    ),
    // The blocker obeys two at once.
    (&["M 1/1 must be blocked if able", "N 1/1"], &["B 1/1 blocks each combat if able"], 2),
    // Nobody reaches the flyer.
    (&["F 1/1 flying, all creatures able to block this creature do so", "G 1/1"], &["B 1/1"], 0),
];

#[test]
fn blocks_obey_what_the_rules_say() {
    for (mine, theirs, most) in BY_HAND {
        let text = json!({ "players": [{ "name": "al", "creatures": mine }, { "name": "bo", "creatures": theirs }] });
        let table = position(&text.to_string());
        let Ok(board) = Board::new(&table, None) else { panic!("{text}") };
        let attack = DeclaredAttack::new(&board, &all_in(&text.to_string()));
        let defenders: Vec<PlayerId> = table.defending_players().collect();
        let found = BlockLegality::new(&board, &attack, &defenders, Extent::All).most(&SolverOptions::default());
        assert_eq!(found.map(|found| found.requirements), Ok(most), "{text}");
    }
}

#[test]
fn crowds_obey_what_is_found_by_hand() {
    let crowd = |mine: &str, theirs: &str| {
        json!({ "players": [{ "name": "al", "creatures": [format!("25 x 1/1 {mine}")] },
                            { "name": "bo", "creatures": [format!("25 x 1/1 {theirs}")] }] })
        .to_string()
    };
    for (mine, theirs, most) in [
        // Two blockers for each attacker with menace: twelve of them, and one blocker is left over.
        ("menace, must be blocked if able", "", 12),
        // Three each: eight, and one left over.
        ("can't be blocked except by three or more creatures, must be blocked if able", "", 8),
        // Everybody blocks everybody.
        ("all creatures able to block this creature do so, menace", "can block any number of creatures", 625),
        // Each blocker two attackers: 25 * 2 pairs, and menace is met by putting them together.
        ("all creatures able to block this creature do so, menace", "can block an additional creature each combat", 50),
        // One blocker each, 25 of 625 lures; nobody may share.
        (
            "all creatures able to block this creature do so, can't be blocked by more than one creature",
            "can block an additional creature each combat, can't block alone",
            25,
        ),
        // Nobody may: each takes two, and one is allowed.
        ("menace, must be blocked if able", "no more than one creature can block each combat", 0),
        // Ten blockers, five attackers blocked, and each of the ten blocks.
        (
            "menace, must be blocked if able",
            "blocks each combat if able, no more than ten creatures can block each combat",
            15,
        ),
    ] {
        let text = crowd(mine, theirs);
        assert_eq!(most_by_check(&text, Some(all_in(&text))), most, "{mine}; {theirs}");
    }
    for (mine, most) in [
        ("attacks each combat if able", 25),
        ("attacks each combat if able, can't attack alone", 25),
        ("attacks each combat if able, can attack only alone", 1),
        ("attacks each combat if able, can't attack unless at least 30 other creatures attack", 0),
        ("attacks each combat if able, no more than seven creatures can attack each combat", 7),
        ("attacks each combat if able, can't attack unless a red creature also attacks", 0),
    ] {
        assert_eq!(most_by_check(&crowd(mine, ""), None), most, "{mine}");
    }
}

#[test]
fn goads_are_counted_one_by_one() {
    // Goaded by both: attacking either obeys three of four requirements, a planeswalker two (CR 701.15b-c).
    let mine: Vec<Value> = (0..25)
        .map(|index| json!({ "name": format!("G{index}"), "power": 1, "toughness": 1, "goaded_by": ["bo", "cy"] }))
        .collect();
    let board = |guard: &str| {
        json!({ "players": [
            { "name": "al", "creatures": mine },
            { "name": "bo", "creatures": [format!("0/1 {guard}")], "planeswalkers": [{ "name": "W", "loyalty": 9 }] },
            { "name": "cy", "creatures": [format!("Y 0/1 {guard}")] },
        ] })
        .to_string()
    };
    assert_eq!(most_by_check(&board(""), None), 75);
    assert_eq!(most_by_check(&board("no more than ten creatures can attack each combat"), None), 30);
    // Ten at each player, the other five at the planeswalker.
    assert_eq!(most_by_check(&board("no more than ten creatures can attack you each combat"), None), 70);
}

/// Boards of 25 creatures a side have answers, and `check` the same as the program of all blocks.
#[test]
fn crowds_of_all_kinds_have_answers() {
    let start = Instant::now();
    let mut boards = 0;
    for seed in 0..100 {
        let mut table = board_of(seed, &(25..=25), &(25..=25));
        // Among so many somebody always restricts everybody; on half of the boards nobody does.
        if seed % 2 == 0 {
            for player in table["players"].as_array_mut().into_iter().flatten() {
                for creature in player["creatures"].as_array_mut().into_iter().flatten() {
                    let abilities = creature["abilities"].as_array_mut().into_iter();
                    abilities.for_each(|all| all.retain(|it| !RESTRICTING.iter().any(|other| it == other)));
                }
            }
        }
        let text = table.to_string();
        let table = position(&text);
        let Ok(board) = Board::new(&table, None) else { panic!("seed {seed}") };
        let options = SolverOptions::default();
        let most = AttackLegality::new(&board, Extent::All).most(&options);
        let most = most.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(most_by_check(&text, None), most.requirements, "seed {seed}");
        let attack = most.declaration;
        let declared = DeclaredAttack::new(&board, &attack);
        let defenders: Vec<PlayerId> = table.defending_players().collect();
        let most = BlockLegality::new(&board, &declared, &defenders, Extent::All).most(&options);
        let most = most.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(most_by_check(&text, Some(attack)), most.requirements, "seed {seed}");
        boards += 1;
    }
    println!("{boards} boards, four answers each, in {:?}", start.elapsed());
}

/// What restricts all creatures.
const RESTRICTING: [&str; 6] = [
    "can attack only alone",
    "no more than two creatures can attack each combat",
    "no more than one creature can block each combat",
    "no more than two creatures can block each combat",
    "no more than one creature can attack you each combat",
    "creatures can't attack you",
];
