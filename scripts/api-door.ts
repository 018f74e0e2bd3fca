import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, type Writable } from 'node:stream';
import { parseCookie } from 'cookie';
import type { ApiRequest, Door } from '#lib/api/api-request.ts';
import { type Coding, codingOf, compressedText, compressor } from './compressed.ts';
import { pathOf } from './request-path.ts';

/** Left by the handlers that the framework compiled, once it has loaded them (`lib/api/door.ts`). */
type Left = { __guicheDoor?: Door };

/** Addresses of next-auth, and those that a URL's parser would write in another way: the framework answers them. */
const NOT_OURS = /^\/api\/auth(?:\/|$)|\/(?:\/|\.|%2e|$)|\\/i;
const COMPRESSED = /^(?:application\/(?:problem\+)?json|text\/csv)\b/;
/** Shorter ones would not become smaller. */
const LEAST_COMPRESSED = 1_024;

/**
 * Answers a call of the API by its own door, without the framework's way to it (a third of what a list costs). Null
 * where that is not there yet, or the address is another's: the framework answers then, by the same door.
 */
export function throughDoor(request: IncomingMessage, response: ServerResponse): Promise<void> | null {
  const door = (globalThis as Left).__guicheDoor;
  const path = pathOf(request);
  if (door === undefined || !path.startsWith('/api/') || NOT_OURS.test(path)) return null;
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const answered = async () => send(await door(apiRequest(request, path, gone.signal)), request, response);
  return answered();
}

function apiRequest(message: IncomingMessage, path: string, signal: AbortSignal): ApiRequest {
  const { method = 'GET', url = '/' } = message;
  const headers = new Headers();
  // Not `headersDistinct`: it lacks what `cleanHeaders` has set.
  for (const [name, value] of Object.entries(message.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  let cookies: Record<string, string | undefined> | null = null;
  return {
    method,
    path,
    search: url.slice(path.length),
    headers,
    cookie: (name) => {
      cookies ??= parseCookie(message.headers.cookie ?? '');
      return cookies[name];
    },
    body: method === 'GET' || method === 'HEAD' ? null : message,
    formData: () => new Response(Readable.toWeb(message) as BodyInit, { headers }).formData(),
    signal,
  };
}

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  // A client that has gone before there was an answer closes nothing any more: reading for it ends here.
  if (answer.body === null || request.method === 'HEAD' || response.destroyed) {
    await answer.body?.cancel();
    response.end();
    return;
  }
  const type = answer.headers.get('content-type') ?? '';
  const worth = COMPRESSED.test(type) && !answer.headers.has('content-encoding');
  if (worth) response.setHeader('vary', 'accept-encoding');
  const coding = worth ? codingOf(request) : undefined;
  // A text that is there, as `respond` makes it; all else comes as it is read.
  if (type.includes('json')) return sendText(Buffer.from(await answer.arrayBuffer()), coding, response);
  if (coding !== undefined) response.setHeader('content-encoding', coding);
  const out = coding === undefined ? response : compressor(coding);
  if (out !== response) out.pipe(response);
  await pour(answer.body.getReader(), out, response);
}

/** As fast as it is taken; who goes ends the reading. A fault on the way is thrown. */
async function pour(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  out: Writable,
  response: ServerResponse,
): Promise<void> {
  let goOn = () => {};
  out.on('drain', () => goOn());
  response.once('close', () => {
    void reader.cancel().catch(() => undefined);
    out.destroy();
    goOn();
  });
  const drained = () =>
    new Promise<void>((resolve) => {
      goOn = resolve;
    });
  // One part is read while the one before it leaves.
  let left: Promise<void> | null = null;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    await left;
    left = out.write(part.value) || response.destroyed ? null : drained();
  }
  out.end();
}

async function sendText(text: Buffer, coding: Coding, response: ServerResponse): Promise<void> {
  const small = text.length < LEAST_COMPRESSED || coding === undefined;
  const body = small ? text : await compressedText(text, coding);
  if (!small) response.setHeader('content-encoding', coding);
  response.setHeader('content-length', body.length);
  response.end(body);
}
