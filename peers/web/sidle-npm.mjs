// This repository's package for the web, with one call for each move as a game makes it.

import { Shape, World, init } from '../../npm/dist/index.js';
import { run } from './work.mjs';

await init();

function build(vertices, triangles) {
	const world = World.fromTriangles(vertices, triangles);
	return {
		walker: (at, half) => ({ at, shape: half[1] > half[0] ? Shape.capsule(half[0], 2 * half[1]) : Shape.sphere(half[0]) }),
		step(walker, motion, dt, end) {
			const { position } = world.moveAndSlide(walker.shape, walker.at, motion);
			walker.at[0] = end[0] = position.x;
			walker.at[1] = end[1] = position.y;
			walker.at[2] = end[2] = position.z;
		},
		free: () => world.free(),
	};
}

run({
	name: 'sidle (npm)',
	version: `this repository, node ${process.versions.node}`,
	settings: 'World.fromTriangles; moveAndSlide for each walker, everything as by default (skin 1 mm)',
	padding: 0.001,
	tall: 'capsule',
	build,
});
