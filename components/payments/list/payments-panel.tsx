'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ColumnSettings } from '#components/list/column-settings.tsx';
import { EmptyResult } from '#components/list/empty-result.tsx';
import { useListExport } from '#components/list/export/use-list-export.tsx';
import { FilterBar } from '#components/list/filters/filter-bar.tsx';
import { ListFaults } from '#components/list/list-faults.tsx';
import { ListHead } from '#components/list/list-head.tsx';
import { ListRows } from '#components/list/table/list-rows.tsx';
import type { Beside } from '#components/list/use-beside.ts';
import { useShownColumns } from '#components/list/use-columns.ts';
import { SavedViews } from '#components/list/views/saved-views.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { toQuery } from '#lib/list/list.ts';
import { paymentLists } from '#lib/payments/payments.list.ts';
import {
  type Payment,
  paymentsOptions,
  paymentTotalOptions,
  withdrawnTodayOptions,
} from '#lib/payments/queries.ts';
import { type PaymentPage, wayOf } from '#lib/payments/rules.ts';
import styles from '../payments.module.css';
import { LookUp } from './look-up.tsx';
import { usePaymentTable } from './payment-rows.tsx';
import { StateSegments } from './state-segments.tsx';
import { usePaymentFilters } from './use-payment-filters.ts';

type HeadProps = { page: PaymentPage; title: string; note?: ReactNode };

/** The page's title; the list itself asks for what its age is told of. */
export function PaymentsHead({ page, title, note }: HeadProps) {
  const { slug, capabilities } = useSession().account;
  const { filters } = usePaymentFilters(page);
  const query = useInfiniteQuery({
    ...paymentsOptions(slug, page, filters),
    refetchInterval: false,
    enabled: capabilities.includes(`${page}-list`),
  });
  return <ListHead title={title} note={note} query={query} />;
}

const keyOf = ({ amount, createdAt }: Payment, column: string) => (column === 'amount' ? amount : createdAt);
const nameOf = ({ clientReference, id }: Payment) => clientReference ?? id;

type Props = { page: PaymentPage; beside: Beside; mayAsk: boolean };

/** The payments of a page, newest first, with their filters; what was read stays while it is renewed. */
export function PaymentsPanel({ page, beside, mayAsk }: Props) {
  const t = useTranslations('payments.list');
  const empty = useTranslations('list.empty');
  const account = useSession().account.slug;
  const list = paymentLists[page];
  const state = usePaymentFilters(page);
  const { filters, set } = state;
  const query = useInfiniteQuery(paymentsOptions(account, page, filters));
  const table = usePaymentTable(page);
  const columns = useShownColumns(list, account, table.words.column);
  const first = query.data?.pages[0];
  const filtered = Object.keys(toQuery(filters)).length > 0;
  const look = (
    <LookUp page={page} onFound={beside.show} onFilter={(clientReference) => set({ clientReference })} />
  );
  const { exportOf, error: exportError } = useListExport(list, {
    ...{ name: t(`${page}.file`), filters, count: first?.total ?? null },
  });
  return (
    <Panel
      title={t(`${page}.title`)}
      note={first?.total != null && t(filtered ? 'count' : 'countAll', { count: first.total })}
      padded={false}
      className="overflow-clip"
      action={
        <>
          {page === 'withdrawals' && <StateSegments state={state} />}
          <SavedViews list={list} state={state} columns={columns} now={first?.asOf ?? null} />
          {exportOf()}
        </>
      }
    >
      <FilterBar state={state} now={first?.asOf ?? null} standing before={look}>
        <ColumnSettings list={list} columns={columns} />
      </FilterBar>
      <ListFaults state={state} exportError={exportError} />
      {first?.listed === false && (
        <Callout look="thin" title={t('onlyHere')}>
          {t('onlyHereWords')}
        </Callout>
      )}
      <ListRows
        {...table}
        names={columns.names}
        query={query}
        sorts={{ list, keyOf }}
        sums
        opening={{ open: beside.open, onOpen: beside.show }}
        chooses={{
          of: JSON.stringify(toQuery(filters)),
          nameOf,
          amountOf: (row) => ({ cents: row.amount, direction: wayOf(row, page) }),
          actions: exportOf,
        }}
        empty={
          <EmptyResult
            state={state}
            total={(change) => paymentTotalOptions(account, page, { ...filters, ...change })}
            none={
              <EmptyState title={t(`${page}.none`)}>{t(mayAsk ? `${page}.noneTodo` : 'noneRead')}</EmptyState>
            }
            period={empty('todo')}
          />
        }
      >
        {page === 'withdrawals' && <WithdrawnToday />}
      </ListRows>
    </Panel>
  );
}

/** What left today and arrived; absent where it cannot be summed whole. */
function WithdrawnToday() {
  const t = useTranslations('payments.list');
  const { data } = useQuery(withdrawnTodayOptions(useSession().account.slug));
  if (data === undefined || data.sum === null || data.count === null) return null;
  return (
    <p className={styles.today}>
      <b>{t('leftToday', { count: data.count })}</b>
      <Money cents={data.sum} direction={data.sum > 0 ? 'out' : 'still'} />
    </p>
  );
}
