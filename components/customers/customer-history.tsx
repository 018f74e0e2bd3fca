'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { TextButton } from '#components/ui/button.tsx';
import { useToday } from '#components/ui/clock.tsx';
import { cn } from '#components/ui/cn.ts';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { EmptyState, panelVariants } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { Status, type StatusKind, TransactionStatus } from '#components/ui/status.tsx';
import { saoPauloDay } from '#lib/core/dates.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { DOCUMENTED } from '#lib/core/status/money.ts';
import { type Customer, type CustomerRecord, customerPath } from '#lib/customers/queries.ts';
import type { Column } from '#lib/list/list.ts';
import { disputeHref, paymentHref } from '#lib/statement/rules.ts';
import { hasMoved } from '#lib/transactions/rules.ts';

const FACETS = ['all', 'payment', 'refund', 'dispute'] as const;
/** Number of records shown first, and added with each click. */
const STEP = 50;

type Columns = Readonly<Record<string, Column>>;
const COLUMNS: Columns = {
  time: { width: 11, place: 'time' },
  what: { width: 0, grows: true, place: 'who', opens: true },
  reference: { width: 8, under: 50, copies: 'reference' },
  state: { width: 8, place: 'state' },
  amount: { width: 7.25, number: true, place: 'amount' },
};

/** Payments, refunds, disputes and withdrawals in one list, newest first. */
export function CustomerHistory({ id, customer }: { id: string; customer: Customer | undefined }) {
  const t = useTranslations('customers.history');
  const [requested, setRequested] = useQueryState('show', parseAsStringLiteral(FACETS));
  const [most, setMost] = useState(STEP);
  const { account } = useSession();
  const shown = requested ?? 'all';
  const items = customer?.items ?? [];
  const of = (facet: string) => items.filter(({ kind }) => facet === 'all' || kind === facet);
  const chosen = of(shown);
  const rows = customer && chosen.slice(0, most);
  const remaining = chosen.length - most;
  return (
    <section
      className={cn(panelVariants(), 'min-w-0 overflow-hidden')}
      aria-label={t('title')}
      aria-busy={customer === undefined || undefined}
    >
      <header className="flex-wrap">
        <Segments
          label={t('show')}
          value={shown}
          onChange={(next) => {
            setMost(STEP);
            void setRequested(next === 'all' ? null : next);
          }}
          options={FACETS.map((facet) => ({
            value: facet,
            label:
              customer === undefined ? t(`facet.${facet}`) : `${t(`facet.${facet}`)} ${of(facet).length}`,
          }))}
        />
        {account.capabilities.includes('transactions') && (
          <Link
            className="ml-auto text-xs max-wide:hidden"
            href={`/${account.slug}/transactions?f=${encodeURIComponent(id)}`}
          >
            {t('toTransactions')}
          </Link>
        )}
      </header>
      {customer !== undefined && chosen.length === 0 ? (
        <EmptyState title={t(items.length === 0 ? 'none' : 'noneOfThese')}>
          {items.length === 0 ? t('noneHint') : null}
        </EmptyState>
      ) : (
        <DataTable
          columns={COLUMNS}
          rows={rows}
          cell={RecordCell}
          labels={{
            label: t('title'),
            loading: t('loading'),
            column: (name) => t(`column.${name as 'time'}`),
          }}
          opening={{
            href: (row) =>
              (row.kind === 'dispute'
                ? disputeHref(account, row.disputeId)
                : paymentHref(account, row.transactionId)) ?? customerPath(account.slug, id),
          }}
          dim={({ direction, kind }) => direction === 'still' && kind !== 'dispute'}
        />
      )}
      {remaining > 0 && (
        <footer>
          <span className="flex-1">{t('shown', { count: most, total: chosen.length })}</span>
          <TextButton onClick={() => setMost(most + STEP)}>
            {t('more', { count: Math.min(STEP, remaining) })}
          </TextButton>
        </footer>
      )}
    </section>
  );
}

const ICONS = lookupTable<IconName>({
  payment: 'arrow-in',
  charge: 'hourglass',
  refund: 'return',
  partialRefund: 'return',
  dispute: 'disputes',
  withdrawal: 'arrow-out',
  transfer: 'arrow-out',
});

function whatOf({ kind, state, method, partial }: CustomerRecord) {
  if (kind === 'payment') return hasMoved({ status: null, state }) ? 'payment' : 'charge';
  if (kind === 'refund') return partial ? 'partialRefund' : 'refund';
  if (kind === 'withdrawal' && method === 'INTERNAL_TRANSFER') return 'transfer';
  return kind;
}

function RecordCell({ row, column }: { row: CustomerRecord; column: string }) {
  const t = useTranslations('customers.history');
  const today = useToday();
  const { at, kind, byOther, reference, amount, direction } = row;
  switch (column) {
    case 'time': {
      // The year is shown only if it is not the current one.
      const old = at !== null && saoPauloDay(at).slice(0, 4) !== today.slice(0, 4);
      return <Instant at={at} variant={old ? 'long' : 'full'} />;
    }
    case 'what': {
      const what = whatOf(row);
      return (
        <span className="inline-flex min-w-0 items-center gap-1.5 align-top [&>svg]:size-3.5">
          <Icon name={ICONS[what] ?? 'info'} tone="idle" />
          <span className="truncate">
            {t(`what.${what}`)}
            {byOther && <span className="text-ink-3"> · {t(`byOther.${kind as 'payment'}`)}</span>}
          </span>
        </span>
      );
    }
    case 'reference':
      return reference && <span className="mono">{reference}</span>;
    case 'state':
      return <State row={row} />;
    default:
      return <Money cents={amount} direction={direction} />;
  }
}

const ENDINGS = lookupTable<StatusKind>({ kept: 'ok', returned: 'returned', withdrawn: 'cancelled' });

function State({ row: { dispute, state, status } }: { row: CustomerRecord }) {
  const t = useTranslations('customers.dispute');
  if (dispute === null) return <TransactionStatus status={state === null ? status : DOCUMENTED[state]} />;
  const key = dispute.ending ?? dispute.state;
  const open: StatusKind = dispute.state === 'open' ? 'dispute' : 'flow';
  return <Status kind={ENDINGS[key] ?? open}>{t(key, { count: 1 })}</Status>;
}
