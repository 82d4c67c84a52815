//! The work of one level: all requests to an engine, and some true answers.

use std::path::Path;

use serde_json::json;
use sidle_judge::Judge;

use crate::plan::Walkers;
use crate::samples::{self, Kind, QUERY_KINDS, Queries, Truth};
use crate::{
    Capsule, Level, P, Pack, Plan, character, character_level_names, level_names, plan, read_level, scene,
};

/// The work that an engine gets.
#[derive(Clone, Debug, Default)]
pub struct Work {
    pub level: Level,
    /// The share of the work: 1 / `share` of it.
    pub share: usize,
    /// Starts and motions of rays and spheres.
    pub queries: Queries,
    /// Starts and motions of capsules.
    pub capsules: Queries,
    /// For each of [`QUERY_KINDS`], the answers to the first queries.
    pub truths: Vec<Vec<Truth>>,
    pub plans: Vec<Plan>,
    /// True if the walkers are characters.
    pub characters: bool,
}

impl Work {
    /// Creates the work of one level. `share` divides its length.
    ///
    /// # Errors
    /// Returns an error if the level cannot be read.
    pub fn make(name: &str, folder: &Path, share: usize) -> Result<Self, String> {
        if !level_names().contains(&name) {
            return Err(format!("no level {name}; there are {}", level_names().join(", ")));
        }
        let level = read_level(name, folder)?;
        let judge = Judge::new(&level.vertices, &level.triangles);
        if name == scene::NAME {
            return Ok(Self { plans: scene::plans(&judge, share), level, share, ..Self::default() });
        }
        let (count, checked, frames) = (100_000 / share, (2000 / share).min(1000), 600 / share);
        let mut work = Self {
            queries: samples::queries(&level, &judge, Kind::Cast, count),
            capsules: samples::queries(&level, &judge, Kind::Capsule, count),
            plans: vec![plan::walkers(&level, &judge, &Walkers { half: [0.4; 3], count: 256, frames })],
            truths: Vec::new(),
            level,
            share,
            characters: false,
        };
        work.truths = QUERY_KINDS.map(|(_, kind, long)| work.checked(&judge, kind, long, checked)).into();
        Ok(work)
    }

    /// Creates the work for the characters on one level. `share` divides the length of the walk.
    ///
    /// # Errors
    /// Returns an error if the level cannot be read.
    pub fn of_characters(name: &str, folder: &Path, share: usize) -> Result<Self, String> {
        if !character_level_names().contains(&name) {
            return Err(format!("no level {name}; there are {}", character_level_names().join(", ")));
        }
        let level = read_level(name, folder)?;
        let judge = Judge::new(&level.vertices, &level.triangles);
        let plans = character::plans(&level, &judge, share);
        Ok(Self { plans, level, share, characters: true, ..Self::default() })
    }

    /// Returns the true answers to the first `count` queries.
    fn checked(&self, judge: &Judge, kind: Kind, long: bool, count: usize) -> Vec<Truth> {
        let (from, motions) = self.asked(kind, long);
        let asked = from.iter().zip(motions).take(count);
        asked.map(|(&from, &motion)| samples::truth(judge, kind, self.level.up, from, motion)).collect()
    }

    /// Returns the starts and the motions of a kind of queries.
    pub fn asked(&self, kind: Kind, long: bool) -> (&[P], &[P]) {
        let queries = if kind == Kind::Capsule { &self.capsules } else { &self.queries };
        (&queries.from, queries.motions(long))
    }

    /// Returns true if a crowd has bodies that are taller than wide.
    pub fn has_tall_movers(&self) -> bool {
        self.plans.iter().any(|plan| Capsule::of(plan.half, plan.up).is_some())
    }

    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let plans: Vec<_> = self.plans.iter().map(plan_facts).collect();
        let facts = json!({"name": self.level.name, "up": self.level.up, "share": self.share, "characters": self.characters,
            "radius": samples::RADIUS, "plans": plans});
        let mut pack = Pack::new(facts);
        pack.put_points("vertices", &self.level.vertices);
        pack.put_u32("triangles", self.level.triangles.iter().flatten().copied());
        for (kind, queries) in [("", &self.queries), ("capsule_", &self.capsules)] {
            pack.put_points(&format!("{kind}from"), &queries.from);
            pack.put_points(&format!("{kind}short"), &queries.short);
            pack.put_points(&format!("{kind}long"), &queries.long);
        }
        for ((name, ..), truths) in QUERY_KINDS.iter().zip(&self.truths) {
            let numbers = truths.iter().flat_map(|t| [t.first as f32, t.last as f32]);
            pack.put_f32(&format!("true_{name}"), numbers);
        }
        for plan in &self.plans {
            pack.put_points(&format!("starts_{}", plan.name), &plan.starts);
            pack.put_points(&format!("wishes_{}", plan.name), &plan.wishes);
        }
        pack.write(path)
    }

    /// # Errors
    /// Returns an error if the file cannot be read, or has another format.
    pub fn read(path: &Path) -> Result<Self, String> {
        let pack = Pack::read(path)?;
        let facts = &pack.facts;
        let wrong = |what: &str| format!("{}: {what}", path.display());
        let up = serde_json::from_value(facts["up"].clone()).map_err(|e| wrong(&e.to_string()))?;
        let level = Level {
            name: facts["name"].as_str().ok_or_else(|| wrong("no name"))?.into(),
            up,
            vertices: pack.points("vertices")?,
            triangles: pack.u32("triangles")?.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect(),
            spawns: Vec::new(),
        };
        let queries = |kind: &str| -> Result<_, String> {
            let points = |name: &str| pack.points(&format!("{kind}{name}"));
            Ok(Queries { from: points("from")?, short: points("short")?, long: points("long")? })
        };
        let truths = QUERY_KINDS.map(|(name, ..)| {
            let numbers = pack.f32(&format!("true_{name}")).unwrap_or_default();
            numbers.chunks_exact(2).map(|t| Truth { first: t[0].into(), last: t[1].into() }).collect()
        });
        let listed = facts["plans"].as_array().ok_or_else(|| wrong("no plans"))?;
        let plans: Result<_, String> = listed.iter().map(|facts| read_plan(facts, &pack, up)).collect();
        let share = facts["share"].as_u64().ok_or_else(|| wrong("no share"))? as usize;
        let (queries, capsules) = (queries("")?, queries("capsule_")?);
        let characters = facts["characters"] == true;
        Ok(Self { level, share, queries, capsules, truths: truths.into(), plans: plans?, characters })
    }
}

fn plan_facts(plan: &Plan) -> serde_json::Value {
    json!({"name": plan.name, "half": plan.half, "dt": plan.dt, "frames": plan.frames,
        "lost_below": plan.lost_below, "every_move": plan.every_move})
}

fn read_plan(facts: &serde_json::Value, pack: &Pack, up: P) -> Result<Plan, String> {
    let name = facts["name"].as_str().ok_or("a plan without name")?;
    let number = |key: &str| facts[key].as_f64().ok_or_else(|| format!("plan {name} without {key}"));
    Ok(Plan {
        name: name.into(),
        half: serde_json::from_value(facts["half"].clone()).map_err(|e| e.to_string())?,
        dt: number("dt")? as f32,
        frames: number("frames")? as usize,
        starts: pack.points(&format!("starts_{name}"))?,
        wishes: pack.points(&format!("wishes_{name}"))?,
        up,
        lost_below: number("lost_below")? as f32,
        every_move: facts["every_move"] == true,
        goals: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_work_survives_its_file() {
        let work = Work::make("hall", Path::new(""), 10).unwrap();
        let path = std::env::temp_dir().join(format!("peers-work-{}", std::process::id()));
        work.write(&path).unwrap();
        let read = Work::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!((&read.queries, &read.plans), (&work.queries, &work.plans));
        assert_eq!(read.capsules, work.capsules);
        assert_eq!(read.level.triangles, work.level.triangles);
        assert_eq!((read.truths.len(), read.truths[7].len()), (8, 200));
        assert_eq!(read.share, 10);
    }
}
