'use client';

import { useState } from 'react';
import { useOperation } from '#components/forms/use-operation.ts';
import { CallError } from '#lib/api/client.ts';
import type { CardText } from '#lib/card/rules.ts';
import { useStaleCards } from '../use-card-changed.ts';
import { BLANK_CARD, BLANK_ORDER, cardBody, judge, type OrderDraft, orderBody } from './card-draft.ts';

export type Made = { operationId: string; chargeId: string | null };

/**
 * A charge being written. The card stands in this component's state alone, and only until it was sent or
 * may have been: no draft, no cache of requests and no key is made of it.
 */
export function useCardForm(onMade: (made: Made) => void) {
  const [order, setOrder] = useState<OrderDraft>(BLANK_ORDER);
  const [card, setCard] = useState<CardText>(BLANK_CARD);
  const [tried, setTried] = useState(false);
  const faults = judge(order, card, Date.now());
  const sending = useOperation('POST /card/charges', {
    proof: 'none',
    // One key for one order: it is made of everything but the card.
    unkeyed: ['card'],
    stale: useStaleCards(),
    onDone({ operation, result }) {
      setCard(BLANK_CARD);
      setOrder(BLANK_ORDER);
      setTried(false);
      onMade({ operationId: operation.id, chargeId: result?.charge.id ?? null });
    },
    onRefused(error) {
      if (wasTaken(error)) setCard(BLANK_CARD);
    },
  });
  const { busy, error, problem, clear } = sending;
  const refused = new Map(problem?.fields?.map(({ field, message }) => [field, message]));
  return {
    order,
    card,
    busy,
    error,
    again: wasTaken(error),
    setOrder: (part: Partial<OrderDraft>) => {
      clear();
      setOrder((before) => ({ ...before, ...part }));
    },
    setCard: (part: Partial<CardText>) => {
      clear();
      setCard((before) => ({ ...before, ...part }));
    },
    faultAt: (field: string): string | null =>
      refused.get(field) ?? (tried ? (faults.get(field) ?? null) : null),
    /** Every fault that was refused stands at a field of this form. */
    saidAtFields: problem?.fields !== undefined && problem.provider === undefined && !wasTaken(error),
    submit: () => {
      setTried(true);
      if (faults.size === 0) void sending.submit({ ...orderBody(order), card: cardBody(card) });
      return faults.size === 0;
    },
  };
}
export type CardFormState = ReturnType<typeof useCardForm>;

/** The server took the card, or may have: whoever looks at a charge that failed must not see what was typed of it. */
function wasTaken(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  const { operationId, status } = error.problem;
  return operationId !== undefined || status === 0 || status >= 500;
}
