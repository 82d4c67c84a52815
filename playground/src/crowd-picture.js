// The crowd and the balls, each as one instanced mesh.

import { CapsuleGeometry, Color, InstancedMesh, Matrix4, MeshStandardMaterial, Quaternion, SphereGeometry, Vector3 } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { BALL_RADIUS, CROWD_HEIGHT } from './crowd.js';

const COATS = ['#e8956b', '#d9795d', '#7fa08a', '#6d8fa8', '#c9a0b8', '#e3b75f', '#94a86b', '#a98467'];

/** A small body with two eyes. The eyes are dark by their vertex colours. */
function person() {
	const painted = (geometry, color) => {
		const colors = new Float32Array(geometry.getAttribute('position').count * 3);
		for (let i = 0; i < colors.length; i += 3) new Color(color).toArray(colors, i);
		geometry.setAttribute('color', geometry.getAttribute('position').clone().copyArray(colors));
		return geometry;
	};
	const body = painted(new CapsuleGeometry(0.3, CROWD_HEIGHT - 0.6, 3, 8).translate(0, CROWD_HEIGHT / 2, 0), '#ffffff');
	const eyes = [-1, 1].map((side) => painted(new SphereGeometry(0.06, 4, 3).translate(0.11 * side, CROWD_HEIGHT - 0.3, -0.26), '#2b2030'));
	return mergeGeometries([body, ...eyes]);
}

export class CrowdPicture {
	constructor(scene, level) {
		this.people = new InstancedMesh(person(), new MeshStandardMaterial({ vertexColors: true, roughness: 0.6 }), level.crowd);
		this.balls = new InstancedMesh(new SphereGeometry(BALL_RADIUS, 12, 8), new MeshStandardMaterial({ roughness: 0.35 }), level.balls);
		for (const mesh of [this.people, this.balls]) {
			mesh.castShadow = true;
			mesh.frustumCulled = false;
			scene.add(mesh);
		}
		for (let i = 0; i < level.crowd; i++) this.people.setColorAt(i, new Color(COATS[(i * 5 + (i >> 3)) % COATS.length]));
		for (let i = 0; i < level.balls; i++) this.balls.setColorAt(i, new Color(['#fff6ea', '#f2713d', '#ffd27a'][i % 3]));
		[this.matrix, this.turn, this.at, this.size] = [new Matrix4(), new Quaternion(), new Vector3(), new Vector3(1, 1, 1)];
		this.up = new Vector3(0, 1, 0);
	}

	update({ crowd, balls }) {
		crowd.each((i, x, y, z, heading) => {
			this.turn.setFromAxisAngle(this.up, -heading - Math.PI / 2);
			this.people.setMatrixAt(i, this.matrix.compose(this.at.set(x, y, z), this.turn, this.size));
		});
		this.turn.identity();
		for (let i = 0; i < balls.count; i++) {
			this.at.fromArray(balls.positions, 3 * i);
			this.balls.setMatrixAt(i, this.matrix.compose(this.at, this.turn, this.size));
		}
		this.people.instanceMatrix.needsUpdate = this.balls.instanceMatrix.needsUpdate = true;
	}

	dispose(scene) {
		for (const mesh of [this.people, this.balls]) {
			scene.remove(mesh);
			mesh.geometry.dispose();
			mesh.material.dispose();
			mesh.dispose();
		}
	}
}
