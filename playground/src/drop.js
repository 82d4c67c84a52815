// Levels that are dropped on the page.

import { Box3, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { World } from 'sidle/three';

/** The largest file: 200 MB. */
const MOST_BYTES = 200e6;

/** Reads a .glb into a level, with a start above its middle. */
export async function loadGlb(file) {
	if (file.size > MOST_BYTES) throw new Error('it has more than 200 MB');
	const { scene } = await new GLTFLoader().parseAsync(await file.arrayBuffer(), '');
	scene.traverse((object) => {
		object.castShadow = object.receiveShadow = true;
	});
	const box = new Box3().setFromObject(scene);
	if (box.isEmpty()) throw new Error('it has no triangles');
	const world = World.fromObject3D(scene);
	const middle = box.getCenter(new Vector3());
	const hit = world.castRay([middle.x, box.max.y + 2, middle.z], [0, box.min.y - box.max.y - 4, 0]);
	world.free();
	return { group: scene, start: [middle.x, (hit?.point.y ?? box.max.y) + 0.05, middle.z], yaw: 0, note: file.name };
}
