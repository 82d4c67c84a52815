//! Coyote time and jump buffer: they count from the instant of leaving and of landing.

use super::{Actor, Table, about, held, jump, profile, step, wish};
use sidle::{CharacterState, DVec3, Vec3};
use sidle_scenes::Rate;

/// Both times of the default config, in seconds.
const TIME: f64 = 0.1;
const GRAVITY: f64 = 9.81;
const JUMP_SPEED: f64 = 4.852_215;
/// Number of starts at different phases of the steps.
const PHASES: u32 = 20;

/// The waits between a press and the instant of leaving or landing.
struct Waits {
    longest_heard: f64,
    shortest_missed: f64,
}

impl Waits {
    fn new() -> Self {
        Self { longest_heard: 0.0, shortest_missed: 9.0 }
    }

    fn note(&mut self, wait: f64, is_heard: bool) {
        if is_heard {
            self.longest_heard = self.longest_heard.max(wait);
        } else {
            self.shortest_missed = self.shortest_missed.min(wait);
        }
    }

    fn add(&self, table: &mut Table, what: &str, rate: Rate) {
        let dt = rate.longest() + 1e-4;
        table.add(
            &format!("8 {what}: longest wait that works"),
            rate,
            self.longest_heard,
            (TIME - dt, TIME + 1e-4),
        );
        table.add(
            &format!("8 {what}: shortest wait that fails"),
            rate,
            self.shortest_missed,
            (TIME - 1e-4, TIME + dt),
        );
    }
}

pub(super) fn measure(table: &mut Table, rate: Rate) {
    coyote(rate).add(table, "coyote time", rate);
    let (waits, height) = buffer(rate);
    waits.add(table, "jump buffer", rate);
    let risen = JUMP_SPEED * 0.2 - 0.5 * GRAVITY * 0.2 * 0.2;
    table.add("8 jump buffer: height 0.2 s after the landing", rate, height, about(risen, 2e-3));
}

/// Presses after walking off an edge at 4 m/s.
fn coyote(rate: Rate) -> Waits {
    let world = profile(&[[-9.0, 0.0], [0.0, 0.0], [0.0, -9.0], [9.0, -9.0]]);
    let mut waits = Waits::new();
    for phase in 0..PHASES {
        let start = -1.0 - f64::from(phase) / f64::from(PHASES) * 4.0 * rate.longest();
        let mut actor = Actor::new(&world, DVec3::X * start);
        let left = -start / 4.0;
        for dt in rate.steps(0.0, left + 0.2) {
            let wait = actor.time - left;
            if wait > 0.0 {
                let mut state = actor.state;
                let report = step(&world, &actor.config, &mut state, &jump(Vec3::X * 4.0), dt);
                waits.note(wait, report.jumped);
            }
            let _ = actor.step(&wish(Vec3::X * 4.0), dt);
        }
    }
    waits
}

/// Presses before a landing, and the height 0.2 s after it that is furthest from that of a jump at
/// the instant of landing.
fn buffer(rate: Rate) -> (Waits, f64) {
    let world = profile(&[[-9.0, 0.0], [9.0, 0.0]]);
    let mut waits = Waits::new();
    let expected = JUMP_SPEED * 0.2 - 0.5 * GRAVITY * 0.2 * 0.2;
    let mut worst = expected;
    for phase in 0..PHASES {
        let lands = 0.4 + f64::from(phase) / f64::from(PHASES) * rate.longest();
        let height = 0.5 * GRAVITY * lands * lands;
        let mut actor = Actor { time: 0.0, ..Actor::new(&world, DVec3::ZERO) };
        actor.state = CharacterState::at(DVec3::Y * height);
        for dt in rate.steps(0.0, lands) {
            let wait = lands - actor.time;
            if wait < 0.2 {
                let (mut state, mut time) = (actor.state, actor.time);
                let mut is_heard = step(&world, &actor.config, &mut state, &jump(Vec3::ZERO), dt).jumped;
                time += dt;
                for dt in rate.steps(time, lands + 0.2) {
                    is_heard |= step(&world, &actor.config, &mut state, &held(Vec3::ZERO), dt).jumped;
                    time += dt;
                }
                waits.note(wait, is_heard);
                assert!((time - lands - 0.2).abs() < 1e-9);
                if is_heard && (state.position.y - expected).abs() > (worst - expected).abs() {
                    worst = state.position.y;
                }
            }
            let _ = actor.step(&wish(Vec3::ZERO), dt);
        }
    }
    (waits, worst)
}
