// Jolt in WebAssembly: a static body with a MeshShape, and characters as CharacterVirtual.

import start from 'jolt-physics';
import { run, versionOf } from './work.mjs';

// The default, which Jolt's documentation recommends. It is added to the radius of the shape.
const PADDING = 0.02;
const [LEVEL, WALKERS] = [0, 1];

const Jolt = await start();

function build(vertices, triangles, up) {
	const jolt = new Jolt.JoltInterface(settings());
	const system = jolt.GetPhysicsSystem();
	addLevel(system, vertices, triangles);
	const vector = ([x, y, z]) => new Jolt.Vec3(x, y, z);
	const [still, velocity] = [vector([0, 0, 0]), vector([0, 0, 0])];
	const layers = [
		new Jolt.DefaultBroadPhaseLayerFilter(jolt.GetObjectVsBroadPhaseLayerFilter(), WALKERS),
		new Jolt.DefaultObjectLayerFilter(jolt.GetObjectLayerPairFilter(), WALKERS),
		new Jolt.BodyFilter(),
		new Jolt.ShapeFilter(),
		jolt.GetTempAllocator(),
	];
	const characters = [];
	return {
		walker(at, half) {
			const core = half[1] - half[0];
			const shape = core > 0 ? new Jolt.CapsuleShape(core, half[0]) : new Jolt.SphereShape(half[0]);
			const character = new Jolt.CharacterVirtual(characterSettings(shape, up), new Jolt.RVec3(...at), Jolt.Quat.prototype.sIdentity(), system);
			characters.push(character);
			return character;
		},
		step(character, motion, dt, end) {
			velocity.Set(motion[0] / dt, motion[1] / dt, motion[2] / dt);
			character.SetLinearVelocity(velocity);
			character.Update(dt, still, ...layers);
			const at = character.GetPosition();
			end[0] = at.GetX();
			end[1] = at.GetY();
			end[2] = at.GetZ();
		},
		free() {
			characters.forEach((character) => Jolt.destroy(character));
			Jolt.destroy(jolt);
		},
	};
}

function settings() {
	const settings = new Jolt.JoltSettings();
	const pairs = new Jolt.ObjectLayerPairFilterTable(2);
	pairs.EnableCollision(LEVEL, WALKERS);
	const layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 1);
	for (const layer of [LEVEL, WALKERS]) layers.MapObjectToBroadPhaseLayer(layer, new Jolt.BroadPhaseLayer(0));
	settings.mObjectLayerPairFilter = pairs;
	settings.mBroadPhaseLayerInterface = layers;
	settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 2);
	return settings;
}

function addLevel(system, vertices, triangles) {
	const corners = new Jolt.VertexList();
	const faces = new Jolt.IndexedTriangleList();
	corners.resize(vertices.length / 3);
	for (let i = 0; i < vertices.length; i += 3) {
		const corner = corners.at(i / 3);
		[corner.x, corner.y, corner.z] = vertices.subarray(i, i + 3);
	}
	const face = new Jolt.IndexedTriangle(0, 0, 0, 0);
	for (let i = 0; i < triangles.length; i += 3) {
		for (let k = 0; k < 3; k++) face.set_mIdx(k, triangles[i + k]);
		faces.push_back(face);
	}
	const mesh = new Jolt.MeshShapeSettings(corners, faces, new Jolt.PhysicsMaterialList());
	mesh.mMaxTrianglesPerLeaf = 4;
	mesh.mBuildQuality = Jolt.MeshShapeSettings_EBuildQuality_FavorRuntimePerformance;
	const made = mesh.Create();
	if (made.HasError()) throw new Error(made.GetError().c_str());
	const origin = new Jolt.RVec3(0, 0, 0);
	const body = new Jolt.BodyCreationSettings(made.Get(), origin, Jolt.Quat.prototype.sIdentity(), Jolt.EMotionType_Static, LEVEL);
	system.GetBodyInterface().CreateAndAddBody(body, Jolt.EActivation_DontActivate);
	for (const each of [body, origin, mesh, face, faces, corners]) Jolt.destroy(each);
	system.OptimizeBroadPhase();
}

function characterSettings(shape, [x, y, z]) {
	const settings = new Jolt.CharacterVirtualSettings();
	settings.mShape = shape;
	settings.mUp = new Jolt.Vec3(x, y, z);
	// An angle of 0 turns the slope limit off.
	settings.mMaxSlopeAngle = 0;
	// Jolt raises the shape by the padding, so that a position at its foot is on the ground. Here the position is the centre.
	settings.mShapeOffset = new Jolt.Vec3(-x * PADDING, -y * PADDING, -z * PADDING);
	settings.mBackFaceMode = Jolt.EBackFaceMode_CollideWithBackFaces;
	settings.mCharacterPadding = PADDING;
	return settings;
}

run({
	name: 'jolt-physics',
	version: `jolt-physics ${versionOf('jolt-physics')}, node ${process.versions.node}`,
	settings: 'wasm-compat; MeshShape with 4 triangles a leaf; CharacterVirtual::Update with both faces, padding 0.02 m on top of the radius, no slope limit, the rest by default',
	padding: PADDING,
	tall: 'capsule',
	build,
});
