// Every mode of the page, with a screenshot of each.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runReplay, init } from 'sidle';
import { cameraRests, downloaded, drawn, open, screenshots, server, walk, walkAndPause, withBrowser } from './pages.mjs';

withBrowser();

const LARGE = { viewport: { width: 1180, height: 740 } };
/** Screenshots are slow without a graphics card, above all of a crowd. */
const shoot = (page, name) => page.screenshot({ path: `${screenshots}/${name}.png`, timeout: 240_000 });

/** Opens a level in a large picture with shadows, and walks without drawing. */
async function large(level, seconds, options = LARGE) {
	const { page, errors } = await open('', options);
	await page.evaluate((name) => window.playground.game.enter(name), level);
	const found = await walk(page, seconds);
	return { page, errors, ...found };
}

for (const [level, seconds] of [['staircase', 3.4], ['thin walls', 2], ['crooked hall', 3], ['moving platforms', 3], ['1,000 characters', 3], ['open field', 2]]) {
	test(`${level}: a walk without an error, and a screenshot`, async () => {
		const { page, errors, deepest } = await large(level, seconds);
		await cameraRests(page);
		await shoot(page, level.replace(/[ ,]+/g, '-'));
		assert.ok(deepest.sidle < 1e-5, `Sid is ${deepest.sidle} m deep`);
		assert.deepEqual(errors, []);
		await page.close();
	});
}

test('all shapes walk, climb the stairs and stay out of walls', async () => {
	for (const [shape, radius, height] of [['capsule', 0.35, 1.6], ['ellipsoid', 0.4, 1.5], ['sphere', 0.5, 1.6]]) {
		const { page, errors } = await open(`#v=2&level=staircase&rate=60&speed=5&auto=0&shape=${shape}&radius=${radius}&height=${height}`);
		const { at, deepest } = await walk(page, 3, { direction: [0, -1] });
		assert.ok(Math.abs(at[1] - 3) < 0.01, `${shape}: ${at}`);
		assert.ok(deepest.sidle < 1e-5, `${shape}: ${deepest.sidle}`);
		await page.setViewportSize({ width: 1180, height: 740 });
		await walk(page, 0.4, { direction: [0, 1] });
		await shoot(page, `shape-${shape}`);
		assert.deepEqual(errors, []);
		await page.close();
	}
});

test('the settings change the walk: step height, slope limit and gravity', async () => {
	const { page, errors } = await open('#v=2&level=staircase&rate=60&speed=5&auto=0&step=0.2');
	assert.ok((await walk(page, 3, { direction: [0, -1] })).at[1] < 0.01, 'steps of 0.3 m stop a step height of 0.2 m');
	await page.locator('summary').click();
	await page.locator('#step').fill('0.4');
	await page.locator('#gravity').fill('2');
	assert.deepEqual(await page.evaluate(() => [window.playground.settings.step, window.playground.simulation.settings.gravity]), [0.4, 2]);
	assert.ok(Math.abs((await walk(page, 1.8, { direction: [0, -1] })).at[1] - 3) < 0.01);
	const rise = await page.evaluate(() => {
		const { simulation } = window.playground;
		simulation.pause(true);
		const from = simulation.time;
		simulation.step({ x: 0, z: 0, flags: 3 });
		while (!simulation.sid.isGrounded) simulation.step({ x: 0, z: 0, flags: 2 });
		return simulation.time - from;
	});
	assert.ok(rise > 2, `with a gravity of 2 m/s² a jump takes ${rise} s`);
	assert.deepEqual(errors, []);
	await page.close();
});

test('first person, contacts, and the reason in a sentence', async () => {
	const { page, errors } = await open('', LARGE);
	// Until here the page walked by itself, for a time that depends on the machine.
	await page.evaluate(() => (window.playground.game.setAuto(false), window.playground.game.restart()));
	const reason = page.locator('#reason');
	const tells = async (pattern) => {
		await drawn(page);
		assert.ok(await reason.isVisible());
		assert.match(await reason.innerText(), pattern);
	};
	await walkAndPause(page, 2, { direction: [0.2, -1] });
	await page.keyboard.press('x');
	await tells(/Sid slides along a wall, whose normal is 11 degrees from the wish, at (19|20) %/);
	assert.ok((await page.evaluate(() => window.playground.stage.overlay.arrows.filter(({ visible }) => visible).length)) >= 2);
	await shoot(page, 'contacts');
	await walkAndPause(page, 2 / 3, { direction: [0, -1] });
	await tells(/Sid is stopped: the wall faces the wish head-on/);
	// Nothing is pressed while the page goes on.
	const steps = await page.evaluate(() => window.playground.simulation.steps);
	await page.keyboard.press('p');
	await page.waitForFunction((count) => window.playground.simulation.steps > count, steps);
	await page.keyboard.press('p');
	await tells(/Sid stands still/);
	await page.keyboard.press('x');
	await tells(/Sid stands still/);
	assert.equal(await page.evaluate(() => window.playground.stage.overlay.object.visible), false);
	await page.keyboard.press('p');
	await drawn(page);
	assert.ok(!(await reason.isVisible()), 'a page that goes on without contacts tells no reason');
	await page.keyboard.press('v');
	await drawn(page);
	assert.equal(await page.evaluate(() => window.playground.stage.sid.visible), false);
	await shoot(page, 'first-person');
	assert.deepEqual(errors, []);
	await page.close();
});

test('pause, single steps and rewinding: the same states come back', async () => {
	const { page, errors } = await open('#v=2&level=moving+platforms&rate=60&speed=6&auto=0');
	await walk(page, 3, { direction: [0.6, -0.5] });
	await page.keyboard.press('p');
	const state = () => page.evaluate(() => [...window.playground.simulation.sid.save()].join());
	const [cursor, last] = [await page.evaluate(() => window.playground.simulation.cursor), await state()];
	assert.ok(cursor >= 180);
	await page.evaluate(() => window.playground.game.rewind(120));
	const before = await state();
	assert.notEqual(before, last);
	await page.waitForFunction(() => document.getElementById('clock').textContent === '−2.00 s');
	for (let i = 0; i < 3; i++) await page.keyboard.press('.');
	assert.notEqual(await state(), before);
	await page.keyboard.press(',');
	assert.equal(await page.evaluate(() => window.playground.simulation.cursor), cursor - 118);
	await page.evaluate((to) => window.playground.game.seek(to), cursor);
	assert.equal(await state(), last);
	// From an earlier step, the same inputs lead to the same states.
	const again = await page.evaluate((to) => {
		const { simulation } = window.playground;
		const inputs = simulation.recording.steps.slice(to - 100, to).map(({ input }) => input);
		simulation.seek(to - 100);
		for (const input of inputs) simulation.step(input);
		return [...simulation.sid.save()].join();
	}, cursor);
	assert.equal(again, last);
	assert.deepEqual(errors, []);
	await page.close();
});

test('a lift, a turntable and a train carry Sid', async () => {
	const { page, errors } = await open('#v=2&level=moving+platforms&rate=60&auto=0');
	const ride = (place, seconds) =>
		page.evaluate(([at, time]) => {
			const { simulation, settings } = window.playground;
			simulation.moveTo(at);
			const path = [];
			for (let i = 0; i < 60 * time; i++) {
				simulation.update(1 / 60, settings, { direction: [0, 0], jump: false, jumpHeld: false, crouch: false });
				const { x, y, z } = simulation.sid.position;
				path.push({ y, angle: Math.atan2(z + 4, x - 4) });
			}
			// The first of the low points: rounding decides which of them is the lowest.
			const lowest = Math.min(...path.map(({ y }) => y));
			const low = path.findIndex(({ y }) => y < lowest + 1e-3);
			return { low: lowest, high: Math.max(...path.slice(low).map(({ y }) => y)), turned: new Set(path.map(({ angle }) => Math.round(angle * 2))).size };
		}, [place, seconds]);
	// Two periods of the lift, because it may be anywhere at first. Its plate is 0.3 m thick and rises by 3.3 m.
	const { low, high } = await ride([-8, 4, -6.95], 18);
	assert.ok(Math.abs(low - 0.3) < 0.01 && Math.abs(high - 3.6) < 0.01, `from ${low} to ${high}`);
	assert.ok((await ride([4, 0.5, -2], 9)).turned > 10);
	// On the first wagon, 0.35 m above its place, once around.
	const { way, off } = await page.evaluate(() => {
		const { simulation, settings } = window.playground;
		const wagon = () => simulation.machines[2].pose(simulation.time).position;
		const wait = () => simulation.update(1 / 60, settings, { direction: [0, 0], jump: false, jumpHeld: false, crouch: false });
		let [from, way, off] = [wagon(), 0, 0];
		simulation.moveTo([from[0], 0.36, from[2]]);
		for (let i = 0; i < 60 * 15; i++) {
			wait();
			const { x, y, z } = simulation.sid.position;
			const to = wagon();
			way += Math.hypot(to[0] - from[0], to[2] - from[2]);
			off = Math.max(off, Math.hypot(x - to[0], y - 0.35, z - to[2]));
			from = to;
		}
		return { way, off };
	});
	assert.ok(Math.abs(way - 2 * Math.PI * 5.5) < 0.5, `the wagon went ${way} m`);
	assert.ok(off < 0.2, `Sid is ${off} m off his place on the wagon`);
	assert.deepEqual(errors, []);
	await page.close();
});

test('Report this spot: the file repeats the last second bit for bit', async () => {
	await init();
	// The second one rides on the turntable.
	for (const [level, start] of [['crooked hall'], ['moving platforms', [4, 0.5, -2]], ['moving platforms']]) {
		const { page, errors } = await open(`#v=2&level=${level.replace(' ', '+')}&rate=60&auto=0`);
		if (start) await page.evaluate((at) => window.playground.simulation.moveTo(at), start);
		await walk(page, 2, { direction: start ? [0, 0] : [0.3, -1] });
		await page.evaluate(() => window.playground.game.pause(true));
		// At the last step, and after a rewind.
		for (const rewound of [0, 40]) {
			if (rewound > 0) await page.evaluate((steps) => window.playground.game.rewind(steps), rewound);
			const [place, from] = await page.evaluate(() => {
				const { simulation } = window.playground;
				return [simulation.cursor, simulation.cursor - 60].map((cursor) => {
					const { x, y, z } = (simulation.seek(cursor), simulation.sid.position);
					return [x, y, z];
				});
			});
			await page.evaluate(() => window.playground.simulation.seek(window.playground.simulation.cursor + 60));
			const { name, text } = await downloaded(page, 'Report this spot');
			assert.equal(name, 'sidle-spot.replay');
			const steps = runReplay(text);
			assert.equal(steps.length, 60);
			assert.ok(steps.every(({ agrees }) => agrees));
			assert.deepEqual(Object.values(steps.at(-1).position), place);
			if (start) assert.ok(Math.hypot(place[0] - from[0], place[2] - from[2]) > 0.5, 'the turntable carries Sid');
			if (start) assert.match(text, / instance 0 from /);
			assert.deepEqual(await page.evaluate(() => Object.values(window.playground.simulation.sid.position)), place);
		}
		assert.deepEqual(errors, []);
		await page.close();
	}
});

test('ghosts: each walks from the same wishes, with its version and padding', async () => {
	const { page, errors } = await open('#v=2&level=thin+walls&rate=60&speed=5&auto=0');
	for (const [name, title] of [['bvh', /three-mesh-bvh 0\.9\.\d+.*no padding/], ['rapier', /Rapier 0\.21\.\d+.*padding \(offset\) 10 mm/], ['octree', /three\.js r187.*no padding/]]) {
		await page.locator('#ghost').selectOption(name);
		await page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById('about').textContent), title.source);
		await page.getByRole('button', { name: 'Restart' }).click();
		const { ghost } = await walk(page, 1, { direction: [0, -1] });
		assert.ok(Math.abs(ghost[2] - 0) < 0.6 && Math.abs(ghost[1]) < 0.05, `${name} is at ${ghost}`);
	}
	await page.locator('#ghost').selectOption('none');
	await page.waitForFunction(() => window.playground.simulation.ghost === undefined);
	assert.deepEqual(errors, []);
	await page.close();
});

test('a gamepad walks, looks and jumps', async () => {
	const { page, errors } = await open('#v=2&level=thin+walls&rate=60&speed=4&auto=0');
	await page.evaluate(() => {
		const buttons = Array.from({ length: 17 }, () => ({ pressed: false }));
		window.pad = { mapping: 'standard', axes: [0, -1, 0.5, 0], buttons };
		navigator.getGamepads = () => [null, window.pad];
	});
	await page.waitForFunction(() => window.playground.simulation.sid.position.z < 4 && window.playground.stage.view.yaw < -0.2);
	await page.evaluate(() => (window.pad.buttons[0].pressed = true));
	await page.waitForFunction(() => window.playground.simulation.sid.position.y > 0.3);
	assert.deepEqual(errors, []);
	await page.close();
});

test('touch: a stick walks, a button jumps', async () => {
	const { page, errors } = await open('#v=2&level=staircase&rate=60&speed=4&auto=0', { viewport: { width: 420, height: 740 }, hasTouch: true, isMobile: true });
	const stick = await page.locator('#stick').boundingBox();
	const dispatch = (id, type, x, y) =>
		page.evaluate(([target, name, clientX, clientY]) => {
			const element = document.getElementById(target);
			element.setPointerCapture = () => undefined;
			element.hasPointerCapture = () => true;
			element.dispatchEvent(new PointerEvent(name, { pointerId: 3, pointerType: 'touch', clientX, clientY, bubbles: true }));
		}, [id, type, x, y]);
	await dispatch('stick', 'pointerdown', stick.x + 60, stick.y + 60);
	await dispatch('stick', 'pointermove', stick.x + 60, stick.y + 5);
	await page.waitForFunction(() => window.playground.simulation.sid.position.z < 3.5);
	await shoot(page, 'touch');
	await dispatch('stick', 'pointerup', stick.x + 60, stick.y + 5);
	await dispatch('touch-jump', 'pointerdown', 0, 0);
	await page.waitForFunction(() => window.playground.simulation.sid.velocity.y > 1);
	assert.deepEqual(errors, []);
	await page.close();
});

test('the keyboard alone reaches every control', async () => {
	const { page, errors } = await open('#v=2&level=thin+walls&auto=0');
	const reached = new Set();
	for (let i = 0; i < 45; i++) {
		await page.keyboard.press('Tab');
		reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent));
	}
	for (const id of ['view', 'staircase', 'rate', 'speed', 'ghost', 'person', 'overlay', 'copy', 'report', 'save', 'back', 'pause', 'forward', 'time']) assert.ok(reached.has(id), `${id} is not among ${[...reached]}`);
	await page.locator('#view').focus();
	const yaw = await page.evaluate(() => window.playground.stage.view.yaw);
	await page.keyboard.down('q');
	await page.waitForFunction((from) => window.playground.stage.view.yaw > from + 0.2, yaw);
	await page.keyboard.up('q');
	assert.deepEqual(errors, []);
	await page.close();
});

test('the page works offline once loaded', async () => {
	const { page, errors } = await open('#v=2&level=thin+walls&auto=0');
	await page.evaluate(() => navigator.serviceWorker.ready);
	await page.waitForFunction(async () => {
		const names = await caches.keys();
		return names.length === 1 && (await (await caches.open(names[0])).keys()).length > 6;
	});
	await page.context().setOffline(true);
	await page.goto(`${server.url}/play/index.html?again#v=2&level=staircase&quality=low`);
	await page.waitForFunction(() => window.playground?.simulation.steps > 0);
	await page.locator('#ghost').selectOption('rapier');
	await page.waitForFunction(() => document.getElementById('about').textContent.startsWith('Rapier'));
	assert.deepEqual(errors, []);
	await page.close();
});
