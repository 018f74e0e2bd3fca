'use client';

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import { useSearchKey } from '#components/app-shell/command-context.tsx';
import { NewButton, PageHead } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListBar, ListBody, ListPage, useListPanel } from '#components/list/list-panel.tsx';
import { type SheetRoute, useRowOpens, useSheetRoute } from '#components/list/use-drawer-route.ts';
import { OpenPanel } from '#components/operations/open-panel.tsx';
import { OperationDrawer } from '#components/operations/operation-drawer.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { DrawerPlaceholder } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { fieldAnswer, Input } from '#components/ui/field.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { clean, codeKind } from '#lib/core/clean.ts';
import { endToEndSpellings } from '#lib/core/pix/end-to-end-id.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { paymentLists } from '#lib/payments/payments.list.ts';
import { type Found, type Payment, paymentOptions, paymentsOptions } from '#lib/payments/queries.ts';
import { KINDS_OF, type PaymentPage, paymentDirection } from '#lib/payments/rules.ts';
import { type PaymentCell, usePaymentTable } from './list/payment-rows.tsx';

const PaymentDrawer = dynamic(async () => (await import('./detail/payment-drawer.tsx')).PaymentDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

type Props = Pick<PanelProps, 'page' | 'cell' | 'actions' | 'children'> & {
  /** The sheet for a new payment; false: none. `may`: the operator may request a payment. */
  sheet: (route: SheetRoute, may: boolean) => ReactNode;
  /** The payment drawer, where the account has more data than the page's own routes. */
  drawer?: ComponentType<{ page: PaymentPage; id: string; onClose: () => void }> | undefined;
  /** Content above the list. */
  above?: ReactNode;
  /** Content instead of the list; null: the list. `listed`: the provider has one. */
  instead?: (listed: boolean) => ReactNode;
};

/** A page of payments: title, age of its list (which does the refreshing), and the drawer or the sheet. */
export function PaymentsPage({ sheet, drawer: One = PaymentDrawer, above, instead, ...panel }: Props) {
  const { page } = panel;
  const t = useTranslations('payments');
  const { slug, capabilities } = useSession().account;
  const may = useCan(page === 'charges' ? 'charge' : 'withdraw');
  const route = useSheetRoute();
  const { open, op, close } = route;
  const { filters } = usePaymentFilters(page);
  const reads = capabilities.includes(`${page}-list`);
  const options = paymentsOptions(slug, page, filters);
  const list = useInfiniteQuery({ ...options, refetchInterval: false, enabled: reads });
  useRowOpens(close);
  const operation = op === null ? undefined : <OperationDrawer key={op} id={op} onClose={close} />;
  const record = open === null ? operation : <One key={open} page={page} id={open} onClose={close} />;
  const request = route.sheet && sheet(route, may);
  return (
    <ListPage
      title={t(`${page}.title`)}
      note={page === 'transfers' && t('transfers.note')}
      query={list}
      actions={may && !route.sheet && <NewButton label={t(`${page}.newTitle`)} onPress={route.begin} />}
      size={request ? 'sheet' : 'drawer'}
      drawer={request || record}
    >
      <Page layout="stack">
        {above}
        {instead?.(reads && list.data?.pages[0]?.listed !== false) ?? (
          <PaymentsPanel {...panel} route={route} may={may} />
        )}
      </Page>
    </ListPage>
  );
}

/** Placeholder of the page while it is fetched. */
export function PaymentsSkeleton({ page }: { page: PaymentPage }) {
  const t = useTranslations('payments');
  return (
    <PageFrame>
      <PageHead title={t(`${page}.title`)} />
      <Page layout="stack">
        <Panel title={t(`list.${page}.title`)} padded={false} busy>
          <DataTable rows={undefined} {...usePaymentTable(page)} />
        </Panel>
      </Page>
    </PageFrame>
  );
}

export function usePaymentFilters(page: PaymentPage) {
  const t = useTranslations('payments.status');
  const labelOf = (_: string, word: string) => {
    const key = `${page}.${word}`;
    return t.has(key) ? t(key as 'charges.PENDING') : word;
  };
  return useListFilters({ list: paymentLists[page], labelOf });
}
export type FilterState = ReturnType<typeof usePaymentFilters>;

const keyOf = ({ amount, createdAt }: Payment, column: string) => (column === 'amount' ? amount : createdAt);

type PanelProps = {
  page: PaymentPage;
  route: SheetRoute;
  /** The operator may request a payment. */
  may: boolean;
  /** Replaces the default cells. */
  cell?: PaymentCell;
  /** Actions in the header, before the saved views and the export. */
  actions?: (state: FilterState) => ReactNode;
  /** Content below the rows. */
  children?: ReactNode;
};

/** A page's open operations, and its payments, newest first; read rows stay while they are refreshed. */
function PaymentsPanel({ page, route, may, cell, actions, children }: PanelProps) {
  const t = useTranslations('payments.list');
  const account = useSession().account.slug;
  const list = paymentLists[page];
  const state = usePaymentFilters(page);
  const { filters, set } = state;
  const query = useInfiniteQuery(paymentsOptions(account, page, filters));
  const table = usePaymentTable(page, cell);
  const first = query.data?.pages[0];
  const filtered = Object.keys(toQuery(filters)).length > 0;
  const panel = useListPanel({ list, state, query, file: t(`${page}.file`), labels: table.labels });
  return (
    <>
      <OpenPanel kinds={KINDS_OF[page]} route={route} />
      <Panel
        title={t(`${page}.title`)}
        note={first?.total != null && t(filtered ? 'count' : 'countAll', { count: first.total })}
        padded={false}
        className="overflow-clip"
        action={
          <>
            {actions?.(state)}
            {panel.tools}
          </>
        }
      >
        <ListBar
          panel={panel}
          before={
            <LookUp
              page={page}
              onFound={route.show}
              onFilter={(clientReference) => set({ clientReference })}
            />
          }
        />
        {first?.listed === false && (
          <Callout variant="thin" title={t('onlyHere')}>
            {t('onlyHereDescription')}
          </Callout>
        )}
        <ListBody
          {...table}
          panel={panel}
          query={query}
          keyOf={keyOf}
          nameOf={({ clientReference, id }) => clientReference ?? id}
          sums
          opening={{ open: route.open, onOpen: route.show }}
          amountOf={(row) => ({ cents: row.amount, direction: paymentDirection(row, page) })}
          empty={{
            read: (change) => paymentsOptions(account, page, { ...filters, ...change }),
            none: { title: t(`${page}.none`), hint: t(may ? `${page}.noneHint` : 'noneRead') },
          }}
        >
          {children}
        </ListBody>
      </Panel>
    </>
  );
}

type LookUpProps = {
  page: PaymentPage;
  onFound: (id: string) => void;
  onFilter: (reference: string) => void;
};

/** Finds one payment by its reference, id or end-to-end id; transfers only by reference. */
function LookUp({ page, onFound, onFilter }: LookUpProps) {
  const t = useTranslations('payments.lookUp');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const { slug: account, kind } = useSession().account;
  // Document 1 can also look charges up within a virtual account.
  const byVirtualAccount = page === 'charges' && kind === 'pix';
  const [text, setText] = useState('');
  const [virtualAccount, setVirtualAccount] = useState('');
  useSearchKey(field, t(page));
  const value = clean(codeKind, text);
  const lookUp = useMutation({
    mutationFn: (code: string) =>
      findPayment(account, page, code, byVirtualAccount ? clean('reference', virtualAccount) : ''),
    onSuccess(found) {
      if (found === null) return;
      client.setQueryData(paymentOptions(account, page, found.payment.id).queryKey, found);
      onFound(found.payment.id);
    },
  });
  const { isPending, error, data, variables } = lookUp;
  const missing: string | null = data === null ? variables : null;
  const search = () => {
    if (value === '' || isPending) return;
    if (page === 'transfers') onFilter(value);
    else lookUp.mutate(value);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: some screen readers do not support `search` yet */}
      <form
        role="search"
        className="flex min-w-0 flex-1 basis-72 gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <Input
          ref={field}
          icon="search"
          aria-label={t(page)}
          placeholder={t(page === 'transfers' ? 'placeholderReference' : 'placeholder')}
          aria-busy={isPending || undefined}
          aria-describedby={`${id}-answer`}
          maxLength={128}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            if (data === null) lookUp.reset();
          }}
          after={<kbd>/</kbd>}
        />
        {byVirtualAccount && (
          <>
            <Input
              aria-label={t('virtualAccount')}
              placeholder={t('virtualAccount')}
              maxLength={50}
              value={virtualAccount}
              onChange={(event) => setVirtualAccount(event.target.value)}
            />
            {/* With two fields, Enter submits only if the form has a submit button. */}
            <button type="submit" hidden />
          </>
        )}
      </form>
      <span id={`${id}-answer`} role="status" className={missing === null ? 'sr-only' : fieldAnswer()}>
        {missing !== null && t('none', { value: missing })}
      </span>
      {error !== null && <ErrorCard error={error} onRetry={search} className="basis-full" />}
    </>
  );
}

type Query = ({ clientReference: string } | { id: string } | { endToEndId: string }) & {
  virtualAccount?: string;
};

/**
 * Looks up one payment by its reference, end-to-end id or id, within a virtual account if it is not ''
 * (document 1). Null: none. Throws CallError for other failures.
 */
async function findPayment(
  account: string,
  page: PaymentPage,
  value: string,
  virtualAccount: string,
): Promise<Found | null> {
  const route = page === 'charges' ? 'GET /charges/lookup' : 'GET /withdrawals/lookup';
  const within = virtualAccount === '' ? {} : { virtualAccount };
  const spellings = endToEndSpellings(value);
  const queries: Query[] = spellings.map((endToEndId) => ({ endToEndId, ...within }));
  if (spellings.length === 0 && value.length <= 64) queries.push({ clientReference: value, ...within });
  if (spellings.length === 0) queries.push({ id: value, ...within });
  for (const query of queries) {
    try {
      return await call(route, { account, query });
    } catch (error) {
      if (!isNothing(error)) throw error;
    }
  }
  return null;
}

/** The payment does not exist, or the id has an invalid shape. */
const isNothing = (error: unknown) =>
  error instanceof CallError && [400, 404, 422].includes(error.problem.status);
