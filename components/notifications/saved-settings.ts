'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '#components/app-shell/session.tsx';
import { inboxKeys, type NotificationSettings } from '#lib/notifications/queries.ts';

/** The answer of a saving call is shown from then on. */
export function useShowSaved(): (answer: NotificationSettings) => void {
  const client = useQueryClient();
  const account = useSession().account.slug;
  return (answer) => client.setQueryData(inboxKeys.settings(account), answer);
}

/** Label of a channel: its own name, or its kind. */
export function nameOf(
  { id, name, kind }: { id: string; name: string | null; kind: 'inbox' | 'email' | 'webhook' },
  t: (key: 'inbox' | 'email' | 'environment') => string,
): string {
  if (kind !== 'webhook') return t(kind);
  return name ?? (id === 'environment' ? t('environment') : id);
}
