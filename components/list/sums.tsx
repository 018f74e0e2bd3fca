'use client';

import { type Direction, Money } from '#components/ui/money.tsx';

const ORDER: readonly Direction[] = ['in', 'out', 'still'];

type Amount = { cents: number | null; direction: Direction };
/** What a row comes to: its amount, or several. */
export type AmountOf<R> = (row: R) => Amount | readonly Amount[];

/** Sums of rows by direction; a direction without rows is absent. */
export function Sums<R>({ rows, amountOf }: { rows: readonly R[]; amountOf: AmountOf<R> }) {
  const sums = new Map<Direction, number>();
  for (const { cents, direction } of rows.flatMap(amountOf))
    sums.set(direction, (sums.get(direction) ?? 0) + (cents ?? 0));
  return ORDER.map((direction) => {
    const cents = sums.get(direction);
    return cents === undefined ? null : <Money key={direction} cents={cents} direction={direction} />;
  });
}
