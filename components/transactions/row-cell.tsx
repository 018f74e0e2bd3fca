'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { TransactionAmount } from '#components/list/transaction-amount.tsx';
import { Money } from '#components/ui/money.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Status, type StatusKind, TransactionStatus } from '#components/ui/status.tsx';
import { useStatusLabel } from '#components/ui/use-status-word.ts';
import { formatInstant, type Locale, withOffset } from '#lib/core/dates.ts';
import { type LastNotice, lastNoticesOptions } from '#lib/deliveries/queries.ts';
import { MOST_NOTICES } from '#lib/deliveries/rules.ts';
import type { Row } from '#lib/transactions/rows.ts';
import type { TransactionColumn } from '#lib/transactions/transactions.list.ts';
import type { TransactionRows } from './use-transactions.ts';

/** Translates a transaction type; an unknown one is shown as the provider wrote it (`said`). */
export function TypeLabel({ type, said }: { type: string | null; said?: string | null | undefined }) {
  const t = useTranslations('transactions.type');
  if (said != null) return said;
  if (type === null) return '–';
  return t.has(type as 'DEPOSIT') ? t(type as 'DEPOSIT') : type;
}

export function MethodLabel({ method }: { method: string | null }) {
  const t = useTranslations('transactions.method');
  if (method === null) return '–';
  return t.has(method as 'PIX') ? t(method as 'PIX') : method;
}

/** Rows scrolled past faster are not read; loading notices for each hundred of them would drop frames. */
const REST_MS = 150;

type NoticesById = ReadonlyMap<string, LastNotice | null>;

/** Last notice by transaction id; null: none is known; absent: not loaded yet. */
export const Notices = createContext<NoticesById>(new Map());

/**
 * Loads the notices of the visible rows and some before them, separately from the rows: the list does not
 * wait for Guichê's index, and new delivery results show without reloading it.
 */
export function useNotices({ book, reach: reachRow }: TransactionRows, shown: boolean) {
  const account = useSession().account.slug;
  const [part, setPart] = useState(0);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reach = useCallback(
    (lastVisible: number) => {
      reachRow(lastVisible);
      clearTimeout(rest.current);
      rest.current = setTimeout(() => setPart(Math.floor(lastVisible / MOST_NOTICES)), REST_MS);
    },
    [reachRow],
  );
  useEffect(() => () => clearTimeout(rest.current), []);
  const idsIn = (one: number) =>
    shown ? Array.from({ length: MOST_NOTICES }, (_, at) => book.at(one * MOST_NOTICES + at)?.id) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: made of these three
  const [above, here] = useMemo(
    () => [part - 1, part].map((one) => idsIn(one).filter((id) => id !== undefined)),
    [book, part, shown],
  );
  const { data: aboveData } = useQuery(lastNoticesOptions(account, above ?? []));
  const { data: hereData } = useQuery(lastNoticesOptions(account, here ?? []));
  const notices = useMemo(() => {
    const all = new Map<string, LastNotice | null>();
    for (const [ids, data] of [[above, aboveData] as const, [here, hereData] as const]) {
      if (data === undefined) continue;
      for (const id of ids ?? []) all.set(id, null);
      for (const notice of data.items) all.set(notice.transactionId, notice);
    }
    return all;
  }, [above, here, aboveData, hereData]);
  return { notices, reach };
}

const KINDS: Record<LastNotice['state'], StatusKind> = {
  delivered: 'ok',
  failed: 'danger',
  queued: 'idle',
};

/** The response to the last notice, and the number of attempts while it fails. */
export function NoticeCell({ id }: { id: string }) {
  const t = useTranslations('transactions.notice');
  const word = useStatusLabel();
  const notice = useContext(Notices).get(id);
  if (notice === undefined) return null;
  if (notice === null)
    return (
      <span className="text-ink-3" title={t('none')}>
        –
      </span>
    );
  const { state, event, lastStatus, attempts: count } = notice;
  const of = word(event?.replace(/^TRANSACTION_/, '') ?? null);
  const said = t(`title.${state}`, { of, count });
  return (
    <span title={said}>
      <Status kind={KINDS[state]} calm>
        {state === 'queued' ? t('queued') : (lastStatus ?? t('noAnswer'))}
        {state === 'failed' && count > 1 && ` ×${count}`}
        <span className="sr-only">, {said}</span>
      </Status>
    </span>
  );
}

/** The content of one cell. */
export function RowCell({ row, column }: { row: Row; column: string }) {
  switch (column as TransactionColumn) {
    case 'time':
      return <Time at={row.at} variant="time" />;
    case 'state':
      return <TransactionStatus status={row.status} />;
    case 'who':
      return <Who row={row} />;
    case 'notice':
      return <NoticeCell id={row.id} />;
    case 'type':
      return <TypeLabel type={row.type} said={row.typeSaid} />;
    case 'method':
      return <MethodLabel method={row.method} />;
    case 'reference':
      return <Code value={row.reference} />;
    case 'virtualAccount':
      return row.virtualAccount ?? <Nothing />;
    case 'endToEndId':
      return <Code value={row.endToEndId} short />;
    case 'id':
      return <Code value={row.id} short />;
    case 'paidAt':
      return <Time at={row.paidAt} variant="full" />;
    case 'fee':
      return <Money cents={row.fee} direction="still" />;
    case 'refunded':
      return <Money cents={row.refunded} direction="still" />;
    case 'amount':
      return <TransactionAmount row={row} />;
  }
}

function Time({ at, variant }: { at: number | null; variant: 'time' | 'full' }) {
  const locale = useLocale() as Locale;
  if (at === null) return <Nothing />;
  return <span title={withOffset(at)}>{formatInstant(locale, at, variant)}</span>;
}

function Who({ row }: { row: Row }) {
  const t = useTranslations('transactions.absent');
  if (row.name === null && row.document === null) return <span className="text-ink-3">{t(row.absent)}</span>;
  return (
    <span className="flex items-baseline gap-2">
      {row.name !== null && (
        <span data-part="name" className="truncate text-ink" title={row.name}>
          {row.name}
        </span>
      )}
      {row.document !== null && (
        <span
          data-part="document"
          className={`flex-none text-xs text-ink-3 ${row.name === null ? '' : 'stacked:hidden'}`}
        >
          {row.document}
        </span>
      )}
    </span>
  );
}

function Code({ value, short = false }: { value: string | null; short?: boolean }) {
  if (value === null) return <Nothing />;
  return (
    <span className="mono" title={value}>
      {short ? shortId(value) : value}
    </span>
  );
}

function Nothing() {
  return <span className="text-ink-3">–</span>;
}
