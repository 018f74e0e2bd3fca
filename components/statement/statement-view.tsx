'use client';

import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import type { Field } from '#components/list/filters/typed.ts';
import { ListBar, ListPage, useListPanel } from '#components/list/list-panel.tsx';
import { rowsOf } from '#components/list/list-rows.tsx';
import { useRowOpens } from '#components/list/use-drawer-route.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Chip, ChipButton } from '#components/ui/chip.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { CallError } from '#lib/api/client.ts';
import { activeFilters } from '#lib/list/list.ts';
import type { StatementNames } from '#lib/statement/contract.ts';
import { ledgerOf } from '#lib/statement/ledger.ts';
import { linesOptions, namesOptions } from '#lib/statement/queries.ts';
import { typesToOffer, withNames } from '#lib/statement/rules.ts';
import { type StatementFilters, statementList } from '#lib/statement/statement.list.ts';
import { BalancePanel, useClosings } from './balance-panel.tsx';
import { DepositsView } from './deposits-view.tsx';
import { KindsPanel } from './kinds-panel.tsx';
import { LineDrawer } from './line-drawer.tsx';
import { offeredColumns, SCROLLER, StatementRows, useStatementTable } from './statement-table.tsx';
import { TotalsStrip } from './totals-strip.tsx';
import { usePeriodSums } from './use-period-sums.ts';
import { type FilterState, type Place, usePlace, useSorting, useStatementFilters } from './use-statement.ts';

/** The account's statement, or its pending deposits if the account has them. */
export function StatementView() {
  const place = usePlace();
  const { account } = useSession();
  const pending = place.tab === 'pending' && account.capabilities.includes('pending-deposits');
  return pending ? <DepositsView place={place} /> : <LinesView place={place} />;
}

/** Panels above the lines, opened in the header one at a time. */
const PANELS = [
  { name: 'balance', icon: 'bars' },
  { name: 'kinds', icon: 'lines' },
] as const;

/** Every change of the balance, newest first, with the balance after it. */
export function LinesView({ place: { open, show, close } }: { place: Place }) {
  const t = useTranslations('statement');
  const state = useStatementFilters();
  const { filters } = state;
  const lines = useLines(filters);
  const offers = offeredColumns(lines);
  const takes = useTaken(lines);
  const panel = useListPanel({
    list: statementList,
    state,
    query: lines,
    file: t('file'),
    labels: useStatementTable().labels,
    offers,
    takes,
  });
  // Fees fold into their payment's row only while the fee column is shown; otherwise they are rows.
  const ledger = useLedger(lines, filters, panel.names.includes('fee'));
  const period = usePeriodSums(lines, filters);
  const refetch = async () => {
    await lines.refetch();
    await period.refetch();
  };
  const hasBalances = useClosings({ lines, filters }).length > 0;
  const [panelShown, showPanel] = useState<'balance' | 'kinds' | null>(null);
  useRowOpens(close);
  return (
    <ListPage
      title={t('title')}
      query={{ ...lines, refetch }}
      actions={
        <>
          {PANELS.map(
            ({ name, icon }) =>
              (name === 'balance' ? hasBalances : lines.items.length > 0) && (
                <Button
                  key={name}
                  icon={icon}
                  variant="quiet"
                  aria-expanded={panelShown === name}
                  title={t(`${name}.title`)}
                  onClick={() => showPanel(panelShown === name ? null : name)}
                >
                  <span className="@max-[56rem]/room:sr-only">{t(`${name}.title`)}</span>
                </Button>
              ),
          )}
          {panel.tools}
        </>
      }
      drawer={
        open !== null && (
          <LineDrawer key={open} id={open} lines={lines} ledger={ledger} onOpen={show} onClose={close} />
        )
      }
    >
      <ListBar
        panel={panel}
        state={{ ...state, fields: useOfferedFields(state, lines, takes) }}
        after={<OrderChip state={state} takes={takes} />}
        usual="days30"
        choices={offers.filter((name) => name !== 'pair')}
      >
        {/* Which date of a line orders the list, its sums and its balances. */}
        <span
          className="text-xs whitespace-nowrap text-ink-3 @max-[62rem]/room:hidden"
          title={t('basis.why')}
        >
          {t(`basis.${filters.sort ?? 'posted'}`)}
        </span>
      </ListBar>
      <TotalsStrip lines={lines} period={period} sort={filters.sort ?? 'posted'} />
      <div className={SCROLLER}>
        <Refused error={lines.error} state={state} />
        {panelShown === 'balance' && <BalancePanel lines={lines} filters={filters} />}
        {panelShown === 'kinds' && <KindsPanel period={period} />}
        <StatementRows
          lines={lines}
          ledger={ledger}
          period={period}
          open={open}
          onOpen={show}
          panel={panel}
          filters={filters}
          ordered={takes.has('order')}
        />
      </div>
    </ListPage>
  );
}

function useLines(filters: StatementFilters) {
  const { slug: account, capabilities } = useSession().account;
  const transactions = capabilities.includes('transactions');
  const query = useInfiniteQuery(linesOptions(account, filters));
  const { data } = query;
  const named = useQueries({
    queries: transactions ? (data?.pages ?? []).map((page) => namesOptions(account, page.items)) : [],
    combine: namesIn,
  });
  const loaded = useMemo(() => {
    const pages = data?.pages ?? [];
    const items = withNames(rowsOf(pages), named.items);
    // Lines whose names are still loading; no reason for a missing name is shown yet.
    const naming = new Set(
      pages.flatMap((page, place) => (named.waits[place] ? page.items.map(({ id }) => id) : [])),
    );
    return { items, naming, first: pages[0] };
  }, [data, named]);
  return { ...query, ...loaded };
}
export type Lines = ReturnType<typeof useLines>;

const namesIn = (answers: { data: StatementNames | undefined; isLoading: boolean }[]) => ({
  items: answers.flatMap(({ data }) => data?.items ?? []),
  waits: answers.map(({ isLoading }) => isLoading),
});

const NO_PERIOD = { from: null, to: null };

/** Builds the ledger of the loaded lines. `folds`: fees are shown with their payments. */
function useLedger({ items, first, hasNextPage: more }: Lines, filters: StatementFilters, folds: boolean) {
  const sorting = useSorting(filters);
  const filtered = activeFilters(filters).length > 0;
  return useMemo(() => {
    const { period = NO_PERIOD, asOf = '' } = first ?? {};
    return ledgerOf(items, { sorting, more, filtered, period, asOf }, folds);
  }, [items, first, more, sorting, filtered, folds]);
}

/** Names of the filters that the provider supports; while another result loads, the previous ones. */
function useTaken({ first }: Lines): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string>>(new Set());
  if (first !== undefined && first.filters.join() !== [...known.current].join())
    known.current = new Set(first.filters);
  return known.current;
}

/** The fields of the filters that this account's provider supports, and of the period. */
function useOfferedFields(
  { fields, filters: { type } }: FilterState,
  { items }: Lines,
  takes: ReadonlySet<string>,
) {
  const { kind } = useSession().account;
  return useMemo(() => {
    const seen = items.map((line) => line.type);
    const types = typesToOffer(kind, seen, type ?? []);
    return fields.flatMap((field) => takenBy(takes, field, types));
  }, [fields, takes, kind, items, type]);
}

/** The field as the provider supports it: an exact amount or its bounds, and the known types. */
function takenBy(takes: ReadonlySet<string>, field: Field, types: readonly string[]): Field[] {
  if (field.kind === 'amount') {
    if (takes.has('amountFrom') && takes.has('amountTo')) return [field];
    return takes.has('amount') ? [{ ...field, only: true }] : [];
  }
  if (!takes.has(field.name)) return [];
  return [field.name === 'type' && field.kind === 'words' ? { ...field, known: types } : field];
}

function OrderChip({ state: { filters, set }, takes }: { state: FilterState; takes: ReadonlySet<string> }) {
  const t = useTranslations('statement.filters.order');
  if (!takes.has('order')) return null;
  const bySort = takes.has('sort');
  const orders = ['desc', 'asc'] as const;
  const options = bySort
    ? (['posted', 'created'] as const).flatMap((sort) =>
        orders.map((order) => ({ value: `${sort}-${order}`, label: t(`${sort}.${order}`) })),
      )
    : orders.map((order) => ({ value: `-${order}`, label: t(order) }));
  const value = `${bySort ? (filters.sort ?? 'posted') : ''}-${filters.order ?? 'desc'}`;
  const choose = (next: string) => {
    const [sort, order] = next.split('-');
    set({ sort: sort === 'created' ? 'created' : null, order: order === 'asc' ? 'asc' : null });
  };
  const shown = options.find((option) => option.value === value)?.label;
  return (
    <Chip>
      <Menu
        label={t('label')}
        trigger={<ChipButton label={t('label')} value={shown} caret />}
        items={[{ kind: 'choice', id: 'order', label: t('label'), value, onChange: choose, options }]}
      />
    </Chip>
  );
}

/** Personal filters, of which the address has the stored filter's id. */
const PERSONAL = ['document', 'search', 'name', 'f'];

/** Names filters that the provider rejected, and removes them with one click. */
function Refused({ error, state }: { error: unknown; state: FilterState }) {
  const t = useTranslations('statement.filters');
  const rejectedFields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  const names = rejectedFields.flatMap(({ field, message }) =>
    message === 'not_supported' || message === 'one_only' || (field === 'f' && message === 'unknown')
      ? [field]
      : [],
  );
  if (names.length === 0) return null;
  const labels = names.map((name) => (t.has(`name.${name}`) ? t(`name.${name as 'type'}`) : name)).join(', ');
  const remove = () =>
    state.set(Object.fromEntries(names.map((name) => [PERSONAL.includes(name) ? 'f' : name, null])));
  return (
    <div className="p-gutter">
      <Callout
        tone="warn"
        title={t('refused', { names: labels })}
        action={<Button onClick={remove}>{t('takeAway')}</Button>}
      >
        {t('refusedHint')}
      </Callout>
    </div>
  );
}
