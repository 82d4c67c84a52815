//! Runs the work of one level with one engine in this process, and keeps the results.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use crate::character;
use crate::clock::{Stopwatch, timed};
use crate::samples::{CAPSULE, RADIUS};
use crate::{
    Characters, Control, Engine, Kind, P, Pack, Plan, QUERY_KINDS, Tall, Work, character_level_names, judge,
    level_names,
};

/// The results of an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw {
    pub name: String,
    pub version: String,
    pub settings: String,
    pub padding: f32,
    /// The shape of the tall movers. `None` if the work has none.
    pub tall: Option<Tall>,
    pub build_ns: f64,
    pub bytes: Option<u64>,
    /// In the order of [`QUERY_KINDS`]: nanoseconds per query, and the answers. An answer is a
    /// fraction of the motion, or -1 for no hit. For any-hit queries, 0 means yes.
    pub queries: Vec<(f64, Vec<f32>)>,
    /// In the order of [`Work::plans`].
    pub walks: Vec<WalkRaw>,
}

/// One crowd.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WalkRaw {
    /// Nanoseconds of thread CPU time for all moves.
    pub total_ns: f64,
    /// The ends of all moves, frame by frame.
    pub ends: Vec<P>,
    /// Nanoseconds of every move, from a second run of the same walk. Empty if [`Plan::every_move`]
    /// is off.
    pub move_ns: Vec<u32>,
    /// True if both runs ended bit-identically.
    pub repeats: bool,
    /// For characters 1 for each step after which the engine says that it is on the ground,
    /// otherwise 0. Empty for plain movers.
    pub grounded: Vec<u32>,
}

/// The main function of an engine's program.
///
/// `--work FILE --out FILE` does the work in the file. `--levels a,b [--quick] [--folder DIR]`
/// makes the work, does it, judges it and prints the rows. Both use the first tall shape of the
/// engine, or that of `--tall SHAPE`. `--tall-shapes` prints all that the engine has.
pub fn run<E: Engine>() {
    finish::<E>(command::<E>(|_, _| Err("it has no characters".into())));
}

/// The main function of an engine with a character controller: as [`run`], and with `--characters`
/// the work is that of the characters.
pub fn run_with_characters<E: Characters>() {
    finish::<E>(command::<E>(|work, tall| Ok(all_characters::<E>(work, tall))));
}

fn finish<E: Engine>(done: Result<(), String>) {
    if let Err(error) = done {
        eprintln!("{}: {error}", E::NAME);
        std::process::exit(1);
    }
}

/// Runs the command. `characters` does the work of characters.
fn command<E: Engine>(characters: impl Fn(&Work, Tall) -> Result<Raw, String>) -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let after = |flag: &str| args.iter().position(|a| a == flag).and_then(|i| args.get(i + 1));
    if args.iter().any(|a| a == "--tall-shapes") {
        println!("{}", E::TALL.iter().map(|tall| tall.name()).collect::<Vec<_>>().join(" "));
        return Ok(());
    }
    let tall = after("--tall").map_or(Ok(E::TALL[0]), |name| Tall::parse(name))?;
    if !E::TALL.contains(&tall) {
        return Err(format!("it has no {}", tall.name()));
    }
    let done = |work: &Work| match work.characters {
        true => characters(work, tall),
        false => Ok(all_of_it::<E>(work, tall)),
    };
    if let (Some(work), Some(out)) = (after("--work"), after("--out")) {
        return done(&Work::read(Path::new(work))?)?.write(Path::new(out));
    }
    let share = if args.iter().any(|a| a == "--quick") { 10 } else { 1 };
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels");
    let folder = after("--folder").map_or(beside, PathBuf::from);
    let walk_characters = args.iter().any(|a| a == "--characters");
    let all = if walk_characters { character_level_names() } else { level_names() };
    let names = after("--levels").map_or(all, |names| names.split(',').collect());
    for name in names {
        let make = if walk_characters { Work::of_characters } else { Work::make };
        let work = make(name, &folder, share)?;
        let row = judge(&work, &done(&work)?)?;
        println!("{}", serde_json::to_string_pretty(&row).map_err(|e| e.to_string())?);
    }
    Ok(())
}

fn all_of_it<E: Engine>(work: &Work, tall: Tall) -> Raw {
    let (mut engine, raw) = built::<E>(work, tall);
    Raw {
        queries: if work.queries.from.is_empty() { Vec::new() } else { ask(&mut engine, work) },
        walks: work.plans.iter().map(|plan| walk(&mut engine, plan, tall)).collect(),
        ..raw
    }
}

fn all_characters<E: Characters>(work: &Work, tall: Tall) -> Raw {
    let (mut engine, raw) = built::<E>(work, tall);
    let walks = work.plans.iter().map(|plan| character::walk(&mut engine, plan)).collect();
    Raw { settings: E::character_settings(), walks, ..raw }
}

/// Builds the engine a few times. Returns it with its facts.
fn built<E: Engine>(work: &Work, tall: Tall) -> (E, Raw) {
    let level = &work.level;
    let mut builds = Vec::new();
    let mut engine = None;
    for _ in 0..if level.triangles.len() > 200_000 { 3 } else { 5 } {
        drop(engine.take());
        let mut spent = Duration::ZERO;
        engine = Some(timed(&mut spent, || E::build(&level.vertices, &level.triangles, level.up)));
        builds.push(spent.as_nanos() as f64);
    }
    let engine = engine.expect("built at least once");
    let raw = Raw {
        name: E::NAME.into(),
        version: E::version(),
        settings: E::settings(),
        padding: E::PADDING,
        tall: work.has_tall_movers().then_some(tall),
        build_ns: crate::median(&mut builds),
        bytes: engine.bytes().map(|b| b as u64),
        queries: Vec::new(),
        walks: Vec::new(),
    };
    (engine, raw)
}

fn ask<E: Engine>(engine: &mut E, work: &Work) -> Vec<(f64, Vec<f32>)> {
    let one = |engine: &mut E, kind: Kind, from: P, motion: P| match kind {
        Kind::Ray => engine.ray(from, motion).unwrap_or(-1.0),
        Kind::Blocked => f32::from(u8::from(engine.blocked(from, motion))) - 1.0,
        Kind::Cast => engine.sphere_cast(from, RADIUS, motion).unwrap_or(-1.0),
        Kind::Capsule => engine.capsule_cast(from, CAPSULE, motion).unwrap_or(-1.0),
    };
    QUERY_KINDS
        .map(|(_, kind, long)| {
            let (from, motions) = work.asked(kind, long);
            let mut answers = vec![0.0; from.len()];
            for i in 0..from.len() / 10 {
                answers[i] = one(engine, kind, from[i], motions[i]);
            }
            let mut spent = Duration::ZERO;
            timed(&mut spent, || {
                for (answer, (&from, &motion)) in answers.iter_mut().zip(from.iter().zip(motions)) {
                    *answer = one(engine, kind, from, motion);
                }
            });
            (spent.as_nanos() as f64 / from.len() as f64, answers)
        })
        .into()
}

/// Walks twice if single moves count: in blocks of one frame with the first clock, and move by move
/// with the other.
fn walk<E: Engine>(engine: &mut E, plan: &Plan, tall: Tall) -> WalkRaw {
    let mut spent = Duration::ZERO;
    let ends = frames(engine, plan, tall, |moves| timed(&mut spent, moves));
    let mut raw = WalkRaw { total_ns: spent.as_nanos() as f64, ends, repeats: true, ..WalkRaw::default() };
    if plan.every_move {
        let (again, times) = moves(engine, plan, tall);
        raw.repeats =
            again.iter().flatten().map(|x| x.to_bits()).eq(raw.ends.iter().flatten().map(|x| x.to_bits()));
        raw.move_ns = times;
    }
    raw
}

/// The state of one walker during a walk.
struct Walking<W> {
    tall: Tall,
    body: W,
    at: P,
    control: Control,
    motion: P,
}

impl<W> Walking<W> {
    fn new<E: Engine<Walker = W>>(engine: &mut E, at: P, half: P, tall: Tall) -> Self {
        Self { tall, body: engine.walker(at, half, tall), at, control: Control::default(), motion: [0.0; 3] }
    }

    /// Prepares a move: resets a lost walker to its start, and computes the requested motion.
    fn prepare<E: Engine<Walker = W>>(&mut self, engine: &mut E, plan: &Plan, frame: usize, number: usize) {
        if plan.is_lost(self.at) {
            *self = Self::new(engine, plan.starts[number], plan.half, self.tall);
        }
        self.motion = self.control.motion(plan.wish(frame, number), plan.up, plan.dt);
    }

    /// Updates the walker after a move.
    fn arrive(&mut self, to: P, plan: &Plan) {
        self.control.landed(self.at, to, plan.up, plan.dt);
        self.at = to;
    }
}

fn crowd<E: Engine>(engine: &mut E, plan: &Plan, tall: Tall) -> Vec<Walking<E::Walker>> {
    plan.starts.iter().map(|&at| Walking::new(engine, at, plan.half, tall)).collect()
}

fn frames<E: Engine>(
    engine: &mut E,
    plan: &Plan,
    tall: Tall,
    mut timed: impl FnMut(&mut dyn FnMut()),
) -> Vec<P> {
    let mut crowd = crowd(engine, plan, tall);
    let mut ends = vec![[0.0; 3]; plan.frames * crowd.len()];
    for frame in 0..plan.frames {
        for (number, walking) in crowd.iter_mut().enumerate() {
            walking.prepare(engine, plan, frame, number);
        }
        let ends = &mut ends[frame * crowd.len()..][..crowd.len()];
        timed(&mut || {
            for (walking, end) in crowd.iter_mut().zip(&mut *ends) {
                *end = engine.step(&mut walking.body, walking.motion, plan.dt);
            }
        });
        for (walking, &end) in crowd.iter_mut().zip(&*ends) {
            walking.arrive(end, plan);
        }
    }
    ends
}

fn moves<E: Engine>(engine: &mut E, plan: &Plan, tall: Tall) -> (Vec<P>, Vec<u32>) {
    let watch = Stopwatch::new();
    let mut crowd = crowd(engine, plan, tall);
    let (mut ends, mut times) = (Vec::new(), Vec::new());
    for frame in 0..plan.frames {
        for (number, walking) in crowd.iter_mut().enumerate() {
            walking.prepare(engine, plan, frame, number);
            let (end, ns) = watch.time(|| engine.step(&mut walking.body, walking.motion, plan.dt));
            walking.arrive(end, plan);
            ends.push(end);
            times.push(ns);
        }
    }
    (ends, times)
}

impl Raw {
    /// Returns true if this run has the same answers and ends as another, bit for bit.
    pub fn has_bits_of(&self, other: &Self) -> bool {
        let bits = |raw: &Self| {
            let answers = raw.queries.iter().flat_map(|(_, answers)| answers);
            let ends = raw.walks.iter().flat_map(|walk| walk.ends.iter().flatten());
            answers.chain(ends).map(|x| x.to_bits()).collect::<Vec<_>>()
        };
        bits(self) == bits(other)
    }

    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let walks: Vec<_> =
            self.walks.iter().map(|w| json!({"total_ns": w.total_ns, "repeats": w.repeats})).collect();
        let times: Vec<f64> = self.queries.iter().map(|q| q.0).collect();
        let mut pack =
            Pack::new(json!({"name": self.name, "version": self.version, "settings": self.settings,
            "padding": self.padding, "tall": self.tall, "build_ns": self.build_ns, "bytes": self.bytes,
            "query_ns": times, "walks": walks}));
        for (i, (_, answers)) in self.queries.iter().enumerate() {
            pack.put_f32(&format!("answers_{i}"), answers.iter().copied());
        }
        for (i, walk) in self.walks.iter().enumerate() {
            pack.put_points(&format!("ends_{i}"), &walk.ends);
            pack.put_u32(&format!("move_ns_{i}"), walk.move_ns.iter().copied());
            pack.put_u32(&format!("grounded_{i}"), walk.grounded.iter().copied());
        }
        pack.write(path)
    }

    /// # Errors
    /// Returns an error if the file cannot be read, or is incomplete.
    pub fn read(path: &Path) -> Result<Self, String> {
        let pack = Pack::read(path)?;
        let facts = &pack.facts;
        let text = |key: &str| facts[key].as_str().unwrap_or_default().to_owned();
        let number = |value: &serde_json::Value, what: &str| {
            value.as_f64().ok_or_else(|| format!("{}: {what} is not a number", path.display()))
        };
        let list = |key: &str| facts[key].as_array().cloned().unwrap_or_default();
        let mut queries = Vec::new();
        for (i, ns) in list("query_ns").iter().enumerate() {
            queries.push((number(ns, "query_ns")?, pack.f32(&format!("answers_{i}"))?));
        }
        let mut walks = Vec::new();
        for (i, walk) in list("walks").iter().enumerate() {
            walks.push(WalkRaw {
                total_ns: number(&walk["total_ns"], "total_ns")?,
                ends: pack.points(&format!("ends_{i}"))?,
                move_ns: pack.u32(&format!("move_ns_{i}"))?.to_vec(),
                repeats: walk["repeats"] == true,
                // Programs in other languages have no characters.
                grounded: pack.u32(&format!("grounded_{i}")).unwrap_or_default().to_vec(),
            });
        }
        Ok(Self {
            name: text("name"),
            version: text("version"),
            settings: text("settings"),
            padding: number(&facts["padding"], "padding")? as f32,
            tall: serde_json::from_value(facts["tall"].clone()).map_err(|e| e.to_string())?,
            build_ns: number(&facts["build_ns"], "build_ns")?,
            bytes: facts["bytes"].as_u64(),
            queries,
            walks,
        })
    }
}
