// Writes the links and the captures that the tests of the program in the terminal replay: runs of the page, made in Chromium.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch, serve } from '../../npm/test/browser.mjs';

const RUNS = [
	['thin walls', '&rate=30'],
	['moving platforms', '&rate=60'],
	['staircase', '&rate=240&shape=ellipsoid&radius=0.4&height=1.5&speed=5'],
	['1,000 characters', '&rate=30&shape=sphere&radius=0.5'],
	['crooked hall', '&rate=15&skin=0.01&step=0.2&slope=40&gravity=20'],
	['open field', '&rate=144&height=1.1&radius=0.25'],
];
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const server = await serve({ play: path('../dist') });
const browser = await launch('--enable-unsafe-swiftshader', '--use-gl=angle', '--use-angle=swiftshader');
const [links, captures] = [[], []];
for (const [level, settings] of RUNS) {
	const page = await browser.newPage({ viewport: { width: 200, height: 150 } });
	await page.goto(`${server.url}/play/index.html#v=2&level=${encodeURIComponent(level)}${settings}&quality=low`);
	await page.waitForFunction(() => window.playground?.simulation.steps > 0);
	const [link, capture] = await page.evaluate(() => {
		const { simulation, settings: given, links: made, game } = window.playground;
		game.restart();
		for (let step = 0; step < 11 * given.rate; step++) simulation.update(1 / given.rate, given);
		game.pause(true);
		return made.make().then((link) => [link, simulation.capture()]);
	});
	links.push(link);
	captures.push(capture);
	await page.close();
}
writeFileSync(path('../../crates/sidle-cli/tests/playground-links.txt'), `${links.join('\n')}\n`);
// A second of the crooked hall at 15 Hz, and one of moving platforms at 60 Hz.
writeFileSync(path('../../crates/sidle-cli/tests/playground-hall.replay'), captures[4]);
writeFileSync(path('../../crates/sidle-cli/tests/playground-platforms.replay'), captures[1]);
await browser.close();
server.stop();
