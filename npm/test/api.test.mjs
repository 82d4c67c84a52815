import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Character, Characters, STOP_REASONS, Shape, World, defaultCharacterConfig, init, runReplay } from 'sidle';
import { isNear, ride, room } from './levels.mjs';

const build = () => World.fromTriangles(room.positions, room.indices);
before(init);

test('a fast body stops at a wall without thickness', () => {
	const world = build();
	const body = Shape.capsule(0.4, 1.8);
	const end = world.moveAndSlide(body, [0, 0.901, 0], [500, 0, 0]);
	isNear(end.position.x, 1.599);
	isNear(end.position.y, 0.901);
	assert.equal(end.reason, 'no-freedom');
	assert.ok(end.hits.some((hit) => hit.surface.polygon >= 2 && Math.abs(hit.normal.x + 1) < 1e-6));
	assert.deepEqual(end.path, []);
	assert.ok(world.moveAndSlide(body, [0, 0.901, 0], [500, 0, 0], { recordPath: true }).path.length >= 2);
	world.free();
});

test('many moves are those of single calls, bit for bit', () => {
	const world = build();
	const count = 300;
	const fill = (value) => Float32Array.from({ length: 3 * count }, (_, i) => value(Math.floor(i / 3), i % 3));
	const positions = fill((i, k) => (k === 1 ? 1 + i * 0.001 : Math.sin(i + k) * 1.2));
	const displacements = fill((i, k) => Math.cos(i * 3 + k) * 3);
	const shape = Array.from({ length: count }, (_, i) => (i % 2 ? Shape.sphere(0.3) : Shape.ellipsoid([0.3, 0.8, 0.3])));
	const all = world.moveMany({ shape, positions, displacements });
	for (let i = 0; i < count; i++) {
		const part = (array) => array.subarray(3 * i, 3 * i + 3);
		const one = world.moveAndSlide(shape[i], part(positions), part(displacements));
		assert.deepEqual([...part(all.positions)], Object.values(one.position));
		assert.deepEqual([...part(all.velocities)], Object.values(one.velocity));
		assert.equal(STOP_REASONS[all.reasons[i]], one.reason);
		assert.equal(all.distances[i], one.distance);
	}
	assert.equal(world.moveMany({ shape, positions, displacements }, all), all);
	world.free();
});

test('queries', () => {
	const world = build();
	const hit = world.castRay({ x: 0, y: 1, z: 0 }, { x: 8, y: 0, z: 0 });
	isNear(hit.fraction, 0.25);
	assert.deepEqual(hit.surface, { instance: 0, polygon: hit.surface.polygon, material: -1, layer: 0, feature: 'face', featureIndex: 0 });
	assert.equal(world.castRay([0, 1, 0], [-1, 0, 0]), undefined);
	assert.deepEqual([...world.castRays([0, 1, 0, 0, 1, 0], [8, 0, 0, -1, 0, 0])], [0.25, 1]);
	isNear(world.castShape(Shape.sphere(0.5), [0, 1, 0], [3, 0, 0]).fraction, 0.5);
	assert.equal(world.castShapeAll(Shape.point(), [0, 1, 0.1], [8, -2, 0]).length, 2);
	assert.equal(world.overlaps(Shape.sphere(0.5), [1.7, 3, 0]), true);
	assert.equal(world.overlaps(Shape.sphere(0.5), [1.4, 3, 0]), false);
	isNear(world.closestPoint([0, 0.5, 0]).distance, 0.5);
	assert.equal(world.closestPoint([0, 0.5, 0], 0.4), undefined);
	const [contact] = world.contacts(Shape.sphere(0.5), [0, 0.45, 0], 0.1);
	isNear(contact.distance, -0.05);
	const out = world.depenetrate(Shape.sphere(0.5), [1.7, 3, 0]);
	assert.ok(out.isFree);
	isNear(out.position.x, 1.499);
	const found = [];
	world.eachPolygonInBox([-1, -1, -1], [1, 1, 1], (corners, polygon) => found.push([polygon, corners.length]));
	assert.deepEqual(found.map(([, length]) => length), [9, 9]);
	assert.deepEqual(world.info.bounds.max, { x: 9, y: 5, z: 9 });
	world.free();
});

test('materials and layers', () => {
	const { positions, indices } = room;
	const material = [0, 0, 1, 1];
	const world = new World({ materials: [{ layer: 1 }, { layer: 7 }], meshes: [{ positions, indices, material }] });
	const across = (filter) => world.castRay([0, 1, 0], [8, 0, 0], filter);
	assert.equal(across().surface.material, 1);
	assert.equal(across().surface.layer, 7);
	assert.equal(across({ layers: ~(1 << 7) }), undefined);
	assert.equal(world.info.materials, 2);
	world.free();
});

test('height fields, in f32 and in 16 bits', () => {
	const grid = { columns: 3, rows: 3, cellX: 2, cellZ: 2, origin: [-2, 0, -2] };
	const flat = new World({ heightFields: [{ ...grid, heights: new Float32Array(9).fill(1) }] });
	const quantized = new World({ heightFields: [{ ...grid, heights: new Uint16Array(9).fill(500), base: 0, step: 0.002, holes: [0] }] });
	for (const world of [flat, quantized]) isNear(world.castRay([1, 5, 1], [0, -8, 0]).point.y, 1);
	assert.notEqual(flat.castRay([-1, 5, -1], [0, -8, 0]), undefined);
	assert.equal(quantized.castRay([-1, 5, -1], [0, -8, 0]), undefined);
	flat.free();
	quantized.free();
});

test('instances are placed, moved and removed', () => {
	const world = build();
	const plate = world.addGeometry({ meshes: [{ positions: [-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1], indices: [0, 1, 2, 0, 2, 3] }] });
	const id = world.addInstance(plate, { position: [-4, 2, 0] });
	const down = () => world.castRay([-4, 5, 0], [0, -10, 0]);
	assert.equal(down().surface.instance, id);
	isNear(down().point.y, 2);
	world.setPose(id, { position: [-4, 3, 0], rotation: [0, 1, 0, 1], scale: 2 });
	isNear(down().point.y, 3);
	assert.throws(() => world.removeGeometry(plate), { code: 'instance' });
	world.removeInstance(id);
	isNear(down().point.y, 0);
	assert.throws(() => world.removeInstance(id), { code: 'instance' });
	world.removeGeometry(plate);
	world.free();
});

test('a solid instance overlaps what is inside, a hollow one does not', () => {
	const world = build();
	const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);
	const faces = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
	const indices = faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
	const box = world.addGeometry({ meshes: [{ positions: corners, indices }] });
	const ball = Shape.sphere(0.4);
	for (const solid of [false, true]) {
		const id = world.addInstance(box, { position: [-4, 5, 0] }, { solid });
		assert.equal(world.overlaps(ball, [-4, 5.3, 0]), solid);
		const out = world.depenetrate(ball, [-4, 5.3, 0]);
		isNear(out.position.y, solid ? 6.401 : 5.3, 1e-4);
		world.removeInstance(id);
	}
	world.free();
});

test('a platform carries a character', () => {
	const world = build();
	const plate = world.addGeometry({ meshes: [{ positions: [-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1], indices: [0, 1, 2, 0, 2, 3] }] });
	const id = world.addInstance(plate, { position: [-4, 1, 0] });
	const hero = new Character(world, [-4, 1, 0]);
	let report = hero.step({}, 0.05);
	for (let i = 0; i < 20; i++) {
		world.setPoses([{ instance: id, from: { position: [-4 + i * 0.05, 1, 0] }, to: { position: [-3.95 + i * 0.05, 1, 0] } }]);
		report = hero.step({}, 0.05);
	}
	assert.equal(report.platform, id);
	isNear(hero.position.x, -3, 1e-4);
	hero.free();
	world.free();
});

test('a character walks, jumps, crouches and is restored bit for bit', () => {
	const world = build();
	using_(new Character(world, [-4, 0, 0]), (hero) => {
		for (let i = 0; i < 60; i++) hero.step({ wishVelocity: [2, 0, 0] }, 1 / 60);
		isNear(hero.position.x, -2, 1e-3);
		assert.ok(hero.isGrounded);
		const saved = hero.save();
		const walk = () => {
			const places = [];
			for (let i = 0; i < 90; i++) {
				const report = hero.step({ wishVelocity: [9, 0, 1], jump: i === 3, jumpHeld: true, crouch: i > 60 }, 1 / 60);
				places.push({ ...hero.position }, report.jumped, hero.state.isCrouching);
			}
			return places;
		};
		const first = walk();
		assert.ok(first.includes(true));
		assert.ok(hero.state.isCrouching);
		isNear(hero.position.x, 2 - 0.301, 1e-4);
		hero.restore(saved);
		assert.deepEqual(walk(), first);
		hero.teleport([-5, 0, -5]);
		assert.deepEqual(hero.position, { x: -5, y: 0, z: -5 });
		hero.setVelocity([0, 5, 0]);
		hero.step({}, 0.1);
		assert.ok(hero.position.y > 0.3);
	});
	world.free();
});

test('many characters are single ones, bit for bit', () => {
	const world = build();
	const starts = Float32Array.from({ length: 300 }, (_, i) => (i % 3 === 1 ? 0 : Math.sin(i) * 6 - 2));
	const wishes = Float32Array.from({ length: 300 }, (_, i) => (i % 3 === 1 ? 0 : Math.cos(i) * 6));
	const crowd = new Characters(world, starts, { stepHeight: 0.3 });
	for (let step = 0; step < 30; step++) crowd.step({ wishVelocities: wishes, flags: new Uint8Array(100).fill(step === 9 ? 3 : 0) }, 1 / 30);
	for (const i of [0, 17, 99]) {
		const hero = new Character(world, starts.subarray(3 * i, 3 * i + 3), { stepHeight: 0.3 });
		for (let step = 0; step < 30; step++) hero.step({ wishVelocity: wishes.subarray(3 * i, 3 * i + 3), jump: step === 9 }, 1 / 30);
		assert.deepEqual([...crowd.positions.subarray(3 * i, 3 * i + 3)], Object.values(hero.position));
		hero.free();
	}
	crowd.free();
	world.free();
});

test('replays of moves and of characters repeat the bits', () => {
	const world = build();
	const [body, from, by] = [Shape.capsule(0.3, 1.7), [0, 1.5, 0], [4, -3, 1]];
	const replay = world.captureMove(body, from, by);
	const [step] = runReplay(replay);
	assert.equal(step.agrees, true);
	assert.deepEqual(step.position, world.moveAndSlide(body, from, by).position);
	const hero = new Character(world, [0, 0, 0]);
	const inputs = Array.from({ length: 40 }, (_, i) => ({ wishVelocity: [5, 0, 1], jump: i === 8, ...(i % 7 === 6 && { rootMotion: [0.1, 0, 0] }) }));
	const steps = runReplay(hero.capture(inputs, 1 / 30));
	assert.equal(steps.length, 40);
	assert.ok(steps.every((one) => one.agrees));
	for (const input of inputs) hero.step(input, 1 / 30);
	assert.deepEqual(steps.at(-1).position, hero.position);
	hero.free();
	world.free();
});

test('a capture after steps among moving instances repeats the bits, and leaves the world as it is', () => {
	const world = build();
	const { start, motions, inputs } = ride(world);
	const [hero, dt] = [new Character(world, start), 1 / 30];
	const saved = hero.save();
	const places = inputs.map((input, i) => {
		world.setPoses(motions(i));
		const report = hero.step(input, dt);
		return { position: { ...hero.position }, platform: report.platform, wall: report.wall?.instance };
	});
	assert.ok(places[5].platform > 0, 'the plate carries');
	assert.ok(places.some(({ wall }) => wall > 0), 'the door pushes');
	const after = hero.save();
	hero.restore(saved);
	const text = hero.capture(inputs, dt, inputs.map((_, i) => motions(i)));
	assert.deepEqual(hero.save(), saved);
	const steps = runReplay(text);
	assert.ok(steps.every(({ agrees }) => agrees));
	assert.deepEqual(steps.map(({ position }) => position), places.map(({ position }) => position));
	assert.equal(text.match(/^instance /gm).length, 2, 'the plate far away does not matter');
	// The instances are where they were, and move as they did.
	world.setPoses(motions(inputs.length - 1));
	const last = (hero.restore(after), hero.capture([{}], dt));
	world.setPoses(motions(inputs.length - 1));
	hero.capture(inputs, dt, inputs.map((_, i) => motions(i)));
	assert.equal(hero.capture([{}], dt), last);
	hero.free();
	world.free();
});

test('a capture of the next step has the motions that are set, and a captured move the poses at their end', () => {
	const world = build();
	const { start, motions, inputs } = ride(world);
	const [hero, dt] = [new Character(world, start), 1 / 30];
	for (const [i, input] of inputs.entries()) {
		world.setPoses(motions(i));
		const [step] = runReplay(hero.capture([input], dt));
		hero.step(input, dt);
		assert.deepEqual(step, { position: { ...hero.position }, agrees: true });
		const { x, y, z } = hero.position;
		const move = [Shape.sphere(0.3), [x, y + 0.8, z], [0.5, -1, 0.1]];
		const [moved] = runReplay(world.captureMove(...move));
		assert.deepEqual(moved, { position: world.moveAndSlide(...move).position, agrees: true });
	}
	hero.free();
	world.free();
});

test('wrong motions of a capture are errors, and the world stays', () => {
	const world = build();
	const { start, motions } = ride(world);
	const hero = new Character(world, start);
	const capture = (...lists) => hero.capture(lists.map(() => ({})), 1 / 30, lists);
	const text = capture(motions(0), motions(1));
	assert.throws(() => hero.capture([{}], 1 / 30, []), { code: 'input', message: 'sidle: motions has 0 lists for 1 inputs' });
	const [motion] = motions(0);
	assert.throws(() => capture(motions(0), [{ ...motion, instance: 0 }]), { code: 'instance' });
	assert.throws(() => capture(motions(0), [motion, motion]), { code: 'instance' });
	assert.throws(() => capture([{ ...motion, to: { ...motion.to, scale: 2 } }]), { code: 'instance' });
	assert.throws(() => capture([{ ...motion, to: { position: [NaN, 0, 0] } }]), { code: 'input' });
	assert.equal(capture(motions(0), motions(1)), text);
	hero.free();
	world.free();
});

test('the default settings are those of the documentation', () => {
	const { stepHeight, maxSlopeAngle, jumpHeight, slopeSpeed, mass, up, slipperyAcceleration, recordPath, platforms } = defaultCharacterConfig();
	isNear(maxSlopeAngle, 0.8726646);
	isNear(stepHeight, 0.4);
	isNear(jumpHeight, 1.2);
	assert.deepEqual([slopeSpeed, mass, up, slipperyAcceleration, recordPath, platforms], ['along-ground', 80, { x: 0, y: 1, z: 0 }, 3, false, 0]);
});

test('Symbol.dispose frees, where it exists', () => {
	assert.notEqual(Symbol.dispose, undefined);
	const world = build();
	world[Symbol.dispose]();
	assert.throws(() => world.info, { code: 'freed' });
});

function using_(object, use) {
	use(object);
	object.free();
}
