import 'server-only';
import { hash } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { type Dispatcher, Pool } from 'undici';
import { checkedLookup, plain } from '#lib/core/http/safe-fetch.ts';
import { type AddressPolicy, checkForm, type Resolve } from '#lib/core/http/safe-url.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { textOfBytes } from '#lib/core/text.ts';

/** Milliseconds. `connect` bounds the connection, the others the whole call by its purpose. */
export type Timeouts = { connect: number; read: number; change: number; export: number; token: number };
export type Purpose = Exclude<keyof Timeouts, 'connect'>;

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  purpose: Purpose;
  signal?: AbortSignal;
  binary?: true;
  /** A larger answer is `too_large`; at most 16 MB. */
  mostBytes?: number;
};

export type HttpAnswer = {
  kind: 'ok' | 'status';
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Unpacked and well-formed, whatever the bytes. */
  text: string;
  bytes?: Uint8Array;
};
/** `sent`: bytes of the request left, so the other side may have acted on it. */
export type HttpFault = {
  kind: 'fault';
  /** `tls`: the provider refuses Guichê's certificate, or the lack of one. */
  fault: 'connect' | 'tls' | 'timeout' | 'reset' | 'too_large' | 'aborted';
  sent: boolean;
  message: string;
};
export type HttpOutcome = HttpAnswer | HttpFault;
export type Transport = (request: HttpRequest) => Promise<HttpOutcome>;

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_CONNECTIONS = 64;

const poolsNow = () => perProcess('guichePools', () => new Map<string, Pool>());

/** Closes every connection to a provider; a call in progress ends as a fault. */
export async function endConnections(): Promise<void> {
  await Promise.all([...poolsNow().values()].map((pool) => pool.destroy()));
}

/** With `addressPolicy`, only public and allowed addresses are called; each connection's own is checked. */
type TransportOptions = {
  tls?: ClientTls | undefined;
  addressPolicy?: AddressPolicy | undefined;
  resolve?: Resolve | undefined;
};

/** A client certificate (mutual TLS) and an authority to trust in addition to the system's; PEM. */
export type ClientTls = { cert?: string | undefined; key?: string | undefined; ca?: string | undefined };

function poolOf(origin: string, connectMs: number, { tls, addressPolicy, resolve }: TransportOptions): Pool {
  const pools = poolsNow();
  // An account never gets connections made with another account's certificate.
  const identity = tls === undefined ? '' : hash('sha256', JSON.stringify(tls), 'hex');
  const judged = addressPolicy === undefined ? '' : JSON.stringify(addressPolicy);
  const key = `${origin} ${connectMs} ${identity} ${judged}`;
  const found = pools.get(key);
  if (found !== undefined) return found;
  const pool = new Pool(origin, {
    connections: MOST_CONNECTIONS,
    connect: {
      timeout: connectMs,
      ...(tls === undefined ? {} : { ...tls, ca: authorities(tls) }),
      ...(addressPolicy === undefined ? {} : { lookup: checkedLookup(addressPolicy, resolve) }),
    },
    allowH2: false,
    // `send` limits the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  pools.set(key, pool);
  return pool;
}

const authorities = ({ ca }: ClientTls) => (ca === undefined ? undefined : [...rootCertificates, ca]);

/** Calls a provider: limited answers, no redirects, one time limit for the whole call. Never throws. */
export function createTransport(timeouts: Timeouts, options: TransportOptions = {}): Transport {
  return async (request) => {
    const { origin, pathname, search } = new URL(request.url);
    // An IP address is never looked up, so it is checked here.
    if (options.addressPolicy !== undefined && typeof checkForm(origin, options.addressPolicy) === 'string')
      return { kind: 'fault', fault: 'connect', sent: false, message: 'no address' };
    const pool = poolOf(origin, timeouts.connect, options);
    return send(pool, `${pathname}${search}`, request, timeouts[request.purpose]);
  };
}

function send(pool: Pool, path: string, request: HttpRequest, limitMs: number): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    const { signal } = request;
    const reader = new Reading(settle, request);
    const timer = setTimeout(() => reader.end('timeout', `no answer within ${limitMs} ms`), limitMs);
    const onAbort = () => reader.end('aborted', 'the caller went away');
    function settle(outcome: HttpOutcome): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(outcome);
    }
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const { method, headers, body } = request;
      pool.dispatch({ path, method, headers, body: body ?? null }, reader);
    } catch (error) {
      reader.end('connect', messageOf(error));
    }
  });
}

/** One answer as it arrives. undici calls `onRequestStart` on a ready connection, just before it writes. */
class Reading implements Dispatcher.DispatchHandler {
  readonly #settle: (outcome: HttpOutcome) => void;
  readonly #binary: boolean;
  readonly #mostBytes: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #headers: Record<string, string> = {};
  #sent = false;
  #ended = false;
  #controller: Dispatcher.DispatchController | undefined;

  constructor(settle: (outcome: HttpOutcome) => void, request: Pick<HttpRequest, 'binary' | 'mostBytes'>) {
    this.#settle = settle;
    this.#binary = request.binary === true;
    this.#mostBytes = Math.min(MOST_BYTES, request.mostBytes ?? MOST_BYTES);
  }

  end(fault: HttpFault['fault'], message: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#settle({ kind: 'fault', fault, sent: this.#sent, message });
    this.#controller?.abort(new Error(message));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended) controller.abort(new Error('ended before it was sent'));
    else this.#sent = true;
  }

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = plain(headers);
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#mostBytes)
      this.end('too_large', `an answer of more than ${this.#mostBytes} bytes`);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#ended) void this.#finish();
  }

  async #finish(): Promise<void> {
    const body = Buffer.concat(this.#chunks, this.#size);
    const bytes = await decodeBody(body, this.#headers['content-encoding'], this.#mostBytes);
    if (bytes === 'too_large')
      return this.end('too_large', `an answer that unpacks to more than ${this.#mostBytes} bytes`);
    if (this.#ended) return;
    this.#ended = true;
    const kind = this.#status >= 200 && this.#status < 300 ? 'ok' : 'status';
    const answer: HttpAnswer = {
      kind,
      status: this.#status,
      headers: this.#headers,
      text: textOfBytes(bytes),
    };
    this.#settle(this.#binary ? { ...answer, bytes } : answer);
  }

  onResponseError(_: unknown, error: Error): void {
    const refused = REFUSES_CERTIFICATE.test(codeOf(error));
    // Part of the handshake, even if (TLS 1.3) it comes after the first bytes: the provider acted on nothing.
    if (refused) this.#sent = false;
    this.end(refused ? 'tls' : this.#sent ? 'reset' : 'connect', messageOf(error));
  }
}

const REFUSES_CERTIFICATE =
  /ALERT_(?:CERTIFICATE|BAD_CERTIFICATE|NO_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE)/;

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  return code === '' ? error.message : `${code}: ${error.message}`;
}

type Decode = (bytes: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>;

const gunzip: Decode = promisify(zlib.gunzip);
const inflate: Decode = promisify(zlib.inflate);
const inflateRaw: Decode = promisify(zlib.inflateRaw);
const DECODERS = new Map<string, Decode>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflateEither],
  ['br', promisify(zlib.brotliDecompress)],
  ['zstd', promisify(zlib.zstdDecompress)],
]);
const MOST_CODINGS = 3;

/** Decodes a body; `too_large` over `mostBytes`. What cannot be unpacked stays as it is: nobody parses it. */
async function decodeBody(
  bytes: Buffer,
  contentEncoding: string | undefined,
  mostBytes: number,
): Promise<Buffer | 'too_large'> {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (bytes.length === 0 || codings.length > MOST_CODINGS) return bytes;
  let decoded = bytes;
  for (const coding of codings.toReversed()) {
    const decode = DECODERS.get(coding);
    if (decode === undefined) return bytes;
    try {
      decoded = await decode(decoded, { maxOutputLength: mostBytes });
    } catch (error) {
      return isTooLarge(error) ? 'too_large' : bytes;
    }
  }
  return decoded;
}

/** Some servers send the raw stream without the zlib wrapper that `deflate` means (RFC 9110, 8.4.1.2). */
async function inflateEither(bytes: Buffer, limit: { maxOutputLength: number }): Promise<Buffer> {
  try {
    return await inflate(bytes, limit);
  } catch (error) {
    if (isTooLarge(error)) throw error;
    return inflateRaw(bytes, limit);
  }
}

const isTooLarge = (error: unknown): boolean => (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
