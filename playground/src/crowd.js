// Many characters that wander about, and balls. They pass through each other and through Sid.
//
// Every move is exact at any rate, so that a walker needs few steps: groups take turns, each 15 times a second, and the picture
// goes from one step to the next. Each step is a whole one.

import { Characters, Shape } from 'sidle';

export const GROUPS = 20;
export const CROWD_RATE = 15;
const RADIUS = 0.3;
export const CROWD_HEIGHT = 1.3;
export const BALL_RADIUS = 0.3;

/** A small generator of numbers from 0 to 1. */
function randomOf(seed) {
	let state = seed;
	return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

class Walkers {
	constructor(world, count, seed, extent) {
		this.random = randomOf(seed);
		const places = [];
		while (places.length < 3 * count) {
			const [angle, far] = [this.random() * 2 * Math.PI, Math.sqrt(this.random()) * extent];
			const [x, z] = [far * Math.cos(angle), far * Math.sin(angle)];
			const hit = world.castRay([x, 40, z], [0, -80, 0]);
			if (hit) places.push(x, hit.point.y + 0.1, z);
		}
		const config = { shape: Shape.capsule(RADIUS, CROWD_HEIGHT), crouchHeight: 0, stepHeight: 0.4 };
		this.group = new Characters(world, places, config);
		this.before = this.group.positions.slice();
		this.wishes = new Float32Array(3 * count);
		this.until = new Float32Array(count);
		this.headings = new Float32Array(count);
		this.extent = extent;
		this.clock = 0;
	}

	step(dt) {
		const { group, wishes, until, headings, random, extent } = this;
		this.clock += dt;
		this.before.set(group.positions);
		for (let i = 0; i < group.count; i++) {
			if (this.clock < until[i]) continue;
			until[i] = this.clock + 1 + 3 * random();
			const [x, z] = [group.positions[3 * i], group.positions[3 * i + 2]];
			// Who is far out turns back.
			headings[i] = Math.hypot(x, z) > extent ? Math.atan2(-z, -x) : random() * 2 * Math.PI;
			const speed = 1 + 2 * random();
			wishes[3 * i] = speed * Math.cos(headings[i]);
			wishes[3 * i + 2] = speed * Math.sin(headings[i]);
		}
		group.step({ wishVelocities: wishes }, dt);
	}
}

export class Crowd {
	constructor(world, count, extent = 24) {
		this.groups = Array.from({ length: GROUPS }, (_, i) => new Walkers(world, count / GROUPS, 7 + i, extent));
		this.count = count;
		this.clock = 0;
		this.turns = 0;
	}

	/** Makes the steps that are due. */
	update(delta) {
		this.clock += delta;
		const rate = GROUPS * CROWD_RATE;
		for (let most = GROUPS; this.turns < Math.floor(this.clock * rate) && most > 0; most--) {
			this.groups[this.turns++ % GROUPS].step(1 / CROWD_RATE);
		}
		// After a long frame it does not catch up.
		if (this.turns < Math.floor(this.clock * rate)) this.clock = this.turns / rate;
	}

	/** Calls `visit` with the place and the heading of each. */
	each(visit) {
		let number = 0;
		this.groups.forEach((walkers, i) => {
			const { before, group, headings } = walkers;
			// The time since the last turn of the group, as part of a step.
			const turn = this.turns - 1 - ((((this.turns - 1 - i) % GROUPS) + GROUPS) % GROUPS);
			const alpha = Math.min(1, Math.max(0, (this.clock * GROUPS * CROWD_RATE - turn - 1) / GROUPS));
			for (let k = 0; k < group.count; k++) {
				const at = (axis) => before[3 * k + axis] + (group.positions[3 * k + axis] - before[3 * k + axis]) * alpha;
				visit(number++, at(0), at(1) + group.stepOffsets[k] * alpha, at(2), headings[k]);
			}
		});
	}

	save() {
		const groups = this.groups.map(({ group, before, wishes, until, headings, clock }) => ({ bytes: group.save(), before: before.slice(), wishes: wishes.slice(), until: until.slice(), headings: headings.slice(), clock }));
		return { groups, clock: this.clock, turns: this.turns };
	}

	restore({ groups, clock, turns }) {
		groups.forEach(({ bytes, clock: at, ...arrays }, i) => {
			const walkers = this.groups[i];
			walkers.group.restore(bytes);
			walkers.clock = at;
			for (const [name, values] of Object.entries(arrays)) walkers[name].set(values);
		});
		Object.assign(this, { clock, turns });
	}

	free() {
		this.groups.forEach(({ group }) => group.free());
	}
}

/** Balls that bounce: a batch of moves with the response 'bounce'. */
export class Balls {
	constructor(world, count, gravity) {
		const random = randomOf(99);
		this.world = world;
		this.gravity = gravity;
		this.count = count;
		this.positions = new Float64Array(3 * count);
		this.velocities = new Float32Array(3 * count);
		for (let i = 0; i < count; i++) {
			this.positions.set([(random() - 0.5) * 24, 4 + 8 * random(), (random() - 0.5) * 24], 3 * i);
			this.velocities.set([(random() - 0.5) * 6, 0, (random() - 0.5) * 6], 3 * i);
		}
		this.start = this.positions.slice();
		this.before = this.positions.slice();
		this.displacements = new Float32Array(3 * count);
		this.shape = Shape.sphere(BALL_RADIUS);
		this.config = { response: 'bounce', restitutionScale: 1, bounceThreshold: 0.4, onOverlap: 'push-out' };
	}

	step(dt) {
		const { positions, velocities, displacements, count } = this;
		this.before.set(positions);
		for (let i = 0; i < count; i++) velocities[3 * i + 1] -= this.gravity * dt;
		for (let i = 0; i < 3 * count; i++) displacements[i] = velocities[i] * dt;
		this.results = this.world.moveMany({ shape: this.shape, positions, displacements, velocities, config: this.config }, this.results);
		positions.set(this.results.positions);
		velocities.set(this.results.velocities);
		for (let i = 0; i < count; i++) {
			if (positions[3 * i + 1] < -20) {
				for (let k = 0; k < 3; k++) this.before[3 * i + k] = positions[3 * i + k] = this.start[3 * i + k];
				velocities.fill(0, 3 * i, 3 * i + 3);
			}
		}
	}

	/** Kicks the balls that Sid touches. */
	kick({ x, y, z }, { x: u, z: w }, reach) {
		for (let i = 0; i < this.count; i++) {
			const [dx, dy, dz] = [this.positions[3 * i] - x, this.positions[3 * i + 1] - y, this.positions[3 * i + 2] - z];
			if (Math.hypot(dx, dz) > reach + BALL_RADIUS || dy < -0.5 || dy > 1.8) continue;
			const size = Math.hypot(dx, dz) || 1;
			this.velocities[3 * i] = u * 1.3 + (2 * dx) / size;
			this.velocities[3 * i + 1] = Math.max(this.velocities[3 * i + 1], 3);
			this.velocities[3 * i + 2] = w * 1.3 + (2 * dz) / size;
		}
	}

	save() {
		return { positions: this.positions.slice(), velocities: this.velocities.slice() };
	}

	restore({ positions, velocities }) {
		this.positions.set(positions);
		this.before.set(positions);
		this.velocities.set(velocities);
	}
}
