'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useOperation } from '#components/forms/use-operation.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { inboxKeys } from '#lib/notifications/queries.ts';

/** Saves a person's own choices: the answer is what is shown from then on. */
export function useSave(onDone: () => void = () => undefined) {
  const client = useQueryClient();
  const account = useSession().account.slug;
  return useOperation('PUT /api/settings/notifications', {
    proof: 'none',
    onDone(answer) {
      client.setQueryData(inboxKeys.settings(account), answer);
      onDone();
    },
  });
}

/** Label of a channel: its own name, or its kind. */
export function nameOf(
  { id, name, kind }: { id: string; name: string | null; kind: 'inbox' | 'email' | 'webhook' },
  t: (key: 'inbox' | 'email' | 'environment') => string,
): string {
  if (kind !== 'webhook') return t(kind);
  return name ?? (id === 'environment' ? t('environment') : id);
}
