import { start } from './engine.js';
import { WASM_BASE64 } from './wasm-inline.js';

export * from './core.js';

/** Instantiates the module, which is a part of this file. Await it once; later calls do nothing. */
export function init(): Promise<void> {
	return start(async () => {
		const text = atob(WASM_BASE64);
		const bytes = new Uint8Array(text.length);
		for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
		return WebAssembly.compile(bytes);
	});
}
