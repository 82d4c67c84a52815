// Rapier in WebAssembly: its KinematicCharacterController with a collider for each walker.

import RAPIER from '@dimforge/rapier3d-compat';
import { run, versionOf } from './work.mjs';

// In metres, as in ../rapier.
const OFFSET = 0.01;
// Memberships in the upper half: the level is in group 0, walkers in group 1, and walkers see the level only.
const LEVEL = 0x0001_ffff;
const WALKER = 0x0002_0001;

await RAPIER.init();

function build(vertices, triangles, [x, y, z]) {
	const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
	world.createCollider(RAPIER.ColliderDesc.trimesh(vertices, triangles).setCollisionGroups(LEVEL));
	// Brings the level into the index of the queries.
	world.step();
	const controller = world.createCharacterController(OFFSET);
	controller.setUp({ x, y, z });
	controller.setMaxSlopeClimbAngle(Math.PI / 2);
	controller.setMinSlopeSlideAngle(0);
	const wish = { x: 0, y: 0, z: 0 };
	const made = { x: 0, y: 0, z: 0 };
	return {
		walker(at, half) {
			const core = half[1] - half[0];
			const shape = core > 0 ? RAPIER.ColliderDesc.capsule(core, half[0]) : RAPIER.ColliderDesc.ball(half[0]);
			const collider = world.createCollider(shape.setTranslation(...at).setCollisionGroups(WALKER));
			return { collider, at: { x: at[0], y: at[1], z: at[2] } };
		},
		step({ collider, at }, motion, dt, end) {
			[wish.x, wish.y, wish.z] = motion;
			controller.computeColliderMovement(collider, wish, undefined, WALKER);
			controller.computedMovement(made);
			at.x = end[0] = at.x + made.x;
			at.y = end[1] = at.y + made.y;
			at.z = end[2] = at.z + made.z;
			collider.setTranslation(at);
		},
		free: () => world.free(),
	};
}

run({
	name: '@dimforge/rapier3d-compat',
	version: `@dimforge/rapier3d-compat ${versionOf('@dimforge/rapier3d-compat')}, node ${process.versions.node}`,
	settings: 'one trimesh collider; KinematicCharacterController with offset 10 mm, slides, climbs every slope, no autostep, no snapping to the ground; a collider for each walker, which sees the level only',
	padding: OFFSET,
	tall: 'capsule',
	build,
});
