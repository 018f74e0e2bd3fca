'use client';

import { type Direction, Money } from '#components/ui/money.tsx';

const ORDER: readonly Direction[] = ['in', 'out', 'still'];

export type AmountOf<R> = (row: R) => { cents: number | null; direction: Direction };

/** Sums of rows by direction; a direction without rows is absent. */
export function Sums<R>({ rows, amountOf }: { rows: readonly R[]; amountOf: AmountOf<R> }) {
  const sums = new Map<Direction, number>();
  for (const row of rows) {
    const { cents, direction } = amountOf(row);
    sums.set(direction, (sums.get(direction) ?? 0) + (cents ?? 0));
  }
  return ORDER.map((direction) => {
    const cents = sums.get(direction);
    return cents === undefined ? null : <Money key={direction} cents={cents} direction={direction} />;
  });
}
