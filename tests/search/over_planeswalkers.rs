//! Boards with several tramplers over planeswalkers (CR 702.19c, 702.19e), of which many attack one planeswalker.

use alphastrike::position::Position;
use alphastrike::rules::Board;
use alphastrike::search::{Method, Question, solve};

use super::oracle::{parse, seeds, some_attack};
use super::several::by;
use crate::support::objectives;
use crate::support::random::Random;

const ABILITIES: &[&str] = &[
    "first strike",
    "double strike",
    "deathtouch",
    "trample",
    "lifelink",
    "indestructible",
    "flying",
    "reach",
    "menace",
];

const ODD: &[&str] = &[
    "infect",
    "wither",
    "toxic 1",
    "flanking",
    "bushido 1",
    "rampage 1",
    "afflict 1",
    "decayed",
    "protection from red",
    "must be blocked if able",
    "can block an additional creature each combat",
    "prevent all damage that would be dealt by this creature",
    "prevent all damage that would be dealt to this creature",
    "assigns combat damage equal to its toughness rather than its power",
    "you may have this creature assign its combat damage as though it weren't blocked",
];

/// What makes damage to a player more than loss of life.
const KINDS: &[&str] = &["infect", "toxic 1", "toxic 2"];

/// Objectives under which poison counts by itself too.
const POISON: &[&str] = &[
    "win, face + material",
    "poison, face",
    "face + 2*poison, material",
    "win, poison, face",
    "win, material, lifegain + poison",
    "win",
    "walkers, win, loyalty",
];

/// How large boards are, and how often creatures have which abilities, in percent; how often those of the active player
/// deal poison, or are commanders; and how many planeswalkers there are at most.
#[derive(Clone, Copy)]
struct Shape {
    attackers: i64,
    blockers: i64,
    over: i64,
    evergreen: i64,
    odd: i64,
    kinds: i64,
    /// How often blockers can block several attackers.
    several: i64,
    /// At least and at most.
    walkers: (i64, i64),
}

impl Shape {
    const PLAIN: Shape =
        Shape { attackers: 3, blockers: 3, over: 50, evergreen: 0, odd: 0, kinds: 0, several: 0, walkers: (1, 2) };
}

/// What lets a creature block several attackers.
const SEVERAL: &[&str] = &["can block an additional creature each combat", "can block any number of creatures"];

/// Two alike now and then, but of a `commander`.
fn creature(random: &mut Random, name: &str, (over, kinds): (i64, i64), commander: bool, shape: Shape) -> String {
    let toughness = random.between(1, 5);
    let mut abilities: Vec<&str> = Vec::new();
    let over = (&["trample over planeswalkers"][..], over);
    // Infect and toxic add up.
    let kinds = [(KINDS, kinds), (KINDS, kinds / 4)];
    let several = (SEVERAL, if name.starts_with('B') { shape.several } else { 0 });
    for (pool, percent) in [over, (ABILITIES, shape.evergreen), (ODD, shape.odd), several].into_iter().chain(kinds) {
        if random.chance(percent) {
            abilities.push(*random.pick(pool));
        }
    }
    let abilities: Vec<String> = abilities.into_iter().map(|text| format!("{text:?}")).collect();
    let count = if random.chance(20) && !commander { 2 } else { 1 };
    let color = random.pick(&["", "\"red\""]);
    let commander = if commander || random.chance(shape.odd / 10) { r#", "commander": true"# } else { "" };
    format!(
        r#"{{"name": {name:?}, "power": {}, "toughness": {toughness}, "count": {count}, "colors": [{color}], "abilities": [{}]{commander}}}"#,
        random.large(0, 5),
        abilities.join(", ")
    )
}

fn table(random: &mut Random, shape: Shape, objectives: &[&str]) -> String {
    let attackers = random.large(1, shape.attackers);
    let commander = if random.chance(shape.kinds) { random.between(1, attackers) } else { 0 };
    let one = |random: &mut Random, index| {
        creature(random, &format!("A{index}"), (shape.over, shape.kinds), index == commander, shape)
    };
    let own: Vec<String> = (1..=attackers).map(|index| one(random, index)).collect();
    let blockers = random.between(0, shape.blockers);
    let others: Vec<String> =
        (1..=blockers).map(|index| creature(random, &format!("B{index}"), (0, 0), false, shape)).collect();
    let walkers = random.between(shape.walkers.0, shape.walkers.1);
    let walkers: Vec<String> =
        (1..=walkers).map(|index| format!(r#"{{"name": "W{index}", "loyalty": {}}}"#, random.between(1, 6))).collect();
    let dealt = if commander > 0 {
        format!(r#", "commander_damage": {{"A{commander}": {}}}"#, random.between(15, 20))
    } else {
        String::new()
    };
    let protection = if random.chance(shape.kinds / 4) { r#", "abilities": ["protection from red"]"# } else { "" };
    format!(
        r#"{{"objective": {:?}, "players": [{{"name": "al", "creatures": [{}]}}, {{"name": "bo", "life": {}, "poison": {}{dealt}{protection}, "creatures": [{}], "planeswalkers": [{}]}}]}}"#,
        random.pick(objectives),
        own.join(", "),
        random.between(1, 12),
        if random.chance(20) { 7 } else { 0 },
        others.join(", "),
        walkers.join(", ")
    )
}

/// The value; `None` where there are too many plays to try one by one.
fn value(seed: u64, text: &str, position: &Position, question: Question, method: Method) -> Option<Vec<i64>> {
    let board = Board::new(position, None).expect("small factors");
    let solution = solve(&board, question, &by(method));
    let solution = solution.unwrap_or_else(|error| panic!("seed {seed}, {method:?}: {error}\n{text}"));
    if method == Method::OneByOne && solution.stop.is_some() {
        return None;
    }
    assert_eq!(solution.value, solution.bound, "seed {seed}, {method:?}\n{text}");
    Some(solution.value.0.to_vec())
}

/// Compares the best attack, and the best block against some attack, with all declarations tried one by one, the block
/// with the integer program alone besides; every so many of the seeds.
fn compare(shape: Shape, objectives: &[&str], every: usize) {
    let (mut compared, mut too_large) = (0, 0);
    for seed in seeds().step_by(every) {
        let mut random = Random::new(seed);
        let text = table(&mut random, shape, objectives);
        let position = parse(&text);
        let mut same = |position: &Position, question: Question, methods: &[Method]| {
            let of = |method: Method| value(seed, &text, position, question, method);
            let found = of(Method::Columns);
            for method in methods {
                let other = of(*method);
                *(if other.is_some() { &mut compared } else { &mut too_large }) += 1;
                assert!(
                    other.is_none() || found == other,
                    "{question:?}, seed {seed}, {method:?}: {found:?} {other:?}\n{text}"
                );
            }
        };
        same(&position, Question::Attack, &[Method::OneByOne]);
        let board = Board::new(&position, None).expect("small factors");
        let attack = some_attack(&mut random, &board);
        let declared = position.with_declarations(Some(attack), None);
        same(&declared, Question::Block, &[Method::OneByOne, Method::Program]);
    }
    assert!(compared > 10 * too_large, "{compared} compared, {too_large} too large");
}

#[test]
fn plain_creatures_beside_many_tramplers() {
    compare(Shape::PLAIN, objectives::NATURAL, 8);
}

#[test]
fn evergreen_creatures_beside_many_tramplers() {
    compare(Shape { evergreen: 40, ..Shape::PLAIN }, objectives::NATURAL, 4);
}

#[test]
fn all_kinds_of_creatures_beside_many_tramplers() {
    let shape = Shape { attackers: 2, blockers: 2, over: 60, evergreen: 25, odd: 35, ..Shape::PLAIN };
    compare(shape, objectives::NATURAL, 1);
    compare(shape, objectives::ANY, 4);
}

#[test]
fn poison_and_commanders_beside_plain_tramplers() {
    compare(Shape { over: 70, kinds: 50, ..Shape::PLAIN }, POISON, 16);
    let shape = Shape { attackers: 2, over: 70, evergreen: 35, kinds: 50, ..Shape::PLAIN };
    compare(shape, POISON, 4);
    compare(shape, objectives::NATURAL, 8);
}

/// Blockers that several tramplers share.
#[test]
fn shared_blockers_beside_many_tramplers() {
    let shape = Shape { blockers: 2, several: 40, ..Shape::PLAIN };
    compare(shape, objectives::NATURAL, 16);
    compare(Shape { evergreen: 40, walkers: (1, 1), ..shape }, objectives::NATURAL, 16);
    compare(Shape { attackers: 2, evergreen: 30, kinds: 50, ..shape }, POISON, 16);
}

/// CR 506.4c: a planeswalker that is gone after the first step takes no more damage, by which life would be gained.
#[test]
fn lifelink_beside_first_strike() {
    let shape = Shape { over: 15, evergreen: 85, walkers: (1, 1), ..Shape::PLAIN };
    compare(shape, &["win, material, lifegain", "lifegain, face", "loyalty, 2*lifegain + material"], 2);
}

/// The same of creatures that have no choice in the first step, and beside shared blockers.
#[test]
fn lifelink_beside_first_strike_without_tramplers() {
    let lifegain =
        ["win, material, lifegain", "lifegain, face", "loyalty + lifegain", "walkers + 2*lifegain + material"];
    let shape = Shape { over: 0, evergreen: 75, walkers: (1, 1), ..Shape::PLAIN };
    compare(shape, &lifegain, 8);
    compare(Shape { walkers: (2, 2), attackers: 2, ..shape }, &lifegain, 16);
    compare(Shape { blockers: 2, several: 40, ..shape }, &lifegain, 16);
    compare(Shape { attackers: 2, blockers: 2, odd: 25, ..shape }, &lifegain, 8);
}

/// Two Knights that strike first, eight Healers with lifelink, Sage with 5 points of loyalty, Walls and Bears.
fn knights_and_healers(objective: &str, power: i64, (walls, bears): (i64, i64), attacks: &str) -> Position {
    parse(&format!(
        r#"{{"objective": "{objective}", "players": [
            {{"name": "you", "creatures": [
                {{"name": "Knight", "count": 2, "power": {power}, "toughness": 2, "abilities": ["first strike"]}},
                {{"name": "Healer", "count": 8, "power": 2, "toughness": 2, "abilities": ["lifelink"]}}]}},
            {{"name": "opp", "planeswalkers": [{{"name": "Sage", "loyalty": 5}}],
                "creatures": [
                    {{"name": "Wall", "count": {walls}, "power": 0, "toughness": 9}},
                    {{"name": "Bear", "count": {bears}, "power": 2, "toughness": 2}}]}}]{attacks}}}"#
    ))
}

/// All of them attack Sage.
fn all_at_sage() -> String {
    let healers: Vec<String> = (1..=8).map(|number| format!(r#""Healer#{number}": "Sage""#)).collect();
    format!(r#", "attacks": {{"Knight#1": "Sage", "Knight#2": "Sage", {}}}"#, healers.join(", "))
}

/// Two Knights remove Sage in the first step if nobody blocks them: then eight Healers that are unblocked gain nothing, and
/// 5 points of loyalty are all. Each Healer that is blocked gains 2, and so does each other one while Sage is there. So
/// with one Knight at most the attack is worth 16: all are blocked, and nothing is dealt to Sage.
#[test]
fn a_planeswalker_that_is_gone_gains_no_life() {
    let table = |attacks: &str| knights_and_healers("loyalty + lifegain", 3, (5, 4), attacks);
    assert_eq!(value(0, "", &table(""), Question::Attack, Method::Columns), Some(vec![16]));
    assert_eq!(value(0, "", &table(&all_at_sage()), Question::Block, Method::Columns), Some(vec![5]));
}

/// Two Knights deal 4 in the first step, so Sage is there for eight Healers in the last: each gains 2, blocked or not.
#[test]
fn a_planeswalker_that_outlives_the_first_step_links_nobody() {
    let position = knights_and_healers("lifegain", 2, (6, 3), &all_at_sage());
    assert_eq!(value(0, "", &position, Question::Block, Method::Columns), Some(vec![16]));
}

/// Compares the best block against an attack by all of so many creatures at so many planeswalkers, with so many that may
/// block: of every so many of the seeds.
fn compare_blocks((attackers, walkers, blockers): (i64, i64, i64), shape: Shape, every: usize) {
    let objectives = ["win, walkers, face", "walkers + face + material", "win, 3*loyalty + 2*walkers + face, material"];
    let mut too_large = 0;
    for seed in seeds().step_by(every) {
        let mut random = Random::new(seed);
        let own: Vec<String> = (1..=attackers)
            .map(|index| creature(&mut random, &format!("A{index}_"), (shape.over, shape.kinds), true, shape))
            .map(|text| text.replace(r#", "commander": true"#, ""))
            .collect();
        let others: Vec<String> = (1..=random.between(1, blockers))
            .map(|index| creature(&mut random, &format!("B{index}"), (0, 0), false, shape))
            .collect();
        let loyal = |index| format!(r#"{{"name": "W{index}", "loyalty": {}}}"#, random.between(1, 3));
        let loyal: Vec<String> = (1..=walkers).map(loyal).collect();
        let attacks: Vec<String> = (1..=attackers)
            .map(|index| match random.between(0, walkers) {
                0 => format!(r#""A{index}_": "bo""#),
                // Mostly each its own.
                _ if random.chance(60) => format!(r#""A{index}_": "W{}""#, (index - 1) % walkers + 1),
                walker => format!(r#""A{index}_": "W{walker}""#),
            })
            .collect();
        let text = format!(
            r#"{{"objective": {:?}, "players": [{{"name": "al", "creatures": [{}]}}, {{"name": "bo", "life": {}, "creatures": [{}], "planeswalkers": [{}]}}], "attacks": {{{}}}}}"#,
            random.pick(&objectives),
            own.join(", "),
            random.between(1, 15),
            others.join(", "),
            loyal.join(", "),
            attacks.join(", ")
        );
        let position = parse(&text);
        let of = |method: Method| value(seed, &text, &position, Question::Block, method);
        let plain = of(Method::OneByOne);
        if plain.is_none() {
            too_large += 1;
            continue;
        }
        assert_eq!(of(Method::Columns), plain, "seed {seed}\n{text}");
        assert_eq!(of(Method::Program), plain, "by program, seed {seed}\n{text}");
    }
    assert!(too_large * 100 <= seeds().count(), "{too_large} boards are too large one by one");
}

/// More planeswalkers may go, beside the game, than there are cases for.
#[test]
fn more_planeswalkers_than_are_counted_one_by_one() {
    compare_blocks((8, 7, 2), Shape { over: 0, evergreen: 20, ..Shape::PLAIN }, 4);
    compare_blocks((8, 8, 2), Shape { over: 30, evergreen: 20, odd: 10, ..Shape::PLAIN }, 8);
}

/// Damage may go over more planeswalkers, in both steps, than there are cases for.
#[test]
fn more_planeswalkers_to_trample_over_than_are_counted() {
    compare_blocks((6, 3, 2), Shape { over: 80, evergreen: 50, ..Shape::PLAIN }, 4);
    compare_blocks((7, 5, 2), Shape { over: 90, evergreen: 30, odd: 10, ..Shape::PLAIN }, 8);
    compare_blocks((6, 4, 2), Shape { over: 90, evergreen: 30, kinds: 30, ..Shape::PLAIN }, 8);
}

/// Both Decayed die and so does the Archer, blocked: 3 + 3 + 4. The Healers gain 2 at most. That is all there is to have
/// for the defender, who has it only with a Healer before the Decayed at Sage, whose damage goes over it else: what a
/// block leaves to go over tells it from others that leave the same creatures to block.
#[test]
fn what_goes_over_tells_blocks_apart_that_cost_the_same() {
    let text = r#"{"objective": "material + face + lifegain", "players": [
        {"name": "you", "creatures": [
            {"name": "Decayed", "count": 2, "power": 2, "toughness": 1, "abilities": ["trample over planeswalkers", "decayed"]},
            {"name": "Archer", "power": 3, "toughness": 1,
                "abilities": ["you may have this creature assign its combat damage as though it weren't blocked"]}]},
        {"name": "opp", "life": 4,
            "creatures": [
                {"name": "Healer", "count": 2, "power": 1, "toughness": 4, "abilities": ["lifelink"]},
                {"name": "Squire", "power": 1, "toughness": 1}],
            "planeswalkers": [{"name": "Sage", "loyalty": 4}, {"name": "Seer", "loyalty": 3}]}],
        "attacks": {"Decayed#1": "Sage", "Decayed#2": "Seer", "Archer": "Sage"}}"#;
    assert_eq!(value(0, text, &parse(text), Question::Block, Method::Columns), Some(vec![-12]));
}

/// A 9/9 trampler over planeswalkers and eight Bears attack a planeswalker, and so many Walls 0/1 may block.
fn hunt(loyalty: i64, walls: usize) -> Vec<i64> {
    let attacks: Vec<String> = (1..=8).map(|number| format!("\"Bear#{number}\": \"Sage\"")).collect();
    let text = format!(
        r#"{{"objective": "face", "players": [
            {{"name": "you", "creatures": [
                {{"name": "Hunter", "power": 9, "toughness": 9, "abilities": ["trample over planeswalkers"]}},
                {{"name": "Bear", "power": 2, "toughness": 2, "count": 8}}]}},
            {{"name": "opp", "life": 50, "planeswalkers": [{{"name": "Sage", "loyalty": {loyalty}}}],
                "creatures": [{{"name": "Wall", "power": 0, "toughness": 1, "count": {walls}}}]}}],
            "attacks": {{"Hunter": "Sage", {}}}}}"#,
        attacks.join(", ")
    );
    value(0, &text, &parse(&text), Question::Block, Method::Columns).expect("proved")
}

/// CR 702.19c: with so many Walls before the Hunter its excess is 9 less that number. In all 25 damage gets past blockers,
/// less 1 for each of those, and less 2 for each Wall before a Bear; what is beyond the loyalty may go over.
#[test]
fn blockers_stand_where_they_take_most_of_what_goes_over() {
    // All before Bears: 25 - 16 is no more than the loyalty.
    assert_eq!(hunt(10, 8), [0]);
    // 25 - 14 is 1 beyond it; all before the Hunter leave it 2.
    assert_eq!(hunt(10, 7), [1]);
    // All before the Hunter, which has 1 left; before Bears 25 - 16 is 5 beyond the loyalty.
    assert_eq!(hunt(4, 8), [1]);
    // 9 - 4 is left to the Hunter.
    assert_eq!(hunt(10, 4), [5]);
}

/// CR 702.19c: of 20 unblocked damage 5 are for the planeswalker, where the Hunter attacks it; without the ability a sixth
/// point is lost on it, of the Hunter or of three Ogres.
#[test]
fn what_is_beyond_the_loyalty_goes_to_the_player() {
    let board = |ability: &str| {
        let text = format!(
            r#"{{"objective": "walkers, face", "players": [
                {{"name": "you", "creatures": [
                    {{"name": "Hunter", "power": 6, "toughness": 6, "abilities": ["flying"{ability}]}},
                    {{"name": "Ogre", "power": 2, "toughness": 2, "count": 7, "abilities": ["flying"]}}]}},
                {{"name": "opp", "life": 50, "planeswalkers": [{{"name": "Sage", "loyalty": 5}}],
                    "creatures": [{{"name": "Wall", "power": 0, "toughness": 1, "count": 8}}]}}]}}"#
        );
        value(0, &text, &parse(&text), Question::Attack, Method::Columns).expect("proved")
    };
    assert_eq!(board(""), [1, 14]);
    assert_eq!(board(", \"trample over planeswalkers\""), [1, 15]);
}

/// The best block under `win, face` against these tramplers over planeswalkers at a planeswalker, where so many Walls 0/1
/// may block, beside a tapped one: each attacker by name, power, and what else JSON says of it.
fn at_sage(attackers: &[(&str, i64, &str)], opponent: &str, loyalty: i64, walls: usize) -> Vec<i64> {
    let creature = |(name, power, rest): &(&str, i64, &str)| {
        format!(r#"{{"name": "{name}", "power": {power}, "toughness": 9, {rest}}}"#)
    };
    let creatures: Vec<String> = attackers.iter().map(creature).collect();
    let attacks: Vec<String> = attackers.iter().map(|(name, ..)| format!(r#""{name}": "Sage""#)).collect();
    let walls: String =
        (0..walls).map(|number| format!(r#", {{"name": "Wall{number}", "power": 0, "toughness": 1}}"#)).collect();
    let text = format!(
        r#"{{"objective": "win, face", "players": [
            {{"name": "you", "creatures": [{}]}},
            {{"name": "opp", "life": 50, {opponent}, "planeswalkers": [{{"name": "Sage", "loyalty": {loyalty}}}],
                "creatures": [{{"name": "Tapped", "power": 0, "toughness": 1, "tapped": true}}{walls}]}}],
            "attacks": {{{}}}}}"#,
        creatures.join(", "),
        attacks.join(", ")
    );
    value(0, &text, &parse(&text), Question::Block, Method::Columns).expect("proved")
}

/// So many attackers of power 2, with what else JSON says of each.
fn twos(rest: &'static str) -> Vec<(&'static str, i64, &'static str)> {
    ["A", "B", "C", "D", "E", "F"].map(|name| (name, 2, rest)).to_vec()
}

const OVER: &str = r#""abilities": ["trample over planeswalkers"]"#;

/// CR 702.19c, 903.10a: the General needs 3 of its 4 points to go over. Of 4 + 6 * 2 points 5 are for the planeswalker.
#[test]
fn what_a_commander_assigns_past_a_planeswalker_is_commander_damage() {
    let mut attackers = twos(OVER);
    attackers.push(("General", 4, r#""commander": true, "abilities": ["trample over planeswalkers"]"#));
    let block = |loyalty, walls| at_sage(&attackers, r#""commander_damage": {"General": 18}"#, loyalty, walls);
    // One Wall takes a point wherever it stands, two before the General leave it 2.
    assert_eq!(block(5, 0), [1, 11]);
    assert_eq!(block(5, 1), [1, 10]);
    assert_eq!(block(5, 2), [0, 9]);
    // 3 are beyond the loyalty, and all may be the General's; a Wall takes one of them.
    assert_eq!(block(13, 0), [1, 3]);
    assert_eq!(block(13, 1), [0, 2]);
}

/// CR 702.90b: the Plague needs all of its 4 points to go over.
#[test]
fn what_infect_assigns_past_a_planeswalker_is_poison() {
    let mut attackers = twos(OVER);
    attackers.push(("Plague", 4, r#""abilities": ["trample over planeswalkers", "infect"]"#));
    let block = |loyalty, walls| at_sage(&attackers, r#""poison": 6"#, loyalty, walls);
    assert_eq!(block(5, 0), [1, 11]);
    assert_eq!(block(5, 1), [0, 10]);
    assert_eq!(block(13, 0), [0, 3]);
}

/// CR 702.164c: each that assigns a point past the planeswalker gives a poison counter, and 4 are needed. Of 12 points 5
/// are for the planeswalker.
#[test]
fn toxic_counts_each_that_assigns_past_a_planeswalker() {
    let attackers = twos(r#""abilities": ["trample over planeswalkers", "toxic 1"]"#);
    let block = |loyalty, walls| at_sage(&attackers, r#""poison": 6"#, loyalty, walls);
    assert_eq!(block(5, 0), [1, 7]);
    assert_eq!(block(5, 3), [1, 4]);
    assert_eq!(block(5, 4), [0, 3]);
    // Three of the six are stopped by two Walls each: 6 points past a single point of loyalty, of three creatures.
    assert_eq!(block(1, 5), [1, 6]);
    assert_eq!(block(1, 6), [0, 5]);
}

/// CR 702.19c, 704.5a: 3 of 6 points are beyond the loyalty. All of the Hunter's make the player lose, and then none of the
/// Plague's goes over, though poison is worth more than other damage.
#[test]
fn who_makes_a_player_lose_may_have_to_do_without_poison() {
    let text = r#"{"objective": "win, poison, face", "players": [
        {"name": "you", "creatures": [
            {"name": "Hunter", "power": 3, "toughness": 3, "abilities": ["trample over planeswalkers"]},
            {"name": "Plague", "power": 3, "toughness": 3, "abilities": ["trample over planeswalkers", "infect"]}]},
        {"name": "opp", "life": 3, "planeswalkers": [{"name": "Sage", "loyalty": 3}]}],
        "attacks": {"Hunter": "Sage", "Plague": "Sage"}}"#;
    assert_eq!(value(0, text, &parse(text), Question::Block, Method::Columns), Some(vec![1, 0, 3]));
}

/// CR 702.16e, 702.19c: what is prevented does nothing past the planeswalker, so the red ones take its loyalty.
#[test]
fn a_protected_controller_leaves_the_loyalty_to_those_whose_damage_is_prevented() {
    let mut attackers = twos(r#""colors": ["red"], "abilities": ["trample over planeswalkers"]"#);
    attackers.push(("Hunter", 4, OVER));
    let block = |loyalty, walls| at_sage(&attackers, r#""abilities": ["protection from red"]"#, loyalty, walls);
    assert_eq!(block(5, 0), [0, 4]);
    assert_eq!(block(5, 1), [0, 3]);
    assert_eq!(block(14, 0), [0, 2]);
}
