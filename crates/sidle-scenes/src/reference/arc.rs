//! A ball that rolls over an edge under a constant desired velocity, in closed form.
//!
//! Seen along the edge, let `psi` be the angle between the desired velocity (speed `m`) and the
//! contact normal (from the edge to the centre, length `reach` = radius + skin). Then psi' = -(m /
//! reach) sin psi, so tan(psi/2) falls by exp(-m t / reach).

/// Returns the angle after `time` seconds, from `psi` radians (0..pi).
#[must_use]
pub fn angle_after(psi: f64, speed: f64, reach: f64, time: f64) -> f64 {
    2.0 * ((psi / 2.0).tan() * (-speed * time / reach).exp()).atan()
}

/// Returns the time in seconds from one angle to a smaller one. A ball leaves its edge at pi/2.
#[must_use]
pub fn time_between(from: f64, to: f64, speed: f64, reach: f64) -> f64 {
    reach / speed * ((from / 2.0).tan() / (to / 2.0).tan()).ln()
}

/// Returns the time at which a ball has rolled over a single step of `height` (less than `reach`).
/// The ball slid along a horizontal floor at height 0, pushed by the desired velocity `(speed, 0)`.
/// It leaves the step's edge, at x = 0, straight above it.
#[must_use]
pub fn time_over_step(height: f64, speed: f64, reach: f64) -> f64 {
    // The normal at the first contact is (-sqrt(1-s^2), s), the push (1, 0).
    let s = (reach - height) / reach;
    time_between((-(1.0 - s * s).sqrt()).acos(), std::f64::consts::FRAC_PI_2, speed, reach)
}

#[cfg(test)]
mod tests {
    use super::{angle_after, time_between};

    fn runge_kutta(mut psi: f64, speed: f64, reach: f64, time: f64) -> f64 {
        let rate = |psi: f64| -speed / reach * psi.sin();
        let steps = 20_000;
        let h = time / f64::from(steps);
        for _ in 0..steps {
            let a = rate(psi);
            let b = rate(psi + h / 2.0 * a);
            let c = rate(psi + h / 2.0 * b);
            let d = rate(psi + h * c);
            psi += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
        }
        psi
    }

    #[test]
    fn the_law_solves_its_equation() {
        for (psi, speed, reach, time) in
            [(3.0, 5.59, 3.001, 1.0), (2.2, 1.0, 0.501, 0.3), (3.1, 3.0, 0.4, 0.5)]
        {
            let end = angle_after(psi, speed, reach, time);
            assert!((end - runge_kutta(psi, speed, reach, time)).abs() < 1e-12);
            assert!((time_between(psi, end, speed, reach) - time).abs() < 1e-12);
        }
    }
}
