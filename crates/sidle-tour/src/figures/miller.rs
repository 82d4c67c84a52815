//! Figures of the ideas of Miller: moves that cross a plane, the sum of angles, and a ball instead
//! of a point.

use anyhow::{Context, Result};
use sidle::{QueryFilter, World};

use super::Entry;
use super::section::{Section, at};
use super::sheet::{GREY, INK, P, POINT, RIGHT, START, Sheet, WRONG, along, dot, from_to, length};
use sidle_cli::paint::Figure;

pub(super) const FIGURES: &[Entry] =
    &[("miller-crossing", crossing), ("miller-angles", angles), ("miller-radius", radius)];

fn crossing() -> Result<Figure> {
    let plane = Section::new(&[[-30.0, 0.0], [30.0, 0.0]])?;
    let polygon = Section::new(&[[-1.0, 0.0], [3.4, 0.0]])?;
    let mut sheet = Sheet::new(
        "Does the way cross the plane, and does it do so inside the polygon?",
        "Position and destination are classified; the crossing is computed only where the sides differ.",
        270.0,
    );
    let mut panel = sheet.panel(0, 1, [-6.4, -2.2], [6.6, 2.7]);
    panel.dashes(&[[-30.0, 0.0], [30.0, 0.0]], GREY);
    panel.surface(&[[-1.0, 0.0], [3.4, 0.0]]);
    panel.label([1.2, 0.0], [0.0, -8.0], INK, "polygon");
    panel.label([6.5, 0.0], [-1.0, -6.0], GREY, "its plane");
    for (from, motion) in [([0.4, 1.9], [2.0, -3.4]), ([-4.4, 1.9], [1.6, -3.4]), ([3.6, 2.1], [1.0, -1.4])] {
        let to = along(from, motion, 1.0);
        let side = |p: P| if p[1] > 0.0 { "front" } else { "back" };
        let hit = polygon.ray(from, motion);
        panel.arrow(from, to, if hit.is_some() { RIGHT } else { INK });
        panel.dot(from, START);
        if let Some(crossed) = plane.ray(from, motion) {
            panel.dot(crossed.point, if hit.is_some() { RIGHT } else { WRONG });
            let text =
                format!("t = {:.3}, {}", crossed.fraction, if hit.is_some() { "hit" } else { "beside it" });
            panel.label(crossed.point, [9.0, 16.0], if hit.is_some() { RIGHT } else { WRONG }, &text);
        } else {
            panel.label(to, [8.0, -8.0], GREY, "not crossed");
        }
        panel.label(from, [-8.0, 0.0], START, side(from));
        panel.label(to, [-8.0, 4.0], START, side(to));
    }
    Ok(sheet.finish())
}

fn angles() -> Result<Figure> {
    let corners: [P; 5] = [[0.0, 0.0], [3.6, -0.4], [4.6, 2.2], [2.2, 4.0], [-0.6, 2.4]];
    let vertices = corners.map(at);
    let world = World::from_triangles(&vertices, &[[0, 1, 2], [0, 2, 3], [0, 3, 4]])?;
    let mut sheet = Sheet::new(
        "The sum of angles: a full turn inside, less outside",
        "Each angle is the inverse cosine of a product of two unit vectors, which is not exact.",
        300.0,
    );
    for (i, p) in [[2.0, 1.7], [5.6, 3.2]].into_iter().enumerate() {
        let mut panel = sheet.panel(i, 2, [-1.6, -1.2], [6.4, 5.0]);
        panel.ground(&[&corners[..], &corners[..1]].concat(), 6);
        let mut sum = 0.0;
        for k in 0..5 {
            let [a, b] = [corners[k], corners[(k + 1) % 5]].map(|c| from_to(p, c));
            let angle = (dot(a, b) / (length(a) * length(b))).acos().to_degrees();
            sum += angle;
            panel.dashes(&[p, corners[k]], GREY);
            // The bisector of the two unit vectors.
            let middle = [a[0] / length(a) + b[0] / length(b), a[1] / length(a) + b[1] / length(b)];
            let reach = if i == 0 { 0.95 } else { 1.5 + 0.55 * k as f64 };
            if i == 0 {
                panel.label(
                    along(p, middle, reach / length(middle)),
                    [0.0, 4.0],
                    INK,
                    &format!("{angle:.0}"),
                );
            }
        }
        let found = world.closest_point(at(p), 1e3, &QueryFilter::ALL).context("a nearest point")?;
        panel.dot(p, if found.distance == 0.0 { RIGHT } else { WRONG });
        let ink = if found.distance == 0.0 { RIGHT } else { WRONG };
        panel.label(p, [9.0, if i == 0 { -6.0 } else { -4.0 }], ink, "P");
        panel.heading(&format!("sum {sum:.1}; nearest point {:.3} away", found.distance));
    }
    Ok(sheet.finish())
}

fn radius() -> Result<Figure> {
    let block: [P; 5] = [[-6.0, -6.0], [-6.0, 0.0], [0.0, 0.0], [0.0, -6.0], [-6.0, -6.0]];
    let world = Section::new(&block)?;
    // Centres of the ball at contact: casts from all sides towards points along the boundary edge.
    let mut places = Vec::new();
    for i in 0..=80 {
        let s = f64::from(i) / 40.0 - 1.0;
        let target: P = if s < 0.0 { [4.0 * s, 0.0] } else { [0.0, -4.0 * s] };
        let turn = (s * 6.0).clamp(-1.0, 1.0);
        let side: P = [(1.0 + turn) / 2.0, (1.0 - turn) / 2.0];
        let unit = side.map(|x| x / length(side));
        places.push(world.cast(1.0, along(target, unit, 4.0), unit.map(|x| -6.0 * x))?.centre);
    }
    // Also casts towards the corner itself, from a fan of directions.
    for i in 0..=24 {
        let share = f64::from(i) / 24.0;
        let unit = [share, 1.0 - share].map(|x| x / length([share, 1.0 - share]));
        places.push(world.cast(1.0, along([0.0, 0.0], unit, 4.0), unit.map(|x| -6.0 * x))?.centre);
    }
    places.sort_by(|a, b| (a[0] - a[1]).total_cmp(&(b[0] - b[1])));
    let mut sheet = Sheet::new(
        "A ball instead of a point: moving the planes out is not enough",
        "Green: where the centre really is at contact, by casts. Red: the planes moved out by the radius.",
        300.0,
    );
    let mut panel = sheet.panel(0, 1, [-5.0, -3.4], [6.0, 3.0]);
    panel.ground(&block, 5);
    panel.dashes(&[[-20.0, 1.0], [1.0, 1.0], [1.0, -20.0]], WRONG);
    panel.path(&places.iter().copied().filter(|p| p[0] > -4.8 && p[1] > -3.3).collect::<Vec<P>>(), RIGHT);
    let from = [3.4, 2.6];
    let hit = world.cast(1.0, from, [-3.4, -2.6])?;
    panel.ball(hit.centre, 1.0, RIGHT);
    panel.dot(hit.point, POINT);
    panel.dot([1.0, 1.0], WRONG);
    let gap = length([1.0, 1.0]) - 1.0;
    panel.label([1.0, 1.0], [40.0, 4.0], WRONG, &format!("{gap:.3} radii too far out"));
    panel.label([-3.0, -1.2], [0.0, 0.0], GREY, "block");
    Ok(sheet.finish())
}
