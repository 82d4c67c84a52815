// The levels: a staircase, thin walls, a crooked hall, moving platforms, a crowd, and an open field.
//
// The pictures are built here. The triangles of the worlds are in files that the program in the terminal reads too: sines and
// cosines differ between browsers. `npm run levels` writes the files.

import { CylinderGeometry, Group, PlaneGeometry } from 'three';
import { add, box, floor } from './level-parts.js';
import { crowd, field, platforms } from './levels-moving.js';

function stairs() {
	const group = new Group();
	floor(group, '#ecc39b');
	for (let i = 0; i < 10; i++) box(group, i % 2 ? '#d98e63' : '#e3a076', [5, 0.3 * (i + 1), 0.55], [0, 0, -2 - 0.55 * i]);
	box(group, '#c97950', [9, 3, 7], [0, 0, -10.8]);
	for (let i = 0; i < 14; i++) box(group, i % 2 ? '#7fa08a' : '#8fb09a', [0.45, 0.21 * (14 - i), 4], [4.7 + 0.45 * i, 0, -11]);
	const ramp = box(group, '#b56b52', [4, 0.3, 7.2], [-6.6, 1.3, -10.5], [0, -Math.PI / 2, 0]);
	ramp.rotation.set(0, Math.PI / 2, 0);
	ramp.rotateX(-0.42);
	for (const [x, z] of [[-8, 4], [9, 3], [-12, -3]]) {
		add(group, new CylinderGeometry(0.25, 0.35, 1.6, 10), '#8a5a3c', [x, 0.8, z]);
		add(group, new CylinderGeometry(0.05, 1.5, 2.6, 10), '#6f9479', [x, 2.7, z]);
	}
	return { group, start: [0, 0, 4], yaw: 0, tour: [[0, 4], [0, -10], [3, -11], [12, -11], [12, 4]], note: 'Sid climbs every step smoothly at any rate.' };
}

function walls() {
	const group = new Group();
	floor(group, '#dbc3a4');
	// Planes without any thickness.
	const wall = (color, width, x, z, turn) => add(group, new PlaneGeometry(width, 3), color, [x, 1.5, z], [0, turn, 0]);
	wall('#e07a5f', 8, 0, -4, 0);
	wall('#f2b880', 8, 0, -8, Math.PI);
	wall('#81a38d', 8, 6.5, -4, -0.7);
	wall('#6d8fa8', 8, -6.5, -4, 0.7);
	wall('#c7956d', 16, 0, -13, 0);
	for (const x of [-4, 4]) box(group, '#a8664a', [0.5, 3.3, 0.5], [x, 0, -4]);
	return { group, start: [0, 0, 5], yaw: 0, tour: [[0, 5], [0.4, -9], [0, 5], [5, -9], [0, 5], [-5, -9]], note: 'The walls have no thickness. Lower the rate, raise the speed, and run into them.' };
}

function hall() {
	const group = new Group();
	floor(group, '#cfae9a');
	const colors = ['#8d6f83', '#a27f8f', '#b98f92', '#7a6a86'];
	// Two crooked rows of leaning walls.
	for (let i = 0; i < 9; i++) {
		const [z, lean] = [4 - 2.6 * i, Math.sin(i * 2.1) * 0.3];
		box(group, colors[i % 4], [0.4, 3.6, 3.2], [-2.4 + Math.sin(i * 1.3) * 0.9, 0, z], [0, Math.sin(i * 2.7) * 0.5, lean]);
		box(group, colors[(i + 1) % 4], [0.4, 3.6, 3.2], [2.6 + Math.cos(i * 1.9) * 0.8, 0, z], [0, Math.cos(i * 1.1) * 0.5, -lean]);
		box(group, i % 2 ? '#d9a58c' : '#c9937c', [3.4, 0.4, 2.4], [Math.sin(i) * 0.5, -0.18, z], [Math.sin(i * 3.3) * 0.12, i, Math.cos(i * 2.2) * 0.12]);
		if (i % 3 === 1) add(group, new CylinderGeometry(0.2, 0.28, 4.2, 7), '#5f5270', [Math.sin(i * 5) * 0.9, 1.9, z - 1], [0.25, 0, 0.2]);
	}
	return { group, start: [0, 0.6, 8], yaw: 0, view: 0.15, tour: [[0, 8], [0.5, -1], [-0.4, -8], [0.6, -17], [-0.4, -8], [0.2, 0]], note: 'Leaning walls, wedges and a bumpy floor. Sid slides along all of them.' };
}

export const LEVELS = { staircase: stairs, 'thin walls': walls, 'crooked hall': hall, 'moving platforms': platforms, '1,000 characters': crowd, 'open field': field };
