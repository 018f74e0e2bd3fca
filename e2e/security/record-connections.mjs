// Preloaded into a product under test and whatever it starts: writes down each process and each way out of it.
import { appendFileSync } from 'node:fs';
import net from 'node:net';

const file = process.env.GUICHE_TEST_CONNECTIONS;
const write = (kind, what) => file && appendFileSync(file, `${kind} ${what}\n`);

write('process', process.argv.slice(1).join(' '));
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function recorded(...args) {
  // Node's own callers hand over an already normalised list.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const to = typeof first === 'object' && first !== null ? first : { port: first, host: second };
  write('connect', to.path ?? `${to.host ?? 'localhost'}:${to.port}`);
  return connect.apply(this, args);
};
