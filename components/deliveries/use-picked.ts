'use client';

import { useCallback, useMemo, useState } from 'react';
import type { DeliveryLine } from '#lib/deliveries/queries.ts';

type Chosen = ReadonlyMap<string, DeliveryLine>;
const NOTHING: Chosen = new Map();

/** Deliveries chosen by id, kept from page to page; what can be sent again are their transactions. */
export function usePicked() {
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const toggle = useCallback((line: DeliveryLine) => {
    setChosen((before) => {
      const after = new Map(before);
      if (!after.delete(line.id)) after.set(line.id, line);
      return after;
    });
  }, []);
  const setAll = useCallback((lines: readonly DeliveryLine[], on: boolean) => {
    setChosen((before) => {
      const after = new Map(before);
      for (const line of lines) {
        if (on) after.set(line.id, line);
        else after.delete(line.id);
      }
      return after;
    });
  }, []);
  const clear = useCallback(() => setChosen(NOTHING), []);
  const transactions = useMemo(() => transactionsOf(chosen), [chosen]);
  return { ids: chosen, transactions, toggle, setAll, clear };
}
export type Picked = ReturnType<typeof usePicked>;

/** Each transaction once; cents of those that have an amount. */
function transactionsOf(chosen: Chosen): { ids: string[]; amount: number } {
  const amounts = new Map<string, number>();
  for (const { transactionId, amount } of chosen.values())
    if (transactionId !== null) amounts.set(transactionId, amount ?? 0);
  return { ids: [...amounts.keys()], amount: [...amounts.values()].reduce((sum, cents) => sum + cents, 0) };
}
