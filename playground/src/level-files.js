// The triangles of the built-in levels, which `npm run levels` writes.

import staircase from '../../crates/sidle-cli/levels/staircase.tris';
import walls from '../../crates/sidle-cli/levels/thin-walls.tris';
import hall from '../../crates/sidle-cli/levels/crooked-hall.tris';
import platforms from '../../crates/sidle-cli/levels/moving-platforms.tris';
import crowd from '../../crates/sidle-cli/levels/1000-characters.tris';
import field from '../../crates/sidle-cli/levels/open-field.tris';
import { LEVELS } from './levels.js';
import { readParts, trianglesOf, writeParts } from './triangles.js';
import { hashOf } from './hash.js';

const FILES = { staircase, 'thin walls': walls, 'crooked hall': hall, 'moving platforms': platforms, '1,000 characters': crowd, 'open field': field };

/** Makes a level: its picture, its triangles and their hash. */
export function makeLevel(name) {
	const { words, parts } = readParts(FILES[name]);
	return { ...LEVELS[name](), name, triangles: parts[0], parts, hash: hashOf(words) };
}

/** Adds the triangles of a dropped level and their hash. */
export function withTriangles(level) {
	const parts = [trianglesOf(level.group)];
	return { ...level, triangles: parts[0], parts, hash: hashOf(writeParts(parts)) };
}
