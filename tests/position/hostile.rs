//! Texts that are meant to break a reader: always an error, soon, and never a panic.

use std::time::{Duration, Instant};

use alphastrike::position::{Notation, read};

/// Generous, since tests run unoptimised and beside others.
const SOON: Duration = Duration::from_secs(20);

#[track_caller]
fn refused(what: &str, text: &[u8]) {
    for notation in [Notation::Toml, Notation::Json] {
        for lenient in [false, true] {
            let start = Instant::now();
            let outcome = read(text, notation, lenient);
            let error = outcome.expect_err(what);
            assert!(!error.defects().is_empty(), "{what}");
            assert!(error.defects().iter().all(|defect| !defect.text.is_empty()), "{what}");
            assert!(start.elapsed() < SOON, "{what} took {:?}", start.elapsed());
            if text.len() > 100_000 {
                break;
            }
        }
    }
}

#[test]
fn short_nonsense() {
    let texts: [&[u8]; 60] = [
        b"",
        b" ",
        b"\n\n\n",
        b"\0",
        b"\xff",
        b"\xfe\xff\x00x",
        b"\xff\xfex\x00",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf\xef\xbb\xbf{}",
        b"\xc3",
        b"\xed\xa0\x80",
        b"{",
        b"}",
        b"{}",
        b"[]",
        b"[[]]",
        b"null",
        b"true",
        b"1",
        b"-",
        b"1e999",
        b"\"",
        b"\"\\ud800\"",
        b"{\"players\"",
        b"{\"players\":",
        b"{\"players\":}",
        b"{\"players\":null}",
        b"{\"players\":[null,null]}",
        b"{\"players\":[[],[]]}",
        b"{\"players\":[{},{}]}",
        b"{\"players\":[{\"name\":null},{\"name\":{}}]}",
        b"{\"players\":[{\"name\":\"a\"},{\"name\":\"a\"}]}",
        b"{\"players\":[{\"name\":\"a\"},{\"name\":\"b\"}],}",
        b"{\"players\":[{\"name\":\"a\"},{\"name\":\"b\"}]}}",
        b"{\"players\":[{\"name\":\"a\"},{\"name\":\"b\"}]} x",
        b"{'players':[]}",
        b"{\"players\":[{\"name\":\"a\",\"life\":1e9},{\"name\":\"b\"}]}",
        b"{\"players\":[{\"name\":\"a\",\"life\":NaN},{\"name\":\"b\"}]}",
        b"{\"players\":[{\"name\":\"a\",\"life\":0x1},{\"name\":\"b\"}]}",
        b"{\"players\":[{\"name\":\"a\",\"life\":-9223372036854775808},{\"name\":\"b\"}]}",
        b"{\"players\":[{\"name\":\"a\",\"life\":9223372036854775807},{\"name\":\"b\"}]}",
        b"{\"players\":[{\"name\":\"a\",\"life\":18446744073709551616},{\"name\":\"b\"}]}",
        b"{\"players\":[{\"name\":\"a\",\"creatures\":[\"-9223372036854775808/9223372036854775807\"]},{\"name\":\"b\"}]}",
        b"{\"players\":[{\"name\":\"a\",\"creatures\":[{\"name\":\"x\",\"power\":9223372036854775807,\"toughness\":9223372036854775807,\"counters\":{\"+1/+1\":9223372036854775807}}]},{\"name\":\"b\"}]}",
        b"{\"players\":[{\"name\":\"a\",\"creatures\":[{\"name\":\"x\",\"count\":9223372036854775807,\"power\":1,\"toughness\":1}]},{\"name\":\"b\"}]}",
        b"{\"players\":[{\"name\":\"a\",\"creatures\":[{\"name\":\"x\",\"count\":-9223372036854775808,\"power\":1,\"toughness\":1}]},{\"name\":\"b\"}]}",
        b"{\"\":{\"\":{\"\":[]}}}",
        b"a",
        b"a =",
        b"= 1",
        b"[players",
        b"[[players]]",
        b"[players]",
        b"players = 1979-05-27T07:32:00Z",
        b"players = inf",
        b"players = \"\"\"",
        b"players.0.name = \"a\"",
        b"[[players]]\nname = \"a\"\n[[players]]\nname = \"b\"\nlife = 0xFFFFFFFFFFFFFFFFFFFF\n",
        b"[[players]]\nname = \"a\"\n[[players]]\nname = \"b\"\nlife = 1_000_000_000_000_000_000_000\n",
        b"[[players]]\r[[players]]\r",
    ];
    for text in texts {
        refused(&String::from_utf8_lossy(text), text);
    }
}

#[test]
fn deep_nesting() {
    refused("lists", "[".repeat(1_000_000).as_bytes());
    refused("closed lists", format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)).as_bytes());
    refused("objects", "{\"a\":".repeat(200_000).as_bytes());
    refused("a list in TOML", format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000)).as_bytes());
    refused("tables in TOML", format!("a = {}1{}", "{a = ".repeat(10_000), "}".repeat(10_000)).as_bytes());
    refused("dotted keys", format!("{}a = 1", "a.".repeat(1_000_000)).as_bytes());
    refused("a dotted header", format!("[{}a]", "a.".repeat(1_000_000)).as_bytes());
    // Within the parser's limits for each, but deep together.
    let keys = vec!["a"; 78].join(".");
    let tables = (0..78).fold("1".to_owned(), |inner, _| format!("{{{keys} = {inner}}}"));
    refused("dotted keys in tables", format!("a = {tables}").as_bytes());
    refused("allowed depth", format!("{{\"a\": {}{}}}", "[".repeat(100), "]".repeat(100)).as_bytes());
}

#[test]
fn ten_megabytes() {
    const SIZE: usize = 10_000_000;
    refused("letters", &vec![b'a'; SIZE]);
    refused("high bytes", &vec![0xff; SIZE]);
    refused("a huge string", format!("{{\"title\":\"{}\"}}", "x".repeat(SIZE)).as_bytes());
    for byte in [0, b'[', b'{', b'9', b' ', b'"', b'\'', b'\n', b'=', b'-', b'#', b'\\'] {
        refused("one byte over and over", &vec![byte; SIZE / 10]);
    }
}

#[test]
fn many_of_everything() {
    let table = |creatures: &str| format!(r#"{{"players":[{{"name":"a","creatures":[{creatures}]}},{{"name":"b"}}]}}"#);
    let many = |item: &str, count: usize| vec![item; count].join(",");
    refused("players", format!("{{\"players\":[{}]}}", many("{}", 300_000)).as_bytes());
    refused("player tables", "[[players]]\n".repeat(50_000).as_bytes());
    refused("creatures", table(&many("\"1/1 a\"", 100_000)).as_bytes());
    refused("groups", table(&many("\"10000 x 1/1\"", 100_000)).as_bytes());
    let abilities = |ability: &str, count| {
        format!(r#"{{"name":"x","power":1,"toughness":1,"abilities":[{}]}}"#, many(ability, count))
    };
    refused("abilities", table(&abilities("\"flyng\"", 300_000)).as_bytes());
    let creature = abilities("\"flyng\"", 90);
    refused("abilities of many", table(&many(&creature, 300)).as_bytes());
    refused("equal keys", format!("{{{}}}", many("\"k\":1", 300_000)).as_bytes());
    let keys: Vec<String> = (0..100_000).map(|number| format!("\"k{number}\":1")).collect();
    refused("keys", format!("{{{}}}", keys.join(",")).as_bytes());
    let lines: Vec<String> = (0..50_000).map(|number| format!("k{number} = 1\n")).collect();
    refused("keys of TOML", lines.concat().as_bytes());
    let attacks: Vec<String> = (0..100_000).map(|number| format!("\"k{number}\":\"b\"")).collect();
    let creatures: Vec<String> = (0..5_000).map(|number| format!("\"c{number} 1/1\"")).collect();
    let attacked = table(&creatures.join(",")).replace("]}", &format!("]}},\"attacks\":{{{}}}", attacks.join(",")));
    refused("attacks", attacked.as_bytes());
    refused("terms", format!("objective = \"{}win\"", "win + ".repeat(1_000_000)).as_bytes());
    refused("a huge name", format!("[[players]]\nname = \"{}\"", "n".repeat(5_000_000)).as_bytes());
    let line = "time lord ".repeat(100_000);
    refused(
        "a huge type line",
        table(&format!(r#"{{"name":"x","count":1000,"power":1,"toughness":1,"type_line":"{line}"}}"#)).as_bytes(),
    );
    refused("a huge ability", table(&format!("\"1/1 {line}\"")).as_bytes());
}
