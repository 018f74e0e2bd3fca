'use client';

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { createParser, useQueryState } from 'nuqs';
import { ReadError } from '#components/list/read-error.tsx';
import { ListRows } from '#components/list/table/list-rows.tsx';
import { ListTable } from '#components/list/table/list-table.tsx';
import { useOpen } from '#components/list/use-open.ts';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { useRowOpens } from '#components/shell/use-row-opens.ts';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { endedOperationsOptions, openOperationsOptions, operationKeys } from '#lib/operations/queries.ts';
import { ENDED_STATES } from '#lib/operations/rules.ts';
import { OperationDrawer } from './operation-drawer.tsx';
import { useOperationTable } from './operation-rows.tsx';

const FILTERS = ['all', 'open', 'rejected'] as const;
type Filter = (typeof FILTERS)[number];
const REJECTED = ['rejected', 'declined', 'expired'];

const showParser = createParser<Filter>({
  parse: (text) => FILTERS.find((one) => one === text) ?? null,
  serialize: String,
}).withDefault('all');

/** What Guichê asked the provider: first what has no end yet, then how the rest ended. */
export function OperationsView() {
  const t = useTranslations('operations');
  const [show, setShow] = useQueryState('show', showParser);
  const { open, show: pick, close } = useOpen();
  useRowOpens(close);
  return (
    <div className="page-fill">
      <DrawerLayout
        drawer={open === null ? undefined : <OperationDrawer key={open} id={open} onClose={close} />}
      >
        <Head />
        <div className="page grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <div className="w-max max-w-full">
            <Segments
              label={t('show')}
              value={show}
              onChange={(next) => void setShow(next)}
              options={FILTERS.map((value) => ({ value, label: t(`filter.${value}`) }))}
            />
          </div>
          {show !== 'rejected' && <Open open={open} pick={pick} />}
          {show !== 'open' && (
            <Ended states={show === 'rejected' ? REJECTED : ENDED_STATES} open={open} pick={pick} />
          )}
        </div>
      </DrawerLayout>
    </div>
  );
}

/** How fresh what is under way is: it renews itself, the ended ones with it where something ends. */
function Head() {
  const t = useTranslations('operations');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const { dataUpdatedAt, error } = useQuery(openOperationsOptions(account, []));
  const asOf = dataUpdatedAt === 0 ? null : new Date(dataUpdatedAt).toISOString();
  return (
    <PageHead title={t('title')} asOf={asOf} live={error === null} note={t('note')}>
      <RefreshButton
        label={t('refresh')}
        onRefresh={() => client.refetchQueries({ queryKey: operationKeys.all(account), type: 'active' })}
      />
    </PageHead>
  );
}

type Props = { open: string | null; pick: (id: string) => void };

function Open({ open, pick }: Props) {
  const t = useTranslations('operations.open');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(openOperationsOptions(account, []));
  const rows = data?.items;
  const table = useOperationTable(t('title'));
  return (
    <Panel
      title={t('title')}
      note={rows && t('count', { count: rows.length })}
      padded={false}
      local={(rows?.length ?? 0) > 0}
    >
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {rows?.length === 0 && <p className="p-panel text-ink-3">{t('none')}</p>}
      {(rows === undefined ? error === null : rows.length > 0) && (
        <ListTable {...table} rows={rows} opening={{ open, onOpen: pick }} waits={() => true} />
      )}
    </Panel>
  );
}

function Ended({ states, open, pick }: Props & { states: readonly string[] }) {
  const t = useTranslations('operations.ended');
  const account = useSession().account.slug;
  const query = useInfiniteQuery(endedOperationsOptions(account, states, []));
  const total = query.data?.pages[0]?.total ?? null;
  const filtered = states !== ENDED_STATES;
  return (
    <Panel
      title={t('title')}
      note={total !== null && total > 0 && t('count', { count: total })}
      padded={false}
    >
      <ListRows
        {...useOperationTable(t('title'))}
        query={query}
        opening={{ open, onOpen: pick }}
        empty={
          <EmptyState title={t(filtered ? 'noneFilter' : 'none')}>{!filtered && t('noneWords')}</EmptyState>
        }
      />
    </Panel>
  );
}
