'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { lateConfirmationsOptions } from '#lib/operations/shell-queries.ts';
import { LateConfirmation } from './late-confirmation.tsx';

const MOST_SHOWN = 3;

/**
 * Payments of an account that were taken for not done and were done, or that were made with another amount: on each of
 * its pages, until one of those who answer for it says that they know.
 */
export function LateConfirmationNotice({ account }: { account: string }) {
  const t = useTranslations('shell.late');
  const again = useTranslations('common.error')('tryNow');
  const { data, error, refetch } = useQuery(lateConfirmationsOptions(account));
  if (data === undefined)
    return (
      error && (
        <Callout
          tone="warn"
          variant="banner"
          role="status"
          title={t('unread')}
          action={<Button onClick={() => void refetch()}>{again}</Button>}
        >
          {t('unreadWords')}
        </Callout>
      )
    );
  const { items, total } = data;
  if (items.length === 0) return null;
  const more = (total ?? items.length) - Math.min(items.length, MOST_SHOWN);
  return (
    <section aria-label={t('label')} className="flex-none">
      {items.slice(0, MOST_SHOWN).map((operation) => (
        <LateConfirmation key={operation.id} account={account} operation={operation} />
      ))}
      {more > 0 && (
        <Callout tone="danger" variant="banner">
          {t('more', { count: more })}
        </Callout>
      )}
    </section>
  );
}
