// The character of three.js's example games_fps, with the same wishes: five steps a frame, each a move and a push out of the
// Octree. Only its walk differs: it takes the desired velocity at once, as Sid does.

import { REVISION, Vector3 } from 'three';
import { Capsule } from 'three/addons/math/Capsule.js';
import { Octree } from 'three/addons/math/Octree.js';
import { Walker } from './walker.js';

const STEPS = 5;

export class OctreeGhost extends Walker {
	static title = "three.js's Octree";
	static color = '#8f86ee';
	static about = `three.js r${REVISION}, as its example games_fps: 5 steps a frame, no padding`;

	constructor(level, settings) {
		super(settings);
		this.octree = new Octree().fromGraphNode(level.group);
		this.capsule = new Capsule();
		this.capsule.radius = this.radius;
	}

	put(x, y, z) {
		this.capsule.start.set(x, y + this.radius, z);
		this.capsule.end.set(x, y + this.height - this.radius, z);
	}

	/** The feet. */
	get position() {
		return this.capsule.start.clone().setY(this.capsule.start.y - this.radius);
	}

	step(wish, jump, dt) {
		const { velocity, capsule } = this;
		if (jump && this.onFloor) velocity.y = this.jumpSpeed;
		const part = dt / STEPS;
		for (let i = 0; i < STEPS; i++) {
			velocity.x = wish[0];
			velocity.z = wish[2];
			if (!this.onFloor) velocity.y -= this.gravity * part;
			capsule.translate(new Vector3().copy(velocity).multiplyScalar(part));
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
