'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useToast } from '#components/ui/toast.tsx';
import { inboxKeys, markRead } from '#lib/notifications/queries.ts';
import { useSession } from './session-context.tsx';

/** Marks lines of the inbox as read and reads them anew; a refusal is said, since they stay unread then. */
export function useMarkRead() {
  const t = useTranslations('shell.bell');
  const client = useQueryClient();
  const account = useSession().account.slug;
  const toast = useToast();
  return async (body: Parameters<typeof markRead>[0]) => {
    await markRead(body).catch(() => toast(t('notRead'), 'triangle'));
    await client.invalidateQueries({ queryKey: inboxKeys.all(account) });
  };
}
