// The picture: light, shadows, the two bodies, and a camera that follows.

import { ACESFilmicToneMapping, Color, DirectionalLight, Fog, HemisphereLight, PCFSoftShadowMap, PerspectiveCamera, Raycaster, Scene, Vector3, WebGLRenderer } from 'three';
import { makeBody } from './body.js';

/** Distances of the camera in metres: without an obstacle, and the least that it likes. */
const [FAR, NEAR] = [7.5, 4.5];

export class Stage {
	/** `isPlain`: without shadows and fine edges, for slow machines. */
	constructor(canvas, isPlain) {
		this.renderer = new WebGLRenderer({ canvas, antialias: !isPlain });
		this.renderer.setPixelRatio(isPlain ? 0.5 : Math.min(devicePixelRatio, 2));
		this.renderer.shadowMap.enabled = !isPlain;
		this.renderer.shadowMap.type = PCFSoftShadowMap;
		this.renderer.toneMapping = ACESFilmicToneMapping;
		this.scene = new Scene();
		this.scene.background = new Color('#f5dcc0');
		this.scene.fog = new Fog('#f5dcc0', 25, 70);
		this.camera = new PerspectiveCamera(55, 1, 0.1, 200);
		this.scene.add(new HemisphereLight('#fff3e0', '#c08f70', 1.7));
		this.sun = new DirectionalLight('#ffe2b8', 3.2);
		this.sun.castShadow = true;
		this.sun.shadow.mapSize.set(2048, 2048);
		Object.assign(this.sun.shadow.camera, { left: -18, right: 18, top: 18, bottom: -18, near: 1, far: 70 });
		this.sun.shadow.normalBias = 0.03;
		this.scene.add(this.sun, this.sun.target);
		this.sid = makeBody('#f2713d');
		this.ghost = makeBody('#8f86ee', true);
		this.scene.add(this.sid, this.ghost);
		[this.yaw, this.pitch, this.focus] = [0, 0.42, new Vector3()];
		this.ray = new Raycaster();
		[this.lift, this.reach] = [0, FAR];
	}

	show(level) {
		if (this.level) this.scene.remove(this.level.group);
		this.level = level;
		this.scene.add(level.group);
		this.yaw = level.yaw;
		this.focus.fromArray(level.start);
	}

	draw({ sidle, ghost, crouches }, delta) {
		const turn = (body, { at, facing }) => {
			body.position.fromArray(at);
			const by = ((facing - body.rotation.y + Math.PI) % (2 * Math.PI) + 2 * Math.PI) % (2 * Math.PI) - Math.PI;
			body.rotation.y += by * Math.min(1, delta * 12);
		};
		turn(this.sid, sidle);
		turn(this.ghost, ghost);
		this.sid.scale.y = crouches ? 0.56 : 1;
		this.focus.lerp(this.sid.position, 1 - Math.exp(-delta * 9));
		this.place();
		const { clientWidth, clientHeight } = this.renderer.domElement;
		const size = this.renderer.getSize(this.size ?? (this.size = { set(x, y) { [this.x, this.y] = [x, y]; return this; } }));
		if (size.x !== clientWidth || size.y !== clientHeight) {
			this.renderer.setSize(clientWidth, clientHeight, false);
			this.camera.aspect = clientWidth / clientHeight;
			this.camera.updateProjectionMatrix();
		}
		this.renderer.render(this.scene, this.camera);
	}

	/** Puts the camera behind Sid, before the first thing in between. */
	place() {
		const eye = this.focus.clone().add(new Vector3(0, 1.3, 0));
		const back = new Vector3();
		const free = (pitch) => {
			back.set(Math.sin(this.yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(this.yaw) * Math.cos(pitch));
			this.ray.set(eye, back);
			this.ray.far = FAR;
			const [hit] = this.ray.intersectObject(this.level.group, true);
			return hit ? Math.max(0.1, hit.distance - 0.3) : FAR;
		};
		// With a wall close behind, it looks from further above.
		let [best, lift] = [0, 0];
		for (let more = 0; more < 0.9 && best < NEAR; more += 0.15) {
			const found = free(Math.min(1.35, this.pitch + more));
			if (found > best) [best, lift] = [found, more];
		}
		this.lift += (lift - this.lift) * 0.15;
		const most = free(Math.min(1.35, this.pitch + this.lift));
		this.reach = Math.min(most, this.reach + (most - this.reach) * 0.08);
		this.camera.position.copy(eye).addScaledVector(back, this.reach);
		this.camera.lookAt(eye);
		this.sun.position.copy(this.focus).add(new Vector3(9, 20, 11));
		this.sun.target.position.copy(this.focus);
	}
}
