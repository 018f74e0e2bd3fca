import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withOffset } from '#lib/dates.ts';
import { csvHead, csvLines } from '#lib/transactions/server/transaction-csv.ts';
import { transaction } from './testing/samples.ts';

const place = csvHead().slice(1).split(',').indexOf('createdAt');
const written = (createdAt: string) => csvLines([transaction({ createdAt })]).split(',')[place];

it('writes every instant as São Paulo’s clock read, summer time and odd spellings too', () => {
  const time = fc.integer({ min: Date.UTC(1985, 0, 1), max: Date.UTC(2060, 0, 1) });
  fc.assert(
    fc.property(time, fc.boolean(), (ms, whole) => {
      const instant = new Date(whole ? ms - (ms % 1000) : ms).toISOString();
      expect(written(instant)).toBe(withOffset(instant));
    }),
    { numRuns: 500 },
  );
  for (const odd of [
    '2018-11-04T02:59:59.000Z',
    '2018-11-04T03:00:00.000Z',
    '2026-11-19T25:00:00.000Z',
    'soon',
  ])
    expect(written(odd)).toBe(withOffset(odd));
});
