import { Character as Base, type CharacterConfig, type CharacterInput, type CharacterReport } from './character.js';
import { SidleError } from './errors.js';
import type { World } from './world.js';
import type { Vector, VectorLike } from './vectors.js';

/** An object that a character moves: an `Object3D` of three.js, or a `TransformNode` or camera of Babylon.js. */
export interface Movable {
	position: { set(x: number, y: number, z: number): unknown };
}

/** The settings of a character that moves an object. */
export interface CharacterOptions extends CharacterConfig {
	/** Steps a second, 1 to 1000. Default 60. */
	rate?: number;
	/** Height in metres of the object above the feet: 0 for a model that stands on its origin, the eyes for a camera. Default 0. */
	offset?: number;
	/** Called after each step. */
	onStep?: (report: CharacterReport, character: Character) => void;
}

/** The most seconds that one `update` makes up for: after a longer pause, the character does not catch up. */
const LONGEST = 0.25;

/** A character that moves an object (a mesh or a camera) in steps of a fixed length, and draws it between two steps. */
export class Character<T extends Movable = Movable> extends Base {
	rate: number;
	offset: number;
	onStep: ((report: CharacterReport, character: Character) => void) | undefined;
	private left = 0;
	private before: Vector;
	private jumps = false;

	/** `position` is that of the feet. The parents of the object must not move or scale it. */
	constructor(
		world: World,
		readonly object: T,
		position: VectorLike,
		{ rate = 60, offset = 0, onStep, ...config }: CharacterOptions = {},
	) {
		super(world, position, config);
		this.rate = rate;
		this.offset = offset;
		this.onStep = onStep;
		this.before = this.drawn();
		this.draw(1);
	}

	/**
	 * Makes the steps of `delta` seconds, and moves the object. Call it once a frame. Of more than 0.25 s the rest is dropped; less than 0
	 * counts as 0, because the time of a first frame can be before the start. A press of the jump button is kept until the next step.
	 */
	update(delta: number, input: CharacterInput): void {
		if (!Number.isFinite(delta)) throw new SidleError('input', `delta is ${delta}, but must be a finite number of seconds`);
		if (!(this.rate >= 1 && this.rate <= 1000)) throw new SidleError('input', `rate is ${this.rate}, but must be 1 to 1000 steps a second`);
		const dt = 1 / this.rate;
		this.jumps ||= input.jump ?? false;
		this.left = Math.min(this.left + Math.max(delta, 0), Math.max(LONGEST, dt));
		while (this.left >= dt) {
			this.left -= dt;
			this.before = this.drawn();
			const report = this.step({ ...input, jump: this.jumps, jumpHeld: input.jumpHeld ?? this.jumps }, dt);
			this.jumps = false;
			this.onStep?.(report, this);
		}
		this.draw(this.left / dt);
	}

	override teleport(position: VectorLike): void {
		super.teleport(position);
		this.before = this.drawn();
		this.draw(1);
	}

	override restore(bytes: Uint8Array): void {
		super.restore(bytes);
		this.before = this.drawn();
		this.draw(1);
	}

	/** The place of the object after the last step. */
	private drawn(): Vector {
		const { position, stepOffset, up } = this.state;
		const lift = stepOffset + this.offset;
		const { x, y, z } = up ?? { x: 0, y: 1, z: 0 };
		return { x: position.x + x * lift, y: position.y + y * lift, z: position.z + z * lift };
	}

	private draw(alpha: number): void {
		const [from, to] = [this.before, this.drawn()];
		const part = Math.min(alpha, 1);
		this.object.position.set(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part, from.z + (to.z - from.z) * part);
	}
}
