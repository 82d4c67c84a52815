// Why Sid moved as he did in a step, in a sentence.

import { shapeOf } from './settings.js';

const degrees = (cosine) => Math.round((Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI);

/** The surfaces that Sid touches. */
export function contactsOf(simulation) {
	const { sid, settings, world } = simulation;
	const body = simulation.body();
	return world.contacts(shapeOf(body), sid.state.centre, settings.skin * 2 + 0.005);
}

/** The path of the centre in the last two seconds. */
export function pathOf({ recording, cursor, settings }) {
	const steps = recording.steps.slice(Math.max(0, cursor - 2 * settings.rate), cursor);
	return steps.flatMap(({ report }) => report?.path ?? []);
}

/** Tells how a step ended. `record` has the input and the report; `contacts` are those after it. */
export function explain({ record, state, settings, contacts, moved }) {
	if (record === undefined) return 'Sid has not moved yet.';
	const { input, report } = record;
	if (report.refused) return `The step was refused (${report.refused}): nothing changed.`;
	if (report.crushed !== undefined) return 'A platform crushes Sid: there is no room between it and the level.';
	if (report.isHeldDown) return 'Sid stays crouched: the ceiling leaves no room to stand up.';
	if (report.jumped) return 'Sid jumps.';
	if (report.ceiling) return 'Sid hit the ceiling, and lost his speed upwards.';
	if (state.ground === 'airborne') return 'Sid is in the air: gravity pulls, and the wish steers a little.';
	if (state.ground === 'steep') {
		const slope = degrees(state.groundNormal?.y ?? 0);
		return `Sid slides down: the ground has ${slope} degrees, and the slope limit is ${settings.slope}.`;
	}
	if (input.x === 0 && input.z === 0) return report.platform ? 'Sid stands still on a platform, which carries him.' : 'Sid stands still: there is no wish, and the ground holds him.';
	return walking(record, settings, contacts, moved);
}

function walking({ input, report }, settings, contacts, moved) {
	const wish = Math.hypot(input.x, input.z);
	const [x, z] = [input.x / wish, input.z / wish];
	const asked = ((wish / 100) * settings.speed) / settings.rate;
	const got = moved / asked;
	const facing = ({ normal }) => -(normal.x * x + normal.z * z);
	const walls = contacts.filter((contact) => contact.normal.y < Math.cos((settings.slope * Math.PI) / 180) && contact.normal.y > -0.5 && facing(contact) > 0.05);
	const angles = walls.map(facing).sort((a, b) => b - a);
	if (report.stepped > 0) return `Sid steps up by ${(report.stepped * 100).toFixed(0)} cm; the limit is ${(settings.step * 100).toFixed(0)} cm.`;
	if (walls.length === 0 && got > 0.98) return report.platform ? 'Nothing is in the way: Sid walks on a moving platform.' : 'Nothing is in the way: Sid walks as wished.';
	if (walls.length === 0) return report.snapped > 0 ? 'Sid follows the ground down.' : 'Sid walks along the ground, which is not level.';
	const planes = new Set(walls.map(({ normal }) => [normal.x, normal.y, normal.z].map((value) => value.toFixed(2)).join())).size;
	if (got < 0.02) {
		if (planes > 1) return `Sid is stopped in a corner: ${planes} planes face the wish, and leave no way along.`;
		return `Sid is stopped: the wall faces the wish head-on (${degrees(angles[0])} degrees from its normal), and is no step of at most ${(settings.step * 100).toFixed(0)} cm.`;
	}
	if (planes === 1 && angles[0] > 0.999) return 'Sid walks up to a wall that faces the wish head-on, and stops there.';
	if (planes > 1) return `Sid slides in the crease of ${planes} planes, at ${Math.round(got * 100)} % of the wished speed.`;
	return `Sid slides along a wall, whose normal is ${degrees(angles[0])} degrees from the wish, at ${Math.round(got * 100)} % of the wished speed.`;
}
