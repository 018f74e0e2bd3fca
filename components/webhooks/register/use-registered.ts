'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import type { AnswerOf } from '#components/forms/use-operation.ts';
import { webhooksOptions } from '#lib/webhooks/queries.ts';
import { storeRevealed } from '../secret/save-secret.tsx';

/** Handles a registration: hands its secret over, reads the list again, and goes on with its id. */
export function useRegistered(onStarted: (id: string) => void) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  return async ({ result }: AnswerOf<'POST /webhooks'>) => {
    if (result?.secret !== undefined && result.secretId !== null)
      storeRevealed(result.secretId, result.secret);
    await client.invalidateQueries({ queryKey: webhooksOptions(account).queryKey });
    if (result !== undefined) onStarted(result.id);
  };
}

/** Faults of an address, an id or a choice of events in words. */
export function useWebhookFaults(): (fault: string) => string {
  const t = useTranslations('webhooks.form.faults');
  return (fault) => (t.has(fault) ? t(fault as 'empty') : fault);
}
