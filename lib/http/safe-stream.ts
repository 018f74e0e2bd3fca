import 'server-only';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { Agent, request } from 'undici';
import { faultOf, pinned, plain, type SafeFault } from '#lib/http/safe-fetch.ts';
import { type AddressPolicy, checkUrl, type Resolve } from '#lib/http/safe-url.ts';

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
