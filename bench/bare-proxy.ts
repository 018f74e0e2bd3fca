// The bare proxy that the list's rate is compared with: an undici pool before the simulator, no checks.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';

const [origin = '', token = ''] = process.argv.slice(2);
const pool = new Pool(origin, { connections: 64 });
const server = createServer(async (request, response) => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await pool.request({ path: request.url ?? '/', method: 'GET', headers });
  response.writeHead(answer.statusCode, { 'content-type': 'application/json' });
  answer.body.pipe(response);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
