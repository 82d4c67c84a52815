// three-mesh-bvh: a shapecast that pushes a ball or a capsule out of each triangle, as its character example does: five
// steps a frame.

import { readFileSync } from 'node:fs';
import { Box3, BufferAttribute, BufferGeometry, Line3, Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { run } from './work.mjs';

const STEPS = 5;

function build(vertices, triangles) {
	const geometry = new BufferGeometry();
	geometry.setAttribute('position', new BufferAttribute(vertices.slice(), 3));
	geometry.setIndex(new BufferAttribute(triangles.slice(), 1));
	const bvh = new MeshBVH(geometry);
	const [part, at, pushed, on, inside] = [0, 0, 0, 0, 0].map(() => new Vector3());
	const box = new Box3();
	const segment = new Line3();
	let radius = 0;
	const push = {
		intersectsBounds: (bounds) => bounds.intersectsBox(box),
		intersectsTriangle: (triangle) => {
			const far = triangle.closestPointToSegment(segment, on, inside);
			if (far < radius) {
				inside.sub(on).normalize();
				segment.start.addScaledVector(inside, radius - far);
				segment.end.addScaledVector(inside, radius - far);
			}
			return false;
		},
	};
	return {
		walker: (place, half) => ({ at: new Vector3(...place), core: half[1] - half[0], radius: half[0] }),
		step(walker, motion, dt, end) {
			part.fromArray(motion).divideScalar(STEPS);
			radius = walker.radius;
			for (let i = 0; i < STEPS; i++) {
				at.copy(walker.at).add(part);
				segment.start.copy(at);
				segment.end.copy(at);
				segment.start.y -= walker.core;
				segment.end.y += walker.core;
				box.min.copy(segment.start).subScalar(radius);
				box.max.copy(segment.end).addScalar(radius);
				bvh.shapecast(push);
				pushed.copy(segment.start);
				pushed.y += walker.core;
				pushed.sub(at);
				const length = Math.max(0, pushed.length() - 1e-5);
				walker.at.copy(at).add(pushed.setLength(length));
			}
			walker.at.toArray(end);
		},
	};
}

const version = (name) => JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;
run({
	name: 'three-mesh-bvh',
	version: `three-mesh-bvh ${version('three-mesh-bvh')}, three ${version('three')}, node ${process.versions.node}`,
	settings: 'default MeshBVH; shapecast that pushes out of each triangle in turn, five steps a frame as in its character example',
	padding: 0,
	tall: 'capsule',
	build,
});
