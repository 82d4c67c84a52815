//! The goals that sidle set itself, and the measured factors. Each goal has a row, whether it is
//! met or not.

use super::{Engine, Record, Row, Times, geometric_mean, table};

/// The heads of a table of goals.
pub(super) const GOAL_HEADS: [&str; 5] = ["work", "goal", "measured", "in each run", "met"];

/// If a goal is met by less than this factor, the row must show how much the runs differ.
const CLOSE: f64 = 1.05;

/// The rows that are compared: those of sidle, and those of other engines on the same levels.
pub(super) struct Contest<'a> {
    own: Vec<&'a Row>,
    others: Vec<(&'a Engine, Vec<&'a Row>)>,
}

/// Returns a time of a row, if it was measured.
pub(super) type Pick<'a> = &'a dyn Fn(&Times) -> Option<f64>;

pub(crate) fn goals(record: &Record) -> String {
    let Some(shared) = Contest::of(record, Engine::shared) else {
        return "sidle has not done all levels.".into();
    };
    let mut lines = Vec::new();
    for (key, goal) in [("jolt", 3.0), ("box3d", 7.0), ("avian", 20.0), ("rapier", 40.0)] {
        lines.extend(shared.times_faster("move, p50", &[key], goal, &|t| Some(t.walks[0][1])));
        lines.extend(shared.times_faster("move, p99", &[key], goal, &|t| Some(t.walks[0][2])));
    }
    let best = ["jolt", "physx", "box3d"];
    lines.extend(shared.times_faster("sphere cast, short", &best, 2.0, &|t| t.query(4)));
    lines.extend(shared.times_faster("sphere cast, long", &best, 2.0, &|t| t.query(5)));
    let best = ["jolt", "physx", "box3d", "parry"];
    lines.extend(shared.times_faster("capsule cast, short", &best, 1.0 / 1.5, &|t| t.query(6)));
    lines.extend(shared.times_faster("capsule cast, long", &best, 1.0 / 1.5, &|t| t.query(7)));
    let best = ["parry", "rapier", "avian", "jolt", "physx", "box3d"];
    for (i, name) in ["ray, short", "ray, long", "any-hit, short", "any-hit, long"].into_iter().enumerate() {
        lines.extend(shared.times_faster(name, &best, 1.0, &|t| t.query(i)));
    }
    lines.extend(shared.times_faster("build", &["jolt"], 1.0, &|t| Some(t.build_ns)));
    if let Some(crowd) = Contest::of(record, |engine| Some(vec![engine.crowd("capsule")?])) {
        for (i, walk) in crowd.own[0].walks.iter().enumerate().filter(|(_, w)| w.name.starts_with("tall")) {
            let name = format!("move in a crowd of capsules, mean ({})", walk.name);
            lines.extend(crowd.times_faster(&name, &["jolt"], 1.9, &|t| Some(t.walks.get(i)?[0])));
        }
    }
    let bytes = geometric_mean(&shared.own, |row| row.bytes.unwrap_or(0) as f64 / row.triangles as f64);
    let line =
        ["bytes a triangle", "at most 30", &format!("{bytes:.1}"), "always the same", yes(bytes <= 30.0)];
    lines.push(line.map(String::from).to_vec());
    table(&GOAL_HEADS.map(String::from), &lines)
}

impl Times {
    fn query(&self, number: usize) -> Option<f64> {
        self.queries.get(number).copied()
    }
}

impl<'a> Contest<'a> {
    /// Collects the rows that `pick` returns for each engine, or nothing if sidle has none.
    pub(super) fn of(record: &'a Record, pick: impl Fn(&'a Engine) -> Option<Vec<&'a Row>>) -> Option<Self> {
        Self::between("sidle", record.engines.iter(), pick)
    }

    /// As [`Self::of`], between the engine `key` and the other ones.
    pub(super) fn between(
        key: &str,
        engines: impl Iterator<Item = &'a Engine>,
        pick: impl Fn(&'a Engine) -> Option<Vec<&'a Row>>,
    ) -> Option<Self> {
        let (own, others): (Vec<_>, Vec<_>) = engines.partition(|engine| engine.key == key);
        let own = own.first().copied().and_then(&pick)?;
        Some(Self { own, others: others.into_iter().filter_map(|e| Some((e, pick(e)?))).collect() })
    }

    /// Returns the names of the walks on sidle's first level.
    pub(super) fn walks(&self) -> Vec<&str> {
        self.own[0].walks.iter().map(|walk| walk.name.as_str()).collect()
    }

    /// Returns the number of ends of sidle that overlap a triangle.
    pub(super) fn penetrating(&self) -> usize {
        self.own.iter().flat_map(|row| &row.walks).map(|walk| walk.penetrating).sum()
    }

    /// Returns one row: by which factor sidle is faster than the fastest of `keys`. Only engines
    /// that were measured on the machine of sidle are compared.
    pub(super) fn times_faster(
        &self,
        work: &str,
        keys: &[&str],
        goal: f64,
        pick: Pick,
    ) -> Option<Vec<String>> {
        let named: Vec<_> =
            self.others.iter().filter(|(engine, _)| keys.contains(&engine.key.as_str())).collect();
        let is_beside = |rows: &[&Row]| rows.iter().zip(&self.own).all(|(a, b)| a.place() == b.place());
        let beside = named.iter().filter(|(_, rows)| is_beside(rows));
        let costs = beside.filter_map(|(engine, rows)| Some((engine, rows, cost(rows, None, pick)?)));
        let best = costs.min_by(|a, b| a.2.total_cmp(&b.2));
        let name = best.map_or(named.first()?.0.name.as_str(), |(engine, ..)| engine.name.as_str());
        let wanted = match goal {
            _ if goal > 1.0 => format!("{goal} times faster than {name}"),
            _ if goal < 1.0 => format!("at most {:.1} times as long as {name}", 1.0 / goal),
            _ => format!("as fast as {name}"),
        };
        let wanted = wanted + if keys.len() > 1 { ", the fastest" } else { "" };
        let Some(((_, rows, cost_of_best), own)) = best.zip(cost(&self.own, None, pick)) else {
            let cells = [work, &wanted, "not measured on the same machine", "-", "-"];
            return Some(cells.map(String::from).to_vec());
        };
        let times = cost_of_best / own;
        let met = times >= goal;
        let spread = match self.spread(rows, pick) {
            Some([least, most]) => format!("{least:.2} to {most:.2}"),
            None if met && times < CLOSE * goal => "not recorded".into(),
            None => "-".into(),
        };
        let cells = [work, &wanted, &format!("{times:.2} times"), &spread, yes(met)];
        Some(cells.map(String::from).to_vec())
    }

    /// Returns the least and the greatest factor of a run, if the record has the times of every
    /// run. Engines run alternately, so runs with the same number belong together.
    fn spread(&self, others: &[&Row], pick: Pick) -> Option<[f64; 2]> {
        let count = |rows: &[&Row]| rows.iter().map(|row| row.runs.len()).min().unwrap_or(0);
        let runs = count(&self.own).min(count(others));
        let factor = |run| Some(cost(others, Some(run), pick)? / cost(&self.own, Some(run), pick)?);
        let least = (0..runs).filter_map(factor).min_by(f64::total_cmp)?;
        let most = (0..runs).filter_map(factor).max_by(f64::total_cmp)?;
        (runs > 1).then_some([least, most])
    }
}

/// Returns the geometric mean over all levels, of one run or of the medians. `None` if a level has
/// no such time.
fn cost(rows: &[&Row], run: Option<usize>, pick: Pick) -> Option<f64> {
    let time = |row: &Row| run.map_or_else(|| pick(&row.medians()), |run| pick(&row.runs[run]));
    let known = rows.iter().all(|row| time(row).is_some());
    known.then(|| geometric_mean(rows, |row| time(row).unwrap_or(f64::NAN)))
}

pub(super) fn yes(met: bool) -> &'static str {
    if met { "yes" } else { "no" }
}
