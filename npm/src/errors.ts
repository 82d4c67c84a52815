/** The kind of an error. */
export type ErrorCode =
	| 'input' // a number is not finite, an array has the wrong length, or a setting is out of its range
	| 'freed' // the object was freed
	| 'build' // the level is not valid
	| 'instance' // an instance or a pose is not valid
	| 'replay' // the text of a replay is not valid
	| 'no-place' // there is no free place near
	| 'not-ready' // init() was not awaited
	| 'unsupported' // this environment has no WebAssembly with SIMD
	| 'dead'; // the module trapped, and cannot be used any more

/** Every error that this package throws on purpose. */
export class SidleError extends Error {
	readonly code: ErrorCode;

	constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
		super(`sidle: ${message}`, options);
		this.name = 'SidleError';
		this.code = code;
	}
}

/** The codes of `crates/sidle-wasm/src/code.rs`, by their numbers. */
export const CODES: readonly ErrorCode[] = ['input', 'input', 'freed', 'build', 'instance', 'replay', 'no-place'];
