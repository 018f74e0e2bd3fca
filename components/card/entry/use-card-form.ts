'use client';

import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { CallError } from '#lib/api/client.ts';
import type { CardText } from '#lib/card/rules.ts';
import { serverNow } from '#lib/core/clock.ts';
import { useStaleCards } from '../use-card-changed.ts';
import { useCardErrorLabels } from '../use-card-faults.ts';
import { BLANK_CARD, cardChargeForm, judge } from './card-draft.ts';

export type CreatedCharge = { operationId: string; chargeId: string | null };

/** The form of a new charge: the order survives a reload, the card data does not. */
export function useCardForm(onCreated: (created: CreatedCharge) => void) {
  const words = useCardErrorLabels();
  const now = serverNow();
  const form = useOperationForm('POST /card/charges', cardChargeForm, {
    facts: now,
    proof: 'none',
    restarts: true,
    // The idempotency key covers the order without the card.
    unkeyed: ['card'],
    words,
    stale: useStaleCards(),
    onDone: ({ operation, result }) =>
      onCreated({ operationId: operation.id, chargeId: result?.charge.id ?? null }),
    onRefused(error) {
      if (wasTaken(error)) form.fill({ card: BLANK_CARD });
    },
  });
  const { values, tried, serverErrorOf } = form;
  const draftErrors = judge(values, values.card, now);
  return {
    ...form,
    again: wasTaken(form.error),
    /** Error of a field of an item or of the card. */
    errorAt: (member: string) => words(serverErrorOf(member) ?? (tried ? draftErrors.get(member) : null)),
    setCard: (part: Partial<CardText>) => form.set({ card: { ...values.card, ...part } }),
  };
}
export type CardFormState = ReturnType<typeof useCardForm>;

/**
 * True if the server has, or may have, the card: then a failed charge must not leave the typed card on
 * screen.
 */
function wasTaken(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  const { operationId, status } = error.problem;
  return operationId !== undefined || status === 0 || status >= 500;
}
