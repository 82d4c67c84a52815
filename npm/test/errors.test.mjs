import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Character, Characters, Shape, SidleError, World, init } from 'sidle';
import { room } from './levels.mjs';

test('nothing works before init', async () => {
	assert.throws(() => World.fromTriangles([]), { code: 'not-ready', message: 'sidle: call `await init()` first' });
	await Promise.all([init(), init()]);
	await init();
});

test('numbers that are not finite are errors that name them', async () => {
	await init();
	const world = World.fromTriangles(room.positions, room.indices);
	const ball = Shape.sphere(0.5);
	const bad = (call, message) => assert.throws(call, (error) => error instanceof SidleError && error.code === 'input' && error.message.includes(message));
	bad(() => world.castRay([0, NaN, 0], [1, 0, 0]), 'origin[1] is NaN');
	bad(() => world.moveAndSlide(ball, [0, 1, 0], [Infinity, 0, 0]), 'displacement[0] is inf');
	bad(() => world.moveAndSlide(ball, [0, 1], [1, 0, 0]), 'position must have');
	bad(() => world.moveAndSlide(ball, undefined, [1, 0, 0]), 'position must have');
	bad(() => world.moveMany({ shape: ball, positions: [0, 1, 0], displacements: [1, 0] }), 'displacements has 2 numbers, but needs 3');
	bad(() => world.moveMany({ shape: ball, positions: [0, 1], displacements: [1, 0] }), 'positions has 2 numbers');
	bad(() => world.moveMany({ shape: [], positions: [0, 1, 0], displacements: [1, 0, 0] }), '0 shapes for 1 bodies');
	bad(() => world.castRays([0, 1, 0], [1, 0, 0], {}, new Float32Array(1)), 'fractions must be a Float64Array');
	const results = world.moveMany({ shape: ball, positions: [0, 1, 0], displacements: [1, 0, 0] });
	const rounded = { ...results, positions: new Float32Array(3) };
	bad(() => world.moveMany({ shape: ball, positions: [0, 1, 0], displacements: [1, 0, 0] }, rounded), 'results.positions must be a Float64Array');
	const older = { ...results, clearances: undefined };
	bad(() => world.moveMany({ shape: ball, positions: [0, 1, 0], displacements: [1, 0, 0] }, older), 'results.clearances has 0 numbers, but needs 1');
	bad(() => world.closestPoint([0, 0, 0], NaN), 'maxDistance is NaN');
	bad(() => Shape.sphere(NaN), 'NaN');
	bad(() => Shape.sphere(-1), 'negative');
	bad(() => world.moveAndSlide(ball, [0, 1, 0], [1, 0, 0], { response: 'fly' }), 'no response');
	bad(() => new Character(world, [0, 0, 0], { maxSlopeAngle: 50 }), 'max_slope_angle is 50, but must be 0 to 1.48353 radians');
	bad(() => new Character(world, [0, NaN, 0]), 'position[1] is NaN');
	const hero = new Character(world, [0, 0, 0]);
	bad(() => hero.step({ wishVelocity: [NaN, 0, 0] }, 0.1), 'wishVelocity[0] is NaN');
	bad(() => hero.step({}, 0), 'dt is 0');
	bad(() => hero.step({}, NaN), 'dt is NaN');
	bad(() => hero.restore(new Uint8Array(3)), '3 bytes');
	for (const length of [96, 100, 116]) bad(() => hero.restore(new Uint8Array(length)), 'another version');
	assert.equal(hero.step({}, 0.1).refused, undefined);
	const crowd = new Characters(world, [0, 0, 0, 1, 0, 1]);
	bad(() => crowd.step({ wishVelocities: [0, 0, 0] }, 0.1), 'needs 6');
	bad(() => crowd.step({ wishVelocities: new Float32Array(6), flags: new Uint8Array(1) }, 0.1), 'needs 2');
	bad(() => crowd.restore(crowd.save().subarray(0, 100)), '25 words are not 2 states');
	bad(() => crowd.teleport(2, [0, 0, 0]), 'there is no character 2');
});

test('levels that are not valid are errors', async () => {
	await init();
	assert.throws(() => World.fromTriangles([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 3]), { code: 'build', message: /names vertex 3/ });
	assert.throws(() => World.fromTriangles([0, 0, 0, NaN, 0, 0, 0, 1, 0]), { code: 'build', message: /vertex 1/ });
	assert.throws(() => World.fromTriangles([0, 0, 0, 1, 0, 0]), { code: 'input', message: /whole number of triangles/ });
	assert.throws(() => new World({ meshes: [{ ...room, material: 3 }] }), { code: 'build', message: /material 4/ });
	assert.throws(() => new World({ heightFields: [{ columns: 3, rows: 3, cellX: 1, cellZ: 1, heights: [0, 0] }] }), { code: 'input' });
	assert.throws(() => new World({ heightFields: [{ columns: 0, rows: 0, cellX: 1, cellZ: 1, heights: [] }] }), { code: 'build' });
});

test('a freed object throws in every method, and its handle is never used again', async () => {
	await init();
	const world = World.fromTriangles(room.positions, room.indices);
	const hero = new Character(world, [0, 0, 0]);
	world.free();
	const other = World.fromTriangles(room.positions, room.indices);
	const freed = (call) => assert.throws(call, { code: 'freed' });
	freed(() => world.free());
	freed(() => world.castRay([0, 1, 0], [1, 0, 0]));
	freed(() => world.moveAndSlide(Shape.point(), [0, 1, 0], [1, 0, 0]));
	freed(() => hero.step({}, 0.1));
	hero.free();
	freed(() => hero.save());
	freed(() => hero.step({}, 0.1));
	assert.notEqual(other.castRay([0, 1, 0], [3, 0, 0]), undefined);
});
