'use client';

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { createParser, useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { ReadError } from '#components/list/read-error.tsx';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { useRowOpens } from '#components/shell/use-row-opens.ts';
import { Button } from '#components/ui/button.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { endedOperationsOptions, openOperationsOptions, operationKeys } from '#lib/operations/queries.ts';
import { ENDED_STATES } from '#lib/operations/rules.ts';
import { OperationDrawer } from './operation-drawer.tsx';
import { OperationRows, RowsSkeleton } from './operation-rows.tsx';

const FILTERS = ['all', 'open', 'rejected'] as const;
type Filter = (typeof FILTERS)[number];
const REJECTED = ['rejected', 'declined', 'expired'];

const showParser = createParser<Filter>({
  parse: (text) => FILTERS.find((one) => one === text) ?? null,
  serialize: String,
}).withDefault('all');
const openParser = createParser<string>({
  parse: (text) => (/^\w{1,64}$/.test(text) ? text : null),
  serialize: String,
});

/** What Guichê asked the provider: first what has no end yet, then how the rest ended. */
export function OperationsView() {
  const t = useTranslations('operations');
  const [show, setShow] = useQueryState('show', showParser);
  const [open, setOpen] = useQueryState('open', openParser);
  const close = useCallback(() => void setOpen(null, { history: 'replace' }), [setOpen]);
  useRowOpens();
  const pick = useCallback(
    (id: string) => void setOpen(id, { history: open === null ? 'push' : 'replace' }),
    [open, setOpen],
  );
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
  return (
    <Panel
      title={t('title')}
      note={data && t('count', { count: data.items.length })}
      padded={false}
      local={(data?.items.length ?? 0) > 0}
    >
      {Boolean(error) && <ReadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <RowsSkeleton />}
      {data?.items.length === 0 && <p className="p-panel text-ink-3">{t('none')}</p>}
      {data && data.items.length > 0 && (
        <OperationRows label={t('title')} items={data.items} open={open} pick={pick} />
      )}
    </Panel>
  );
}

function Ended({ states, open, pick }: Props & { states: readonly string[] }) {
  const t = useTranslations('operations.ended');
  const account = useSession().account.slug;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    endedOperationsOptions(account, states, []),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const total = data?.pages[0]?.total ?? null;
  const filtered = states !== ENDED_STATES;
  return (
    <Panel
      title={t('title')}
      note={total !== null && total > 0 && t('count', { count: total })}
      padded={false}
    >
      {Boolean(error) && <ReadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <RowsSkeleton />}
      {data !== undefined && items.length === 0 && (
        <EmptyState title={t(filtered ? 'noneFilter' : 'none')}>{!filtered && t('noneWords')}</EmptyState>
      )}
      {items.length > 0 && <OperationRows label={t('title')} items={items} open={open} pick={pick} />}
      {hasNextPage && (
        <div className="p-panel">
          <Button aria-busy={isFetchingNextPage || undefined} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </Panel>
  );
}
