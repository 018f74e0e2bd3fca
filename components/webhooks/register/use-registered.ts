'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import type { AnswerOf } from '#components/forms/use-operation.ts';
import { webhooksOptions } from '#lib/webhooks/queries.ts';
import { storeRevealed } from '../secret/save-secret.tsx';

/** After a registration: passes on the secret, reloads the list, and continues with the new id. */
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

/** Error messages for an address, an id or a choice of events. */
export function useWebhookErrorLabels(): (fault: string) => string {
  const t = useTranslations('webhooks.form.faults');
  return (fault) => (t.has(fault) ? t(fault as 'empty') : fault);
}
