'use client';

import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { CallError } from '#lib/api/client.ts';
import type { CardText } from '#lib/card/rules.ts';
import { serverNow } from '#lib/core/clock.ts';
import { useStaleCards } from '../use-card-changed.ts';
import { useCardFaultLabels } from '../use-card-faults.ts';
import { BLANK_CARD, cardChargeForm, judge } from './card-draft.ts';

export type Made = { operationId: string; chargeId: string | null };

/** A charge being written: the order survives a reload, the card does not. */
export function useCardForm(onMade: (made: Made) => void) {
  const words = useCardFaultLabels();
  const now = serverNow();
  const form = useOperationForm('POST /card/charges', cardChargeForm, {
    facts: now,
    proof: 'none',
    restarts: true,
    // One key for one order: it is made of everything but the card.
    unkeyed: ['card'],
    words,
    stale: useStaleCards(),
    onDone: ({ operation, result }) =>
      onMade({ operationId: operation.id, chargeId: result?.charge.id ?? null }),
    onRefused(error) {
      if (wasTaken(error)) form.fill({ card: BLANK_CARD });
    },
  });
  const { values, tried, toldOf } = form;
  const faults = judge(values, values.card, now);
  return {
    ...form,
    again: wasTaken(form.error),
    /** Fault of a member of an item or of the card. */
    faultAt: (member: string) => words(toldOf(member) ?? (tried ? faults.get(member) : null)),
    setCard: (part: Partial<CardText>) => form.set({ card: { ...values.card, ...part } }),
  };
}
export type CardFormState = ReturnType<typeof useCardForm>;

/** The server took the card, or may have: whoever looks at a charge that failed must not see what was typed of it. */
function wasTaken(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  const { operationId, status } = error.problem;
  return operationId !== undefined || status === 0 || status >= 500;
}
