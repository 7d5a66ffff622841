//! Answers made by hand, and what they look like.

use std::time::Duration;

use super::*;
use crate::position::{Step, Term, Warning};
use crate::rules::Reason;
use crate::search::Question;

fn damage(step: Step, source: &str, target: &str, amount: i64) -> DamageRow {
    DamageRow { step, source: source.to_owned(), target: target.to_owned(), amount }
}

fn attacker(id: &str, size: (i64, i64), target: &str) -> Attacker {
    Attacker { id: id.to_owned(), size, target: target.to_owned() }
}

fn blocker(id: &str, size: (i64, i64), attackers: &[&str]) -> Blocker {
    Blocker { id: id.to_owned(), size, attackers: attackers.iter().map(|id| (*id).to_owned()).collect() }
}

fn player(name: &str, life: (i64, i64), poison: (i64, i64), lost: bool) -> PlayerRow {
    let change = |(before, after)| Change { before, after };
    PlayerRow { name: name.to_owned(), life: change(life), poison: change(poison), lost }
}

/// The answer of the format's own example.
fn ghalta() -> Answer {
    let terms = [1, 9, 2, 0, 0, 4, 0, 4, 0, 0];
    Answer {
        question: Question::Assign,
        title: None,
        stop: None,
        status: Status::Optimal,
        levels: vec!["win".to_owned(), "face + loyalty + material".to_owned()],
        value: vec![1, 15],
        bound: vec![1, 15],
        attacks: vec![attacker("Ghalta", (12, 12), "opp"), attacker("Goblin#1", (2, 2), "Jace")],
        blocks: vec![blocker("Wall", (0, 4), &["Ghalta"])],
        damage: vec![
            damage(Step::Regular, "Ghalta", "Wall", 3),
            damage(Step::Regular, "Ghalta", "opp", 9),
            damage(Step::Regular, "Goblin#1", "Jace", 2),
        ],
        outcome: OutcomeRow {
            terms: Term::ALL.into_iter().zip(terms).collect(),
            players: vec![player("you", (20, 20), (0, 0), false), player("opp", (9, 0), (0, 0), true)],
            died: vec!["Wall".to_owned()],
            planeswalkers: vec![("Jace".to_owned(), Change { before: 3, after: 1 })],
            battles: Vec::new(),
        },
        explanation: None,
        top: None,
        warnings: Vec::new(),
        stats: Stats { elapsed: Duration::from_micros(900), programs: 2, nodes: 1, threads: 2, solver: "microlp" },
    }
}

/// Many tokens, two damage steps, names that a terminal would obey, and an unfinished search.
fn crowd() -> Answer {
    let mut answer = ghalta();
    answer.question = Question::Attack;
    answer.title = Some("Tokens\x1b[2J".to_owned());
    answer.status = Status::Limit;
    answer.stop = Some("the time limit".to_owned());
    answer.bound = vec![1, 20];
    answer.attacks = (1..=12).map(|number| attacker(&format!("Elf#{number}"), (1, 1), "opp")).collect();
    answer.attacks.push(attacker("巨大な竜", (10, 10), "opp"));
    answer.attacks.push(attacker("\u{202e}Ox\n", (-1, 3), "Jace"));
    answer.blocks = vec![blocker("Wall", (0, 4), &["巨大な竜", "Elf#2"])];
    let elves = (1..=12).map(|number| damage(Step::Regular, &format!("Elf#{number}"), "opp", 1));
    answer.damage = elves.filter(|row| row.source != "Elf#2").collect();
    answer.damage.insert(0, damage(Step::FirstStrike, "巨大な竜", "Wall", 10));
    answer.outcome.players[1] = player("opp", (9, -2), (0, 3), true);
    answer.outcome.planeswalkers[0].1.after = 0;
    answer.warnings = vec![
        Warning { id: Some("Wall".to_owned()), text: "unknown ability \"thick\"".to_owned() },
        Warning { id: None, text: "opp has already lost".to_owned() },
    ];
    answer
}

#[test]
fn an_answer_as_json_is_what_the_format_says() {
    insta::assert_snapshot!(answer_json(&ghalta()).unwrap(), @r#"
    {
      "question": "assign",
      "status": "optimal",
      "objective": "win, face + loyalty + material",
      "value": [1, 15],
      "bound": [1, 15],
      "attacks": {"Ghalta": "opp", "Goblin#1": "Jace"},
      "blocks": {"Wall": ["Ghalta"]},
      "damage": [
        {"step": "regular", "source": "Ghalta", "target": "Wall", "amount": 3},
        {"step": "regular", "source": "Ghalta", "target": "opp", "amount": 9},
        {"step": "regular", "source": "Goblin#1", "target": "Jace", "amount": 2}
      ],
      "outcome": {
        "terms": {"win": 1, "face": 9, "loyalty": 2, "walkers": 0, "defense": 0, "kills": 4, "losses": 0, "material": 4, "poison": 0, "lifegain": 0},
        "players": {"you": {"life": 20, "poison": 0, "lost": false}, "opp": {"life": 0, "poison": 0, "lost": true}},
        "died": ["Wall"],
        "planeswalkers": {"Jace": 1},
        "battles": {}
      },
      "warnings": [],
      "stats": {"elapsed_ms": 0.9, "programs": 2, "nodes": 1, "threads": 2, "solver": "microlp"}
    }
    "#);
}

#[test]
fn json_keeps_every_name_as_it_is() {
    let text = answer_json(&crowd()).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["attacks"]["\u{202e}Ox\n"], "Jace");
    assert_eq!(value["status"], "limit");
    assert_eq!(value["warnings"][1], serde_json::json!({"text": "opp has already lost"}));
    assert!(!text.contains('\x1b'));
}

#[test]
fn an_answer_as_text() {
    insta::assert_snapshot!(format!("{:#}", answer_text(&ghalta())), @r"
    Ghalta deals 3 to Wall and 9 to opp
    Proved best: win 1, face + loyalty + material 15

      attacker         attacks  blocked by  damage
      Ghalta    12/12  opp      Wall        3 to Wall, 9 to opp
      Goblin#1    2/2  Jace     unblocked   2 to Jace

      blocker          blocks               damage
      Wall        0/4  Ghalta                                    dies

      after combat
      you   20 life
      opp   9 → 0 life     lost
      Jace  3 → 1 loyalty

    2 programs, 1 node in 0.9 ms on 2 threads with microlp
    ");
}

#[test]
fn tokens_that_fare_alike_are_one_row() {
    insta::assert_snapshot!(format!("{:#}", answer_text(&crowd())), @r#"
    Tokens\u{1b}[2J
    Attack opp with Elf#1–#12 and 巨大な竜; Jace with \u{202e}Ox\n
    Not proved: stopped at the time limit
    This attack gets at least: win 1, face + loyalty + material 15
    No attack gets more than: win 1, face + loyalty + material 20

      attacker             attacks          blocked by  first strike  regular
      Elf#1           1/1  opp              unblocked                 1 to opp
      Elf#2           1/1  opp              Wall
      Elf#3–#12       1/1  opp              unblocked                 1 to opp each
      巨大な竜      10/10  opp              Wall        10 to Wall
      \u{202e}Ox\n   -1/3  Jace             unblocked

      blocker              blocks                       first strike  regular
      Wall            0/4  巨大な竜, Elf#2                                           dies

      after combat
      you   20 life
      opp   9 → -2 life    0 → 3 poison  lost
      Jace  3 → 0 loyalty                gone

    2 programs, 1 node in 0.9 ms on 2 threads with microlp

    warning: Wall: unknown ability "thick"
    warning: opp has already lost
    "#);
}

#[test]
fn nothing_to_do_is_said_so() {
    let mut answer = ghalta();
    answer.attacks.clear();
    answer.blocks.clear();
    answer.damage.clear();
    let words = |question| {
        let text = format!("{:#}", answer_text(&Answer { question, ..answer.clone() }));
        text.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(words(Question::Attack), "Don't attack");
    assert_eq!(words(Question::Block), "Don't block");
    assert_eq!(words(Question::Assign), "Nobody splits damage");
}

#[test]
fn styles_are_in_the_text_only_when_asked_for() {
    let text = answer_text(&crowd());
    assert!(text.to_string().contains('\x1b'));
    assert!(!format!("{text:#}").contains('\x1b'));
}

fn illegal() -> CheckAnswer {
    CheckAnswer {
        judged: "attacks and blocks",
        reasons: vec![
            Reason::new("702.111b", "only 1 creature blocks Goblin, which has menace"),
            Reason::new("509.1c", "the blocks obey 0 requirements of 1"),
        ],
        better: Some(BetterRow::Blocks(vec![blocker("Wall", (0, 4), &["Ghalta"])])),
        warnings: Vec::new(),
    }
}

#[test]
fn a_verdict_as_json() {
    insta::assert_snapshot!(check_json(&illegal()).unwrap(), @r#"
    {
      "question": "check",
      "legal": false,
      "reasons": [
        {"rule": "702.111b", "text": "only 1 creature blocks Goblin, which has menace"},
        {"rule": "509.1c", "text": "the blocks obey 0 requirements of 1"}
      ],
      "better": {"blocks": {"Wall": ["Ghalta"]}}
    }
    "#);
    let legal = CheckAnswer { reasons: Vec::new(), better: None, ..illegal() };
    insta::assert_snapshot!(check_json(&legal).unwrap(), @r#"
    {
      "question": "check",
      "legal": true,
      "reasons": []
    }
    "#);
}

#[test]
fn a_verdict_as_text() {
    insta::assert_snapshot!(format!("{:#}", check_text(&illegal())), @r"
    Illegal: 2 broken rules

      CR 702.111b  only 1 creature blocks Goblin, which has menace
      CR 509.1c    the blocks obey 0 requirements of 1

    This obeys the requirements: Block Ghalta with Wall
    ");
    let legal = CheckAnswer { reasons: Vec::new(), better: None, ..illegal() };
    insta::assert_snapshot!(format!("{:#}", check_text(&legal)), @r"Legal: no rule is broken by the attacks and blocks");
}

#[test]
fn counts() {
    let answer = CountAnswer { open: Question::Block, attacks: 16, blocks: 81, optimal: 1, warnings: Vec::new() };
    insta::assert_snapshot!(count_json(&answer).unwrap(), @r#"
    {
      "question": "count",
      "attacks": 16,
      "blocks": 81,
      "optimal": 1
    }
    "#);
    insta::assert_snapshot!(format!("{:#}", count_text(&answer)), @r"
    16  legal attacks
    81  legal blocks of the declared attack
     1  best blocks
    ");
}
