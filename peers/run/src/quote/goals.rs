//! The goals that sidle set itself, beside what was measured. Met or not, each has its line.

use super::{Engine, Record, Row, geometric_mean, single, table};

/// The shared levels of sidle and of everyone else.
struct Measured<'a> {
    own: Vec<&'a Row>,
    others: Vec<(&'a Engine, Vec<&'a Row>)>,
}

pub(crate) fn goals(record: &Record) -> String {
    let of = |engine: &Engine| engine.key == "sidle";
    let Some(own) = record.engines.iter().find(|e| of(e)).and_then(Engine::shared) else {
        return "sidle has not done all levels.".into();
    };
    let others = record.engines.iter().filter(|e| !of(e)).filter_map(|e| Some((e, e.shared()?))).collect();
    let measured = Measured { own, others };
    let mut lines = Vec::new();
    for (key, goal) in [("jolt", 3.0), ("box3d", 7.0), ("avian", 20.0), ("rapier", 40.0)] {
        lines.extend(measured.times_faster("move, p50", &[key], goal, |row| single(row).p50_ns));
        lines.extend(measured.times_faster("move, p99", &[key], goal, |row| single(row).p99_ns));
    }
    let best = ["jolt", "physx", "box3d"];
    lines.extend(measured.times_faster("sphere cast, short", &best, 2.0, |row| row.queries[4].ns));
    lines.extend(measured.times_faster("sphere cast, long", &best, 2.0, |row| row.queries[5].ns));
    let best = ["parry", "rapier", "avian", "jolt", "physx", "box3d"];
    for (i, name) in ["ray, short", "ray, long", "any-hit, short", "any-hit, long"].into_iter().enumerate() {
        lines.extend(measured.times_faster(name, &best, 1.0, |row| row.queries[i].ns));
    }
    lines.extend(measured.times_faster("build", &["jolt"], 1.0, |row| row.build_ns));
    let bytes = geometric_mean(&measured.own, |row| row.bytes.unwrap_or(0) as f64 / row.triangles as f64);
    let line = ["bytes a triangle", "at most 30", &format!("{bytes:.1}"), yes(bytes <= 30.0)];
    lines.push(line.map(String::from).to_vec());
    table(&["work", "goal", "measured", "met"].map(String::from), &lines)
}

impl Measured<'_> {
    /// One line: how many times faster sidle is than the fastest of `keys`.
    fn times_faster(
        &self,
        work: &str,
        keys: &[&str],
        goal: f64,
        pick: impl Fn(&Row) -> f64,
    ) -> Option<Vec<String>> {
        let named = self.others.iter().filter(|(engine, _)| keys.contains(&engine.key.as_str()));
        let costs = named.map(|(engine, rows)| (engine, geometric_mean(rows, &pick)));
        let (best, cost) = costs.min_by(|a, b| a.1.total_cmp(&b.1))?;
        let times = cost / geometric_mean(&self.own, &pick);
        let wanted = if goal > 1.0 {
            format!("{goal} times faster than {}", best.name)
        } else {
            format!("as fast as {}", best.name)
        };
        let whose = if keys.len() > 1 { ", the fastest" } else { "" };
        let cells = [work, &(wanted + whose), &format!("{times:.2} times"), yes(times >= goal)];
        Some(cells.map(String::from).to_vec())
    }
}

fn yes(met: bool) -> &'static str {
    if met { "yes" } else { "no" }
}
