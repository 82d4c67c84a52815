// The wishes of a Sid that walks by itself: from point to point of a level.

export class Tour {
	constructor(points) {
		this.points = points;
		this.restart();
	}

	restart() {
		this.target = this.waited = 0;
	}

	/** The wish of a step: to the next point, also if Sid was not there after a while. */
	input(position, time, dt) {
		if (this.points === undefined) return { direction: [0, 0], jump: false, jumpHeld: false, crouch: false };
		const [x, z] = this.points[this.target];
		const [dx, dz] = [x - position.x, z - position.z];
		const distance = Math.hypot(dx, dz);
		this.waited += dt;
		if (distance < 0.7 || this.waited > 4) {
			this.target = (this.target + 1) % this.points.length;
			this.waited = 0;
		}
		const jump = Math.floor(time / 3) !== Math.floor((time + dt) / 3);
		const size = Math.max(distance, 0.2);
		return { direction: [dx / size, dz / size], jump, jumpHeld: true, crouch: false };
	}
}
