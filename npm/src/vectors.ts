import type { Engine } from './engine.js';
import { SidleError } from './errors.js';

/**
 * A vector in results, in metres or metres a second. Positions have the precision of JavaScript numbers (f64); velocities, normals and
 * impulses that of f32.
 */
export interface Vector {
	x: number;
	y: number;
	z: number;
}

/**
 * A vector in arguments: an object with x, y and z (as those of three.js and Babylon.js), or three numbers. Positions and the motions of
 * casts are not rounded, and have components from -2^30 to 2^30 metres. All other vectors are rounded to f32.
 */
export type VectorLike = Readonly<Vector> | readonly [number, number, number] | Float32Array | Float64Array;

/** A rotation in arguments: a quaternion as an object or as four numbers x, y, z, w. It need not have length 1. */
export type RotationLike =
	| { readonly x: number; readonly y: number; readonly z: number; readonly w: number }
	| readonly [number, number, number, number]
	| Float32Array
	| Float64Array;

/** Numbers in arguments: a typed array, or a plain array. Use a `Float64Array` for positions: a `Float32Array` has rounded them. */
export type Numbers = Float32Array | Float64Array | readonly number[];

export function component(v: VectorLike | RotationLike, i: 0 | 1 | 2 | 3): number {
	if ('x' in v) return i === 0 ? v.x : i === 1 ? v.y : i === 2 ? v.z : (v as { w: number }).w;
	return v[i]!;
}

function checkVector(v: VectorLike, name: string): void {
	if (v === undefined || v === null || (!('x' in v) && v.length !== 3)) {
		throw new SidleError('input', `${name} must have x, y and z, or three numbers`);
	}
}

/** Writes a vector, rounded to f32. */
export function writeVector(engine: Engine, v: VectorLike, name: string): void {
	checkVector(v, name);
	for (let i = 0; i < 3; i++) engine.float(component(v, i as 0 | 1 | 2));
}

/** The words of a position. */
export const POSITION_WORDS = 6;

/** Writes a position, or the motion of a cast, in f64. */
export function writePosition(engine: Engine, v: VectorLike, name: string): void {
	checkVector(v, name);
	for (let i = 0; i < 3; i++) engine.float64(component(v, i as 0 | 1 | 2));
}

export function checkRotation(q: RotationLike): void {
	if (!('x' in q) && q.length !== 4) throw new SidleError('input', 'rotation must have x, y, z and w, or four numbers');
}

export function readVector(engine: Engine, into: Vector = { x: 0, y: 0, z: 0 }): Vector {
	into.x = engine.readFloat();
	into.y = engine.readFloat();
	into.z = engine.readFloat();
	return into;
}

export function readPosition(engine: Engine): Vector {
	return { x: engine.readFloat64(), y: engine.readFloat64(), z: engine.readFloat64() };
}

/** Checks that an array for results does not round them. */
export function checkFloat64(values: Float64Array, name: string): void {
	if (!(values instanceof Float64Array)) throw new SidleError('input', `${name} must be a Float64Array`);
}

/** Checks that an array holds `count` vectors, or any whole number of them. Returns their number. */
export function countVectors(values: ArrayLike<number>, name: string, count?: number): number {
	if (values.length % 3 !== 0 || (count !== undefined && values.length !== 3 * count)) {
		const expected = count === undefined ? 'three for each vector' : `${3 * count}`;
		throw new SidleError('input', `${name} has ${values.length} numbers, but needs ${expected}`);
	}
	return values.length / 3;
}
