//! Declaring blockers: CR 509. Keywords that restrict blocks are in `keywords_702_evasion`.

use super::fight::fight;

#[test]
fn a_tapped_creature_cant_block() {
    // CR 509.1a.
    assert_eq!(fight("A 2/2", "X 1/1 | tapped = true").attack("A").block("X=A").rules(), ["509.1a"]);
}

#[test]
fn a_summoning_sick_creature_can_block() {
    // CR 302.6 is about attacking and {T} only.
    assert!(fight("A 2/2", "X 1/1 | summoning_sick = true").attack("A").block("X=A").legal());
}

#[test]
fn a_creature_with_defender_can_block() {
    // CR 702.3b: it can't attack.
    assert!(fight("A 2/2", "X 0/4 defender").attack("A").block("X=A").legal());
}

#[test]
fn the_active_players_creatures_cant_block() {
    // CR 509.1a: the defending player chooses among their own creatures.
    let rules = fight("A 2/2; B 2/2", "").attack("A").block("B=A").rules();
    assert!(rules.contains(&"509.1a"), "{rules:?}");
}

#[test]
fn only_attackers_are_blocked() {
    // CR 509.1a: B doesn't attack.
    assert_eq!(fight("A 2/2; B 2/2", "X 1/1").attack("A").block("X=B").rules(), ["509.1a"]);
}

#[test]
fn a_creature_blocks_one_attacker() {
    // CR 509.1a: X stays home, blocks A or blocks B.
    let fight = fight("A 2/2; B 2/2", "X 1/1").attack("A B");
    assert_eq!(fight.blocks(), 3);
    assert_eq!(fight.block("X=A+B").rules(), ["509.1a"]);
}

#[test]
fn no_attacker_is_blocked_twice_by_one_creature() {
    // CR 509.1a: an additional creature is another creature.
    let fight = fight("A 2/2; B 2/2", "X 1/1 can block an additional creature each combat").attack("A B");
    assert_eq!(fight.block("X=A+A").rules(), ["509.1a"]);
}

#[test]
fn an_ability_lets_a_creature_block_more() {
    // CR 509.1a: of three attackers at most two (1 + 3 + 3 blocks), at most three, or any number (2³).
    let blocks = |text: &str| fight("A 1/1; B 1/1; C 1/1", &format!("X 1/1 {text}")).attack("A B C").blocks();
    assert_eq!(blocks("can block an additional creature each combat"), 7);
    assert_eq!(blocks("can block an additional two creatures each combat"), 8);
    assert_eq!(blocks("can block any number of creatures"), 8);
}

#[test]
fn permissions_to_block_more_add_up() {
    // CR 509.1a: one and one more beyond the first make three of four: 1 + 4 + 6 + 4 blocks.
    let one = "can block an additional creature each combat";
    let fight = fight("A 1/1; B 1/1; C 1/1; D 1/1", &format!("X 1/1 {one}, {one}")).attack("A B C D");
    assert_eq!(fight.blocks(), 15);
}

#[test]
fn any_number_of_creatures_block_one_attacker() {
    // CR 509.1a: each of three blocks or not.
    assert_eq!(fight("A 2/2", "X 1/1; Y 1/1; Z 1/1").attack("A").blocks(), 8);
}

#[test]
fn cant_block() {
    // CR 509.1b: a restriction.
    for text in ["can't block", "can't attack or block"] {
        assert_eq!(fight("A 2/2", &format!("X 1/1 {text}")).attack("A").block("X=A").rules(), ["509.1b"]);
    }
}

#[test]
fn cant_be_blocked() {
    // CR 509.1b.
    assert_eq!(fight("A 2/2 can't be blocked", "X 1/1").attack("A").block("X=A").rules(), ["509.1b"]);
}

#[test]
fn except_by_creatures_with_flying_leaves_reach_out() {
    // CR 702.17b lets reach block flying; it doesn't give flying, so the card's sentence shuts it out.
    let text = "A 2/2 can't be blocked except by creatures with flying";
    fight(text, "F 1/1 flying; R 1/1 reach; X 1/1").attack("A").expect_blocks(&["F=A"], &["R=A", "X=A"]);
}

#[test]
fn except_by_certain_creatures() {
    // CR 509.1b: an artifact is enough, and so is black.
    fight(
        "A 2/2 can't be blocked except by artifact creatures and/or black creatures",
        "M 1/1 | type_line = 'Artifact Creature'; B 1/1 | colors = ['black']; W 1/1 | colors = ['white']",
    )
    .attack("A")
    .expect_blocks(&["M=A", "B=A", "M=A B=A"], &["W=A", "M=A W=A"]);
}

#[test]
fn cant_be_blocked_by_little_power() {
    // CR 509.1b: the blocker's power, counters included; a negative one counts as it is (107.1b).
    let text = "A 4/4 can't be blocked by creatures with power 2 or less";
    fight(text, "X 2/2; Y 3/3; Z 2/2 | counters = { '+1/+1' = 1 }; N -1/3")
        .attack("A")
        .expect_blocks(&["Y=A", "Z=A"], &["X=A", "N=A"]);
}

#[test]
fn cant_be_blocked_by_less_power_than_its_own() {
    // CR 509.1b: equal power is not less.
    let text = "A 3/3 creatures with power less than this creature's power can't block it";
    fight(text, "X 2/5; Y 3/1; Z 4/4").attack("A").expect_blocks(&["Y=A", "Z=A"], &["X=A"]);
}

#[test]
fn less_power_than_anothers_cant_block_the_team() {
    // CR 509.1b: the captain's power counts for all creatures of its controller, though it stays home.
    let text = "creatures with power less than this creature's power can't block creatures you control";
    fight(&format!("A 1/1; C 3/3 {text}"), "X 2/2; Y 3/3").attack("A").expect_blocks(&["Y=A"], &["X=A"]);
}

#[test]
fn a_quality_of_power_is_looked_at_as_blockers_are_declared() {
    // CR 508.2, 509.1b: exalted has made the lone attacker 3/3 before blocks, so power 2 is less and power 3 isn't.
    let text = "creatures with power less than this creature's power can't block it, exalted";
    fight(&format!("A 2/2 {text}"), "X 2/2; Y 3/3").attack("A").expect_blocks(&["Y=A"], &["X=A"]);
}

#[test]
fn a_quality_of_toughness_is_looked_at_as_blockers_are_declared() {
    // CR 508.2, 702.83a, 702.121a: 2/2 attacking alone with exalted, or with melee, is 3/3 when X chooses.
    for bonus in ["exalted", "melee"] {
        let too_tough = "X 0/4 can't block creatures with toughness 3 or greater";
        fight(&format!("A 2/2 {bonus}"), too_tough).attack("A").expect_blocks(&[""], &["X=A"]);
        let tough_only = "X 0/4 can block only creatures with toughness 3 or greater";
        fight(&format!("A 2/2 {bonus}"), tough_only).attack("A").expect_blocks(&["X=A"], &[]);
    }
}

#[test]
fn can_block_only_creatures_with_flying() {
    // CR 509.1b: the blocker's own restriction looks at the attacker.
    fight("A 2/2; F 2/2 flying", "X 1/1 flying, can block only creatures with flying")
        .attack("A F")
        .expect_blocks(&["X=F"], &["X=A"]);
}

#[test]
fn cant_block_great_power() {
    // CR 509.1b.
    fight("A 2/2; B 4/4", "X 1/1 can't block creatures with power 4 or greater")
        .attack("A B")
        .expect_blocks(&["X=A"], &["X=B"]);
}

#[test]
fn cant_block_alone_wants_any_other_blocker() {
    // CR 506.5: the other one may block another attacker; two such creatures serve each other.
    let lone = "can't block alone";
    fight("A 2/2; B 2/2", &format!("X 1/1 {lone}; Y 1/1"))
        .attack("A B")
        .expect_blocks(&["Y=A", "X=A Y=A", "X=A Y=B"], &["X=A"]);
    fight("A 2/2", &format!("X 1/1 {lone}; Y 1/1 {lone}")).attack("A").expect_blocks(&["X=A Y=A"], &["X=A", "Y=A"]);
}

#[test]
fn except_by_three_or_more() {
    // CR 509.1b: none, or three at least.
    fight("A 3/3 can't be blocked except by three or more creatures", "4 x X 1/1")
        .attack("A")
        .expect_blocks(&["", "X#1=A X#2=A X#3=A", "X#1=A X#2=A X#3=A X#4=A"], &["X#1=A", "X#1=A X#2=A"]);
}

#[test]
fn by_no_more_than_one() {
    // CR 509.1b; with menace (702.111b) nothing is left.
    let text = "can't be blocked by more than one creature";
    let two = "X 1/1; Y 1/1";
    fight(&format!("A 3/3 {text}"), two).attack("A").expect_blocks(&["", "X=A", "Y=A"], &["X=A Y=A"]);
    fight(&format!("A 3/3 {text}, menace"), two).attack("A").expect_blocks(&[""], &["X=A", "Y=A", "X=A Y=A"]);
}

#[test]
fn by_all_or_none() {
    // CR 509.1b: a tapped creature can't, so with it nobody may.
    let text = "A 3/3 can't be blocked unless all creatures defending player controls block it";
    fight(text, "X 1/1; Y 1/1").attack("A").expect_blocks(&["", "X=A Y=A"], &["X=A", "Y=A"]);
    fight(text, "X 1/1; Y 1/1 | tapped = true").attack("A").expect_blocks(&[""], &["X=A"]);
}

#[test]
fn at_most_so_many_blockers() {
    // CR 509.1b: creatures are counted, not attackers blocked.
    fight("A 2/2; B 2/2", "X 1/1 no more than one creature can block each combat; Y 1/1")
        .attack("A B")
        .expect_blocks(&["", "X=A", "Y=B"], &["X=A Y=B", "X=A Y=A"]);
}

#[test]
fn every_reason_against_a_block_is_given() {
    // CR 509.1a, 509.1b, 702.9b are broken together.
    let rules = fight("A 2/2 flying", "X 1/1 can't block | tapped = true").attack("A").block("X=A").rules();
    assert_eq!(rules, ["509.1a", "509.1b", "702.9b"]);
}

#[test]
fn a_creature_blocks_if_able() {
    // CR 509.1c: obeyed by blocking anything.
    let fight = fight("A 2/2; B 2/2", "X 1/1 blocks each combat if able").attack("A B");
    fight.expect_blocks(&["X=A", "X=B"], &[""]);
    assert_eq!(fight.block("").rules(), ["509.1c"]);
    assert!(fight.block("").better_is_legal());
}

#[test]
fn must_be_blocked_asks_for_one_blocker() {
    // CR 509.1c and the rulings: one is owed; more may join, the others are free.
    fight("M 2/2 must be blocked if able; N 2/2", "X 1/1; Y 1/1")
        .attack("M N")
        .expect_blocks(&["X=M", "Y=M", "X=M Y=M", "X=M Y=N"], &["", "X=N", "X=N Y=N"]);
}

#[test]
fn what_cant_be_blocked_by_anyone_isnt_blocked() {
    // CR 509.1c: nobody is able.
    fight("M 2/2 must be blocked if able", "X 1/1 | tapped = true").attack("M").expect_blocks(&[""], &[]);
    fight("M 2/2 must be blocked if able, flying", "X 1/1").attack("M").expect_blocks(&[""], &["X=M"]);
    fight("M 2/2 must be blocked if able", "X 1/1 can't block").attack("M").expect_blocks(&[""], &["X=M"]);
}

#[test]
fn as_many_as_possible_must_be_blocked() {
    // CR 509.1c: two attackers ask, two creatures can answer both.
    fight("M 2/2 must be blocked if able; N 2/2 must be blocked if able", "X 1/1; Y 1/1")
        .attack("M N")
        .expect_blocks(&["X=M Y=N", "X=N Y=M"], &["X=M Y=M", "X=M", "Y=N"]);
}

#[test]
fn lure_asks_every_creature() {
    // CR 509.1c: one requirement for each creature able to block it.
    fight("L 2/2 all creatures able to block this creature do so; B 2/2", "X 1/1; Y 1/1; Z 1/1 | tapped = true")
        .attack("L B")
        .expect_blocks(&["X=L Y=L"], &["", "X=L", "X=L Y=B"]);
}

#[test]
fn a_creature_blocks_a_certain_attacker_if_able() {
    // CR 509.1c; it has to attack this creature's controller for that.
    let fight = fight("A 2/2; B 2/2", "X 1/1 | must_block = ['A']");
    fight.attack("A B").expect_blocks(&["X=A"], &["", "X=B"]);
    fight.attack("B").expect_blocks(&["", "X=B"], &[]);
}

#[test]
fn a_requirement_can_force_a_blocker_that_has_none() {
    // CR 509.1c: with menace only both together block M.
    fight("M 2/2 menace, must be blocked if able", "X 1/1; Y 1/1")
        .attack("M")
        .expect_blocks(&["X=M Y=M"], &["", "X=M", "Y=M"]);
}

#[test]
fn a_restriction_can_free_a_blocker_from_a_requirement() {
    // CR 509.1c: Y can't help to block M, so X is not able.
    fight("M 2/2 menace", "X 1/1 blocks each combat if able; Y 1/1 can't block")
        .attack("M")
        .expect_blocks(&[""], &["X=M"]);
}

#[test]
fn requirements_on_blocks_are_counted() {
    // CR 509.1c: blocking L obeys two, blocking M one.
    let lure = "all creatures able to block this creature do so";
    fight(&format!("L 2/2 {lure}, {lure}; M 2/2 {lure}"), "X 1/1").attack("L M").expect_blocks(&["X=L"], &["", "X=M"]);
}

#[test]
fn a_blocked_attacker_stays_blocked() {
    // CR 509.1h: X dies in the first step; V, blocked by it as well, deals nothing in the second.
    let gang = "X 0/2 can block an additional creature each combat";
    assert_eq!(fight("F 2/2 first strike; V 3/3", gang).attack("F V").block("X=F+V").best("face"), 0);
}
