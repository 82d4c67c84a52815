// The picture: light, shadows, the bodies, the machines and the crowd.

import { ACESFilmicToneMapping, Color, DirectionalLight, Fog, HemisphereLight, PCFSoftShadowMap, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { disposeBody, makeBody } from './body.js';
import { FollowCamera } from './follow-camera.js';
import { CrowdPicture } from './crowd-picture.js';
import { Overlay } from './overlay.js';

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
		this.camera = new PerspectiveCamera(55, 1, 0.05, 200);
		this.scene.add(new HemisphereLight('#fff3e0', '#c08f70', 1.7));
		this.sun = new DirectionalLight('#ffe2b8', 3.2);
		this.sun.castShadow = true;
		this.sun.shadow.mapSize.set(2048, 2048);
		Object.assign(this.sun.shadow.camera, { left: -18, right: 18, top: 18, bottom: -18, near: 1, far: 70 });
		this.sun.shadow.normalBias = 0.03;
		this.overlay = new Overlay();
		this.scene.add(this.sun, this.sun.target, this.overlay.object);
		this.view = new FollowCamera(this.camera);
		this.machines = [];
	}

	/** Shows a level. */
	show(level) {
		if (this.level) this.scene.remove(this.level.group, ...this.machines);
		this.crowd?.dispose(this.scene);
		this.level = level;
		this.machines = (level.machines ?? []).map(({ group }) => group);
		this.scene.add(level.group, ...this.machines);
		this.crowd = level.crowd ? new CrowdPicture(this.scene, level) : undefined;
		this.view.enter(level);
	}

	/** Makes the bodies in the shape of the settings; `ghostColor` is undefined if there is no ghost. */
	dress(settings, ghostColor) {
		for (const body of [this.sid, this.ghost]) {
			if (!body) continue;
			this.scene.remove(body);
			disposeBody(body);
		}
		this.sid = makeBody('#f2713d', settings);
		this.ghost = ghostColor && makeBody(ghostColor, { ...settings, shape: 'capsule', height: settings.shape === 'sphere' ? 2 * settings.radius : settings.height }, true);
		this.scene.add(this.sid, ...(this.ghost ? [this.ghost] : []));
		this.view.setBody(settings);
	}

	draw({ sidle, ghost, crouches, machines }, delta, simulation) {
		const turn = (body, { at, facing }) => {
			body.position.fromArray(at);
			const by = ((facing - body.rotation.y + Math.PI) % (2 * Math.PI) + 2 * Math.PI) % (2 * Math.PI) - Math.PI;
			body.rotation.y += by * Math.min(1, delta * 12);
		};
		turn(this.sid, sidle);
		if (this.ghost && ghost) turn(this.ghost, ghost);
		this.sid.scale.y = crouches ? 0.56 : 1;
		machines.forEach(({ position, rotation }, i) => {
			this.machines[i].position.fromArray(position);
			this.machines[i].quaternion.fromArray(rotation).normalize();
		});
		this.crowd?.update(simulation);
		this.resize();
		this.view.place(this.sid, delta, [this.level.group], crouches);
		this.sid.visible = !this.view.isInside;
		this.sun.position.copy(this.view.focus);
		this.sun.position.x += 9;
		this.sun.position.y += 20;
		this.sun.position.z += 11;
		this.sun.target.position.copy(this.view.focus);
		this.renderer.render(this.scene, this.camera);
	}

	resize() {
		const { clientWidth, clientHeight } = this.renderer.domElement;
		if (this.width === clientWidth && this.height === clientHeight) return;
		[this.width, this.height] = [clientWidth, clientHeight];
		this.renderer.setSize(clientWidth, clientHeight, false);
		this.camera.aspect = clientWidth / clientHeight;
		this.camera.updateProjectionMatrix();
	}
}
