import { SidleError } from './errors.js';

/** One step of a clock. */
export interface FixedStep {
	/** Its length in seconds. */
	dt: number;
	/** The number of steps before it. */
	number: number;
	/** The time in seconds at its end: platforms that move as a function of the time are there after the step. */
	time: number;
}

/** The part of a step that a frame may lack: its time may be rounded. */
const LACKING = 1e-7;

/** A clock that divides the times of frames into steps of equal length. A frame may have no step, or several. */
export class FixedSteps {
	/** Steps a second, 1 to 10,000. */
	rate: number;
	/** The longest frame in seconds, at least one step and at most an hour: the rest of a longer one is dropped, so that a game does not catch up. */
	longestFrame: number;
	private left = 0;
	private count = 0;
	private elapsed = 0;
	private lost = 0;

	constructor(rate = 60, { longestFrame = 0.25 }: { longestFrame?: number } = {}) {
		this.rate = rate;
		this.longestFrame = longestFrame;
	}

	/**
	 * Adds the time of a frame in seconds, and returns its steps. Less than 0 counts as 0, because the time of a first frame can be before
	 * the start.
	 */
	advance(frame: number): FixedStep[] {
		if (!Number.isFinite(frame)) throw new SidleError('input', `delta is ${frame}, but must be a finite number of seconds`);
		if (!(this.rate >= 1 && this.rate <= 10_000)) throw new SidleError('input', `rate is ${this.rate}, but must be 1 to 10,000 steps a second`);
		if (!Number.isFinite(this.longestFrame)) throw new SidleError('input', `longestFrame is ${this.longestFrame}, but must be a finite number of seconds`);
		const dt = 1 / this.rate;
		const time = Math.max(frame, 0);
		const counted = Math.min(time, Math.max(Math.min(this.longestFrame, 3600), dt));
		this.lost = time - counted;
		this.left += counted;
		const steps = Math.max(0, Math.floor(this.left / dt + LACKING));
		this.left -= steps * dt;
		return Array.from({ length: steps }, () => ({ dt, number: this.count++, time: (this.elapsed += dt) }));
	}

	/** The length of a step in seconds. */
	get dt(): number {
		return 1 / this.rate;
	}

	/** The number of steps so far. */
	get number(): number {
		return this.count;
	}

	/** Where to draw between the state before the last step and that after it, 0 to 1. */
	get alpha(): number {
		return Math.min(Math.max(this.left * this.rate, 0), 1);
	}

	/** The time in seconds that the last frame dropped, because it was too long. */
	get dropped(): number {
		return this.lost;
	}
}
