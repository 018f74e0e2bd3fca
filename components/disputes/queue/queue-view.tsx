'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { ListBar } from '#components/list/list-panel.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { useRowOpens } from '#components/list/use-row-opens.ts';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Page } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { recentColumns } from '#lib/disputes/disputes.list.ts';
import { recentOptions } from '#lib/disputes/queries.ts';
import { QueueNow, useDisputeTable } from './dispute-cells.tsx';
import { OutcomesPanel } from './outcomes-panel.tsx';
import { QueueAxis } from './queue-axis.tsx';
import { QueueFacets } from './queue-facets.tsx';
import { QUEUE_BAR, QUEUE_PAGE, QueuePanel, useQueuePanel } from './queue-panel.tsx';
import { QueueSearch } from './queue-search.tsx';
import { useQueue, useQueueActions } from './use-queue.ts';

const EVERY_MS = 15_000;

/** The work queue: what is due first, who has it, and what was sent. */
export function QueueView() {
  const t = useTranslations('disputes');
  const defends = useSession().account.capabilities.includes('defenses');
  const queue = useQueue();
  const { head, items, filter, filters, choose, query, readAgain } = queue;
  const now = useNow(EVERY_MS);
  const shown = useQueuePanel(queue);
  useRowOpens();
  useQueueActions(queue);
  const open = head !== undefined && filter.state === 'open' ? head : null;
  return (
    <QueueNow value={now}>
      <PageHead
        title={t('title')}
        // Before every page of the provider was read, an empty queue means nothing.
        note={head?.completeAt === null && <span className="text-warn-ink">{t('reading')}</span>}
        asOf={head?.completeAt == null ? null : (head.asOf ?? head.completeAt)}
        live={!query.isError}
      >
        <RefreshButton label={t('refresh')} onRefresh={readAgain} />
        {shown.panel.tools}
      </PageHead>
      <Page className={QUEUE_PAGE}>
        <div className={QUEUE_BAR}>
          <ListBar panel={shown.panel} state={shown.narrowing} before={<QueueSearch state={filters} />} />
        </div>
        <QueueFacets sums={head?.sums} filter={filter} onChoose={choose} />
        {open && <QueueAxis items={items} now={now} />}
        <QueuePanel queue={queue} shown={shown} />
        {open && (
          <div className="grid grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] items-start gap-4 max-drawer:grid-cols-[minmax(0,1fr)]">
            {defends && <AnsweredPanel count={open.sums.answered.count} />}
            <OutcomesPanel outcomes={open.outcomes} />
          </div>
        )}
      </Page>
    </QueueNow>
  );
}

/** The defenses sent last: who sent them, and what the service says of them now. */
function AnsweredPanel({ count }: { count: number }) {
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
      {(rows?.length ?? (error === null ? count : 1)) === 0 ? (
        <p className="p-panel text-ink-3">{t('none')}</p>
      ) : (
        (rows !== undefined || error === null) && <DataTable {...table} rows={rows} />
      )}
    </Panel>
  );
}
