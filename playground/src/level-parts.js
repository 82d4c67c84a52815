// Parts of the levels.

import { BoxGeometry, DoubleSide, Mesh, MeshStandardMaterial } from 'three';

const paints = new Map();
function paint(color) {
	if (!paints.has(color)) paints.set(color, new MeshStandardMaterial({ color, roughness: 0.9, side: DoubleSide }));
	return paints.get(color);
}

export function add(group, geometry, color, [x, y, z], [rx, ry, rz] = [0, 0, 0]) {
	const mesh = new Mesh(geometry, paint(color));
	mesh.position.set(x, y, z);
	mesh.rotation.set(rx, ry, rz);
	mesh.castShadow = mesh.receiveShadow = true;
	group.add(mesh);
	return mesh;
}

/** A box that stands on a place. */
export function box(group, color, [w, h, d], [x, y, z], rotation) {
	return add(group, new BoxGeometry(w, h, d), color, [x, y + h / 2, z], rotation);
}

export function floor(group, color, size = 44) {
	add(group, new BoxGeometry(size, 1, size), color, [0, -0.5, 0]);
}
