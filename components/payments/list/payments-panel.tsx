'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useSearchKey } from '#components/app-shell/command-context.tsx';
import { NewButton } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { ListBar, ListBody, ListHead, useListPanel } from '#components/list/list-panel.tsx';
import type { SheetRoute } from '#components/list/use-drawer-route.ts';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { fieldAnswer, Input } from '#components/ui/field.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { clean, codeKind } from '#lib/core/clean.ts';
import { endToEndSpellings } from '#lib/core/pix/end-to-end-id.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { paymentLists } from '#lib/payments/payments.list.ts';
import { type Found, type Payment, paymentKeys, paymentsOptions } from '#lib/payments/queries.ts';
import { type PaymentPage, paymentDirection } from '#lib/payments/rules.ts';
import { type PaymentCell, usePaymentTable } from './payment-rows.tsx';
import { type FilterState, usePaymentFilters } from './use-payment-filters.ts';

type HeadProps = {
  page: PaymentPage;
  title: string;
  note?: ReactNode;
  route: SheetRoute;
  /** Label of the button that opens the sheet; absent for operators who may not request one. */
  newLabel?: string | undefined;
};

/** The page's title and the age of its list; the list does the refreshing. */
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
  /** Replaces the default cells. */
  cell?: PaymentCell;
  /** Actions in the header, next to the saved views and the export. */
  ways?: (state: FilterState) => ReactNode;
  /** Content below the rows. */
  children?: ReactNode;
};

type LookUpProps = {
  page: PaymentPage;
  onFound: (id: string) => void;
  onFilter: (reference: string) => void;
};

/** Document 1: limits the look-up to one virtual account. */
function LabelField({ value, onChange }: { value: string; onChange: (next: string) => void }) {
  const t = useTranslations('payments.lookUp');
  return (
    <>
      <Input
        aria-label={t('virtualAccount')}
        placeholder={t('virtualAccount')}
        maxLength={50}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {/* With two fields, Enter submits only if the form has a submit button. */}
      <button type="submit" hidden />
    </>
  );
}

/** Document 1 can also look charges up within a virtual account. */
function usePlace(page: PaymentPage) {
  const { slug, kind } = useSession().account;
  return { account: slug, labelled: page === 'charges' && kind === 'pix' };
}

/** Finds one payment by its reference, id or end-to-end id; transfers only by reference. */
function LookUp({ page, onFound, onFilter }: LookUpProps) {
  const t = useTranslations('payments.lookUp');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const { account, labelled } = usePlace(page);
  const [text, setText] = useState('');
  const [label, setLabel] = useState('');
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  useSearchKey(field, t(page));
  const search = async () => {
    const value = clean(codeKind, text);
    if (value === '' || busy) return;
    setMissing(null);
    setError(null);
    if (page === 'transfers') return onFilter(value);
    setBusy(true);
    try {
      const found = await findPayment(account, page, value, labelled ? clean('reference', label) : '');
      if (found === null) return setMissing(value);
      client.setQueryData(paymentKeys.one(account, page, found.payment.id), found);
      onFound(found.payment.id);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: some screen readers do not support `search` yet */}
      <form
        role="search"
        className="flex min-w-0 flex-1 basis-72 gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <Input
          ref={field}
          icon="search"
          aria-label={t(page)}
          placeholder={t(page === 'transfers' ? 'placeholderReference' : 'placeholder')}
          aria-busy={busy || undefined}
          aria-describedby={`${id}-answer`}
          maxLength={128}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setMissing(null);
          }}
          after={<kbd>/</kbd>}
        />
        {labelled && <LabelField value={label} onChange={setLabel} />}
      </form>
      <span id={`${id}-answer`} role="status" className={missing === null ? 'sr-only' : fieldAnswer()}>
        {missing !== null && t('none', { value: missing })}
      </span>
      {error !== null && <ErrorCard error={error} onRetry={() => void search()} className="basis-full" />}
    </>
  );
}

type Where = { clientReference: string } | { id: string } | { endToEndId: string };

/**
 * Looks up one payment by its reference, end-to-end id or id; `label` limits it to a virtual account
 * (document 1). Null: none. Throws CallError for other failures.
 */
async function findPayment(
  account: string,
  page: 'charges' | 'withdrawals',
  value: string,
  label: string,
): Promise<Found | null> {
  const route = page === 'charges' ? 'GET /charges/lookup' : 'GET /withdrawals/lookup';
  const spellings = endToEndSpellings(value);
  const ways: Where[] =
    spellings.length === 0
      ? [...(value.length <= 64 ? [{ clientReference: value }] : []), { id: value }]
      : spellings.map((endToEndId) => ({ endToEndId }));
  for (const query of ways) {
    try {
      return await call(route, {
        account,
        query: label === '' ? query : { ...query, virtualAccount: label },
      });
    } catch (error) {
      if (!isNothing(error)) throw error;
    }
  }
  return null;
}

/** The payment does not exist, or the id has an invalid shape. */
const isNothing = (error: unknown) =>
  error instanceof CallError && [400, 404, 422].includes(error.problem.status);

/** The payments of a page, newest first, with their filters; read rows stay while they are refreshed. */
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
        amountOf={(row) => ({ cents: row.amount, direction: paymentDirection(row, page) })}
        empty={{
          read: (change) => paymentsOptions(account, page, { ...filters, ...change }),
          none: { title: t(`${page}.none`), hint: t(mayAsk ? `${page}.noneHint` : 'noneRead') },
        }}
      >
        {children}
      </ListBody>
    </Panel>
  );
}
