// three.js: the capsule and sphere tests of its Octree, as its example games_fps has them: five steps a frame, each a move
// and a push out.

import { readFileSync } from 'node:fs';
import { Sphere, Triangle, Vector3 } from 'three';
import { Capsule } from 'three/addons/math/Capsule.js';
import { Octree } from 'three/addons/math/Octree.js';
import { run } from './work.mjs';

const STEPS = 5;

function build(vertices, triangles) {
	const octree = new Octree();
	const corner = (i) => new Vector3().fromArray(vertices, 3 * i);
	for (let i = 0; i < triangles.length; i += 3) {
		octree.addTriangle(new Triangle(corner(triangles[i]), corner(triangles[i + 1]), corner(triangles[i + 2])));
	}
	octree.build();
	const part = new Vector3();
	return {
		walker([x, y, z], half) {
			const core = half[1] - half[0];
			if (core <= 0) return { shape: new Sphere(new Vector3(x, y, z), half[0]), core: 0 };
			return { shape: new Capsule(new Vector3(x, y - core, z), new Vector3(x, y + core, z), half[0]), core };
		},
		step({ shape, core }, motion, dt, end) {
			part.fromArray(motion).divideScalar(STEPS);
			for (let i = 0; i < STEPS; i++) {
				shape.translate(part);
				const hit = core > 0 ? octree.capsuleIntersect(shape) : octree.sphereIntersect(shape);
				if (hit && hit.depth >= 1e-10) shape.translate(hit.normal.multiplyScalar(hit.depth));
			}
			const at = core > 0 ? shape.start : shape.center;
			end[0] = at.x;
			end[1] = at.y + core;
			end[2] = at.z;
		},
	};
}

const { version } = JSON.parse(readFileSync(new URL('node_modules/three/package.json', import.meta.url)));
run({
	name: 'three.js Octree',
	version: `three ${version}, node ${process.versions.node}`,
	settings: 'sphereIntersect and capsuleIntersect, five steps a frame as in games_fps; it pushes to the front side only',
	padding: 0,
	tall: 'capsule',
	build,
});
