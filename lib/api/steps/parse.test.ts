import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ById } from '#lib/api/query-fields.ts';
import { parsePart, queryOf, readJson } from '#lib/api/steps/parse.ts';
import { GuicheError } from '#lib/core/errors.ts';

const post = (body: BodyInit | null, type: string | null = 'application/json') =>
  new Request('http://localhost/', {
    method: 'POST',
    body,
    ...(type === null ? {} : { headers: { 'content-type': type } }),
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });

/** The error thrown, as far as the caller sees it. */
async function errorOf(run: () => unknown) {
  try {
    await run();
  } catch (thrown) {
    if (thrown instanceof GuicheError)
      return { code: thrown.code, fields: thrown.details.fields?.map((one) => one.field) };
  }
  throw new Error('Nothing was refused.');
}

describe('A5: U+0000', () => {
  it('A5: is a 400 in every part, however deep it stands, by name and by value', async () => {
    const Any = z.object({ name: z.unknown() });
    for (const value of ['a\0', { a: [{ b: '\0' }] }, { 'x\0': 1 }])
      expect((await errorOf(() => parsePart(Any, { name: value }))).code).toBe('invalid_request');
    expect((await errorOf(() => parsePart(Any, { name: 'x\0' }))).code).toBe('invalid_request');
    const deep = JSON.parse(`${'['.repeat(400_000)}${']'.repeat(400_000)}`) as unknown;
    expect(() => parsePart(z.object({ name: z.any() }), { name: deep })).not.toThrow();
  });
});

describe('P9: amounts the wrong way round', () => {
  const Range = z.object({ amountFrom: z.int().optional(), amountTo: z.int().optional() });
  it('are refused at the higher bound', async () => {
    expect(await errorOf(() => parsePart(Range, { amountFrom: 500, amountTo: 499 }))).toEqual({
      code: 'invalid_request',
      fields: ['amountTo'],
    });
  });
  it('are no fault where they are the same, or one is open', () => {
    for (const range of [{ amountFrom: 500, amountTo: 500 }, { amountFrom: 500 }, { amountTo: 1 }, {}])
      expect(parsePart(Range, range)).toEqual(range);
  });
});

describe('a part of the request', () => {
  const Schema = z.strictObject({
    amount: z.int().min(1),
    receiver: z.strictObject({ name: z.string() }).optional(),
  });

  it('is what its schema makes of it, or nothing without one', () => {
    expect(parsePart(Schema, { amount: 5 })).toEqual({ amount: 5 });
    expect(parsePart(undefined, { amount: 5 })).toBeUndefined();
  });

  it('is refused with the names of all its fields, unknown and inner ones too', async () => {
    const value = { amount: 0, receiver: { name: 1 }, more: true, yet: null };
    expect(await errorOf(() => parsePart(Schema, value))).toEqual({
      code: 'invalid_request',
      fields: ['amount', 'receiver.name', 'more', 'yet'],
    });
    expect(await errorOf(() => parsePart(Schema, 'text'))).toEqual({
      code: 'invalid_request',
      fields: ['body'],
    });
  });

  it.each([
    ...[
      '.',
      '..',
      '...',
      'payment:..',
      '.:x',
      'payment:.',
      ':x',
      'x:',
      '',
      'a/b',
      'a b',
      'a?b',
      'a#b',
      'a%2Fb',
    ],
    ...['a\\b', 'a\0', 'ação', 'x'.repeat(129)],
  ])('A13: is no id where it is %j', async (id) =>
    expect(await errorOf(() => parsePart(ById, { id }))).toEqual({ code: 'invalid_request', fields: ['id'] }),
  );

  it.each(['tx_1', 'payment:0b8f5a52-9c1e', 'a.b', '..a', 'deposit:a.b', 'A~b+c=@d', 'x'.repeat(128)])(
    'A13: is an id where it is %j',
    (id) => expect(parsePart(ById, { id })).toEqual({ id }),
  );
});

describe('a query', () => {
  it('takes each name once', async () => {
    expect(queryOf(new URLSearchParams('a=1&b=%C3%A7+x'))).toEqual({ a: '1', b: 'ç x' });
    expect(await errorOf(() => queryOf(new URLSearchParams('a=1%00')))).toEqual({
      code: 'invalid_request',
      fields: ['a'],
    });
    expect(await errorOf(() => queryOf(new URLSearchParams('a=1&b=2&a=3')))).toEqual({
      code: 'invalid_request',
      fields: ['a'],
    });
  });
});

describe('a body', () => {
  it('A15: holds well-formed texts only, at any depth and in its names', async () => {
    for (const [body, field] of [
      ['{"a":{"b":["x\\u0000"]}}', 'a'],
      ['{"a":"\\ud800"}', 'a'],
      ['{"a":{"\\udc00":1}}', 'a'],
      ['{"\\u0000":1}', 'body'],
      ['"\\ud83d"', 'body'],
      ['["\\ud83d"]', 'body'],
    ] as const)
      expect(await errorOf(() => readJson(post(body))), body).toEqual({
        code: 'invalid_request',
        fields: [field],
      });
    expect(await readJson(post('{"a":"\\ud83d\\ude00 \\\\u0000"}'))).toEqual({ a: '😀 \\u0000' });
  });

  it('A15: may be deep', async () => {
    const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
    expect((await errorOf(async () => parsePart(z.strictObject({}), await readJson(post(deep))))).code).toBe(
      'invalid_request',
    );
  });

  it('is JSON, whatever its charset is called', async () => {
    expect(await readJson(post('{"a":1}', 'application/json; charset=utf-8'))).toEqual({ a: 1 });
    expect(await readJson(post('{"a":"ç"}', 'Application/JSON'))).toEqual({ a: 'ç' });
  });

  it('of another type is refused before it is read', async () => {
    for (const type of ['text/plain', 'application/jsonp', 'multipart/form-data; boundary=x'])
      expect((await errorOf(() => readJson(post('{}', type)))).code).toBe('unsupported_media_type');
    expect((await errorOf(() => readJson(post(new Uint8Array([123, 125]), null)))).code).toBe(
      'unsupported_media_type',
    );
  });

  it('that is no JSON is refused', async () => {
    for (const text of ['', '{', 'undefined'])
      expect(await errorOf(() => readJson(post(text)))).toEqual({
        code: 'invalid_request',
        fields: ['body'],
      });
  });

  it('above a megabyte is refused as it comes, before its end', async () => {
    let sent = 0;
    const long = new ReadableStream({
      async pull(controller) {
        await new Promise(setImmediate);
        sent += 1;
        if (sent > 100) controller.close();
        else controller.enqueue(new Uint8Array(100_000));
      },
    });
    expect((await errorOf(() => readJson(post(long)))).code).toBe('payload_too_large');
    expect(sent).toBeLessThan(30);
  });

  it('may hold exactly a megabyte, several bytes a letter', async () => {
    const text = JSON.stringify('ç'.repeat(499_999));
    expect(Buffer.byteLength(text)).toBe(1_000_000);
    expect(await readJson(post(text))).toHaveLength(499_999);
    expect((await errorOf(() => readJson(post(`${text} `)))).code).toBe('payload_too_large');
  });
});
