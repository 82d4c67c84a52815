//! The goals that sidle set itself, and the measured factors. Each goal has a row, whether it is
//! met or not.

use super::{Engine, Record, Row, Times, geometric_mean, table};

/// If a goal is met by less than this factor, the row must show how much the runs differ.
const CLOSE: f64 = 1.05;

/// The results on the shared levels, of sidle and of all other engines.
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
        lines.extend(measured.times_faster("move, p50", &[key], goal, |t| t.walks[0][1]));
        lines.extend(measured.times_faster("move, p99", &[key], goal, |t| t.walks[0][2]));
    }
    let best = ["jolt", "physx", "box3d"];
    lines.extend(measured.times_faster("sphere cast, short", &best, 2.0, |t| t.queries[4]));
    lines.extend(measured.times_faster("sphere cast, long", &best, 2.0, |t| t.queries[5]));
    let best = ["parry", "rapier", "avian", "jolt", "physx", "box3d"];
    for (i, name) in ["ray, short", "ray, long", "any-hit, short", "any-hit, long"].into_iter().enumerate() {
        lines.extend(measured.times_faster(name, &best, 1.0, |t| t.queries[i]));
    }
    lines.extend(measured.times_faster("build", &["jolt"], 1.0, |t| t.build_ns));
    let bytes = geometric_mean(&measured.own, |row| row.bytes.unwrap_or(0) as f64 / row.triangles as f64);
    let line =
        ["bytes a triangle", "at most 30", &format!("{bytes:.1}"), "always the same", yes(bytes <= 30.0)];
    lines.push(line.map(String::from).to_vec());
    table(&["work", "goal", "measured", "in each run", "met"].map(String::from), &lines)
}

impl Measured<'_> {
    /// Returns one row: by which factor sidle is faster than the fastest of `keys`.
    fn times_faster(
        &self,
        work: &str,
        keys: &[&str],
        goal: f64,
        pick: impl Fn(&Times) -> f64,
    ) -> Option<Vec<String>> {
        let named = self.others.iter().filter(|(engine, _)| keys.contains(&engine.key.as_str()));
        let costs = named.map(|(engine, rows)| (engine, rows, cost(rows, None, &pick)));
        let (best, rows, cost_of_best) = costs.min_by(|a, b| a.2.total_cmp(&b.2))?;
        let times = cost_of_best / cost(&self.own, None, &pick);
        let wanted = if goal > 1.0 {
            format!("{goal} times faster than {}", best.name)
        } else {
            format!("as fast as {}", best.name)
        };
        let whose = if keys.len() > 1 { ", the fastest" } else { "" };
        let met = times >= goal;
        let spread = match self.spread(rows, &pick) {
            Some([least, most]) => format!("{least:.2} to {most:.2}"),
            None if met && times < CLOSE * goal => "not recorded".into(),
            None => "-".into(),
        };
        let cells = [work, &(wanted + whose), &format!("{times:.2} times"), &spread, yes(met)];
        Some(cells.map(String::from).to_vec())
    }

    /// Returns the least and the greatest factor of a run, if the record has the times of every
    /// run. Engines run alternately, so runs with the same number belong together.
    fn spread(&self, others: &[&Row], pick: &impl Fn(&Times) -> f64) -> Option<[f64; 2]> {
        let count = |rows: &[&Row]| rows.iter().map(|row| row.runs.len()).min().unwrap_or(0);
        let runs = count(&self.own).min(count(others));
        let factor = |run| cost(others, Some(run), pick) / cost(&self.own, Some(run), pick);
        let least = (0..runs).map(factor).min_by(f64::total_cmp)?;
        let most = (0..runs).map(factor).max_by(f64::total_cmp)?;
        (runs > 1).then_some([least, most])
    }
}

/// Returns the geometric mean over all levels, of one run or of the medians.
fn cost(rows: &[&Row], run: Option<usize>, pick: &impl Fn(&Times) -> f64) -> f64 {
    geometric_mean(rows, |row| run.map_or_else(|| pick(&row.medians()), |run| pick(&row.runs[run])))
}

fn yes(met: bool) -> &'static str {
    if met { "yes" } else { "no" }
}
