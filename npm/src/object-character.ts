import { Character as Base, type CharacterConfig, type CharacterInput, type CharacterReport } from './character.js';
import { FixedSteps } from './fixed-steps.js';
import type { World } from './world.js';
import type { Vector, VectorLike } from './vectors.js';

/** An object that a character moves: an `Object3D` of three.js, or a `TransformNode` or camera of Babylon.js. */
export interface Movable {
	position: { set(x: number, y: number, z: number): unknown };
}

/** The settings of a character that moves an object. */
export interface CharacterOptions extends CharacterConfig {
	/** Steps a second, 1 to 10,000. Default 60. */
	rate?: number;
	/** Height in metres of the object above the feet: 0 for a model that stands on its origin, the eyes for a camera. Default 0. */
	offset?: number;
	/** Called after each step. */
	onStep?: (report: CharacterReport, character: Character) => void;
}

/** A character that moves an object (a mesh or a camera) in steps of a fixed length, and draws it between two steps. */
export class Character<T extends Movable = Movable> extends Base {
	/** The clock of its steps. */
	readonly clock: FixedSteps;
	offset: number;
	onStep: ((report: CharacterReport, character: Character) => void) | undefined;
	private before: Vector;
	private jumps = false;
	private drops = false;

	/** `position` is that of the feet. The parents of the object must not move or scale it. */
	constructor(
		world: World,
		readonly object: T,
		position: VectorLike,
		{ rate = 60, offset = 0, onStep, ...config }: CharacterOptions = {},
	) {
		super(world, position, config);
		this.clock = new FixedSteps(rate);
		this.offset = offset;
		this.onStep = onStep;
		this.before = this.drawn();
		this.draw(1);
	}

	/** Steps a second. */
	get rate(): number {
		return this.clock.rate;
	}

	set rate(rate: number) {
		this.clock.rate = rate;
	}

	/**
	 * Makes the steps of `delta` seconds, and moves the object. Call it once a frame. Of more than 0.25 s the rest is dropped; less than 0
	 * counts as 0, because the time of a first frame can be before the start. A press (`jump`, `drop`) counts for one step, the next one,
	 * even if that is in a later frame.
	 */
	update(delta: number, input: CharacterInput): void {
		const steps = this.clock.advance(delta);
		this.jumps ||= input.jump ?? false;
		this.drops ||= input.drop ?? false;
		// Held in all steps of the frame: otherwise the second one would cut the jump.
		const jumpHeld = input.jumpHeld ?? this.jumps;
		for (const { dt } of steps) {
			this.before = this.drawn();
			const report = this.step({ ...input, jump: this.jumps, jumpHeld, drop: this.drops }, dt);
			this.jumps = this.drops = false;
			this.onStep?.(report, this);
		}
		this.draw(this.clock.alpha);
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

	private draw(part: number): void {
		const [from, to] = [this.before, this.drawn()];
		this.object.position.set(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part, from.z + (to.z - from.z) * part);
	}
}
