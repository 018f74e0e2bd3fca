import type { IncomingMessage, ServerResponse } from 'node:http';

const MEGABYTE = 1024 * 1024;
/** Draft attachments: five files of 10 MB together, and their multipart frame. */
const UPLOAD = /^\/api\/accounts\/[^/]+\/disputes\/[^/]+\/draft\/attachments$/;
/** A selection of up to 100,000 transactions. */
const SELECTION = /^\/api\/accounts\/[^/]+\/resends(\/preview)?$/;

/** Refuses a body that is too large; true when it answered. Bodies without a length are counted as they come. */
export function limitBody(request: IncomingMessage, response: ServerResponse, path: string): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const limit = limitOf(path);
  const length = request.headers['content-length'];
  if (length !== undefined && Number(length) > limit) {
    response.writeHead(413, HEADERS).end(BODY, () => request.destroy());
    return true;
  }
  if (request.headers['transfer-encoding'] !== undefined) countChunks(request, response, limit);
  return false;
}

function limitOf(path: string): number {
  if (UPLOAD.test(path)) return 12 * MEGABYTE;
  return SELECTION.test(path) ? 6 * MEGABYTE : MEGABYTE;
}

const HEADERS = {
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  connection: 'close',
} as const;
const BODY = JSON.stringify({
  type: '/problems/payload-too-large',
  title: 'Payload too large',
  status: 413,
  code: 'payload_too_large',
});

/** Past the limit the answer goes straight to the socket: whoever reads the body only sees it break off. */
function countChunks(request: IncomingMessage, response: ServerResponse, limit: number): void {
  const push = request.push.bind(request);
  let bytes = 0;
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    bytes += chunk instanceof Uint8Array ? chunk.length : 0;
    if (bytes <= limit) return push(chunk, encoding);
    if (!response.headersSent && !request.socket.destroyed) {
      const lines = Object.entries({ ...HEADERS, 'content-length': Buffer.byteLength(BODY) });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      request.socket.end(`HTTP/1.1 413 Payload Too Large\r\n${head}\r\n${BODY}`);
    }
    request.destroy();
    return false;
  };
}
