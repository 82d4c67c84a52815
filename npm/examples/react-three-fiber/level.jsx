import { createContext, useEffect, useRef, useState } from 'react';
import { World } from 'sidle/three';

/** The world of the level, for everything that moves in it. */
export const WorldContext = createContext(undefined);

/** Draws the level, builds a world of its meshes once they exist, and then draws its children, which move in that world. */
export function Level({ children }) {
	const meshes = useRef();
	const [world, setWorld] = useState();
	useEffect(() => {
		const made = World.fromObject3D(meshes.current);
		setWorld(made);
		return () => {
			setWorld(undefined);
			made.free();
		};
	}, []);
	return (
		<>
			<group ref={meshes}>
				<Box size={[24, 1, 24]} position={[0, -0.5, 0]} color="#b9c8a8" />
				<Box size={[0.02, 3, 8]} position={[4, 1.5, 0]} color="#d98c5f" />
				{[1, 2, 3, 4, 5].map((step) => (
					<Box key={step} size={[3, 0.25 * step, 0.6]} position={[-3, 0.125 * step, 1 - 0.6 * step]} color="#c9b18f" />
				))}
			</group>
			{world && <WorldContext value={world}>{children}</WorldContext>}
		</>
	);
}

function Box({ size, position, color }) {
	return (
		<mesh position={position} castShadow receiveShadow>
			<boxGeometry args={size} />
			<meshStandardMaterial color={color} />
		</mesh>
	);
}
