// A body with a face.

import { CapsuleGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial, SphereGeometry, TorusGeometry } from 'three';

export const RADIUS = 0.35;
export const HEIGHT = 1.6;

/** Makes a body that stands on its origin and looks along -z. A ghost is translucent and has another mouth. */
export function makeBody(color, ghost = false) {
	const body = new Group();
	const material = (paint, roughness = 0.55) => new MeshStandardMaterial({ color: paint, roughness, transparent: ghost, opacity: ghost ? 0.78 : 1 });
	const add = (geometry, paint, [x, y, z], parent = body) => {
		const mesh = new Mesh(geometry, material(paint));
		mesh.position.set(x, y, z);
		mesh.castShadow = !ghost;
		parent.add(mesh);
		return mesh;
	};
	add(new CapsuleGeometry(RADIUS, HEIGHT - 2 * RADIUS, 8, 24), color, [0, HEIGHT / 2, 0]);
	const face = new Group();
	face.position.set(0, 1.22, 0);
	body.add(face);
	for (const side of [-1, 1]) {
		add(new SphereGeometry(0.085, 16, 12), '#fffdf8', [0.13 * side, 0.05, -0.3], face);
		add(new SphereGeometry(0.045, 12, 10), '#2b2030', [0.13 * side, 0.05, -0.365], face);
		add(new SphereGeometry(0.05, 10, 8), ghost ? '#a79cf0' : '#ffb59a', [0.22 * side, -0.08, -0.265], face).scale.set(1, 0.6, 0.4);
	}
	const mouth = ghost ? add(new SphereGeometry(0.05, 12, 10), '#2b2030', [0, -0.12, -0.33], face) : add(new TorusGeometry(0.09, 0.018, 8, 16, Math.PI), '#2b2030', [0, -0.06, -0.335], face);
	if (!ghost) {
		mouth.rotation.z = Math.PI;
		add(new CylinderGeometry(0.3, 0.37, 0.1, 24), '#fff1dd', [0, 0.72, 0]);
	}
	return body;
}
