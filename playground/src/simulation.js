// Sid and the ghost in a level, in steps of the same length.

import { World } from 'sidle/three';
import { Character, Shape } from 'sidle';
import { HEIGHT, RADIUS } from './body.js';
import { depthIn } from './depth.js';
import { Ghost } from './ghost.js';

/** Below this height, both start again. */
const ABYSS = -30;
/** The most steps of a frame. */
const MOST_STEPS = 64;

export class CharacterSimulation {
	constructor(level) {
		this.level = level;
		this.world = World.fromObject3D(level.group);
		const config = { shape: Shape.capsule(RADIUS, HEIGHT), crouchHeight: 0.9, jumpHeight: 1.2, stepHeight: 0.4, airAcceleration: 40 };
		this.sid = new Character(this.world, level.start, config);
		this.ghost = new Ghost(level.group, this.aside(level.start));
		this.left = 0;
		this.clock = 0;
		this.target = 0;
		this.waited = 0;
		this.steps = 0;
		this.depths = { sidle: [], ghost: [] };
		this.settle();
	}

	free() {
		this.sid.free();
		this.world.free();
	}

	restart() {
		this.moveTo(this.level.start);
	}

	/** Brings both to a place, the feet of Sid. */
	moveTo(place) {
		try {
			this.sid.teleport(place);
		} catch {
			this.sid.teleport(this.level.start);
		}
		this.sid.setVelocity([0, 0, 0]);
		this.ghost.place(this.aside(place));
		this.target = this.waited = 0;
		this.settle();
	}

	/** The feet of Sid, rounded for a link. */
	place() {
		const { x, y, z } = this.sid.position;
		return [x, y, z].map((value) => Math.round(value * 1000) / 1000);
	}

	/** Makes the steps of a frame. Without a wish, it walks the tour of the level. */
	update(delta, { rate, speed }, given) {
		const dt = 1 / rate;
		this.left += delta;
		for (let steps = 0; this.left >= dt; steps++) {
			this.left -= dt;
			if (steps === MOST_STEPS) this.left = 0;
			this.step(given ?? this.touring(dt), speed, dt);
			if (given) given.jump = false;
		}
		const alpha = this.left / dt;
		return { sidle: this.viewOf('sidle', alpha), ghost: this.viewOf('ghost', alpha), crouches: this.sid.state.isCrouching };
	}

	step({ direction, jump, jumpHeld, crouch }, speed, dt) {
		const wish = [direction[0] * speed, 0, direction[1] * speed];
		this.before = this.now;
		this.sid.step({ wishVelocity: wish, jump, jumpHeld: jumpHeld || jump, crouch }, dt);
		this.ghost.step(wish, jump, dt);
		this.clock += dt;
		this.steps++;
		if (this.sid.position.y < ABYSS) this.restart();
		if (this.ghost.position.y < ABYSS) this.ghost.place(this.aside(this.place()));
		this.settle(this.before);
		this.note('sidle', depthIn(this.world, this.sid.position, RADIUS, this.sid.state.isCrouching ? 0.9 : HEIGHT));
		this.note('ghost', depthIn(this.world, this.ghost.position, RADIUS, HEIGHT));
		if (direction[0] !== 0 || direction[1] !== 0) this.facing = Math.atan2(-direction[0], -direction[1]);
	}

	/** Keeps the depths of the last second. */
	note(who, depth) {
		const depths = this.depths[who];
		depths.push([this.clock, depth]);
		while (depths[0][0] < this.clock - 1) depths.shift();
	}

	settle(before) {
		const { position, stepOffset } = this.sid.state;
		const { x, y, z } = this.ghost.position;
		this.now = { sidle: [position.x, position.y + stepOffset, position.z], ghost: [x, y, z] };
		this.before = before ?? this.now;
	}

	viewOf(who, alpha) {
		const [from, to] = [this.before[who], this.now[who]];
		const deepest = this.depths[who].reduce((most, [, depth]) => Math.max(most, depth), 0);
		return { at: to.map((value, i) => from[i] + (value - from[i]) * alpha), deepest, facing: this.facing ?? this.level.yaw };
	}

	/** The wish of the tour: to the next point, also if Sid was not there after a while. */
	touring(dt) {
		const [x, z] = this.level.tour[this.target];
		const { position } = this.sid;
		const [dx, dz] = [x - position.x, z - position.z];
		const distance = Math.hypot(dx, dz);
		this.waited += dt;
		if (distance < 0.7 || this.waited > 4) {
			this.target = (this.target + 1) % this.level.tour.length;
			this.waited = 0;
		}
		const jump = Math.floor(this.clock / 3) !== Math.floor((this.clock + dt) / 3);
		const size = Math.max(distance, 0.2);
		return { direction: [dx / size, dz / size], jump, jumpHeld: true, crouch: false };
	}

	/** The place of the ghost beside Sid. */
	aside([x, y, z]) {
		return [x + 1, y + 0.02, z];
	}
}
