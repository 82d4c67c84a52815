// Walks in the page, in Chromium.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drop, open, walk, withBrowser } from './pages.mjs';

withBrowser();

test('at 5 Hz the ghost goes through a wall without thickness, and Sid does not', async () => {
	const { page, errors } = await open('#v=2&level=thin+walls&rate=5&speed=18&auto=0');
	const { at, ghost, deepest } = await walk(page, 1.5, { direction: [0, -1] });
	assert.ok(at[2] > -4, `Sid is at z = ${at[2]}`);
	assert.ok(at[2] < -3.6, `Sid is at z = ${at[2]}`);
	assert.ok(ghost[2] < -5, `the ghost is at z = ${ghost[2]}`);
	assert.ok(deepest.sidle < 1e-5);
	assert.deepEqual(errors, []);
	await page.close();
});

test('the staircase is climbed at 5, 60 and 240 Hz', async () => {
	for (const rate of [5, 60, 240]) {
		const { page, errors } = await open(`#v=2&level=staircase&rate=${rate}&speed=5&auto=0`);
		const { at } = await walk(page, 2.6, { direction: [0, -1] });
		assert.ok(Math.abs(at[1] - 3) < 0.01, `${rate} Hz: ${at}`);
		assert.deepEqual(errors, []);
		await page.close();
	}
});

test('keys walk and jump', async () => {
	const { page, errors } = await open('#v=2&level=thin+walls&rate=60&speed=4&auto=0');
	const z = () => page.evaluate(() => window.playground.simulation.sid.position.z);
	const before = await z();
	await page.keyboard.down('KeyW');
	await page.waitForFunction((from) => window.playground.simulation.sid.position.z < from - 0.5, before);
	await page.keyboard.up('KeyW');
	await page.keyboard.down('Space');
	await page.waitForFunction(() => window.playground.simulation.sid.position.y > 0.3);
	await page.keyboard.up('Space');
	assert.deepEqual(errors, []);
	await page.close();
});

test('a .glb that is dropped is a level, and a wrong file is refused', async () => {
	const { page, errors } = await open('#v=2&level=thin+walls');
	await drop(page, 'slab.glb', glb());
	await page.waitForFunction(() => window.playground.simulation.level.name === 'slab.glb');
	assert.match(await page.locator('#message').innerText(), /slab.glb: 2 triangles/);
	await walk(page, 1, { direction: [0, 0] });
	assert.ok(Math.abs((await page.evaluate(() => window.playground.simulation.sid.position.y)) - 2) < 1e-3);
	await drop(page, 'broken.glb', new Uint8Array(40));
	await page.waitForFunction(() => document.getElementById('message').textContent.includes('could not be read'));
	assert.deepEqual(errors, []);
	await page.close();
});

/** A .glb with a square of 20 by 20 m at a height of 2 m. */
function glb() {
	const positions = new Float32Array([-10, 2, -10, -10, 2, 10, 10, 2, 10, -10, 2, -10, 10, 2, 10, 10, 2, -10]);
	const json = {
		asset: { version: '2.0' },
		scene: 0,
		scenes: [{ nodes: [0] }],
		nodes: [{ mesh: 0 }],
		meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
		accessors: [{ bufferView: 0, componentType: 5126, count: 6, type: 'VEC3', min: [-10, 2, -10], max: [10, 2, 10] }],
		bufferViews: [{ buffer: 0, byteLength: 72 }],
		buffers: [{ byteLength: 72 }],
	};
	let text = JSON.stringify(json);
	text += ' '.repeat((4 - (text.length % 4)) % 4);
	const file = Buffer.alloc(12 + 8 + text.length + 8 + 72);
	[0x46546c67, 2, file.length, text.length, 0x4e4f534a].forEach((word, i) => file.writeUInt32LE(word, 4 * i));
	file.write(text, 20);
	file.writeUInt32LE(72, 20 + text.length);
	file.writeUInt32LE(0x004e4942, 24 + text.length);
	Buffer.from(positions.buffer).copy(file, 28 + text.length);
	return file;
}

test('an .obj that is dropped is a level', async () => {
	const { page, errors } = await open('#v=2&level=thin+walls');
	await drop(page, 'slab.obj', Buffer.from('v -9 1.5 -9\nv -9 1.5 9\nv 9 1.5 9\nv 9 1.5 -9\nf 1 2 3 4\n'));
	await page.waitForFunction(() => window.playground.simulation.level.name === 'slab.obj');
	const { at } = await walk(page, 1, { direction: [0, 0] });
	assert.ok(Math.abs(at[1] - 1.5) < 1e-3, `Sid is at a height of ${at[1]}`);
	assert.deepEqual(errors, []);
	await page.close();
});
