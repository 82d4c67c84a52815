// A camera behind Sid, or in his eyes.

import { Raycaster, Vector3 } from 'three';
import { heightOf } from './settings.js';

/** The distance in metres that it likes at least. */
const NEAR = 4.5;

export class FollowCamera {
	constructor(camera) {
		this.camera = camera;
		[this.yaw, this.pitch, this.focus] = [0, 0.42, new Vector3()];
		this.isFirstPerson = false;
		this.ray = new Raycaster();
		this.far = 7.5;
		[this.lift, this.reach, this.eye] = [0, this.far, 1.3];
	}

	enter(level) {
		this.far = this.reach = level.far ?? 7.5;
		this.yaw = level.yaw;
		this.pitch = level.pitch ?? 0.42;
		this.focus.fromArray(level.start);
	}

	setBody(settings) {
		this.eye = heightOf(settings) * 0.82;
	}

	/** Turns by angles; looks up and down between limits. */
	turn(yaw, pitch) {
		this.yaw -= yaw;
		const [low, high] = this.isFirstPerson ? [-1.5, 1.5] : [-0.2, 1.3];
		this.pitch = Math.min(high, Math.max(low, this.pitch + pitch));
	}

	toggle() {
		this.isFirstPerson = !this.isFirstPerson;
		this.pitch = this.isFirstPerson ? 0 : 0.42;
	}

	place(body, delta, obstacles, crouches) {
		if (this.isFirstPerson) {
			this.focus.copy(body.position);
			this.camera.position.copy(body.position).setY(body.position.y + this.eye * (crouches ? 0.6 : 1.06));
			const { x, y, z } = this.camera.position;
			const flat = Math.cos(this.pitch);
			this.camera.lookAt(x - Math.sin(this.yaw) * flat, y - Math.sin(this.pitch), z - Math.cos(this.yaw) * flat);
			return;
		}
		this.focus.lerp(body.position, 1 - Math.exp(-delta * 9));
		this.behind(obstacles, delta);
	}

	/** Puts the camera behind Sid, before the first thing in between. */
	behind(obstacles, delta) {
		const eye = this.focus.clone().add(new Vector3(0, this.eye, 0));
		const back = new Vector3();
		const free = (pitch) => {
			back.set(Math.sin(this.yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(this.yaw) * Math.cos(pitch));
			this.ray.set(eye, back);
			this.ray.far = this.far;
			const [hit] = this.ray.intersectObjects(obstacles, true);
			return hit ? Math.max(0.1, hit.distance - 0.3) : this.far;
		};
		// With a wall close behind, it looks from further above.
		let [best, lift] = [0, 0];
		for (let more = 0; more < 0.9 && best < NEAR; more += 0.15) {
			const found = free(Math.min(1.35, this.pitch + more));
			if (found > best) [best, lift] = [found, more];
		}
		this.lift += (lift - this.lift) * (1 - Math.exp(-delta * 9));
		const most = free(Math.min(1.35, this.pitch + this.lift));
		this.reach = Math.min(most, this.reach + (most - this.reach) * (1 - Math.exp(-delta * 5)));
		this.camera.position.copy(eye).addScaledVector(back, this.reach);
		this.camera.lookAt(eye);
	}

	/** True if the camera is so near that the body would fill the picture. */
	get isInside() {
		return this.isFirstPerson || this.reach < 0.9;
	}
}
