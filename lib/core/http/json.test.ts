import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonNumber, numberText, parseJson, plainJson } from '#lib/core/http/json.ts';
import { wellFormed } from '#lib/core/text.ts';

test.each([
  ['10.1', '10.1'],
  ['0.30000000000000004', '0.30000000000000004'],
  ['90071992547409.93', '90071992547409.93'],
  ['9007199254740993', '9007199254740993'],
  ['1e2', '1e2'],
  ['1E400', '1E400'],
  ['-0.5', '-0.5'],
])('the number %s keeps its digits, wherever it stands', (source, text) => {
  for (const json of [source, `[${source}]`, `[1, ${source}]`, `{"a": ${source}}`, `{"a":\n\t${source}}`]) {
    const parsed = parseJson(json) as { a?: unknown } | unknown[];
    const value = Array.isArray(parsed) ? parsed.at(-1) : ((parsed as { a?: unknown })?.a ?? parsed);
    expect(numberText(value)).toBe(text);
  }
});

test('long numbers are written back as they came', () => {
  const json = '{"amount":0.30000000000000004,"count":12345678901234567890,"plain":1.5}';
  expect(JSON.stringify(parseJson(json))).toBe(json);
});

test('long digits inside text change nothing', () => {
  expect(parseJson('{"id":"a:12345678901234567890","n":3}')).toEqual({ id: 'a:12345678901234567890', n: 3 });
});

test('long numbers are found among any texts, and nothing else changes', () => {
  const source = fc.oneof(
    fc.bigInt({ min: 10n ** 15n, max: 10n ** 30n }).map(String),
    fc.tuple(fc.integer(), fc.nat(99)).map(([digits, power]) => `${digits}e${power}`),
    fc.nat(999).map((digits) => `0.${'1'.repeat(16)}${digits + 1}`),
  );
  const label = fc.oneof(
    fc.string(),
    fc.constantFrom('":1234567890123456789,"', '\\\\', '[1e9', ',-12345678901234567890'),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ label, source, small: fc.integer() })), (rows) => {
      const body = rows.map(
        (row) =>
          `{"w${JSON.stringify(row.label).slice(1)}: ${JSON.stringify(row.label)},"n":${row.source},"s":${row.small}}`,
      );
      const parsed = parseJson(`[${body.join(' , ')}]`) as Record<string, unknown>[];
      for (const [place, { label: text, source: digits, small }] of rows.entries()) {
        const row = parsed[place] ?? {};
        expect(Object.values(row)).toContain(wellFormed(text));
        expect(numberText(row.n)).toBe(digits);
        expect(row.s).toBe(small);
      }
    }),
  );
});

test.each([
  '[01234567890123456789]',
  '{"a":1.2.3456789012345678}',
  '{"a":12345678901234567890"b"}',
  '[12345678901234567890x]',
  '1e5 2',
])('%s is no JSON', (text) => expect(() => parseJson(text)).toThrow(SyntaxError));

test('plain data holds no class', () => {
  const value = plainJson({ a: [new JsonNumber('1e2'), new JsonNumber('0.30000000000000004')], b: null });
  expect(value).toEqual({ a: [100, '0.30000000000000004'], b: null });
});

test('what is no number has no text', () => {
  for (const value of [null, undefined, true, {}, [], '', '  ', Number.NaN])
    expect(numberText(value)).toBeNull();
});

test('what is no JSON throws', () => {
  for (const text of ['', '<html>', '{"a":']) expect(() => parseJson(text)).toThrow(SyntaxError);
});

describe('M4: every text of a parsed answer is well-formed', () => {
  test.each([
    ['U+0000', String.raw`{"a":"x\u0000y"}`, 'x\u{fffd}y'],
    ['a high half', String.raw`{"a":"x\uD83Dy"}`, 'x\u{fffd}y'],
    ['a low half', String.raw`{"a":"\ude00"}`, '\u{fffd}'],
    ['halves the wrong way round', String.raw`{"a":"\ude00\ud83d"}`, '\u{fffd}\u{fffd}'],
    ['a half before a pair', String.raw`{"a":"\ud83d\ud83d\ude00"}`, '\u{fffd}\u{d83d}\u{de00}'],
    ['a pair', String.raw`{"a":"\uD83D\uDE00"}`, '😀'],
    ['an escaped backslash before the digits', String.raw`{"a":"\\u0000\\ud83d"}`, String.raw`\u0000\ud83d`],
    ['three backslashes', String.raw`{"a":"\\\u0000"}`, '\\\u{fffd}'],
    ['U+0000 as it is', '{"a":"x\0y"}', 'x\u{fffd}y'],
    ['a half as it is', '{"a":"x\u{d83d}y"}', 'x\u{fffd}y'],
    ['other escapes', String.raw`{"a":"\"\n\u00e7\u0001"}`, '"\nç\u0001'],
  ])('%s', (_, json, text) => {
    expect(parseJson(json)).toEqual({ a: text });
    // Next to a number whose digits stay, as a name, and inside lists.
    const inner = json.slice(5, -1);
    expect(JSON.stringify(parseJson(`{"n":0.30000000000000004,"l":[${inner}],${inner}:1}`))).toBe(
      `{"n":0.30000000000000004,"l":[${JSON.stringify(text)}],${JSON.stringify(text)}:1}`,
    );
  });

  test('however deep it lies', () => {
    const json = `${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}`;
    let value = parseJson(json);
    while (Array.isArray(value)) [value] = value;
    expect(value).toBe('\u{fffd}');
  });
});

test('a byte order mark before JSON is no part of it', () => {
  expect(parseJson('\u{feff}{"id":"a","n":12345678901234567890}')).toMatchObject({ id: 'a' });
  expect(parseJson('\u{feff}[]')).toEqual([]);
  expect(() => parseJson('\u{feff}')).toThrow(SyntaxError);
  expect(parseJson('{"text":"\u{feff}kept"}')).toEqual({ text: '\u{feff}kept' });
});
