import type { IncomingMessage, ServerResponse } from 'node:http';
import { ATTEMPT_BYTES, isAttempt } from './attempts.ts';
import { endWithProblem, sendProblem } from './own-answers.ts';
import { pathOf } from './request-path.ts';

const MEGABYTE = 1024 * 1024;
/** So long a refused caller has to read why. */
const LINGER_MS = 1_000;
/** Draft attachments: five files of 10 MB together, and their multipart frame. */
const UPLOAD = /^\/api\/accounts\/[^/]+\/disputes\/[^/]+\/draft\/attachments$/;
/** A selection of up to 100,000 transactions. */
const SELECTION = /^\/api\/accounts\/[^/]+\/resends(\/preview)?$/;

/** Refuses a body that is too large; true when it answered. Bodies without a length are counted as they come. */
export function limitBody(request: IncomingMessage, response: ServerResponse, requestId: string): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const path = pathOf(request);
  if (!path.startsWith('/api/')) return false;
  const limit = isAttempt(request) ? ATTEMPT_BYTES : limitOf(path);
  const length = request.headers['content-length'];
  if (length !== undefined && Number(length) > limit) {
    response.once('finish', () => request.destroy());
    response.setHeader('connection', 'close');
    sendProblem(response, 'payload_too_large', requestId);
    return true;
  }
  if (request.headers['transfer-encoding'] !== undefined) countChunks(request, response, limit);
  return false;
}

function limitOf(path: string): number {
  if (UPLOAD.test(path)) return 12 * MEGABYTE;
  return SELECTION.test(path) ? 6 * MEGABYTE : MEGABYTE;
}

/**
 * Past the limit the answer goes straight to the socket, and what still comes is dropped: broken off at once, the
 * connection would be reset under an answer that nobody has read yet. Whoever reads the body sees it break off.
 */
function countChunks(request: IncomingMessage, response: ServerResponse, limit: number): void {
  const push = request.push.bind(request);
  let bytes = 0;
  let over = false;
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (over) return false;
    bytes += chunk instanceof Uint8Array ? chunk.length : 0;
    if (bytes <= limit) return push(chunk, encoding);
    over = true;
    if (response.headersSent || request.socket.destroyed) request.destroy();
    else {
      const https = response.hasHeader('strict-transport-security');
      endWithProblem(request.socket, 413, 'payload_too_large', https);
      setTimeout(() => request.destroy(), LINGER_MS).unref();
    }
    return false;
  };
}
