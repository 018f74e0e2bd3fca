import { describe, expect, test } from 'vitest';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { merged } from '#lib/payments/server/refunds.ts';
import type { Refund } from '#lib/providers/records.ts';

/** M8: the refunds of a payment, each once, whatever the provider makes of its records. */

const record = (id: string | null, amount: number | null, more: Partial<Refund> = {}): Refund => ({
  ...{ id, amount, status: 'COMPLETED', reason: null, description: null, endToEndId: null },
  ...{ refundedAt: null, createdAt: null, ...more },
});
const ownRefund = (id: string, amount: number, state = 'confirmed', made: string | null = null) => ({
  row: {
    ...{ id, amount, state, createdAt: new Date('2026-11-20T12:00:00Z') },
    ...{ intent: { description: `why ${id}` }, result: made === null ? {} : { id: made } },
  } as unknown as OperationRow,
  by: 'Marina',
});
const shown = (lines: ReturnType<typeof merged>) =>
  lines.map(({ id, amount, recorded, operation, description }) => [
    ...[id, amount, recorded, operation?.id ?? null, operation?.state ?? null, description],
  ]);

describe('the refunds of a payment', () => {
  test('a record that an operation was confirmed with is told once, with its reason', () => {
    expect(shown(merged([record('r1', 1_000)], [ownRefund('op1', 1_000, 'confirmed', 'r1')]))).toEqual([
      ['r1', 1_000, true, 'op1', 'confirmed', 'why op1'],
    ]);
  });

  test('where the provider folds two into one record, those of Guichê stand beside it with their reasons', () => {
    const own = [ownRefund('op1', 1_000, 'confirmed', 'r1'), ownRefund('op2', 2_500)];
    expect(shown(merged([record('r1', 3_500)], own))).toEqual([
      [null, 2_500, false, 'op2', 'confirmed', 'why op2'],
      [null, 1_000, false, 'op1', 'confirmed', 'why op1'],
      ['r1', 3_500, true, null, null, null],
    ]);
    expect(shown(merged([record(null, 3_500)], own)).map(([id, , recorded]) => [id, recorded])).toEqual([
      [null, false],
      [null, false],
      [null, true],
    ]);
  });

  test('records without ids are told by their amounts, each for one operation', () => {
    const own = [ownRefund('op1', 1_000), ownRefund('op2', 1_000), ownRefund('op3', 700)];
    const lines = merged([record(null, 1_000), record(null, 1_000)], own);
    expect(lines.map(({ operation, recorded }) => [operation?.id, recorded])).toEqual([
      ['op3', false],
      ['op2', true],
      ['op1', true],
    ]);
  });

  test.each(['awaiting_approval', 'requested', 'sent', 'unknown'])(
    'one that is %s is told with its state',
    (state) => {
      expect(shown(merged([record('r1', 1_000)], [ownRefund('op1', 1_000, state)]))).toEqual([
        [null, 1_000, false, 'op1', state, 'why op1'],
        ['r1', 1_000, true, null, null, null],
      ]);
    },
  );

  test('the provider’s own reason stands; a record of elsewhere is nobody’s here', () => {
    const own = [ownRefund('op1', 1_000, 'confirmed', 'r1')];
    const lines = merged([record('r2', 1_000), record('r1', 1_000, { description: 'theirs' })], own);
    expect(shown(lines)).toEqual([
      ['r2', 1_000, true, null, null, null],
      ['r1', 1_000, true, 'op1', 'confirmed', 'theirs'],
    ]);
  });
});
