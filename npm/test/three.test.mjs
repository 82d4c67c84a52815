import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { BoxGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, Object3D, PlaneGeometry, Ray, Sphere, Vector3 } from 'three';
import { Capsule } from 'three/addons/math/Capsule.js';
import { Octree as Original } from 'three/addons/math/Octree.js';
import { init } from 'sidle';
import { Character, DebugDrawer, Octree, Shape, World } from 'sidle/three';
import { isNear } from './levels.mjs';

before(init);
const paint = new MeshBasicMaterial();

function scene() {
	const root = new Group();
	const floor = new Mesh(new PlaneGeometry(40, 40), paint);
	floor.rotation.x = -Math.PI / 2;
	const crate = new Mesh(new BoxGeometry(2, 2, 2), paint);
	crate.position.set(4, 1, 0);
	crate.scale.x = -1;
	const pillars = new InstancedMesh(new BoxGeometry(1, 4, 1), paint, 2);
	pillars.setMatrixAt(0, new Matrix4().makeTranslation(-4, 2, 0));
	pillars.setMatrixAt(1, new Matrix4().makeTranslation(-4, 2, 5));
	const ghost = new Mesh(new BoxGeometry(1, 1, 1), paint);
	ghost.position.set(0, 1, 0);
	ghost.visible = false;
	root.add(floor, crate, pillars, ghost);
	root.position.set(0, 10, 0);
	return root;
}

test('World.fromObject3D takes meshes and their instances in world coordinates', () => {
	const world = World.fromObject3D(scene());
	assert.ok(world instanceof World);
	assert.equal(world.info.polygons, 2 + 12 + 24);
	const x = (by) => world.castRay([0, 11, 0], [by, 0, 0])?.point.x;
	isNear(x(9), 3);
	isNear(x(-9), -3.5);
	isNear(world.castRay([0, 11, 5], [-9, 0, 0]).point.x, -3.5);
	// Mirrored meshes are not inside out.
	isNear(world.castRay([0, 11, 0], [9, 0, 0]).normal.x, -1);
	isNear(world.castRay([0, 14, 0], [0, -9, 0]).point.y, 10);
	const front = World.fromObject3D(scene(), { materials: [{ sides: 'front' }], materialOf: () => 0, include: (object) => !object.isInstancedMesh });
	isNear(front.castRay([0, 11, 0], [9, 0, 0]).point.x, 3);
	assert.equal(front.info.polygons, 2 + 12 + 12);
	world.free();
	front.free();
});

test('a character moves an object, and interpolates', () => {
	const world = World.fromObject3D(scene());
	const object = new Object3D();
	let jumps = 0;
	const hero = new Character(world, object, [0, 10, 0], { rate: 50, offset: 1.6, onStep: (report) => (jumps += report.jumped ? 1 : 0) });
	isNear(object.position.y, 11.6);
	for (let i = 0; i < 10; i++) hero.update(0.025, { wishVelocity: [2, 0, 0] });
	// 0.25 s are 12 whole steps and a half; it is drawn one step behind.
	isNear(hero.position.x, 12 * 0.04, 1e-4);
	isNear(object.position.x, 11.5 * 0.04, 1e-4);
	// A press between two steps is not lost.
	hero.update(0.001, { jump: true });
	hero.update(0.03, {});
	assert.equal(jumps, 1);
	hero.teleport([0, 10, 6]);
	isNear(object.position.z, 6);
	hero.free();
	world.free();
});

test('a long frame is cut, and a wrong one is an error', () => {
	const world = World.fromObject3D(scene());
	const steps = (rate, delta) => {
		let count = 0;
		const hero = new Character(world, new Object3D(), [0, 10, 0], { rate, onStep: () => count++ });
		hero.update(delta, {});
		hero.free();
		return count;
	};
	// A tab that was in the background for a minute.
	assert.equal(steps(64, 60), 16);
	assert.equal(steps(1, 60), 1);
	// A slow frame with a high rate is not cut.
	assert.equal(steps(512, 0.125), 64);
	const object = new Object3D();
	const hero = new Character(world, object, [0, 10, 0]);
	// The time of the first frame can be before that of the start.
	assert.equal(steps(64, -0.1), 0);
	for (const delta of [NaN, Infinity, undefined]) assert.throws(() => hero.update(delta, {}), { code: 'input', message: /delta is/ });
	hero.rate = 0;
	assert.throws(() => hero.update(0.1, {}), { code: 'input', message: /rate is 0/ });
	assert.deepEqual(object.position.toArray(), [0, 10, 0]);
	hero.free();
	world.free();
});

test('the Octree has the answers of that of three.js', () => {
	const [ours, original] = [new Octree().fromGraphNode(scene()), new Original().fromGraphNode(scene())];
	let hits = 0;
	for (let i = 0; i < 3000; i++) {
		const at = new Vector3(Math.sin(i * 1.7) * 6, 10 + Math.abs(Math.sin(i * 0.3)) * 2, Math.cos(i * 2.3) * 6);
		const capsule = new Capsule(at.clone(), at.clone().add(new Vector3(0, 1, 0)), 0.4);
		const [a, b] = [ours.capsuleIntersect(capsule), original.capsuleIntersect(capsule)];
		assert.equal(a === false, b === false, `capsule ${i}`);
		// Triangles push one after the other, so the sum depends on their order; the triangles do not.
		const touched = [ours, original].map((octree) => {
			const triangles = [];
			octree.getCapsuleTriangles(capsule, triangles);
			const key = ({ a, b, c }) => [a, b, c].flatMap((v) => v.toArray()).join();
			return triangles.filter((triangle) => original.triangleCapsuleIntersect(capsule, triangle)).map(key).sort();
		});
		assert.deepEqual(touched[0], touched[1], `capsule ${i}`);
		if (touched[0].length === 1) isNear(a.depth, b.depth);
		const sphere = new Sphere(at, 0.5);
		assert.equal(ours.sphereIntersect(sphere) === false, original.sphereIntersect(sphere) === false, `sphere ${i}`);
		const ray = new Ray(at, new Vector3(Math.cos(i), Math.sin(i * 0.7), Math.sin(i)).normalize());
		const [c, d] = [ours.rayIntersect(ray), original.rayIntersect(ray)];
		assert.equal(c === false, d === false, `ray ${i}`);
		if (c) isNear(c.distance, d.distance, 1e-4);
		hits += (a ? 1 : 0) + (c ? 1 : 0);
	}
	assert.ok(hits > 1000, `${hits}`);
	ours.free();
	assert.equal(ours.capsuleIntersect(new Capsule(new Vector3(0, 10, 0), new Vector3(0, 11, 0), 0.4)), false);
});

test('the debug drawer draws paths and normals', () => {
	const world = World.fromObject3D(scene());
	const drawer = new DebugDrawer(64);
	const end = world.moveAndSlide(Shape.capsule(0.4, 1.8), [0, 11, 0], [9, -1, 2], { recordPath: true });
	drawer.move(end);
	assert.equal(drawer.object.geometry.drawRange.count, 2 * (end.path.length - 1 + end.hits.length));
	for (let i = 0; i < 9; i++) drawer.move(end);
	assert.equal(drawer.object.geometry.drawRange.count, 2 * 64);
	drawer.clear();
	assert.equal(drawer.object.geometry.drawRange.count, 0);
	drawer.dispose();
	world.free();
});

test('the diff of games_fps in the README stops tunnelling', () => {
	const root = new Group();
	const floor = new Mesh(new PlaneGeometry(40, 40), paint);
	floor.rotation.x = -Math.PI / 2;
	const wall = new Mesh(new PlaneGeometry(8, 4), paint);
	wall.position.set(0, 2, -4);
	root.add(floor, wall);
	const world = World.fromObject3D(root);
	const original = new Original().fromGraphNode(root);
	const body = Shape.capsule(0.35, 1.35);
	const run = (withSidle) => {
		const playerCollider = new Capsule(new Vector3(0, 0.36, 0), new Vector3(0, 1.01, 0), 0.35);
		const playerVelocity = new Vector3();
		let playerOnFloor = false;
		const deltaTime = 0.05;
		for (let frame = 0; frame < 40; frame++) {
			playerVelocity.z = -40;
			if (!playerOnFloor) playerVelocity.y -= 30 * deltaTime;
			if (withSidle) {
				const center = playerCollider.getCenter(new Vector3());
				const end = world.moveAndSlide(body, center, playerVelocity.clone().multiplyScalar(deltaTime), {}, playerVelocity);
				playerCollider.translate(new Vector3().subVectors(end.position, center));
				playerVelocity.copy(end.velocity);
				playerOnFloor = world.contacts(body, end.position, 0.01).some((contact) => contact.normal.y > 0.6);
			} else {
				playerCollider.translate(playerVelocity.clone().multiplyScalar(deltaTime));
				const result = original.capsuleIntersect(playerCollider);
				playerOnFloor = result && result.normal.y > 0;
				if (result) playerCollider.translate(result.normal.multiplyScalar(result.depth));
			}
		}
		return { z: playerCollider.start.z, onFloor: playerOnFloor };
	};
	assert.ok(run(false).z < -5, 'the original goes through the wall');
	const { z, onFloor } = run(true);
	isNear(z, -4 + 0.351, 1e-4);
	assert.ok(onFloor);
	world.free();
});
