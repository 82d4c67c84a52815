//! The progress messages.

use std::fmt::Write;

use peers_work::{Row, Tall, WalkRow};

/// Formats the result of one engine on one level.
pub(crate) fn line(name: &str, tall: Option<Tall>, row: &Row) -> String {
    let tall = tall.map_or(String::new(), |tall| format!(" ({}s)", tall.name()));
    let mut text = format!("{}: {name}{tall}: build {:.1} ms", row.level, row.build_ns / 1e6);
    for query in &row.queries {
        let wrong = query.early + query.late + query.missed;
        let _ = write!(text, ", {} {:.0} ns", query.name, query.ns);
        if wrong > 0 {
            let _ = write!(text, " ({wrong} wrong of {})", query.checked);
        }
    }
    for walk in &row.walks {
        let _ = write!(text, "\n    {}: {}", walk.name, of_walk(walk));
    }
    text
}

fn of_walk(walk: &WalkRow) -> String {
    let single = walk.with_candidates.map_or(String::new(), |s| {
        format!(", p50 {}, p99 {} of {} with candidates", s.p50_ns, s.p99_ns, s.moves)
    });
    let character = walk.character.map_or(String::new(), |c| {
        format!(
            ", {} of {} frames off the ground (it says {}), speed kept {:.3} (least {:.3}) of {}, {} of {} climbed",
            c.off_ground, c.frames, c.told_off_ground, c.speed_kept, c.least_kept, c.crossing, c.climbed, c.blocked
        )
    });
    format!(
        "mean {:.0} ns{single}; {} of {} ends penetrate, {} over 1 mm, deepest {:.2} mm ({:.2} padded), {} crossings, {:.0} m, {} lost{character}{}",
        walk.mean_ns,
        walk.penetrating,
        walk.moves,
        walk.deep,
        walk.deepest_mm,
        walk.deepest_padded_mm,
        walk.crossings,
        walk.metres,
        walk.lost,
        if walk.repeats { "" } else { ", other bits in another run" },
    )
}
