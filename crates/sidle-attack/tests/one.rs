use sidle_attack::{dice::Dice, trial};
#[test]
fn one() {
    for s in std::env::var("SEED").unwrap_or("1".into()).split(',') {
        let mut tally = trial::Tally::default();
        let r = trial::any(&mut Dice::seeded(s.parse().unwrap()), &mut tally);
        println!("{s}: {}", r.map_or_else(|f| f.to_string(), |_| "fine".into()));
    }
}
