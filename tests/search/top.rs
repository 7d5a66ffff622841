//! The best of all attacks and blocks, and how many are best: against plain enumeration.

use alphastrike::position::{Attack, Block, Notation, Position, read};
use alphastrike::rules::{Board, DeclaredAttack, Value};
use alphastrike::search::{Method, Options, Question, Ranked, Stop, Top, exhaustive, top};

use crate::support::random::{Random, Shape, position};

/// How many positions for each shape; `ALPHASTRIKE_POSITIONS` asks for more.
fn seeds() -> std::ops::Range<u64> {
    let number = std::env::var("ALPHASTRIKE_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(150);
    1..1 + number
}

const LINKED: Shape = Shape { attackers: 3, blockers: 2, power: 3, links: 30, evasion: 25, triggers: 25, gangs: 10 };
const INDEPENDENT: Shape = Shape { attackers: 3, blockers: 3, power: 3, links: 0, evasion: 15, triggers: 0, gangs: 0 };

/// Attackers that depend on nothing, and more of them.
const FREE: Shape = Shape { attackers: 4, blockers: 3, power: 3, links: 0, evasion: 10, triggers: 0, gangs: 0 };

fn parse(text: &str) -> Position {
    read(text.as_bytes(), Notation::Json, false).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn board(position: &Position) -> Board<'_> {
    Board::new(position, None).expect("small factors")
}

fn value(position: &Position, attack: &Attack, block: Option<&Block>, question: Question) -> Value {
    let position = position.with_declarations(Some(attack.clone()), block.cloned());
    exhaustive::value(&board(&position), question)
}

/// Positions that enumeration is quick for.
fn positions(shape: Shape) -> impl Iterator<Item = (u64, Random, Position)> {
    seeds().filter_map(move |seed| {
        let mut random = Random::new(seed);
        let table = parse(&position(&mut random, &shape));
        let it = board(&table);
        let sizes: i64 = table.creature_ids().map(|creature| it.characteristics(creature).power.max(0)).sum();
        (sizes <= 12).then_some((seed, random, table))
    })
}

/// Everything that there is, with its value and number of creatures, best first: `sign` is 1 where high values are.
struct All<D> {
    declared: Vec<(D, Value, usize)>,
    best_first: fn(&Value, &Value) -> std::cmp::Ordering,
}

impl<D: PartialEq> All<D> {
    /// Whether the list is what it says: the best, in order, and for what is left out and would belong, something of
    /// the same value and size that is listed.
    fn assert_top(&self, top: &Top, wanted: usize, declared: impl Fn(&Ranked) -> &D, what: &str) {
        let best = self.declared.iter().map(|(_, value, _)| value).min_by(|a, b| (self.best_first)(a, b));
        let best = best.expect("something is legal");
        let optimal = self.declared.iter().filter(|(_, value, _)| value == best).count() as u64;
        assert_eq!((top.optimal, top.exact, &top.stop), (optimal, true, &None), "{what}");
        let mut listed: Vec<(Value, usize)> = Vec::new();
        for ranked in &top.ranked {
            let known = self.declared.iter().find(|(other, ..)| other == declared(ranked));
            let (_, value, size) = known.unwrap_or_else(|| panic!("illegal: {ranked:?} {what}"));
            assert_eq!(*value, ranked.value, "{what}");
            let again = top.ranked.iter().filter(|other| declared(other) == declared(ranked)).count();
            assert_eq!(again, 1, "{ranked:?} is there twice: {what}");
            listed.push((value.clone(), *size));
        }
        let order = |a: &(Value, usize), b: &(Value, usize)| (self.best_first)(&a.0, &b.0).then(a.1.cmp(&b.1));
        assert!(listed.is_sorted_by(|a, b| order(a, b).is_le()), "{listed:?} {what}");
        assert!(top.ranked.len() <= wanted && !listed.is_empty(), "{what}");
        for (_, value, size) in &self.declared {
            let key = (value.clone(), *size);
            let beyond = top.ranked.len() == wanted && listed.last().is_some_and(|last| order(&key, last).is_ge());
            assert!(beyond || listed.contains(&key), "{key:?} is left out: {what}");
        }
    }
}

fn compare_attacks(shape: Shape) {
    let mut asked = 0;
    for (seed, _, table) in positions(shape) {
        let it = board(&table);
        let attacks = exhaustive::legal_attacks(&it).into_iter().map(|attack| {
            let worth = value(&table, &attack, None, Question::Block);
            let size = attack.0.len();
            (attack, worth, size)
        });
        let all = All { declared: attacks.collect(), best_first: |a, b| b.cmp(a) };
        for method in [Method::Columns, Method::OneByOne] {
            for wanted in [1, 2, 3, 5, 1000] {
                let options = Options { method, ..Options::default() };
                let what = format!("seed {seed} {method:?} {wanted}\n{}", table.to_json().unwrap_or_default());
                let (solution, top) =
                    top(&it, Question::Attack, wanted, &options).unwrap_or_else(|error| panic!("{error}: {what}"));
                all.assert_top(&top, wanted, |ranked| &ranked.attack, &what);
                assert_eq!(solution.value, top.ranked[0].value, "{what}");
                for Ranked { value: worth, attack, block } in &top.ranked {
                    assert_eq!(*worth, value(&table, attack, Some(block), Question::Assign), "reply: {what}");
                }
            }
        }
        asked += 1;
    }
    assert!(asked >= 50, "{asked} positions");
}

#[test]
fn best_attacks_equal_enumeration() {
    compare_attacks(LINKED);
}

#[test]
fn best_attacks_by_columns_equal_enumeration() {
    compare_attacks(INDEPENDENT);
}

#[test]
fn best_blocks_equal_enumeration() {
    let mut asked = 0;
    for (seed, mut random, table) in [LINKED, INDEPENDENT, FREE].into_iter().flat_map(positions) {
        let legal = exhaustive::legal_attacks(&board(&table));
        let attack = random.pick(&legal).clone();
        let declared = table.with_declarations(Some(attack.clone()), None);
        let it = board(&declared);
        let attacking = DeclaredAttack::new(&it, &attack);
        let mut blocks = vec![Block::default()];
        for defender in table.defending_players() {
            let own = exhaustive::legal_blocks(&it, &attacking, defender);
            blocks = blocks
                .iter()
                .flat_map(|block| own.iter().map(|more| Block([block.0.as_slice(), more.0.as_slice()].concat())))
                .collect();
        }
        let blocks = blocks.into_iter().map(|mut block| {
            block.0.sort_unstable_by_key(|(blocker, _)| *blocker);
            let worth = value(&table, &attack, Some(&block), Question::Assign);
            let size = block.0.len();
            (block, worth, size)
        });
        let all = All { declared: blocks.collect(), best_first: |a, b| a.cmp(b) };
        let methods = [Method::Columns, Method::OneByOne];
        for (method, wanted) in methods.into_iter().flat_map(|method| [1, 2, 4, 1000].map(|wanted| (method, wanted))) {
            let what = format!("seed {seed} {method:?} {wanted}\n{}", declared.to_json().unwrap_or_default());
            let options = Options { method, ..Options::default() };
            let (solution, top) =
                top(&it, Question::Block, wanted, &options).unwrap_or_else(|error| panic!("{error}: {what}"));
            all.assert_top(&top, wanted, |ranked| &ranked.block, &what);
            assert_eq!(solution.value, top.ranked[0].value, "{what}");
        }
        asked += 1;
    }
    assert!(asked >= 100, "{asked} positions");
}

#[test]
fn alike_creatures_are_counted_apart_and_listed_once() {
    let table = parse(
        r#"{"objective": "face", "players": [
            {"name": "you", "creatures": [{"name": "Elf", "count": 10, "power": 1, "toughness": 1}]},
            {"name": "opp", "life": 20, "creatures": ["3 x Wall 0/4"]}]}"#,
    );
    for method in [Method::Columns, Method::OneByOne] {
        let options = Options { method, ..Options::default() };
        let (_, top) = top(&board(&table), Question::Attack, 3, &options).expect("an answer");
        let worth: Vec<(i64, usize)> =
            top.ranked.iter().map(|ranked| (ranked.value.0[0], ranked.attack.0.len())).collect();
        assert_eq!(worth, [(7, 10), (6, 9), (5, 8)]);
        assert_eq!((top.optimal, top.exact), (1, true));
    }
    // Two are blocked, so that seven of nine get through.
    let table = parse(
        r#"{"objective": "win", "players": [
            {"name": "you", "creatures": ["10 x Elf 1/1"]},
            {"name": "opp", "life": 7, "creatures": ["2 x Wall 0/4"]}]}"#,
    );
    let (_, top) = top(&board(&table), Question::Attack, 2, &Options::default()).expect("an answer");
    let sizes: Vec<usize> = top.ranked.iter().map(|ranked| ranked.attack.0.len()).collect();
    // All ten, or nine of them in ten ways.
    assert_eq!((sizes, top.optimal), (vec![9, 10], 11));
}

/// Creatures that can block several are alike as well, also where there is only one attacker to block.
#[test]
fn alike_guards_are_listed_once() {
    let table = parse(
        r#"{"objective": "face", "players": [
            {"name": "you", "creatures": ["Ogre 2/2"]},
            {"name": "opp", "creatures": [{"name": "Guard", "count": 2, "power": 0, "toughness": 4,
                "abilities": ["can block an additional creature each combat"]}]}],
            "attacks": {"Ogre": "opp"}}"#,
    );
    for method in [Method::Columns, Method::OneByOne] {
        let options = Options { method, ..Options::default() };
        let (_, top) = top(&board(&table), Question::Block, 5, &options).expect("an answer");
        let worth: Vec<(i64, usize)> =
            top.ranked.iter().map(|ranked| (ranked.value.0[0], ranked.block.0.len())).collect();
        assert_eq!(worth, [(0, 1), (0, 2), (2, 0)], "{method:?}");
        // Either Guard, or both.
        assert_eq!((top.optimal, top.exact), (3, true), "{method:?}");
    }
}

#[test]
fn blocks_too_many_to_look_at_are_ranked_and_counted() {
    // Of ten attackers with power 1 to 10, eight Walls stop eight: the two that get through deal 1 and 2 at least, then 1
    // and 3, then 1 and 4 or 2 and 3. There are 11^8 ways to block, 214 million, and 8! ways to block the same eight.
    let ogres: Vec<String> = (1..=10).map(|power| format!("\"Ogre{power} {power}/30\"")).collect();
    let attacks: Vec<String> = (1..=10).map(|power| format!("\"Ogre{power}\": \"opp\"")).collect();
    let table = |walls: &str| {
        parse(&format!(
            r#"{{"objective": "face", "players": [{{"name": "you", "creatures": [{}]}},
                {{"name": "opp", "life": 100, "creatures": [{walls}]}}], "attacks": {{{}}}}}"#,
            ogres.join(", "),
            attacks.join(", ")
        ))
    };
    let alike = table("\"8 x Wall 0/4\"");
    let (solution, ranking) = top(&board(&alike), Question::Block, 4, &Options::default()).expect("an answer");
    let faces = |top: &Top| top.ranked.iter().map(|ranked| ranked.value.0[0]).collect::<Vec<_>>();
    assert_eq!((solution.value.0[0], faces(&ranking)), (3, vec![3, 4, 5, 5]));
    assert_eq!((ranking.optimal, ranking.exact, ranking.stop.clone()), (40_320, true, None));
    // None of them kills or dies, so that which is which makes no difference to the count.
    let walls: Vec<String> = (0..8).map(|wall| format!("\"Wall{wall} 0/{}\"", 3 + wall)).collect();
    let apart = table(&walls.join(", "));
    let (_, ranking) = top(&board(&apart), Question::Block, 2, &Options::default()).expect("an answer");
    assert_eq!((faces(&ranking), ranking.optimal, ranking.exact), (vec![3, 3], 40_320, true));
    // At a limit on nodes the answer stays proved, and the count is a bound.
    let options = Options { node_limit: Some(solution.statistics.nodes - 1), ..Options::default() };
    let (solution, ranking) = top(&board(&alike), Question::Block, 4, &options).expect("an answer");
    assert_eq!((solution.stop.clone(), ranking.stop.clone(), ranking.exact), (None, Some(Stop::Nodes), false));
    assert!((1..=40_320).contains(&ranking.optimal) && faces(&ranking)[0] == 3);
}

#[test]
fn blocks_by_sets_are_ranked_as_one_by_one() {
    let shape = Shape { attackers: 5, blockers: 5, power: 4, links: 0, evasion: 10, triggers: 0, gangs: 0 };
    let mut several = 0;
    for seed in seeds() {
        let mut random = Random::new(seed);
        let table = parse(&position(&mut random, &shape));
        let legal = exhaustive::legal_attacks(&board(&table));
        // Large attacks come last.
        let attack = legal[legal.len() - 1 - random.between(0, legal.len() as i64 / 8) as usize].clone();
        let declared = table.with_declarations(Some(attack), None);
        let what = format!("seed {seed}\n{}", declared.to_json().unwrap_or_default());
        let ask = |method| {
            let options = Options { method, ..Options::default() };
            top(&board(&declared), Question::Block, 5, &options).unwrap_or_else(|error| panic!("{error}: {what}")).1
        };
        let (by_sets, one_by_one) = (ask(Method::Columns), ask(Method::OneByOne));
        assert_eq!((by_sets.optimal, by_sets.exact), (one_by_one.optimal, one_by_one.exact), "{what}");
        let keys = |top: &Top| -> Vec<(Value, usize)> {
            let mut keys: Vec<_> = top.ranked.iter().map(|it| (it.value.clone(), it.block.0.len())).collect();
            keys.dedup();
            keys
        };
        // What makes no difference is listed once, so that the list may reach further.
        assert!(keys(&by_sets).starts_with(&keys(&one_by_one)), "{by_sets:?} {one_by_one:?} {what}");
        several += u32::from(one_by_one.optimal > 1);
    }
    assert!(several > 20, "only {several} with several best blocks");
}

#[test]
fn within_a_limit_the_count_is_a_bound() {
    let table = parse(
        r#"{"objective": "win, face, material", "players": [
            {"name": "you", "creatures": ["Angel 4/4 flying, exalted", "Ox 3/3 trample", "Elf 1/1", "Bear 2/2"]},
            {"name": "opp", "life": 12, "creatures": ["Wall 0/4", "Bird 1/1 flying", "Ogre 3/3"]}]}"#,
    );
    let ask = |nodes| {
        let options = Options { node_limit: nodes, ..Options::default() };
        top(&board(&table), Question::Attack, 4, &options).expect("an answer")
    };
    let (whole, all) = ask(None);
    assert!(all.exact && all.stop.is_none() && whole.stop.is_none());
    let nodes = whole.statistics.nodes;
    let mut seen = 0;
    for nodes in (0..nodes).step_by((nodes / 40).max(1) as usize) {
        let (solution, top) = ask(Some(nodes));
        assert!(!top.exact && top.stop == Some(Stop::Nodes) && top.optimal >= 1, "{nodes} nodes");
        assert_eq!(solution.value, top.ranked[0].value, "{nodes} nodes");
        assert!(
            solution.stop.is_some() || top.optimal <= all.optimal && solution.value == whole.value,
            "{nodes} nodes"
        );
        seen += usize::from(solution.stop.is_none());
    }
    assert!(seen > 0, "the second search is never the one that is stopped");
    assert_eq!(ask(Some(nodes)).1, all);
}
