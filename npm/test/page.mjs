// Runs in a browser, under a content security policy without 'unsafe-eval'.
import * as inlined from '/dist/index.js';
import { play } from './tape.mjs';

window.playTape = async (path) => {
	await inlined.init();
	return play(inlined, await (await fetch(path)).arrayBuffer());
};
window.runExternal = async () => {
	const { init, World } = await import('/dist/external.js');
	await init(new URL('/dist/sidle.wasm', location.href));
	return World.fromTriangles([0, 0, 0, 0, 0, 9, 9, 0, 0]).castRay([1, 5, 1], [0, -9, 0]).point.y;
};
window.isReady = true;
