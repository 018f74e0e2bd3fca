'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { ReadError } from '#components/list/read-error.tsx';
import { ListTable } from '#components/list/table/list-table.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { recentColumns } from '#lib/disputes/disputes.list.ts';
import { recentOptions } from '#lib/disputes/queries.ts';
import { useDisputeTable } from './dispute-cells.tsx';

/** The defenses sent last: who sent them, and what the service says of them now. */
export function AnsweredPanel({ count }: { count: number }) {
  const t = useTranslations('disputes.recent');
  const { slug } = useSession().account;
  const { data, error, refetch } = useQuery(recentOptions(slug));
  const rows = data?.items;
  const table = useDisputeTable({ columns: recentColumns, state: 'answered', label: t('title') });
  return (
    <Panel
      title={t('title')}
      padded={false}
      className="overflow-hidden"
      action={
        count > (rows?.length ?? count) && (
          <Link href={`/${slug}/disputes?state=answered`}>{t('all', { count })}</Link>
        )
      }
    >
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {rows?.length === 0 ? (
        <p className="p-panel text-ink-3">{t('none')}</p>
      ) : (
        (rows !== undefined || error === null) && <ListTable {...table} rows={rows} />
      )}
    </Panel>
  );
}
