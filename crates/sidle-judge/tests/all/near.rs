//! The cached surroundings, compared with the judge that they come from: the same answers, move
//! after move.

use crate::common::{Random, add};
use sidle_judge::{Near, V};

#[test]
fn a_kept_neighbourhood_answers_as_the_judge_does() {
    let mut random = Random(41);
    let (mut overlaps, mut crossings, mut touched, mut kept) = (0, 0, 0, 0);
    for _ in 0..600 {
        let count = 5 + random.below(120);
        let judge = random.soup(count, 3.0, 1.0).judge();
        let body = random.body();
        let look = random.scale(1e-4, 0.3);
        let mut near = Near::new(&body, look);
        let mut at: V = random.point(3.0);
        for _ in 0..60 {
            let mut path = vec![at];
            let step = random.scale(1e-4, 1.0);
            for _ in 0..1 + random.below(4) {
                path.push(add(path[path.len() - 1], random.point(step)));
            }
            near.hold(&judge, &path, 0.5);
            kept += near.triangle_count();
            let mut least = judge.path_clearance(&body, path[0], path[0], 0.0);
            for piece in path.windows(2) {
                let one = judge.path_clearance(&body, piece[0], piece[1], 0.0);
                if one.gap < least.gap {
                    least = one;
                }
            }
            let found = near.path_depth(&path);
            assert_eq!(found.gap, least.gap, "{body:?} {path:?}");
            assert_eq!(near.path_crosses(&path), judge.path_crosses(&path), "{path:?}");
            at = path[path.len() - 1];
            let (mine, theirs) = (near.clearance(at), judge.clearance(&body, at, look));
            assert_eq!(mine.gap, theirs.gap, "{body:?} {at:?}");
            overlaps += usize::from(least.gap < 0.0);
            crossings += usize::from(judge.path_crosses(&path));
            touched += usize::from(theirs.gap > 0.0 && theirs.gap < look);
        }
    }
    assert!(
        overlaps > 300 && crossings > 100 && touched > 100 && kept > 10_000,
        "{overlaps} {crossings} {touched}"
    );
}

#[test]
fn the_neighbourhood_follows_a_mover_that_leaves_it() {
    let mut random = Random(5);
    let judge = random.soup(400, 12.0, 1.0).judge();
    let body = sidle_judge::Body::Sphere { radius: 0.4 };
    let mut near = Near::new(&body, 0.01);
    let mut seen = 0;
    for i in 0..400 {
        let x = -12.0 + 0.06 * f64::from(i);
        let path = [[x, 0.3, -0.2], [x + 0.06, 0.3, -0.2]];
        near.hold(&judge, &path, 0.4);
        let depth = near.path_depth(&path).gap;
        assert_eq!(depth, judge.path_clearance(&body, path[0], path[1], 0.0).gap);
        seen += usize::from(depth < 0.0);
        assert!(near.triangle_count() < 200);
    }
    assert!(seen > 20, "{seen}");
}
