//! A ball that flies, bounces, slides, rolls and comes to rest.

mod boundary_edge;
mod config;
mod crease;
mod flight;
mod forces;
mod impact;
mod law;
mod plane;
mod roller;
mod state;
mod store;
mod support;

pub use config::BallConfig;
pub use state::{Ball, BallState, BallStep};

use crate::slide::Scratch;
use crate::world::World;

impl World {
    /// Moves a ball for `dt` seconds: along exact parabolas in the air, over the ground by friction
    /// and rolling resistance.
    ///
    /// Friction and restitution are those of the surfaces' [`Material`](crate::Material)s. A bounce
    /// gives back the speed along the normal times the restitution; friction's impulse is at most
    /// the coefficient times that of the normal, and no more than what makes the ball roll. On the
    /// ground a ball with slip is slowed by Coulomb's friction; without, it rolls, moved by 5/7 of
    /// gravity's part along the slope. It stops when rolling resistance holds it, and then stays to
    /// the bit.
    ///
    /// A step in which the ball could get so far (kilometres) that its skin would have to be
    /// thicker than a millimetre is cut into legs, each with the skin of where the ball is then.
    ///
    /// From a free start, the position returned is free (certified against every polygon it could
    /// touch), nothing was crossed on the way, and the [energy](Ball::energy) has not grown, except
    /// by rounding where the ball is slow and on the ground. `scratch` holds the impacts; the speed
    /// removed of each counts what was taken and what was given back. Once the scratch has grown,
    /// nothing is allocated (see [`Scratch`]).
    ///
    /// ```
    /// use sidle::{Ball, BallConfig, BallState, Material, Scratch, Vec3, WorldBuilder};
    /// let mut builder = WorldBuilder::new();
    /// let turf = builder.add_material(Material { friction: 0.4, restitution: 0.5, ..Material::default() });
    /// let corners = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// builder.add_triangles(&corners, &[[0, 1, 2]], turf);
    /// let world = builder.build()?;
    ///
    /// let (mut scratch, config) = (Scratch::default(), BallConfig::default());
    /// let mut ball = Ball { velocity: Vec3::X, ..Ball::at(Vec3::Y) };
    /// for _ in 0..600 {
    ///     ball = world.step_ball(&mut scratch, &ball, 1.0 / 60.0, &config).ball;
    /// }
    /// // It bounced, rolled, and lies still on the floor, a millimetre above it.
    /// assert_eq!((ball.state, ball.velocity), (BallState::Resting, Vec3::ZERO));
    /// assert!((ball.position.y - 0.02235).abs() < 1e-4 && ball.position.x > 1.0);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn step_ball(&self, scratch: &mut Scratch, ball: &Ball, dt: f32, config: &BallConfig) -> BallStep {
        roller::run(self, scratch, ball, dt, config)
    }
}
