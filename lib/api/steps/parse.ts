import 'server-only';
import type { ZodError, ZodType } from 'zod';
import { readBody } from '#lib/api/read-body.ts';
import { type FieldFault, GuicheError } from '#lib/core/errors.ts';
import { isWellFormed, wellFormed } from '#lib/core/text.ts';

type Body = Pick<Request, 'headers' | 'body'>;

const MAX_BODY = 1_000_000;

/** Step "parse": parses one part of the request by its schema. `invalid_request` names the fields. */
export function parsePart(schema: ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  refuseOddText(value);
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    refuseCrossedAmounts(parsed.data);
    return parsed.data;
  }
  throw new GuicheError('invalid_request', 'The request is not of the expected form.', {
    fields: faultsOf(parsed.error),
  });
}

/** Refuses amounts whose lower bound is above the upper one: the list would always be empty. */
function refuseCrossedAmounts(part: unknown): void {
  const { amountFrom, amountTo } = (part ?? {}) as { amountFrom?: unknown; amountTo?: unknown };
  if (typeof amountFrom === 'number' && typeof amountTo === 'number' && amountFrom > amountTo)
    throw errorAt('amountTo', 'below_from');
}

/** The query as an object. A repeated name is an error. */
export function queryOf(search: URLSearchParams): Record<string, string> {
  const query = Object.create(null) as Record<string, string>;
  for (const [name, value] of search) {
    if (name in query) throw errorAt(name, 'repeated');
    if (!isWellFormed(name) || !isWellFormed(value)) throw errorAt(wellFormed(name), 'not text');
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
  const body = fromJson(bytes.toString('utf8'));
  refuseOddText(body);
  return body;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw errorAt('body', 'not JSON');
  }
}

/** Throws `invalid_request` naming the outermost field with text that the database cannot store. */
export function refuseOddText(value: unknown): void {
  const odd = fieldOfOddText(value);
  if (odd !== null) throw errorAt(odd, 'not text');
}

/**
 * The outermost field with invalid text (U+0000, half a surrogate pair), or `body` when it is in no field;
 * null if all is valid. Not recursive: a body may be nested as deep as it is long.
 */
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

const errorAt = (field: string, message: string) =>
  new GuicheError('invalid_request', 'The request is not of the expected form.', {
    fields: [{ field, message }],
  });

function faultsOf(error: ZodError): FieldFault[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((field) => ({ field, message: 'unknown' }));
    return [{ field: issue.path.join('.') || 'body', message: issue.message }];
  });
}
