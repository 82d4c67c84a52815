// What the ghosts have in common: a capsule of the size of Sid, a velocity, and whether they stand on something.

import { Vector3 } from 'three';
import { heightOf } from '../settings.js';

export class Walker {
	constructor(settings) {
		this.height = heightOf(settings);
		this.radius = Math.min(settings.radius, this.height / 2);
		this.gravity = settings.gravity;
		this.jumpSpeed = Math.sqrt(2 * settings.gravity * 1.2);
		this.velocity = new Vector3();
		this.onFloor = false;
	}

	/** Puts the feet somewhere, at rest. */
	place([x, y, z]) {
		this.put(x, y, z);
		this.velocity.set(0, 0, 0);
		this.onFloor = false;
	}

	/** The state, for `restore`. */
	save() {
		return { at: this.position.toArray(), velocity: this.velocity.toArray(), onFloor: this.onFloor };
	}

	restore({ at, velocity, onFloor }) {
		this.put(...at);
		this.velocity.fromArray(velocity);
		this.onFloor = onFloor;
	}

	free() {}
}
