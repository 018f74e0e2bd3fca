'use client';

import { useRef, useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import type { CardText } from '#lib/card/rules.ts';
import { useCardChanged } from '../use-card-changed.ts';
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
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const faults = judge(order, card, Date.now());

  const send = useSend(onMade);
  const submit = async () => {
    sending.current = true;
    setBusy(true);
    setError(null);
    try {
      await send(orderBody(order), card);
      setCard(BLANK_CARD);
      setOrder(BLANK_ORDER);
      setTried(false);
    } catch (thrown) {
      if (wasTaken(thrown)) setCard(BLANK_CARD);
      setError(thrown);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const problem = error instanceof CallError ? error.problem : null;
  const refused = new Map(problem?.fields?.map(({ field, message }) => [field, message]));
  return {
    order,
    card,
    busy,
    error,
    problem,
    again: wasTaken(error),
    setOrder: (part: Partial<OrderDraft>) => {
      setError(null);
      setOrder((before) => ({ ...before, ...part }));
    },
    setCard: (part: Partial<CardText>) => {
      setError(null);
      setCard((before) => ({ ...before, ...part }));
    },
    faultAt: (field: string): string | null =>
      refused.get(field) ?? (tried ? (faults.get(field) ?? null) : null),
    /** Every fault that was refused stands at a field of this form. */
    saidAtFields: problem?.fields !== undefined && problem.provider === undefined && !wasTaken(error),
    submit: () => {
      setTried(true);
      if (faults.size === 0 && !sending.current) void submit();
      return faults.size === 0;
    },
  };
}
export type CardFormState = ReturnType<typeof useCardForm>;

/** One key for one order: it is made of everything but the card. */
function useSend(onMade: (made: Made) => void) {
  const account = useSession().account.slug;
  const changed = useCardChanged();
  const intent = useIntentKey();
  return async (body: ReturnType<typeof orderBody>, card: CardText) => {
    const idempotencyKey = intent.keyFor(body);
    const whole = { ...body, card: cardBody(card) };
    try {
      const { operation, result } = await call('POST /card/charges', {
        account,
        body: whole,
        idempotencyKey,
      });
      intent.end();
      onMade({ operationId: operation.id, chargeId: result?.charge.id ?? null });
    } catch (thrown) {
      if (endsIntent(thrown)) intent.end();
      throw thrown;
    } finally {
      changed();
    }
  };
}

/** The server took the card, or may have: whoever looks at a charge that failed must not see what was typed of it. */
function wasTaken(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  const { operationId, status } = error.problem;
  return operationId !== undefined || status === 0 || status >= 500;
}
