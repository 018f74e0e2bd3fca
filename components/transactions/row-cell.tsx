import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { TransactionAmount } from '#components/list/transaction-amount.tsx';
import { Code, Dash } from '#components/ui/data-table/cell-parts.tsx';
import { Money } from '#components/ui/money.tsx';
import { Status, type StatusKind, TransactionStatus, useStatusLabel } from '#components/ui/status.tsx';
import { formatInstant, type Locale, withOffset } from '#lib/core/dates.ts';
import { type LastNotice, lastNoticesOptions } from '#lib/deliveries/queries.ts';
import { MOST_NOTICES } from '#lib/deliveries/rules.ts';
import type { Row } from '#lib/transactions/rows.ts';
import type { TransactionColumn } from '#lib/transactions/transactions.list.ts';
import type { TransactionRows } from './use-transactions.ts';

/** Translates a transaction type; an unknown one is shown as the provider wrote it (`received`). */
export function TypeLabel({ type, received }: { type: string | null; received?: string | null | undefined }) {
  const t = useTranslations('transactions.type');
  if (received != null) return received;
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

const NO_NOTICES: NoticesById = new Map();

/** Last notice by transaction id; null: none is known; absent: not loaded yet. */
export const Notices = createContext(NO_NOTICES);

/**
 * Loads the notices of the visible rows and some before them, separately from the rows: the list does not
 * wait for Guichê's index, and new delivery results show without reloading it.
 */
export function useNotices({ book, reach: reachRow }: TransactionRows, shown: boolean) {
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
  const above = usePart(book, part - 1, shown);
  const visible = usePart(book, part, shown);
  const notices = useMemo(() => new Map([...above, ...visible]), [above, visible]);
  return { notices, reach };
}

function usePart(book: TransactionRows['book'], part: number, shown: boolean): NoticesById {
  const account = useSession().account.slug;
  const ids = useMemo(() => {
    const idAt = (_: unknown, at: number) => book.at(part * MOST_NOTICES + at)?.id ?? [];
    return shown ? Array.from({ length: MOST_NOTICES }, idAt).flat() : [];
  }, [book, part, shown]);
  const { data } = useQuery(lastNoticesOptions(account, ids));
  return useMemo(() => {
    if (data === undefined) return NO_NOTICES;
    const notices = new Map<string, LastNotice | null>(ids.map((id) => [id, null]));
    for (const notice of data.items) notices.set(notice.transactionId, notice);
    return notices;
  }, [ids, data]);
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
  const title = t(`title.${state}`, { of, count });
  return (
    <span title={title}>
      <Status kind={KINDS[state]} calm>
        {state === 'queued' ? t('queued') : (lastStatus ?? t('noAnswer'))}
        {state === 'failed' && count > 1 && ` ×${count}`}
        <span className="sr-only">, {title}</span>
      </Status>
    </span>
  );
}

const CELLS: Record<TransactionColumn, (row: Row) => ReactNode> = {
  time: (row) => <Time at={row.at} variant="time" />,
  state: (row) => <TransactionStatus status={row.status} />,
  who: (row) => <Who row={row} />,
  notice: (row) => <NoticeCell id={row.id} />,
  type: (row) => <TypeLabel type={row.type} received={row.typeSaid} />,
  method: (row) => <MethodLabel method={row.method} />,
  reference: (row) => <Code value={row.reference} />,
  virtualAccount: (row) => row.virtualAccount ?? <Dash />,
  endToEndId: (row) => <Code value={row.endToEndId} short />,
  id: (row) => <Code value={row.id} short />,
  paidAt: (row) => <Time at={row.paidAt} variant="full" />,
  fee: (row) => <Money cents={row.fee} direction="still" />,
  refunded: (row) => <Money cents={row.refunded} direction="still" />,
  amount: (row) => <TransactionAmount row={row} />,
};

export const RowCell = ({ row, column }: { row: Row; column: string }) =>
  CELLS[column as TransactionColumn](row);

function Time({ at, variant }: { at: number | null; variant: 'time' | 'full' }) {
  const locale = useLocale() as Locale;
  if (at === null) return <Dash />;
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
