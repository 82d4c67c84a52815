// Times of the last second or so. The clocks of browsers are coarse: single times say little, their mean does.

const KEPT = 240;

export class Stopwatch {
	constructor() {
		this.times = [];
	}

	/** Runs a function and notes its time in milliseconds. */
	time(run) {
		const before = performance.now();
		const result = run();
		this.note(performance.now() - before);
		return result;
	}

	note(milliseconds) {
		this.times.push(milliseconds);
		if (this.times.length > KEPT) this.times.shift();
	}

	/** The mean without the largest 5 %, in which another program ran. */
	get mean() {
		const sorted = [...this.times].sort((a, b) => a - b);
		const count = Math.max(1, Math.ceil(0.95 * sorted.length));
		return sorted.slice(0, count).reduce((sum, time) => sum + time, 0) / count;
	}

	/** The time that 95 of 100 do not exceed. */
	get p95() {
		const sorted = [...this.times].sort((a, b) => a - b);
		return sorted[Math.min(sorted.length - 1, Math.floor(0.95 * sorted.length))] ?? 0;
	}
}
