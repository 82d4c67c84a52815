// Writes the triangles of the levels into the folder of the program in the terminal, which replays links with them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { LEVELS } from './src/levels.js';
import { trianglesOf, writeParts } from './src/triangles.js';

const folder = new URL('../crates/sidle-cli/levels/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, make] of Object.entries(LEVELS)) {
	const { group, machines = [] } = make();
	const words = writeParts([group, ...machines.map((machine) => machine.group)].map(trianglesOf));
	writeFileSync(new URL(`${fileName(name)}.tris`, folder), new Uint8Array(words.buffer));
}

function fileName(name) {
	return name.replaceAll(' ', '-').replaceAll(',', '');
}
