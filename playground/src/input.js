// Keys, the pointer, gamepads and touch. All of them lead to the same input.

import { readGamepad } from './gamepad.js';
import { watchTouch } from './touch.js';

const KEYS = { KeyW: [0, -1], ArrowUp: [0, -1], KeyS: [0, 1], ArrowDown: [0, 1], KeyA: [-1, 0], ArrowLeft: [-1, 0], KeyD: [1, 0], ArrowRight: [1, 0] };
/** Turns and looks, in parts of the speed. */
const LOOKS = { KeyQ: [-1, 0], KeyE: [1, 0], KeyR: [0, -1], KeyF: [0, 1] };
/** Radians a second. */
const LOOK_SPEED = 2.2;

const isForm = (target) => target instanceof HTMLInputElement || target instanceof HTMLButtonElement || target instanceof HTMLSelectElement || target?.tagName === 'SUMMARY';

/** `actions` has functions for single keys, by their codes. */
export function watchInput(canvas, view, actions) {
	const held = new Set();
	let jump = false;
	let pad = readGamepad();
	addEventListener('keydown', (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		// A form keeps its own keys: arrows, space and, in a list, letters.
		if (isForm(event.target) && !(event.code.startsWith('Key') && !(event.target instanceof HTMLSelectElement))) return;
		if (event.code in KEYS || event.code === 'Space') event.preventDefault();
		if (event.code === 'Space' && !event.repeat) jump = true;
		if (event.code in actions && !event.repeat) actions[event.code]();
		held.add(event.code);
	});
	addEventListener('keyup', (event) => held.delete(event.code));
	addEventListener('blur', () => held.clear());
	canvas.addEventListener('pointerdown', (event) => {
		if (event.pointerType === 'touch') return;
		canvas.setPointerCapture(event.pointerId);
		canvas.focus();
	});
	canvas.addEventListener('pointermove', (event) => {
		if (event.pointerType !== 'touch' && event.buttons !== 0) view.turn(event.movementX * 0.006, event.movementY * 0.005);
	});
	const touch = watchTouch(canvas, view, () => (jump = true));
	const keys = (map) => [...held].reduce(([a, b], code) => [a + (map[code]?.[0] ?? 0), b + (map[code]?.[1] ?? 0)], [0, 0]);
	return {
		/** Reads the gamepad and turns the camera, once a frame. */
		poll(delta) {
			const before = pad;
			pad = readGamepad();
			if (pad.jump && !before.jump) jump = true;
			for (const name of ['pause', 'view']) if (pad[name] && !before[name]) actions[name]();
			const [x, y] = keys(LOOKS);
			const by = LOOK_SPEED * delta;
			if (x || y || pad.look[0] || pad.look[1]) view.turn((x + pad.look[0]) * by, (y + pad.look[1]) * by);
		},
		isActive: () => jump || [...held].some((code) => code in KEYS) || pad.walk.some((value) => value !== 0) || touch.walk.some((value) => value !== 0),
		/** The wish of a frame, seen from the camera. The simulation clears `jump` when a step has used it. */
		wish() {
			const [x, z] = [0, 1].map((i) => keys(KEYS)[i] + pad.walk[i] + touch.walk[i]);
			const size = Math.max(1, Math.hypot(x, z));
			const [right, back] = [x / size, z / size];
			const { yaw } = view;
			return {
				direction: [right * Math.cos(yaw) + back * Math.sin(yaw), back * Math.cos(yaw) - right * Math.sin(yaw)],
				get jump() { return jump; },
				set jump(value) { jump = value; },
				jumpHeld: held.has('Space') || pad.jump || touch.jumpHeld,
				crouch: held.has('KeyC') || pad.crouch || touch.crouch,
			};
		},
	};
}
