import 'server-only';
import type { ApiRequest } from '#lib/api/api-request.ts';
import { GuicheError } from '#lib/errors.ts';

/** A request's bytes. More than `most` are `payload_too_large` in these words, unread where their number is told. */
export async function readBody(
  { headers, body }: Pick<ApiRequest, 'headers' | 'body'>,
  most: number,
  words: string,
): Promise<Buffer> {
  const tooLarge = () => new GuicheError('payload_too_large', words);
  if (Number(headers.get('content-length') ?? 0) > most) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
