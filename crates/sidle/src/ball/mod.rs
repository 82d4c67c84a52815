//! Ball physics: flight, bounces, sliding, rolling and rest.

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
    /// Moves a ball for `dt` seconds: along exact parabolas in the air, and over the ground with
    /// friction and rolling resistance.
    ///
    /// Friction and restitution come from the [`Material`](crate::Material) of each surface. A
    /// bounce returns the speed along the normal, multiplied by the restitution. The friction
    /// impulse is at most the coefficient times the normal impulse, and no more than the ball needs
    /// to roll. On the ground, Coulomb friction slows a ball with slip. A ball without slip rolls,
    /// accelerated by 5/7 of the part of gravity along the slope. It stops when rolling resistance
    /// holds it, and then stays bit-identical.
    ///
    /// From a free start, the returned position is free (certified against every polygon it could
    /// touch), the path crosses no surface, and the [energy](Ball::energy) does not grow, except by
    /// rounding. `scratch` receives the impacts. The removed speed of
    /// an impact counts both the speed taken and the speed given back. Once the scratch has grown,
    /// a step allocates nothing (see [`Scratch`]).
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
