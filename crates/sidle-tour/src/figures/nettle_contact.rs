//! Figures 1 to 4 of Nettle: contacts of a ball with planes.

use anyhow::{Context, Result};
use sidle::{MoveConfig, QueryFilter, Scratch, Shape};

use super::Entry;
use super::section::{Section, at, flat};
use super::sheet::{GREY, INK, NORMAL, P, POINT, RIGHT, START, Sheet, WRONG, along, length};
use sidle_cli::paint::Figure;

pub(super) const FIGURES: &[Entry] = &[
    ("nettle-01", centre_ray),
    ("nettle-02", contact),
    ("nettle-03", sphere_point),
    ("nettle-03a", embedded),
    ("nettle-04", first_of_two),
];

/// Start and motion of a ball of radius 1 towards a floor.
const FROM: P = [-3.4, 2.8];
const MOTION: P = [6.0, -4.0];
const FLOOR: [P; 2] = [[-20.0, 0.0], [20.0, 0.0]];
const GROUND: [P; 4] = [[-20.0, 0.0], [20.0, 0.0], [20.0, -9.0], [-20.0, -9.0]];
const LOW: P = [-5.6, -1.5];
const HIGH: P = [5.6, 4.0];

fn centre_ray() -> Result<Figure> {
    let floor = Section::new(&FLOOR)?;
    let hit = floor.ray(FROM, MOTION).context("the ray meets the floor")?;
    let right = floor.cast(1.0, FROM, MOTION)?;
    let mut sheet = Sheet::new(
        "Figure 1: the ray from the centre is not the answer",
        "Stopped where its centre meets the plane, the ball is half inside. It touched long before.",
        300.0,
    );
    let mut panel = sheet.panel(0, 1, LOW, HIGH);
    panel.ground(&GROUND, 2);
    panel.ghost(right.centre, [1.0; 2], RIGHT);
    panel.ball(hit.point, 1.0, WRONG);
    panel.ghost(FROM, [1.0; 2], START);
    panel.arrow(FROM, hit.point, INK);
    panel.dot(right.point, POINT);
    panel.label(along(FROM, [1.0, 0.0], 1.0), [8.0, -12.0], START, "source");
    panel.label(hit.point, [10.0, 24.0], WRONG, "ray meets plane");
    panel.label(right.point, [-8.0, 22.0], POINT, "first touched here");
    let (late, early) = (length(MOTION) * hit.fraction, length(MOTION) * right.fraction);
    panel.label([2.6, 3.2], [1.0, 0.0], WRONG, &format!("way of the ray: {late:.2} m"));
    panel.label([2.6, 3.2], [1.0, 18.0], RIGHT, &format!("way of the ball: {early:.2} m"));
    Ok(sheet.finish())
}

fn contact() -> Result<Figure> {
    let floor = Section::new(&FLOOR)?;
    let hit = floor.ray(FROM, MOTION).context("the ray meets the floor")?;
    let right = floor.cast(1.0, FROM, MOTION)?;
    let mut sheet = Sheet::new(
        "Figure 2: where the ball really stops",
        "From the point of contact to the centre runs the normal of the plane, one radius long.",
        300.0,
    );
    let mut panel = sheet.panel(0, 1, LOW, HIGH);
    panel.ground(&GROUND, 2);
    panel.ghost(FROM, [1.0; 2], START);
    panel.dashes(&[right.centre, hit.point], GREY);
    panel.ball(right.centre, 1.0, RIGHT);
    panel.arrow(FROM, right.centre, INK);
    panel.arrow(right.point, along(right.point, right.normal, 1.0), NORMAL);
    panel.dot(right.point, POINT);
    panel.dot(hit.point, GREY);
    panel.label(right.point, [-8.0, 22.0], POINT, "contact");
    panel.label(hit.point, [8.0, 22.0], GREY, "not the ray's point");
    panel.label(along(right.point, right.normal, 0.5), [7.0, 4.0], NORMAL, "normal");
    panel.label(along(FROM, [1.0, 0.0], 1.0), [8.0, -12.0], START, "source");
    Ok(sheet.finish())
}

fn sphere_point() -> Result<Figure> {
    let floor = Section::new(&FLOOR)?;
    let point = along(FROM, [0.0, -1.0], 1.0);
    let ray = floor.ray(point, MOTION).context("the ray meets the floor")?;
    let right = floor.cast(1.0, FROM, MOTION)?;
    let mut sheet = Sheet::new(
        "Figure 3: the point of the ball that will touch",
        "For a plane, a ray from that point and the ball itself stop at the same fraction of the way.",
        300.0,
    );
    let mut panel = sheet.panel(0, 1, LOW, HIGH);
    panel.ground(&GROUND, 2);
    panel.ghost(FROM, [1.0; 2], START);
    panel.ball(right.centre, 1.0, RIGHT);
    panel.arrow(FROM, point, NORMAL);
    panel.arrow(point, ray.point, INK);
    panel.dot(point, POINT);
    panel.dot(right.point, POINT);
    panel.label(along(FROM, [0.0, -0.5], 1.0), [-7.0, 4.0], NORMAL, "A");
    panel.label(along(point, MOTION, 0.5 * ray.fraction), [2.0, -6.0], INK, "B");
    panel.label(point, [-6.0, 18.0], POINT, "sphere point");
    panel.label([1.0, 3.2], [1.0, 0.0], INK, &format!("cast_ray from there: {:.4} of the way", ray.fraction));
    panel.label(
        [1.0, 3.2],
        [1.0, 18.0],
        RIGHT,
        &format!("cast_shape, the ball: {:.4} of the way", right.fraction),
    );
    Ok(sheet.finish())
}

fn embedded() -> Result<Figure> {
    let mut sheet = Sheet::new(
        "Figure 3a: the plane already cuts the ball",
        "Left: the floor lies beside the ball; its rim is met. Right: the ball overlaps, and is told so.",
        250.0,
    );
    let (from, motion) = ([-3.0, 0.2], [4.0, 0.0]);
    let half = Section::new(&[[0.0, 0.0], [20.0, 0.0]])?;
    let right = half.cast(1.0, from, motion)?;
    let mut panel = sheet.panel(0, 2, [-4.6, -1.6], [2.4, 2.4]);
    panel.heading("cut by the plane, beside the floor");
    panel.dashes(&[[-20.0, 0.0], [0.0, 0.0]], GREY);
    panel.surface(&[[0.0, 0.0], [20.0, 0.0]]);
    panel.ghost(from, [1.0; 2], START);
    panel.ball(right.centre, 1.0, RIGHT);
    panel.arrow(from, right.centre, INK);
    let below = along(from, [0.0, -1.0], 1.0);
    panel.dot(below, WRONG);
    panel.label(below, [10.0, 16.0], WRONG, "behind the plane: its ray misses");
    panel.dot(right.point, POINT);
    panel.label(right.point, [10.0, 18.0], POINT, "rim");

    let floor = Section::new(&FLOOR)?;
    let (deep, ball) = ([0.0, 0.55], Shape::sphere(1.0));
    let overlaps = floor.world().overlaps(&ball, at(deep), &QueryFilter::ALL);
    let moved = floor.slide(1.0, deep, [0.0, -1.0]).outcome;
    let out = floor.world().depenetrate(&mut Scratch::default(), &ball, at(deep), &MoveConfig::default());
    let mut panel = sheet.panel(1, 2, [-3.5, -1.6], [3.5, 2.4]);
    panel.heading("cut by the floor itself");
    panel.ground(&GROUND, 2);
    panel.ghost(deep, [1.0; 2], WRONG);
    panel.ball(flat(out.position), 1.0, RIGHT);
    panel.arrow(deep, flat(out.position), RIGHT);
    panel.label([0.0, -1.0], [0.0, 0.0], WRONG, &format!("overlaps: {overlaps}; a move: {:?}", moved.reason));
    panel.label([1.3, 1.0], [4.0, -8.0], RIGHT, "depenetrate:");
    panel.label([1.3, 1.0], [4.0, 8.0], RIGHT, &format!("up to {:.3}", out.position.y));
    Ok(sheet.finish())
}

fn first_of_two() -> Result<Figure> {
    let wall: [P; 2] = [[3.0, 0.0], [3.0, 9.0]];
    let world = Section::of(&[&FLOOR, &wall])?;
    let (from, motion) = ([-4.2, 3.6], [7.4, -4.0]);
    let mut hits = Vec::new();
    let ball = Shape::sphere(1.0);
    world.world().cast_shape_all(&ball, at(from), at(motion), &QueryFilter::ALL, &mut hits);
    let mut sheet = Sheet::new(
        "Figure 4: of several planes in the way, the first counts",
        "cast_shape_all lists every contact by its fraction of the motion; a move stops at the least.",
        300.0,
    );
    let mut panel = sheet.panel(0, 1, [-6.0, -1.1], [6.4, 4.9]);
    panel.area(
        &[[3.0, 0.0], [3.0, 9.0], [20.0, 9.0], [20.0, -9.0], [-20.0, -9.0], [-20.0, 0.0]],
        super::sheet::SOLID,
    );
    panel.surface(&[[-20.0, 0.0], [3.0, 0.0], [3.0, 9.0]]);
    panel.ghost(from, [1.0; 2], START);
    panel.dashes(&[from, along(from, motion, 1.0)], GREY);
    for (i, hit) in hits.iter().enumerate().rev() {
        let fraction = hit.fraction;
        let centre = along(from, motion, fraction);
        if i == 0 {
            panel.ball(centre, 1.0, RIGHT);
            panel.arrow(from, centre, INK);
        } else {
            panel.ghost(centre, [1.0; 2], WRONG);
        }
        panel.dot(flat(hit.point), POINT);
        let (ink, name) = if i == 0 { (RIGHT, "first") } else { (WRONG, "not first") };
        let off = if i == 0 { [0.0, -56.0] } else { [10.0, -14.0] };
        let place = if i == 0 { centre } else { [3.0, 1.0] };
        panel.label(place, off, ink, &format!("{name}: {fraction:.3}"));
    }
    Ok(sheet.finish())
}
