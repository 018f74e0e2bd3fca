import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type Server as HttpsServer, type ServerOptions } from 'node:https';

export type Answer = { status: number; headers: Record<string, string>; body: Buffer | string };
export type Incoming = {
  method: string;
  path: string;
  query: URLSearchParams;
  rawBody: Buffer;
  address: string;
  request: IncomingMessage;
  response: ServerResponse;
};

export type Handler = (incoming: Incoming) => Promise<Answer | null>;

const LARGEST = 60 * 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    request.resume();
    return Buffer.alloc(0);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST) throw new Error('body too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function addressOf(request: IncomingMessage): string {
  const text = request.socket.remoteAddress ?? '';
  if (text === '::1') return '127.0.0.1';
  return text.startsWith('::ffff:') ? text.slice(7) : text;
}

export function send(response: ServerResponse, answer: Answer): void {
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
  response.sendDate = false;
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': String(body.length) });
  response.end(body);
}

const KEEP_ALIVE = { keepAliveTimeout: 65_000 };

/**
 * Creates the HTTP server for every part of the simulator. A handler that returns null has answered on the
 * socket itself.
 */
export function createHttpServer(handle: Handler): Server {
  return createServer(KEEP_ALIVE, listenerOf(handle));
}

/** Same as createHttpServer, over TLS. */
export function createHttpsServer(options: ServerOptions, handle: Handler): HttpsServer {
  return createTlsServer({ ...KEEP_ALIVE, ...options }, listenerOf(handle));
}

function listenerOf(handle: Handler): RequestListener {
  return async (request, response) => {
    try {
      const mark = request.url?.indexOf('?') ?? -1;
      const url = request.url ?? '/';
      const answer = await handle({
        method: request.method ?? 'GET',
        path: mark < 0 ? url : url.slice(0, mark),
        query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
        rawBody: await readBody(request),
        address: addressOf(request),
        request,
        response,
      });
      if (answer) send(response, answer);
    } catch (error) {
      console.error('sandbox request failed', error);
      if (response.headersSent) response.destroy();
      else
        send(response, { status: 500, headers: { 'Content-Type': 'text/plain' }, body: 'sandbox failure' });
    }
  };
}
