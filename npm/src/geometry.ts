import type { Engine } from './engine.js';
import { SidleError } from './errors.js';
import { type Numbers, type VectorLike, countVectors, writeVector } from './vectors.js';

/** The material of surfaces. */
export interface Material {
	/** Default 0. */
	friction?: number;
	/** 0 to 1. Default 0. */
	restitution?: number;
	/** 'front' for surfaces that let bodies pass from behind. Default 'two'. */
	sides?: 'two' | 'front';
	/** 0 to 31. Default 0. */
	layer?: number;
	/** The velocity of the surface in m/s, for example of a conveyor. */
	surfaceVelocity?: VectorLike;
}

/** Triangles. */
export interface Mesh {
	/** Three numbers for each vertex, in metres. */
	positions: Numbers;
	/** Three for each triangle. Without them, every three vertices are a triangle. */
	indices?: ArrayLike<number>;
	/** The index of a material, or one for each triangle. Default: a material with all defaults. */
	material?: number | ArrayLike<number>;
}

/** Terrain: heights over a grid in x and z. */
export interface HeightField {
	columns: number;
	rows: number;
	/** The distance of two columns, in metres. */
	cellX: number;
	/** The distance of two rows, in metres. */
	cellZ: number;
	/** The corner with the smallest x and z; its y is added to the heights. Default: the origin. */
	origin?: VectorLike;
	/** Row by row. A `Uint16Array` with `base` and `step` has heights `base + step * sample`. */
	heights: Numbers | Uint16Array;
	base?: number;
	step?: number;
	/** Numbers of cells (row * (columns - 1) + column) without ground. */
	holes?: ArrayLike<number>;
	/** Numbers of cells that are split by their other diagonal. */
	otherDiagonals?: ArrayLike<number>;
	/** The index of a material. Default: a material with all defaults. */
	material?: number;
}

/** The geometry of a level. */
export interface Geometry {
	materials?: readonly Material[];
	meshes?: readonly Mesh[];
	heightFields?: readonly HeightField[];
	/** The spatial index. Results do not depend on it. Default 'bvh'. */
	index?: 'bvh' | 'octree';
}

const MATERIAL_WORDS = 7;
const FIELD_WORDS = 18;

export function wordsOfGeometry({ materials = [], meshes = [], heightFields = [] }: Geometry): number {
	let words = 4 + MATERIAL_WORDS * materials.length;
	for (const { positions, indices, material } of meshes) {
		const triangles = indices === undefined ? positions.length / 3 : indices.length;
		words += 4 + positions.length + triangles + (typeof material === 'object' ? material.length : 1);
	}
	for (const { heights, holes, otherDiagonals } of heightFields) {
		words += FIELD_WORDS + heights.length + (holes?.length ?? 0) + (otherDiagonals?.length ?? 0);
	}
	return Math.ceil(words);
}

/** Writes geometry. `first` is the number of its first material. */
export function writeGeometry(engine: Engine, geometry: Geometry, first: number): void {
	const { materials = [], meshes = [], heightFields = [], index = 'bvh' } = geometry;
	engine.word(index === 'octree' ? 1 : 0);
	engine.word(materials.length);
	for (const material of materials) {
		engine.float(material.friction ?? 0);
		engine.float(material.restitution ?? 0);
		engine.word(material.sides === 'front' ? 1 : 0);
		engine.word(material.layer ?? 0);
		writeVector(engine, material.surfaceVelocity ?? [0, 0, 0], 'surfaceVelocity');
	}
	engine.word(meshes.length);
	for (const mesh of meshes) writeMesh(engine, mesh, first);
	engine.word(heightFields.length);
	for (const field of heightFields) writeField(engine, field, first);
}

function writeMesh(engine: Engine, { positions, indices, material = -1 }: Mesh, first: number): void {
	const vertices = countVectors(positions, 'positions');
	const corners = indices?.length ?? vertices;
	if (corners % 3 !== 0) {
		throw new SidleError('input', `${indices === undefined ? 'positions' : 'indices'}: ${corners} corners are not a whole number of triangles`);
	}
	engine.word(vertices);
	engine.floats(positions);
	engine.word(corners / 3);
	if (indices === undefined) for (let i = 0; i < corners; i++) engine.word(i);
	else engine.integers(indices);
	if (typeof material === 'number') {
		engine.word(0);
		engine.word(material + first);
		return;
	}
	if (material.length !== corners / 3) {
		throw new SidleError('input', `material has ${material.length} numbers for ${corners / 3} triangles`);
	}
	engine.word(1);
	for (let i = 0; i < material.length; i++) engine.word(material[i]! + first);
}

function writeField(engine: Engine, field: HeightField, first: number): void {
	const { columns, rows, heights, holes = [], otherDiagonals = [], material = -1 } = field;
	if (heights.length !== columns * rows) {
		throw new SidleError('input', `heights has ${heights.length} numbers, but needs ${columns} x ${rows}`);
	}
	const quantized = heights instanceof Uint16Array;
	engine.word(material + first);
	engine.word(columns);
	engine.word(rows);
	engine.float(field.cellX);
	engine.float(field.cellZ);
	writeVector(engine, field.origin ?? [0, 0, 0], 'origin');
	engine.word(quantized ? 1 : 0);
	if (quantized) {
		engine.float64(field.base ?? 0);
		engine.float64(field.step ?? 1);
	}
	engine.word(heights.length);
	if (quantized) engine.integers(heights);
	else engine.floats(heights);
	for (const cells of [holes, otherDiagonals]) {
		engine.word(cells.length);
		engine.integers(cells);
	}
}
