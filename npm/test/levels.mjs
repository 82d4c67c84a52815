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

const plate = { positions: [-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1], indices: [0, 1, 2, 0, 2, 3] };
const door = { positions: [0, 0, -2, 0, 3, -2, 0, 3, 2, 0, 0, 2], indices: [0, 1, 2, 0, 2, 3] };

/**
 * A ride in the room: a plate that turns while it goes, a door that pushes after 20 steps, and a plate far away. `motions` has those
 * of a step.
 */
export function ride(world) {
	const [table, wall] = [plate, door].map((mesh) => world.addGeometry({ meshes: [mesh] }));
	const carrier = (i) => ({ position: [-6 + i * 0.02, 0.5 + i * 0.01, 0], rotation: [0, i * 0.01, 0, 1] });
	const pusher = (i) => ({ position: [-5.4 - Math.max(0, i - 20) * 0.05, 0.3, 0] });
	const far = (i) => ({ position: [-8, 4 + i * 0.02, 8] });
	const movers = [[table, carrier], [wall, pusher], [table, far]].map(([geometry, pose]) => ({ pose, instance: world.addInstance(geometry, pose(0)) }));
	const motionOf = (i) => ({ pose, instance }) => ({ instance, from: pose(i), to: pose(i + 1) });
	const motions = (i) => movers.filter((_, k) => k !== 1 || i >= 20).map(motionOf(i));
	return { start: [-6, 0.5, 0], motions, inputs: Array.from({ length: 45 }, (_, i) => ({ wishVelocity: [i % 3 ? 0.4 : 0, 0, 0.2], jump: i === 33 })) };
}
