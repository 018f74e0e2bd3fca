// `npm run doctor -- [account]`: looks every account over with calls that change nothing.
import { ensureInstalled } from './install.mjs';
import { relay } from './relay.mjs';

ensureInstalled();
relay('scripts/doctor.ts', process.argv.slice(2));
