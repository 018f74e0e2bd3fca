import 'server-only';
import type { LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { Agent, request } from 'undici';
import {
  type Address,
  type AddressPolicy,
  allAllowed,
  checkUrl,
  type Resolve,
  resolveHost,
  type UrlError,
} from '#lib/core/http/safe-url.ts';

export type SafeRequest = {
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  policy: AddressPolicy;
  /** ms for the whole call. */
  limitMs: number;
  mostBytes: number;
  resolve?: Resolve;
};
export type SafeAnswer =
  | { ok: true; status: number; headers: Record<string, string>; body: Buffer; elapsedMs: number }
  | { ok: false; fault: SafeFault; elapsedMs: number };
/** Codes that pages translate. */
export type SafeFault = UrlError | 'timeout' | 'connection' | 'tls' | 'too_large' | 'redirect';

/**
 * Calls a typed address: only https and public ones, or what the policy adds, and exactly the checked
 * addresses, so that no name becomes private in between. A redirect is a fault. Never throws.
 */
export async function safeFetch(address: string, options: SafeRequest): Promise<SafeAnswer> {
  const begun = performance.now();
  const elapsed = () => Math.round(performance.now() - begun);
  const checked = await checkUrl(address, options.policy, options.resolve);
  if (typeof checked === 'string') return { ok: false, fault: checked, elapsedMs: elapsed() };
  const signal = AbortSignal.timeout(Math.max(1, options.limitMs - elapsed()));
  const agent = new Agent({
    connect: { lookup: pinned(checked.addresses), timeout: options.limitMs },
    pipelining: 0,
    allowH2: false,
  });
  try {
    const { statusCode, headers, body } = await request(checked.url, {
      dispatcher: agent,
      method: options.method,
      headers: options.headers ?? {},
      body: options.body ?? null,
      signal,
    });
    if (statusCode >= 300 && statusCode < 400) {
      body.on('error', () => undefined).destroy();
      return { ok: false, fault: 'redirect', elapsedMs: elapsed() };
    }
    const read = await readLimited(body, options.mostBytes);
    if (read === null) return { ok: false, fault: 'too_large', elapsedMs: elapsed() };
    return { ok: true, status: statusCode, headers: plain(headers), body: read, elapsedMs: elapsed() };
  } catch (error) {
    return { ok: false, fault: signal.aborted ? 'timeout' : faultOf(error), elapsedMs: elapsed() };
  } finally {
    await agent.destroy().catch(() => undefined);
  }
}

/** A DNS lookup that returns only the checked addresses. */
export function pinned(addresses: Address[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (first === undefined) return callback(new Error('no address'), '', 0);
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  };
}

/** A DNS lookup that checks each connection's addresses: a name cannot become private once entered. */
export function checkedLookup(policy: AddressPolicy, resolve: Resolve = resolveHost): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => pinned(allAllowed(policy, addresses) ? addresses : [])(host, options, callback),
      () => pinned([])(host, options, callback),
    );
  };
}

async function readLimited(body: AsyncIterable<Buffer>, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

export function plain(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value] as const],
    ),
  );
}

export function faultOf(error: unknown): SafeFault {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return 'connection';
  if (/TIMEOUT/.test(code)) return 'timeout';
  return /^ERR_(TLS|SSL)|CERT|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls' : 'connection';
}

export type StreamRequest = {
  policy: AddressPolicy;
  /** ms until the response headers must arrive. */
  headMs: number;
  /** ms that may pass without a byte of the body. */
  idleMs: number;
  /** ms for the whole transfer. */
  wholeMs: number;
  mostBytes: number;
  signal?: AbortSignal;
  resolve?: Resolve;
};

type StreamAnswer =
  | { ok: true; status: number; type: string; body: ReadableStream<Uint8Array> }
  | { ok: false; fault: SafeFault };

/** File storage may send a file compressed, whatever was requested. */
const DECODERS = new Map<string | undefined, () => NodeJS.ReadWriteStream & Readable>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

/**
 * Streams a foreign file under the rules of `safeFetch`, with its media type (lower case, no parameters). A
 * large, slow or cut body fails. Never throws. The caller must read or cancel the body.
 */
export async function safeStream(address: string, options: StreamRequest): Promise<StreamAnswer> {
  const checked = await checkUrl(address, options.policy, options.resolve);
  if (typeof checked === 'string') return { ok: false, fault: checked };
  const whole = AbortSignal.timeout(options.wholeMs);
  const signal = options.signal === undefined ? whole : AbortSignal.any([options.signal, whole]);
  const agent = new Agent({
    connect: { lookup: pinned(checked.addresses), timeout: options.headMs },
    headersTimeout: options.headMs,
    bodyTimeout: options.idleMs,
    pipelining: 0,
    allowH2: false,
  });
  const end = () => void agent.destroy().catch(() => undefined);
  const refuse = (body: Readable, fault: SafeFault): StreamAnswer => {
    body.on('error', () => undefined).destroy();
    end();
    return { ok: false, fault };
  };
  try {
    const { statusCode, headers, body } = await request(checked.url, {
      dispatcher: agent,
      method: 'GET',
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
      signal,
    });
    if (statusCode >= 300 && statusCode < 400) return refuse(body, 'redirect');
    const responseHeaders = plain(headers);
    if (Number(responseHeaders['content-length'] ?? 0) > options.mostBytes) return refuse(body, 'too_large');
    const type = responseHeaders['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
    const decoder = DECODERS.get(responseHeaders['content-encoding']?.trim().toLowerCase())?.();
    // The pipeline ends both streams if one fails; the reader gets the error.
    const file = decoder === undefined ? body : pipeline(body, decoder, () => undefined);
    return { ok: true, status: statusCode, type, body: limited(file as Readable, options.mostBytes, end) };
  } catch (error) {
    end();
    return { ok: false, fault: signal.aborted ? 'timeout' : faultOf(error) };
  }
}

function limited(body: Readable, most: number, end: () => void): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let size = 0;
  const leave = () => {
    body.on('error', () => undefined).destroy();
    end();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await chunks.next();
          if (done === true) {
            end();
            return controller.close();
          }
          size += value.byteLength;
          if (size > most) throw new RangeError('the file is larger than is taken');
          controller.enqueue(value);
        } catch (error) {
          leave();
          controller.error(error);
        }
      },
      cancel: leave,
    },
    { highWaterMark: 1 },
  );
}
