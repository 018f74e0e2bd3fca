// The bare handler that the receiver's rate is compared with: it verifies a callback's signature, and no more.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const [secret = ''] = process.argv.slice(2);
const server = createServer(async (request, response) => {
  const said = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['x-callback-signature']));
  const signed = `${said?.[1]}.${await text(request)}`;
  const mine = createHmac('sha256', secret).update(signed).digest();
  const good = timingSafeEqual(mine, Buffer.from(said?.[2] ?? '0'.repeat(64), 'hex'));
  response.writeHead(good ? 200 : 401).end();
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
