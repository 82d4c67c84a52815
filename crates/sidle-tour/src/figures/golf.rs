//! Figures of the golf tutorial: resting on a box or on the polygon, the local frame, and the case
//! in which the test fails.

use anyhow::{Context, Result};
use sidle::{Contact, QueryFilter, Shape, Vec3, World};

use super::Entry;
use super::section::{Section, at, flat};
use super::sheet::{GREY, INK, NORMAL, P, POINT, Panel, RIGHT, START, Sheet, WRONG, along, from_to, length};
use crate::tour::camera::Camera;
use sidle_cli::paint::Figure;

pub(super) const FIGURES: &[Entry] = &[
    ("golf-01", on_the_box),
    ("golf-02", on_the_polygon),
    ("golf-03", frame),
    ("golf-cells", cells),
    ("golf-reflection", reflection),
];

/// A cell of a terrain, and the radius of the ball above it.
const CELL: [P; 2] = [[0.0, 0.4], [4.0, 2.4]];
const RADIUS: f64 = 0.7;
const FROM: P = [1.2, 4.6];
const FALL: P = [0.0, -6.0];

fn terrain(panel: &mut Panel<'_>) {
    let rest: [P; 4] = [[-20.0, 0.9], CELL[0], CELL[1], [20.0, 1.0]];
    panel.ground(&[rest[0], rest[1], rest[2], rest[3], [20.0, -9.0], [-20.0, -9.0]], 4);
}

fn resting() -> Result<P> {
    Ok(Section::new(&CELL)?.cast(RADIUS, FROM, FALL)?.centre)
}

fn on_the_box() -> Result<Figure> {
    let (low, high) = (CELL[0], CELL[1]);
    let section = Section::new(&[[low[0], low[1]], [low[0], high[1]], high])?;
    let hit = section.cast(RADIUS, FROM, FALL)?;
    let air = hit.centre[1] - resting()?[1];
    let mut sheet = Sheet::new(
        "Golf, figure 1: a ball on the box around a polygon",
        "The box is as high as the highest corner. The ball rests on air.",
        290.0,
    );
    let mut panel = sheet.panel(0, 1, [-2.6, -0.4], [6.8, 4.4]);
    terrain(&mut panel);
    panel.dashes(&[low, [low[0], high[1]], high, [high[0], low[1]], low], WRONG);
    panel.ball(hit.centre, RADIUS, WRONG);
    panel.dot(hit.point, POINT);
    panel.label(hit.centre, [70.0, 0.0], WRONG, &format!("{air:.3} m above where it should rest"));
    panel.label(along(low, [0.0, 1.0], 1.9), [-6.0, 0.0], WRONG, "bounding box");
    Ok(sheet.finish())
}

fn on_the_polygon() -> Result<Figure> {
    let hit = Section::new(&CELL)?.cast(RADIUS, FROM, FALL)?;
    let mut sheet = Sheet::new(
        "Golf, figure 2: a ball on the polygon",
        "What touches is the point along the normal: not the lowest of the ball, and no corner of the cell.",
        290.0,
    );
    let mut panel = sheet.panel(0, 1, [-2.6, -0.4], [6.8, 4.4]);
    terrain(&mut panel);
    panel.ball(hit.centre, RADIUS, RIGHT);
    panel.arrow(hit.point, along(hit.point, hit.normal, 1.8), NORMAL);
    panel.dot(hit.point, POINT);
    let lowest = along(hit.centre, [0.0, -1.0], RADIUS);
    panel.dot(lowest, GREY);
    panel.label(lowest, [-14.0, 9.0], GREY, "lowest point: in the air");
    panel.label(hit.point, [8.0, 18.0], POINT, "touches");
    panel.label(along(hit.point, hit.normal, 1.8), [-8.0, 4.0], NORMAL, "normal");
    Ok(sheet.finish())
}

/// Projects from above, a little to the left.
fn view(v: Vec3) -> P {
    Camera::looking(Vec3::new(-0.25, 0.5, 0.9)).flat(v).map(f64::from)
}

fn frame() -> Result<Figure> {
    let corners = [Vec3::new(0.0, 0.0, 0.0), Vec3::new(4.0, 0.8, 0.4), Vec3::new(1.2, 1.0, -3.4)];
    let (e1, e2) = (corners[1] - corners[0], corners[2] - corners[0]);
    let cross = e1.cross(e2);
    let (t, n) = (e1 / e1.length(), cross / cross.length());
    let b = t.cross(n);
    let ball = (corners[0] + corners[1] + corners[2]) / 3.0 + n * 1.4;
    let world = World::from_triangles(&corners, &[[0, 1, 2]])?;
    let mut contacts: Vec<Contact> = Vec::new();
    world.contacts(&Shape::sphere(RADIUS as f32), ball, 9.0, &QueryFilter::ALL, &mut contacts);
    let contact = contacts.first().context("a triangle near the ball")?;
    // The inverse of an orthonormal frame is its transpose: dot products convert to local
    // coordinates, and a weighted sum of the axes converts back.
    let local =
        |p: Vec3| Vec3::new((p - corners[0]).dot(t), (p - corners[0]).dot(n), (p - corners[0]).dot(b));
    let mut sheet = Sheet::new(
        "Golf, figure 3: the normal, and the frame of a triangle",
        "Left: x' along edge e1, y' the normal, z' across both. Right: in that frame the triangle is flat.",
        300.0,
    );
    let mut panel = sheet.panel(0, 2, [-1.4, -1.2], [5.2, 4.2]);
    let flat3 = corners.map(view);
    panel.ground(&[flat3[0], flat3[1], flat3[2], flat3[0]], 4);
    for (axis, name, ink, off) in
        [(t, "x'", INK, [6.0, 10.0]), (n, "y'", NORMAL, [-6.0, 2.0]), (b, "z'", INK, [-6.0, 12.0])]
    {
        let tip = corners[0] + axis * if name == "x'" { 2.0 } else { 1.6 };
        panel.arrow(flat3[0], view(tip), ink);
        panel.label(view(tip), off, ink, name);
    }
    panel.ball(view(ball), RADIUS, START);
    panel.dashes(&[view(ball), view(contact.point.as_vec3())], GREY);
    panel.dot(view(contact.point.as_vec3()), POINT);
    panel.label(view(corners[1]), [8.0, 4.0], INK, "e1");
    panel.label(view(corners[2]), [0.0, -8.0], INK, "e2");
    panel.heading("in the world");
    let place = local(ball);
    let mut panel = sheet.panel(1, 2, [-1.2, -1.2], [5.0, 3.9]);
    let points = corners.map(local);
    panel.surface(&[flat(points[0]), flat(points[1])]);
    points.iter().for_each(|p| panel.dot(flat(*p), INK));
    panel.arrow([-0.6, -0.6], [0.4, -0.6], INK);
    panel.arrow([-0.6, -0.6], [-0.6, 0.4], NORMAL);
    panel.label([0.4, -0.6], [6.0, 4.0], INK, "x'");
    panel.label([-0.6, 0.4], [-6.0, 0.0], NORMAL, "y'");
    panel.ball(flat(place), RADIUS, START);
    panel.dashes(&[flat(place), [flat(place)[0], 0.0]], GREY);
    panel.dot(flat(local(contact.point.as_vec3())), POINT);
    panel.heading("in the frame of the triangle, from its side");
    panel.label([1.0, 3.2], [1.0, 0.0], INK, &format!("y' - r = {:.4}", f64::from(place.y) - RADIUS));
    panel.label([1.0, 3.2], [1.0, 18.0], RIGHT, &format!("contacts(): {:.4}", contact.distance));
    Ok(sheet.finish())
}

fn cells() -> Result<Figure> {
    let mut sheet = Sheet::new(
        "One cell, one plane, two ends: three balls that the test gets wrong",
        "Dashed: the plane of the cell under the centre, which is all that is asked. Radius 0.5.",
        260.0,
    );
    let steep: [P; 3] = [[-9.0, 0.0], [1.0, 0.0], [2.0, 10.0]];
    let ridge: [P; 3] = [[-9.0, -9.0], [0.0, 0.0], [0.4, -9.0]];
    let peak: [P; 5] = [[-9.0, 0.0], [1.5, 0.0], [2.5, 5.0], [3.5, 0.0], [20.0, 0.0]];
    for (i, (profile, centre, plane, low, high)) in [
        (&steep[..], [0.8, 0.6], [[-9.0, 0.0], [9.0, 0.0]], [-0.7, -0.6], [2.1, 2.3]),
        (&ridge[..], [-0.05, 0.6], [[-9.0, -9.0], [9.0, 9.0]], [-1.5, -1.2], [1.3, 1.7]),
    ]
    .into_iter()
    .enumerate()
    {
        let (world, cell) = (Section::new(profile)?, Section::new(&plane)?);
        let mut panel = sheet.panel(i, 3, low, high);
        panel.ground(&[profile, &[[20.0, -9.0], [-20.0, -9.0]]].concat(), profile.len());
        panel.dashes(&plane, WRONG);
        let (near, on_plane) = (world.nearest(centre)?, cell.nearest(centre)?);
        let (truth, asked) = (length(from_to(near, centre)), length(from_to(on_plane, centre)));
        let overlaps = world.world().overlaps(&Shape::sphere(0.5), at(centre), &QueryFilter::ALL);
        panel.ball(centre, 0.5, if overlaps { WRONG } else { RIGHT });
        panel.dashes(&[centre, on_plane], WRONG);
        panel.line(&[centre, near], RIGHT);
        panel.dot(near, POINT);
        panel.heading(&format!("says {:.3}: {}", asked, if asked <= 0.5 { "hit" } else { "free" }));
        panel.label(
            [low[0], low[1]],
            [8.0, -2.0],
            RIGHT,
            &format!("is {truth:.3}: {}", if overlaps { "inside" } else { "free" }),
        );
    }
    let world = Section::new(&peak)?;
    let (from, motion) = ([0.5, 1.0], [4.0, 0.0]);
    let hit = world.cast(0.5, from, motion)?;
    let mut panel = sheet.panel(2, 3, [-0.3, -1.2], [5.3, 6.2]);
    panel.ground(&[&peak[..], &[[20.0, -9.0], [-20.0, -9.0]]].concat(), peak.len());
    panel.ball(from, 0.5, START);
    panel.ball(along(from, motion, 1.0), 0.5, WRONG);
    panel.dashes(&[from, along(from, motion, 1.0)], GREY);
    panel.ball(hit.centre, 0.5, RIGHT);
    panel.dot(hit.point, POINT);
    panel.heading("both ends free");
    panel.label([-0.3, -1.2], [8.0, -2.0], RIGHT, &format!("hit at {:.3} of the way", hit.fraction));
    Ok(sheet.finish())
}

fn reflection() -> Result<Figure> {
    let (i, n): (P, P) = ([1.0, -1.0], [0.0, 1.0]);
    let right = along(i, n, 1.0 * 2.0 * (i[1] * -n[1]));
    let printed = along(i, n, -1.0);
    let mut sheet = Sheet::new(
        "The reflection, as printed and as it should be",
        "I = [1, -1], n = [0, 1]. The printed function computes 2 (n.I) and then does not use it.",
        250.0,
    );
    let mut panel = sheet.panel(0, 1, [-4.0, -2.4], [4.6, 1.7]);
    panel.ground(&[[-20.0, 0.0], [20.0, 0.0], [20.0, -9.0], [-20.0, -9.0]], 2);
    panel.arrow([-1.0, 1.0], [0.0, 0.0], INK);
    panel.arrow([0.0, 0.0], n, NORMAL);
    panel.arrow([0.0, 0.0], right, RIGHT);
    panel.arrow([0.0, 0.0], printed, WRONG);
    panel.label([-1.0, 1.0], [-8.0, 4.0], INK, "I");
    panel.label(n, [0.0, -6.0], NORMAL, "n");
    panel.label(right, [8.0, 4.0], RIGHT, &format!("I - 2 (n.I) n = [{}, {}]", right[0], right[1]));
    panel.label(
        printed,
        [8.0, 0.0],
        WRONG,
        &format!("I - n = [{}, {}]: into the ground", printed[0], printed[1]),
    );
    Ok(sheet.finish())
}
