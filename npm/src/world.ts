/// <reference lib="esnext.disposable" preserve="true" />
import { type Engine, ready } from './engine.js';
import { SidleError } from './errors.js';
import {
	CONFIG_WORDS,
	HIT_WORDS,
	type Contact,
	type Filter,
	type Hit,
	type InstanceId,
	type MoveConfig,
	type MoveHit,
	STOP_REASONS,
	type StopReason,
	type Surface,
	readHit,
	readInstance,
	readList,
	readMoveHit,
	readSurface,
	writeFilter,
	writeInstance,
	writeMoveConfig,
} from './records.js';
import type { Shape } from './shape.js';
import { type Geometry, writeGeometry, wordsOfGeometry } from './geometry.js';
import { type Pose, POSE_WORDS, writePose } from './pose.js';
import {
	type Numbers,
	POSITION_WORDS,
	type Vector,
	type VectorLike,
	checkFloat64,
	component,
	countVectors,
	readPosition,
	readVector,
	writePosition,
	writeVector,
} from './vectors.js';

/** The result of a move. */
export interface MoveResult {
	/** The centre of the body at the end, in f64: pass it on as it is. Where it is drawn, it may be rounded to f32. */
	position: Vector;
	velocity: Vector;
	reason: StopReason;
	/** What was done about a start that overlapped the world. */
	startAdjustment: 'none' | 'returned' | 'pushed-out';
	/** The length of the path in metres. */
	distance: number;
	/** The fraction of the time of the move that was used, 0 to 1. */
	fraction: number;
	iterations: number;
	/** The distance in metres that the body kept from the world. */
	skin: number;
	/**
	 * A certified lower bound of the gap between the body and the world at `position`, in metres: from 0 to the skin (for an ellipsoid, to
	 * its thinnest part). 0 if it is not known. A position that is less than this away from `position` is free too. To store positions in
	 * f32, round this one with `Math.fround` where the bound exceeds sqrt(3) / 2 units in the last place of f32: 0.21 mm below 4,096 m.
	 */
	clearance: number;
	/** The contacts in order. */
	hits: MoveHit[];
	/** The corners of the path, if `recordPath` is set. */
	path: Vector[];
}

/** Many moves. Arrays have three numbers for each body. */
export interface Moves {
	/** One shape for all, or one for each body. */
	shape: Shape | readonly Shape[];
	/** The centres at the start. Use a `Float64Array`: a `Float32Array` has rounded them. */
	positions: Numbers;
	/** The displacements in metres. */
	displacements: Numbers;
	/** The velocities at the end without obstacles, in m/s. Default: the displacements, as if in one second. */
	velocities?: Numbers;
	config?: MoveConfig;
}

/** The results of many moves. Pass them again to avoid allocations. */
export interface MoveResults {
	positions: Float64Array;
	velocities: Float32Array;
	/** Indices into `STOP_REASONS`. */
	reasons: Uint8Array;
	/** Length of each path in metres. */
	distances: Float32Array;
	fractions: Float64Array;
	/** Certified lower bounds of the gaps at the ends, in metres: see `MoveResult.clearance`. */
	clearances: Float32Array;
}

/** The result of `depenetrate`. */
export interface Depenetration {
	position: Vector;
	/** 0 if the position is free, otherwise the depth in metres. */
	depth: number;
	isFree: boolean;
	iterations: number;
}

/** Facts about a world. */
export interface WorldInfo {
	polygons: number;
	vertices: number;
	degeneratePolygons: number;
	weldedVertices: number;
	openEdges: number;
	nonManifoldEdges: number;
	materials: number;
	memoryBytes: number;
	/** Undefined for an empty world. */
	bounds: { min: Vector; max: Vector } | undefined;
}

/** How an instance takes part in moves and queries. */
export interface InstanceOptions {
	/** The index of a material of the world, in place of those of the geometry. */
	material?: number;
	/** True for a trigger, which blocks nothing. */
	trigger?: boolean;
	/** True for a closed mesh that is solid: a body whose centre is inside is pushed out. Default: hollow. */
	solid?: boolean;
	/** Mass in kilograms of a body that your physics moves. */
	mass?: number;
}

/** The motion of an instance during a step. */
export interface InstanceMotion {
	instance: InstanceId;
	/** The pose at the start of the step. */
	from: Pose;
	/** The pose at its end, with the same scale. */
	to: Pose;
}

/** @internal */
export const wordsOfMotions = (motions: readonly InstanceMotion[]): number => 1 + motions.length * (2 + 2 * POSE_WORDS);

/** @internal */
export function writeMotions(engine: Engine, motions: readonly InstanceMotion[]): void {
	engine.word(motions.length);
	for (const { instance, from, to } of motions) {
		writeInstance(engine, instance);
		writePose(engine, from);
		writePose(engine, to);
	}
}

const ADJUSTMENTS = ['none', 'returned', 'pushed-out'] as const;
const SHAPE_WORDS = 8;
/** The words of the position, the displacement and the velocity of a body. */
const MOVE_WORDS = POSITION_WORDS + 3 + 3;
const RESULTS = ['reasons', 'distances', 'fractions', 'clearances'] as const;

/** A level: triangles, height fields and instances. Call `free()` when it is not used any more. */
export class World {
	private readonly engine: Engine;
	/** @internal */
	readonly handle: number;

	constructor(geometry: Geometry) {
		const engine = (this.engine = ready());
		engine.begin(wordsOfGeometry(geometry));
		writeGeometry(engine, geometry, 1);
		engine.run('sidle_world_build');
		this.handle = engine.readWord();
		engine.trim();
	}

	/** Builds a world of one mesh: positions, and three indices for each triangle (without them, every three positions are a triangle). */
	static fromTriangles(positions: Numbers, indices?: ArrayLike<number>): World {
		return new World({ meshes: [indices === undefined ? { positions } : { positions, indices }] });
	}

	/** Frees the memory. Every later call throws. */
	free(): void {
		this.engine.runOn('sidle_world_free', this.handle);
	}

	get info(): WorldInfo {
		const { engine } = this;
		engine.runOn('sidle_world_info', this.handle);
		const next = () => engine.readWord();
		const info: WorldInfo = {
			polygons: next(),
			vertices: next(),
			degeneratePolygons: next(),
			weldedVertices: next(),
			openEdges: next(),
			nonManifoldEdges: next(),
			materials: next() - 1,
			memoryBytes: next(),
			bounds: undefined,
		};
		if (next() !== 0) info.bounds = { min: readPosition(engine), max: readPosition(engine) };
		return info;
	}

	/**
	 * Moves a body along surfaces. `displacement` is in metres; `velocity` is the one at the end if nothing obstructs it.
	 * From a free start, the end is free, and the body crosses no surface, at any speed.
	 */
	moveAndSlide(shape: Shape, position: VectorLike, displacement: VectorLike, config?: MoveConfig, velocity = displacement): MoveResult {
		const { engine } = this;
		engine.begin(CONFIG_WORDS + 2 + SHAPE_WORDS + MOVE_WORDS);
		writeMoveConfig(engine, config);
		engine.word(1);
		engine.word(2);
		shape.write(engine);
		writePosition(engine, position, 'position');
		writeVector(engine, displacement, 'displacement');
		writeVector(engine, velocity, 'velocity');
		engine.run('sidle_move', this.handle);
		return {
			position: readPosition(engine),
			velocity: readVector(engine),
			reason: STOP_REASONS[engine.readWord()]!,
			startAdjustment: ADJUSTMENTS[engine.readWord()]!,
			distance: engine.readFloat(),
			fraction: engine.readFloat64(),
			iterations: engine.readWord(),
			skin: engine.readFloat(),
			clearance: engine.readFloat(),
			hits: readList(engine, readMoveHit),
			path: readList(engine, readPosition),
		};
	}

	/** Moves many bodies in one call, each on its own. With `results` of the same size it allocates nothing. */
	moveMany(moves: Moves, results?: MoveResults): MoveResults {
		const { engine } = this;
		const { shape, positions, displacements, velocities = displacements } = moves;
		const count = countVectors(positions, 'positions');
		countVectors(displacements, 'displacements', count);
		countVectors(velocities, 'velocities', count);
		const own = Array.isArray(shape);
		if (own && shape.length !== count) {
			throw new SidleError('input', `shape has ${shape.length} shapes for ${count} bodies`);
		}
		if (results !== undefined) checkResults(results, count);
		engine.begin(CONFIG_WORDS + 2 + SHAPE_WORDS * (own ? count : 1) + MOVE_WORDS * count);
		writeMoveConfig(engine, moves.config);
		engine.word(count);
		engine.word(own ? 1 : 0);
		if (own) for (const one of shape as readonly Shape[]) one.write(engine);
		else (shape as Shape).write(engine);
		engine.float64s(positions);
		engine.floats(displacements);
		engine.floats(velocities);
		engine.run('sidle_move', this.handle);
		return readResults(engine, count, results ?? newResults(count));
	}

	/** Finds a free position near a body that overlaps the world: the nearest one, or one at most 1.5 times as far. */
	depenetrate(shape: Shape, position: VectorLike, config?: MoveConfig): Depenetration {
		const { engine } = this;
		engine.begin(CONFIG_WORDS + SHAPE_WORDS + 1 + POSITION_WORDS);
		writeMoveConfig(engine, config);
		shape.write(engine);
		engine.word(1);
		writePosition(engine, position, 'position');
		engine.run('sidle_depenetrate', this.handle);
		const [found, depth, iterations] = [readPosition(engine), engine.readFloat(), engine.readWord()];
		return { position: found, depth, isFree: depth <= 0, iterations };
	}

	/** Casts a ray along `motion`, which is a displacement in metres and not a direction. Neither is rounded to f32. */
	castRay(origin: VectorLike, motion: VectorLike, filter?: Filter): Hit | undefined {
		const { engine } = this;
		engine.begin(3 + 2 * POSITION_WORDS);
		writeFilter(engine, filter);
		engine.word(1);
		writePosition(engine, origin, 'origin');
		writePosition(engine, motion, 'motion');
		engine.run('sidle_cast_rays', this.handle);
		return readHit(engine);
	}

	/** Casts many rays: three numbers for each origin and each motion. Returns the fractions, 1 without a hit. */
	castRays(origins: Numbers, motions: Numbers, filter?: Filter, fractions = new Float64Array(origins.length / 3)): Float64Array {
		const { engine } = this;
		const count = countVectors(origins, 'origins');
		countVectors(motions, 'motions', count);
		if (fractions.length !== count) throw new SidleError('input', `fractions has ${fractions.length} numbers, but needs ${count}`);
		checkFloat64(fractions, 'fractions');
		engine.begin(3 + 2 * POSITION_WORDS * count);
		writeFilter(engine, filter);
		engine.word(count);
		engine.float64s(origins);
		engine.float64s(motions);
		engine.run('sidle_cast_rays', this.handle);
		for (let i = 0; i < count; i++) engine.copyFloat64s(engine.out + HIT_WORDS * i + 1, 1, fractions, i);
		return fractions;
	}

	/** Moves a shape along `motion` until it touches a surface. */
	castShape(shape: Shape, origin: VectorLike, motion: VectorLike, filter?: Filter): Hit | undefined {
		this.beginShape(shape, filter, 1 + 2 * POSITION_WORDS);
		this.engine.word(1);
		writePosition(this.engine, origin, 'origin');
		writePosition(this.engine, motion, 'motion');
		this.engine.run('sidle_cast_shapes', this.handle);
		return readHit(this.engine);
	}

	/** Returns every surface that a shape touches along `motion`, nearest first. */
	castShapeAll(shape: Shape, origin: VectorLike, motion: VectorLike, filter?: Filter): Hit[] {
		this.beginShape(shape, filter, 2 * POSITION_WORDS);
		writePosition(this.engine, origin, 'origin');
		writePosition(this.engine, motion, 'motion');
		this.engine.run('sidle_cast_shape_all', this.handle);
		return readList(this.engine, (engine) => readHit(engine)!);
	}

	/** Returns true if the shape overlaps the world at this position. */
	overlaps(shape: Shape, position: VectorLike, filter?: Filter): boolean {
		this.beginShape(shape, filter, 1 + POSITION_WORDS);
		this.engine.word(1);
		writePosition(this.engine, position, 'position');
		this.engine.run('sidle_overlaps', this.handle);
		return this.engine.readWord() !== 0;
	}

	/** Returns the closest point of the world within `maxDistance` metres. */
	closestPoint(position: VectorLike, maxDistance = Infinity, filter?: Filter): { point: Vector; distance: number; surface: Surface } | undefined {
		const { engine } = this;
		engine.begin(4 + POSITION_WORDS);
		writeFilter(engine, filter);
		engine.float(maxDistance);
		engine.word(1);
		writePosition(engine, position, 'position');
		engine.run('sidle_closest_points', this.handle);
		if (engine.readWord() === 0) return undefined;
		return { point: readPosition(engine), distance: engine.readFloat(), surface: readSurface(engine) };
	}

	/** Lists the surfaces within `margin` metres of a body, nearest first. */
	contacts(shape: Shape, position: VectorLike, margin = 0, filter?: Filter): Contact[] {
		this.beginShape(shape, filter, 1 + POSITION_WORDS);
		writePosition(this.engine, position, 'position');
		this.engine.float(margin);
		this.engine.run('sidle_contacts', this.handle);
		return readList(this.engine, (engine) => {
			const [point, normal] = [readPosition(engine), readVector(engine)];
			return { point, normal, distance: engine.readFloat(), surface: readSurface(engine) };
		});
	}

	/**
	 * Calls `visit` with the corners of every polygon of the level that overlaps a box: nine or more numbers, valid only during the call.
	 * The corners of the level are f32, and the box is rounded outwards to f32.
	 */
	eachPolygonInBox(min: VectorLike, max: VectorLike, visit: (corners: Float32Array, polygon: number) => void, filter?: Filter): void {
		const { engine } = this;
		engine.begin(2 + 2 * POSITION_WORDS);
		writeFilter(engine, filter);
		writePosition(engine, min, 'min');
		writePosition(engine, max, 'max');
		engine.run('sidle_polygons_in_box', this.handle);
		for (let left = engine.readWord(); left > 0; left--) {
			const [polygon, corners] = [engine.readWord(), engine.readWord()];
			visit(engine.f32.subarray(engine.out, engine.out + 3 * corners), polygon);
			engine.out += 3 * corners;
		}
	}

	/** Adds a geometry that instances share. It names materials of this world. Returns its number. */
	addGeometry(geometry: Omit<Geometry, 'materials'>): number {
		const { engine } = this;
		engine.begin(wordsOfGeometry(geometry));
		writeGeometry(engine, geometry, 1);
		engine.run('sidle_geometry_add', this.handle);
		return engine.readWord();
	}

	/** Removes a geometry that no instance uses. */
	removeGeometry(geometry: number): void {
		this.engine.runOn('sidle_geometry_remove', this.handle, geometry);
	}

	/** Places a geometry in the world. */
	addInstance(geometry: number, pose: Pose = {}, options: InstanceOptions = {}): InstanceId {
		const { engine } = this;
		engine.begin(POSE_WORDS + 6);
		engine.word(geometry);
		writePose(engine, pose);
		engine.word(options.material === undefined ? 0 : 1);
		engine.word((options.material ?? -1) + 1);
		engine.word(options.trigger ? 1 : 0);
		engine.word(options.solid ? 1 : 0);
		engine.float(options.mass ?? 0);
		engine.run('sidle_instance_add', this.handle);
		return readInstance(engine);
	}

	removeInstance(instance: InstanceId): void {
		this.engine.begin(2);
		writeInstance(this.engine, instance);
		this.engine.run('sidle_instance_remove', this.handle);
	}

	/** Puts an instance elsewhere, without a motion: it carries and pushes nothing. */
	setPose(instance: InstanceId, pose: Pose): void {
		const { engine } = this;
		engine.begin(3 + POSE_WORDS);
		engine.word(1);
		writeInstance(engine, instance);
		writePose(engine, pose);
		engine.run('sidle_instances_place', this.handle);
	}

	/** Sets the motions of instances in the next step, which carry and push characters. All other instances rest. */
	setPoses(motions: readonly InstanceMotion[]): void {
		const { engine } = this;
		engine.begin(wordsOfMotions(motions));
		writeMotions(engine, motions);
		engine.run('sidle_instances_move', this.handle);
	}

	/** Captures a move as a text that repeats it bit for bit, for a bug report. Instances stand where their motions end. */
	captureMove(shape: Shape, position: VectorLike, displacement: VectorLike, config?: MoveConfig, velocity = displacement): string {
		const { engine } = this;
		engine.begin(CONFIG_WORDS + SHAPE_WORDS + MOVE_WORDS);
		writeMoveConfig(engine, config);
		shape.write(engine);
		writePosition(engine, position, 'position');
		writeVector(engine, displacement, 'displacement');
		writeVector(engine, velocity, 'velocity');
		engine.run('sidle_capture_move', this.handle);
		return engine.text();
	}

	private beginShape(shape: Shape, filter: Filter | undefined, words: number): void {
		this.engine.begin(2 + SHAPE_WORDS + words);
		writeFilter(this.engine, filter);
		shape.write(this.engine);
	}
}

function newResults(count: number): MoveResults {
	return {
		positions: new Float64Array(3 * count),
		velocities: new Float32Array(3 * count),
		reasons: new Uint8Array(count),
		distances: new Float32Array(count),
		fractions: new Float64Array(count),
		clearances: new Float32Array(count),
	};
}

function checkResults(results: MoveResults, count: number): void {
	countVectors(results.positions, 'results.positions', count);
	countVectors(results.velocities, 'results.velocities', count);
	checkFloat64(results.positions, 'results.positions');
	checkFloat64(results.fractions, 'results.fractions');
	for (const name of RESULTS) {
		// Objects that were made for an older version lack an array.
		const length = results[name]?.length ?? 0;
		if (length !== count) throw new SidleError('input', `results.${name} has ${length} numbers, but needs ${count}`);
	}
}

function readResults(engine: Engine, count: number, results: MoveResults): MoveResults {
	const { u32, f32, out } = engine;
	// Copies with `subarray` would allocate views.
	engine.copyFloat64s(out, 3 * count, results.positions, 0);
	for (let i = 0; i < 3 * count; i++) results.velocities[i] = f32[out + POSITION_WORDS * count + i]!;
	for (let i = 0; i < count; i++) {
		const at = out + (POSITION_WORDS + 3) * count + 8 * i;
		results.reasons[i] = u32[at]!;
		results.distances[i] = f32[at + 2]!;
		engine.copyFloat64s(at + 3, 1, results.fractions, i);
		results.clearances[i] = f32[at + 7]!;
	}
	return results;
}

/** A step of a replay that was run. */
export interface ReplayStep {
	position: Vector;
	/**
	 * Whether the end has the recorded bits; undefined without a record. In texts of versions that rounded positions to f32, whether it is
	 * within a skin of the recorded end.
	 */
	agrees: boolean | undefined;
}

/** Runs a replay (of moves, or of steps of a character) in a world of its own. */
export function runReplay(text: string): ReplayStep[] {
	const engine = ready();
	const bytes = new TextEncoder().encode(text);
	engine.begin(1 + Math.ceil(bytes.length / 4));
	engine.bytes(bytes);
	engine.run('sidle_replay_run');
	return readList(engine, () => {
		const position = readPosition(engine);
		const agrees = engine.readWord();
		return { position, agrees: agrees === 2 ? undefined : agrees === 1 };
	});
}

export interface World {
	/** Frees the world, for `using`. Exists where the environment has `Symbol.dispose`. */
	[Symbol.dispose](): void;
}
disposable(World);

/** Adds `Symbol.dispose` where it exists. */
export function disposable(type: { prototype: { free(): void } }): void {
	const symbol = (Symbol as { dispose?: symbol }).dispose;
	if (symbol !== undefined) Object.defineProperty(type.prototype, symbol, { value(this: { free(): void }) { this.free(); }, configurable: true });
}
export { component };
