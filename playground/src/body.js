// A body with a face, in the shape of the settings.

import { CapsuleGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial, SphereGeometry, TorusGeometry } from 'three';
import { heightOf } from './settings.js';

/** Makes a body that stands on its origin and looks along -z. A ghost is translucent and has another mouth. */
export function makeBody(color, settings, ghost = false) {
	const body = new Group();
	const height = heightOf(settings);
	const radius = Math.min(settings.radius, settings.shape === 'ellipsoid' ? Infinity : height / 2);
	const isRound = settings.shape !== 'capsule';
	const material = (paint, roughness = 0.55) => new MeshStandardMaterial({ color: paint, roughness, transparent: ghost, opacity: ghost ? 0.78 : 1 });
	const add = (geometry, paint, [x, y, z], parent = body) => {
		const mesh = new Mesh(geometry, material(paint));
		mesh.position.set(x, y, z);
		mesh.castShadow = !ghost;
		parent.add(mesh);
		return mesh;
	};
	if (isRound) add(new SphereGeometry(radius, 32, 24), color, [0, height / 2, 0]).scale.y = height / 2 / radius;
	else add(new CapsuleGeometry(radius, height - 2 * radius, 8, 24), color, [0, height / 2, 0]);
	// The face is that of a body of 0.35 m, scaled: on the front of the upper half.
	const face = new Group();
	const size = Math.min(radius, isRound ? height / 2 : radius) / 0.35;
	const up = isRound ? height * 0.56 : height - radius * 1.09;
	const bulge = isRound ? radius * Math.sqrt(Math.max(0.2, 1 - (2 * (up / height) - 1) ** 2)) - 0.35 * size : radius - 0.35 * size;
	face.position.set(0, up, -bulge);
	face.scale.setScalar(size);
	body.add(face);
	for (const side of [-1, 1]) {
		add(new SphereGeometry(0.085, 16, 12), '#fffdf8', [0.13 * side, 0.05, -0.3], face);
		add(new SphereGeometry(0.045, 12, 10), '#2b2030', [0.13 * side, 0.05, -0.365], face);
		add(new SphereGeometry(0.05, 10, 8), ghost ? '#efe9ff' : '#ffb59a', [0.22 * side, -0.08, -0.265], face).scale.set(1, 0.6, 0.4);
	}
	const mouth = ghost ? add(new SphereGeometry(0.05, 12, 10), '#2b2030', [0, -0.12, -0.33], face) : add(new TorusGeometry(0.09, 0.018, 8, 16, Math.PI), '#2b2030', [0, -0.06, -0.335], face);
	if (!ghost) {
		mouth.rotation.z = Math.PI;
		if (!isRound && height > 4 * radius) add(new CylinderGeometry(radius * 0.86, radius * 1.06, 0.1, 24), '#fff1dd', [0, height * 0.45, 0]);
	}
	return body;
}

/** Frees the geometries and materials of a body. */
export function disposeBody(body) {
	body.traverse((object) => {
		object.geometry?.dispose();
		object.material?.dispose();
	});
}
