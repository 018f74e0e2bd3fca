import { expect, test } from 'vitest';
import { JsonNumber, numberText, parseJson, plainJson } from '#lib/http/json.ts';

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
