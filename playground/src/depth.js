// How deep an upright body is in triangles, in f64, from the triangles alone: its radius less the distance from its axis.

const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const along = (a, d, t) => [a[0] + d[0] * t, a[1] + d[1] * t, a[2] + d[2] * t];
const clamp = (t) => Math.min(1, Math.max(0, t));

/** The distance of two segments. */
export function segments(p, q, r, s) {
	const [d, e, w] = [sub(q, p), sub(s, r), sub(p, r)];
	const [a, b, c] = [dot(d, d), dot(d, e), dot(e, e)];
	const [f, g] = [dot(d, w), dot(e, w)];
	const divisor = a * c - b * b;
	// The best of the inner point and of the four ends.
	const places = [];
	if (divisor > 1e-18 * a * c) places.push([(b * g - c * f) / divisor, (a * g - b * f) / divisor]);
	let best = Infinity;
	const look = (t, u) => {
		const gap = sub(along(p, d, t), along(r, e, u));
		best = Math.min(best, dot(gap, gap));
	};
	for (const [t, u] of places) if (t >= 0 && t <= 1 && u >= 0 && u <= 1) look(t, u);
	for (const t of [0, 1]) look(t, c > 0 ? clamp((g + b * t) / c) : 0);
	for (const u of [0, 1]) look(a > 0 ? clamp((b * u - f) / a) : 0, u);
	return Math.sqrt(best);
}

/** The distance of a segment and a triangle: 0 if they cross. */
export function distance(p, q, [a, b, c]) {
	const normal = cross(sub(b, a), sub(c, a));
	const size = dot(normal, normal);
	let best = Math.min(segments(p, q, a, b), segments(p, q, b, c), segments(p, q, c, a));
	if (size === 0) return best;
	const isInside = (x) => [[a, b], [b, c], [c, a]].every(([from, to]) => dot(cross(sub(to, from), sub(x, from)), normal) >= 0);
	const [hp, hq] = [dot(sub(p, a), normal), dot(sub(q, a), normal)];
	if (hp * hq <= 0 && hp !== hq && isInside(along(p, sub(q, p), hp / (hp - hq)))) return 0;
	for (const [end, height] of [[p, hp], [q, hq]]) {
		if (isInside(end)) best = Math.min(best, Math.abs(height) / Math.sqrt(size));
	}
	return best;
}

/**
 * The depth in metres of a body with its feet at `at`, in the triangles of a world: of a capsule, of a sphere, or at least that
 * of an ellipsoid, which is measured in the space where it is a ball.
 */
export function depthIn(world, at, { shape, radius, height }) {
	const low = [at.x - radius, at.y, at.z - radius];
	const high = [at.x + radius, at.y + height, at.z + radius];
	const half = height / 2;
	const isEllipsoid = shape === 'ellipsoid';
	const core = isEllipsoid ? 0 : Math.max(0, half - radius);
	const scale = isEllipsoid ? [radius, half, radius] : [1, 1, 1];
	const center = [at.x, at.y + half, at.z];
	const [p, q] = [[0, -core, 0], [0, core, 0]];
	const most = isEllipsoid ? 1 : radius;
	let nearest = most;
	world.eachPolygonInBox(low, high, (corners) => {
		const corner = (i) => [0, 1, 2].map((k) => (corners[3 * i + k] - center[k]) / scale[k]);
		nearest = Math.min(nearest, distance(p, q, [corner(0), corner(1), corner(2)]));
	});
	return (most - nearest) * (isEllipsoid ? Math.max(radius, half) : 1);
}
