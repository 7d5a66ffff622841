//! Objectives: levels, terms, presets, and what is wrong with others.

use alphastrike::position::{Level, Objective, Term};

fn parsed(text: &str) -> Objective {
    Objective::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn levels_terms_and_factors() {
    let level = |terms: &[(i64, Term)]| Level { terms: terms.to_vec() };
    let objective = parsed("win, 3*loyalty + face, material - lifegain");
    assert_eq!(
        objective.levels,
        vec![
            level(&[(1, Term::Win)]),
            level(&[(3, Term::Loyalty), (1, Term::Face)]),
            level(&[(1, Term::Material), (-1, Term::Lifegain)]),
        ]
    );
    assert_eq!(
        parsed(" - 2 *face+\t0*win - face "),
        Objective { levels: vec![level(&[(-2, Term::Face), (0, Term::Win), (-1, Term::Face)])] }
    );
    assert_eq!(parsed("1000000*face").levels[0].factor(Term::Face), 1_000_000);
}

#[test]
fn every_term_has_its_name() {
    for term in Term::ALL {
        assert_eq!(parsed(term.name()).levels, vec![Level { terms: vec![(1, term)] }]);
    }
}

#[test]
fn presets_are_written_out() {
    for (preset, written) in [
        ("damage", "win, face + loyalty, material"),
        ("trade", "win, material, face + loyalty"),
        (" balanced ", "win, face + loyalty + material"),
    ] {
        assert_eq!(parsed(preset).to_string(), written);
        assert_eq!(parsed(preset), parsed(written));
    }
}

#[test]
fn what_is_written_reads_back() {
    for (text, written) in [
        ("win,3*loyalty+face,material-lifegain", "win, 3*loyalty + face, material - lifegain"),
        ("-face", "-face"),
        ("-2*face - 3*win + 1*poison", "-2*face - 3*win + poison"),
        ("0*face", "0*face"),
        ("walkers, defense, kills, losses, face + face", "walkers, defense, kills, losses, face + face"),
    ] {
        assert_eq!(parsed(text).to_string(), written);
        assert_eq!(parsed(written), parsed(text));
    }
}

#[test]
fn errors_tell_the_column_and_what_would_be_right() {
    let cases = [
        ("", "column 1: expected a term, found the end", None),
        ("win,", "column 5: expected a term, found the end", None),
        ("win, , face", "column 6: expected a term, found \",\"", None),
        ("win face", "column 5: expected \"+\", \"-\" or \",\", found \"face\"", None),
        ("win; face", "column 4: expected \"+\", \"-\" or \",\", found \";\"", None),
        ("win, fcae", "column 6: unknown term \"fcae\"", Some("nearest known: \"face\"")),
        ("Win", "column 1: unknown term \"Win\"", Some("names are in lower case: \"win\"")),
        ("FACE + win", "column 1: unknown term \"FACE\"", Some("names are in lower case: \"face\"")),
        ("Damage", "column 1: unknown term \"Damage\"", Some("names are in lower case: \"damage\"")),
        ("damage, face", "column 1: \"damage\" is a preset and stands alone", None),
        ("win, trade", "column 6: \"trade\" is a preset and stands alone", None),
        ("3 face", "column 3: expected \"*\" and a term after the number, found \"face\"", None),
        ("3*", "column 3: expected a term, found the end", None),
        ("2*3*face", "column 3: expected a term, found \"3\"", None),
        ("--face", "column 2: expected a term, found \"-\"", None),
        ("+face", "column 1: expected a term, found \"+\"", None),
        ("1.5*face", "column 2: expected \"*\" and a term after the number, found \".\"", None),
        ("1000001*face", "column 1: a term's factor is beyond 1,000,000 in this level", None),
        ("99999999999999999999*face", "column 1: a term's factor is beyond 1,000,000 in this level", None),
        ("600000*face + 600000*face", "column 15: a term's factor is beyond 1,000,000 in this level", None),
        ("-600000*face - 600000*face", "column 16: a term's factor is beyond 1,000,000 in this level", None),
        ("win\u{0}", "column 4: expected \"+\", \"-\" or \",\", found \"\\u{0}\"", None),
        ("ⅷ", "column 1: unknown term \"ⅷ\"", Some("nearest known: \"win\"")),
    ];
    for (text, message, help) in cases {
        let error = Objective::parse(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
        assert_eq!(error.help.as_deref(), help, "{text}");
    }
}

#[test]
fn more_levels_than_the_limit_are_an_error() {
    assert_eq!(parsed(&["win"; 100].join(",")).levels.len(), 100);
    let error = Objective::parse(&["win"; 101].join(",")).expect_err("101 levels");
    assert_eq!(error.to_string(), "column 401: there are more than 100 levels");
}
