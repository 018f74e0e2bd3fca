'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import type { ResendLine } from '#lib/resends/queries.ts';
import { resendsList } from '#lib/resends/resends.list.ts';
import { JobProgress } from './job-bar.tsx';
import { ResendBadge } from './resend-badge.tsx';
import { resendName, useScopeLabels } from './use-labels.ts';

/** How resends stand in a table; each leads to its own page. */
export function useResendTable() {
  const t = useTranslations('resends.list');
  const account = useSession().account.slug;
  return {
    columns: resendsList.columns,
    cell: ResendCell,
    words: {
      label: t('label'),
      loading: t('label'),
      column: (name: string) => t(`columns.${name as 'state'}`),
    },
    opening: { href: ({ id }: ResendLine) => `/${account}/resends/${encodeURIComponent(id)}` },
  };
}

function ResendCell({ row, column }: { row: ResendLine; column: string }) {
  const scope = useScopeLabels();
  switch (column) {
    case 'number':
      return resendName(row.number);
    case 'state':
      return <ResendBadge job={row} until />;
    case 'what':
      return scope(row.scope, row.filter);
    case 'progress':
      return <JobProgress counts={row.counts} />;
    case 'by':
      return row.by.name;
    case 'created':
      return <Instant at={row.createdAt} variant="minute" />;
    default:
      return <Money cents={row.amount} />;
  }
}
