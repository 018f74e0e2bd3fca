'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status } from '#components/ui/status.tsx';
import { attentionOptions } from '#lib/deliveries/queries.ts';

/** Callbacks that an account's receivers do not take now. */
export function UndeliveredPanel({ account }: { account: string }) {
  const t = useTranslations('all-accounts.deliveries');
  const query = useQuery(attentionOptions(account));
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      action={<Link href={`/${account}/deliveries`}>{t('see')}</Link>}
      skeleton={<Skeleton width="12rem" />}
    >
      {({ items }) => {
        const count = items.reduce((sum, { callbacks }) => sum + callbacks, 0);
        if (count === 0) return <Status kind="ok">{t('none')}</Status>;
        return (
          <>
            <Status kind="danger">{t('failing', { count })}</Status>
            <p className="text-xs text-ink-3">{t('receivers', { count: items.length })}</p>
          </>
        );
      }}
    </QueryPanel>
  );
}
