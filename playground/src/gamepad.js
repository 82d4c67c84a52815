// The first gamepad with the standard layout: sticks walk and look, A jumps, B crouches, start pauses, Y changes the view.

const DEAD = 0.18;

/** Removes the middle of a stick, where it does not rest at 0. */
function stick(x = 0, y = 0) {
	const size = Math.hypot(x, y);
	if (size < DEAD) return [0, 0];
	const scale = Math.min(1, (size - DEAD) / (1 - DEAD)) / size;
	return [x * scale, y * scale];
}

export function readGamepad() {
	const pad = [...(navigator.getGamepads?.() ?? [])].find((one) => one?.mapping === 'standard');
	if (!pad) return { walk: [0, 0], look: [0, 0], jump: false, crouch: false, pause: false, view: false };
	const pressed = (button) => pad.buttons[button]?.pressed ?? false;
	return {
		walk: stick(pad.axes[0], pad.axes[1]),
		look: stick(pad.axes[2], pad.axes[3]),
		jump: pressed(0),
		crouch: pressed(1),
		view: pressed(3),
		pause: pressed(9),
	};
}
