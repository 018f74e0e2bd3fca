import 'server-only';
import type { ZodError, ZodType } from 'zod';
import { GuicheError, type InvalidField, invalidField } from '#lib/core/errors.ts';
import { isWellFormed, wellFormed } from '#lib/core/text.ts';

type Body = Pick<Request, 'headers' | 'body'>;

const MAX_BODY = 1_000_000;

/** Step "parse": parses one part of the request by its schema. `invalid_request` names the fields. */
export function parsePart(schema: ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  refuseOddText(value);
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    const { amountFrom, amountTo } = (parsed.data ?? {}) as { amountFrom?: unknown; amountTo?: unknown };
    // A lower bound above the upper one: the list would always be empty.
    if (typeof amountFrom === 'number' && typeof amountTo === 'number' && amountFrom > amountTo)
      throw invalidField('amountTo', 'below_from');
    return parsed.data;
  }
  throw new GuicheError('invalid_request', 'The request is not of the expected form.', {
    fields: invalidFieldsOf(parsed.error),
  });
}

/** The query as an object. A repeated name is an error. */
export function queryOf(search: URLSearchParams): Record<string, string> {
  const query = Object.create(null) as Record<string, string>;
  for (const [name, value] of search) {
    if (name in query) throw invalidField(name, 'repeated');
    if (!isWellFormed(name) || !isWellFormed(value)) throw invalidField(wellFormed(name), 'not text');
    query[name] = value;
  }
  return query;
}

/** The JSON body. Throws `unsupported_media_type`, `payload_too_large` or `invalid_request`. */
export async function readJson(request: Body, most = MAX_BODY): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json(;|$)/i.test(type))
    throw new GuicheError('unsupported_media_type', 'The body must be JSON.');
  const bytes = await readBody(request, most, `The body is larger than ${most} bytes.`);
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw invalidField('body', 'not JSON');
  }
  refuseOddText(body);
  return body;
}

/** Throws `invalid_request` naming the outermost field with text that the database cannot store. */
export function refuseOddText(value: unknown): void {
  const odd = fieldOfOddText(value);
  if (odd !== null) throw invalidField(odd, 'not text');
}

/** The outermost field with invalid text (U+0000, half a pair), or `body`. Not recursive: any depth. */
function fieldOfOddText(body: unknown): string | null {
  const pending: { value: unknown; field: string }[] = [{ value: body, field: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, field } = next;
    if (typeof value === 'string' && !isWellFormed(value)) return field || 'body';
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!isWellFormed(name)) return field || 'body';
      if (typeof inner === 'string' || typeof inner === 'object')
        pending.push({ value: inner, field: field || (Array.isArray(value) ? 'body' : name) });
    }
  }
  return null;
}

function invalidFieldsOf(error: ZodError): InvalidField[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((field) => ({ field, message: 'unknown' }));
    return [{ field: issue.path.join('.') || 'body', message: issue.message }];
  });
}

/** Reads a request's body; no other code does. Over `most` bytes: `payload_too_large` with `message`. */
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
