// The settings of a run, with their ranges. Every value is a multiple of a step, so that a link can hold it exactly.

import { Shape } from 'sidle';

/** Name, lowest and highest value, digits after the point, and the default. */
export const NUMBERS = {
	rate: [5, 240, 0, 30],
	speed: [1, 30, 1, 6],
	radius: [0.1, 1, 2, 0.35],
	height: [0.4, 3, 2, 1.6],
	skin: [0.0001, 0.05, 4, 0.001],
	step: [0, 1, 2, 0.4],
	slope: [10, 80, 0, 50],
	gravity: [1, 30, 2, 9.81],
};
export const SHAPES = ['capsule', 'ellipsoid', 'sphere'];

export const defaults = () => ({ shape: 'capsule', ...Object.fromEntries(Object.entries(NUMBERS).map(([name, range]) => [name, range[3]])) });

/** Brings a number of the settings into its range, and rounds it to its digits. */
export function quantize(name, value) {
	const [low, high, digits] = NUMBERS[name];
	return Number(Math.min(high, Math.max(low, value)).toFixed(digits));
}

/** Returns true if a value is one that `quantize` returns. */
export const isSetting = (name, value) => Number.isFinite(value) && quantize(name, value) === value;

/** The whole height of the body in metres. */
export const heightOf = ({ shape, radius, height }) => (shape === 'sphere' ? 2 * radius : Math.max(height, shape === 'capsule' ? 2 * radius : 0));

/** The height of a crouching capsule, or 0: the other shapes do not crouch. */
export function crouchHeightOf(settings) {
	const low = 0.56 * heightOf(settings);
	return settings.shape === 'capsule' && low >= 2 * settings.radius ? low : 0;
}

/** The shape of the body of Sid. */
export function shapeOf(settings) {
	const { shape, radius } = settings;
	if (shape === 'sphere') return Shape.sphere(radius);
	if (shape === 'ellipsoid') return Shape.ellipsoid([radius, heightOf(settings) / 2, radius]);
	return Shape.capsule(radius, heightOf(settings));
}

/** The settings of the character. `crates/sidle-cli/src/replay/link` has the same. */
export function characterConfig(settings) {
	return {
		shape: shapeOf(settings),
		crouchHeight: crouchHeightOf(settings),
		jumpHeight: 1.2,
		stepHeight: settings.step,
		airAcceleration: 40,
		skinWidth: settings.skin,
		gravity: settings.gravity,
		maxSlopeAngle: (settings.slope * Math.PI) / 180,
	};
}
