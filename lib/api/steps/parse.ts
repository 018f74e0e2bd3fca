import 'server-only';
import type { ZodError, ZodType } from 'zod';
import type { FieldFault } from '#lib/api/errors.ts';
import { GuicheError } from '#lib/api/errors.ts';

const MAX_BODY = 1_000_000;

/** Step "parse": one part of the request against its schema; `invalid_request` names the fields. */
export function parsePart(schema: ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  refuseNul(value);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new GuicheError('invalid_request', 'The request is not of the expected form.', {
    fields: faultsOf(parsed.error),
  });
}

/** No text of ours has U+0000 and no database keeps it: `invalid_request`, wherever in a value it stands. */
export function refuseNul(whole: unknown): void {
  // A list instead of recursion: a body may be as deep as it is long.
  const left: [at: string, value: unknown][] = [['body', whole]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [at, value] = next;
    if (typeof value === 'string' && value.includes('\0')) throw faultAt(at, 'U+0000');
    if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) left.push([at, name], [name, item]);
  }
}

/** A path parameter that cannot be one names nothing: `not_found`, not a complaint about form. */
export function parseParams(schema: ZodType | undefined, params: Record<string, string>): unknown {
  refuseNul(params);
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new GuicheError('not_found', 'No such thing.');
  return parsed.data;
}

/** Query names may stand once; a repeated or unknown one is an error. */
export function queryOf(search: URLSearchParams): Record<string, string> {
  const query = Object.create(null) as Record<string, string>;
  for (const [name, value] of search) {
    if (name in query) throw faultAt(name, 'repeated');
    query[name] = value;
  }
  return query;
}

/** The JSON body: `unsupported_media_type`, `payload_too_large` or `invalid_request` when it is not one. */
export async function readJson(request: Request, most = MAX_BODY): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json(;|$)/i.test(type))
    throw new GuicheError('unsupported_media_type', 'The body must be JSON.');
  const text = await readLimited(request, most);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw faultAt('body', 'not JSON');
  }
}

async function readLimited(request: Request, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most)
      throw new GuicheError('payload_too_large', `The body is larger than ${most / 1_000_000} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const faultAt = (field: string, message: string) =>
  new GuicheError('invalid_request', 'The request is not of the expected form.', {
    fields: [{ field, message }],
  });

function faultsOf(error: ZodError): FieldFault[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((field) => ({ field, message: 'unknown' }));
    return [{ field: issue.path.join('.') || 'body', message: issue.message }];
  });
}
