'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { NewButton } from '#components/app-shell/new-button.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { ListHead } from '#components/list/list-head.tsx';
import { ListBar, ListBody, useListPanel } from '#components/list/list-panel.tsx';
import type { SheetRoute } from '#components/list/use-sheet-route.ts';
import { Callout } from '#components/ui/callout.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { toQuery } from '#lib/list/to-query.ts';
import { wayOf } from '#lib/payments/payment-state.ts';
import { paymentLists } from '#lib/payments/payments.list.ts';
import { type Payment, paymentsOptions } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { LookUp } from './look-up.tsx';
import { type PaymentCell, usePaymentTable } from './payment-rows.tsx';
import { type FilterState, usePaymentFilters } from './use-payment-filters.ts';

type HeadProps = {
  page: PaymentPage;
  title: string;
  note?: ReactNode;
  route: SheetRoute;
  /** Of the button that opens the sheet; absent for who may ask for none. */
  newLabel?: string | undefined;
};

/** The page's title; the list itself asks for what its age is told of. */
export function PaymentsHead({ page, title, note, route, newLabel }: HeadProps) {
  const { slug, capabilities } = useSession().account;
  const { filters } = usePaymentFilters(page);
  const query = useInfiniteQuery({
    ...paymentsOptions(slug, page, filters),
    refetchInterval: false,
    enabled: capabilities.includes(`${page}-list`),
  });
  return (
    <ListHead title={title} note={note} query={query}>
      {newLabel !== undefined && !route.sheet && <NewButton label={newLabel} onPress={route.begin} />}
    </ListHead>
  );
}

const keyOf = ({ amount, createdAt }: Payment, column: string) => (column === 'amount' ? amount : createdAt);
const nameOf = ({ clientReference, id }: Payment) => clientReference ?? id;

type Props = {
  page: PaymentPage;
  route: SheetRoute;
  mayAsk: boolean;
  /** Draws its cells, where they are not the usual. */
  cell?: PaymentCell;
  /** Beside its views and its file. */
  ways?: (state: FilterState) => ReactNode;
  /** Below its rows. */
  children?: ReactNode;
};

/** The payments of a page, newest first, with their filters; what was read stays while it is renewed. */
export function PaymentsPanel(props: Props) {
  const { page, route, mayAsk, cell, ways, children } = props;
  const t = useTranslations('payments.list');
  const account = useSession().account.slug;
  const list = paymentLists[page];
  const state = usePaymentFilters(page);
  const { filters, set } = state;
  const query = useInfiniteQuery(paymentsOptions(account, page, filters));
  const table = usePaymentTable(page, cell);
  const first = query.data?.pages[0];
  const filtered = Object.keys(toQuery(filters)).length > 0;
  const look = (
    <LookUp page={page} onFound={route.show} onFilter={(clientReference) => set({ clientReference })} />
  );
  const panel = useListPanel({ list, state, query, file: t(`${page}.file`), words: table.words });
  return (
    <Panel
      title={t(`${page}.title`)}
      note={first?.total != null && t(filtered ? 'count' : 'countAll', { count: first.total })}
      padded={false}
      className="overflow-clip"
      action={
        <>
          {ways?.(state)}
          {panel.tools}
        </>
      }
    >
      <ListBar panel={panel} before={look} />
      {first?.listed === false && (
        <Callout variant="thin" title={t('onlyHere')}>
          {t('onlyHereWords')}
        </Callout>
      )}
      <ListBody
        {...table}
        panel={panel}
        query={query}
        keyOf={keyOf}
        nameOf={nameOf}
        sums
        opening={{ open: route.open, onOpen: route.show }}
        amountOf={(row) => ({ cents: row.amount, direction: wayOf(row, page) })}
        empty={{
          read: (change) => paymentsOptions(account, page, { ...filters, ...change }),
          none: { title: t(`${page}.none`), todo: t(mayAsk ? `${page}.noneTodo` : 'noneRead') },
        }}
      >
        {children}
      </ListBody>
    </Panel>
  );
}
