//! Seeded random combats with every rule of damage mixed in, small enough to try all splits.

use serde_json::{Map, Value, json};

use crate::support::objectives;

/// A small generator of random numbers (SplitMix64): the same on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: i64) -> bool {
        self.between(1, 100) <= percent
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.between(0, from.len() as i64 - 1) as usize]
    }
}

const ABILITIES: [(&str, i64); 16] = [
    ("trample", 35),
    ("deathtouch", 15),
    ("lifelink", 18),
    ("wither", 8),
    ("infect", 8),
    ("indestructible", 10),
    ("toxic 2", 7),
    ("decayed", 4),
    ("protection from red", 10),
    ("first strike", 6),
    ("double strike", 6),
    ("trample over planeswalkers", 12),
    ("you may have this creature assign its combat damage as though it weren't blocked", 8),
    ("this creature assigns combat damage equal to its toughness rather than its power", 4),
    ("prevent all damage that would be dealt to this creature", 3),
    ("prevent all combat damage that would be dealt by this creature", 3),
];

fn creature(random: &mut Random, name: &str) -> Value {
    let abilities: Vec<&str> =
        ABILITIES.iter().filter(|(_, percent)| random.chance(*percent)).map(|(a, _)| *a).collect();
    let toughness = random.between(1, 4);
    let damage = if random.chance(25) { random.between(0, toughness - 1) } else { 0 };
    let shield = i64::from(random.chance(6));
    let mut creature = json!({
        "name": name,
        "power": random.between(0, 4),
        "toughness": toughness,
        "damage": damage,
        "abilities": abilities,
        "commander": random.chance(10),
        "counters": if shield > 0 { json!({ "shield": shield }) } else { json!({}) },
        "colors": if random.chance(40) { json!(["red"]) } else { json!([]) },
    });
    if random.chance(30) {
        creature["value"] = json!(random.between(0, 5));
    }
    creature
}

/// A declared combat as JSON, the same for the same seed.
pub fn declared_combat(seed: u64) -> String {
    let mut random = Random::new(seed);
    let random = &mut random;
    let attackers: Vec<String> = (0..random.between(1, 3)).map(|index| format!("A{index}")).collect();
    let blockers: Vec<String> = (0..random.between(0, 3)).map(|index| format!("B{index}")).collect();
    let (third, battle) = (random.chance(15), random.chance(15));
    let walkers = random.between(-1, 2).max(0);
    let mine: Vec<Value> = attackers.iter().map(|name| creature(random, name)).collect();
    let theirs: Vec<Value> = blockers.iter().map(|name| creature(random, name)).collect();
    let mut dealt = Map::new();
    for name in &attackers {
        if random.chance(10) {
            dealt.insert(name.clone(), json!(random.between(17, 20)));
        }
    }
    let life = if random.chance(6) { random.between(-1, 0) } else { random.between(1, 8) };
    let opponent = |random: &mut Random, name: &str, creatures: &[Value], walkers: Vec<Value>| {
        json!({
            "name": name,
            "life": life,
            "poison": if random.chance(30) { random.between(5, 9) } else { 0 },
            "commander_damage": dealt,
            "abilities": if random.chance(6) { json!(["protection from red"]) } else { json!([]) },
            "creatures": creatures,
            "planeswalkers": walkers,
        })
    };
    let loyal =
        |random: &mut Random, index: i64| json!({ "name": format!("W{index}"), "loyalty": random.between(1, 5) });
    let walkers: Vec<Value> = (0..walkers).map(|index| loyal(random, index)).collect();
    let mut targets: Vec<String> =
        walkers.iter().filter_map(|walker| walker["name"].as_str()).map(str::to_owned).collect();
    targets.extend(["opp".to_owned(), "opp".to_owned()]);
    let mut you = json!({ "name": "you", "life": random.between(1, 20), "creatures": mine });
    if battle {
        targets.push("Siege".to_owned());
        you["battles"] = json!([{ "name": "Siege", "defense": random.between(1, 5), "protector": "opp" }]);
    }
    let mut players = vec![you, opponent(random, "opp", &theirs, walkers)];
    if third {
        targets.push("late".to_owned());
        players.push(opponent(random, "late", &[], Vec::new()));
    }
    let mut attacks = Map::new();
    for name in &attackers {
        attacks.insert(name.clone(), json!(random.pick(&targets)));
    }
    let mut blocks = Map::new();
    for blocker in &blockers {
        let most = if random.chance(30) { 3 } else { 1 };
        let mut blocked: Vec<&String> = Vec::new();
        for _ in 0..most {
            let attacker = random.pick(&attackers);
            if attacks[attacker.as_str()] != json!("late") && !blocked.contains(&attacker) {
                blocked.push(attacker);
            }
        }
        if !blocked.is_empty() {
            blocks.insert(blocker.clone(), json!(blocked));
        }
    }
    let objective = random.pick(objectives::ANY);
    json!({ "objective": objective, "players": players, "attacks": attacks, "blocks": blocks }).to_string()
}
