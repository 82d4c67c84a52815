import { useEffect, useRef } from 'react';

const AXES = { KeyW: [0, -1], ArrowUp: [0, -1], KeyS: [0, 1], ArrowDown: [0, 1], KeyA: [-1, 0], ArrowLeft: [-1, 0], KeyD: [1, 0], ArrowRight: [1, 0] };

/** Returns a function that reads the keys of the present frame. */
export function useKeys() {
	const state = useRef({ down: new Set(), pressed: false }).current;
	useEffect(() => {
		const onDown = ({ code, repeat }) => {
			state.down.add(code);
			if (code === 'Space' && !repeat) state.pressed = true;
		};
		const onUp = ({ code }) => state.down.delete(code);
		const onBlur = () => state.down.clear();
		addEventListener('keydown', onDown);
		addEventListener('keyup', onUp);
		addEventListener('blur', onBlur);
		return () => {
			removeEventListener('keydown', onDown);
			removeEventListener('keyup', onUp);
			removeEventListener('blur', onBlur);
		};
	}, []);
	return () => {
		const axes = [...state.down].map((code) => AXES[code] ?? [0, 0]);
		const jump = { pressed: state.pressed, held: state.down.has('Space') };
		state.pressed = false;
		return { x: axes.reduce((sum, [x]) => sum + x, 0), z: axes.reduce((sum, [, z]) => sum + z, 0), jump };
	};
}
