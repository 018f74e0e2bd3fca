import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Endpoint } from '#lib/api/endpoint.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import codes from '#lib/core/fixtures/vectors/br-codes.json' with { type: 'json' };
import { masked, pii, record } from '#lib/core/masking/pii.ts';
import { endpoints } from '#lib/endpoints.ts';

const operator = (...permissions: string[]) => ({ permissions: new Set(permissions) }) as OperatorCtx;
const READERS = [null, operator('read'), operator('read', 'reveal'), operator('read', 'reveal', 'disputes')];

/** The slow path to the same result: the whole value is masked, then all of it is parsed. */
function serializeWhole(ctx: OperatorCtx | null, schema: z.ZodType, value: unknown) {
  const may = ctx?.permissions ?? new Set();
  return schema.safeParse(masked(schema, value, { names: may.has('reveal'), may }));
}

function serializeFast(ctx: OperatorCtx | null, schema: z.ZodType, value: unknown, inClear = false) {
  try {
    return { success: true, data: serializeFor(ctx, schema, value, { inClear }) };
  } catch (error) {
    return { success: false, error };
  }
}

const TEXTS = [
  ...['', 'Ana Maria Souza', 'Casa Verde Ltda', 'de ANA MARIA SOUZA, 529.982.247-25', '52998224725'],
  ...[
    '11222333000181',
    'ana.maria@loja.example',
    '+5511987651234',
    'ligue (11) 98765-1234',
    'DEPOSIT',
    'cpf',
  ],
  ...[
    'https://loja.example/?e=ana%40loja.example',
    '2026-11-19T14:03:12.000Z',
    '2026-11-19',
    'pedido-1',
    '10',
    '08:00',
  ],
  ...['{"payerName":"Ana Maria Souza"}', '0f8fad5b-d9cb-469f-a165-70867728950e', '#a1b2c3', 'aGVsbG8='],
  ...[codes.valid[2]?.code ?? '', 'x'.repeat(300)],
];
const NUMBERS = [0, 1, 2, 7, 52, 200, 404, 10_10, -5, 52998224725, 1.5];
const WORDS = fc.constantFrom('cpf', 'payerName', 'note', 'id', 'email', 'other');

type Def = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  valueType?: z.ZodType;
  keyType?: z.ZodType;
  values?: unknown[];
  entries?: Record<string, unknown>;
};
const json = fc.oneof(
  fc.constantFrom(...TEXTS, ...NUMBERS, null, true),
  fc.dictionary(WORDS, fc.constantFrom<unknown>(...TEXTS, 52998224725, null)),
);

/** Values of a schema, now and then with something that does not belong there. */
function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const fitting = valuesIn(schema);
  return fc.oneof({ weight: 400, arbitrary: fitting }, { weight: 1, arbitrary: json });
}

function valuesIn(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { type, innerType, element, shape, options, valueType, keyType } = schema.def as unknown as Def;
  switch (type) {
    case 'object':
      return objectsOf(shape ?? {});
    case 'array':
      return fc.array(valuesOf(element ?? z.unknown()), { maxLength: 3 });
    case 'record':
      return fc.dictionary(
        fitting(keyType, TEXTS) as fc.Arbitrary<string>,
        valuesOf(valueType ?? z.unknown()),
        {
          maxKeys: 3,
        },
      );
    case 'nullable':
      return fc.option(valuesOf(innerType ?? z.unknown()), { nil: null });
    case 'optional':
    case 'default':
      return fc.option(valuesOf(innerType ?? z.unknown()), { nil: undefined });
    case 'union':
      return fc.oneof(...(options ?? []).map(valuesOf));
    case 'unknown':
    case 'any':
      return json;
    case 'literal':
    case 'enum':
      return fc.constantFrom(
        ...((schema.def as unknown as Def).values ??
          Object.values((schema.def as unknown as Def).entries ?? {})),
      );
    default:
      return fitting(schema, [...TEXTS, ...NUMBERS, true, false, null]);
  }
}

function fitting(schema: z.ZodType | undefined, known: readonly unknown[]): fc.Arbitrary<unknown> {
  const some = known.filter((one) => schema?.safeParse(one).success);
  if (some.length === 0) throw new Error(`No value is known of ${JSON.stringify(schema?.def)}.`);
  return fc.constantFrom(...some);
}

function objectsOf(shape: Record<string, z.ZodType>): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, valuesOf(one)]));
  const unnamed = fc.oneof(
    { weight: 20, arbitrary: fc.constant({}) },
    fc.constant({ unnamed: '52998224725' }),
  );
  return fc
    .tuple(fc.record(fields, { noNullPrototype: true }), unnamed)
    .map(([one, more]) => ({ ...more, ...one }));
}

const responses = Object.entries<Endpoint>(endpoints).flatMap(([key, { response, existing }]) =>
  [response, existing].flatMap((schema) => (schema === undefined ? [] : [[key, schema] as const])),
);

describe('an answer', () => {
  it.each(responses)('%s: is what its schema parses of the masked value', (_, schema) => {
    let fitted = 0;
    fc.assert(
      fc.property(valuesOf(schema), fc.constantFrom(...READERS), (value, ctx) => {
        const before = structuredClone(value);
        const long = serializeWhole(ctx, schema, value);
        const short = serializeFast(ctx, schema, value);
        if (long.success) fitted += 1;
        expect(short).toEqual(long);
        expect(JSON.stringify(short)).toBe(JSON.stringify(long));
        expect(serializeFast(ctx, schema, value, true)).toEqual(schema.safeParse(value));
        expect(value).toEqual(before);
      }),
      { numRuns: 40 },
    );
    expect(fitted).toBeGreaterThan(10);
  });

  const serialized = (schema: z.ZodType, value: unknown, ctx = operator('read')) => {
    const long = serializeWhole(ctx, schema, value);
    expect(serializeFast(ctx, schema, value)).toEqual(long);
    return long.data;
  };

  it('of a masked field is read by its own schema, whatever that does with it', () => {
    const Row = record({
      trimmed: pii.text(z.string().trim().max(12)),
      fallback: pii.document(z.string()).default('none'),
      named: pii.deep(z.object({ name: z.string() })),
      either: z.union([
        z.object({ document: pii.document(z.string()) }),
        z.object({ name: pii.name(z.string()) }),
      ]),
      checked: z
        .object({ document: pii.document(z.string()) })
        .refine(({ document }) => document.includes('*')),
      caught: pii.name(z.string()).catch('nobody'),
      frozen: z.object({ name: pii.name(z.string()) }).readonly(),
      rows: z.array(z.object({ document: pii.document(z.string().nullable()) })).max(2),
    });
    const value = {
      trimmed: '  529.982.247-25 ',
      named: { name: 'Ana Maria Souza', unnamed: 'x' },
      either: { name: 'Ana Maria Souza', unnamed: 'x' },
      checked: { document: '52998224725' },
      caught: 7,
      frozen: { name: 'Ana Maria Souza' },
      rows: [{ document: '52998224725' }, { document: null, unnamed: 1 }],
    };
    expect(serialized(Row.omit({ trimmed: true }), value)).toEqual({
      fallback: 'none',
      named: { name: 'Ana S.' },
      either: { name: 'Ana S.' },
      checked: { document: '***.982.247-**' },
      caught: 'nobody',
      frozen: { name: 'Ana S.' },
      rows: [{ document: '***.982.247-**' }, { document: null }],
    });
    expect(serialized(Row, value)).toBeUndefined();
    expect(serialized(Row.pick({ trimmed: true }), { trimmed: ' Ana ' })).toEqual({ trimmed: 'Ana' });
  });
});
