'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { useProofForm } from '#components/shell/use-proof-form.ts';
import { CallError, call } from '#lib/api/client.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { webhookKeys } from '#lib/webhooks/queries.ts';
import { hand } from '../secret/handed.ts';

export type RegisterBody = InputOf<Endpoints['POST /webhooks'], 'body'>;

/**
 * Sends a registration once for its intent. `onStarted` gets the new id; where the answer was lost, `lost` is the
 * operation that is being looked for.
 */
export function useRegistration(body: () => RegisterBody, onStarted: (id: string) => void) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const intent = useIntentKey();
  const [lost, setLost] = useState<string | null>(null);
  const form = useProofForm(async () => {
    const sent = body();
    try {
      const { operation, result } = await call('POST /webhooks', {
        account,
        body: sent,
        idempotencyKey: intent.keyFor(sent),
      });
      intent.end();
      if (result?.secret !== undefined && result.secretId !== null) hand(result.secretId, result.secret);
      await client.invalidateQueries({ queryKey: webhookKeys.list(account) });
      if (result !== undefined) onStarted(result.id);
      else setLost(operation?.id ?? null);
    } catch (error) {
      if (endsIntent(error)) intent.end();
      throw error;
    }
  });
  return { form, lost };
}

/** The server's word for a fault of one field; null where it is about something else. */
export function fieldFault(error: unknown, field: string): string | null {
  if (!(error instanceof CallError)) return null;
  return error.problem.fields?.find((one) => one.field === field)?.message ?? null;
}
