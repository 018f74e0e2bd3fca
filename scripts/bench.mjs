// `npm run bench`: the speeds of docs/performance.md, each beside its reference.
import { ensureInstalled } from './install.mjs';
import { relay } from './relay.mjs';

ensureInstalled();
relay('bench/main.ts', process.argv.slice(2));
