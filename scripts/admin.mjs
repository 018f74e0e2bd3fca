// `npm run admin -- <command>`: what an installation's keeper does from the terminal.
import { ensureInstalled } from './install.mjs';
import { relay } from './relay.mjs';

ensureInstalled();
relay('scripts/admin.ts', process.argv.slice(2));
