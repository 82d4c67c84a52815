import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Node } from '@babylonjs/core/node.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { SidleError } from '../errors.js';
import type { Material, Mesh as MeshData } from '../geometry.js';
import type { MoveConfig, Surface } from '../records.js';
import { Shape } from '../shape.js';
import type { VectorLike } from '../vectors.js';
import { type MoveResult, World as Base } from '../world.js';
import { computeWorldMatrix, partsOf, placeOf, shift } from './meshes.js';

/** How `World.fromMeshes` reads meshes. */
export interface FromMeshesOptions {
	/** Materials of the world, for `materialOf`. */
	materials?: readonly Material[];
	/** Returns the index of the material of a mesh, or -1 for the default one. */
	materialOf?: (mesh: AbstractMesh) => number;
	index?: 'bvh' | 'octree';
}

/** How `World.fromScene` reads a scene. */
export interface FromSceneOptions extends FromMeshesOptions {
	/** Returns false for a mesh that bodies pass through. Default: true for enabled meshes with `checkCollisions`. */
	include?: (mesh: AbstractMesh) => boolean;
}

/** How `moveWithCollisions` moves a mesh. */
export interface MoveWithCollisionsOptions extends MoveConfig {
	/** Default: the ellipsoid of the mesh. */
	shape?: Shape;
	/** The velocity in m/s at the end without obstacles. Default: the displacement, as if in one second. */
	velocity?: VectorLike;
}

/** A world of the meshes of a Babylon.js scene, in the coordinates of the scene, which may be left-handed or right-handed. */
export class World extends Base {
	private meshes: readonly AbstractMesh[] = [];
	/** For each mesh, the number of polygons of it and of those before it. */
	private ends: readonly number[] = [];
	private members: ReadonlySet<AbstractMesh> = new Set();

	/**
	 * Builds a world of all enabled meshes of a scene with `checkCollisions`, with their instances and thin instances. Skinned
	 * meshes have the shape of their bind pose. Later changes of the scene have no effect.
	 */
	static fromScene(scene: Scene, options: FromSceneOptions = {}): World {
		const { include = (mesh) => mesh.checkCollisions && mesh.isEnabled(), ...others } = options;
		const meshes = scene.meshes.filter((mesh) => mesh.getTotalVertices() > 0 && include(mesh));
		if (meshes.length === 0 && options.include === undefined) {
			throw new SidleError('input', 'no enabled mesh of the scene has checkCollisions; set it, or pass `include`');
		}
		return World.fromMeshes(meshes, others);
	}

	/** Builds a world of these meshes. An instance is a mesh of its own. */
	static fromMeshes(meshes: readonly AbstractMesh[], options: FromMeshesOptions = {}): World {
		const { materialOf = () => -1, materials = [], index = 'bvh' } = options;
		const done = new Set<Node>();
		const parts: MeshData[] = [];
		let polygons = 0;
		const ends = meshes.map((mesh) => {
			computeWorldMatrix(mesh, done);
			for (const part of partsOf(mesh, materialOf(mesh))) {
				parts.push(part);
				polygons += part.indices!.length / 3;
			}
			return polygons;
		});
		const world = new World({ materials, meshes: parts, index });
		[world.meshes, world.ends, world.members] = [[...meshes], ends, new Set(meshes)];
		return world;
	}

	/** Returns the mesh of a surface, unless the surface belongs to an instance of `addInstance`. */
	meshOf({ instance, polygon }: Pick<Surface, 'instance' | 'polygon'>): AbstractMesh | undefined {
		if (instance !== 0) return undefined;
		let [low, high] = [0, this.ends.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (polygon < this.ends[middle]!) high = middle;
			else low = middle + 1;
		}
		return this.meshes[low];
	}

	/**
	 * Moves a mesh in place of its method `moveWithCollisions`. The body is the ellipsoid of the mesh; its centre is the absolute
	 * position plus `ellipsoidOffset`. `displacement` is in the coordinates of the scene. Notifies `onCollideObservable` of
	 * each mesh that the body touches, and then `onCollisionPositionChangeObservable`.
	 *
	 * The mesh must not be a part of the world: leave it out with `include`.
	 */
	moveWithCollisions(mesh: AbstractMesh, displacement: VectorLike, options: MoveWithCollisionsOptions = {}): MoveResult {
		if (this.members.has(mesh)) {
			throw new SidleError('input', `the mesh '${mesh.name}' is a part of the world in which it moves; leave it out with \`include\``);
		}
		const { shape = Shape.ellipsoid(mesh.ellipsoid), velocity = displacement, ...config } = options;
		const { x, y, z } = placeOf(mesh);
		const offset = mesh.ellipsoidOffset;
		const centre = { x: x + offset.x, y: y + offset.y, z: z + offset.z };
		const end = this.moveAndSlide(shape, centre, displacement, config, velocity);
		const { position } = end;
		shift(mesh, { x: position.x - centre.x, y: position.y - centre.y, z: position.z - centre.z });
		const touched = new Set(end.hits.map(({ surface }) => this.meshOf(surface)));
		for (const other of touched) if (other !== undefined) mesh.onCollideObservable.notifyObservers(other);
		mesh.onCollisionPositionChangeObservable.notifyObservers(mesh.position);
		return end;
	}
}
