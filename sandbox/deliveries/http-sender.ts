import { lookup as resolve } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressKind } from './addresses.ts';
import type { Answer } from './model.ts';

const STORED_BYTES = 16_384;
/** Error text of an attempt that was not sent because of its address. */
export const PRIVATE_REFUSED = 'private address refused';

export type AddressPolicy = { loopback: boolean; private: boolean };

/** Posts callbacks over keep-alive connections, follows no redirect and checks every resolved address. */
export class HttpSender {
  readonly #policy: AddressPolicy;
  readonly #limitMs: number;
  readonly #http = new HttpAgent({ keepAlive: true, maxFreeSockets: 32 });
  readonly #https = new HttpsAgent({ keepAlive: true, maxFreeSockets: 32 });

  constructor(policy: AddressPolicy, limitMs: number) {
    this.#policy = policy;
    this.#limitMs = limitMs;
  }

  /** Never rejects. No response within the limit (real ms) returns status 0 and an error text. */
  async post(address: string, headers: Record<string, string>, body: string): Promise<Answer> {
    const first = await this.#send(address, headers, body);
    // The receiver closed a keep-alive connection as it was reused; that does not count as an attempt.
    return first ?? (await this.#send(address, headers, body)) ?? noAnswer('connection closed', 0);
  }

  #send(address: string, headers: Record<string, string>, body: string): Promise<Answer | null> {
    const started = performance.now();
    const url = new URL(address);
    const kind = addressKind(url.hostname);
    if (kind !== null && !this.#allows(kind)) return Promise.resolve(noAnswer(PRIVATE_REFUSED, 0));
    return new Promise((done) => {
      const secure = url.protocol === 'https:';
      const request = (secure ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        agent: secure ? this.#https : this.#http,
        lookup: this.#lookup,
        headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      });
      const elapsed = () => Math.round(performance.now() - started);
      const timer = setTimeout(() => request.destroy(new Error('no answer within 5 seconds')), this.#limitMs);
      const finish = (answer: Answer | null) => {
        clearTimeout(timer);
        done(answer);
      };
      request.on('error', (error: NodeJS.ErrnoException) => {
        const stale = request.reusedSocket && error.code === 'ECONNRESET';
        finish(stale ? null : noAnswer(error.message, elapsed()));
      });
      request.on('response', (response) => collect(response, elapsed, finish));
      request.end(body);
    });
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #allows(kind: 'loopback' | 'private' | 'public'): boolean {
    return kind === 'public' || this.#policy[kind];
  }

  /** Checks the resolved address that the socket uses, so DNS cannot change between check and call. */
  #lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const first = found?.[0];
      if (error || !first) return callback(error ?? new Error('host not found'), '', 0);
      const refused = found.some(({ address }) => !this.#allows(addressKind(address) ?? 'private'));
      if (refused) return callback(new Error(PRIVATE_REFUSED), '', 0);
      if (options.all) return callback(null, found);
      return callback(null, first.address, first.family);
    });
  };
}

export function noAnswer(error: string, responseTime: number): Answer {
  return { status: 0, responseTime, responseBody: '', responseHeaders: {}, error };
}

/** The status counts once the headers arrive; a body that breaks off or is too long is cut. */
function collect(response: IncomingMessage, elapsed: () => number, finish: (answer: Answer) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const settle = () => {
    const status = response.statusCode ?? 0;
    const responseBody = Buffer.concat(chunks).subarray(0, STORED_BYTES).toString('utf8');
    const error = status >= 200 && status < 300 ? null : `HTTP ${status}`;
    finish({ status, responseTime: elapsed(), responseBody, responseHeaders: headersOf(response), error });
  };
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= STORED_BYTES * 4) chunks.push(chunk);
    else response.destroy();
  });
  response.on('close', settle);
  response.on('error', settle);
}

function headersOf(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}
