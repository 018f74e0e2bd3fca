import { describe, expect, it } from 'vitest';
import { cardFigures, FIGURE_DAYS } from '#lib/card/server/get-figures.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';

const NOW = Date.parse('2026-11-20T02:30:00.000Z'); // 23:30 of the 19th in São Paulo
let made = 0;
function charge(over: Partial<CardCharge>): CardCharge {
  made += 1;
  return {
    id: `ch_${made}`,
    amount: 10_000,
    statusCode: 2,
    refundedAmount: null,
    reasonCode: null,
    reasonMessage: null,
    returnCode: null,
    returnMessage: null,
    recurrenceId: null,
    createdAt: '2026-11-19T15:00:00.000Z',
    ...over,
  } as CardCharge;
}

describe('U11: a card account in figures', () => {
  it('sums what was accepted, by São Paulo days; what is undecided is neither', () => {
    const { today, days30, days } = cardFigures(
      [
        charge({ createdAt: '2026-11-20T02:00:00.000Z' }),
        charge({ statusCode: 3 }),
        charge({ statusCode: 1 }),
        charge({ statusCode: null }),
        charge({ createdAt: '2026-11-18T15:00:00.000Z', amount: 500 }),
        charge({ createdAt: '2026-10-01T15:00:00.000Z' }),
        charge({ createdAt: null }),
      ],
      NOW,
    );
    expect(today).toEqual({ accepted: 1, tries: 2, amount: 10_000, count: 1 });
    expect(days30).toEqual({ accepted: 2, tries: 3, amount: 10_500, count: 2 });
    expect(days).toHaveLength(FIGURE_DAYS);
    expect(days.at(-1)).toEqual({ day: '2026-11-19', accepted: 1, tries: 2 });
  });
  it('what was given back had been accepted, and is summed apart', () => {
    const { days30, reversed } = cardFigures(
      [
        charge({ statusCode: 11 }),
        charge({ refundedAmount: 2_500 }),
        charge({ statusCode: 10, refundedAmount: 0 }),
      ],
      NOW,
    );
    expect(days30.accepted).toBe(3);
    expect(reversed).toEqual({ amount: 12_500, count: 2 });
  });
  it('reasons of refusal, the most frequent first, in the words of the service', () => {
    const limit = { statusCode: 3, returnCode: '51', returnMessage: 'Insufficient funds' };
    const { reasons } = cardFigures(
      [charge(limit), charge({ statusCode: 13 }), charge(limit), charge({ returnCode: '00' })],
      NOW,
    );
    expect(reasons).toEqual([
      { words: 'Insufficient funds', code: '51', count: 2 },
      { words: null, code: null, count: 1 },
    ]);
  });
  it('each recurrence by its last charge', () => {
    const early = charge({ recurrenceId: 'r1', createdAt: '2026-11-01T12:00:00.000Z' });
    const late = charge({ recurrenceId: 'r1', createdAt: '2026-11-18T12:00:00.000Z' });
    const other = charge({ recurrenceId: 'r2', createdAt: '2026-11-10T12:00:00.000Z' });
    expect(cardFigures([early, other, late, charge({})], NOW).recurrences).toEqual([late, other]);
  });
});
