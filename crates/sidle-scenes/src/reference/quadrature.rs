//! Integrals of piecewise smooth functions.

/// A function to integrate, and the number of the smooth piece that a place belongs to.
pub(super) struct Pieces<'a> {
    pub(super) value: &'a dyn Fn(f64) -> f64,
    pub(super) piece: &'a dyn Fn(f64) -> usize,
}

impl Pieces<'_> {
    /// Returns the integral from `a` to `b`: split where the pieces change, then adaptive Simpson.
    pub(super) fn integrate(&self, a: f64, b: f64) -> f64 {
        let width = b - a;
        if width < 1e-13 {
            return width * (self.value)(0.5 * (a + b));
        }
        let inset = width * 1e-9;
        let middle = 0.5 * (a + b);
        let [p, q, r] = [a + inset, middle, b - inset].map(|x| (self.piece)(x));
        if p == q && q == r {
            let ends = [(self.value)(a + inset), (self.value)(middle), (self.value)(b - inset)];
            return self.simpson(a, b, ends, 40);
        }
        self.integrate(a, middle) + self.integrate(middle, b)
    }

    fn simpson(&self, a: f64, b: f64, f: [f64; 3], depth: u32) -> f64 {
        let middle = 0.5 * (a + b);
        let quarter = [(self.value)(0.5 * (a + middle)), (self.value)(0.5 * (middle + b))];
        let coarse = (b - a) / 6.0 * (f[0] + 4.0 * f[1] + f[2]);
        let fine = (b - a) / 12.0 * (f[0] + 4.0 * quarter[0] + 2.0 * f[1] + 4.0 * quarter[1] + f[2]);
        if depth == 0 || (fine - coarse).abs() < 1e-13 {
            return fine + (fine - coarse) / 15.0;
        }
        self.simpson(a, middle, [f[0], quarter[0], f[1]], depth - 1)
            + self.simpson(middle, b, [f[1], quarter[1], f[2]], depth - 1)
    }
}
