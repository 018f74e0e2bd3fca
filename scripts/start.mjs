// `npm start` and `npm run dev`: begins on plain Node 20 with nothing installed.
import { ensureInstalled } from './install.mjs';
import { relay } from './relay.mjs';

ensureInstalled();
relay('scripts/product.ts', process.argv.slice(2));
