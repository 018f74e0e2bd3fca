// `npm test`: from a fresh clone on; with GUICHE_WHOLE=1 all of the browser's tests, not a share of them.
import { ensureInstalled } from './install.mjs';
import { relay } from './relay.mjs';

ensureInstalled();
relay('scripts/test.ts', []);
