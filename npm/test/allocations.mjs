// Measures the bytes of the JavaScript heap that calls allocate. Run with --expose-gc and a young generation that is never full.

import { Characters, Shape, World, init } from 'sidle';
import { room } from './levels.mjs';

const COUNT = 100;
const CALLS = 2000;

await init();
const world = World.fromTriangles(room.positions, room.indices);
const positions = Float64Array.from({ length: 3 * COUNT }, (_, i) => (i % 3 === 1 ? 1 : Math.sin(i)));
const displacements = new Float32Array(3 * COUNT).fill(-0.1);
const moves = { shape: Shape.sphere(0.3), positions, displacements };
const results = world.moveMany(moves);
const fractions = new Float64Array(COUNT);
const crowd = new Characters(world, positions);
const input = { wishVelocities: new Float32Array(3 * COUNT).fill(0.5), flags: new Uint8Array(COUNT) };
const hot = {
	moveMany: () => world.moveMany(moves, results),
	castRays: () => world.castRays(positions, displacements, undefined, fractions),
	'Characters.step': () => crowd.step(input, 1 / 60),
};
const found = {};
for (const [name, call] of Object.entries(hot)) {
	// The least of several rounds: in the first ones, the compiler of the engine allocates too.
	found[name] = Infinity;
	for (let round = 0; round < 8; round++) {
		globalThis.gc();
		const before = process.memoryUsage().heapUsed;
		for (let i = 0; i < CALLS; i++) call();
		found[name] = Math.min(found[name], (process.memoryUsage().heapUsed - before) / CALLS);
	}
}
console.log(JSON.stringify(found));
