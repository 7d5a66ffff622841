//! Keyword abilities that can't change a combat in which nothing is cast or activated.
//!
//! They matter when spells are cast, abilities activated, turns begin or end, permanents enter, or in other
//! zones. Keywords that do more and are not modelled are in [`UNMODELLED`], each with its reason.

use super::ability::Ability;

/// Keywords that stand alone.
const ALONE: &str = "\
    aftermath,ascend,assist,bargain,cascade,choose a background,cipher,companion,compleated,conspire,convoke,daybound,\
    delve,demonstrate,devoid,doctor's companion,double agenda,double team,epic,evolve,exploit,extort,flash,for mirrodin!,friends forever,fuse,gravestorm,haunt,\
    hexproof,hidden agenda,improvise,increment,ingest,jump-start,legendary partner,living weapon,nightbound,\
    paradigm,partner,phasing,prepared,prowess,ravenous,read ahead,rebound,retrace,riot,shroud,soulbond,split second,spree,\
    start your engines!,storied,storm,sunburst,tiered,undaunted";

/// Keywords that may have a number, a cost or both behind them, or a dash and a cost in words: "ward—pay 3 life",
/// "exhaust — {2}: …".
const WITH_PARAMETER: &str = "\
    afterlife,amplify,augment,aura swap,awaken,backup,basic landcycling,bestow,blitz,bloodthirst,boast,buyback,casualty,\
    cleave,commander ninjutsu,crew,cumulative upkeep,cycling,dash,devour,disguise,disturb,dredge,echo,embalm,\
    emerge,encore,entwine,equip,escalate,escape,eternalize,evoke,exhaust,fabricate,fading,firebending,flashback,\
    forecast,foretell,fortify,freerunning,graft,harmonize,hideaway,impending,job select,kicker,level up,madness,\
    mayhem,megamorph,miracle,more than meets the eye,morph,multikicker,mutate,ninjutsu,offspring,outlast,overload,\
    plot,power-up,prototype,prowl,reconfigure,recover,reinforce,replicate,ripple,saddle,scavenge,sneak,soulshift,spectacle,\
    specialize,squad,station,surge,suspend,teamwork,transfigure,transmute,tribute,unearth,vanishing,ward,warp,web-slinging";

/// Keywords with words behind them, as far as the words of the keyword itself.
const WITH_WORDS: &str = "\
    affinity for ,champion a,craft with ,enchant ,gift a,hexproof from ,partner with ,partner-,splice onto ,\
    companion-";

/// Keywords that can change combat and are not modelled: dead creatures that come back or leave counters,
/// damage prevented or added, more attackers, counters put on attackers, choices made while attacking.
const UNMODELLED: &str = "\
    absorb,annihilator,banding,dethrone,enlist,exert,mentor,mobilize,modular,myriad,persist,poisonous,provoke,\
    regenerate,renown,totem armor,training,umbra armor,undying";

/// Whether the text is of a keyword that is known to be left out.
pub(super) fn is_unmodelled(text: &str) -> bool {
    UNMODELLED.split(',').any(|name| text.strip_prefix(name).is_some_and(is_parameter))
        || text.starts_with("bands with ")
}

/// The keywords' names, for suggestions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ALONE.split(',').chain(WITH_PARAMETER.split(','))
}

/// Reads a keyword without effect from a text in lower case.
pub(super) fn parse(text: &str) -> Option<Ability> {
    let plain = text.replace(" — ", "-").replace(['—', '–'], "-");
    let found = ALONE.split(',').any(|name| name == plain)
        || WITH_PARAMETER
            .split(',')
            .filter_map(|name| plain.strip_prefix(name))
            .any(|rest| is_parameter(rest) || is_cost_in_words(rest))
        || WITH_WORDS.split(',').any(|start| plain.strip_prefix(start).is_some_and(|words| !words.trim().is_empty()))
        || is_typecycling(&plain)
        || plain.strip_prefix("~ ").unwrap_or(&plain) == "enters prepared"
        || plain
            .strip_prefix("equip ")
            .and_then(|rest| rest.split_once('{'))
            .is_some_and(|(_, cost)| cost.ends_with('}'))
        || plain.strip_suffix(" offering").is_some_and(|kind| super::type_words::kind(kind).is_some());
    found.then(|| Ability::NoEffect(text.to_owned()))
}

/// Whether what stands behind a keyword is nothing, or a number and costs: " 2", " {2}{u}", " 4-{1}{g}", "-{2}".
fn is_parameter(rest: &str) -> bool {
    let rest = rest.strip_prefix([' ', '-']).unwrap_or(if rest.is_empty() { "" } else { "?" });
    let after_number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_number = if after_number == "x" { "" } else { after_number };
    is_cost(after_number.trim_start_matches([' ', '-']))
}

/// Whether what stands behind a keyword is a dash and words. A card may call a triggered ability by a keyword's name,
/// and that may trigger in combat.
fn is_cost_in_words(rest: &str) -> bool {
    let words = rest.strip_prefix('-').map(str::trim).unwrap_or_default();
    !words.is_empty() && !["when ", "whenever ", "at "].iter().any(|start| words.starts_with(start))
}

/// Whether a text is a row of mana symbols: "{2}{w/u}".
fn is_cost(text: &str) -> bool {
    let mut rest = text;
    while let Some(inner) = rest.strip_prefix('{') {
        match inner.split_once('}') {
            Some((symbol, after)) if !symbol.is_empty() && !symbol.contains([' ', '{']) => rest = after,
            _ => return false,
        }
    }
    rest.is_empty()
}

fn is_typecycling(text: &str) -> bool {
    text.split_once("cycling")
        .is_some_and(|(kind, cost)| (kind == "land" || super::type_words::kind(kind).is_some()) && is_parameter(cost))
}
