// The levels with moving platforms, with a crowd, and the open field.

import { BufferAttribute, BufferGeometry, CylinderGeometry, Group } from 'three';
import { add, box, floor } from './level-parts.js';
import { lift, turntable, wagon } from './machines.js';

function table(color) {
	const group = new Group();
	add(group, new CylinderGeometry(3, 3, 0.4, 28), color, [0, 0.2, 0]);
	for (const [x, z] of [[1.7, 0], [-1.7, 0]]) box(group, '#6d8fa8', [0.7, 1, 0.7], [x, 0.4, z]);
	return group;
}

function car(color) {
	const group = new Group();
	box(group, color, [2, 0.35, 3], [0, 0, 0]);
	for (const x of [-0.9, 0.9]) box(group, '#7b5a4a', [0.2, 0.35, 3], [x, 0.35, 0]);
	return group;
}

function plate(color) {
	const group = new Group();
	box(group, color, [3, 0.3, 3], [0, 0, 0]);
	return group;
}

export function platforms() {
	const group = new Group();
	floor(group, '#d9c3a0');
	box(group, '#c98f6b', [9, 3.6, 5], [-8, 0, -11]);
	box(group, '#b5765a', [3, 0.9, 3], [-2, 0, -11]);
	box(group, '#b5765a', [2, 1.8, 3], [-3, 0, -11]);
	for (let i = 0; i < 6; i++) box(group, '#a58a76', [1.2, 0.06, 1.2], [9 - 3.6 * i, 0, 9]);
	const center = [4, 0, -4];
	const machines = [
		{ group: plate('#6f9479'), pose: lift([-8, 0, -6.95], [-8, 3.3, -6.95], 9) },
		{ group: table('#e0a15f'), pose: turntable(center, 9) },
		...[0, 1, 2].map((i) => ({ group: car(['#c9604a', '#d98e63', '#d98e63'][i]), pose: wagon(center, 5.5, 15, 2 - 1.7 * i) })),
	];
	const tour = [[0, 1], [4, -2], [4, -4], [5, -6], [-4, -1], [-8, -4], [-8, -6.9], [-8, -11], [-2, -11]];
	return { group, machines, start: [-4, 0, 5], yaw: 0, view: -0.5, pitch: 0.5, far: 11, tour, note: 'A lift, a turntable and a train. They carry Sid, and push him. The Octree and the BVH hold only what rests, so ghosts stay away.' };
}

/** Hills of 32 by 32 squares of 2.2 m. */
function hills(count, cell) {
	const height = (i, k) => {
		const [x, z] = [(i - count / 2) * cell, (k - count / 2) * cell];
		const edge = Math.max(0, Math.hypot(x, z) / (count * cell * 0.5) - 0.8);
		return 1.3 * Math.sin(x * 0.17) * Math.cos(z * 0.13) + 0.5 * Math.sin(x * 0.41 + z * 0.23) + 40 * edge * edge;
	};
	const positions = [];
	for (let i = 0; i < count; i++) {
		for (let k = 0; k < count; k++) {
			const corner = (di, dk) => [(i + di - count / 2) * cell, height(i + di, k + dk), (k + dk - count / 2) * cell];
			positions.push(...corner(0, 0), ...corner(0, 1), ...corner(1, 1), ...corner(0, 0), ...corner(1, 1), ...corner(1, 0));
		}
	}
	const geometry = new BufferGeometry();
	geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
	geometry.computeVertexNormals();
	return geometry;
}

export function crowd() {
	const group = new Group();
	add(group, hills(32, 2.2), '#b9bf8e', [0, 0, 0]);
	for (let i = 0; i < 36; i++) {
		const [angle, far] = [i * 2.4, 5 + i * 0.72];
		const size = 0.8 + ((i * 7) % 5) * 0.35;
		box(group, ['#c98f6b', '#a7785f', '#d9b48c'][i % 3], [size, size * 1.4, size * 1.2], [far * Math.cos(angle), -1.2, far * Math.sin(angle)], [0, angle, 0]);
	}
	return { group, start: [0, 1.2, 3], yaw: 0, view: 0.3, pitch: 0.6, far: 16, crowd: 1000, balls: 60, tour: [[0, 3], [6, -6], [-7, -4], [-5, 8], [7, 7]], note: '1,000 characters and 60 balls, each moved exactly.' };
}

export function field() {
	const group = new Group();
	floor(group, '#c9c79a', 60);
	for (const [x, z] of [[-9, -9], [9, -12], [-14, 6], [13, 5]]) {
		add(group, new CylinderGeometry(0.25, 0.35, 1.6, 8), '#8a5a3c', [x, 0.8, z]);
		add(group, new CylinderGeometry(0.05, 1.5, 2.6, 8), '#6f9479', [x, 2.7, z]);
	}
	return { group, start: [0, 0, 5], yaw: 0, tour: [[0, 5], [5, -5], [-5, -5], [-6, 6]], note: 'An open field, where nothing can go wrong. Here sidle is the slower one: the Octree needs about half the time of a step. And only Rapier could add boxes to push: sidle has no physics of bodies.' };
}
