//! Keywords that restrict blocks: CR 702.9, 702.13, 702.14, 702.17, 702.28, 702.31, 702.36, 702.98, 702.111, 702.118,
//! 702.147, 702.161, and 701.35, 701.54, 701.60.

use super::fight::fight;

/// Whether X, with these abilities and fields, may block A with those.
fn blocks(attacker: &str, blocker: &str) -> bool {
    fight(attacker, blocker).attack("A").block("X=A").legal()
}

#[test]
fn flying() {
    // CR 702.9b, 702.17b: blocked by flying or reach; a flyer may block what doesn't fly.
    assert!(!blocks("A 1/1 flying", "X 1/1"));
    assert!(blocks("A 1/1 flying", "X 1/1 flying"));
    assert!(blocks("A 1/1 flying", "X 1/1 reach"));
    assert!(blocks("A 1/1", "X 1/1 flying"));
    assert!(blocks("A 1/1 reach", "X 1/1"));
}

#[test]
fn shadow_works_both_ways() {
    // CR 702.28b.
    assert!(!blocks("A 1/1 shadow", "X 1/1"));
    assert!(!blocks("A 1/1", "X 1/1 shadow"));
    assert!(blocks("A 1/1 shadow", "X 1/1 shadow"));
}

#[test]
fn horsemanship_works_one_way() {
    // CR 702.31b.
    assert!(!blocks("A 1/1 horsemanship", "X 1/1"));
    assert!(blocks("A 1/1 horsemanship", "X 1/1 horsemanship"));
    assert!(blocks("A 1/1", "X 1/1 horsemanship"));
}

#[test]
fn fear() {
    // CR 702.36b: artifact and/or black, whatever the attacker's colour.
    assert!(!blocks("A 1/1 fear | colors = ['red']", "X 1/1 | colors = ['red']"));
    assert!(blocks("A 1/1 fear", "X 1/1 | colors = ['black', 'green']"));
    assert!(blocks("A 1/1 fear", "X 1/1 | type_line = 'Artifact Creature — Golem'"));
}

#[test]
fn intimidate() {
    // CR 702.13b: artifact and/or a shared colour.
    assert!(!blocks("A 1/1 intimidate | colors = ['red']", "X 1/1 | colors = ['black']"));
    assert!(blocks("A 1/1 intimidate | colors = ['red', 'white']", "X 1/1 | colors = ['white', 'blue']"));
    assert!(blocks("A 1/1 intimidate | colors = ['red']", "X 1/1 | type_line = 'Artifact Creature'"));
}

#[test]
fn colorless_shares_no_color() {
    // CR 702.13b, 105.2c: a colourless attacker is blocked by artifacts only, and not by colourless creatures.
    assert!(!blocks("A 1/1 intimidate", "X 1/1"));
    assert!(!blocks("A 1/1 intimidate", "X 1/1 | colors = ['white']"));
    assert!(blocks("A 1/1 intimidate", "X 1/1 | type_line = 'Artifact Creature'"));
}

#[test]
fn landwalk() {
    // CR 702.14c: the defending player controls such a land; whose lands else doesn't matter.
    let all = ["Plains", "Island", "Swamp", "Mountain", "Forest"];
    for land in all {
        let walker = fight(&format!("A 1/1 {}walk", land.to_lowercase()), "X 1/1");
        let with = |lands: &str| walker.theirs(&format!("lands = [{lands}]")).attack("A").block("X=A");
        assert_eq!(with(&format!("'{land}'")).rules(), ["702.14c"]);
        let others: Vec<String> =
            all.iter().filter(|other| **other != land).map(|other| format!("'{other}'")).collect();
        assert!(with(&others.join(", ")).legal(), "{land}");
        assert!(walker.mine(&format!("lands = ['{land}']")).attack("A").block("X=A").legal());
    }
}

#[test]
fn landwalks_dont_cancel() {
    // CR 702.14d: a blocker with islandwalk can't block an islandwalker either.
    let pair = fight("A 1/1 islandwalk", "X 1/1 islandwalk").theirs("lands = ['Island']");
    assert!(!pair.attack("A").block("X=A").legal());
}

#[test]
fn landwalk_past_a_planeswalkers_controller() {
    // CR 508.5, 702.14c: the defending player is the controller of the attacked planeswalker.
    let walker = fight("A 1/1 islandwalk", "X 1/1").theirs("lands = ['Island']").walker(3);
    assert!(!walker.attack("A=W").block("X=A").legal());
}

#[test]
fn skulk() {
    // CR 702.118b: no greater power; as they are, counters and negative numbers included.
    for text in ["skulk", "can't be blocked by creatures with greater power"] {
        assert!(!blocks(&format!("A 2/2 {text}"), "X 3/1"));
        assert!(blocks(&format!("A 2/2 {text}"), "X 2/9"));
        assert!(!blocks(&format!("A 2/2 {text}"), "X 2/2 | counters = { '+1/+1' = 1 }"));
        assert!(!blocks(&format!("A -1/2 {text}"), "X 0/2"));
        assert!(blocks(&format!("A -1/2 {text}"), "X -1/2"));
    }
}

#[test]
fn skulk_looks_at_the_declaration_only() {
    // CR 702.118b, 509.1b: exalted is there before blocks, so 3 may block 2 + 1; later bushido undoes nothing.
    assert!(blocks("A 2/2 skulk, exalted", "X 3/3"));
    assert!(!blocks("A 2/2 skulk, bushido 5", "X 3/3"));
    assert!(blocks("A 2/2 skulk", "X 2/2 bushido 3"));
}

#[test]
fn a_ring_bearer_is_not_blocked_by_greater_power() {
    // CR 701.54c.
    assert!(!blocks("A 2/2 ring-bearer", "X 3/1"));
    assert!(blocks("A 2/2 ring-bearer", "X 2/9"));
}

#[test]
fn menace() {
    // CR 702.111b: two or more, or none.
    for abilities in ["menace", "menace, menace", "can't be blocked except by two or more creatures"] {
        let fight = fight(&format!("A 2/2 {abilities}"), "X 1/1; Y 1/1; Z 1/1").attack("A");
        fight.expect_blocks(&["", "X=A Y=A", "X=A Y=A Z=A"], &["X=A"]);
        assert_eq!(fight.block("X=A").rules(), ["702.111b"]);
    }
}

#[test]
fn evasion_is_cumulative() {
    // CR 509.1b: fear and flying both have to be met, and each that isn't is a reason.
    assert!(blocks("A 1/1 fear, flying", "X 1/1 reach | colors = ['black']"));
    let both = fight("A 1/1 fear, flying", "X 1/1 | colors = ['white']").attack("A").block("X=A");
    assert_eq!(both.rules(), ["702.36b", "702.9b"]);
}

#[test]
fn menace_counts_only_those_that_may_block() {
    // CR 509.1b: Y can't block a flyer, so X finds no partner.
    let fight = fight("A 2/2 menace, flying", "X 1/1 reach; Y 1/1").attack("A");
    assert_eq!(fight.blocks(), 1);
}

#[test]
fn decayed_cant_block() {
    // CR 702.147a.
    assert_eq!(fight("A 1/1", "X 1/1 decayed").attack("A").block("X=A").rules(), ["702.147a"]);
}

#[test]
fn suspected_has_menace_and_cant_block() {
    // CR 701.60c.
    assert_eq!(fight("A 1/1", "X 1/1 suspected").attack("A").block("X=A").rules(), ["701.60c"]);
    fight("A 1/1 suspected", "X 1/1; Y 1/1").attack("A").expect_blocks(&["", "X=A Y=A"], &["X=A"]);
}

#[test]
fn detained_cant_block() {
    // CR 701.35a.
    assert_eq!(fight("A 1/1", "X 1/1 detained").attack("A").block("X=A").rules(), ["701.35a"]);
}

#[test]
fn unleash_with_a_counter_cant_block() {
    // CR 702.98a: as long as it has a +1/+1 counter; one that a -1/-1 counter cancels is not there (122.3).
    assert!(blocks("A 1/1", "X 1/1 unleash"));
    assert!(!blocks("A 1/1", "X 1/1 unleash | counters = { '+1/+1' = 1 }"));
    assert!(blocks("A 1/1", "X 1/2 unleash | counters = { '+1/+1' = 1, '-1/-1' = 1 }"));
}

#[test]
fn living_metal_cant_block_but_attacks() {
    // CR 702.161a: a creature on its controller's turn only.
    assert!(!blocks("A 1/1", "X 1/1 living metal"));
    assert!(fight("A 1/1 living metal", "").attack("A").legal());
}

#[test]
fn evasion_of_a_blocker_is_nothing() {
    // CR 509.1b: these speak of the creature as an attacker.
    for ability in ["menace", "fear", "intimidate", "skulk", "can't be blocked"] {
        assert!(blocks("A 1/1", &format!("X 3/3 {ability}")), "{ability}");
    }
}
