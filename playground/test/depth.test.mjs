// The depth of bodies, in node, with the module that the build makes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { World, init } from 'sidle';
import { createJudge } from '../src/depth.js';

let depthIn;
before(async () => {
	await init();
	depthIn = await createJudge(readFileSync(new URL('../src/judge.wasm', import.meta.url)));
});

const random = (() => {
	let state = 7;
	return () => (state = (state * 48271) % 2147483647) / 2147483647 - 0.5;
})();
const point = () => [random(), random(), random()];

/** A world of polygons that are all near. */
const near = (...polygons) => ({ eachPolygonInBox: (_, __, visit) => polygons.forEach((polygon) => visit(Float32Array.from(polygon))) });
const at = (x, y, z) => ({ x, y, z });
const isNear = (found, expected) => assert.ok(Math.abs(found - expected) < 1e-7, `${found}, expected ${expected}`);

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

test('the depth of a capsule is its radius less the distance of its axis from the nearest samples', () => {
	const radius = 2;
	for (let i = 0; i < 150; i++) {
		const [feet, core, triangle] = [point(), 0.6 + random(), [point(), point(), point()]];
		const found = depthIn(near(triangle.flat()), at(...feet), { shape: 'capsule', radius, height: core + 2 * radius });
		const [low, high] = [[feet[0], feet[1] + radius, feet[2]], [feet[0], feet[1] + radius + core, feet[2]]];
		const samples = Math.max(0, radius - sampled(low, high, triangle));
		// Deeper than the radius: the axis crosses the triangle.
		if (found > radius) assert.ok(samples > radius - 0.04, `${i}: ${found}, sampled ${samples}`);
		else assert.ok(found >= samples - 1e-6 && found - samples < 0.04, `${i}: ${found}, sampled ${samples}`);
	}
});

test('known depths in a level', () => {
	const [low, high] = [[-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9], [2, -9, -9, 2, 9, -9, 2, 9, 9, 2, -9, 9]];
	const indices = [0, 1, 2, 0, 2, 3];
	const world = new World({ meshes: [{ positions: low, indices }, { positions: high, indices }] });
	const bodies = [{ shape: 'sphere', radius: 0.5, height: 1 }, { shape: 'capsule', radius: 0.5, height: 1.6 }, { shape: 'ellipsoid', radius: 0.5, height: 1.5 }];
	for (const body of bodies) {
		assert.equal(depthIn(world, at(0, 0.25, 0), body), 0);
		isNear(depthIn(world, at(0, -0.001, 0), body), 0.001);
		isNear(depthIn(world, at(0, -0.25, 0), body), 0.25);
		isNear(depthIn(world, at(1.75, 0, 0), body), 0.25);
		isNear(depthIn(world, at(1.875, -0.125, 0), body), 0.375);
	}
	// The axis crosses the floor. On the edge of two triangles, each alone is left sideways.
	isNear(depthIn(world, at(-4, -0.75, 4), bodies[1]), 0.75);
	isNear(depthIn(world, at(0, -0.75, 0), bodies[1]), 0.5);
	world.free();
});

test('a polygon with more than three corners counts as a whole', () => {
	const square = [0, -9, -1, 0, -9, 1, 0, 9, 1, 0, 9, -1];
	const body = { shape: 'sphere', radius: 0.5, height: 1 };
	for (const z of [-0.9, 0.9]) isNear(depthIn(near(square), at(0.25, 0, z), body), 0.25);
	assert.equal(depthIn(near(square), at(0.25, 0, -1.9), body), 0);
});

test('wrong bodies are errors', () => {
	const body = { shape: 'capsule', radius: 0.5, height: 1.6 };
	for (const wrong of [{ shape: 'box' }, { radius: 0 }, { radius: NaN }, { height: 0.9 }, { height: Infinity }]) {
		assert.throws(() => depthIn(near(), at(0, 0, 0), { ...body, ...wrong }), /there is no depth of the shape/);
	}
	assert.throws(() => depthIn(near(), at(0, NaN, 0), body), /at 0, NaN, 0/);
});
