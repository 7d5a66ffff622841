//! Seeded random positions with all rules mixed, as JSON text.

use super::objectives;

/// SplitMix64 (Steele, Lea and Flood 2014): small, seedable, the same on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    /// The larger of two numbers from `low` to `high`.
    pub fn large(&mut self, low: i64, high: i64) -> i64 {
        self.between(low, high).max(self.between(low, high))
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: i64) -> bool {
        self.between(1, 100) <= percent
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.between(0, items.len() as i64 - 1) as usize]
    }
}

/// How large and how odd the positions are.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub attackers: i64,
    pub blockers: i64,
    pub power: i64,
    /// Percent of creatures that have a requirement, a restriction or several blocks.
    pub links: i64,
    /// Percent of creatures that have something that restricts how they are blocked.
    pub evasion: i64,
    /// Percent of creatures that trigger, or care how many attack.
    pub triggers: i64,
    /// Percent of creatures that can block any number of creatures.
    pub gangs: i64,
}

const DAMAGE: &[&str] = &[
    "trample",
    "trample",
    "deathtouch",
    "first strike",
    "double strike",
    "lifelink",
    "infect",
    "wither",
    "indestructible",
    "toxic 1",
    "trample over planeswalkers",
    "prevent all damage that would be dealt to this creature",
    "assigns combat damage equal to its toughness rather than its power",
    "you may have this creature assign its combat damage as though it weren't blocked",
];

const EVASION: &[&str] = &[
    "flying",
    "flying",
    "reach",
    "menace",
    "shadow",
    "horsemanship",
    "fear",
    "intimidate",
    "skulk",
    "islandwalk",
    "protection from red",
    "protection from artifacts",
    "can't be blocked",
    "can't be blocked by more than one creature",
    "can't be blocked except by three or more creatures",
    "can't be blocked by creatures with power 2 or less",
];

const TRIGGERS: &[&str] = &[
    "exalted",
    "battle cry",
    "melee",
    "bushido 1",
    "flanking",
    "rampage 1",
    "frenzy 2",
    "afflict 1",
    "decayed",
    "vigilance",
];

const LINKS: &[&str] = &[
    "can block an additional creature each combat",
    "can block an additional creature each combat",
    "can block any number of creatures",
    "must be blocked if able",
    "all creatures able to block this creature do so",
    "attacks each combat if able",
    "blocks each combat if able",
    "can't attack alone",
    "can't block alone",
    "can't block",
    "defender",
    "no more than one creature can block each combat",
    "no more than two creatures can attack each combat",
    "can't attack unless defending player controls an Island",
];

/// One creature as a JSON object.
fn creature(random: &mut Random, shape: &Shape, name: &str, opponent: &str, attackers: i64) -> String {
    let toughness = random.between(1, 4);
    let mut abilities: Vec<&str> = Vec::new();
    for (pool, percent) in [(DAMAGE, 45), (DAMAGE, 25), (EVASION, shape.evasion), (TRIGGERS, shape.triggers)] {
        if random.chance(percent) {
            abilities.push(*random.pick(pool));
        }
    }
    if random.chance(shape.links) {
        abilities.push(*random.pick(LINKS));
    }
    if random.chance(shape.gangs) {
        abilities.push("can block any number of creatures");
    }
    let abilities: Vec<String> = abilities.iter().map(|text| format!("{text:?}")).collect();
    let mut fields = vec![
        format!("\"name\": {name:?}"),
        format!("\"power\": {}", random.large(0, shape.power)),
        format!("\"toughness\": {toughness}"),
        format!("\"abilities\": [{}]", abilities.join(", ")),
    ];
    let color = random.pick(&["", "\"red\"", "\"black\"", "\"red\", \"green\""]);
    fields.push(format!("\"colors\": [{color}]"));
    if random.chance(10) {
        fields.push("\"type_line\": \"Artifact Creature — Construct\"".to_owned());
    }
    let damage = if random.chance(15) { random.between(0, toughness - 1) } else { 0 };
    if damage > 0 {
        fields.push(format!("\"damage\": {damage}"));
    } else if random.chance(15) {
        let counters =
            random.pick(&["\"shield\": 1", "\"+1/+1\": 1", "\"flying\": 1", "\"shield\": 2", "\"exalted\": 2"]);
        fields.push(format!("\"counters\": {{{counters}}}"));
    }
    for (field, percent) in [("tapped", 4), ("summoning_sick", 4), ("commander", 8)] {
        if random.chance(percent) {
            fields.push(format!("{field:?}: true"));
        }
    }
    if random.chance(10) {
        fields.push(format!("\"value\": {}", random.between(0, 5)));
    }
    if name.starts_with('A') && random.chance(shape.links / 6) {
        fields.push(format!("\"goaded_by\": [{opponent:?}]"));
    }
    if name.starts_with('B') && attackers > 0 && random.chance(shape.links / 6) {
        fields.push(format!("\"must_block\": [\"A{}\"]", random.between(1, attackers)));
    }
    format!("{{{}}}", fields.join(", "))
}

/// A position without declarations.
pub fn position(random: &mut Random, shape: &Shape) -> String {
    let attackers = random.large(1, shape.attackers);
    let own: Vec<String> =
        (1..=attackers).map(|index| creature(random, shape, &format!("A{index}"), "bo", attackers)).collect();
    let siege = random.chance(10);
    let battles = if siege { r#", "battles": [{"name": "Siege", "defense": 2, "protector": "bo"}]"# } else { "" };
    let defenders: &[&str] = if random.chance(20) { &["bo", "cy"] } else { &["bo"] };
    let mut blockers = random.large(0, shape.blockers);
    let mut number = 0;
    let mut players = vec![format!(
        r#"{{"name": "al", "life": {}, "creatures": [{}]{battles}}}"#,
        random.between(1, 20),
        own.join(", ")
    )];
    for (index, name) in defenders.iter().enumerate() {
        let here = if index + 1 == defenders.len() { blockers } else { random.between(0, blockers) };
        blockers -= here;
        let creatures: Vec<String> = (0..here)
            .map(|_| {
                number += 1;
                creature(random, shape, &format!("B{number}"), "al", attackers)
            })
            .collect();
        let walkers = if random.chance(25) {
            format!(r#", "planeswalkers": [{{"name": "W{index}", "loyalty": {}}}]"#, random.between(1, 4))
        } else {
            String::new()
        };
        let poison = if random.chance(15) { random.between(6, 9) } else { 0 };
        let lands = if random.chance(30) { r#", "lands": ["Island"]"# } else { "" };
        let shielded = if random.chance(8) { r#", "abilities": ["protection from red"]"# } else { "" };
        let general = if random.chance(8) {
            format!(r#", "commander_damage": {{"A1": {}}}"#, random.between(17, 20))
        } else {
            String::new()
        };
        players.push(format!(
            r#"{{"name": {name:?}, "life": {}, "poison": {poison}, "creatures": [{}]{walkers}{lands}{shielded}{general}}}"#,
            random.between(1, 9),
            creatures.join(", ")
        ));
    }
    format!(r#"{{"objective": {:?}, "players": [{}]}}"#, random.pick(objectives::ANY), players.join(", "))
}
