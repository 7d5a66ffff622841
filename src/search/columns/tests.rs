//! Columns against plain play: the duel in numbers gives what the rules give, and no set that was left out is better
//! for the defenders than a column that it contains.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{Blockers, Column, PRICE_LIMIT};
use crate::position::{Attack, BattleId, Notation, PlaneswalkerId, Position, Target, read};
use crate::rules::{Board, Bonus, DeclaredAttack, DeclaredAttacker, can_block};
use crate::search::classes::{Classes, group_alike};
use crate::search::duel::Duel;
use crate::search::duties::Demand;
use crate::search::fighter::damage_reach;
use crate::search::gain::{Gain, Numbers};
use crate::search::random::Random;
use crate::search::score::Scorer;

/// How many boards; `ALPHASTRIKE_POSITIONS` asks for more.
fn number() -> u64 {
    std::env::var("ALPHASTRIKE_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_500)
}

/// Where the seeds start; `ALPHASTRIKE_SEED` repeats a failure.
fn first_seed() -> u64 {
    std::env::var("ALPHASTRIKE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

const EVERGREEN: &[&str] =
    &["first strike", "double strike", "deathtouch", "trample", "lifelink", "indestructible", "vigilance"];

const OTHER: &[&str] = &[
    "infect",
    "wither",
    "toxic 1",
    "flanking",
    "bushido 1",
    "rampage 1",
    "afflict 1",
    "decayed",
    "menace",
    "protection from red",
    "trample over planeswalkers",
    "prevent all damage that would be dealt to this creature",
    "assigns combat damage equal to its toughness rather than its power",
    "you may have this creature assign its combat damage as though it weren't blocked",
    "can't be blocked by more than one creature",
];

/// Objectives that never want less damage, fewer kills or more losses.
const NATURAL: &[&str] = &[
    "damage",
    "trade",
    "balanced",
    "win, face + material",
    "win, 3*loyalty + face, material",
    "win, material, face",
    "face",
    "material",
    "kills, face",
    "kills - losses",
    "win, poison, face",
    "walkers, face",
    "win, defense + loyalty, face",
    "lifegain, material",
    "win, material, lifegain",
    "win, 2*face + 3*material + lifegain",
    "win, kills - 2*losses, face",
];

fn creature(random: &mut Random, name: &str, more: usize) -> String {
    let toughness = 1 + random.below(5);
    let mut abilities: Vec<String> = Vec::new();
    for (pool, percent) in [(EVERGREEN, 60), (EVERGREEN, 40), (EVERGREEN, 15), (OTHER, more)] {
        if random.chance(percent) {
            abilities.push(format!("{:?}", random.pick(pool)));
        }
    }
    let damage = if random.chance(20) { random.below(toughness) } else { 0 };
    let value = if random.chance(20) { format!(", \"value\": {}", random.below(5)) } else { String::new() };
    let count = if random.chance(15) { ", \"count\": 2" } else { "" };
    let count = if name == "A" { "" } else { count };
    let shield = if random.chance(more / 4) { ", \"counters\": {\"shield\": 1}" } else { "" };
    let color = random.pick(&["", "\"red\""]);
    format!(
        "{{\"name\": {name:?}, \"power\": {}, \"toughness\": {toughness}, \"damage\": {damage}, \
         \"colors\": [{color}], \"abilities\": [{}]{value}{count}{shield}}}",
        random.below(7),
        abilities.join(", ")
    )
}

/// One attacker and up to four kinds of blockers; `more` percent of the creatures have more than evergreen abilities.
fn position(seed: u64, more: usize) -> (String, Position) {
    let mut random = Random(seed);
    let attacker = creature(&mut random, "A", more);
    let blockers: Vec<String> =
        (0..1 + random.below(4)).map(|index| creature(&mut random, &format!("B{index}"), more)).collect();
    let walkers = if random.chance(30) { r#", "planeswalkers": [{"name": "W", "loyalty": 3}]"# } else { "" };
    let battles =
        if random.chance(15) { r#", "battles": [{"name": "Siege", "defense": 2, "protector": "bo"}]"# } else { "" };
    let text = format!(
        r#"{{"objective": {:?}, "players": [{{"name": "al", "creatures": [{attacker}]{battles}}}, {{"name": "bo", "life": {}, "creatures": [{}]{walkers}}}]}}"#,
        random.pick(NATURAL),
        1 + random.below(8),
        blockers.join(", ")
    );
    let position = read(text.as_bytes(), Notation::Json, false).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    (text, position)
}

/// What a test is given: a board's attacker, aimed at one thing, and its blockers.
struct Scene<'t, 's, 'b, 'p> {
    scorer: &'s Scorer<'b, 'p>,
    numbers: &'t Numbers,
    blockers: &'t Blockers<'s, 'b, 'p>,
    attacker: DeclaredAttacker,
    able: Vec<bool>,
    shown: String,
}

impl Scene<'_, '_, '_, '_> {
    /// Every set of able blockers that may block, as counts of classes.
    fn sets(&self) -> Vec<SmallVec<[(usize, usize); 4]>> {
        let it = self.scorer.board().characteristics(self.attacker.creature);
        let mut sets: Vec<SmallVec<[(usize, usize); 4]>> = vec![SmallVec::new()];
        for (class, members) in self.blockers.classes.members.iter().enumerate().filter(|(class, _)| self.able[*class])
        {
            let with = |set: &SmallVec<[(usize, usize); 4]>, count: usize| {
                let mut set = set.clone();
                if count > 0 {
                    set.push((class, count));
                }
                set
            };
            sets = sets.iter().flat_map(|set| (0..=members.len()).map(move |count| with(set, count))).collect();
        }
        let size = |set: &SmallVec<[(usize, usize); 4]>| set.iter().map(|(_, count)| count).sum::<usize>();
        sets.retain(|set| size(set) == 0 || (it.least_blockers..=it.most_blockers).contains(&size(set)));
        sets
    }
}

/// Looks at so many boards, each with all that the attacker may attack.
fn each_scene(more: usize, mut look: impl FnMut(&Scene<'_, '_, '_, '_>)) {
    for seed in first_seed()..first_seed() + number() {
        let (text, position) = position(seed, more);
        let board = Board::new(&position, None).expect("small factors");
        let scorer = Scorer::within(&board, Arc::default());
        assert!(scorer.is_natural(), "{text}");
        let creature = position.creatures_of(position.active()).next().expect("an attacker");
        let defender = position.defending_players().next().expect("a defender");
        let mut targets = vec![Target::Player(defender)];
        if !position.planeswalkers().is_empty() {
            targets.push(Target::Planeswalker(PlaneswalkerId(0)));
        }
        if !position.battles().is_empty() {
            targets.push(Target::Battle(BattleId(0)));
        }
        for target in targets {
            let attacker = DeclaredAttacker { creature, target, defender, bonus: Bonus::default() };
            // Every other board keeps only the sums that this attacker alone can raise to a threshold.
            let reach = if seed % 2 == 0 { damage_reach(&scorer, &[(1, vec![&attacker])]) } else { None };
            let numbers = Numbers::new(&scorer, |entry| reach.as_ref().map(|reach| reach[entry])).expect("small");
            let classes = Classes::new(group_alike(&position, position.creatures_of(defender))).expect("few blockers");
            let attack = DeclaredAttack::new(&board, &Attack(vec![(creature, target)]));
            let able: Vec<bool> =
                classes.members.iter().map(|class| can_block(&board, &attack, class[0], &attacker)).collect();
            let blockers = Blockers::new(&scorer, &numbers, &classes);
            let shown = format!("seed {seed}, {target:?}\n{text}");
            look(&Scene { scorer: &scorer, numbers: &numbers, blockers: &blockers, attacker, able, shown });
        }
    }
}

/// Whether for each of these some other is at least as good for the active player.
fn covered(options: &[Gain], by: &[Gain]) -> bool {
    options.iter().all(|option| by.iter().any(|other| other.dominates(option)))
}

#[test]
fn duels_in_numbers_are_what_the_rules_play() {
    let (mut compared, mut open) = (0, 0);
    each_scene(0, |scene| {
        let Scene { scorer, numbers, blockers, attacker, shown, .. } = scene;
        let duel = Duel::new(scorer, numbers, attacker, &blockers.fighters);
        for set in scene.sets() {
            let Some(played) = duel.as_ref().and_then(|duel| duel.play(&set)) else {
                open += 1;
                continue;
            };
            let plain = blockers.play_out(attacker, &set).expect("a small combat");
            let same = covered(&played.options, &plain.options) && covered(&plain.options, &played.options);
            assert!(same, "{set:?}: {:?} for {:?}\n{shown}", played.options, plain.options);
            assert!(!played.dies || plain.dies, "{set:?}: it need not die\n{shown}");
            assert!(played.through || !plain.through, "{set:?}: something gets through\n{shown}");
            compared += 1;
        }
    });
    println!("{compared} duels compared, {open} left to plain play");
    assert!(compared > 4 * open, "{compared} compared, {open} open");
}

/// Checks the columns of every board against all sets of blockers.
fn check_columns(more: usize) {
    let (mut columns, mut sets) = (0, 0);
    each_scene(more, |scene| {
        let Scene { blockers, attacker, able, shown, .. } = scene;
        let it = scene.blockers.scorer.board().characteristics(attacker.creature);
        let demand = Demand::counts(it.least_blockers, it.most_blockers);
        // Damage may be divided in too many ways to play out; that is an answer of its own.
        let Ok(found) = blockers.columns(attacker, able, &demand, &mut PRICE_LIMIT.clone()) else { return };
        for column in &found {
            let Ok(plain) = blockers.play_out(attacker, &column.groups) else { continue };
            let same = covered(&column.options, &plain.options) && covered(&plain.options, &column.options);
            assert!(same, "{:?}: {:?} for {:?}\n{shown}", column.groups, column.options, plain.options);
        }
        for set in scene.sets() {
            let Ok(plain) = blockers.play_out(attacker, &set) else { continue };
            let used = set.iter().map(|(class, count)| blockers.classes.one(*class) * *count as u128).sum();
            let as_good = |column: &Column| blockers.classes.fits(column.used, used) && column.beats(&plain.options);
            assert!(found.iter().any(as_good), "{set:?} is better than its columns: {:?}\n{shown}", plain.options);
            sets += 1;
        }
        columns += found.len();
    });
    println!("{columns} columns for {sets} sets");
    assert!(columns * 10 < sets * 9, "nothing is left out: {columns} columns for {sets} sets");
}

#[test]
fn no_set_left_out_is_better_than_its_columns() {
    check_columns(0);
}

#[test]
fn no_set_left_out_is_better_than_its_columns_whatever_the_abilities() {
    check_columns(60);
}
