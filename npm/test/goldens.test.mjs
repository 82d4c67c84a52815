// The golden scenes that a tape can hold: stations, cases and walkers of every shape. The others use what the package does not
// have (balls, distance functions, sectors, edits), or are covered by replays (characters, instances).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as sidle from 'sidle';
import { play } from './tape.mjs';
import { scenes } from './tapes.mjs';

test('the golden scenes have the bits of native builds', async () => {
	await sidle.init();
	const all = scenes();
	assert.ok(all.length >= 77, `${all.length} scenes`);
	for (const { name, path, moves, hash } of all) {
		const tape = readFileSync(path);
		const found = play(sidle, tape.buffer.slice(tape.byteOffset, tape.byteOffset + tape.length));
		assert.deepEqual(found, { moves, hash }, name);
	}
});
