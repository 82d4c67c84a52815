// The checker of the page. `build.mjs` makes the module and puts it into the bundle.

import bytes from './judge.wasm';
import { createJudge } from './depth.js';

export const depthIn = await createJudge(bytes);
