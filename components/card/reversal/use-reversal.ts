'use client';

import { useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { useProofForm } from '#components/shell/use-proof-form.ts';
import { CallError, call } from '#lib/api/client.ts';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import type { CardCharge } from '#lib/card/queries.ts';
import { leftOf } from '#lib/card/rules.ts';
import { readAmount } from '#lib/payments/rules.ts';
import { useCardChanged } from '../use-card-changed.ts';

/** A reversal being asked for; one intent goes out at most once. */
export function useReversal(charge: CardCharge, onSent: (operationId: string) => void) {
  const account = useSession().account.slug;
  const changed = useCardChanged();
  const intent = useIntentKey();
  const [part, setPart] = useState<'all' | 'part'>('all');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const left = leftOf(charge);
  const read = readAmount(typed, { min: 1, max: left ?? charge.amount });
  const all = part === 'all';
  const fault = all ? null : read.fault;
  const good = fault === null && left !== 0;
  const form = useProofForm(async () => {
    const body = all || read.cents === null ? {} : { amount: read.cents };
    try {
      const { operation } = await call('POST /card/charges/{id}/reversals', {
        account,
        params: { id: charge.id },
        body,
        idempotencyKey: intent.keyFor(body),
      });
      intent.end();
      onSent(operation.id);
    } catch (error) {
      if (endsIntent(error)) intent.end();
      throw error;
    } finally {
      changed();
    }
  });
  const problem = form.error instanceof CallError ? form.error.problem : null;
  const refused = problem?.fields?.find(({ field }) => field === 'amount')?.message ?? null;
  const amountFault = refused ?? (tried || typed.length > 3 ? fault : null);
  return {
    form,
    problem,
    part,
    typed,
    left,
    good,
    cents: all ? (left ?? charge.amount) : read.fault === null ? read.cents : null,
    amountFault,
    setPart: (next: 'all' | 'part') => {
      form.clear();
      setPart(next);
    },
    setTyped: (next: string) => {
      form.clear();
      setTyped(next);
    },
    submit: () => {
      setTried(true);
      if (good) void form.submit();
    },
  };
}
export type Reversal = ReturnType<typeof useReversal>;
