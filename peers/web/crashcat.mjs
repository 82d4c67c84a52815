// crashcat: a static body with a triangle mesh, and its kinematic character controller.

import { MotionType, addBroadphaseLayer, addObjectLayer, capsule, createWorld, createWorldSettings, filter, kcc, registerAll, rigidBody, sphere, triangleMesh } from 'crashcat';
import { run, versionOf } from './work.mjs';

const PADDING = kcc.DEFAULT_KCC_SETTINGS.characterPadding;

registerAll();

function build(vertices, triangles, up) {
	const settings = createWorldSettings();
	const objectLayer = addObjectLayer(settings, addBroadphaseLayer(settings));
	const world = createWorld(settings);
	const shape = triangleMesh.create({ positions: vertices, indices: triangles });
	rigidBody.create(world, { shape, motionType: MotionType.STATIC, objectLayer });
	const sees = filter.forWorld(world);
	const none = [0, 0, 0];
	// crashcat raises the shape by the padding, as Jolt does. Here the position is the centre.
	const shapeOffset = up.map((x) => -x * PADDING);
	return {
		walker(at, half) {
			const core = half[1] - half[0];
			const shape = core > 0 ? capsule.create({ radius: half[0], halfHeightOfCylinder: core }) : sphere.create({ radius: half[0] });
			return kcc.create({ shape, shapeOffset, up, maxSlopeAngle: 0 }, at, [0, 0, 0, 1]);
		},
		step(character, motion, dt, end) {
			for (let k = 0; k < 3; k++) character.linearVelocity[k] = motion[k] / dt;
			kcc.move(world, character, dt, none, undefined, sees);
			for (let k = 0; k < 3; k++) end[k] = character.position[k];
		},
	};
}

run({
	name: 'crashcat',
	version: `crashcat ${versionOf('crashcat')}, node ${process.versions.node}`,
	settings: 'one triangleMesh; kcc.move, no slope limit, the rest by default (padding 0.02 m on top of the radius)',
	padding: PADDING,
	tall: 'capsule',
	build,
});
