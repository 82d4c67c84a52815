import type { Engine } from './engine.js';
import { SidleError } from './errors.js';
import { type RotationLike, type VectorLike, checkRotation, component } from './vectors.js';

/** The shape of a body. It is plain data: nothing has to be freed. */
export class Shape {
	private constructor(
		private readonly kind: number,
		private readonly lengths: readonly [number, number, number],
		private readonly rotation: readonly [number, number, number, number] = [0, 0, 0, 1],
	) {
		for (const x of [...lengths, ...rotation]) {
			if (!Number.isFinite(x)) throw new SidleError('input', `a shape with ${x}; numbers must be finite`);
		}
		if (lengths.some((x) => x < 0)) throw new SidleError('input', 'a shape with a negative length');
		Object.freeze(this);
	}

	/** A point. */
	static point(): Shape {
		return new Shape(0, [0, 0, 0]);
	}

	/** A sphere of this radius in metres. */
	static sphere(radius: number): Shape {
		return new Shape(1, [radius, 0, 0]);
	}

	/** An ellipsoid with these half lengths in metres. */
	static ellipsoid(radii: VectorLike): Shape {
		return new Shape(2, [component(radii, 0), component(radii, 1), component(radii, 2)]);
	}

	/** An upright capsule; `height` is its whole height in metres, with both caps. */
	static capsule(radius: number, height: number): Shape {
		return new Shape(3, [radius, height, 0]);
	}

	/** The same shape with this rotation. */
	withRotation(rotation: RotationLike): Shape {
		checkRotation(rotation);
		const part = (i: 0 | 1 | 2 | 3) => component(rotation, i);
		return new Shape(this.kind, this.lengths, [part(0), part(1), part(2), part(3)]);
	}

	/** Half of the height of the unrotated shape, in metres. */
	get halfHeight(): number {
		return this.kind === 1 ? this.lengths[0] : this.kind === 3 ? this.lengths[1] / 2 : this.lengths[1];
	}

	/** @internal */
	write(engine: Engine): void {
		const { kind, lengths, rotation } = this;
		engine.word(kind);
		for (let i = 0; i < 3; i++) engine.float(lengths[i]!);
		for (let i = 0; i < 4; i++) engine.float(rotation[i]!);
	}

	/** @internal Reads a shape from a record. */
	static read(engine: Engine): Shape {
		const kind = engine.readWord();
		const next = () => engine.readFloat();
		return new Shape(kind, [next(), next(), next()], [next(), next(), next(), next()]);
	}
}
