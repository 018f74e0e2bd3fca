import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A plain proxy that sends each request to the next port; 502 when nothing listens there. */
export async function startRoundRobin(ports: readonly number[]) {
  let turn = 0;
  const server = createServer((request, response) => {
    const port = ports[turn++ % ports.length];
    const { method, url: path, headers } = request;
    const on = ask({ port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy()).pipe(response);
    });
    on.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    request.pipe(on);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
