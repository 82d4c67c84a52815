import { type BufferAttribute, type InstancedMesh, type InterleavedBufferAttribute, Matrix4, type Mesh, type Object3D, Vector3 } from 'three';
import { World as Base } from '../world.js';
import type { Material, Mesh as MeshData } from '../geometry.js';
import { SidleError } from '../errors.js';

/** How `World.fromObject3D` reads a scene. */
export interface FromObject3DOptions {
	/** Returns false for an object that bodies pass through, with all its children. Default: invisible objects. */
	include?: (object: Object3D) => boolean;
	/** Materials of the world, for `materialOf`. */
	materials?: readonly Material[];
	/** Returns the index of the material of a mesh, or -1 for the default one. */
	materialOf?: (mesh: Mesh) => number;
	index?: 'bvh' | 'octree';
}

/** A world of the meshes of a three.js scene. */
export class World extends Base {
	/**
	 * Builds a world of all visible meshes below an object, with instanced meshes, in world coordinates. Positions are
	 * computed in f64 and rounded once. Skinned meshes have the shape of their bind pose. Later changes of the scene have no effect.
	 */
	static fromObject3D(root: Object3D, options: FromObject3DOptions = {}): World {
		const { include = (object) => object.visible, materialOf = () => -1, materials = [], index = 'bvh' } = options;
		root.updateWorldMatrix(true, true);
		const meshes: MeshData[] = [];
		const visit = (object: Object3D): void => {
			if (!include(object)) return;
			const mesh = object as Mesh;
			if (mesh.isMesh) for (const matrix of placesOf(mesh)) meshes.push(meshData(mesh, matrix, materialOf(mesh)));
			object.children.forEach(visit);
		};
		visit(root);
		return new World({ materials, meshes, index });
	}
}

/** The matrices of the instances of a mesh, or of the mesh itself. */
function placesOf(mesh: Mesh): Matrix4[] {
	const instanced = mesh as InstancedMesh;
	if (!instanced.isInstancedMesh) return [mesh.matrixWorld];
	return Array.from({ length: instanced.count }, (_, i) => {
		const matrix = new Matrix4();
		instanced.getMatrixAt(i, matrix);
		return matrix.premultiply(mesh.matrixWorld);
	});
}

function meshData(mesh: Mesh, matrix: Matrix4, material: number): MeshData {
	const { index, drawRange } = mesh.geometry;
	const attribute = mesh.geometry.getAttribute('position') as BufferAttribute | InterleavedBufferAttribute | undefined;
	if (attribute === undefined) throw new SidleError('input', `the mesh '${mesh.name}' has no positions`);
	const positions = new Float32Array(3 * attribute.count);
	const corner = new Vector3();
	for (let i = 0; i < attribute.count; i++) {
		corner.fromBufferAttribute(attribute, i).applyMatrix4(matrix).toArray(positions, 3 * i);
	}
	const available = index?.count ?? attribute.count;
	const first = Math.min(drawRange.start, available);
	const count = Math.floor(Math.min(available - first, drawRange.count) / 3) * 3;
	// A mirrored mesh would be inside out.
	const isMirrored = matrix.determinant() < 0;
	const indices = new Uint32Array(count);
	for (let i = 0; i < count; i++) {
		const k = isMirrored ? i + [0, 1, -1][i % 3]! : i;
		indices[i] = index === null ? first + k : index.getX(first + k);
	}
	return { positions, indices, material };
}
