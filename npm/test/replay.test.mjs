// The program `sidle replay`, built natively, accepts the captures of the package and has the same bits.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Character, Shape, World, init, runReplay } from 'sidle';
import { ride, room } from './levels.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sidle-replays-'));
let world;
before(async () => {
	await init();
	world = World.fromTriangles(room.positions, room.indices);
});

/** Runs `sidle replay` and returns its exit code and its report. */
function replay(text) {
	const file = join(folder, 'one.replay');
	writeFileSync(file, text);
	const options = ['run', '--quiet', '--release', '-p', 'sidle-cli', '--bin', 'sidle', '--', 'replay', '--json', file];
	const { status, stdout, stderr } = spawnSync('cargo', options, { cwd: root, encoding: 'utf8' });
	assert.equal(stderr, '');
	return { status, report: JSON.parse(stdout) };
}

/** Changes the last digit of the recorded end. */
const spoiled = (text) => text.replace(/(\d)(\n*)$/, (_, digit, end) => `${(Number(digit) + 5) % 10}${end}`);

test('a captured move', () => {
	const text = world.captureMove(Shape.capsule(0.3, 1.7), [0, 1.5, 0.1], [4, -3, 1.3]);
	assert.equal(replay(text).status, 0);
	assert.equal(replay(spoiled(text)).status, 1);
});

test('captured steps of a character', () => {
	const hero = new Character(world, [0, 0, 0]);
	const inputs = Array.from({ length: 40 }, (_, i) => ({ wishVelocity: [5, 0, 1.3], jump: i === 8 }));
	const text = hero.capture(inputs, 1 / 30);
	hero.free();
	assert.equal(replay(text).status, 0);
	assert.equal(replay(spoiled(text)).status, 1);
});

test('captured steps among moving instances', () => {
	const level = World.fromTriangles(room.positions, room.indices);
	const { start, motions, inputs } = ride(level);
	const hero = new Character(level, start);
	const text = hero.capture(inputs, 1 / 30, inputs.map((_, i) => motions(i)));
	const { status, report } = replay(text);
	assert.equal(status, 0);
	assert.deepEqual(report.steps.map(({ end }) => end), runReplay(text).map(({ position: { x, y, z } }) => [x, y, z]));
	assert.equal(replay(spoiled(text)).status, 1);
	hero.free();
	level.free();
});
