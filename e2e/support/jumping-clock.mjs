// Loaded before a product under test (NODE_OPTIONS=--import). Its clock differs from the machine's by the ms
// in the file GUICHE_TEST_CLOCK, even when the file changes at run time.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const file = process.env.GUICHE_TEST_CLOCK;
let ahead = 0;
const readOffset = () => {
  ahead = Number(readFileSync(file, 'utf8'));
};
readOffset();
setInterval(readOffset, 200).unref();

const now = () => RealDate.now() + ahead;
// Still the same class, so every date is an instance of it.
globalThis.Date = new Proxy(RealDate, {
  construct: (real, given, target) => Reflect.construct(real, given.length === 0 ? [now()] : given, target),
  apply: () => new RealDate(now()).toString(),
  get: (real, name) => (name === 'now' ? now : real[name]),
});
