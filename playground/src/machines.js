// Moving platforms: poses as functions of the time. They use only additions, multiplications and divisions of f64, which have
// the same bits everywhere: `crates/sidle-cli/src/replay/link/machines.rs` has the same.

/** The part of a period, 0 to 1. */
const phase = (time, period) => time / period - Math.floor(time / period);

/** Goes from 0 to 1 and back in a period, with a rest at both ends. */
export function shuttle(time, period) {
	const p = phase(time, period);
	const u = Math.min(1, Math.max(0, (p < 0.5 ? 2 * p : 2 - 2 * p) * 1.5 - 0.25));
	return u * u * (3 - 2 * u);
}

/** Half of a rotation about y: a sine and a cosine, of any length. The speed is even within 2 %. */
export function half(time, period) {
	const p = phase(time, period);
	const q = Math.floor(2 * p);
	const v = 2 * (2 * p - q) - 1;
	const tangent = v * (0.785398 + 0.214602 * v * v);
	const [s, c] = [1 + tangent, 1 - tangent];
	return q === 0 ? [s, c] : [c, -s];
}

/** A lift between two places. */
export const lift = (from, to, period) => (time) => {
	const s = shuttle(time, period);
	return { position: from.map((value, i) => value + (to[i] - value) * s), rotation: [0, 0, 0, 1] };
};

/** A table that turns. */
export const turntable = (at, period) => (time) => {
	const [s, c] = half(time, period);
	return { position: at, rotation: [0, s, 0, c] };
};

/** A wagon on a round track. `ahead` is its lead in seconds. */
export const wagon = (at, radius, period, ahead) => (time) => {
	const [s, c] = half(time + ahead, period);
	const size = s * s + c * c;
	const position = [at[0] + (radius * (c * c - s * s)) / size, at[1], at[2] - (radius * (2 * s * c)) / size];
	return { position, rotation: [0, s, 0, c] };
};
