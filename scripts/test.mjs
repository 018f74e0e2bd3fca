// `npm test`: everything, from a fresh clone on.
import { ensureInstalled } from './install.mjs';
import { relay } from './relay.mjs';

ensureInstalled();
relay('scripts/test.ts', []);
