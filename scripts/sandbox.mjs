// `npm run sandbox`: the simulator alone.
import { ensureInstalled } from './install.mjs';
import { relay } from './relay.mjs';

ensureInstalled();
relay('sandbox/main.ts', process.argv.slice(2));
