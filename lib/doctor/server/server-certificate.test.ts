import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverCertificate } from '#lib/doctor/server/server-certificate.ts';

let connections: number;
let server: Server;
let port: number;
/** A silent service on this machine: it only counts its connections. */
beforeEach(async () => {
  connections = 0;
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => server.close());

const PUBLIC = { loopback: false, private: false };
const LOOPBACK = { loopback: true, private: false };
const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
const certificateOf = (host: string, policy?: typeof PUBLIC) =>
  serverCertificate(`https://${host}:${port}`, { waitMs: 500, resolve, ...(policy && { policy }) });

test('A11: a name that turned near since it was entered is not connected to', async () => {
  expect(await certificateOf('pix.provedor.com.br', PUBLIC)).toBeNull();
  expect(connections).toBe(0);
  await certificateOf('pix.provedor.com.br', LOOPBACK);
  expect(connections, 'where the policy lets it through it is').toBe(1);
});

test('A11: neither is a literal address, which nobody looks up', async () => {
  for (const host of ['127.0.0.1', 'localhost']) expect(await certificateOf(host, PUBLIC), host).toBeNull();
  expect(connections).toBe(0);
  await certificateOf('127.0.0.1');
  expect(connections, 'an account of the environment is where its keeper put it').toBe(1);
});
