//! The step that a mover passes through with the algorithm of the text, from above.

use anyhow::{Context, Result};
use sidle::{QueryFilter, Shape, Vec3, World};
use sidle_scenes::counterexamples;

use super::Entry;
use super::sheet::{GREY, INK, P, POINT, RIGHT, START, Sheet, WRONG, along, dot, length, turned};
use sidle_cli::paint::Figure;

pub(super) const FIGURES: &[Entry] = &[("nettle-oblique-step", oblique_step)];

/// Projects from above: x to the right, -z up.
fn above(v: [f32; 3]) -> P {
    [f64::from(v[0]), -f64::from(v[2])]
}

fn oblique_step() -> Result<Figure> {
    let mut sheet = Sheet::new(
        "The step one can walk through, from above",
        "The ball cuts the height of the step half a metre below its centre: that circle is drawn.",
        330.0,
    );
    for (i, id) in ["n1-step-45", "n1-step-14"].into_iter().enumerate() {
        let case = counterexamples::all().into_iter().find(|c| c.id == id).context("the counterexample")?;
        let world = World::from_triangles(&case.triangle.map(Vec3::from), &[[0, 1, 2]])?;
        let ball = Shape::sphere(case.radii[0]);
        let motion = above(case.motion);
        let hit = world
            .cast_shape(&ball, Vec3::from(case.centre), Vec3::from(case.motion), &QueryFilter::ALL)
            .context("the step is met")?;
        let from = above(case.centre);
        // The circle in which the plane of the tread cuts the ball.
        let circle = (f64::from(case.radii[0]).powi(2) - f64::from(case.centre[1]).powi(2)).sqrt();
        let centre = along(from, motion, hit.fraction);
        // The algorithm of the text: straight down to the plane, to the nearest point of the tread,
        // and back along the motion.
        let polygon = world
            .closest_point(Vec3::new(case.centre[0], 0.0, case.centre[2]), 1e3, &QueryFilter::ALL)
            .context("a nearest point")?;
        let polygon = above(polygon.point.as_vec3().to_array());
        let unit = motion.map(|x| x / length(motion));
        let off = dot([polygon[0] - from[0], polygon[1] - from[1]], turned(unit));
        let ahead = dot([polygon[0] - from[0], polygon[1] - from[1]], unit);
        let inside = circle * circle - off * off;
        let mut panel = sheet.panel(i, 2, [-4.4, -2.3], [3.0, 5.8]);
        panel.ground(&[[0.0, -20.0], [0.0, 20.0], [20.0, 20.0], [20.0, -20.0]], 2);
        panel.ghost(from, [circle; 2], START);
        panel.arrow(polygon, along(polygon, unit, -2.9), POINT);
        let way = length(motion) * hit.fraction;
        if inside < 0.0 {
            panel.ball(along(from, motion, 1.0), circle, WRONG);
            panel.heading("at 45 degrees: no hit at all");
        } else {
            let stop = ahead - inside.sqrt();
            panel.ball(along(from, unit, stop), circle, WRONG);
            panel.heading(&format!("at 14 degrees: hit after {stop:.3} m"));
        }
        panel.ball(centre, circle, RIGHT);
        panel.dashes(&[from, along(from, motion, 1.0)], GREY);
        panel.dot(polygon, POINT);
        panel.dot(above(hit.point.as_vec3().to_array()), RIGHT);
        panel.label(polygon, [8.0, 14.0], POINT, "polygon point");
        panel.label([0.4, -1.9], [1.0, 0.0], INK, "the step");
        panel.label([-4.2, 4.0], [1.0, 0.0], RIGHT, &format!("truly after {way:.3} m"));
    }
    Ok(sheet.finish())
}
