import fc from 'fast-check';
import { expect, it } from 'vitest';
import { limitLabels, OTHER, outcomeLabel } from '#lib/core/telemetry/metrics.ts';

const outcome = fc.oneof(
  fc.string(),
  fc.constantFrom('timeout', 'budget', '__proto__', 'constructor'),
  fc.integer(),
  fc.double(),
  fc.integer({ min: 100, max: 599 }),
);

it('an outcome is one of few labels, whatever it was', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(outcome, (ended) => void seen.add(outcomeLabel(ended))),
    { numRuns: 3_000 },
  );
  expect([...seen].filter((one) => !/^(ok|[345]xx|\d{3}|[a-z_]+)$/.test(one))).toEqual([]);
  expect(seen.size).toBeLessThanOrEqual(20);
});

it('outcomes that ask for different reactions have different labels', () => {
  const statuses = [200, 204, 302, 401, 403, 409, 422, 429, 500, 503];
  const labels = ['ok', 'ok', '3xx', '401', '403', '409', '4xx', '429', '5xx', '5xx'];
  expect(statuses.map(outcomeLabel)).toEqual(labels);
  const failures = ['timeout', 'circuit', 'budget', 'Ana Souza'];
  expect(failures.map(outcomeLabel)).toEqual(['timeout', 'circuit', 'budget', OTHER]);
});

it('a limited label takes no new value once it is full', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 11, maxLength: 40 }), (values) => {
      const limited = limitLabels(10);
      const labels = values.map(limited);
      expect(new Set(labels.filter((one) => one !== OTHER)).size).toBeLessThanOrEqual(10);
      expect(values.map(limited), 'the same again').toEqual(labels);
    }),
  );
});
