//! Surfaces with rules: no ground, no step, ice, conveyors, platforms, triggers; and ledges ahead.

use super::RATES;
use sidle::*;
use sidle_scenes::{Builder, Level};

/// A character in a world of surfaces with different materials.
struct Hero {
    world: World,
    config: CharacterConfig,
    state: CharacterState,
    scratch: Scratch,
    dt: f32,
}

fn floor(b: &mut Builder, y: f64, half: f64) {
    b.floor(y, [-half, -half], [half, half], [2, 2]);
}

impl Hero {
    /// Builds a world from one level for each material.
    fn new(parts: &[(Material, Level)], feet: Vec3, rate: u32) -> Self {
        let mut builder = WorldBuilder::new();
        for (material, level) in parts {
            let id = builder.add_material(*material);
            let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| Vec3::from(v)).collect();
            builder.add_triangles(&vertices, &level.triangles, id);
        }
        Self {
            world: builder.build().unwrap(),
            config: CharacterConfig::default(),
            state: CharacterState::at(feet),
            scratch: Scratch::default(),
            dt: 1.0 / rate as f32,
        }
    }

    fn step(&mut self, input: &CharacterInput) -> CharacterReport {
        let report =
            self.world.step_character(&mut self.scratch, &self.config, &mut self.state, input, self.dt);
        assert_eq!(report.refused, None);
        report
    }

    fn run(&mut self, input: &CharacterInput, seconds: f32) -> Vec<CharacterReport> {
        (0..(seconds / self.dt).round() as u32).map(|_| self.step(input)).collect()
    }
}

fn layer(layer: u8) -> Material {
    Material { layer, ..Material::default() }
}

fn walk(x: f32) -> CharacterInput {
    CharacterInput { wish_velocity: Vec3::X * x, ..CharacterInput::default() }
}

fn plane() -> Level {
    super::level(|b| floor(b, 0.0, 40.0))
}

#[test]
fn ground_of_a_layer_without_ground_holds_nobody() {
    let ramp = super::level(|b| {
        let [sin, cos] = [0.3_f64.sin(), 0.3_f64.cos()];
        b.quad(
            [-9.0 * cos, -9.0 * sin, 9.0],
            [9.0 * cos, 9.0 * sin, 9.0],
            [9.0 * cos, 9.0 * sin, -9.0],
            [-9.0 * cos, -9.0 * sin, -9.0],
        );
    });
    for (rules, slides) in [(0, false), (1 << 5, true)] {
        let mut hero = Hero::new(&[(layer(5), ramp.clone())], Vec3::Y * 0.05, 60);
        hero.config.rules.no_ground = rules;
        let reports = hero.run(&CharacterInput::default(), 1.0);
        let last = reports.last().unwrap();
        assert_eq!(last.ground, if slides { GroundState::Steep } else { GroundState::Grounded });
        // Free of friction, it slides by half of g sin(slope) t^2, less its fall onto the ramp.
        let along = hero.state.position.x.hypot(hero.state.position.y);
        assert!(if slides { (1.2..1.5).contains(&along) } else { along < 0.06 }, "{along}");
        assert!(!slides || hero.state.velocity.x < -2.5);
    }
}

#[test]
fn a_layer_without_steps_is_not_climbed() {
    for (rules, height) in [(0, 0.3), (1 << 2, 0.3), (1 << 3, 0.0), (1 << 4, 0.3)] {
        let walls = super::level(|b| _ = b.wall([1.0, -9.0], [1.0, 9.0], [0.0, 0.3]));
        let tread = super::level(|b| _ = b.floor(0.3, [1.0, -9.0], [9.0, 9.0], [1, 1]));
        let parts = [(layer(1), plane()), (layer(2), walls), (layer(3), tread)];
        let mut hero = Hero::new(&parts, Vec3::ZERO, 60);
        hero.config.rules.no_step = rules;
        let _ = hero.run(&walk(3.0), 1.0);
        assert!((hero.state.position.y - height).abs() < 0.01, "{rules} {}", hero.state.position);
    }
}

#[test]
fn ice_changes_the_velocity_slowly_the_same_way_at_any_rate() {
    for rate in RATES {
        let mut hero = Hero::new(&[(layer(7), plane())], Vec3::ZERO, rate);
        hero.config.rules.slippery = 1 << 7;
        hero.config.slippery_acceleration = 2.0;
        let _ = hero.step(&CharacterInput::default());
        let reports = hero.run(&walk(4.0), 1.0);
        assert!(reports.iter().all(CharacterReport::is_on_floor));
        assert!((hero.state.velocity.x - 2.0).abs() < 1e-3 && (hero.state.position.x - 1.0).abs() < 0.01);
        let _ = hero.run(&CharacterInput::default(), 2.0);
        assert!(hero.state.velocity == Vec3::ZERO && (hero.state.position.x - 2.0).abs() < 0.02);
    }
}

#[test]
fn ice_holds_on_a_gentle_slope_and_slides_on_a_steeper_one() {
    for (slope, moves) in [(0.1_f64, false), (0.3, true)] {
        let ramp = super::level(|b| _ = b.ramp(slope, 60.0));
        let mut hero = Hero::new(&[(layer(7), ramp)], Vec3::ZERO, 60);
        let bounds = hero.world.bounds().unwrap();
        let middle = 0.5 * (bounds.0 + bounds.1);
        hero.state = CharacterState::at(middle + DVec3::Y * 0.02);
        hero.config.rules.slippery = 1 << 7;
        hero.config.slippery_acceleration = 2.0;
        let _ = hero.run(&CharacterInput::default(), 0.5);
        let (start, before) = (hero.state.position, hero.state);
        let _ = hero.run(&CharacterInput::default(), 1.0);
        let moved = start.distance(hero.state.position);
        if moves {
            assert!(moved > 0.5 && hero.state.position.y < start.y, "{moved}");
        } else {
            assert_eq!(hero.state, before);
        }
    }
}

#[test]
fn a_conveyor_carries_and_gives_its_velocity_to_a_jump() {
    for rate in RATES {
        let belt = Material { surface_velocity: Vec3::Z * 2.0, ..Material::default() };
        let mut hero = Hero::new(&[(belt, plane())], Vec3::ZERO, rate);
        let _ = hero.step(&CharacterInput::default());
        let start = hero.state.position;
        let reports = hero.run(&CharacterInput::default(), 1.0);
        assert!(reports.iter().all(|r| r.is_on_floor() && r.ground_velocity == Vec3::Z * 2.0));
        assert!(
            (hero.state.position - start - DVec3::Z * 2.0).length() < 1e-3
                && hero.state.velocity == Vec3::ZERO
        );
        // It walks against the belt and stands still in the world.
        let start = hero.state.position;
        let against = CharacterInput { wish_velocity: Vec3::Z * -2.0, ..CharacterInput::default() };
        let _ = hero.run(&against, 1.0);
        assert!((hero.state.position - start).length() < 1e-3);
        hero.config.air_acceleration = 0.0;
        let _ = hero.step(&CharacterInput { jump: true, jump_held: true, ..against });
        assert!(hero.state.velocity.z.abs() < 1e-3, "{}", hero.state.velocity);
    }
    let belt = Material { surface_velocity: Vec3::Z * 2.0, ..Material::default() };
    let mut hero = Hero::new(&[(belt, plane())], Vec3::ZERO, 60);
    let _ = hero.run(&CharacterInput::default(), 0.5);
    let _ = hero.step(&CharacterInput { jump: true, jump_held: true, ..CharacterInput::default() });
    assert!((hero.state.velocity.z - 2.0).abs() < 1e-6);
    let _ = hero.run(&CharacterInput { jump_held: true, ..CharacterInput::default() }, 1.5);
    assert!(hero.state.is_grounded() && hero.state.velocity == Vec3::ZERO);
}

#[test]
fn a_platform_is_passed_from_below_and_dropped_through_from_above() {
    for (rate, sides) in RATES.into_iter().flat_map(|rate| [(rate, Sides::Front), (rate, Sides::Two)]) {
        let platform = Material { layer: 6, sides, ..Material::default() };
        let parts = [(layer(0), plane()), (platform, super::level(|b| floor(b, 1.0, 3.0)))];
        let below = if sides == Sides::Front { Vec3::ZERO } else { Vec3::Y };
        let mut hero = Hero::new(&parts, below, rate);
        hero.config.rules.platforms = 1 << 6;
        let held = CharacterInput { jump_held: true, ..CharacterInput::default() };
        if sides == Sides::Front {
            let _ = hero.step(&held);
            let _ = hero.step(&CharacterInput { jump: true, ..held });
            let _ = hero.run(&held, 1.5);
        } else {
            let _ = hero.run(&held, 0.5);
        }
        assert!(hero.state.is_grounded() && (hero.state.position.y - 1.0).abs() < 2e-3, "{rate} {sides:?}");
        let _ = hero.step(&CharacterInput { drop: true, ..held });
        let reports = hero.run(&held, 1.0);
        assert!(
            hero.state.is_grounded() && hero.state.position.y.abs() < 2e-3,
            "{rate} {}",
            hero.state.position
        );
        assert!(reports.iter().all(|r| !r.was_pushed_out));
    }
}

#[test]
fn triggers_are_entered_and_left_once_and_never_block() {
    for (rate, speed) in RATES.into_iter().flat_map(|rate| [(rate, 2.0), (rate, 200.0)]) {
        let boxes = super::level(|b| _ = b.block([4.0, -1.0, -2.0], [8.0, 3.0, 2.0]));
        let sheet = super::level(|b| _ = b.wall([12.0, -3.0], [12.0, 3.0], [-1.0, 3.0]));
        let parts = [(layer(0), plane()), (layer(9), boxes), (layer(10), sheet)];
        let mut hero = Hero::new(&parts, Vec3::ZERO, rate);
        hero.config.rules.triggers = 1 << 9 | 1 << 10;
        let reports = hero.run(&walk(speed), 16.0 / speed);
        let count = |f: &dyn Fn(&CharacterReport) -> u32, bit: u32| {
            reports.iter().filter(|r| f(r) & 1 << bit != 0).count()
        };
        for bit in [9, 10] {
            assert_eq!(
                (count(&|r| r.triggers.entered, bit), count(&|r| r.triggers.left, bit)),
                (1, 1),
                "{rate}"
            );
        }
        let inside = count(&|r| r.triggers.inside, 9) as f32 * hero.dt * speed;
        // The box is 4 m long, and the body 0.6 m.
        assert!((inside - 4.6).abs() < 2.1 * hero.dt * speed, "{rate} {inside}");
        assert_eq!(hero.state.triggers(), 0);
        assert!((hero.state.position.x - 16.0).abs() < f64::from(0.6 * hero.dt * speed) + 0.01);
    }
}

#[test]
fn a_body_wholly_inside_of_a_closed_trigger_is_in_it() {
    let room = super::level(|b| _ = b.block([-20.0, -20.0, -20.0], [20.0, 20.0, 20.0]));
    let parts = [(layer(0), plane()), (layer(9), room)];
    let mut hero = Hero::new(&parts, Vec3::ZERO, 60);
    hero.config.rules.triggers = 1 << 9;
    let report = hero.step(&CharacterInput::default());
    assert_eq!((report.triggers.entered, report.triggers.inside), (1 << 9, 1 << 9));
    let report = hero.step(&CharacterInput::default());
    assert_eq!((report.triggers.entered, report.triggers.inside, report.triggers.left), (0, 1 << 9, 0));
}

#[test]
fn a_ledge_ahead_is_reported_with_its_distance_and_drop() {
    let cliff = |depth: Option<f64>| {
        super::level(|b| {
            b.floor(0.0, [-9.0, -9.0], [2.0, 9.0], [1, 1]);
            if let Some(depth) = depth {
                b.floor(-depth, [1.0, -9.0], [9.0, 9.0], [1, 1]);
            }
        })
    };
    for (depth, is_ledge) in [(Some(0.3), false), (Some(0.5), true), (Some(30.0), true), (None, true)] {
        let mut hero = Hero::new(&[(layer(0), cliff(depth))], Vec3::ZERO, 60);
        hero.config.ledge_distance = 3.0;
        let _ = hero.step(&walk(1.0));
        let report = hero.step(&walk(1.0));
        let expected = 2.0 - hero.state.position.x;
        assert_eq!(report.ledge.is_some(), is_ledge, "{depth:?}");
        if let Some(ledge) = report.ledge {
            assert!((f64::from(ledge.distance) - expected).abs() < 2e-3, "{ledge:?}");
            assert_eq!(ledge.drop.is_some(), depth.is_some());
            assert!(ledge.drop.is_none_or(|drop| (f64::from(drop) - depth.unwrap()).abs() < 1e-3));
        }
        let away = hero.step(&walk(-1.0));
        assert_eq!(away.ledge, None);
    }
}

#[test]
fn a_crouching_character_does_not_walk_off_a_ledge() {
    for (rate, turn) in RATES.into_iter().flat_map(|rate| [(rate, 0.0_f32), (rate, 0.8), (rate, -1.2)]) {
        let roof = super::level(|b| _ = b.floor(0.0, [-2.0, -2.0], [2.0, 2.0], [3, 3]));
        let mut hero = Hero::new(&[(layer(0), roof)], Vec3::ZERO, rate);
        hero.config.crouch_stays_on_ledges = true;
        let wish = Vec3::new(turn.cos(), 0.0, turn.sin()) * 2.0;
        let crouched = CharacterInput { wish_velocity: wish, crouch: true, ..CharacterInput::default() };
        let reports = hero.run(&crouched, 8.0);
        assert!(reports.iter().all(CharacterReport::is_on_floor), "{rate} {turn}");
        let at = hero.state.position;
        // It goes to the edge, and along it into the corner.
        let sides = (at.x.abs().max(at.z.abs()), at.x.abs().min(at.z.abs()));
        assert!((1.9..2.3).contains(&sides.0), "{rate} {turn} {at}");
        assert!(turn == 0.0 || sides.1 > 1.9, "{rate} {turn} {at}");
        // Standing, it falls.
        let _ = hero.run(&CharacterInput { crouch: false, ..crouched }, 1.5);
        assert!(hero.state.position.y < -1.0);
    }
}

#[test]
fn the_perch_radius_decides_how_far_a_ledge_holds() {
    for (radius, x, holds) in
        [(None, 0.2, true), (Some(0.1), 0.2, false), (Some(0.1), 0.05, true), (Some(0.1), -0.2, true)]
    {
        let roof = super::level(|b| _ = b.floor(0.0, [-9.0, -9.0], [0.0, 9.0], [1, 1]));
        let mut hero = Hero::new(&[(layer(0), roof)], Vec3::new(x, 0.0, 0.0), 60);
        hero.config.perch_radius = radius;
        let _ = hero.run(&CharacterInput::default(), 1.0);
        assert_eq!(hero.state.is_grounded(), holds, "{radius:?} {x} {}", hero.state.position);
    }
}
