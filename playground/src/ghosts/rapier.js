// The character controller of Rapier with the settings of its guide: offset 0.01, autostep 0.5 and 0.2, snap 0.5.

import RAPIER from '@dimforge/rapier3d-compat';
import { Walker } from './walker.js';

export class RapierGhost extends Walker {
	static title = 'Rapier';
	static color = '#d9669b';

	static get about() {
		return `Rapier ${RAPIER.version()}, character controller with the settings of its guide: padding (offset) 10 mm, autostep 0.5 m, snap 0.5 m`;
	}

	constructor(level, settings) {
		super(settings);
		const { triangles } = level;
		this.world = new RAPIER.World({ x: 0, y: -settings.gravity, z: 0 });
		this.world.createCollider(RAPIER.ColliderDesc.trimesh(triangles, Uint32Array.from({ length: triangles.length / 3 }, (_, i) => i)));
		this.body = this.world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased());
		this.collider = this.world.createCollider(RAPIER.ColliderDesc.capsule(this.height / 2 - this.radius, this.radius), this.body);
		this.controller = this.world.createCharacterController(0.01);
		this.controller.enableAutostep(0.5, 0.2, true);
		this.controller.enableSnapToGround(0.5);
		this.controller.setMaxSlopeClimbAngle((settings.slope * Math.PI) / 180);
		this.at = [0, 0, 0];
	}

	free() {
		this.world.free();
	}

	put(x, y, z) {
		this.at = [x, y, z];
		this.body.setTranslation({ x, y: y + this.height / 2, z }, true);
		this.world.step();
	}

	get position() {
		return this.velocity.clone().fromArray(this.at);
	}

	step(wish, jump, dt) {
		const { velocity } = this;
		if (jump && this.onFloor) velocity.y = this.jumpSpeed;
		velocity.y -= this.gravity * dt;
		this.controller.computeColliderMovement(this.collider, { x: wish[0] * dt, y: velocity.y * dt, z: wish[2] * dt });
		const moved = this.controller.computedMovement();
		this.onFloor = this.controller.computedGrounded();
		if (this.onFloor) velocity.y = 0;
		this.at = [this.at[0] + moved.x, this.at[1] + moved.y, this.at[2] + moved.z];
		this.body.setNextKinematicTranslation({ x: this.at[0], y: this.at[1] + this.height / 2, z: this.at[2] });
		this.world.timestep = dt;
		this.world.step();
	}
}

export const ready = () => RAPIER.init();
