//! Figures 11 to 13 of Nettle: sliding.

use anyhow::{Context, Result};

use super::Entry;
use super::section::{Section, flat};
use super::sheet::{GREY, INK, NORMAL, P, POINT, RIGHT, START, Sheet, along, dot, from_to, length, turned};
use sidle_cli::paint::Figure;

pub(super) const FIGURES: &[Entry] =
    &[("nettle-11", slide), ("nettle-12", two_angles), ("nettle-13", sliding_plane)];

const FLOOR: [P; 2] = [[-30.0, 0.0], [30.0, 0.0]];
const GROUND: [P; 4] = [[-30.0, 0.0], [30.0, 0.0], [30.0, -9.0], [-30.0, -9.0]];

fn slide() -> Result<Figure> {
    let (from, motion) = ([-3.6, 3.0], [7.0, -3.6]);
    let floor = Section::new(&FLOOR)?;
    let report = floor.slide(1.0, from, motion);
    let hit = report.hits.first().context("a move that meets the floor")?;
    let (touched, end) = (flat(report.path[1]), flat(report.outcome.position));
    let wished = along(from, motion, 1.0);
    let mut sheet = Sheet::new(
        "Figure 11: sliding",
        "What is left of the motion at the contact is projected onto the plane, along its normal.",
        310.0,
    );
    let mut panel = sheet.panel(0, 1, [-5.6, -1.6], [6.0, 4.2]);
    panel.ground(&GROUND, 2);
    panel.ghost(from, [1.0; 2], START);
    panel.ghost(touched, [1.0; 2], GREY);
    panel.ball(end, 1.0, RIGHT);
    panel.dashes(&[touched, wished], GREY);
    panel.dashes(&[wished, end], NORMAL);
    panel.arrow(from, touched, INK);
    panel.arrow(touched, end, RIGHT);
    panel.dot(wished, GREY);
    panel.dot(flat(hit.point), POINT);
    panel.label(wished, [9.0, 4.0], GREY, "destination");
    panel.label(flat(hit.point), [0.0, 18.0], POINT, "contact");
    panel.label(along(from, [1.0, 0.0], 1.0), [8.0, -12.0], START, "source");
    let slid = length(from_to(touched, end));
    panel.label(
        along(touched, from_to(touched, end), 0.5),
        [0.0, -52.0],
        RIGHT,
        &format!("slide, {slid:.2} m"),
    );
    Ok(sheet.finish())
}

fn two_angles() -> Result<Figure> {
    let floor = Section::new(&FLOOR)?;
    let mut sheet = Sheet::new(
        "Figure 12: the flatter the way, the longer the slide",
        "Two motions of 5 m, each with 2.5 m left at the floor: their angles alone make the difference.",
        250.0,
    );
    // From 7-24-25 and 3-4-5 triangles.
    for (i, unit) in [[0.96, -0.28], [0.6, -0.8]].into_iter().enumerate() {
        let motion = unit.map(|x| 5.0 * x);
        let from = [-2.4, 1.001 - motion[1] / 2.0];
        let report = floor.slide(1.0, from, motion);
        let (touched, end) = (flat(report.path[1]), flat(report.outcome.position));
        let mut panel = sheet.panel(i, 2, [-3.6, -1.3], [4.0, 4.9]);
        panel.ground(&GROUND, 2);
        panel.ghost(from, [1.0; 2], START);
        panel.ghost(touched, [1.0; 2], GREY);
        panel.ball(end, 1.0, RIGHT);
        panel.dashes(&[touched, along(from, motion, 1.0)], GREY);
        panel.arrow(from, touched, INK);
        panel.arrow(touched, end, RIGHT);
        panel.heading(&format!("slides {:.2} m", length(from_to(touched, end))));
    }
    Ok(sheet.finish())
}

fn sliding_plane() -> Result<Figure> {
    let ledge: [P; 3] = [[1.0, -20.0], [1.0, 0.0], [30.0, 0.0]];
    let world = Section::new(&ledge)?;
    let (from, motion) = ([-3.4, 0.4], [7.0, 0.0]);
    let hit = world.cast(1.0, from, motion)?;
    let report = world.slide(1.0, from, motion);
    let wished = along(from, motion, 1.0);
    // End of a straight slide along the plane.
    let rest = from_to(hit.centre, wished);
    let straight = along(hit.centre, turned(hit.normal), dot(rest, turned(hit.normal)));
    let mut sheet = Sheet::new(
        "Figure 13: the sliding plane at a corner",
        "Its normal runs from contact to centre. It is right for that instant; a corner needs an arc.",
        330.0,
    );
    let mut panel = sheet.panel(0, 1, [-5.0, -1.4], [6.4, 4.6]);
    panel.ground(&[ledge[0], ledge[1], ledge[2], [30.0, -20.0]], 3);
    let side = |s: f64| along(hit.point, turned(hit.normal), s);
    panel.line(&[side(-4.5), side(2.2)], NORMAL);
    panel.ghost(from, [1.0; 2], START);
    panel.ghost(hit.centre, [1.0; 2], GREY);
    panel.arrow(from, hit.centre, INK);
    panel.dashes(&[hit.centre, straight, wished], GREY);
    panel.ball(flat(report.outcome.position), 1.0, RIGHT);
    let path: Vec<P> = report.path.iter().skip(1).map(|&p| flat(p)).collect();
    panel.path(&path, RIGHT);
    panel.arrow(hit.point, along(hit.point, hit.normal, 1.0), NORMAL);
    panel.dot(hit.point, POINT);
    panel.dot(wished, GREY);
    panel.label(wished, [9.0, 4.0], GREY, "destination");
    panel.label(straight, [-6.0, -8.0], GREY, "straight slide ends");
    panel.label(side(-3.6), [8.0, 4.0], NORMAL, "sliding plane");
    panel.label(flat(report.outcome.position), [0.0, -64.0], RIGHT, "the move");
    Ok(sheet.finish())
}
