// Loaded before a product under test (NODE_OPTIONS=--import): its clock stands as far from the machine's as the file
// GUICHE_TEST_CLOCK says, in ms, also when what the file says changes while it runs.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const file = process.env.GUICHE_TEST_CLOCK;
let ahead = 0;
const look = () => {
  ahead = Number(readFileSync(file, 'utf8'));
};
look();
setInterval(look, 200).unref();

const now = () => RealDate.now() + ahead;
// The same class as before, so that a date of anywhere is an instance of it.
globalThis.Date = new Proxy(RealDate, {
  construct: (real, given, target) => Reflect.construct(real, given.length === 0 ? [now()] : given, target),
  apply: () => new RealDate(now()).toString(),
  get: (real, name) => (name === 'now' ? now : real[name]),
});
