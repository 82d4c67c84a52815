import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import '@babylonjs/core/Collisions/collisionCoordinator.js';
import { Material } from '@babylonjs/core/Materials/material.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import '@babylonjs/core/Meshes/instancedMesh.js';
import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { Scene } from '@babylonjs/core/scene.js';
import { init, SidleError } from 'sidle';
import { Character, Shape, World } from 'sidle/babylon';
import { isNear } from './levels.mjs';

before(init);
const HANDS = [false, true];

function emptyScene(isRightHanded = false) {
	const engine = new NullEngine();
	// Without it, thin instances are refused.
	engine.getCaps().instancedArrays = true;
	const scene = new Scene(engine);
	scene.useRightHandedSystem = isRightHanded;
	scene.collisionsEnabled = true;
	return scene;
}

function solid(mesh, x, y, z) {
	mesh.position.set(x, y, z);
	mesh.checkCollisions = true;
	return mesh;
}

/** A floor, a mirrored crate, a pillar with an instance and one with two thin instances, and boxes that are not solid, all raised by a parent. */
function level(isRightHanded) {
	const scene = emptyScene(isRightHanded);
	const root = new TransformNode('root', scene);
	const floor = solid(CreateGround('floor', { width: 40, height: 40 }, scene), 0, 0, 0);
	const crate = solid(CreateBox('crate', { size: 1 }, scene), 4, 1, 0);
	crate.scaling.set(-2, 2, 2);
	const pillar = solid(CreateBox('pillar', { width: 1, height: 4, depth: 1 }, scene), -4, 2, 0);
	const instance = solid(pillar.createInstance('second pillar'), -4, 2, 5);
	const posts = solid(CreateBox('posts', { width: 1, height: 4, depth: 1 }, scene), 0, 2, 0);
	posts.thinInstanceAdd([Matrix.Translation(0, 0, 8), Matrix.Translation(0, 0, -8)]);
	const disabled = solid(CreateBox('disabled', {}, scene), 0, 1, 0);
	disabled.setEnabled(false);
	const ghost = CreateBox('ghost', {}, scene);
	for (const mesh of [floor, crate, pillar, instance, posts, disabled, ghost]) mesh.parent = root;
	// The matrices of before are old now, and nothing is rendered.
	scene.meshes.forEach((mesh) => mesh.computeWorldMatrix(true));
	root.position.y = 10;
	return { scene, crate, pillar, instance, posts };
}

for (const isRightHanded of HANDS) {
	const hand = isRightHanded ? 'right' : 'left';

	test(`World.fromScene takes the meshes that collide, in a ${hand}-handed scene`, () => {
		const { scene, crate, instance, posts } = level(isRightHanded);
		const world = World.fromScene(scene);
		assert.ok(world instanceof World);
		assert.equal(world.info.polygons, 2 + 12 + 12 + 12 + 24);
		const hit = (z, by) => world.castRay([0, 11, z], by);
		isNear(hit(0, [9, 0, 0]).point.x, 3);
		isNear(hit(0, [-9, 0, 0]).point.x, -3.5);
		isNear(hit(5, [-9, 0, 0]).point.x, -3.5);
		isNear(hit(0, [0, 0, 9]).point.z, 7.5);
		isNear(hit(0, [0, 0, -9]).point.z, -7.5);
		isNear(hit(0, [0, -9, 0]).point.y, 10);
		assert.equal(world.meshOf(hit(0, [9, 0, 0]).surface), crate);
		assert.equal(world.meshOf(hit(5, [-9, 0, 0]).surface), instance);
		assert.equal(world.meshOf(hit(0, [0, 0, -9]).surface), posts);
		const box = world.addGeometry({ meshes: [{ positions: [-1, 0, -1, 0, 0, 1, 1, 0, -1] }] });
		world.addInstance(box, { position: [0, 12, 0] });
		assert.equal(world.meshOf(hit(0, [0, 9, 0]).surface), undefined);
		world.free();
	});

	test(`the front of a face is that which Babylon.js draws, in a ${hand}-handed scene`, () => {
		const { scene } = level(isRightHanded);
		const front = (include) => World.fromScene(scene, { materials: [{ sides: 'front' }], materialOf: () => 0, include });
		const all = front();
		// From outside, boxes obstruct: those of a mirrored mesh, of an instance, and of a thin instance too.
		isNear(all.castRay([0, 11, 0], [9, 0, 0]).point.x, 3);
		isNear(all.castRay([0, 11, 0], [9, 0, 0]).normal.x, -1);
		isNear(all.castRay([0, 11, 5], [-9, 0, 0]).point.x, -3.5);
		isNear(all.castRay([0, 11, 0], [0, 0, 9]).point.z, 7.5);
		isNear(all.castRay([0, 11, 0], [0, -9, 0]).point.y, 10);
		// From inside, they do not.
		assert.equal(all.castRay([4, 11, 0], [9, 0, 0]), undefined);
		all.free();
		// A mesh, or a material, with the other orientation is inside out.
		const inner = CreateBox('inner', { size: 2 }, scene);
		inner.sideOrientation = 1 - inner.sideOrientation;
		const turned = front((mesh) => mesh === inner);
		assert.equal(turned.castRay([-5, 0, 0], [4.5, 0, 0]), undefined);
		isNear(turned.castRay([0, 0, 0], [9, 0, 0]).point.x, 1);
		turned.free();
		inner.material = new StandardMaterial('paint', scene);
		inner.material.sideOrientation = isRightHanded ? Material.ClockWiseSideOrientation : Material.CounterClockWiseSideOrientation;
		const drawn = front((mesh) => mesh === inner);
		isNear(drawn.castRay([-5, 0, 0], [4.5, 0, 0]).point.x, -1);
		drawn.free();
	});
}

test('moveWithCollisions keeps out of a wall into which that of Babylon.js sinks', () => {
	const scene = emptyScene();
	solid(CreateGround('floor', { width: 80, height: 80 }, scene), 0, 0, 0);
	const wall = new Mesh('wall', scene);
	const data = new VertexData();
	data.positions = [5, 0, -9, 5, 9, -9, 5, 9, 9, 5, 0, 9];
	data.indices = [0, 2, 1, 0, 3, 2];
	data.applyToMesh(wall);
	wall.checkCollisions = true;
	scene.meshes.forEach((mesh) => mesh.computeWorldMatrix(true));
	const hero = CreateBox('hero', { height: 2 }, scene);
	hero.ellipsoid = new Vector3(0.4, 0.9, 0.4);
	hero.ellipsoidOffset = new Vector3(0, 0.9, 0);
	const run = (move) => {
		hero.position.set(0, 0.1, 0);
		for (let i = 0; i < 20; i++) {
			hero.computeWorldMatrix(true);
			move(new Vector3(0.7, -0.2, 0.1));
		}
		return hero.position;
	};
	// From behind, the mover of Babylon.js sinks 5 cm into the wall.
	assert.ok(run((by) => hero.moveWithCollisions(by)).x > 5 - 0.4 + 0.05);
	const world = World.fromScene(scene, { include: (mesh) => mesh !== hero });
	const seen = [];
	const places = [];
	hero.onCollideObservable.add((mesh) => seen.push(mesh.name));
	hero.onCollisionPositionChangeObservable.add(({ x }) => places.push(x));
	const { x, y, z } = run((by) => world.moveWithCollisions(hero, by));
	isNear(x, 5 - 0.4, 0.002);
	isNear(y, 0, 0.002);
	isNear(z, 2, 0.01);
	assert.deepEqual([...new Set(seen)], ['floor', 'wall']);
	assert.equal(places.length, 20);
	assert.equal(places[19], x);
	// The next move starts from the same bits at which the last one ended.
	const { startAdjustment } = world.moveWithCollisions(hero, [1, 0, 0]);
	assert.equal(startAdjustment, 'none');
	assert.equal(world.moveWithCollisions(hero, [0, 1, 0], { shape: Shape.sphere(0.3), velocity: [0, 60, 0] }).velocity.y, 60);
	world.free();
});

test('moveWithCollisions moves a mesh under a turned, scaled parent, and one with a pivot', () => {
	const { scene } = level();
	const world = World.fromScene(scene);
	const parent = new TransformNode('parent', scene);
	const hero = CreateBox('hero', { size: 0.5 }, scene);
	hero.ellipsoid = new Vector3(0.5, 0.5, 0.5);
	hero.parent = parent;
	hero.position.set(0.5, 0, 0);
	hero.computeWorldMatrix(true);
	// Moved since its matrix was computed.
	parent.position.set(0, 11, 1);
	parent.rotation.y = Math.PI / 2;
	parent.scaling.setAll(2);
	const end = world.moveWithCollisions(hero, new Vector3(9, 0, 0));
	isNear(end.position.x, 3 - 0.5, 0.002);
	const place = hero.getAbsolutePosition();
	isNear(place.x, end.position.x, 1e-5);
	isNear(place.y, 11, 1e-5);
	isNear(place.z, 0, 1e-5);
	hero.parent = null;
	hero.position.set(0, 11, 0);
	hero.rotation.y = Math.PI;
	hero.setPivotPoint(new Vector3(0.25, 0, 0));
	hero.computeWorldMatrix(true);
	const before = hero.getAbsolutePosition().clone();
	const moved = world.moveWithCollisions(hero, new Vector3(0.5, 0, 0.25));
	assert.equal(moved.reason, 'arrived');
	isNear(hero.getAbsolutePosition().x - before.x, 0.5, 1e-5);
	isNear(hero.getAbsolutePosition().z - before.z, 0.25, 1e-5);
	world.free();
});

test('a character moves a mesh or a camera', () => {
	const { scene } = level();
	const world = World.fromScene(scene);
	const camera = new FreeCamera('eyes', Vector3.Zero(), scene);
	const hero = new Character(world, camera, [0, 10, 0], { rate: 50, offset: 1.6 });
	isNear(camera.position.y, 11.6);
	for (let i = 0; i < 10; i++) hero.update(0.025, { wishVelocity: new Vector3(2, 0, 0) });
	isNear(hero.position.x, 12 * 0.04, 1e-4);
	isNear(camera.position.x, 11.5 * 0.04, 1e-4);
	isNear(hero.position.y, 10, 0.01);
	hero.free();
	world.free();
});

test('meshes without indices work; wrong input throws', () => {
	const scene = emptyScene();
	assert.throws(() => World.fromScene(scene), (error) => error instanceof SidleError && /checkCollisions/.test(error.message));
	const soup = new Mesh('soup', scene);
	const data = new VertexData();
	data.positions = [0, 0, 0, 0, 0, 9, 9, 0, 0, 0, 4, 0, 0, 4, 9, 9, 4, 0];
	data.applyToMesh(soup);
	const world = World.fromMeshes([soup]);
	assert.equal(world.info.polygons, 2);
	isNear(world.castRay([1, 9, 1], [0, -9, 0]).point.y, 4);
	assert.throws(() => world.moveWithCollisions(soup, [1, 0, 0]), /'soup' is a part of the world/);
	world.free();
	assert.throws(() => World.fromMeshes([new Mesh('empty', scene)]), /'empty' has no positions/);
	soup.material = new StandardMaterial('strips', scene);
	soup.material.fillMode = Material.TriangleStripDrawMode;
	assert.throws(() => World.fromMeshes([soup]), /'soup' has strips or fans/);
});
