//! Clips outlines and lines to a rectangle.

use sidle_cli::paint::Spot;

/// Returns the part of an outline inside a rectangle (Sutherland-Hodgman), or an empty list.
pub(crate) fn area(outline: &[Spot], [low, high]: [Spot; 2]) -> Vec<Spot> {
    let mut outline = outline.to_vec();
    for (axis, limit, sign) in [(0, low[0], 1.0), (0, high[0], -1.0), (1, low[1], 1.0), (1, high[1], -1.0)] {
        let inside = |p: &Spot| (p[axis] - limit) * sign >= 0.0;
        let mut kept = Vec::new();
        for (i, b) in outline.iter().enumerate() {
            let a = &outline[(i + outline.len() - 1) % outline.len()];
            if inside(a) != inside(b) {
                kept.push(between(*a, *b, (limit - a[axis]) / (b[axis] - a[axis])));
            }
            if inside(b) {
                kept.push(*b);
            }
        }
        outline = kept;
    }
    outline
}

/// Returns the part of a line inside a rectangle (Liang-Barsky).
pub(crate) fn segment(a: Spot, b: Spot, [low, high]: [Spot; 2]) -> Option<[Spot; 2]> {
    let (mut first, mut last) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let way = b[axis] - a[axis];
        if way == 0.0 {
            if a[axis] < low[axis] || a[axis] > high[axis] {
                return None;
            }
            continue;
        }
        let (s, t) = ((low[axis] - a[axis]) / way, (high[axis] - a[axis]) / way);
        first = first.max(s.min(t));
        last = last.min(s.max(t));
    }
    (first <= last).then(|| [between(a, b, first), between(a, b, last)])
}

fn between(a: Spot, b: Spot, share: f32) -> Spot {
    [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
}

#[cfg(test)]
mod tests {
    use super::{area, segment};

    const UNIT: [[f32; 2]; 2] = [[0.0, 0.0], [1.0, 1.0]];

    #[test]
    fn outlines_and_lines_end_at_the_rectangle() {
        let large = [[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]];
        assert_eq!(area(&large, UNIT).len(), 4);
        assert!(area(&[[2.0, 0.0], [3.0, 0.0], [3.0, 1.0]], UNIT).is_empty());
        assert_eq!(segment([-1.0, 0.5], [3.0, 0.5], UNIT), Some([[0.0, 0.5], [1.0, 0.5]]));
        assert_eq!(segment([-1.0, 2.0], [3.0, 2.0], UNIT), None);
    }
}
