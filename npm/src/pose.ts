import type { Engine } from './engine.js';
import { type RotationLike, type VectorLike, checkRotation, component } from './vectors.js';

/** Where an instance stands. Poses are computed in f64. The box of an instance must be within 1e9 metres of the origin. */
export interface Pose {
	/** In metres. Default: the origin. */
	position?: VectorLike;
	/** Default: none. */
	rotation?: RotationLike;
	/** The same along all axes. Default 1. */
	scale?: number;
}

/** The words of a pose. */
export const POSE_WORDS = 16;

export function writePose(engine: Engine, pose: Pose): void {
	const { position = [0, 0, 0], rotation = [0, 0, 0, 1], scale = 1 } = pose;
	checkRotation(rotation);
	for (const i of [0, 1, 2] as const) engine.float64(component(position, i));
	for (const i of [0, 1, 2, 3] as const) engine.float64(component(rotation, i));
	engine.float64(scale);
}
