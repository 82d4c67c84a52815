// The crowd and the balls, in node.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Shape, World, init } from 'sidle';
import { Balls, Crowd } from '../src/crowd.js';
import { readParts } from '../src/triangles.js';

let triangles;
before(async () => {
	await init();
	[triangles] = readParts(readFileSync(new URL('../../crates/sidle-cli/levels/1000-characters.tris', import.meta.url))).parts;
});

const cpu = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};

// The processor time is printed and not checked: it depends on the machine and its load.
test('1,000 characters walk and stay out of walls', () => {
	const world = World.fromTriangles(triangles);
	const crowd = new Crowd(world, 1000);
	const from = crowd.groups.flatMap(({ group }) => [...group.positions]);
	const times = [];
	for (let frame = 0; frame < 400; frame++) {
		const start = cpu();
		crowd.update(1 / 60);
		times.push(cpu() - start);
	}
	const to = crowd.groups.flatMap(({ group }) => [...group.positions]);
	let [moved, inside] = [0, 0];
	const shape = Shape.capsule(0.3, 1.3);
	for (let i = 0; i < 3000; i += 3) {
		if (Math.hypot(to[i] - from[i], to[i + 2] - from[i + 2]) > 1) moved++;
		// The centre is half the height and the skin of 1 mm above the feet.
		if (world.overlaps(shape, [to[i], to[i + 1] + 0.651, to[i + 2]])) inside++;
	}
	assert.ok(moved > 900, `${moved} of 1,000 moved by more than 1 m`);
	assert.equal(inside, 0);
	times.sort((a, b) => a - b);
	const [median, p95] = [times[200], times[380]];
	console.log(`processor time of a frame: median ${median.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`);
	crowd.free();
	world.free();
});

test('the crowd and the balls come back bit for bit', () => {
	const world = World.fromTriangles(triangles);
	const bouncy = new World({ materials: [{ restitution: 0.7 }], meshes: [{ positions: triangles, material: 0 }] });
	const [crowd, balls] = [new Crowd(world, 200), new Balls(bouncy, 20, 9.81)];
	const run = () => {
		for (let frame = 0; frame < 60; frame++) {
			crowd.update(1 / 60);
			balls.step(1 / 60);
		}
		return [crowd.groups.map(({ group }) => [...group.save()]), [...balls.positions]];
	};
	run();
	const saved = [crowd.save(), balls.save()];
	const first = crowd.groups[0].group.positions.slice();
	run();
	assert.notDeepEqual(crowd.groups[0].group.positions, first);
	crowd.restore(saved[0]);
	balls.restore(saved[1]);
	assert.deepEqual(crowd.groups[0].group.positions, first);
	assert.ok([...balls.positions].every(Number.isFinite));
	crowd.free();
});

test('balls bounce: they rise again after they fell', () => {
	const world = new World({ materials: [{ restitution: 0.7 }], meshes: [{ positions: [-50, 0, -50, -50, 0, 50, 50, 0, 0], material: 0 }] });
	const balls = new Balls(world, 1, 9.81);
	balls.positions.set([0, 3, 0]);
	balls.velocities.fill(0);
	const heights = [];
	for (let i = 0; i < 240; i++) {
		balls.step(1 / 120);
		heights.push(balls.positions[1]);
	}
	const low = heights.findIndex((height, i) => height < heights[i + 1]);
	assert.ok(heights[low] > 0.3 && heights[low] < 0.4, `the lowest place is at ${heights[low]}`);
	const high = Math.max(...heights.slice(low));
	// Half of the height that it fell from, because 0.7 squared is 0.49.
	assert.ok(Math.abs(high - (0.3 + 0.49 * 2.7)) < 0.15, `it rises to ${high}`);
	world.free();
});
