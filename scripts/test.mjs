// `npm test` and `npm run test:full` (with `full`): from a fresh clone on.
import { ensureInstalled } from './install.mjs';
import { relay } from './relay.mjs';

ensureInstalled();
relay('scripts/test.ts', process.argv.slice(2));
