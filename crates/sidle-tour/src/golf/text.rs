//! Draws the hole as text: from above and from the side.

use std::fmt::Write;

use sidle::Vec3;

use super::round::Round;

const COLUMNS: usize = 78;
const ROWS: usize = 26;
const SIDE_ROWS: usize = 9;

/// Characters from low to high ground.
const SHADES: [char; 5] = [' ', '.', ':', '-', '='];

/// Draws the map: o ball, F flag, * path of the last stroke; higher ground has darker characters.
pub(super) fn map(round: &Round) -> String {
    let (low, high) = round.course.bounds;
    let size = high - low;
    let mut grid = vec![[' '; COLUMNS]; ROWS];
    for (j, row) in grid.iter_mut().enumerate() {
        for (i, place) in row.iter_mut().enumerate() {
            let u = (i as f32 + 0.5) / COLUMNS as f32;
            let v = (j as f32 + 0.5) / ROWS as f32;
            let at = Vec3::new(low.x + u * size.x, 0.0, low.z + v * size.z);
            let height = round.course.ground_at(at).map_or(0.0, |y| (y - low.y) / size.y.max(1e-3));
            *place = SHADES[((height * 5.0) as usize).min(4)];
        }
    }
    let mut put = |p: Vec3, letter: char| {
        let cell = |x: f32, low: f32, size: f32, count: usize| {
            (((x - low) / size * count as f32).max(0.0) as usize).min(count - 1)
        };
        grid[cell(p.z, low.z, size.z, ROWS)][cell(p.x, low.x, size.x, COLUMNS)] = letter;
    };
    for &p in round.played.last().iter().flat_map(|p| &p.track) {
        put(p, '*');
    }
    put(round.course.cup, 'F');
    put(round.ball.position.as_vec3(), 'o');
    let line = "-".repeat(COLUMNS);
    let rows: String = grid.iter().map(|row| format!("|{}|\n", row.iter().collect::<String>())).collect();
    format!(
        "+{line}+\n{rows}+{line}+\no ball   F hole   * last stroke   ground from low to high: \" .:-=\"   {:.0} m across\n",
        size.x
    )
}

/// Draws the ground along the line from the ball to the hole.
pub(super) fn side(round: &Round) -> String {
    let (from, to) = (round.ball.position.as_vec3(), round.course.cup);
    let heights: Vec<f32> = (0..COLUMNS)
        .map(|i| from.lerp(to, i as f32 / (COLUMNS - 1) as f32))
        .map(|p| round.course.ground_at(p).unwrap_or(to.y))
        .collect();
    let low = heights.iter().copied().fold(f32::INFINITY, f32::min);
    let high = heights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let level = |y: f32| ((y - low) / (high - low).max(0.01) * (SIDE_ROWS - 2) as f32).round() as usize;
    let mut text = String::new();
    for row in (0..SIDE_ROWS).rev() {
        let letters = heights.iter().enumerate().map(|(i, &y)| match level(y) {
            top if row < top => '#',
            top if row == top => '_',
            top if row == top + 1 && i == 0 => 'o',
            top if row == top + 1 && i == COLUMNS - 1 => 'F',
            _ => ' ',
        });
        let letters: String = letters.collect();
        let _ = writeln!(text, " {}", letters.trim_end());
    }
    let far = round.course.to_the_hole(from);
    let _ = writeln!(
        text,
        "from the side: {far:.1} m to the hole, {:.2} m between the lowest and the highest ground",
        high - low
    );
    text
}
