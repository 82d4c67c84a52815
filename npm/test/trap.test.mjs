import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { World, init } from 'sidle/external';
import { room } from './levels.mjs';

test('after a trap the module is dead, and says so', async () => {
	const bytes = readFileSync(new URL('../dist/sidle.wasm', import.meta.url));
	const module = await WebAssembly.compile(bytes);
	const { instance } = { instance: await WebAssembly.instantiate(module, {}) };
	assert.throws(() => instance.exports.sidle_trap(), WebAssembly.RuntimeError);
	await init(module);
	const world = World.fromTriangles(room.positions, room.indices);
	world.engine.calls = { ...world.engine.calls, sidle_cast_rays: instance.exports.sidle_trap };
	assert.throws(() => world.castRay([0, 1, 0], [1, 0, 0]), (error) => error.code === 'dead' && error.cause instanceof WebAssembly.RuntimeError);
	assert.throws(() => world.info, { code: 'dead', message: /reload the page/ });
	assert.throws(() => World.fromTriangles(room.positions), { code: 'dead' });
});
