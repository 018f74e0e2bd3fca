import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Columns, pack, unpack } from './pages.ts';

type Sample = { id: string; name: string | null; cents: number | null; status: string | null };
const COLUMNS: Columns<Sample> = { texts: ['id', 'name'], numbers: ['cents'], words: ['status'] };
const sample: fc.Arbitrary<Sample> = fc
  .tuple(
    fc.string(),
    fc.option(fc.string({ unit: 'grapheme' })),
    fc.option(fc.integer({ min: -1e15, max: 1e15 })),
    fc.option(fc.string({ maxLength: 3 })),
  )
  .map(([id, name, cents, status]) => ({ id, name, cents, status }));

it('gives the records back as they were, or does not take them', () => {
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 40 }), (records) => {
      const packed = pack(records, COLUMNS);
      const text = records.map(({ id, name }) => id + (name ?? '')).join('');
      const unfit = text.includes('\u0000') || text.includes('\u001f');
      expect(packed === null).toBe(unfit);
      if (packed !== null) expect(unpack(packed)).toStrictEqual(records);
    }),
  );
});

it('takes a page in which every word is another', () => {
  const records = Array.from({ length: 1000 }, (_, index) => ({
    ...{ id: '', name: null, cents: index },
    status: `word ${index}`,
  }));
  const packed = pack(records, COLUMNS);
  expect(packed && unpack(packed)).toStrictEqual(records);
});
