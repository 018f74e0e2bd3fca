import { expect, test } from 'vitest';
import { certificateState, certificateTerm } from '#lib/card/certificate-term.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

test.each([
  [null, null, 'unreadable'],
  ['not a date', null, 'unreadable'],
  ['2026-11-21T11:59:59.000Z', -1, 'expired'],
  ['2026-11-22T11:59:59.000Z', 0, 'soon'],
  ['2026-12-21T11:59:59.000Z', 29, 'soon'],
  ['2026-12-21T12:00:00.000Z', 30, 'good'],
])('%s leaves %s days: %s', (validTo, daysLeft, state) => {
  const term = certificateTerm({ validTo }, NOW);
  expect(term.daysLeft).toBe(daysLeft);
  expect(certificateState(term)).toBe(state);
});
