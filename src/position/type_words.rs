//! The words of type lines (CR 205): card types, supertypes and subtypes, in lower case.

/// Card types (CR 205.2a).
const CARD_TYPES: &str = "\
    artifact,battle,conspiracy,creature,dungeon,enchantment,instant,kindred,land,phenomenon,plane,planeswalker,\
    scheme,sorcery,vanguard";

/// Supertypes (CR 205.4a).
const SUPERTYPES: &str = "\
    basic,legendary,ongoing,snow,world";

/// Artifact, enchantment, land and spell types (CR 205.3g, h, i, k).
const OTHER_SUBTYPES: &str = "\
    adventure,arcane,attraction,aura,background,blood,bobblehead,cartouche,case,cave,class,clue,contraption,curse,\
    desert,equipment,food,forest,fortification,gate,gold,incubator,island,junk,lair,lander,lesson,locus,map,mine,\
    mountain,mutagen,omen,plains,planet,power-plant,powerstone,role,room,rune,saga,shard,shrine,spacecraft,sphere,\
    station,stone,swamp,tower,town,trap,treasure,urza's,vehicle";

/// Creature types (CR 205.3m); some of the Un-sets are among them.
const CREATURE_TYPES: &str = "\
    advisor,aetherborn,alicorn,alien,ally,angel,antelope,ape,archer,archon,armadillo,army,artificer,artist,\
    assassin,assembly-worker,astartes,athlete,atog,aurochs,autobot,avatar,azra,badger,balloon,barbarian,bard,\
    basilisk,bat,bear,beast,beaver,beeble,beholder,berserker,bird,bison,blinkmoth,boar,boxer,brainiac,bringer,\
    brushwagg,bureaucrat,c'tan,camarid,camel,capybara,caribou,carrier,cat,centaur,cephalid,chameleon,champion,chef,\
    chicken,child,chimera,citizen,clamfolk,cleric,clown,cockatrice,construct,cow,coward,coyote,crab,crocodile,\
    custodes,cyberman,cyborg,cyclops,dalek,dauthi,deer,demigod,demon,deserter,detective,devil,dinosaur,djinn,\
    doctor,dog,donkey,dragon,drake,dreadnought,drix,drone,druid,dryad,dwarf,echidna,efreet,egg,elder,eldrazi,\
    elemental,elephant,elf,elk,employee,eternal,eye,faerie,ferret,fish,flagbearer,fox,fractal,frog,fungus,gamer,\
    gamma,gargoyle,germ,giant,giraffe,gith,glimmer,gnoll,gnome,goat,goblin,god,golem,gorgon,grandchild,graveborn,\
    gremlin,griffin,guest,gus,hag,halfling,hamster,harpy,hatificer,hawk,head,hedgehog,hellion,hero,hippo,\
    hippogriff,homarid,homunculus,horror,horse,human,hydra,hyena,illusion,imp,incarnation,inhuman,inkling,\
    inquisitor,insect,jackal,jellyfish,judge,juggernaut,kangaroo,kavu,killbot,kirin,kithkin,knight,koala,kobold,\
    kor,kraken,kree,lamia,lammasu,leech,lemur,leviathan,lhurgoyf,licid,lizard,llama,lobster,mammoth,manticore,\
    masticore,mercenary,merfolk,metathran,mime,minion,minotaur,mite,mole,monger,mongoose,monk,monkey,moogle,\
    moonfolk,mount,mouse,mummy,mutant,myr,mystic,nautilus,necron,nephilim,nightmare,nightstalker,ninja,noble,\
    noggle,nomad,nymph,octopus,ogre,ooze,orb,orc,orgg,otter,ouphe,ox,oyster,pangolin,paratrooper,peasant,pegasus,\
    pentavite,performer,pest,phelddagrif,phoenix,phyrexian,pilot,pincher,pirate,plant,platypus,pony,porcupine,\
    possum,praetor,primarch,prism,processor,qu,rabbit,raccoon,ranger,rat,rebel,reflection,rhino,rigger,robot,rogue,\
    sable,salamander,samurai,sand,saproling,satyr,scarecrow,scientist,scion,scorpion,scout,sculpture,seal,serf,\
    serpent,servo,shade,shaman,shapeshifter,shark,sheep,shi'ar,ship,siren,skeleton,skrull,skunk,slith,sliver,sloth,\
    slug,snail,snake,soldier,soltari,sorcerer,spawn,specter,spellshaper,sphinx,spider,spike,spirit,splinter,sponge,\
    spuzzem,spy,squid,squirrel,starfish,surrakar,survivor,symbiote,synth,tentacle,tetravite,thalakos,thopter,\
    thrull,tiefling,time lord,townsfolk,toy,tree,treefolk,trilobite,triskelavite,troll,turtle,tyranid,unicorn,\
    utrom,vampire,varmint,vedalken,villain,volver,waiter,wall,walrus,warlock,warrior,weasel,weird,werewolf,whale,\
    wizard,wolf,wolverine,wombat,worm,wraith,wrestler,wurm,yeti,zombie,zonian,zubera";

/// Types whose plural is the singular.
const INVARIABLE: &str = "\
    arcane,aurochs,azra,bison,dauthi,deer,eldrazi,elk,equipment,fish,jellyfish,kavu,kithkin,kor,merfolk,metathran,\
    moonfolk,myr,nephilim,plains,samurai,sheep,soltari,starfish,thalakos,treefolk,vedalken";

/// Plurals that no rule gives, as (singular, plural).
const IRREGULAR: [(&str, &str); 12] = [
    ("child", "children"),
    ("cyberman", "cybermen"),
    ("cyclops", "cyclopes"),
    ("dwarf", "dwarves"),
    ("elf", "elves"),
    ("fungus", "fungi"),
    ("homunculus", "homunculi"),
    ("mouse", "mice"),
    ("ox", "oxen"),
    ("pegasus", "pegasi"),
    ("werewolf", "werewolves"),
    ("wolf", "wolves"),
];

/// What kind of word on a type line a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypeKind {
    Card,
    Supertype,
    CreatureType,
    OtherSubtype,
}

/// The kind of a type in lower case, singular; `None` where there is no such type.
pub(super) fn kind(word: &str) -> Option<TypeKind> {
    let lists = [
        (CARD_TYPES, TypeKind::Card),
        (SUPERTYPES, TypeKind::Supertype),
        (CREATURE_TYPES, TypeKind::CreatureType),
        (OTHER_SUBTYPES, TypeKind::OtherSubtype),
    ];
    lists.into_iter().find(|(list, _)| list.split(',').any(|known| known == word)).map(|(_, kind)| kind)
}

/// The singular of a type's plural in lower case, `None` where it is none ("elves": "elf").
pub(super) fn singular(plural: &str) -> Option<String> {
    if INVARIABLE.split(',').any(|word| word == plural) {
        return Some(plural.to_owned());
    }
    let irregular = IRREGULAR.iter().find(|(_, many)| *many == plural).map(|(one, _)| (*one).to_owned());
    let known = |word: String| kind(&word).map(|_| word);
    irregular
        .or_else(|| known(format!("{}y", plural.strip_suffix("ies")?)))
        .or_else(|| known(plural.strip_suffix('s')?.to_owned()))
        .or_else(|| known(plural.strip_suffix("es")?.to_owned()))
}

/// The plural of a type in lower case, singular.
pub(super) fn plural(singular: &str) -> String {
    if INVARIABLE.split(',').any(|word| word == singular) {
        return singular.to_owned();
    }
    if let Some((_, many)) = IRREGULAR.iter().find(|(one, _)| *one == singular) {
        return (*many).to_owned();
    }
    let ends = |tails: &[&str]| tails.iter().any(|tail| singular.ends_with(tail));
    match singular.strip_suffix('y') {
        Some(stem) if !ends(&["ay", "ey", "oy", "uy"]) => format!("{stem}ies"),
        _ if ends(&["s", "x", "ch", "sh", "hero"]) => format!("{singular}es"),
        _ => format!("{singular}s"),
    }
}

/// All types that there are, for suggestions.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    [CARD_TYPES, SUPERTYPES, CREATURE_TYPES, OTHER_SUBTYPES].into_iter().flat_map(|list| list.split(','))
}
