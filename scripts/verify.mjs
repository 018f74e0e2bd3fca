// `npm run verify`: no services, no build.
import { ensureInstalled } from './install.mjs';
import { relay } from './relay.mjs';

ensureInstalled();
relay('scripts/test.ts', ['verify']);
