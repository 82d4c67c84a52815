//! Quantised states and smoothed steps.

use super::{Actor, Table, about, held, jump, profile, step, wish};
use sidle::{CharacterConfig, CharacterState, DVec3, QuantizedState, Scratch, Vec3, World};
use sidle_scenes::Rate;

pub(super) fn measure(table: &mut Table, rate: Rate) {
    quantized(table, rate);
    smoothed(table, rate);
}

/// Replaces the state by what a network sends of it.
fn send(world: &World, config: &CharacterConfig, state: &mut CharacterState) {
    let sent = QuantizedState::of(state);
    *state = world.decode_character(&mut Scratch::default(), config, &sent).expect("a free place");
}

/// 15: a walk of 2 s and a jump with a quantised state in every step.
fn quantized(table: &mut Table, rate: Rate) {
    let floor = profile(&[[-20.0, 0.0], [20.0, 0.0]]);
    let mut actor = Actor::new(&floor, DVec3::new(0.1, 0.0, 0.2));
    let start = actor.at();
    let heading = 37_f64.to_radians();
    let velocity = (DVec3::new(heading.cos(), 0.0, heading.sin()) * 4.0).as_vec3();
    for dt in rate.steps(0.0, 2.0) {
        let _ = actor.step(&wish(velocity), dt);
        send(&floor, &actor.config, &mut actor.state);
    }
    let way = actor.at() - start;
    table.add("15 quantised: way of a walk of 8 m", rate, way.length(), about(8.0, 0.08));
    let off = (way.z.atan2(way.x) - heading).to_degrees();
    table.add("15 quantised: heading of a walk, in degrees", rate, off, about(0.0, 1.0));
    let (from, mut top) = (actor.at().y, 0.0_f64);
    for (i, dt) in rate.steps(2.0, 2.8).into_iter().enumerate() {
        let _ = actor.step(&if i == 0 { jump(velocity) } else { held(velocity) }, dt);
        send(&floor, &actor.config, &mut actor.state);
        top = top.max(actor.at().y - from);
    }
    table.add("15 quantised: apex of a jump", rate, top, about(1.2, 0.012));
    let turned = (actor.at() - start).z.atan2((actor.at() - start).x);
    table.add(
        "15 quantised: heading of a jump, in degrees",
        rate,
        (turned - heading).to_degrees(),
        about(0.0, 1.0),
    );
    let off = (coyote(rate, true) - coyote(rate, false)).abs();
    table.add("15 quantised: coyote time, off the one without", rate, off, (0.0, rate.longest() + 1e-3));
}

/// Returns the longest time after walking off an edge at which a jump works.
fn coyote(rate: Rate, sends: bool) -> f64 {
    let ledge = profile(&[[-9.0, 0.0], [0.0, 0.0], [0.0, -9.0], [9.0, -9.0]]);
    let mut actor = Actor::new(&ledge, DVec3::X * -1.0);
    let mut longest = 0.0;
    for dt in rate.steps(0.0, 0.5) {
        let mut state = actor.state;
        if step(&ledge, &actor.config, &mut state, &jump(Vec3::X * 4.0), dt).jumped {
            longest = actor.time;
        }
        let _ = actor.step(&wish(Vec3::X * 4.0), dt);
        if sends {
            send(&ledge, &actor.config, &mut actor.state);
        }
    }
    longest
}

/// The drawn height after each step on stairs of 18 by 28 cm: the time, the height and the lag.
fn drawn(rate: Rate) -> Vec<(f64, f64, f64)> {
    let mut points = vec![[-9.0, 0.0]];
    for i in 0..20 {
        let (x, y) = (0.28 * f64::from(i), 0.18 * f64::from(i));
        points.extend([[x, y], [x, y + 0.18]]);
    }
    points.push([99.0, 3.6]);
    let stairs = profile(&points);
    let config = CharacterConfig { step_smoothing: 0.12, ..CharacterConfig::default() };
    let mut actor = Actor::of(&stairs, DVec3::X * -1.0, config);
    let mut heights = Vec::new();
    // Every rate has steps that end at the tenths of a second.
    for tenth in 0..15 {
        let from = f64::from(tenth) / 10.0;
        for dt in rate.steps(from, f64::from(tenth + 1) / 10.0) {
            let _ = actor.step(&wish(Vec3::X * 4.0), dt);
            let offset = f64::from(actor.state.step_offset);
            heights.push((actor.time, actor.at().y + offset, offset.abs()));
        }
    }
    heights
}

/// 16: the drawn height on stairs.
fn smoothed(table: &mut Table, rate: Rate) {
    let heights = drawn(rate);
    // From the third riser on, and before the top.
    let climbs = |time: f64| (0.45..1.5).contains(&time);
    let mut uneven = 0.0_f64;
    for pair in heights.windows(2).filter(|pair| climbs(pair[0].0)) {
        let mean = 4.0 * (pair[1].0 - pair[0].0) * 0.18 / 0.28;
        uneven = uneven.max(((pair[1].1 - pair[0].1) / mean - 1.0).abs());
    }
    table.add("16 smoothed stairs: rise of a frame, off the mean", rate, uneven, (0.0, 0.25));
    let lag = heights.iter().map(|h| h.2).fold(0.0, f64::max);
    table.add("16 smoothed stairs: lag", rate, lag, (0.0, 0.4));
    let at_tenths = |heights: Vec<(f64, f64, f64)>| {
        let is_tenth = |time: f64| (time * 10.0 - (time * 10.0).round()).abs() < 1e-6;
        heights.into_iter().filter(|h| is_tenth(h.0)).map(|h| h.1).collect::<Vec<_>>()
    };
    let pairs = at_tenths(heights).into_iter().zip(at_tenths(drawn(Rate::Hz(144))));
    let off = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    table.add("16 smoothed stairs: off the curve at 144 Hz", rate, off, (0.0, 0.005));
}
