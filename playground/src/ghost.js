// The ghost: the character of three.js's example games_fps, with the same wishes: five steps a frame, each a move and a push
// out of the Octree. Only its walk differs: it takes the desired velocity at once, as Sid does.

import { Vector3 } from 'three';
import { Capsule } from 'three/addons/math/Capsule.js';
import { Octree } from 'three/addons/math/Octree.js';
import { HEIGHT, RADIUS } from './body.js';

const STEPS = 5;
const GRAVITY = 9.81;
const JUMP = Math.sqrt(2 * GRAVITY * 1.2);

export class Ghost {
	constructor(level, start) {
		this.octree = new Octree().fromGraphNode(level);
		this.capsule = new Capsule();
		this.capsule.radius = RADIUS;
		this.velocity = new Vector3();
		this.place(start);
	}

	place([x, y, z]) {
		this.capsule.start.set(x, y + RADIUS, z);
		this.capsule.end.set(x, y + HEIGHT - RADIUS, z);
		this.velocity.set(0, 0, 0);
		this.onFloor = false;
	}

	/** The feet. */
	get position() {
		return this.capsule.start.clone().setY(this.capsule.start.y - RADIUS);
	}

	step(wish, jump, dt) {
		const { velocity, capsule } = this;
		if (jump && this.onFloor) velocity.y = JUMP;
		for (let i = 0; i < STEPS; i++) {
			const part = dt / STEPS;
			velocity.x = wish[0];
			velocity.z = wish[2];
			if (!this.onFloor) velocity.y -= GRAVITY * part;
			capsule.translate(velocity.clone().multiplyScalar(part));
			const hit = this.octree.capsuleIntersect(capsule);
			this.onFloor = false;
			if (hit) {
				this.onFloor = hit.normal.y > 0;
				if (!this.onFloor) velocity.addScaledVector(hit.normal, -hit.normal.dot(velocity));
				else velocity.y = Math.max(velocity.y, 0);
				if (hit.depth >= 1e-10) capsule.translate(hit.normal.multiplyScalar(hit.depth));
			}
		}
	}
}
