import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonNumber } from '#lib/core/http/json.ts';
import { collectUnreadable } from '#lib/providers/absence.ts';
import { readTransaction } from '#lib/providers/pix/wire.ts';

/** A row without objects is read in one pass; one with an object takes the slow path. Both read the same. */

const NAMES = [
  ...['id', 'status', 'amount', 'value', 'serviceFeeCharged', 'fee', 'createdAt', 'created_at', 'date'],
  ...['transaction_id', 'transactionId', 'payerName', 'payer_name', 'refunds', 'infraction', 'callbackLog'],
  ...['shoeSize', 'note', '__proto__', 'payer.name', 'direction', 'tx', 'Status'],
];
const value = fc.oneof(
  fc.constantFrom<unknown>(null, '', true, 0, -1.5, 1e21, 10.55, '10.5', '+3', 'R$ 1', 'COMPLETED'),
  fc.constantFrom<unknown>('2026-11-19T14:00:00.000Z', '2026-11-19 14:00', 1_790_942_400, 'soon'),
  fc.constantFrom<unknown>([], ['a'], [{ id: 'x' }], new JsonNumber('0.12345678901234567'), undefined),
  fc.string({ maxLength: 6 }),
);
const row = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), value), { selector: ([name]) => name, maxLength: 14 })
  .map((entries) => {
    const made: Record<string, unknown> = {};
    for (const [name, one] of entries)
      Object.defineProperty(made, name, {
        value: one,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    return made;
  });
/** Of no field, and of no name that is one. */
const LONG_WAY = 'zzzzUnknown';

async function read(object: Record<string, unknown>) {
  const warnings: [string, number][] = [];
  const found = await collectUnreadable(
    (field, times) => warnings.push([field, times]),
    async () => readTransaction.row(object),
  );
  return { ...found, warnings };
}

test('a flat row is read as the long way reads it', async () => {
  await fc.assert(
    fc.asyncProperty(row, async (flat) => {
      const long: Record<string, unknown> = Object.create(Object.prototype, {
        ...Object.getOwnPropertyDescriptors(flat),
        [LONG_WAY]: { value: { x: 1 }, enumerable: true },
      });
      const { other, ...rest } = await read(long);
      delete other[LONG_WAY];
      const short = await read(flat);
      expect(short).toEqual({ ...rest, other });
      expect(Object.keys(short.other)).toEqual(Object.keys(other));
      expect(Object.keys(short.fields)).toEqual(Object.keys(rest.fields));
    }),
    { numRuns: 1_500 },
  );
});
