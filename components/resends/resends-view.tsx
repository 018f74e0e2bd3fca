'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { NewButton, PageHead } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListBar, ListBody, useListPanel } from '#components/list/list-panel.tsx';
import { useRowOpens } from '#components/list/use-drawer-route.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { DrawerLayout } from '#components/ui/drawer.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { choosing } from '#lib/resends/choice.ts';
import { type ResendLine, resendsOptions } from '#lib/resends/queries.ts';
import { resendsList } from '#lib/resends/resends.list.ts';
import { JobProgress, ResendBadge } from './resend-badge.tsx';
import { resendName, useScopeLabels } from './use-labels.ts';
import { useStart } from './use-start.tsx';

function useResendTable() {
  const t = useTranslations('resends.list');
  const account = useSession().account.slug;
  return {
    columns: resendsList.columns,
    cell: ResendCell,
    labels: { label: t('label'), column: (name: string) => t(`columns.${name as 'state'}`) },
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

/** The account's resends, newest first unless sorted otherwise. */
export function ResendsView() {
  const t = useTranslations('resends');
  const account = useSession().account.slug;
  const failures = `/${account}/deliveries?outcome=failed`;
  const mayResend = useCan('resend');
  const labelOf = (_: string, word: string) => t(`state.${word as 'queued'}`);
  const state = useListFilters({ list: resendsList, labelOf });
  const query = useInfiniteQuery(resendsOptions(account, state.filters));
  const table = useResendTable();
  const { setStart, sheet } = useStart();
  useRowOpens();
  const panel = useListPanel({ list: resendsList, state, query, file: t('file'), labels: table.labels });
  return (
    <PageFrame>
      <DrawerLayout size="sheet" drawer={sheet}>
        <PageHead title={t('title')} asOf={panel.now} live={query.error === null} note={t('zone')}>
          {panel.tools}
          {mayResend && !sheet && <NewButton label={t('action.new')} onPress={() => setStart(choosing())} />}
        </PageHead>
        <Page layout="stack">
          <div className={cn(panelVariants(), 'overflow-hidden')}>
            <ListBar panel={panel} />
            <ListBody
              {...table}
              panel={panel}
              query={query}
              nameOf={({ number }) => resendName(number)}
              amountOf={({ amount }) => ({ cents: amount, direction: 'still' })}
              empty={{
                read: (change) => resendsOptions(account, { ...state.filters, ...change }),
                none: {
                  title: t('list.empty'),
                  hint: t('list.emptyHint'),
                  action: <LinkButton href={failures}>{t('list.emptyAction')}</LinkButton>,
                },
              }}
            />
          </div>
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}

/** The list while its data loads. */
export function ResendsSkeleton() {
  return (
    <>
      <PageHead title={useTranslations('resends')('title')} />
      <Page layout="stack">
        <div className={cn(panelVariants(), 'overflow-hidden')}>
          <DataTable rows={undefined} {...useResendTable()} />
        </div>
      </Page>
    </>
  );
}
