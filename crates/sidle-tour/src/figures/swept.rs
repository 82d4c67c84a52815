//! Figures of the swept sphere: an overview, two simultaneous contacts, and a distance function
//! with a root.

use anyhow::{Context, Result};

use super::Entry;
use super::section::{Section, flat};
use super::sheet::{
    GREY, INK, NORMAL, P, POINT, RIGHT, START, Sheet, WRONG, along, dot, from_to, length, turned,
};
use sidle_cli::paint::Figure;

pub(super) const FIGURES: &[Entry] =
    &[("swept-overview", overview), ("swept-crease", crease), ("swept-distance", distance)];

fn overview() -> Result<Figure> {
    let slope: [P; 2] = [[-20.0, -6.0], [20.0, 6.0]];
    let world = Section::new(&slope)?;
    let (from, motion) = ([-3.6, 2.2], [7.2, -2.2]);
    let report = world.slide(1.0, from, motion);
    let hit = report.hits.first().context("a move that meets the slope")?;
    let (touched, end) = (flat(report.path[1]), flat(report.outcome.position));
    let (wished, point, normal) = (along(from, motion, 1.0), flat(hit.point), flat(hit.normal));
    let mut sheet = Sheet::new(
        "One step of the swept sphere",
        "From A towards B: contact, what points into the surface is removed, the rest is slid.",
        330.0,
    );
    let mut panel = sheet.panel(0, 1, [-5.6, -2.6], [6.4, 4.4]);
    panel.ground(&[slope[0], slope[1], [20.0, -20.0], [-20.0, -20.0]], 2);
    panel.ball(from, 1.0, START);
    panel.ghost(touched, [1.0; 2], GREY);
    panel.ball(end, 1.0, RIGHT);
    panel.dashes(&[touched, wished], GREY);
    panel.dashes(&[wished, end], NORMAL);
    panel.arrow(from, touched, INK);
    panel.arrow(touched, end, RIGHT);
    panel.arrow(point, along(point, normal, 2.6), NORMAL);
    panel.dot(point, POINT);
    panel.dot(wished, GREY);
    panel.label(from, [-8.0, -6.0], START, "A");
    panel.label(wished, [9.0, 4.0], GREY, "B");
    panel.label(point, [8.0, 18.0], POINT, "collision point");
    panel.label(along(point, normal, 2.6), [-6.0, -6.0], NORMAL, "touch normal");
    panel.label(along(touched, from_to(touched, end), 0.5), [0.0, -72.0], RIGHT, "sliding vector");
    let share = f64::from(hit.speed_removed) / length(motion);
    let text = format!("speed_removed: {:.1} % of the motion", share * 100.0);
    panel.label([-5.4, 3.9], [1.0, 0.0], INK, &text);
    Ok(sheet.finish())
}

fn crease() -> Result<Figure> {
    let groove: [P; 3] = [[-20.0, 20.0], [0.0, 0.0], [12.0, 24.0]];
    let world = Section::new(&groove)?;
    let report = world.slide(1.0, [-0.2, 3.2], [0.2, -4.0]);
    let centre = flat(report.outcome.position);
    // The last hit on each side: both support the ball there.
    let (left, right) = (
        report.hits.iter().rfind(|hit| hit.normal.x > 0.0).context("a hit on the left")?,
        report.hits.iter().rfind(|hit| hit.normal.x < 0.0).context("a hit on the right")?,
    );
    let ([p1, p2], [n1, n2]) = ([left.point, right.point].map(flat), [left.normal, right.normal].map(flat));
    let (p1, p2) = (
        along(centre, n1, -length(from_to(centre, p1)).min(1.001)),
        along(centre, n2, -length(from_to(centre, p2)).min(1.001)),
    );
    let across = turned(from_to(p2, p1)).map(|x| -x);
    let mut sheet = Sheet::new(
        "Held by two surfaces: which way is left?",
        "A whole plane of directions is perpendicular to the line p1 - p2; only one of them is the crease.",
        320.0,
    );
    let mut panel = sheet.panel(0, 1, [-5.4, -0.5], [6.0, 5.0]);
    panel.ground(&[groove[0], groove[1], groove[2], [20.0, 20.0], [20.0, -9.0], [-20.0, -9.0]], 3);
    panel.ball(centre, 1.0, RIGHT);
    panel.dashes(&[p1, p2], GREY);
    let middle = along(p1, from_to(p1, p2), 0.5);
    panel.arrow(middle, along(middle, across, 2.4 / length(across)), WRONG);
    panel.arrow(p1, along(p1, n1, 1.0), NORMAL);
    panel.arrow(p2, along(p2, n2, 1.0), NORMAL);
    panel.dot(p1, POINT);
    panel.dot(p2, POINT);
    // Points at the viewer: a circle with a dot.
    panel.ghost(centre, [0.16; 2], RIGHT);
    panel.label(p1, [-8.0, 12.0], POINT, "p1, normal n1");
    panel.label(p2, [10.0, 10.0], POINT, "p2, normal n2");
    panel.label(
        along(middle, across, 2.4 / length(across)),
        [8.0, 2.0],
        WRONG,
        "also perpendicular: leaves both",
    );
    panel.label(along(centre, [1.0, 0.0], 1.0), [26.0, -8.0], RIGHT, "crease n1 x n2: along your view");
    Ok(sheet.finish())
}

fn distance() -> Result<Figure> {
    let ledge: [P; 3] = [[-20.0, 0.0], [0.0, 0.0], [0.0, -20.0]];
    let world = Section::new(&ledge)?;
    let (from, motion) = ([4.0, 1.5], [-7.0, -0.9]);
    let gap = |t: f64| -> Result<(f64, P)> {
        let place = along(from, motion, t);
        let spoke = from_to(world.nearest(place)?, place);
        Ok((length(spoke) - 1.0, spoke.map(|x| x / length(spoke))))
    };
    // Newton iterations from the left, and their tangents.
    let mut steps = vec![0.0];
    let mut tangents = Vec::new();
    while steps.len() < 6 {
        let t = steps[steps.len() - 1];
        let (g, n) = gap(t)?;
        let next = t + g / -dot(n, motion);
        tangents.push((t, g, next));
        steps.push(next);
    }
    let right = world.cast(1.0, from, motion)?;
    let mut sheet = Sheet::new(
        "The distance along a straight way is convex: Newton never oversteps",
        "Left: the places that Newton visits. Right: its tangents, which all lie below the curve.",
        270.0,
    );
    let mut panel = sheet.panel(0, 2, [-2.6, -1.6], [5.4, 3.4]);
    panel.ground(&[ledge[0], ledge[1], ledge[2], [-20.0, -20.0]], 3);
    for &t in &steps[..3] {
        panel.ghost(along(from, motion, t), [1.0; 2], START);
    }
    panel.ball(right.centre, 1.0, RIGHT);
    panel.arrow(from, right.centre, INK);
    panel.dot(right.point, POINT);
    panel.heading(&format!("first contact at {:.4} of the way", right.fraction));
    let mut panel = sheet.panel(1, 2, [-0.6, -1.0], [7.4, 3.8]);
    // Stretched for legibility.
    let place = |t: f64, g: f64| [10.0 * t, 1.05 * g];
    panel.line(&[[-0.2, 0.0], [7.3, 0.0]], GREY);
    let mut curve = Vec::new();
    for i in 0..=68 {
        let t = f64::from(i) / 100.0;
        curve.push(place(t, gap(t)?.0));
    }
    panel.path(&curve, START);
    for (t, g, next) in tangents.iter().take(3) {
        panel.line(&[place(*t, *g), place(*next, 0.0)], RIGHT);
        panel.dashes(&[place(*next, 0.0), place(*next, gap(*next)?.0)], GREY);
        panel.dot(place(*next, 0.0), RIGHT);
    }
    panel.heading("distance less radius");
    let last = steps[steps.len() - 1];
    panel.label(place(last, 0.0), [-60.0, 20.0], RIGHT, &format!("{last:.4} after five steps"));
    Ok(sheet.finish())
}
