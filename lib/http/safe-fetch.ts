import 'server-only';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import {
  type Address,
  type AddressPolicy,
  allAllowed,
  checkUrl,
  type Resolve,
  resolveHost,
  type UrlFault,
} from '#lib/http/safe-url.ts';

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
