import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { InstancedMesh } from '@babylonjs/core/Meshes/instancedMesh.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Node } from '@babylonjs/core/node.js';
import type { Mesh as MeshData } from '../geometry.js';
import { SidleError } from '../errors.js';
import type { Vector } from '../vectors.js';

/** The 16 numbers of a matrix of Babylon.js, for row vectors. */
type MatrixNumbers = ArrayLike<number>;

/** `Material.CounterClockWiseSideOrientation`. */
const COUNTER_CLOCKWISE = 1;
/** `Material.TriangleStripDrawMode` and `Material.TriangleFanDrawMode`. */
const STRIPS = [7, 8];

/** Computes the world matrix of a node after those of its parents. `done` has the nodes that are up to date. */
export function computeWorldMatrix(node: Node, done: Set<Node>): void {
	if (done.has(node)) return;
	done.add(node);
	if (node.parent !== null) computeWorldMatrix(node.parent, done);
	node.computeWorldMatrix(true);
}

/** Returns the absolute position of a mesh. Without a parent, it is not rounded to the f32 of matrices. */
export function placeOf(mesh: AbstractMesh): Readonly<Vector> {
	if (mesh.parent === null && !mesh.isUsingPivotMatrix()) return mesh.position;
	computeWorldMatrix(mesh, new Set());
	return mesh.getAbsolutePosition();
}

/** Moves a mesh by a vector in the coordinates of the scene. */
export function shift(mesh: AbstractMesh, by: Vector): void {
	const { x, y, z } = mesh.parent === null ? by : rotated(by, mesh.parent.getWorldMatrix().clone().invert().m);
	const { position } = mesh;
	position.set(position.x + x, position.y + y, position.z + z);
	mesh.computeWorldMatrix(true);
}

function rotated({ x, y, z }: Vector, m: MatrixNumbers): Vector {
	const component = (k: number) => x * m[k]! + y * m[4 + k]! + z * m[8 + k]!;
	return { x: component(0), y: component(1), z: component(2) };
}

/** Returns the triangles of a mesh in world coordinates: one part, or one for each thin instance. */
export function partsOf(mesh: AbstractMesh, material: number): MeshData[] {
	const local = mesh.getVerticesData('position');
	if (local === null) throw new SidleError('input', `the mesh '${mesh.name}' has no positions`);
	if (mesh.material !== null && STRIPS.includes(mesh.material.fillMode)) {
		throw new SidleError('input', `the mesh '${mesh.name}' has strips or fans; only lists of triangles are supported`);
	}
	const isReversed = hasReversedFaces(mesh);
	return placesOf(mesh).map((matrix) => {
		const positions = transformed(local, matrix);
		return { positions, indices: indicesOf(mesh, isReversed !== determinant(matrix) < 0), material };
	});
}

/**
 * Returns true if the corners of the front faces go the other way than in sidle, where the normal is (b - a) x (c - a).
 * The side of a face depends on the orientation of the material or the mesh, and on the handedness of the scene.
 */
function hasReversedFaces(mesh: AbstractMesh): boolean {
	const source = (mesh as InstancedMesh).sourceMesh ?? (mesh as Mesh);
	const orientation = mesh.material?.sideOrientation ?? source.sideOrientation;
	return (orientation === COUNTER_CLOCKWISE) !== mesh.getScene().useRightHandedSystem;
}

function placesOf(mesh: AbstractMesh): MatrixNumbers[] {
	const own = mesh.getWorldMatrix();
	if (!mesh.hasThinInstances) return [own.m];
	return (mesh as Mesh).thinInstanceGetWorldMatrices().map((matrix) => product(matrix.m, own.m));
}

function transformed(local: ArrayLike<number>, m: MatrixNumbers): Float32Array {
	const positions = new Float32Array(local.length);
	for (let i = 0; i < local.length; i += 3) {
		const [x, y, z] = [local[i]!, local[i + 1]!, local[i + 2]!];
		for (let k = 0; k < 3; k++) positions[i + k] = x * m[k]! + y * m[4 + k]! + z * m[8 + k]! + m[12 + k]!;
	}
	return positions;
}

function indicesOf(mesh: AbstractMesh, isReversed: boolean): Uint32Array {
	const given = mesh.getIndices();
	const isIndexed = given !== null && given.length > 0;
	const corners = isIndexed ? given.length : mesh.getTotalVertices();
	const indices = new Uint32Array(corners - (corners % 3));
	for (let i = 0; i < indices.length; i++) {
		const k = isReversed ? i + [0, 1, -1][i % 3]! : i;
		indices[i] = isIndexed ? given[k]! : k;
	}
	return indices;
}

/** Multiplies two matrices in f64: first `a`, then `b`. */
function product(a: MatrixNumbers, b: MatrixNumbers): Float64Array {
	const c = new Float64Array(16);
	for (let row = 0; row < 4; row++) {
		for (let column = 0; column < 4; column++) {
			for (let k = 0; k < 4; k++) c[4 * row + column]! += a[4 * row + k]! * b[4 * k + column]!;
		}
	}
	return c;
}

/** The determinant of the upper left 3 x 3 matrix: negative if it mirrors. */
function determinant(m: MatrixNumbers): number {
	const minor = (i: number, k: number) => m[4 + i]! * m[8 + k]! - m[4 + k]! * m[8 + i]!;
	return m[0]! * minor(1, 2) - m[1]! * minor(0, 2) + m[2]! * minor(0, 1);
}
