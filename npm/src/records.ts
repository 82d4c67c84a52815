import type { Engine } from './engine.js';
import { type Vector, type VectorLike, readPosition, readVector, writePosition } from './vectors.js';

/** The identifier of an instance, a number that is never used again. 0 is the level itself. */
export type InstanceId = number;

/** The surface of a hit or a contact. */
export interface Surface {
	instance: InstanceId;
	/** The number of the triangle, in the order in which triangles were added. */
	polygon: number;
	/** The index of the material in the list of the world, or -1 for the default material. */
	material: number;
	/** 0 to 31. */
	layer: number;
	feature: 'face' | 'edge' | 'corner';
	/** The number of the edge or the corner; 0 for a face. */
	featureIndex: number;
}

/** A hit of a cast. */
export interface Hit {
	/** The fraction of the motion, 0 to 1. */
	fraction: number;
	point: Vector;
	normal: Vector;
	surface: Surface;
}

/** A contact of a move. */
export interface MoveHit extends Hit {
	/** The speed in m/s that the surface took along its normal. */
	speedRemoved: number;
}

/** A contact of a body at rest. */
export interface Contact {
	point: Vector;
	normal: Vector;
	/** Below 0 if the body overlaps the surface. */
	distance: number;
	surface: Surface;
}

/** The polygons that a query or a move collides with. */
export interface Filter {
	/** A bit mask of layers. Default: all. */
	layers?: number;
	/** True to see triggers only. Default false. */
	triggers?: boolean;
}

const FEATURES = ['face', 'edge', 'corner'] as const;

export function readInstance(engine: Engine): InstanceId {
	const index = engine.readWord();
	return index + engine.readWord() * 2 ** 32;
}

export function writeInstance(engine: Engine, id: InstanceId): void {
	engine.word(id >>> 0);
	engine.word(Math.floor(id / 2 ** 32));
}

export function readSurface(engine: Engine): Surface {
	const instance = readInstance(engine);
	const polygon = engine.readWord();
	const material = engine.readWord();
	const feature = engine.readWord();
	return {
		instance,
		polygon,
		material: (material & 0xffff) - 1,
		layer: material >>> 16,
		feature: FEATURES[feature >>> 8]!,
		featureIndex: feature & 0xff,
	};
}

/** Reads a flag and a surface. */
export function readOptionalSurface(engine: Engine): Surface | undefined {
	if (engine.readWord() !== 0) return readSurface(engine);
	engine.out += 5;
	return undefined;
}

/** The words of a hit of a cast, with a flag. */
export const HIT_WORDS = 17;

export function readHit(engine: Engine): Hit | undefined {
	if (engine.readWord() === 0) {
		engine.out += HIT_WORDS - 1;
		return undefined;
	}
	return { fraction: engine.readFloat64(), point: readPosition(engine), normal: readVector(engine), surface: readSurface(engine) };
}

export function readMoveHit(engine: Engine): MoveHit {
	const [fraction, point, normal] = [engine.readFloat64(), readPosition(engine), readVector(engine)];
	return { fraction, point, normal, speedRemoved: engine.readFloat(), surface: readSurface(engine) };
}

/** Reads a list: its length, and its elements. */
export function readList<T>(engine: Engine, read: (engine: Engine) => T): T[] {
	const list: T[] = [];
	for (let left = engine.readWord(); left > 0; left--) list.push(read(engine));
	return list;
}

export function writeFilter(engine: Engine, filter: Filter | undefined): void {
	engine.word((filter?.layers ?? -1) >>> 0);
	engine.word(filter?.triggers ? 1 : 0);
}

/** How the body responds to a wall. */
export type Response = 'slide' | 'momentum' | 'stop' | 'push-back' | 'bounce';
const RESPONSES: readonly Response[] = ['slide', 'momentum', 'stop', 'push-back', 'bounce'];

/** The settings of a move. */
export interface MoveConfig {
	/** Default 'slide'. */
	response?: Response;
	/** The distance in metres that the body keeps from the world. Default 0.001. */
	skinWidth?: number;
	/** Default 1. */
	frictionScale?: number;
	/** Default 'coulomb'. */
	frictionLaw?: 'coulomb' | 'drag';
	/** Default 1. */
	restitutionScale?: number;
	/** Default 0. */
	bounceThreshold?: number;
	/** What to do when the start overlaps the world: nothing, push the body out, or start at this position instead. */
	onOverlap?: 'refuse' | 'push-out' | VectorLike;
	/** Default 256. */
	maxIterations?: number;
	filter?: Filter;
	/** Default false. */
	recordPath?: boolean;
}

/** The words of the settings of a move. */
export const CONFIG_WORDS = 17;
const ORIGIN = [0, 0, 0] as const;
const NO_CONFIG: MoveConfig = {};

export function writeMoveConfig(engine: Engine, config = NO_CONFIG): void {
	const { response = 'slide', onOverlap = 'refuse' } = config;
	engine.word(RESPONSES.indexOf(response));
	engine.float(config.skinWidth ?? 0.001);
	engine.float(config.frictionScale ?? 1);
	engine.word(config.frictionLaw === 'drag' ? 1 : 0);
	engine.float(config.restitutionScale ?? 1);
	engine.float(config.bounceThreshold ?? 0);
	const policy = onOverlap === 'refuse' ? 0 : onOverlap === 'push-out' ? 1 : 2;
	engine.word(policy);
	writePosition(engine, typeof onOverlap === 'string' ? ORIGIN : onOverlap, 'onOverlap');
	engine.word(config.maxIterations ?? 256);
	writeFilter(engine, config.filter);
	engine.word(config.recordPath ? 1 : 0);
}

/** Why a move ended. */
export type StopReason =
	| 'arrived'
	| 'blocked'
	| 'no-freedom'
	| 'reversed'
	| 'iteration-limit'
	| 'started-inside'
	| 'invalid-input';
/** The reasons, by the numbers in `MoveResults.reasons`. */
export const STOP_REASONS: readonly StopReason[] = [
	'arrived',
	'blocked',
	'no-freedom',
	'reversed',
	'iteration-limit',
	'started-inside',
	'invalid-input',
];
