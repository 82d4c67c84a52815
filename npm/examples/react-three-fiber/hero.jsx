import { useContext, useEffect, useRef } from 'react';
import { useFrame } from '@react-three/fiber';
import { Character } from 'sidle/three';
import { useKeys } from './keys.js';
import { WorldContext } from './level.jsx';

const SPEED = 4;

/** A character that walks and jumps. `start` is the position of its feet. */
export function Hero({ start }) {
	const world = useContext(WorldContext);
	const body = useRef();
	const hero = useRef();
	const keys = useKeys();
	useEffect(() => {
		hero.current = new Character(world, body.current, start);
		return () => {
			hero.current.free();
			hero.current = undefined;
		};
	}, [world]);
	useFrame((_, delta) => {
		const { x, z, jump } = keys();
		const length = Math.hypot(x, z) || 1;
		hero.current?.update(delta, { wishVelocity: [(SPEED * x) / length, 0, (SPEED * z) / length], jump: jump.pressed, jumpHeld: jump.held });
	});
	return (
		<group ref={body} name="hero">
			<mesh position={[0, 0.9, 0]} castShadow>
				<capsuleGeometry args={[0.3, 1.2]} />
				<meshStandardMaterial color="#3f6fb5" />
			</mesh>
		</group>
	);
}
