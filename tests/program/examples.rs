//! The worked examples of the rules digest, one step or both, with the values derived there.

use alphastrike::position::Assignment;
use alphastrike::rules::{Board, Side};
use serde_json::json;

use super::scene::Scene;
use super::support::{best, combat, legal_splits, position, value_after};

/// Plays every step by program, the active player first, and compares the value at the end. In a single step the
/// value is also compared with all splits.
#[track_caller]
fn expect(name: &str, scene: &Scene, value: &[i64]) {
    let text = scene.text();
    let position = position(&text);
    let Ok(board) = Board::new(&position, None) else { panic!("{name}") };
    let mut combat = combat(&board);
    let mut reached = None;
    for _ in combat.steps() {
        let optimum = best(&combat, Side::Active, &[]);
        let splits = legal_splits(&combat, Side::Active, 100_000).unwrap_or_default();
        let by_hand = splits.iter().map(|rows| value_after(&combat, rows, &[])).max();
        assert_eq!(by_hand.as_ref(), Some(&optimum.value), "{name}: all splits");
        let answer = best(&combat, Side::Defending, &optimum.assignments);
        combat.deal(&[optimum.assignments, answer.assignments].concat());
        reached = Some(optimum.value);
    }
    assert_eq!(reached.map(|value| value.0.to_vec()).as_deref(), Some(value), "{name}: {text}");
}

/// What the defenders answer best to what the attackers must assign.
#[track_caller]
fn expect_answer(name: &str, scene: &Scene, given: impl Fn(&Assignment) -> bool, value: &[i64]) {
    let position = position(&scene.text());
    let Ok(board) = Board::new(&position, None) else { panic!("{name}") };
    let combat = combat(&board);
    let rows: Vec<Assignment> = best(&combat, Side::Active, &[]).assignments.into_iter().filter(given).collect();
    let answer = best(&combat, Side::Defending, &rows);
    assert_eq!(answer.value.0.to_vec(), value, "{name}");
}

#[test]
fn splits_among_blockers() {
    let scene = Scene::new(&["T 4/3"], &["S 2/3", "H 1/1"]).block("S", &["T"]).block("H", &["T"]);
    expect("D1", &scene, &[0]);
    expect("D1: kills", &scene.objective("kills"), &[7]);
    expect("D2", &Scene::new(&["T 5/5 trample"], &["X 2/2"]).block("X", &["T"]), &[3]);
    let scene = Scene::new(&["T 6/6 trample"], &["X 2/2", "Y 3/3"]).block("X", &["T"]).block("Y", &["T"]);
    expect("D3", &scene, &[1]);
    expect("D4", &Scene::new(&["T 5/5 trample"], &["X 4/4 marked 3"]).block("X", &["T"]), &[4]);
    let scene = Scene::new(&["T 4/4 trample, deathtouch"], &["X 5/5", "Y 3/3", "Z 1/1"]);
    expect("D10", &scene.block("X", &["T"]).block("Y", &["T"]).block("Z", &["T"]), &[1]);
    let scene = Scene::new(&["T 3/3 deathtouch"], &["X 4/4", "Y 4/4", "Z 4/4"]).objective("face, kills");
    expect("D12", &scene.block("X", &["T"]).block("Y", &["T"]).block("Z", &["T"]), &[0, 24]);
}

#[test]
fn conditions_are_joint_over_attackers() {
    let shared = |mine: &[&str], theirs: &[&str]| Scene::new(mine, theirs).block("X", &["V", "T"]);
    expect("D5", &shared(&["V 1/1", "T 3/3 trample"], &["X 2/2"]), &[2]);
    expect("D6", &shared(&["V 2/2", "T 4/4 trample"], &["X 2/2"]), &[4]);
    expect("D7", &shared(&["V 3/3 trample", "T 3/3 trample"], &["X 4/4"]), &[2]);
    let scene = shared(&["V 5/5 trample", "T 4/4 trample"], &["X 3/3", "Y 2/2"]).block("X", &["V"]);
    expect("D8", &scene.block("Y", &["V", "T"]), &[4]);
    let scene = Scene::new(&["V 2/2 trample", "T 4/4 trample"], &["X 5/5", "Y 1/1"]).block("X", &["V"]);
    expect("D9", &scene.block("Y", &["V", "T"]), &[4]);
    expect("D11", &shared(&["V 1/1 deathtouch", "T 5/5 trample"], &["X 6/6"]), &[5]);
    let both = |power| {
        let touch = format!("V {power}/2 deathtouch");
        let scene = shared(&[&touch, "T 4/4 trample"], &["X 5/5", "Y 5/5"]);
        scene.block("Y", &["V", "T"])
    };
    expect("D11b", &both(2), &[4]);
    expect("D11c", &both(1), &[0]);
    expect("D46", &shared(&["V 2/2", "T 5/5 trample"], &["X 6/6 marked 2"]), &[3]);
    let scene = Scene::new(&["V 3/3", "T 3/3 trample"], &["X 2/2", "Y 2/2"]);
    let scene = scene.block("X", &["V"]).block("Y", &["V", "T"]).objective("face, kills");
    expect("D47: Y dies, not X", &scene, &[3, 4]);
}

#[test]
fn lethal_damage_ignores_what_prevents_it() {
    let one = |attacker: &str, blocker: &str| Scene::new(&[attacker], &[blocker]).block("X", &["T"]);
    expect("D13", &one("T 5/5 trample", "X 3/3 indestructible").objective("face, kills"), &[2, 0]);
    expect("D13, deathtouch", &one("T 5/5 trample, deathtouch", "X 3/3 indestructible"), &[4]);
    let green = one("T 6/6 trample", "X 2/2 protection from green").with("T", "colors", json!(["green"]));
    expect("D14", &green.objective("face, kills"), &[4, 0]);
    let scene = one("T 5/5 trample", "X 2/2 prevent all damage that would be dealt to this creature");
    expect("D15, all prevented", &scene.objective("face, kills"), &[3, 0]);
    let scene = one("T 4/4 trample", "X 2/2").with("X", "counters", json!({ "shield": 1 }));
    expect("D35, one step", &scene.objective("face, kills"), &[2, 0]);
    expect("D17", &one("T 4/4 trample, wither", "X 3/3").objective("face, kills"), &[1, 6]);
    expect("D18", &one("T 3/3 trample, infect", "X 1/1").objective("poison, face, win"), &[2, 2, 0]);
    expect("D44", &one("T 5/5 trample", "X 0/5 defender"), &[0]);
    expect("D44, 6/6", &one("T 6/6 trample", "X 0/5 defender"), &[1]);
    let scene = Scene::new(&["T 6/6 trample, deathtouch"], &["X 0/5", "Y 0/8"]);
    expect("D45", &scene.block("X", &["T"]).block("Y", &["T"]), &[4]);
}

#[test]
fn amounts_and_ways() {
    let one = |attacker: &str, blocker: &str| Scene::new(&[attacker], &[blocker]).block("X", &["T"]);
    expect("D30", &one("T 0/4 trample, deathtouch", "X 1/1").objective("face, kills"), &[0, 0]);
    expect("D30, power -1", &one("T -1/4 trample, deathtouch", "X 1/1").objective("face, kills"), &[0, 0]);
    let toughness = "this creature assigns combat damage equal to its toughness rather than its power";
    expect("D31", &one(&format!("T 1/5 trample, {toughness}"), "X 2/2"), &[3]);
    // Flanking has killed the blockers before damage: both attackers are blocked by nothing.
    let scene = Scene::new(&["T 4/4 trample, flanking", "V 3/3 flanking"], &["X 1/1", "Y 1/1"]);
    expect("D32", &scene.block("X", &["T"]).block("Y", &["V"]), &[4]);
    let through = "you may have this creature assign its combat damage as though it weren't blocked";
    expect("D33", &one(&format!("T 6/6 {through}"), "X 4/4"), &[6]);
    expect("D33: no mixture", &one(&format!("T 6/6 {through}"), "X 4/4").objective("face + 2*kills"), &[16]);
    expect("D40, after the switch", &one("T 4/3 trample", "X 2/2"), &[2]);
    expect("L7, unblocked", &Scene::new(&["T 2/2 frenzy 3"], &[]), &[5]);
    expect("L4, two toxics", &Scene::new(&["T 2/2 toxic 2, toxic 1"], &[]).objective("poison, face"), &[3, 2]);
}

#[test]
fn defenders_divide_what_a_blocker_deals() {
    let scene = Scene::new(&["U 2/2", "V 2/2", "Z 2/2"], &["X 4/4"]).block("X", &["U", "V", "Z"]);
    expect_answer("D41", &scene.objective("- losses"), |_| true, &[-8]);
    let scene = Scene::new(&["U 5/5", "V 5/5"], &["X 2/2 deathtouch"]).block("X", &["U", "V"]);
    expect_answer("D42", &scene.objective("- losses"), |_| true, &[-20]);
    let scene = Scene::new(&["U 3/3", "V 2/2"], &["X 2/2 lifelink"]).block("X", &["V"]).objective("win").life(3);
    expect_answer("L1: lifelink comes with the damage", &scene, |_| true, &[0]);
    expect_answer("L1 without lifelink", &scene.with("X", "abilities", json!([])), |_| true, &[1]);
    // Lifelink on what is prevented gains nothing: the blocker must not waste it on the protected attacker.
    let scene = Scene::new(&["U 1/1 protection from black", "V 1/1", "Z 3/3"], &["X 2/9 lifelink"]);
    let scene = scene.with("X", "colors", json!(["black"])).block("X", &["U", "V"]).objective("win").life(3);
    expect_answer("a choice between a win and none", &scene, |_| true, &[0]);
}

#[test]
fn first_strike_of_a_blocker_makes_two_steps() {
    let scene = Scene::new(&["U 3/3", "V 2/2"], &["X 2/2 first strike"]).block("X", &["V"]);
    expect("D43", &scene.objective("face, - losses"), &[3, -4]);
}

#[test]
fn planeswalkers_and_battles() {
    let at_w = |mine: &[&str], theirs: &[&str], loyalty| {
        let names: Vec<&str> = mine.iter().map(|it| it.split(' ').next().unwrap_or_default()).collect();
        Scene::new(mine, theirs).loyalty(loyalty).at("W", &names).objective("face, loyalty, walkers")
    };
    expect("W1", &at_w(&["T 7/7 trample"], &["X 2/2"], 3).block("X", &["T"]), &[0, 3, 1]);
    let over = "trample over planeswalkers";
    expect("W2", &at_w(&["V 1/1", &format!("T 7/7 {over}")], &[], 3), &[5, 3, 1]);
    expect("W3", &at_w(&[&format!("T 7/7 {over}")], &["X 2/2"], 3).block("X", &["T"]), &[2, 3, 1]);
    expect("W4", &at_w(&["V 3/3", &format!("T 6/6 {over}")], &["X 2/2"], 4).block("X", &["T"]), &[3, 4, 1]);
    let scene = at_w(&["R 5/5 trample", &format!("T 6/6 {over}")], &["X 1/1", "Y 2/2"], 4);
    expect("W5", &scene.block("X", &["R"]).block("Y", &["T"]), &[4, 4, 1]);
    expect("W6", &at_w(&[&format!("T 5/5 double strike, {over}")], &[], 3), &[7, 3, 1]);
    expect("W6 without", &at_w(&["T 5/5 double strike, trample"], &[], 3), &[0, 3, 1]);
    let gone = |other: &str, blockers: &[&str]| at_w(&["F 3/3 first strike", other], blockers, 3);
    expect("W7, blocked", &gone(&format!("T 6/6 {over}"), &["X 4/4"]).block("X", &["T"]), &[2, 3, 1]);
    expect("W7, unblocked", &gone(&format!("T 6/6 {over}"), &[]), &[6, 3, 1]);
    expect("W8, blocked", &gone("T 6/6 trample", &["X 4/4"]).block("X", &["T"]), &[0, 3, 1]);
    expect("W8, unblocked", &gone("T 6/6 trample", &[]), &[0, 3, 1]);
    expect("W9", &at_w(&[&format!("T 5/5 deathtouch, {over}")], &["X 6/6"], 4).block("X", &["T"]), &[0, 4, 1]);
    expect("W9, power 6", &at_w(&[&format!("T 6/6 deathtouch, {over}")], &["X 6/6"], 4).block("X", &["T"]), &[1, 4, 1]);
    let scene = Scene::new(&[&format!("T 5/5 {over}")], &["X 2/2"]).defense(4).at("B", &["T"]).block("X", &["T"]);
    expect("W10", &scene.objective("face, defense, kills"), &[0, 5 - 2, 4]);
    expect("W11", &gone(&format!("T 5/5 {over}"), &[]), &[5, 3, 1]);
    expect("W12", &gone("V 5/5", &[]), &[0, 3, 1]);
    expect("W13", &at_w(&[&format!("T 2/2 double strike, {over}")], &[], 3), &[1, 3, 1]);
    expect("W14", &at_w(&[&format!("U 2/2 {over}"), &format!("T 4/4 {over}")], &[], 3), &[3, 3, 1]);
}

#[test]
fn what_is_removed_is_exact_where_less_is_better() {
    let through = "you may have this creature assign its combat damage as though it weren't blocked";
    let scene = Scene::new(&[&format!("T 3/3 {through}"), &format!("V 3/3 {through}")], &["X 0/2", "Y 0/9"]);
    let scene = scene.block("X", &["T"]).block("Y", &["V"]);
    // X must live, so T deals 3 to what it attacks; V can deal its 3 to Y.
    let walker = scene.clone().loyalty(5).at("W", &["T", "V"]);
    expect("loyalty", &walker.clone().objective("- kills, - loyalty, walkers"), &[0, -3, 0]);
    expect("all of it", &walker.objective("- kills, 2*loyalty - 9*walkers"), &[0, 6]);
    let third = Scene::new(
        &[&format!("T 3/3 {through}"), &format!("V 3/3 {through}"), &format!("U 3/3 {through}")],
        &["Y 0/99"],
    );
    let third = third.block("Y", &["T", "V", "U"]).loyalty(5).at("W", &["T", "V", "U"]);
    expect("more than all", &third.objective("walkers, - loyalty"), &[1, -5]);
    let battle = scene.defense(5).at("B", &["T", "V"]);
    expect("defense", &battle.clone().objective("- kills, - defense"), &[0, -3]);
    expect("all of it", &battle.objective("- kills, defense"), &[0, 5]);
}

#[test]
fn all_ways_to_lose() {
    let hit = Scene::new(&["T 2/2"], &[]).objective("win, poison");
    expect("life", &hit.clone().life(2), &[1, 0]);
    expect("one short", &hit.clone().life(3), &[0, 0]);
    let commander = |dealt: i64| {
        hit.clone().opponent("commander_damage", json!({ "T": dealt })).with("T", "commander", json!(true))
    };
    expect("L5", &commander(19), &[1, 0]);
    expect("L5, one short", &commander(18), &[0, 0]);
    let infect = commander(19).with("T", "abilities", json!(["infect"]));
    expect("L5, as infect", &infect, &[1, 2]);
    let toxic = hit.clone().with("T", "abilities", json!(["toxic 3"]));
    expect("poison", &toxic.clone().opponent("poison", json!(7)), &[1, 3]);
    expect("poison, one short", &toxic.opponent("poison", json!(6)), &[0, 3]);
    expect("lost before", &hit.life(0), &[1, 0]);
}

#[test]
fn a_decayed_attacker_is_lost_at_the_end() {
    let scene = Scene::new(&["T 2/2 decayed", "U 1/1"], &[]).objective("losses, face");
    expect("decayed", &scene, &[4, 3]);
    let scene = Scene::new(&["T 2/2 decayed", "U 1/1 first strike"], &[]).objective("- losses, face");
    expect("decayed, in the second step", &scene, &[-4, 3]);
}
