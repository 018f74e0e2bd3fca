// `npm run faults`: every fault, many randomised withdrawals, kills of the whole product; writes docs/faults.md.
import { ensureInstalled } from './install.mjs';
import { relay } from './relay.mjs';

ensureInstalled();
relay('scripts/faults/main.ts', process.argv.slice(2));
