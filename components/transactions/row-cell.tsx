'use client';

import { useLocale, useTranslations } from 'next-intl';
import { TransactionAmount } from '#components/list/transaction-amount.tsx';
import { Money } from '#components/ui/money.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { TransactionStatus } from '#components/ui/transaction-status.tsx';
import { formatInstant, type Locale, withOffset } from '#lib/dates.ts';
import type { Row } from '#lib/transactions/rows.ts';
import type { TransactionColumn } from '#lib/transactions/transactions.list.ts';
import { NoticeCell } from './notices.tsx';
import { MethodWords, TypeWords } from './words.tsx';

/** Content of a row in one column. */
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
      return <TypeWords type={row.type} said={row.typeSaid} />;
    case 'method':
      return <MethodWords method={row.method} />;
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
