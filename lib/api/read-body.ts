import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';

type Body = Pick<Request, 'headers' | 'body'>;

/**
 * The bytes of a request: the one place where a body is read. More than `most` are `payload_too_large` in these words;
 * a declared length is refused unread.
 */
export async function readBody({ headers, body }: Body, most: number, words: string): Promise<Buffer> {
  const tooLarge = () => new GuicheError('payload_too_large', words);
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

/** Cancelling would reset the connection under an answer that the client has not read yet. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client is gone.
  }
}
