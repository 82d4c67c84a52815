// Plays the tapes of `sidle-bits`: repeats the moves of a scene and computes its hash. Also runs in a browser.

const RESPONSES = ['slide', 'momentum', 'stop', 'push-back', 'bounce'];
const FEATURES = ['face', 'edge', 'corner'];

/** The hash of `crates/sidle-bits/src/record.rs`. */
class Record {
	hash = 0xcbf29ce484222325n;
	#float = new Float32Array(1);
	#bits = new Uint32Array(this.#float.buffer);
	#double = new Float64Array(1);
	#wideBits = new BigUint64Array(this.#double.buffer);

	word(word) {
		const mixed = BigInt.asUintN(64, (this.hash ^ BigInt(word)) * 0x9e3779b97f4a7c15n);
		this.hash = mixed ^ (mixed >> 32n);
	}

	float(x) {
		this.#float[0] = x;
		this.word(this.#bits[0]);
	}

	double(x) {
		this.#double[0] = x;
		this.word(this.#wideBits[0]);
	}

	vector({ x, y, z }) {
		this.float(x);
		this.float(y);
		this.float(z);
	}

	position({ x, y, z }) {
		this.double(x);
		this.double(y);
		this.double(z);
	}

	surface({ instance, polygon, material, layer, feature, featureIndex }) {
		this.word((BigInt(instance % 2 ** 32) << 32n) | BigInt(polygon));
		const kind = FEATURES.indexOf(feature);
		this.word((BigInt(material + 1) << 32n) | BigInt((layer << 16) | (kind << 8) | featureIndex));
	}

	move(end, reasons) {
		this.position(end.position);
		this.vector(end.velocity);
		this.word((reasons.indexOf(end.reason) << 8) | ['none', 'returned', 'pushed-out'].indexOf(end.startAdjustment));
		this.float(end.distance);
		this.double(end.fraction);
		this.word(end.iterations);
		this.float(end.skin);
		this.word(end.hits.length);
		for (const hit of end.hits) {
			this.double(hit.fraction);
			this.position(hit.point);
			this.vector(hit.normal);
			this.float(hit.speedRemoved);
			this.surface(hit.surface);
		}
		this.word(end.path.length);
		end.path.forEach((corner) => this.position(corner));
	}
}

/** Plays a tape with the package `sidle`. Returns the number of moves and the hash of their results, as 16 digits. */
export function play({ World, Shape, STOP_REASONS }, buffer) {
	const [words, floats] = [new Uint32Array(buffer), new Float32Array(buffer)];
	const record = new Record();
	let [at, moves, world, shape, config] = [0, 0];
	const word = () => words[at++];
	const float = () => floats[at++];
	const some = (array, count) => array.subarray(at, (at += count));
	// Doubles are not aligned.
	const position = () => new Float64Array(some(words, 6).slice().buffer);
	while (at < words.length) {
		const kind = word();
		if (kind === 1) {
			world?.free();
			world = level({ World, word, float, some, words, floats });
		} else if (kind === 2) {
			shape = body(Shape, word(), some(floats, 3)).withRotation(some(floats, 4));
		} else if (kind === 3) {
			config = {
				response: RESPONSES[word()],
				skinWidth: float(),
				frictionScale: float(),
				frictionLaw: ['coulomb', 'drag'][word()],
				restitutionScale: float(),
				bounceThreshold: float(),
				maxIterations: word(),
				recordPath: word() !== 0,
			};
		} else if (kind === 4) {
			record.move(world.moveAndSlide(shape, position(), some(floats, 3), config, some(floats, 3)), STOP_REASONS);
			moves++;
		} else {
			throw new Error(`a record of kind ${kind}`);
		}
	}
	world?.free();
	return { moves, hash: record.hash.toString(16).padStart(16, '0') };
}

function level({ World, word, float, some, words, floats }) {
	const materials = Array.from({ length: word() }, () => ({
		friction: float(),
		restitution: float(),
		sides: word() !== 0 ? 'front' : 'two',
		layer: word(),
		surfaceVelocity: some(floats, 3),
	}));
	const positions = some(floats, 3 * word());
	const count = word();
	return new World({ materials, meshes: [{ positions, indices: some(words, 3 * count), material: some(words, count) }] });
}

function body(Shape, kind, [a, b, c]) {
	return [() => Shape.point(), () => Shape.sphere(a), () => Shape.ellipsoid([a, b, c]), () => Shape.capsule(a, b)][kind]();
}

/** Reads goldens.txt: the hash and the number of moves of each scene. */
export function goldens(text) {
	const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
	return new Map(rows.map((line) => line.split(/\s+/)).map(([scene, hash, answers]) => [scene, { hash, moves: Number(answers) }]));
}
