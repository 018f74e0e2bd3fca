'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { useProofForm } from '#components/shell/use-proof-form.ts';
import { CallError } from '#lib/api/client.ts';
import { endsIntent } from '#lib/api/use-intent-key.ts';
import { operationKeys } from '#lib/operations/queries.ts';
import { overviewKeys } from '#lib/overview/queries.ts';
import { paymentKeys } from '#lib/payments/queries.ts';
import type { DraftStore } from './draft.ts';

type Answer = { operation: { id: string; state: string } };
type Options<Body, T extends Answer> = {
  draft: Pick<DraftStore<object>, 'keyFor' | 'reseed' | 'clear'>;
  /** Null: something is missing, nothing is sent. */
  body: () => Body | null;
  send: (body: Body, key: string) => Promise<T>;
  onSent: (answer: T, body: Body) => void;
  proof?: boolean;
};
/** What the operator adds when the same is asked again. */
export type Again = { clientReference?: string; despite?: string };

/**
 * Sends a form of money at most once for its intent. What was typed stays until the server has it; a conflict with an
 * operation that is still unknown has to be confirmed (`despite`).
 */
export function useMoneyForm<Body extends object, T extends Answer>(options: Options<Body, T>) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const [again, setAgain] = useState<Again>({});
  const { draft, proof = true } = options;
  const form = useProofForm(
    async () => {
      const made = options.body();
      if (made === null) return;
      const body = { ...made, ...again };
      try {
        const answer = await options.send(body, draft.keyFor(body));
        draft.clear();
        setAgain({});
        options.onSent(answer, body);
      } catch (error) {
        if (endsIntent(error)) draft.reseed();
        throw error;
      } finally {
        const changed = [paymentKeys.all(account), operationKeys.all(account), overviewKeys.all(account)];
        for (const queryKey of changed) void client.invalidateQueries({ queryKey });
      }
    },
    { proof },
  );
  return { form, again, setAgain, problem: problemOf(form.error) };
}

export type MoneyForm = ReturnType<typeof useMoneyForm>;

function problemOf(error: unknown) {
  return error instanceof CallError ? error.problem : null;
}
