// Babylon.js: moveWithCollisions of a mesh with an ellipsoid, in an engine without a screen.

import { readFileSync } from 'node:fs';
import { Collider } from '@babylonjs/core/Collisions/collider.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/core/Collisions/collisionCoordinator.js';
import '@babylonjs/core/Culling/Octrees/octreeSceneComponent.js';
import { run } from './work.mjs';

// Triangles of a part: the test goes through all of a part that is near.
const PART = 4;

function build(vertices, triangles) {
	Collider.DoubleSidedCheck = true;
	const scene = new Scene(new NullEngine());
	scene.collisionsEnabled = true;
	const level = new Mesh('level', scene);
	const data = new VertexData();
	data.positions = bothSides(vertices, triangles);
	data.indices = Uint32Array.from({ length: 2 * triangles.length }, (_, i) => i);
	data.applyToMesh(level);
	// With a material the back of a face is not skipped before DoubleSidedCheck looks at it.
	level.material = new StandardMaterial('both sides', scene);
	level.checkCollisions = true;
	level.freezeWorldMatrix();
	level.subdivide(Math.max(1, Math.ceil(triangles.length / 3 / PART)));
	level.createOrUpdateSubmeshesOctree(32, 6);
	level.useOctreeForCollisions = true;
	const motion = new Vector3();
	return {
		walker(at, half) {
			const mover = new Mesh('mover', scene);
			mover.position.fromArray(at);
			mover.ellipsoid = new Vector3(...half);
			// Other movers are not looked at.
			scene.removeMesh(mover);
			return mover;
		},
		step(mover, displacement, dt, end) {
			// Nothing is rendered here, which would do this once a frame; without it the mover starts from an old place.
			mover.computeWorldMatrix(true);
			mover.moveWithCollisions(motion.fromArray(displacement));
			mover.position.toArray(end);
		},
	};
}

// A face is met from the side of its normal only, which is that of a left-handed world: each is given both ways. And each has
// vertices of its own: a part keeps copies of all vertices from its lowest to its highest number.
function bothSides(vertices, triangles) {
	const positions = new Float32Array(6 * triangles.length);
	for (let i = 0; i < triangles.length; i += 3) {
		const [a, b, c] = Array.from(triangles.subarray(i, i + 3), (at) => vertices.subarray(3 * at, 3 * at + 3));
		[a, c, b, a, b, c].forEach((corner, k) => positions.set(corner, 6 * i + 3 * k));
	}
	return positions;
}

const { version } = JSON.parse(readFileSync(new URL('node_modules/@babylonjs/core/package.json', import.meta.url)));
run({
	name: 'Babylon.js',
	version: `@babylonjs/core ${version}, node ${process.versions.node}`,
	settings: `moveWithCollisions; parts of ${PART} triangles in an octree of parts; each triangle both ways and DoubleSidedCheck, so that both sides collide`,
	padding: 0,
	tall: 'ellipsoid',
	build,
});
