import { CODES, SidleError } from './errors.js';

/** The version of the boundary, as in `crates/sidle-wasm/src/lib.rs`. */
const VERSION = 3;

type Call = (...args: number[]) => number;

/** A module that uses a SIMD instruction. */
// prettier-ignore
const SIMD_PROBE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/**
 * The WebAssembly module with views of its memory.
 *
 * A call writes words into the input from `at` on, runs a function, and reads the output from `out` on. Both are indices into
 * `u32` and `f32`. The views are made again when the memory has grown.
 */
export class Engine {
	u32!: Uint32Array;
	f32!: Float32Array;
	/** The next word of the input. */
	at = 0;
	/** The next word of the output. */
	out = 0;
	private start = 0;
	private end = 0;
	private readonly memory: WebAssembly.Memory;
	private readonly calls: Record<string, Call>;
	private dead: unknown;
	private readonly double = new Float64Array(1);
	private readonly halves = new Uint32Array(this.double.buffer);

	constructor(instance: WebAssembly.Instance) {
		this.memory = instance.exports['memory'] as WebAssembly.Memory;
		this.calls = instance.exports as unknown as Record<string, Call>;
		this.views();
		const version = this.calls['sidle_version']?.();
		if (version !== VERSION) {
			throw new SidleError('unsupported', `the module has boundary ${version}, but this package needs ${VERSION}; use the sidle.wasm of this version`);
		}
	}

	/** Begins the arguments of a call of at most `words` words. */
	begin(words: number): void {
		if (words > this.end - this.start || this.end === 0) {
			const address = this.invoke('sidle_input', words);
			this.start = address >>> 2;
			this.end = this.start + words;
		}
		this.at = this.start;
		if (this.u32.buffer !== this.memory.buffer) this.views();
	}

	// No rest parameters below: each call would allocate an array.

	/** Calls a function with up to two handles, followed by the number of words that were written. */
	run(name: string, first?: number, second?: number): void {
		const words = this.at - this.start;
		if (second !== undefined) this.result(this.invoke(name, first, second, words));
		else if (first !== undefined) this.result(this.invoke(name, first, words));
		else this.result(this.invoke(name, words));
	}

	/** Calls a function that takes handles and reads no input. */
	runOn(name: string, first?: number, second?: number): void {
		this.result(this.invoke(name, first, second));
	}

	/** The text of the last call. */
	text(): string {
		const [address, length] = [this.invoke('sidle_text') >>> 0, this.invoke('sidle_text_bytes')];
		return new TextDecoder().decode(new Uint8Array(this.memory.buffer, address, length).slice());
	}

	/** The number of words of the output. */
	words(): number {
		return this.invoke('sidle_output_words');
	}

	/** Frees the buffers of large calls. */
	trim(): void {
		this.invoke('sidle_trim');
		this.start = this.end = 0;
	}

	word(x: number): void {
		this.u32[this.at++] = x;
	}

	float(x: number): void {
		this.f32[this.at++] = x;
	}

	/** Writes a double in two words, the low one first. They need no alignment. */
	float64(x: number): void {
		this.double[0] = x;
		this.u32[this.at++] = this.halves[0]!;
		this.u32[this.at++] = this.halves[1]!;
	}

	float64s(values: ArrayLike<number>): void {
		const { u32, double, halves } = this;
		let { at } = this;
		for (let i = 0; i < values.length; i++) {
			double[0] = values[i]!;
			u32[at++] = halves[0]!;
			u32[at++] = halves[1]!;
		}
		this.at = at;
	}

	floats(values: ArrayLike<number>): void {
		this.f32.set(values, this.at);
		this.at += values.length;
	}

	integers(values: ArrayLike<number>): void {
		this.u32.set(values, this.at);
		this.at += values.length;
	}

	/** Writes a text, as its number of bytes and its bytes. */
	bytes(bytes: Uint8Array): void {
		this.word(bytes.length);
		new Uint8Array(this.memory.buffer, this.at * 4, bytes.length).set(bytes);
		this.at += Math.ceil(bytes.length / 4);
	}

	readWord(): number {
		return this.u32[this.out++]!;
	}

	readFloat(): number {
		return this.f32[this.out++]!;
	}

	readFloat64(): number {
		this.halves[0] = this.u32[this.out++]!;
		this.halves[1] = this.u32[this.out++]!;
		return this.double[0]!;
	}

	/** Copies `count` doubles from the word `from` on, to the index `to` of an array. A function that returns them could allocate. */
	copyFloat64s(from: number, count: number, into: Float64Array, to: number): void {
		const { u32, double, halves } = this;
		for (let i = 0; i < count; i++) {
			halves[0] = u32[from + 2 * i]!;
			halves[1] = u32[from + 2 * i + 1]!;
			into[to + i] = double[0]!;
		}
	}

	private views(): void {
		this.u32 = new Uint32Array(this.memory.buffer);
		this.f32 = new Float32Array(this.memory.buffer);
	}

	private result(code: number): void {
		if (code !== 0) throw new SidleError(CODES[code] ?? 'input', this.text());
		this.out = this.invoke('sidle_output') >>> 2;
		if (this.u32.buffer !== this.memory.buffer) this.views();
	}

	/** Calls a function. WebAssembly ignores arguments that it has not declared. */
	private invoke(name: string, a = 0, b = 0, c = 0): number {
		if (this.dead !== undefined) {
			throw new SidleError('dead', 'the module stopped at an earlier error (see cause) and cannot be used any more; reload the page, or start a new worker', { cause: this.dead });
		}
		try {
			return this.calls[name]!(a, b, c);
		} catch (error) {
			this.dead = error;
			throw new SidleError('dead', `the module stopped in ${name}; please report this as a bug`, { cause: error });
		}
	}
}

let engine: Engine | undefined;
let pending: Promise<void> | undefined;

/** The module, after `init()`. */
export function ready(): Engine {
	if (engine === undefined) throw new SidleError('not-ready', 'call `await init()` first');
	return engine;
}

/** Instantiates the module once. Later calls wait for the first one. */
export function start(load: () => Promise<WebAssembly.Module>): Promise<void> {
	pending ??= instantiate(load).catch((error: unknown) => {
		pending = undefined;
		throw error;
	});
	return pending;
}

async function instantiate(load: () => Promise<WebAssembly.Module>): Promise<void> {
	if (typeof WebAssembly !== 'object' || !WebAssembly.validate(SIMD_PROBE)) {
		throw new SidleError(
			'unsupported',
			'this environment has no WebAssembly with SIMD (Chrome 91, Firefox 89, Safari 16.4 and node 16 have it); if you need a fallback, open an issue with the template "WebAssembly without SIMD"',
		);
	}
	engine = new Engine(await WebAssembly.instantiate(await load(), {}));
}
