// The last steps: the states before them, the inputs, and the reasons. It is for rewinding, for links and for captures.

/** At least this many seconds are kept. */
export const KEPT_SECONDS = 12;
/** The seconds of a link. */
export const SECONDS = 10;

/** Quantises an input: the direction in hundredths. There is no -0, because a link cannot hold it. */
export function quantizeInput({ direction, jump, jumpHeld, crouch }) {
	const part = (value) => Math.round(Math.min(1, Math.max(-1, value)) * 100) + 0;
	return { x: part(direction[0]), z: part(direction[1]), flags: (jump ? 1 : 0) | (jumpHeld || jump ? 2 : 0) | (crouch ? 4 : 0) };
}

/** The input of the character: only multiplications and divisions, so that it has the same bits everywhere. */
export function characterInput({ x, z, flags }, speed) {
	return {
		wishVelocity: [(x * speed) / 100, 0, (z * speed) / 100],
		jump: (flags & 1) !== 0,
		jumpHeld: (flags & 2) !== 0,
		crouch: (flags & 4) !== 0,
	};
}

/** Steps of the same length. */
export class Recording {
	/** The first step begins `tick` steps after a time of the level, which is in seconds. */
	constructor(rate, time, tick = 0) {
		this.rate = rate;
		this.time = time;
		this.steps = [];
		/** The number of steps before those that are kept. */
		this.forgotten = tick;
	}

	/** The time after `count` of the kept steps. */
	timeAt(count) {
		return this.time + (this.forgotten + count) / this.rate;
	}

	/** Adds a step: the states before it, and its input. */
	push(step) {
		this.steps.push(step);
		// In portions, because a shift of a long list takes time.
		const most = KEPT_SECONDS * this.rate;
		if (this.steps.length > most + this.rate) {
			this.steps.splice(0, this.rate);
			this.forgotten += this.rate;
		}
	}

	/** Forgets the steps from one on. */
	truncate(count) {
		this.steps.length = count;
	}
}
