import { createRoot } from 'react-dom/client';
import { Canvas } from '@react-three/fiber';
import { init } from 'sidle/three';
import { Hero } from './hero.jsx';
import { Level } from './level.jsx';

/** Names the scene for the console of the browser, and for the test of this example. */
const onCreated = ({ scene }) => Object.assign(window, { scene });

await init();
createRoot(document.getElementById('root')).render(
	<Canvas shadows onCreated={onCreated} camera={{ position: [0, 5, 9], fov: 50 }}>
		<hemisphereLight args={['#e8f4ff', '#6b6152', 1.5]} />
		<directionalLight position={[6, 12, 4]} intensity={2} castShadow />
		<Level>
			<Hero start={[0, 0, 4]} />
		</Level>
	</Canvas>,
);
