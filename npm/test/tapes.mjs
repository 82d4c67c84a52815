// Makes the tapes of the golden scenes natively, with `sidle-bits`.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goldens } from './tape.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the scenes that a tape can hold, each with its name, the path of its tape, and the expected hash and number of moves. */
export function scenes() {
	const folder = mkdtempSync(join(tmpdir(), 'sidle-tapes-'));
	execFileSync('cargo', ['run', '--quiet', '--release', '-p', 'sidle-bits', '--', '--tapes', folder], { cwd: root });
	const expected = goldens(readFileSync(join(root, 'crates/sidle-bits/goldens.txt'), 'utf8'));
	const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.tape')).sort();
	return files.map((file) => {
		const name = file.replaceAll('\\', '/').slice(0, -'.tape'.length);
		return { name, path: join(folder, file), ...expected.get(name) };
	});
}
