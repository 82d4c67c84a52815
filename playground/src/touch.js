// Touch: the left thumb walks with a stick, the right one looks around; buttons jump and crouch.

const REACH = 50;

export function watchTouch(canvas, view, onJump) {
	const stick = document.getElementById('stick');
	const knob = stick.firstElementChild;
	const state = { walk: [0, 0], jumpHeld: false, crouch: false };
	const show = () => document.body.classList.add('touch');
	if (matchMedia('(pointer: coarse)').matches) show();
	addEventListener('touchstart', show, { once: true, passive: true });
	stick.addEventListener('pointerdown', (event) => stick.setPointerCapture(event.pointerId));
	const move = (event) => {
		if (!stick.hasPointerCapture(event.pointerId)) return;
		const box = stick.getBoundingClientRect();
		const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
		const size = Math.max(REACH, Math.hypot(x, y));
		state.walk = [x / size, y / size];
		knob.style.transform = `translate(${state.walk[0] * REACH}px, ${state.walk[1] * REACH}px)`;
	};
	const end = () => {
		state.walk = [0, 0];
		knob.style.transform = '';
	};
	stick.addEventListener('pointermove', move);
	for (const name of ['pointerup', 'pointercancel', 'lostpointercapture']) stick.addEventListener(name, end);
	hold('touch-jump', (down) => {
		if (down) onJump();
		state.jumpHeld = down;
	});
	hold('touch-crouch', (down) => (state.crouch = down));
	const fingers = new Map();
	canvas.addEventListener('pointerdown', (event) => event.pointerType === 'touch' && fingers.set(event.pointerId, [event.clientX, event.clientY]));
	canvas.addEventListener('pointermove', (event) => {
		const from = fingers.get(event.pointerId);
		if (!from) return;
		view.turn((event.clientX - from[0]) * 0.008, (event.clientY - from[1]) * 0.006);
		fingers.set(event.pointerId, [event.clientX, event.clientY]);
	});
	for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, (event) => fingers.delete(event.pointerId));
	return state;
}

/** Tells when a button of the page is pressed and released. */
function hold(id, tell) {
	const button = document.getElementById(id);
	button.addEventListener('pointerdown', (event) => {
		button.setPointerCapture(event.pointerId);
		tell(true);
	});
	for (const name of ['pointerup', 'pointercancel']) button.addEventListener(name, () => tell(false));
}
