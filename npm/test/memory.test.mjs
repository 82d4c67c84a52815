import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Characters, Shape, World, init } from 'sidle';
import { room } from './levels.mjs';

test('views are made again after the memory has grown', async () => {
	await init();
	const world = World.fromTriangles(room.positions, room.indices);
	const crowd = new Characters(world, [0, 0, 0]);
	const before = world.moveAndSlide(Shape.sphere(0.4), [0, 1, 0], [5, -5, 1]);
	const worlds = [];
	for (let i = 0; i < 6; i++) {
		const side = 300;
		const heights = Float32Array.from({ length: side * side }, (_, k) => Math.sin(k * 0.01) * 3);
		const field = new World({ heightFields: [{ columns: side, rows: side, cellX: 1, cellZ: 1, heights }] });
		worlds.push(field, World.fromTriangles(Float32Array.from({ length: 90_000 * 9 }, (_, k) => (k * 7919) % 1000)));
		assert.deepEqual(world.moveAndSlide(Shape.sphere(0.4), [0, 1, 0], [5, -5, 1]), before);
		crowd.step({ wishVelocities: [1, 0, 0] }, 1 / 60);
	}
	assert.ok(worlds.reduce((sum, each) => sum + each.info.memoryBytes, 0) > 8 << 20, 'more than the module had at its start');
	// A call whose input and output make the memory grow.
	const count = 400_000;
	const positions = new Float64Array(3 * count).fill(1.2);
	const end = world.moveMany({ shape: Shape.point(), positions, displacements: new Float32Array(3 * count).fill(-0.01) });
	assert.equal(new Set(end.positions).size, 1);
	worlds.forEach((each) => each.free());
});

test('worlds that are freed give their memory back', async () => {
	await init();
	const positions = Float32Array.from({ length: 20_000 * 9 }, (_, k) => (k * 7919) % 1000);
	const memory = () => process.memoryUsage().arrayBuffers + process.memoryUsage().external;
	const round = () => World.fromTriangles(positions).free();
	for (let i = 0; i < 5; i++) round();
	const first = memory();
	for (let i = 0; i < 60; i++) round();
	assert.ok(memory() - first < 32 << 20, `${memory() - first} bytes more`);
});

test('the hot functions allocate nothing', () => {
	const script = fileURLToPath(new URL('allocations.mjs', import.meta.url));
	const found = JSON.parse(execFileSync(process.execPath, ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', script], { encoding: 'utf8' }));
	assert.deepEqual(Object.keys(found), ['moveMany', 'castRays', 'Characters.step']);
	// An object has at least 16 bytes. The measurement itself has a few.
	for (const [name, bytes] of Object.entries(found)) assert.ok(bytes < 8, `${name}: ${bytes} bytes a call`);
});
