import { start } from './engine.js';

export * from './core.js';

/** Where the module comes from: an address, the answer to a request, bytes, or a compiled module. */
export type ModuleSource = string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module;

/** Instantiates the module `sidle/sidle.wasm` that you serve. Await it once; later calls do nothing. */
export function init(source: ModuleSource): Promise<void> {
	return start(async () => {
		if (source instanceof WebAssembly.Module) return source;
		if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source as BufferSource);
		const response = await (typeof source === 'string' || source instanceof URL ? fetch(source) : source);
		if (!response.ok) throw new Error(`sidle: ${response.url} answered ${response.status}`);
		return WebAssembly.compile(await response.arrayBuffer());
	});
}
