// How deep a body is in a wall, by the independent checker in `crates/sidle-judge-wasm`. It computes in f64, from the triangles alone.

/** The shapes, by their numbers in the module. */
const SHAPES = ['sphere', 'capsule', 'ellipsoid'];
const NUMBERS_OF_TRIANGLE = 9;

/**
 * Makes a function of the bytes of the module: the depth in metres of an upright body with its feet at `at`, in the triangles of
 * a world. It is 0 if the body overlaps none.
 *
 * The depth is how far the body has to go to leave the deepest triangle, along the normal at its nearest point, as if each
 * triangle were alone. It is exact for spheres and capsules, and in faces also for ellipsoids; at edges and corners, the depth of
 * an ellipsoid is at least that.
 */
export async function createJudge(bytes) {
	const { instance } = await WebAssembly.instantiate(bytes, {});
	const { memory, sidle_judge_input: input, sidle_judge_depth: judge } = instance.exports;

	return function depthIn(world, at, { shape, radius, height }) {
		const low = [at.x - radius, at.y, at.z - radius];
		const high = [at.x + radius, at.y + height, at.z + radius];
		const numbers = [];
		world.eachPolygonInBox(low, high, (corners) => {
			// A polygon with more corners is a fan of triangles.
			for (let i = 3; i + 6 <= corners.length; i += 3) numbers.push(corners[0], corners[1], corners[2], ...corners.subarray(i, i + 6));
		});
		const triangles = numbers.length / NUMBERS_OF_TRIANGLE;
		const address = input(triangles) >>> 0;
		new Float32Array(memory.buffer, address, numbers.length).set(numbers);
		const depth = judge(SHAPES.indexOf(shape), radius, height, at.x, at.y, at.z, triangles);
		if (Number.isNaN(depth)) throw new Error(`there is no depth of the shape ${shape} with radius ${radius} and height ${height} at ${at.x}, ${at.y}, ${at.z}`);
		return depth;
	};
}
