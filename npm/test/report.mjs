// Plays the tapes of `/test/tapes` without a driver, and posts the results, for browsers that no tool here controls.
import * as inlined from '/dist/index.js';
import * as external from '/dist/external.js';
import { play } from './tape.mjs';

const report = { agent: navigator.userAgent, scenes: {}, errors: [] };
addEventListener('error', ({ message }) => report.errors.push(message));
addEventListener('unhandledrejection', ({ reason }) => report.errors.push(String(reason)));
try {
	await inlined.init();
	for (const name of await (await fetch('/tapes/names.json')).json()) {
		report.scenes[name] = play(inlined, await (await fetch(`/tapes/${name}.tape`)).arrayBuffer());
	}
	await external.init(new URL('/dist/sidle.wasm', location.href));
	report.external = external.World.fromTriangles([0, 0, 0, 0, 0, 9, 9, 0, 0]).castRay([1, 5, 1], [0, -9, 0]).point.y;
} catch (error) {
	report.errors.push(String(error));
}
await fetch('/report', { method: 'POST', body: JSON.stringify(report) });
