// Links: reading and writing in node, and replays in the page and between page and terminal.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { hashOf } from '../src/hash.js';
import { LEVELS } from '../src/levels.js';
import { readLink, readRuns, writeLink, writeRuns } from '../src/link.js';
import { defaults } from '../src/settings.js';
import { trianglesOf, readParts } from '../src/triangles.js';
import { downloaded, drop, open, walk, withBrowser } from './pages.mjs';

const ENGINE = '0.1.0';
const fixture = (name) => readFileSync(new URL(`../../crates/sidle-cli/tests/${name}`, import.meta.url), 'utf8').trim().split('\n');
const random = (() => {
	let state = 7;
	return (below) => Math.floor(((state = (state * 48271) % 2147483647) / 2147483647) * below);
})();
const input = () => ({ x: random(201) - 100, z: random(201) - 100, flags: random(8) });
const run = (inputs, bytes = 96) => ({ time: 1.25, tick: 7, state: new Uint8Array(bytes).map(() => random(256)), inputs, end: '0123456789abcdef' });
const link = (more = {}) => writeLink({ engine: ENGINE, level: 'thin walls', hash: 'abc', settings: defaults(), run: run([input(), input()]), yaw: 0.5, ...more });

test('the hash is that of the program in the terminal', () => {
	assert.equal(hashOf(Uint32Array.from({ length: 1000 }, (_, i) => Math.imul(i, 2654435761) >>> 0)), 'e5cb728d75396ddc');
});

test('runs come back', () => {
	for (let i = 0; i < 200; i++) {
		const inputs = [];
		for (let left = random(12); left > 0; left--) inputs.push(...Array(1 + random(i % 2 ? 4 : 190)).fill(input()));
		assert.deepEqual(readRuns(writeRuns(inputs)), inputs);
	}
});

test('a link comes back, and ten seconds of a busy player fit into 2,000 characters', async () => {
	const inputs = [];
	while (inputs.length < 600) inputs.push(...Array(12).fill(input()));
	const settings = { ...defaults(), rate: 60, shape: 'ellipsoid', skin: 0.0123, slope: 33 };
	const given = run(inputs);
	const text = await link({ settings, run: given });
	assert.ok(text.length < 2000, `${text.length} characters`);
	const found = await readLink(text, ENGINE);
	assert.deepEqual(found.settings, settings);
	assert.deepEqual(found.run, given);
});

test('a link with a state of an older version comes back, without the hash of its states', async () => {
	const given = run([input(), input()], 116);
	assert.deepEqual((await readLink(await link({ run: given }), ENGINE)).run, { ...given, end: undefined });
});

test('wrong links are refused with a reason', async () => {
	const good = await link();
	const bomb = deflateRawSync(Buffer.alloc(50_000_000)).toString('base64url');
	const wrong = [
		[good.replace('engine=0.1.0', 'engine=0.0.9'), /made with sidle 0\.0\.9, but this page has sidle 0\.1\.0/],
		[good.replace('v=2', 'v=1'), /format 1/],
		[good.replace('rate=30', 'rate=30.5'), /rate is 30\.5/],
		[good.replace('rate=30', 'rate=1e9'), /rate is 1e9/],
		[good.replace('speed=6', 'speed=NaN'), /speed is NaN/],
		[good.replace(/state=[^&]*/, 'state=AAAA'), /a field of the run/],
		[good.replace(/run=[^&]*/, 'run=%3Cscript%3E'), /base64url/],
		[good.replace(/run=[^&]*/, 'run=AAAA'), /decompressed/],
		[good.replace(/run=[^&]*/, `run=${bomb}`), /more than 14400 bytes/],
		[good.replace(/run=[^&]*/, `run=${deflateRawSync(Buffer.from([5, 120, 0, 0])).toString('base64url')}`), /cannot be read/],
		[good.replace(/run=[^&]*/, `run=${deflateRawSync(Buffer.from([255, 127, 1, 0, 0])).toString('base64url')}`), /cannot be read/],
		[`#v=2&x=${'a'.repeat(200_000)}`, /characters/],
	];
	assert.equal((await readLink(good, ENGINE)).run.inputs.length, 2);
	for (const [text, reason] of wrong) await assert.rejects(readLink(text, ENGINE), reason, text.slice(0, 200));
});

test('the files of the levels are those that the pictures have', () => {
	for (const [name, make] of Object.entries(LEVELS)) {
		const file = readFileSync(new URL(`../../crates/sidle-cli/levels/${name.replaceAll(' ', '-').replaceAll(',', '')}.tris`, import.meta.url));
		const { parts } = readParts(file);
		const { group, machines = [] } = make();
		const groups = [group, ...machines.map((machine) => machine.group)];
		assert.equal(parts.length, groups.length);
		groups.forEach((one, i) => {
			const found = trianglesOf(one);
			assert.equal(found.length, parts[i].length, `${name}: run \`npm run levels\``);
			// Sines can differ in the last bit.
			found.forEach((value, k) => assert.ok(Math.abs(value - parts[i][k]) < 1e-5, `${name}: run \`npm run levels\``));
		});
	}
});

withBrowser();

/** Waits for the end of a replay, without drawing. */
const result = (page) =>
	page.evaluate(() => {
		const { simulation, settings, links } = window.playground;
		for (let i = 0; i < 3000 && simulation.queue; i++) simulation.update(1 / settings.rate, settings);
		return links.result;
	});

test('the links for the terminal, and a link that was made there, replay to the same bits', async () => {
	for (const text of [...fixture('playground-links.txt'), ...fixture('terminal-link.txt')]) {
		const { page, errors } = await open(text);
		assert.equal(await result(page), true, text);
		assert.deepEqual(errors, []);
		await page.close();
	}
});

test('links that were made when positions were f32 are replayed, but not compared', async () => {
	for (const text of fixture('old-links.txt')) {
		const { page, errors } = await open(text);
		assert.equal(await result(page), undefined);
		const steps = 10 * Number(/&rate=(\d+)/.exec(text)[1]);
		assert.match(await page.locator('#message').innerText(), new RegExp(`^Replayed ${steps} steps\\. .* its states cannot be compared`));
		assert.deepEqual(errors, []);
		await page.close();
	}
});

test('Copy link: another page goes the same way, and a damaged copy differs', async () => {
	const { page, errors } = await open('#v=2&level=crooked+hall&rate=144&speed=4&auto=0');
	await walk(page, 1, { direction: [0.2, -1] });
	await walk(page, 1, { direction: [0, -1], jump: true });
	await page.evaluate(() => window.playground.game.pause(true));
	await page.getByRole('button', { name: 'Copy link' }).click();
	await page.waitForFunction(() => location.hash.includes('run='));
	const [text, end] = await page.evaluate(() => [location.hash, [...window.playground.simulation.sid.save()]]);
	assert.ok(text.length < 2000);
	for (const [tried, same] of [[text, true], [text.replace(/end=.*/, 'end=0000000000000000'), false]]) {
		const other = await open(tried);
		assert.equal(await result(other.page), same);
		if (same) {
			const found = await other.page.evaluate(() => [window.playground.simulation.settings, [...window.playground.simulation.recording.steps.at(-1).sid]]);
			assert.deepEqual([found[0].rate, found[0].speed], [144, 4]);
		}
		assert.deepEqual(other.errors, []);
		await other.page.close();
	}
	assert.equal(end.length, 96);
	assert.deepEqual(errors, []);
	await page.close();
});

test('a long link is downloaded, and the file replays when it is dropped', async () => {
	const { page, errors } = await open('#v=2&level=thin+walls&rate=240&auto=0');
	await page.evaluate(() => {
		const { simulation, settings, game } = window.playground;
		for (let i = 0; i < 2000; i++) simulation.update(1 / 240, settings, { direction: [Math.sin(i * i), Math.cos(3 * i)], jump: false, jumpHeld: false, crouch: false });
		game.pause(true);
	});
	const { name, text } = await downloaded(page, 'Copy link');
	assert.equal(name, 'sidle-run.link');
	assert.ok(text.length > 2000);
	await drop(page, name, Buffer.from(text));
	await page.waitForFunction(() => window.playground.simulation.queue !== undefined);
	assert.equal(await result(page), true);
	assert.deepEqual(errors, []);
	await page.close();
});

test('a link of a dropped level needs the level again', async () => {
	const obj = Buffer.from('v -9 0 -9\nv -9 0 9\nv 9 0.3 9\nv 9 0.1 -9\nv 1 0 1\nv 1 2 1\nv 2 1 3\nf 1 2 3\nf 1 3 4\nf 5 6 7\n');
	const { page, errors } = await open('#v=2&level=thin+walls&auto=0');
	await drop(page, 'mine.obj', obj);
	await page.waitForFunction(() => window.playground.simulation.level.name === 'mine.obj');
	await walk(page, 1, { direction: [0.5, 1] });
	const text = await page.evaluate(() => (window.playground.game.pause(true), window.playground.links.make()));
	assert.match(text, /level=mine\.obj/);
	const saved = await downloaded(page, 'Save level');
	const other = await open(text);
	assert.match(await other.page.locator('#message').innerText(), /mine\.obj: drop that file/);
	await drop(other.page, 'wrong.obj', Buffer.from('v -9 0 -9\nv -9 0 9\nv 9 0.3 9\nf 1 2 3\n'));
	await other.page.waitForFunction(() => document.getElementById('message').textContent.includes('is not the level of the link'));
	await drop(other.page, 'saved.obj', Buffer.from(saved.text));
	await other.page.waitForFunction(() => window.playground.simulation.queue !== undefined || window.playground.links.result !== undefined);
	assert.equal(await result(other.page), true);
	assert.deepEqual([...errors, ...other.errors], []);
	await page.close();
	await other.page.close();
});

test('a link of another version is refused with a message, and the page works', async () => {
	const { page, errors } = await open(fixture('playground-links.txt')[0].replace('engine=0.1.0', 'engine=9.9.9'));
	assert.match(await page.locator('#message').innerText(), /made with sidle 9\.9\.9/);
	assert.equal(await page.evaluate(() => window.playground.simulation.level.name), 'thin walls');
	assert.deepEqual(errors, []);
	await page.close();
});
