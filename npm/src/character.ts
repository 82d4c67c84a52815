/// <reference lib="esnext.disposable" preserve="true" />
import { type Engine, ready } from './engine.js';
import { SidleError } from './errors.js';
import { type Filter, type InstanceId, STOP_REASONS, type StopReason, type Surface, readInstance, readList, readOptionalSurface } from './records.js';
import { Shape } from './shape.js';
import {
	type Numbers,
	POSITION_WORDS,
	type RotationLike,
	type Vector,
	type VectorLike,
	component,
	countVectors,
	readPosition,
	readVector,
	writePosition,
	writeVector,
} from './vectors.js';
import { type InstanceMotion, type World, disposable, wordsOfMotions, writeMotions } from './world.js';

/** The settings of characters. Lengths are in metres, times in seconds, angles in radians, masks are of layers. */
export interface CharacterConfig {
	/** Default: a capsule of radius 0.3 and height 1.8. */
	shape?: Shape;
	/** A shape in which it crouches, in place of `crouchHeight`. */
	crouchShape?: Shape;
	/** Against gravity. Default +y. */
	up?: VectorLike;
	/** Default 1; 0 if it cannot crouch. */
	crouchHeight?: number;
	/** Default 0.873 (50 degrees). */
	maxSlopeAngle?: number;
	/** The highest step, above the ground at the foot of its riser. Default 0.4. */
	stepHeight?: number;
	/** The least depth of the tread of a step. Default 0.02. */
	minStepWidth?: number;
	/** How far the ground may drop in one step so that the character follows it. Default 0.4. */
	snapDistance?: number;
	/** Default 0.001. */
	skinWidth?: number;
	/** Default 9.81. */
	gravity?: number;
	/** Default 60. */
	terminalSpeed?: number;
	/** Default 1.2. */
	jumpHeight?: number;
	/** Factor for the upward speed when the jump button is released. Default 0.5. */
	jumpCut?: number;
	/** Default 0.1. */
	coyoteTime?: number;
	/** Default 0.1. */
	jumpBuffer?: number;
	/** Default 15. */
	airAcceleration?: number;
	/** Default 30. */
	maxPushSpeed?: number;
	/** Default 80. */
	mass?: number;
	/** Default 200. */
	maxPushMass?: number;
	/** In newtons. Default 500. */
	maxPushForce?: number;
	/** Default 0.06. */
	stepSmoothing?: number;
	/** In metres, at most 50. Default 0: no ledges are reported. */
	ledgeDistance?: number;
	/** Default 3. */
	slipperyAcceleration?: number;
	/** Default: the desired velocity is taken at once. */
	groundAcceleration?: number;
	/** Default: no limit. */
	perchRadius?: number;
	/** Largest speed of strafing in the air, in the manner of Quake. Default: none. */
	strafeSpeed?: number;
	/** Default 'along-ground'. */
	slopeSpeed?: 'along-ground' | 'horizontal' | 'projected';
	/** Default 'add'. */
	leaveVelocity?: 'add' | 'add-upwards' | 'ignore';
	/** Default 'slide'. */
	steepGround?: 'slide' | 'stand';
	/** Default false. */
	crouchStaysOnLedges?: boolean;
	/** Default false. */
	recordPath?: boolean;
	/** Layers on which it never stands. */
	noGround?: number;
	/** Layers that it never climbs as a step. */
	noStep?: number;
	/** Slippery layers. */
	slippery?: number;
	/** Layers of triggers. */
	triggers?: number;
	/** Layers of platforms that are solid only from above. */
	platforms?: number;
	filter?: Filter;
}

// The order of the fields is that of `crates/sidle-wasm/src/characters_records.rs`.
// prettier-ignore
const NUMBERS = ['crouchHeight', 'maxSlopeAngle', 'stepHeight', 'minStepWidth', 'snapDistance', 'skinWidth', 'gravity', 'terminalSpeed', 'jumpHeight', 'jumpCut', 'coyoteTime', 'jumpBuffer', 'airAcceleration', 'maxPushSpeed', 'mass', 'maxPushMass', 'maxPushForce', 'stepSmoothing', 'ledgeDistance', 'slipperyAcceleration'] as const;
const OPTIONAL = ['groundAcceleration', 'perchRadius', 'strafeSpeed'] as const;
const MASKS = ['noGround', 'noStep', 'slippery', 'triggers', 'platforms'] as const;
const CHOICES = {
	slopeSpeed: ['along-ground', 'horizontal', 'projected'],
	leaveVelocity: ['add', 'add-upwards', 'ignore'],
	steepGround: ['slide', 'stand'],
} as const;
const FLAGS = ['crouchStaysOnLedges', 'recordPath'] as const;
export const CHARACTER_CONFIG_WORDS = 8 + 9 + 3 + NUMBERS.length + 6 + 3 + 2 + MASKS.length + 2;
const STATE_WORDS = 27;
const REPORT_WORDS = 51;
const NOWHERE: readonly [number, number, number] = [0, 0, 0];

type Defaults = Required<Omit<CharacterConfig, 'crouchShape' | 'filter' | (typeof OPTIONAL)[number]>>;

/** The default settings. */
export function defaultCharacterConfig(): CharacterConfig & Defaults {
	const engine = ready();
	engine.runOn('sidle_character_defaults');
	const config = { shape: Shape.read(engine) } as unknown as Record<string, unknown>;
	engine.out += 9;
	config['up'] = readVector(engine);
	for (const name of NUMBERS) config[name] = engine.readFloat();
	engine.out += 6;
	for (const [name, values] of Object.entries(CHOICES)) config[name] = values[engine.readWord()];
	for (const name of FLAGS) config[name] = engine.readWord() !== 0;
	for (const name of MASKS) config[name] = engine.readWord();
	return config as unknown as Defaults;
}

function writeConfig(engine: Engine, given: CharacterConfig, defaults: Defaults): void {
	const config = { ...defaults, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) } as Defaults & CharacterConfig;
	config.shape.write(engine);
	engine.word(config.crouchShape === undefined ? 0 : 1);
	(config.crouchShape ?? Shape.point()).write(engine);
	writeVector(engine, config.up, 'up');
	for (const name of NUMBERS) engine.float(config[name]);
	for (const name of OPTIONAL) {
		engine.word(config[name] === undefined ? 0 : 1);
		engine.float(config[name] ?? 0);
	}
	for (const name of Object.keys(CHOICES) as (keyof typeof CHOICES)[]) {
		const choice = (CHOICES[name] as readonly string[]).indexOf(config[name]);
		if (choice < 0) throw new SidleError('input', `${name} is '${config[name]}', but must be one of ${CHOICES[name].join(', ')}`);
		engine.word(choice);
	}
	for (const name of FLAGS) engine.word(config[name] ? 1 : 0);
	for (const name of MASKS) engine.word(config[name] >>> 0);
	engine.word((config.filter?.layers ?? -1) >>> 0);
	engine.word(config.filter?.triggers ? 1 : 0);
}

/** The input of a step. */
export interface CharacterInput {
	/** The desired velocity in m/s. */
	wishVelocity?: VectorLike;
	/** True in the step in which the jump button was pressed. */
	jump?: boolean;
	/** True while the jump button is held, with the step of the press. Default: as `jump`. */
	jumpHeld?: boolean;
	/** True while the crouch button is held. */
	crouch?: boolean;
	/** True to fall through platforms. */
	drop?: boolean;
	/** A displacement in metres in place of `wishVelocity`, of an animation. */
	rootMotion?: VectorLike;
	/** In water: the acceleration in m/s^2 and the speed of sinking in m/s. */
	swim?: { acceleration: number; sinkSpeed: number };
	/** True on a ladder. */
	climb?: boolean;
}

/** The ground contact. */
export type GroundState = 'grounded' | 'steep' | 'unsupported' | 'airborne';
const GROUND_STATES: readonly GroundState[] = ['grounded', 'steep', 'unsupported', 'airborne'];

/** What a step did. */
export interface CharacterReport {
	jumped: boolean;
	/** The crouch button is released, but there is no room to stand up. */
	isHeldDown: boolean;
	wasPushedOut: boolean;
	wasSqueezed: boolean;
	/** Why the step was refused; then nothing changed. */
	refused: StopReason | undefined;
	/** The heights in metres that steps lifted the character. */
	stepped: number;
	snapped: number;
	impactSpeed: number;
	/** The speed towards the ground in m/s with which it landed. */
	landedSpeed: number | undefined;
	groundVelocity: Vector;
	groundSurface: Surface | undefined;
	wall: Surface | undefined;
	ceiling: Surface | undefined;
	/** The instance on which it stands. */
	platform: InstanceId | undefined;
	/** The rotation of the platform in this step: x, y, z, w. */
	platformRotation: [number, number, number, number];
	triggers: { entered: number; inside: number; left: number };
	/** The next ledge ahead. `drop` is undefined above 100 m. */
	ledge: { distance: number; drop: number | undefined } | undefined;
	/** Set if moving instances crush it: the fraction of the step until which there was a way. */
	crushed: number | undefined;
	/** How it pushes an instance with a mass. */
	push: { instance: InstanceId; point: Vector; impulse: Vector } | undefined;
	/** The path of the centre, if `recordPath` is set. */
	path: Vector[];
}

/** The state of a character after a step. */
export interface CharacterState {
	/** The feet, in f64. */
	position: Vector;
	velocity: Vector;
	/** The height by which the eye is behind the body after a step: add it to the drawn position. */
	stepOffset: number;
	ground: GroundState;
	isCrouching: boolean;
	hasJumped: boolean;
	groundNormal: Vector | undefined;
	/** The centre of the body: above the feet by half of its height and a skin. */
	centre: Vector;
	/** The upward direction of the body; undefined before the first step. */
	up: Vector | undefined;
	/** The layers of the triggers that the body is in. */
	triggers: number;
	platform: InstanceId | undefined;
}

function readState(engine: Engine): CharacterState {
	const [position, velocity, stepOffset, ground, flags] = [readPosition(engine), readVector(engine), engine.readFloat(), GROUND_STATES[engine.readWord()]!, engine.readWord()];
	const [normal, centre, up] = [readVector(engine), readPosition(engine), readVector(engine)];
	const [triggers, platform] = [engine.readWord(), readInstance(engine)];
	return {
		position,
		velocity,
		stepOffset,
		ground,
		isCrouching: (flags & 1) !== 0,
		hasJumped: (flags & 2) !== 0,
		groundNormal: (flags & 4) !== 0 ? normal : undefined,
		centre,
		up: (flags & 8) !== 0 ? up : undefined,
		triggers,
		platform: platform === 0 ? undefined : platform,
	};
}

function readReport(engine: Engine, hasPath: boolean): CharacterReport {
	const next = () => engine.readFloat();
	const [flags, reason] = [engine.readWord(), engine.readWord()];
	const has = (bit: number) => (flags & (1 << bit)) !== 0;
	const [stepped, snapped, impactSpeed, landedSpeed] = [next(), next(), next(), next()];
	const groundVelocity = readVector(engine);
	const [groundSurface, wall, ceiling] = [readOptionalSurface(engine), readOptionalSurface(engine), readOptionalSurface(engine)];
	const [platform, x, y, z, w] = [readInstance(engine), next(), next(), next(), next()];
	const triggers = { entered: engine.readWord(), inside: engine.readWord(), left: engine.readWord() };
	const [distance, drop, crushed] = [next(), next(), engine.readFloat64()];
	const push = { instance: readInstance(engine), point: readPosition(engine), impulse: readVector(engine) };
	return {
		jumped: has(0),
		isHeldDown: has(1),
		wasPushedOut: has(2),
		wasSqueezed: has(3),
		refused: has(5) ? STOP_REASONS[reason]! : undefined,
		stepped,
		snapped,
		impactSpeed,
		landedSpeed: has(4) ? landedSpeed : undefined,
		groundVelocity,
		groundSurface,
		wall,
		ceiling,
		platform: has(10) ? platform : undefined,
		platformRotation: [x, y, z, w],
		triggers,
		ledge: has(8) ? { distance, drop: has(9) ? drop : undefined } : undefined,
		crushed: has(6) ? crushed : undefined,
		push: has(7) ? push : undefined,
		path: hasPath ? readList(engine, readPosition) : [],
	};
}

function flagsOf(input: CharacterInput): number {
	const held = input.jumpHeld ?? input.jump;
	return (input.jump ? 1 : 0) | (held ? 2 : 0) | (input.crouch ? 4 : 0) | (input.drop ? 8 : 0) | (input.rootMotion ? 16 : 0) | (input.swim ? 32 : 0) | (input.climb ? 64 : 0);
}

/** Writes inputs, one for each character or for each step. */
function writeInputs(engine: Engine, inputs: readonly CharacterInput[]): void {
	for (const { wishVelocity = NOWHERE } of inputs) writeVector(engine, wishVelocity, 'wishVelocity');
	for (const input of inputs) engine.word(flagsOf(input));
	const [roots, swims] = [inputs.some((input) => input.rootMotion), inputs.some((input) => input.swim)];
	engine.word(roots ? 1 : 0);
	if (roots) for (const { rootMotion = NOWHERE } of inputs) writeVector(engine, rootMotion, 'rootMotion');
	engine.word(swims ? 1 : 0);
	if (swims) {
		for (const { swim } of inputs) {
			engine.float(swim?.acceleration ?? 0);
			engine.float(swim?.sinkSpeed ?? 0);
		}
	}
}

const WORDS_OF_INPUT = 3 + 1 + 3 + 2;

/** Characters that share their settings. They do not collide with each other. */
class Group {
	protected readonly engine: Engine;
	protected readonly handle: number;
	private config: CharacterConfig;
	private readonly defaults: Defaults;

	constructor(
		readonly world: World,
		positions: Numbers,
		config: CharacterConfig,
		readonly count = countVectors(positions, 'positions'),
	) {
		const engine = (this.engine = ready());
		this.defaults = defaultCharacterConfig();
		this.config = config;
		engine.begin(CHARACTER_CONFIG_WORDS + 1 + POSITION_WORDS * count);
		writeConfig(engine, config, this.defaults);
		engine.word(count);
		engine.float64s(positions);
		engine.run('sidle_group_new');
		this.handle = engine.readWord();
	}

	/** Frees the memory. Every later call throws. */
	free(): void {
		this.engine.runOn('sidle_group_free', this.handle);
	}

	/** Changes settings; the others stay. */
	configure(config: CharacterConfig): void {
		const changed = { ...this.config, ...config };
		this.engine.begin(CHARACTER_CONFIG_WORDS);
		writeConfig(this.engine, changed, this.defaults);
		this.engine.run('sidle_group_configure', this.handle);
		this.config = changed;
	}

	/** The state as bytes, 96 for each character. `restore` brings it back, bit for bit. */
	save(): Uint8Array {
		this.engine.runOn('sidle_group_save', this.handle);
		const { u32, out } = this.engine;
		return new Uint8Array(u32.buffer, out * 4, this.engine.words() * 4).slice();
	}

	/** Restores a state of `save`, also of the older version with 116 bytes for each character. */
	restore(bytes: Uint8Array): void {
		if (bytes.length % 4 !== 0) throw new SidleError('input', `${bytes.length} bytes are not a state`);
		this.engine.begin(bytes.length / 4);
		new Uint8Array(this.engine.u32.buffer, this.engine.at * 4, bytes.length).set(bytes);
		this.engine.at += bytes.length / 4;
		this.engine.run('sidle_group_restore', this.handle);
	}

	protected get recordsPath(): boolean {
		return this.config.recordPath ?? false;
	}

	protected teleportTo(character: number, position: VectorLike): void {
		this.engine.begin(1 + POSITION_WORDS);
		this.engine.word(character);
		writePosition(this.engine, position, 'position');
		this.engine.run('sidle_group_teleport', this.world.handle, this.handle);
	}

	protected launch(character: number, velocity: VectorLike): void {
		this.engine.begin(4);
		this.engine.word(character);
		writeVector(this.engine, velocity, 'velocity');
		this.engine.run('sidle_group_set_velocity', this.handle);
	}

	protected captureOf(character: number, inputs: readonly CharacterInput[], dt: number, motions?: readonly (readonly InstanceMotion[])[]): string {
		if (motions !== undefined && motions.length !== inputs.length) {
			throw new SidleError('input', `motions has ${motions.length} lists for ${inputs.length} inputs`);
		}
		const moving = motions?.reduce((sum, list) => sum + wordsOfMotions(list), 0) ?? 0;
		this.engine.begin(6 + WORDS_OF_INPUT * inputs.length + moving);
		this.engine.word(character);
		this.engine.float(dt);
		this.engine.word(inputs.length);
		writeInputs(this.engine, inputs);
		this.engine.word(motions === undefined ? 0 : 1);
		motions?.forEach((list) => writeMotions(this.engine, list));
		this.engine.run('sidle_group_capture', this.world.handle, this.handle);
		return this.engine.text();
	}
}

/** A character: it walks, climbs steps, jumps, crouches, swims and rides. Call `free()` when it is not used any more. */
export class Character extends Group {
	private present: CharacterState;

	/** `position` is that of the feet. */
	constructor(world: World, position: VectorLike, config: CharacterConfig = {}) {
		super(world, [component(position, 0), component(position, 1), component(position, 2)], config);
		this.present = this.read();
	}

	/** The state after the last step. */
	get state(): Readonly<CharacterState> {
		return this.present;
	}

	/** The feet. */
	get position(): Readonly<Vector> {
		return this.present.position;
	}

	get velocity(): Readonly<Vector> {
		return this.present.velocity;
	}

	get isGrounded(): boolean {
		return this.present.ground === 'grounded';
	}

	/** Makes a step of `dt` seconds, above 0 to 1. */
	step(input: CharacterInput, dt: number): CharacterReport {
		const { engine } = this;
		engine.begin(3 + WORDS_OF_INPUT);
		engine.float(dt);
		writeInputs(engine, [input]);
		engine.run('sidle_group_step', this.world.handle, this.handle);
		this.present = readState(engine);
		return readReport(engine, this.recordsPath);
	}

	override restore(bytes: Uint8Array): void {
		super.restore(bytes);
		this.present = this.read();
	}

	/** Brings the feet to a position, or to the nearest free place. Throws 'no-place' if there is none. */
	teleport(position: VectorLike): void {
		this.teleportTo(0, position);
		this.present = this.read();
	}

	/** Sets the velocity, for example to launch the character. */
	setVelocity(velocity: VectorLike): void {
		this.launch(0, velocity);
		this.present = this.read();
	}

	/**
	 * Captures steps from the present state as a text that repeats them bit for bit. The character and the instances stay where they are.
	 *
	 * `motions` has the motions of instances in each step, a list for each input, as for `setPoses`. Before its first motion, an
	 * instance stands where that begins; all others stand where they are. Without `motions`, instances move in every step as
	 * `setPoses` has set, which is right for a single step.
	 */
	capture(inputs: readonly CharacterInput[], dt: number, motions?: readonly (readonly InstanceMotion[])[]): string {
		return this.captureOf(0, inputs, dt, motions);
	}

	private read(): CharacterState {
		this.engine.runOn('sidle_group_states', this.handle);
		return readState(this.engine);
	}
}

/** The inputs of many characters. */
export interface CharactersInput {
	/** Three numbers for each character, in m/s. */
	wishVelocities: Numbers;
	/** One for each character: 1 jump, 2 jump held, 4 crouch, 8 drop, 64 climb. Default: 0. */
	flags?: Uint8Array;
}

/** Many characters with the same settings, which do not collide with each other. A step allocates nothing. */
export class Characters extends Group {
	/** The feet, three numbers for each, in f64. */
	readonly positions: Float64Array;
	readonly velocities: Float32Array;
	/** 0 grounded, 1 steep, 2 unsupported, 3 airborne. */
	readonly grounds: Uint8Array;
	readonly stepOffsets: Float32Array;

	constructor(world: World, positions: Numbers, config: CharacterConfig = {}) {
		if (config.recordPath) throw new SidleError('input', 'recordPath is for a Character, not for Characters');
		super(world, positions, config);
		this.positions = new Float64Array(positions);
		this.velocities = new Float32Array(3 * this.count);
		this.grounds = new Uint8Array(this.count).fill(3);
		this.stepOffsets = new Float32Array(this.count);
	}

	/** Makes a step of `dt` seconds of every character. */
	step({ wishVelocities, flags }: CharactersInput, dt: number): void {
		const { engine, count } = this;
		countVectors(wishVelocities, 'wishVelocities', count);
		if (flags !== undefined && flags.length !== count) throw new SidleError('input', `flags has ${flags.length} numbers, but needs ${count}`);
		engine.begin(3 + 4 * count);
		engine.float(dt);
		engine.floats(wishVelocities);
		if (flags === undefined) for (let i = 0; i < count; i++) engine.word(0);
		else engine.integers(flags);
		engine.word(0);
		engine.word(0);
		engine.run('sidle_group_step', this.world.handle, this.handle);
		this.fill(STATE_WORDS + REPORT_WORDS);
	}

	override configure(config: CharacterConfig): void {
		if (config.recordPath) throw new SidleError('input', 'recordPath is for a Character, not for Characters');
		super.configure(config);
	}

	override restore(bytes: Uint8Array): void {
		super.restore(bytes);
		this.refresh();
	}

	/** Brings the feet of a character to a position, or to the nearest free place. */
	teleport(character: number, position: VectorLike): void {
		this.teleportTo(character, position);
		this.refresh();
	}

	setVelocity(character: number, velocity: VectorLike): void {
		this.launch(character, velocity);
		this.refresh();
	}

	private refresh(): void {
		this.engine.runOn('sidle_group_states', this.handle);
		this.fill(STATE_WORDS);
	}

	private fill(stride: number): void {
		const { u32, f32, out } = this.engine;
		for (let i = 0; i < this.count; i++) {
			const at = out + stride * i;
			this.engine.copyFloat64s(at, 3, this.positions, 3 * i);
			for (let k = 0; k < 3; k++) this.velocities[3 * i + k] = f32[at + POSITION_WORDS + k]!;
			this.stepOffsets[i] = f32[at + POSITION_WORDS + 3]!;
			this.grounds[i] = u32[at + POSITION_WORDS + 4]!;
		}
	}
}

/** For `using`, where the environment has `Symbol.dispose`. */
export interface Character {
	[Symbol.dispose](): void;
}
export interface Characters {
	[Symbol.dispose](): void;
}
disposable(Character);
disposable(Characters);
export type { RotationLike };
