'use client';

import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { ListExport } from '#components/list/export/list-export.tsx';
import { ListFaults } from '#components/list/list-faults.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { useRowOpens } from '#components/shell/use-row-opens.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { CallError, urlOf } from '#lib/api/client.ts';
import { activeFilters, toQuery } from '#lib/list/list.ts';
import type { StatementNames } from '#lib/statement/contract.ts';
import { linesOptions, namesOptions } from '#lib/statement/queries.ts';
import { withNames } from '#lib/statement/rules.ts';
import type { StatementFilters } from '#lib/statement/statement.list.ts';
import { RefreshButton } from '../ui/refresh-button.tsx';
import { StatementFilters as Filters } from './filter-bar.tsx';
import { LineDrawer } from './line-drawer.tsx';
import styles from './statement.module.css';
import { RowsWaiting, StatementTable } from './statement-table.tsx';
import { TotalsStrip } from './totals-strip.tsx';
import { type FilterState, type Place, useStatementFilters } from './use-statement.ts';

type Props = { place: Place; tabs: ReactNode };

function useLines(filters: StatementFilters) {
  const { slug: account, capabilities } = useSession().account;
  const transactions = capabilities.includes('transactions');
  const query = useInfiniteQuery(linesOptions(account, filters));
  const pages = query.data?.pages ?? [];
  const named = useQueries({
    queries: transactions ? pages.map((page) => namesOptions(account, page.items)) : [],
    combine: namesIn,
  });
  const items = withNames(
    pages.flatMap((page) => page.items),
    named,
  );
  return { ...query, items, first: query.data?.pages[0] };
}
const namesIn = (answers: { data: StatementNames | undefined }[]) =>
  answers.flatMap(({ data }) => data?.items ?? []);
export type Lines = ReturnType<typeof useLines>;

/** Every movement of the balance, newest first, with the balance after it. */
export function LinesView({ place, tabs }: Props) {
  const state = useStatementFilters();
  const lines = useLines(state.filters);
  const [exportError, setExportError] = useState<unknown>(null);
  const { open, show, close } = place;
  useRowOpens(close);
  return (
    <div className="page-fill">
      <DrawerLayout
        drawer={
          open === null ? undefined : (
            <LineDrawer key={open} id={open} lines={lines} onOpen={show} onClose={close} />
          )
        }
      >
        <Head lines={lines} filters={state.filters} onExportError={setExportError} />
        {tabs}
        <Filters state={state} lines={lines} />
        <ListFaults state={state} exportError={exportError} />
        <ReadingNote pages={lines.data?.pages} />
        <TotalsStrip lines={lines} />
        <Body lines={lines} state={state} place={place} />
      </DrawerLayout>
    </div>
  );
}

type HeadProps = { lines: Lines; filters: StatementFilters; onExportError: (error: unknown) => void };

function Head({ lines, filters, onExportError }: HeadProps) {
  const t = useTranslations('statement');
  const { first, error, refetch } = lines;
  return (
    <PageHead title={t('title')} asOf={first?.asOf} live={error === null && lines.data?.pages.length === 1}>
      <RefreshButton label={t('refresh')} onRefresh={() => refetch()} />
      <ListExport
        name={t('file')}
        count={first?.total ?? null}
        url={(account, how) => urlOf('GET /statement.csv', account, {}, { ...toQuery(filters), ...how })}
        onError={onExportError}
      />
    </PageHead>
  );
}

function Body({ lines, state, place }: { lines: Lines; state: FilterState; place: Place }) {
  const t = useTranslations('statement');
  const { items, first, data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = lines;
  return (
    <div className={styles.scroller}>
      {error !== null && (
        <div className="grid gap-2 p-gutter">
          <Refused error={error} state={state} />
          <ReadError error={error} onRetry={() => void refetch()} asOf={first?.asOf ?? null} />
        </div>
      )}
      {data === undefined && error === null && <RowsWaiting />}
      {data !== undefined && items.length === 0 && <Empty state={state} more={hasNextPage} />}
      {items.length > 0 && <StatementTable lines={lines} filters={state.filters} place={place} />}
      {hasNextPage && (
        <div className="p-gutter">
          <Button aria-busy={isFetchingNextPage || undefined} onClick={() => void fetchNextPage()}>
            {t(items.length === 0 ? 'searchOn' : 'more')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Filters that this account's service turned out not to take: named, and taken away by one press. */
function Refused({ error, state }: { error: unknown; state: FilterState }) {
  const t = useTranslations('statement.filters');
  const faults = error instanceof CallError ? (error.problem.fields ?? []) : [];
  const names = faults.flatMap(({ field, message }) =>
    message === 'not_supported' || message === 'one_only' || (field === 'f' && message === 'unknown')
      ? [field]
      : [],
  );
  if (names.length === 0) return null;
  const said = names.map((name) => (t.has(`name.${name}`) ? t(`name.${name as 'type'}`) : name)).join(', ');
  const take = () => {
    const words = ['document', 'search', 'name', 'f'];
    const change = names.map((name) => [words.includes(name) ? 'f' : name, null]);
    state.set(Object.fromEntries(change));
  };
  return (
    <Callout
      tone="warn"
      title={t('refused', { names: said })}
      action={<Button onClick={take}>{t('takeAway')}</Button>}
    >
      {t('refusedTodo')}
    </Callout>
  );
}

function Empty({ state, more }: { state: FilterState; more: boolean }) {
  const t = useTranslations('statement.empty');
  const narrowed = activeFilters(state.filters).length > 0;
  if (more) return <EmptyState title={t('notYet')}>{t('notYetTodo')}</EmptyState>;
  if (narrowed)
    return (
      <EmptyState title={t('filter')} action={<Button onClick={state.clear}>{t('clear')}</Button>}>
        {t('filterTodo')}
      </EmptyState>
    );
  return <EmptyState title={t('period')}>{t('periodTodo')}</EmptyState>;
}
