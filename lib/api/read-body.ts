import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';

type Body = Pick<Request, 'headers' | 'body'>;

/**
 * Reads a request's body; no other code does. More than `most` bytes are `payload_too_large` with `message`;
 * a too large content-length is refused without reading.
 */
export async function readBody({ headers, body }: Body, most: number, message: string): Promise<Buffer> {
  const tooLarge = () => new GuicheError('payload_too_large', message);
  if (Number(headers.get('content-length') ?? 0) > most) throw tooLarge();
  if (body === null) return Buffer.alloc(0);
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > most) {
      void discard(reader);
      throw tooLarge();
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks, size);
}

/** Drains the body: cancelling would reset the connection before the client has read the answer. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client disconnected.
  }
}
