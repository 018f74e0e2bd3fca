import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstWords, methodWord, OTHER, outcomeWord, statusWord } from '#lib/watch/closed-words.ts';

const word = fc.oneof(
  fc.string(),
  fc.constantFrom('GET', 'POST', 'timeout', 'budget', '__proto__', 'constructor'),
);
const outcome = fc.oneof(word, fc.integer(), fc.double(), fc.integer({ min: 100, max: 599 }));

it('whatever comes, a label is one of few words', () => {
  const seen = { method: new Set<string>(), status: new Set<string>(), outcome: new Set<string>() };
  fc.assert(
    fc.property(word, fc.oneof(fc.integer(), fc.double()), outcome, (method, status, ended) => {
      seen.method.add(methodWord(method));
      seen.status.add(statusWord(status));
      seen.outcome.add(outcomeWord(ended));
    }),
    { numRuns: 3_000 },
  );
  expect(seen.method.size).toBeLessThanOrEqual(8);
  expect([...seen.status].filter((one) => one !== OTHER && !/^[1-5]\d\d$/.test(one))).toEqual([]);
  expect([...seen.outcome].filter((one) => !/^(ok|[345]xx|\d{3}|[a-z_]+)$/.test(one))).toEqual([]);
  expect(seen.outcome.size).toBeLessThanOrEqual(20);
});

it('tells apart what asks for another hand', () => {
  expect([200, 204, 302, 401, 403, 409, 422, 429, 500, 503].map(outcomeWord)).toEqual([
    ...['ok', 'ok', '3xx', '401', '403', '409', '4xx', '429', '5xx', '5xx'],
  ]);
  expect(['timeout', 'circuit', 'budget', 'Ana Souza'].map(outcomeWord)).toEqual([
    ...['timeout', 'circuit', 'budget', OTHER],
  ]);
});

it('a set that fills by itself is full one day', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 11, maxLength: 40 }), (words) => {
      const take = firstWords(10);
      const given = words.map(take);
      expect(new Set(given.filter((one) => one !== OTHER)).size).toBeLessThanOrEqual(10);
      expect(words.map(take), 'the same again').toEqual(given);
    }),
  );
});
