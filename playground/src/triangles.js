// The triangles of a level, as f32 bits: for the world, for the hash of a link, and for the program in the terminal.

import { Matrix4, Vector3 } from 'three';

/** Returns the corners of all visible meshes below an object, nine numbers for each triangle. */
export function trianglesOf(root) {
	root.updateWorldMatrix(true, true);
	const meshes = [];
	const visit = (object) => {
		if (!object.visible) return;
		if (object.isMesh) meshes.push(object);
		object.children.forEach(visit);
	};
	visit(root);
	const corner = new Vector3();
	const lists = meshes.flatMap((mesh) => {
		const { index } = mesh.geometry;
		const attribute = mesh.geometry.getAttribute('position');
		const count = Math.floor((index?.count ?? attribute.count) / 3) * 3;
		return placesOf(mesh).map((matrix) => {
			const corners = new Float32Array(3 * count);
			const isMirrored = matrix.determinant() < 0;
			for (let i = 0; i < count; i++) {
				const k = isMirrored ? i + [0, 1, -1][i % 3] : i;
				corner.fromBufferAttribute(attribute, index ? index.getX(k) : k).applyMatrix4(matrix).toArray(corners, 3 * i);
			}
			return corners;
		});
	});
	const all = new Float32Array(lists.reduce((sum, list) => sum + list.length, 0));
	let at = 0;
	for (const list of lists) {
		all.set(list, at);
		at += list.length;
	}
	return all;
}

function placesOf(mesh) {
	if (!mesh.isInstancedMesh) return [mesh.matrixWorld];
	return Array.from({ length: mesh.count }, (_, i) => {
		const matrix = new Matrix4();
		mesh.getMatrixAt(i, matrix);
		return matrix.premultiply(mesh.matrixWorld);
	});
}

/** Writes parts of triangles: their number; for each part, its number of triangles and its corners. All are words. */
export function writeParts(parts) {
	const words = new Uint32Array(1 + parts.reduce((sum, part) => sum + 1 + part.length, 0));
	const floats = new Float32Array(words.buffer);
	words[0] = parts.length;
	let at = 1;
	for (const part of parts) {
		words[at] = part.length / 9;
		floats.set(part, at + 1);
		at += 1 + part.length;
	}
	return words;
}

/** Reads what `writeParts` wrote. */
export function readParts(bytes) {
	const words = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
	const floats = new Float32Array(words.buffer);
	const parts = [];
	for (let at = 1; parts.length < words[0]; at += 1 + 9 * words[at]) parts.push(floats.slice(at + 1, at + 1 + 9 * words[at]));
	return { words, parts };
}

/** Returns the triangles as a Wavefront .obj, every number with all its bits. */
export function toObj(corners) {
	const lines = [];
	for (let i = 0; i < corners.length; i += 3) lines.push(`v ${corners[i]} ${corners[i + 1]} ${corners[i + 2]}`);
	for (let i = 0; i < corners.length / 3; i += 3) lines.push(`f ${i + 1} ${i + 2} ${i + 3}`);
	return `${lines.join('\n')}\n`;
}
