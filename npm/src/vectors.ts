import type { Engine } from './engine.js';
import { SidleError } from './errors.js';

/** A vector in results, in metres or metres a second. */
export interface Vector {
	x: number;
	y: number;
	z: number;
}

/** A vector in arguments: an object with x, y and z (as those of three.js and Babylon.js), or three numbers. */
export type VectorLike = Readonly<Vector> | readonly [number, number, number] | Float32Array | Float64Array;

/** A rotation in arguments: a quaternion as an object or as four numbers x, y, z, w. It need not have length 1. */
export type RotationLike =
	| { readonly x: number; readonly y: number; readonly z: number; readonly w: number }
	| readonly [number, number, number, number]
	| Float32Array
	| Float64Array;

/** Numbers in arguments: a typed array, or a plain array. */
export type Numbers = Float32Array | Float64Array | readonly number[];

export function component(v: VectorLike | RotationLike, i: 0 | 1 | 2 | 3): number {
	if ('x' in v) return i === 0 ? v.x : i === 1 ? v.y : i === 2 ? v.z : (v as { w: number }).w;
	return v[i]!;
}

export function writeVector(engine: Engine, v: VectorLike, name: string): void {
	if (v === undefined || v === null || (!('x' in v) && v.length !== 3)) {
		throw new SidleError('input', `${name} must have x, y and z, or three numbers`);
	}
	for (let i = 0; i < 3; i++) engine.float(component(v, i as 0 | 1 | 2));
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

/** Checks that an array holds `count` vectors, or any whole number of them. Returns their number. */
export function countVectors(values: ArrayLike<number>, name: string, count?: number): number {
	if (values.length % 3 !== 0 || (count !== undefined && values.length !== 3 * count)) {
		const expected = count === undefined ? 'three for each vector' : `${3 * count}`;
		throw new SidleError('input', `${name} has ${values.length} numbers, but needs ${expected}`);
	}
	return values.length / 3;
}
