// Levels that are dropped on the page: .glb and .obj.

import { Box3, Mesh, MeshStandardMaterial, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { World } from 'sidle/three';
import { withTriangles } from './level-files.js';

/** The largest file: 200 MB. */
const MOST_BYTES = 200e6;
const CLAY = new MeshStandardMaterial({ color: '#d9b48c', roughness: 0.9, side: 2 });

async function read(file) {
	if (!/\.obj$/i.test(file.name)) return (await new GLTFLoader().parseAsync(await file.arrayBuffer(), '')).scene;
	const group = new OBJLoader().parse(await file.text());
	// Its materials are in another file.
	group.traverse((object) => {
		if (object instanceof Mesh) object.material = CLAY;
	});
	return group;
}

/** Reads a file into a level, with a start above its middle. */
export async function loadLevel(file) {
	if (file.size > MOST_BYTES) throw new Error('it has more than 200 MB');
	const group = await read(file);
	group.traverse((object) => {
		object.castShadow = object.receiveShadow = true;
	});
	const box = new Box3().setFromObject(group);
	if (box.isEmpty()) throw new Error('it has no triangles');
	const level = withTriangles({ group, name: file.name, yaw: 0, note: file.name });
	const world = World.fromTriangles(level.triangles);
	const middle = box.getCenter(new Vector3());
	const hit = world.castRay([middle.x, box.max.y + 2, middle.z], [0, box.min.y - box.max.y - 4, 0]);
	world.free();
	return { ...level, start: [middle.x, (hit?.point.y ?? box.max.y) + 0.05, middle.z] };
}
