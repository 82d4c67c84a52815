// Runs the page in Chromium. Without a browser the tests fail. Screenshots are in `screenshots`.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { errorsOf, launch, serve } from '../../npm/test/browser.mjs';

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
const screenshots = folder('../screenshots');
let browser, server;

before(async () => {
	mkdirSync(screenshots, { recursive: true });
	server = await serve({ play: folder('../dist') });
	browser = await launch('--enable-unsafe-swiftshader', '--use-gl=angle', '--use-angle=swiftshader');
});
after(async () => {
	await browser?.close();
	server?.stop();
});

/** Opens the page; with a fragment small and without shadows, because the picture is computed by the processor. */
async function open(fragment = '', viewport = fragment === '' ? { width: 1120, height: 700 } : { width: 480, height: 360 }) {
	const page = await browser.newPage({ viewport });
	const errors = errorsOf(page);
	await page.goto(`${server.url}/play/index.html${fragment === '' ? '' : `${fragment}&quality=low`}`);
	await page.waitForFunction(() => window.playground?.simulation.steps > 0);
	return { page, errors };
}

/** Makes steps without drawing, so that tests do not depend on the speed of the machine. */
const walk = (page, seconds, wish) =>
	page.evaluate(([time, given]) => {
		const { simulation, settings } = window.playground;
		let deepest = { sidle: 0, ghost: 0 };
		for (let t = 0; t < time; t += 1 / settings.rate) {
			const view = simulation.update(1 / settings.rate, settings, given && { jump: false, jumpHeld: false, crouch: false, ...given });
			deepest = { sidle: Math.max(deepest.sidle, view.sidle.deepest), ghost: Math.max(deepest.ghost, view.ghost.deepest) };
		}
		const { x, y, z } = simulation.sid.position;
		return { at: [x, y, z], ghost: simulation.ghost.position.toArray(), deepest };
	}, [seconds, wish]);

for (const [level, rate, seconds] of [['staircase', 60, 3.4], ['thin walls', 30, 2], ['crooked hall', 60, 3]]) {
	test(`${level}: a walk without an error, and a screenshot`, async () => {
		const { page, errors } = await open();
		await page.getByRole('button', { name: level }).click();
		await page.evaluate((value) => (window.playground.settings.rate = value), rate);
		const { deepest } = await walk(page, seconds);
		await page.waitForTimeout(1500);
		await page.screenshot({ path: `${screenshots}/${level.replace(' ', '-')}.png` });
		assert.ok(deepest.sidle < 1e-5, `Sid is ${deepest.sidle} m deep`);
		assert.deepEqual(errors, []);
		await page.close();
	});
}

test('at 5 Hz the ghost goes through a wall without thickness, and Sid does not', async () => {
	const { page, errors } = await open('#v=1&level=thin+walls&rate=5&speed=18&auto=0');
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
		const { page, errors } = await open(`#v=1&level=staircase&rate=${rate}&speed=5&auto=0`);
		const { at } = await walk(page, 2.6, { direction: [0, -1] });
		assert.ok(Math.abs(at[1] - 3) < 0.01, `${rate} Hz: ${at}`);
		assert.deepEqual(errors, []);
		await page.close();
	}
});

test('a link brings back the level, the settings and the place', async () => {
	const { page, errors } = await open('#v=1&level=crooked+hall&rate=144&speed=4&auto=0');
	await walk(page, 1, { direction: [0, -1] });
	await page.getByRole('button', { name: 'Copy link' }).click();
	await page.waitForFunction(() => location.hash.includes('at='));
	const [link, place] = await page.evaluate(() => [location.hash, window.playground.simulation.place()]);
	assert.ok(link.length < 2000);
	const other = await open(link);
	const found = await other.page.evaluate(() => ({ ...window.playground.settings, place: window.playground.simulation.place() }));
	assert.deepEqual([found.level, found.rate, found.speed, found.auto], ['crooked hall', 144, 4, false]);
	found.place.forEach((value, i) => assert.ok(Math.abs(value - place[i]) < 0.1, `${found.place}, not ${place}`));
	const bad = await open('#v=1&level=nowhere&rate=1e9&speed=NaN&at=1,2,x');
	assert.match(await bad.page.locator('#message').innerText(), /nowhere/);
	assert.deepEqual([...errors, ...other.errors, ...bad.errors], []);
	for (const each of [page, other.page, bad.page]) await each.close();
});

test('keys walk and jump', async () => {
	const { page, errors } = await open('#v=1&level=thin+walls&rate=60&speed=4&auto=0');
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
	const { page, errors } = await open('#v=1&level=thin+walls');
	const drop = (name, bytes) =>
		page.evaluate(([fileName, content]) => {
			const data = new DataTransfer();
			data.items.add(new File([new Uint8Array(content)], fileName));
			dispatchEvent(new DragEvent('drop', { dataTransfer: data }));
		}, [name, [...bytes]]);
	await drop('slab.glb', glb());
	await page.waitForFunction(() => window.playground.settings.level === 'slab.glb');
	assert.match(await page.locator('#message').innerText(), /slab.glb: 2 triangles/);
	await walk(page, 1, { direction: [0, 0] });
	assert.ok(Math.abs((await page.evaluate(() => window.playground.simulation.sid.position.y)) - 2) < 1e-3);
	await drop('broken.glb', new Uint8Array(40));
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
