// The character of the example characterMovement of three-mesh-bvh: five steps a frame, each a move and a shapecast that
// pushes the capsule out of one triangle after the other.

import { Box3, BufferAttribute, BufferGeometry, Line3, Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { Walker } from './walker.js';

const STEPS = 5;

export class BvhGhost extends Walker {
	static title = 'three-mesh-bvh';
	static color = '#4fa99a';
	static about = `three-mesh-bvh ${BVH_VERSION}, as its example characterMovement: 5 steps a frame, no padding`;

	constructor(level, settings) {
		super(settings);
		const geometry = new BufferGeometry();
		geometry.setAttribute('position', new BufferAttribute(level.triangles.slice(), 3));
		this.bvh = new MeshBVH(geometry);
		this.segment = new Line3();
	}

	put(x, y, z) {
		this.segment.start.set(x, y + this.height - this.radius, z);
		this.segment.end.set(x, y + this.radius, z);
	}

	get position() {
		return this.segment.end.clone().setY(this.segment.end.y - this.radius);
	}

	step(wish, jump, dt) {
		if (jump && this.onFloor) this.velocity.y = this.jumpSpeed;
		for (let i = 0; i < STEPS; i++) this.part(wish, dt / STEPS);
	}

	part(wish, dt) {
		const { velocity, segment, radius } = this;
		if (this.onFloor && velocity.y <= 0) velocity.y = -dt * this.gravity;
		else velocity.y -= dt * this.gravity;
		const motion = new Vector3(wish[0], velocity.y, wish[2]).multiplyScalar(dt);
		segment.start.add(motion);
		segment.end.add(motion);
		const before = segment.start.clone();
		const box = new Box3().setFromPoints([segment.start, segment.end]).expandByScalar(radius);
		const [on, inside] = [new Vector3(), new Vector3()];
		this.bvh.shapecast({
			intersectsBounds: (bounds) => bounds.intersectsBox(box),
			intersectsTriangle: (triangle) => {
				const distance = triangle.closestPointToSegment(segment, on, inside);
				if (distance >= radius) return;
				const push = inside.sub(on).normalize().multiplyScalar(radius - distance);
				segment.start.add(push);
				segment.end.add(push);
			},
		});
		const pushed = segment.start.clone().sub(before);
		this.onFloor = pushed.y > Math.abs(dt * velocity.y * 0.25);
		// The push is shortened, as in the example.
		const length = Math.max(0, pushed.length() - 1e-5);
		const back = pushed.clone().setLength(length).sub(pushed);
		segment.start.add(back);
		segment.end.add(back);
		pushed.normalize();
		if (this.onFloor) velocity.set(0, 0, 0);
		else velocity.addScaledVector(pushed, -pushed.dot(velocity));
	}
}
