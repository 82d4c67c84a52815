//! smoke
use sidle_attack::{dice::Dice, trial};
#[test]
fn smoke() {
    let n: u64 = std::env::var("N").map_or(20000, |n| n.parse().unwrap());
    let mut tally = trial::Tally::default();
    let mut fails = 0;
    let t = std::time::Instant::now();
    for seed in 0..n {
        if let Err(f) = trial::any(&mut Dice::seeded(seed), &mut tally) {
            fails += 1;
            let s = f.to_string();
            println!("{seed}: {}", &s[..s.len().min(std::env::var("W").map_or(260, |n| n.parse().unwrap()))]);
        }
    }
    println!("{tally:?} {fails} {:?}", t.elapsed());
}
