import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance, segments } from '../src/depth.js';

const random = (() => {
	let state = 7;
	return () => (state = (state * 48271) % 2147483647) / 2147483647 - 0.5;
})();
const point = () => [random(), random(), random()];

/** The distance of points of a segment and a triangle, by brute force: never less than the true one. */
function sampled(p, q, [a, b, c], count = 40) {
	let best = Infinity;
	for (let i = 0; i <= count; i++) {
		const x = p.map((value, k) => value + ((q[k] - value) * i) / count);
		for (let u = 0; u <= count; u++) {
			for (let v = 0; u + v <= count; v++) {
				const y = a.map((value, k) => value + ((b[k] - value) * u + (c[k] - value) * v) / count);
				best = Math.min(best, Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]));
			}
		}
	}
	return best;
}

test('the distance of a segment and a triangle is that of the nearest samples', () => {
	for (let i = 0; i < 150; i++) {
		const [p, q, triangle] = [point(), point(), [point(), point(), point()]];
		const [found, near] = [distance(p, q, triangle), sampled(p, q, triangle)];
		assert.ok(found <= near + 1e-12 && near - found < 0.04, `${i}: ${found}, sampled ${near}`);
	}
});

test('known distances', () => {
	const square = [[0, 0, 0], [2, 0, 0], [0, 2, 0]];
	assert.equal(distance([0.5, 0.5, -1], [0.5, 0.5, 1], square), 0);
	assert.equal(distance([0.5, 0.5, 3], [0.5, 0.5, 1], square), 1);
	assert.equal(distance([-3, 0, 0], [-3, 1, 0], square), 3);
	assert.equal(segments([0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]), 1);
	assert.equal(segments([0, 0, 0], [0, 0, 0], [1, 0, 0], [1, 0, 0]), 1);
	// A triangle without area is a segment.
	assert.equal(distance([0, 1, 0], [0, 2, 0], [[0, 0, 0], [1, 0, 0], [2, 0, 0]]), 1);
});
