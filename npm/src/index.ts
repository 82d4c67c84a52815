import { start } from './engine.js';
import { WASM_GZIP_BASE64 } from './wasm-inline.js';

export * from './core.js';

/** Instantiates the module, which is a part of this file. Await it once; later calls do nothing. */
export function init(): Promise<void> {
	return start(async () => {
		const text = atob(WASM_GZIP_BASE64);
		const bytes = new Uint8Array(text.length);
		for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
		const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
		return WebAssembly.compile(await new Response(plain).arrayBuffer());
	});
}
