import 'server-only';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

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
/** No honest answer has more nested codings than this. */
const MOST_CODINGS = 3;

/**
 * Decodes a body by its `Content-Encoding`, whose last coding is the outermost. `too_large`: it unpacks to
 * more than `mostBytes`. A body that has an unknown coding or does not unpack is returned unchanged; no
 * parser will read it.
 */
export async function decodeBody(
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
