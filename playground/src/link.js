// The settings and the place in the fragment of the address.

const within = (value, low, high) => Number.isFinite(value) && value >= low && value <= high;

/** Returns a fragment. */
export function writeLink({ level, rate, speed, auto, at, yaw, quality }) {
	const fields = { v: '1', level, rate, speed, auto: auto ? 1 : 0, at: at.join(','), yaw: yaw.toFixed(3) };
	if (quality !== undefined) fields.quality = quality;
	return `#${new URLSearchParams(fields)}`;
}

/** Returns the settings of a fragment. Fields that are missing or out of range are left out. */
export function readLink(fragment) {
	const fields = new URLSearchParams(fragment.slice(1, 2000));
	if (fields.get('v') !== '1') return {};
	const found = {};
	const number = (name, low, high) => {
		const value = Number(fields.get(name) ?? NaN);
		if (fields.get(name) && within(value, low, high)) found[name] = value;
	};
	if (fields.get('level')) found.level = fields.get('level');
	number('rate', 5, 240);
	number('speed', 1, 30);
	number('yaw', -1000, 1000);
	if (fields.get('quality') === 'low') found.quality = 'low';
	if (fields.has('auto')) found.auto = fields.get('auto') === '1';
	const at = (fields.get('at') ?? '').split(',').map(Number);
	if (at.length === 3 && at.every((value) => within(value, -1e6, 1e6))) found.at = at;
	return found;
}
