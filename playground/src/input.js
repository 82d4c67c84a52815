// Keys and the pointer.

const KEYS = { KeyW: [0, -1], ArrowUp: [0, -1], KeyS: [0, 1], ArrowDown: [0, 1], KeyA: [-1, 0], ArrowLeft: [-1, 0], KeyD: [1, 0], ArrowRight: [1, 0] };

export function watchInput(canvas, stage) {
	const held = new Set();
	let jump = false;
	const isForm = (target) => target instanceof HTMLInputElement || target instanceof HTMLButtonElement;
	addEventListener('keydown', (event) => {
		if (isForm(event.target) && !(event.code in KEYS && event.code.startsWith('Key'))) return;
		if (event.code in KEYS || event.code === 'Space') event.preventDefault();
		if (event.code === 'Space' && !event.repeat) jump = true;
		held.add(event.code);
	});
	addEventListener('keyup', (event) => held.delete(event.code));
	addEventListener('blur', () => held.clear());
	canvas.addEventListener('pointerdown', (event) => {
		canvas.setPointerCapture(event.pointerId);
		canvas.focus();
	});
	canvas.addEventListener('pointermove', (event) => {
		if (event.buttons === 0) return;
		stage.yaw -= event.movementX * 0.006;
		stage.pitch = Math.min(1.3, Math.max(-0.2, stage.pitch + event.movementY * 0.005));
	});
	return {
		isActive: () => jump || [...held].some((code) => code in KEYS),
		/** The wish of a frame, seen from the camera. The simulation clears `jump` when a step has used it. */
		wish(yaw) {
			const [x, z] = [...held].reduce(([a, b], code) => [a + (KEYS[code]?.[0] ?? 0), b + (KEYS[code]?.[1] ?? 0)], [0, 0]);
			const size = Math.hypot(x, z) || 1;
			const [right, back] = [x / size, z / size];
			const direction = [right * Math.cos(yaw) + back * Math.sin(yaw), back * Math.cos(yaw) - right * Math.sin(yaw)];
			return {
				direction,
				get jump() { return jump; },
				set jump(value) { jump = value; },
				jumpHeld: held.has('Space'),
				crouch: held.has('KeyC'),
			};
		},
	};
}
