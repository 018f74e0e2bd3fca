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
  type UrlFault,
} from '#lib/core/http/safe-url.ts';

export type SafeRequest = {
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  policy: AddressPolicy;
  /** ms for the whole call. */
  limitMs: number;
  /** Of the answer's body. */
  mostBytes: number;
  resolve?: Resolve;
};
export type SafeAnswer =
  | { ok: true; status: number; headers: Record<string, string>; body: Buffer; elapsedMs: number }
  | { ok: false; fault: SafeFault; elapsedMs: number };
/** Words for pages to translate. */
export type SafeFault = UrlFault | 'timeout' | 'connection' | 'tls' | 'too_large' | 'redirect';

/**
 * Calls an address that somebody typed: only https and public ones (or what the policy adds), connected to exactly
 * the addresses that were judged, so that a name cannot turn private in between; redirects are not followed and a
 * fault of their own. Never throws.
 */
export async function safeFetch(address: string, ask: SafeRequest): Promise<SafeAnswer> {
  const begun = performance.now();
  const elapsed = () => Math.round(performance.now() - begun);
  const checked = await checkUrl(address, ask.policy, ask.resolve);
  if (typeof checked === 'string') return { ok: false, fault: checked, elapsedMs: elapsed() };
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), Math.max(1, ask.limitMs - elapsed()));
  const agent = new Agent({
    connect: { lookup: pinned(checked.addresses), timeout: ask.limitMs },
    pipelining: 0,
    allowH2: false,
  });
  try {
    const { statusCode, headers, body } = await request(checked.url, {
      dispatcher: agent,
      method: ask.method,
      headers: ask.headers ?? {},
      body: ask.body ?? null,
      signal: ending.signal,
    });
    if (statusCode >= 300 && statusCode < 400) {
      body.on('error', () => undefined).destroy();
      return { ok: false, fault: 'redirect', elapsedMs: elapsed() };
    }
    const read = await readLimited(body, ask.mostBytes);
    if (read === null) return { ok: false, fault: 'too_large', elapsedMs: elapsed() };
    return { ok: true, status: statusCode, headers: plain(headers), body: read, elapsedMs: elapsed() };
  } catch (error) {
    return { ok: false, fault: ending.signal.aborted ? 'timeout' : faultOf(error), elapsedMs: elapsed() };
  } finally {
    clearTimeout(timer);
    await agent.destroy().catch(() => undefined);
  }
}

/** A resolver that knows only the addresses that were judged. */
export function pinned(addresses: Address[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (first === undefined) return callback(new Error('no address'), '', 0);
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  };
}

/** Judges the very addresses that the connection then goes to: a name cannot turn near after it was entered. */
export function judgedLookup(policy: AddressPolicy, resolve: Resolve = resolveHost): LookupFunction {
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
  /** ms until the head has to be there. */
  headMs: number;
  /** ms that may pass without a byte of the body. */
  idleMs: number;
  /** ms for all of it. */
  wholeMs: number;
  mostBytes: number;
  signal?: AbortSignal;
  resolve?: Resolve;
};

type StreamAnswer =
  | { ok: true; status: number; type: string; body: ReadableStream<Uint8Array> }
  | { ok: false; fault: SafeFault };

/** Storage may send what it stored compressed, whatever was asked for. */
const DECODERS = new Map<string | undefined, () => NodeJS.ReadWriteStream & Readable>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

/**
 * GETs a file by an address that somebody else made, under the rules of `safeFetch`, without holding it: what is taken
 * is what is read. Of its headers only the media type (lower case, without parameters) is handed on: length and coding
 * are those of the way from there. The body breaks where it is too large, too slow or cut, so that a short file never
 * looks whole. Never throws. Who does not take the body has to cancel it.
 */
export async function safeStream(address: string, ask: StreamRequest): Promise<StreamAnswer> {
  const checked = await checkUrl(address, ask.policy, ask.resolve);
  if (typeof checked === 'string') return { ok: false, fault: checked };
  const whole = AbortSignal.timeout(ask.wholeMs);
  const signal = ask.signal === undefined ? whole : AbortSignal.any([ask.signal, whole]);
  const agent = new Agent({
    connect: { lookup: pinned(checked.addresses), timeout: ask.headMs },
    headersTimeout: ask.headMs,
    bodyTimeout: ask.idleMs,
    pipelining: 0,
    allowH2: false,
  });
  const end = () => void agent.destroy().catch(() => undefined);
  try {
    const { statusCode, headers, body } = await request(checked.url, {
      dispatcher: agent,
      method: 'GET',
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
      signal,
    });
    if (statusCode >= 300 && statusCode < 400) {
      body.on('error', () => undefined).destroy();
      end();
      return { ok: false, fault: 'redirect' };
    }
    const told = plain(headers);
    if (Number(told['content-length'] ?? 0) > ask.mostBytes) {
      body.on('error', () => undefined).destroy();
      end();
      return { ok: false, fault: 'too_large' };
    }
    const type = told['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
    const decoder = DECODERS.get(told['content-encoding']?.trim().toLowerCase())?.();
    // The pipeline ends both where one fails; who reads meets the fault.
    const file = decoder === undefined ? body : pipeline(body, decoder, () => undefined);
    return { ok: true, status: statusCode, type, body: taken(file as Readable, ask.mostBytes, end) };
  } catch (error) {
    end();
    return { ok: false, fault: signal.aborted ? 'timeout' : faultOf(error) };
  }
}

function taken(body: Readable, most: number, end: () => void): ReadableStream<Uint8Array> {
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
