import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three';
import type { MoveResult } from '../world.js';
import type { Vector } from '../vectors.js';

const PATH = [1, 0.75, 0.2] as const;
const NORMAL = [0.2, 0.8, 1] as const;

/** Draws paths and contact normals. Add `object` to your scene. */
export class DebugDrawer {
	readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;
	private readonly positions: Float32Array;
	private readonly colors: Float32Array;
	private lines = 0;

	/** At most `capacity` lines are drawn. */
	constructor(private readonly capacity = 4096) {
		this.positions = new Float32Array(6 * capacity);
		this.colors = new Float32Array(6 * capacity);
		const geometry = new BufferGeometry();
		geometry.setAttribute('position', new BufferAttribute(this.positions, 3));
		geometry.setAttribute('color', new BufferAttribute(this.colors, 3));
		geometry.setDrawRange(0, 0);
		const material = new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true });
		this.object = new LineSegments(geometry, material);
		this.object.frustumCulled = false;
		this.object.renderOrder = 1;
	}

	/** Removes all lines. */
	clear(): this {
		this.lines = 0;
		return this.refresh();
	}

	/** Adds the path of a move (with `recordPath`) and its contact normals, `length` metres long. */
	move({ path, hits }: Pick<MoveResult, 'path' | 'hits'>, length = 0.3): this {
		this.path(path);
		for (const { point, normal } of hits) {
			const tip = { x: point.x + normal.x * length, y: point.y + normal.y * length, z: point.z + normal.z * length };
			this.line(point, tip, NORMAL);
		}
		return this.refresh();
	}

	/** Adds a path, for example of a step of a character. */
	path(corners: readonly Vector[]): this {
		for (let i = 1; i < corners.length; i++) this.line(corners[i - 1]!, corners[i]!, PATH);
		return this.refresh();
	}

	/** Frees the memory of the lines. */
	dispose(): void {
		this.object.geometry.dispose();
		this.object.material.dispose();
	}

	private line(from: Vector, to: Vector, color: readonly [number, number, number]): void {
		if (this.lines === this.capacity) return;
		const at = 6 * this.lines++;
		this.positions.set([from.x, from.y, from.z, to.x, to.y, to.z], at);
		this.colors.set(color, at);
		this.colors.set(color, at + 3);
	}

	private refresh(): this {
		const { geometry } = this.object;
		geometry.setDrawRange(0, 2 * this.lines);
		geometry.getAttribute('position')!.needsUpdate = true;
		geometry.getAttribute('color')!.needsUpdate = true;
		return this;
	}
}
