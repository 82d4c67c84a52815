// Levels of the tests.

/** A floor of 18 by 18 metres, and a wall at x = 2 without thickness. */
export const room = {
	positions: [-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9, 2, 0, -9, 2, 5, -9, 2, 5, 9, 2, 0, 9],
	indices: [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7],
};

/** Asserts that numbers are within a tolerance. */
export function isNear(actual, expected, tolerance = 1e-5) {
	if (Math.abs(actual - expected) <= tolerance) return;
	throw new Error(`${actual} is not within ${tolerance} of ${expected}`);
}
