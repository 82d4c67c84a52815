import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Character, Characters, FixedSteps, STOP_REASONS, Shape, World, defaultCharacterConfig, init, runReplay } from 'sidle';
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
	const fill = (value) => Float64Array.from({ length: 3 * count }, (_, i) => value(Math.floor(i / 3), i % 3));
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
		assert.equal(all.fractions[i], one.fraction);
		assert.equal(all.clearances[i], one.clearance);
	}
	assert.equal(world.moveMany({ shape, positions, displacements }, all), all);
	world.free();
});

test('an end may be rounded to f32 where the clearance allows it', () => {
	const world = build();
	const body = Shape.capsule(0.3, 1.8);
	const half = Math.sqrt(3) / 2 * 2 ** -21; // At less than 8 m.
	let [position, rounded, touching] = [[0, 0.95, 0], 0, 0];
	for (let step = 0; step < 600; step++) {
		const angle = step * 0.04;
		const end = world.moveAndSlide(body, position, [0.1 * Math.cos(angle), -0.05, 0.1 * Math.sin(angle)]);
		assert.notEqual(end.reason, 'started-inside');
		assert.ok(end.clearance >= 0 && end.clearance <= end.skin, `${end.clearance}`);
		touching += end.hits.length > 0;
		if (end.clearance <= half) continue;
		rounded++;
		position = Object.values(end.position).map(Math.fround);
		assert.equal(world.overlaps(body, position), false);
	}
	assert.ok(rounded > 590 && touching > 590, `${rounded} ${touching}`);
	// A start that is nearer than the rounding stays nearer, and a refused one has no clearance.
	const slot = World.fromTriangles([-9, 0, -9, 0, 0, 18, 9, 0, -9, -9, 1, -9, 9, 1, -9, 0, 1, 18]);
	const squeezed = slot.moveAndSlide(Shape.sphere(0.5 - 1e-7), [0, 0.5, 0], [1, 0, 0]);
	assert.ok(squeezed.clearance < half, `${squeezed.clearance}`);
	assert.equal(slot.moveAndSlide(Shape.sphere(0.6), [0, 0.5, 0], [1, 0, 0]).clearance, 0);
	slot.free();
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
	const starts = Float64Array.from({ length: 300 }, (_, i) => (i % 3 === 1 ? 0 : Math.sin(i) * 6 - 2));
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

test('positions far away and between two f32 are not rounded', () => {
	const world = build();
	const geometry = world.addGeometry({ meshes: [room] });
	const far = [1.0000001e7 + 1 / 3, 0.5, 9.9e8 + 0.1];
	const instance = world.addInstance(geometry, { position: far });
	const at = (x, y, z) => [far[0] + x, far[1] + y, far[2] + z];
	const [x, y, z] = far;
	assert.notEqual(Math.fround(z), z);
	const body = Shape.capsule(0.3, 1.8);

	// It comes back as it was given, from every function.
	const stay = world.moveAndSlide(body, at(0, 3, 0), [0, 0, 0]);
	assert.deepEqual(Object.values(stay.position), at(0, 3, 0));
	assert.deepEqual(world.depenetrate(body, at(0, 3, 0)).position, stay.position);
	assert.deepEqual([...world.moveMany({ shape: body, positions: at(0, 3, 0), displacements: [0, 0, 0] }).positions], at(0, 3, 0));
	const hero = new Character(world, at(-4, 0, 0));
	const crowd = new Characters(world, at(-4, 0, 0));
	assert.deepEqual(Object.values(hero.position), at(-4, 0, 0));
	assert.deepEqual([...crowd.positions], at(-4, 0, 0));
	assert.deepEqual(world.moveAndSlide(body, [0, -50, 0], [0, 0, 0], { onOverlap: at(0, 3, 0) }).position, { x: 0, y: -50, z: 0 });

	// It moves there.
	const down = world.moveAndSlide(body, at(0.1, 3, 0.2), [0, -9, 0], { recordPath: true });
	assert.deepEqual([down.position.x, down.position.z], [x + 0.1, z + 0.2]);
	isNear(down.position.y - y, 0.901);
	assert.deepEqual(down.path[0], { x: x + 0.1, y: y + 3, z: z + 0.2 });
	assert.deepEqual(down.path.at(-1), down.position);
	assert.equal(down.hits[0].surface.instance, instance);
	isNear(down.hits[0].point.y, y, 1e-9);
	const along = world.moveAndSlide(body, at(0, 0.901, 0), [500, 0, 0]);
	isNear(along.position.x - x, 2 - 0.301);
	const [replayed] = runReplay(world.captureMove(body, at(0, 0.901, 0), [500, 0, 0]));
	assert.deepEqual(replayed, { position: along.position, agrees: true });
	for (let i = 0; i < 600; i++) {
		hero.step({ wishVelocity: [0.25, 0, 0] }, 1 / 1000);
		crowd.step({ wishVelocities: [0.25, 0, 0] }, 1 / 1000);
	}
	isNear(hero.position.x - x, -4 + 0.15, 1e-6);
	assert.equal(hero.position.z, z);
	assert.ok(hero.isGrounded);
	assert.deepEqual([...crowd.positions], Object.values(hero.position));
	isNear(hero.state.centre.y - hero.position.y, 0.901);
	const saved = hero.save();
	assert.equal(saved.length, 96);
	hero.teleport(at(-5, 0, -3));
	assert.deepEqual(Object.values(hero.position), at(-5, 0, -3));
	hero.restore(saved);
	assert.deepEqual([...crowd.positions], Object.values(hero.position));

	// Queries answer there.
	const hit = world.castRay(at(-3, 1, 0), [8, 0, 0]);
	isNear(hit.fraction, 0.625, 1e-9);
	isNear(hit.point.x - x, 2, 1e-8);
	assert.deepEqual([...world.castRays([...at(-3, 1, 0), 0, 1, 0], [8, 0, 0, 8, 0, 0])], [hit.fraction, 0.25]);
	isNear(world.castShape(Shape.sphere(0.5), at(0, 1, 0), [3, 0, 0]).fraction, 0.5);
	assert.equal(world.overlaps(Shape.sphere(0.5), at(1.7, 3, 0)), true);
	assert.equal(world.overlaps(Shape.sphere(0.5), at(1.4, 3, 0)), false);
	isNear(world.closestPoint(at(0, 0.25, 0)).point.y, y, 1e-9);
	isNear(world.contacts(Shape.sphere(0.5), at(0, 0.45, 0), 0.1)[0].distance, -0.05);
	isNear(world.info.bounds.max.z - z, 9, 1e-3);
	// A cast of 1,000 km.
	const long = world.castRay(at(1e6, 2, 0), [-2e6, 0, 0]);
	isNear(long.point.x - x, 2, 1e-6);
	using_(crowd, () => hero.free());
	world.free();
});

test('states that an older version saved are restored', () => {
	const world = build();
	// 116 bytes of a walk in the playground, when positions were f32.
	const old = Buffer.from('Dy0yPgAAAADSzEy_7FE4PgAAAAAAAMDADy0yPlYOTT_SzEy_Dy0yPgAAAADSzEy_dGjRMQAAAAAAAAAyAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABEAE', 'base64url');
	assert.equal(old.length, 116);
	const floats = new Float32Array(Uint8Array.from(old).buffer.slice(0, 24));
	const hero = new Character(world, [5, 0, 5]);
	hero.restore(old);
	assert.deepEqual(Object.values(hero.position), [...floats.subarray(0, 3)]);
	assert.deepEqual(Object.values(hero.velocity), [...floats.subarray(3)]);
	assert.ok(hero.isGrounded);
	assert.deepEqual(hero.state.up, { x: 0, y: 1, z: 0 });
	hero.step({}, 1 / 30);
	assert.ok(hero.isGrounded);
	isNear(hero.position.y, 0, 1e-6);
	assert.equal(hero.save().length, 96);
	const crowd = new Characters(world, [5, 0, 5, 5, 0, 6]);
	crowd.restore(Buffer.concat([old, old]));
	assert.deepEqual([...crowd.positions], [...floats.subarray(0, 3), ...floats.subarray(0, 3)]);
	assert.throws(() => crowd.restore(old), { code: 'input' });
	using_(crowd, () => hero.free());
	world.free();
});

test('a replay of an older version, with ends in f32, is read', () => {
	const text = readFileSync(new URL('older.replay', import.meta.url), 'utf8');
	const steps = runReplay(text);
	assert.equal(steps.length, 15);
	assert.ok(steps.every(({ agrees }) => agrees));
	const [last] = runReplay(text.replace(/end \S+( \S+ \S+\s*)$/, 'end 0.2$1')).slice(-1);
	assert.equal(last.agrees, false);
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

test('a clock divides frames into steps of equal length', () => {
	for (const rate of [20, 60, 144, 1000]) {
		const [clock, even] = [new FixedSteps(rate), new FixedSteps(rate)];
		let [time, count, dropped] = [0, 0, 0];
		for (let i = 0; i < 2000; i++) {
			const frame = i % 100 === 99 ? 1.5 : 0.02 * Math.abs(Math.sin(i));
			time += frame;
			for (const step of clock.advance(frame)) {
				assert.deepEqual([step.number, step.dt], [count++, 1 / rate]);
				isNear(step.time, count / rate, 1e-9);
			}
			dropped += clock.dropped;
			assert.ok(clock.alpha >= 0 && clock.alpha <= 1);
			isNear(count / rate + clock.alpha / rate + dropped, time, 1e-6);
			assert.equal(even.advance(1 / rate).length, 1, `${rate} Hz, frame ${i}`);
		}
		isNear(dropped, 20 * 1.25, 1e-9);
		assert.equal(clock.number, count);
	}
	assert.equal(new FixedSteps(100, { longestFrame: 2 }).advance(1).length, 100);
	assert.throws(() => new FixedSteps(0).advance(1), { code: 'input', message: /rate is 0/ });
	assert.throws(() => new FixedSteps(60, { longestFrame: NaN }).advance(1), { code: 'input', message: /longestFrame is NaN/ });
});
