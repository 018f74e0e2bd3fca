'use client';

import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { SettingsTabs } from '#components/app-shell/settings-tabs.tsx';
import { OneChip } from '#components/list/filters/period-chip.tsx';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListBar, ListBody, ListHead, type PanelOf, useListPanel } from '#components/list/list-panel.tsx';
import { rowsOf } from '#components/list/list-rows.tsx';
import { useOpen, useRowOpens } from '#components/list/use-drawer-route.ts';
import { DayRow } from '#components/ui/data-table/day-line.tsx';
import { DrawerLayout } from '#components/ui/drawer.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { useToday } from '#components/ui/use-now.ts';
import { ACTION_GROUPS } from '#lib/audit-log/actions.ts';
import { auditList } from '#lib/audit-log/audit.list.ts';
import { type AuditPage, auditOptions, type Entry } from '#lib/audit-log/queries.ts';
import { NONE, verifiedUntil } from '#lib/audit-log/rules.ts';
import { dayHeading, type Locale, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { AuditCell, useActionLabels, VerifiedContext } from './audit-cell.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import { ChainStrip } from './chain-strip.tsx';

/** The audit log with the state of its chain. */
export function AuditView() {
  const t = useTranslations('audit');
  const state = useAuditFilters();
  const { filters } = state;
  const query = useInfiniteQuery(auditOptions(filters));
  const first = query.data?.pages[0];
  const { open, show, close } = useOpen();
  useRowOpens(close);
  const panel = useListPanel({
    list: auditList,
    state,
    query,
    file: t('file'),
    words: { column: (name) => t(`column.${name as 'who'}`) },
  });
  const rows = useMemo(() => rowsOf(query.data?.pages ?? []), [query.data]);
  return (
    <PageFrame>
      <DrawerLayout
        drawer={
          open !== null && (
            <AuditDrawer
              key={open}
              id={open}
              at={rows.findIndex(({ id }) => id === open)}
              rowAt={(index) => rows[index]}
              people={first?.people ?? []}
              onFilter={state.set}
              onOpen={show}
              onClose={close}
            />
          )
        }
      >
        <ListHead title={t('title')} query={query}>
          {panel.tools}
        </ListHead>
        <SettingsTabs />
        <Page className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 px-0 pt-0">
          <div>
            <ChainStrip chain={first?.chain} />
            <ListBar panel={panel} after={<WhoseChips state={state} people={first?.people ?? []} />}>
              {first !== undefined && (
                <span className="cap">
                  {first.total === null ? t('table.many') : t('table.total', { count: first.total })}
                </span>
              )}
            </ListBar>
          </div>
          <VerifiedContext value={verifiedUntil(first?.chain.verdict ?? null)}>
            <EntryRows query={query} rows={rows} open={open} show={show} panel={panel} now={first?.asOf} />
          </VerifiedContext>
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}

type RowsProps = {
  query: UseInfiniteQueryResult<InfiniteData<AuditPage>>;
  rows: readonly Entry[];
  open: string | null;
  show: (id: string) => void;
  panel: PanelOf;
  now: string | undefined;
};

function EntryRows({ query, rows, open, show, panel, now }: RowsProps) {
  const { columns } = panel;
  const t = useTranslations('audit');
  const wordsOf = useActionLabels();
  const words = {
    label: t('table.label'),
    loading: t('table.loading'),
    column: (name: string) => (
      <span className={name === 'chain' ? 'sr-only' : undefined}>{columns.nameOf(name)}</span>
    ),
  };
  return (
    <div className="border-line-strong border-y bg-surface">
      <ListBody
        columns={auditList.columns}
        cell={AuditCell}
        panel={panel}
        words={words}
        query={query}
        className="[&_td:has(>[data-chain])]:relative [&_td:has(>[data-chain])]:overflow-visible"
        waiting={12}
        opening={{ open, onOpen: show }}
        before={useDays(rows, now)}
        nameOf={({ id, action }) => t('table.entry', { id, action: wordsOf(action) })}
        empty={{ read: (change) => auditOptions({ ...auditList.none, ...change }) }}
      />
    </div>
  );
}

/** A heading above the first entry of each day, with the number of loaded entries. */
function useDays(rows: readonly Entry[], now: string | undefined) {
  const today = startOfDay(useToday(now));
  const t = useTranslations('audit.table');
  const locale = useLocale() as Locale;
  const counts = useMemo(() => {
    const of = new Map<string, { first: string; count: number }>();
    for (const { id, at } of rows) {
      const day = saoPauloDay(at);
      const known = of.get(day);
      if (known === undefined) of.set(day, { first: id, count: 1 });
      else known.count += 1;
    }
    return of;
  }, [rows]);
  return ({ id, at }: Entry) => {
    const day = saoPauloDay(at);
    const counted = counts.get(day);
    if (counted?.first !== id) return null;
    return (
      <DayRow day={day} wraps>
        <b>{dayHeading(locale, day, today)}</b>
        <span className="print:ml-2">{t('day', { count: counted.count })}</span>
      </DayRow>
    );
  };
}

type Props = { state: AuditFilterState; people: AuditPage['people'] };

/** Filters for one person (or Guichê itself) and one account (or none). */
function WhoseChips({ state: { filters, set }, people }: Props) {
  const t = useTranslations('audit');
  const { session } = useSession();
  const persons = people.map(({ id, name }) => ({ value: id, label: name }));
  const accounts = session.accounts.map(({ slug, name }) => ({ value: slug, label: name }));
  return (
    <>
      <OneChip
        name="operator"
        value={filters.operator}
        options={[{ value: NONE, label: t('who.product') }, ...persons]}
        onChoose={(operator) => set({ operator })}
      />
      <OneChip
        name="account"
        value={filters.account}
        options={[{ value: NONE, label: t('allAccounts') }, ...accounts]}
        onChoose={(account) => set({ account })}
      />
    </>
  );
}

/** Filters with their own chips. */
const ELSEWHERE: readonly string[] = ['operator', 'account'];

function useAuditFilters() {
  const t = useTranslations('audit');
  const actionWords = useActionLabels();
  const say = (name: string, word: string) => {
    if (name === 'result') return t(`result.${word as 'ok'}`);
    return t.has(`group.${word}`) ? t(`group.${word as 'money'}`) : actionWords(word);
  };
  const state = useListFilters({ list: auditList, say });
  // The filter offers groups; a single action can come only from a URL.
  const fields = state.fields
    .filter(({ name }) => !ELSEWHERE.includes(name))
    .map((field) => (field.name === 'action' ? { ...field, known: ACTION_GROUPS } : field));
  return { ...state, fields };
}
type AuditFilterState = ReturnType<typeof useAuditFilters>;
