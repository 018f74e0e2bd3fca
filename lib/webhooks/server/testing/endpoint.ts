import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Got = { headers: IncomingHttpHeaders; body: string };

/**
 * A merchant's endpoint: stores what it receives and answers the ownership challenge, unless a test sets
 * another `answer`.
 */
export class Endpoint {
  readonly got: Got[] = [];
  url = '';
  answer: (response: ServerResponse, got: Got) => void = (response, { headers }) =>
    response.end(headers['x-callback-challenge'] ?? 'ok');
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const got = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      this.got.push(got);
      this.answer(response, got);
    });
  });

  async listen(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${randomUUID()}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
