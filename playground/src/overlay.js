// Contacts as discs in their planes with arrows, and the path of the last seconds, on request.

import { BufferAttribute, BufferGeometry, CircleGeometry, ConeGeometry, CylinderGeometry, Group, Line, LineBasicMaterial, Mesh, MeshBasicMaterial, Vector3 } from 'three';

const MOST = 16;
const MOST_CORNERS = 4096;
const FORWARD = new Vector3(0, 0, 1);

function arrow() {
	const group = new Group();
	const material = (color, opacity = 1) => new MeshBasicMaterial({ color, transparent: true, opacity, depthTest: false, side: 2 });
	const disc = new Mesh(new CircleGeometry(0.55, 40), material('#fff1dd', 0.45));
	const shaft = new Mesh(new CylinderGeometry(0.018, 0.018, 0.5, 8).rotateX(Math.PI / 2).translate(0, 0, 0.25), material('#c2410c'));
	const tip = new Mesh(new ConeGeometry(0.06, 0.14, 12).rotateX(Math.PI / 2).translate(0, 0, 0.56), material('#c2410c'));
	group.add(disc, shaft, tip);
	for (const part of group.children) part.renderOrder = 2;
	return group;
}

export class Overlay {
	constructor() {
		this.object = new Group();
		this.arrows = Array.from({ length: MOST }, arrow);
		this.positions = new Float32Array(3 * MOST_CORNERS);
		const geometry = new BufferGeometry();
		geometry.setAttribute('position', new BufferAttribute(this.positions, 3));
		this.line = new Line(geometry, new LineBasicMaterial({ color: '#c2410c', depthTest: false, transparent: true, opacity: 0.9 }));
		this.line.frustumCulled = false;
		this.line.renderOrder = 1;
		this.object.add(this.line, ...this.arrows);
		this.object.visible = false;
	}

	/** Shows contacts and a path, both in the world. */
	show(contacts, path) {
		this.arrows.forEach((mesh, i) => {
			mesh.visible = i < contacts.length;
			if (!mesh.visible) return;
			const { point, normal } = contacts[i];
			mesh.position.set(point.x, point.y, point.z);
			mesh.quaternion.setFromUnitVectors(FORWARD, new Vector3(normal.x, normal.y, normal.z).normalize());
		});
		const count = Math.min(path.length, MOST_CORNERS);
		path.slice(path.length - count).forEach(({ x, y, z }, i) => this.positions.set([x, y, z], 3 * i));
		this.line.geometry.getAttribute('position').needsUpdate = true;
		this.line.geometry.setDrawRange(0, count);
	}
}
