import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import fc from 'fast-check';
import { z } from 'zod';
import type { Descriptor } from './descriptors.ts';

/** Another run of the same calls: GUICHE_FUZZ_SEED=… */
export const SEED = Number(process.env.GUICHE_FUZZ_SEED ?? 20_261_122);
const CALLS_EACH = 7;

export type Call = { method: string; path: string; body?: string; type?: string };
type Answer = { status: number; headers: IncomingHttpHeaders; text: string };
type Shape = {
  type?: string;
  anyOf?: Shape[];
  oneOf?: Shape[];
  properties?: Record<string, Shape>;
  items?: Shape;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minimum?: number;
};

const HALF = '\ud800';
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
/** Wrong types, extremes, texts that are none, depth. */
const ODD: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 53, [], {}, [[]], [null], '', ' '],
  ...['\0', `a\0b`, HALF, `a${HALF}`, '\udc00', '\u202e', '\ufeff', '😀'.repeat(64), 'x'.repeat(70_000)],
  ...['..', '.', '../..', 'payment:..', "' or 1=1 --", '%', '%00', '%ff', '__proto__', 'constructor'],
  ...[
    '2026-13-45',
    '2026-02-30',
    '-271821-04-20T00:00:00Z',
    '+275760-09-13T00:00:00.001Z',
    '0000-01-01',
    'NaN',
  ],
  ...[
    '1e999',
    '９９',
    'http://[',
    'https://\0',
    JSON.parse(deep(500)),
    { toString: 1 },
    { __proto__: null, length: -1 },
  ],
];
export const ODD_SEGMENTS = [
  ...[
    '%ff',
    '%00',
    '%ED%A0%80',
    '%',
    '%2',
    '%c0%af',
    '..%2f..',
    '%2e%2e',
    'payment%3A..',
    '%0d%0aset-cookie:x=1',
  ],
  ...[
    'x'.repeat(9_000),
    "'",
    '%22',
    '%5c',
    '%F0%9F%98%80',
    '%e2%80%ae',
    'a%20b',
    '{id}',
    '[id]',
    'no-such-id',
  ],
];
const FITTING = [
  ...[
    'ABC_DEF',
    '2026-01-05',
    '1',
    'open',
    '2xx',
    'abcdef',
    'pix',
    'no-such-id',
    'webhook.rotate',
    '01/2030',
  ],
  ...[
    '10',
    'delivered',
    'https://loja.example.com/x',
    'ana@example.com',
    '52998224725',
    '2026-01-05T10:00:00Z',
  ],
];

const odd = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** A value that the schema may take, here and there with something that it may not. */
function createdChargeOf(shape: Shape, next: () => number, strange: () => unknown): unknown {
  if (next() < 0.12) return strange();
  const some = shape.anyOf ?? shape.oneOf;
  if (some !== undefined) return createdChargeOf(some[Math.floor(next() * some.length)] ?? {}, next, strange);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return shape.enum[Math.floor(next() * shape.enum.length)];
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).flatMap(([name, inner]) =>
          next() < 0.2 ? [] : [[name, createdChargeOf(inner, next, strange)]],
        ),
      );
    case 'array':
      return [createdChargeOf(shape.items ?? {}, next, strange)];
    case 'integer':
    case 'number':
      return Math.max(shape.minimum ?? 1, 1) + Math.floor(next() * 3);
    case 'boolean':
      return next() < 0.5;
    default:
      return (
        FITTING.find((text) => shape.pattern !== undefined && new RegExp(shape.pattern).test(text)) ??
        'abcdefgh'
      );
  }
}

const shapeOf = (schema: z.ZodType | undefined): Shape =>
  schema === undefined ? {} : (z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Shape);

function cycle<T>(all: readonly T[]): () => T {
  let at = -1;
  return () => {
    at += 1;
    return all[at % all.length] as T;
  };
}

/** The calls of one descriptor: the same for the same seed. */
export function callsOf({ key, method, template, endpoint }: Descriptor, at: number): Call[] {
  const next = cycle(
    fc.sample(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      seed: SEED + at,
      numRuns: 3_000,
    }),
  );
  const strange = cycle(fc.sample(odd, { seed: SEED + at, numRuns: 400 }));
  const [query, body] = [shapeOf(endpoint.query), shapeOf(endpoint.body)];
  return Array.from({ length: CALLS_EACH }, (_, run) => {
    const account = ['pix', 'hub', 'card', '%ff'][run % (run > 4 ? 4 : 3)] as string;
    const path = template
      .replace('{account}', account)
      .replace(/\{\w+\}/g, () =>
        next() < 0.5 ? 'no-such-id' : (ODD_SEGMENTS[Math.floor(next() * ODD_SEGMENTS.length)] as string),
      );
    const asked = Object.entries(
      (createdChargeOf({ ...query, type: 'object' }, next, strange) ?? {}) as object,
    );
    const search = asked.map(([name, one]) => `${encoded(name)}=${encoded(one)}`).join('&');
    const sent = method === 'GET' ? {} : bodyOf(key, createdChargeOf(body, next, strange), next());
    return { method, path: endpoint.query === undefined && run < 5 ? path : `${path}?${search}`, ...sent };
  });
}

function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed()).slice(0, 4_000);
}

function bodyOf(key: string, value: unknown, chance: number): Pick<Call, 'body' | 'type'> {
  if (key.endsWith('/attachments')) {
    const file = `--x\r\ncontent-disposition: form-data; name="file"; filename="a\0${HALF}.pdf"\r\n\r\n%PDF\r\n--x--`;
    return { body: chance < 0.5 ? file : file.slice(0, 60), type: 'multipart/form-data; boundary=x' };
  }
  if (chance < 0.04) return { body: deep(200_000) };
  if (chance < 0.06) return { body: `"${'x'.repeat(1_100_000)}"` };
  if (chance < 0.09) return { body: '{"a":\xff', type: 'application/json' };
  return { body: JSON.stringify(value) ?? 'undefined' };
}

export function send(base: string, cookie: string, call: Call, number: number): Promise<Answer> {
  const { hostname, port, origin } = new URL(base);
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ cookie, origin, 'idempotency-key': `fuzz-${SEED}-${number}`.padEnd(20, '.') },
      ...(call.body === undefined
        ? {}
        : {
            'content-type': call.type ?? 'application/json',
            'content-length': Buffer.byteLength(call.body),
          }),
    };
    const request = plainRequest(
      { hostname, port, path: call.path, method: call.method, headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        const done = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        response.on('end', done).on('error', done);
      },
    );
    // A body that is too large is refused while it is still being sent.
    request.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET'
        ? resolve({
            status: 413,
            headers: { 'content-type': 'application/problem+json' },
            text: '{"requestId":"-"}',
          })
        : reject(error),
    );
    request.end(call.body);
  });
}
