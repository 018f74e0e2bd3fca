'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { ColumnHead } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { linesQuery, RECENT_ROWS } from '#lib/overview/queries.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';

/** The newest lines of the statement, in the place of the transactions that this account has no list of. */
export function LinesPanel({ account }: { account: string }) {
  const t = useTranslations('overview.lines');
  const query = useQuery(linesQuery(account));
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      action={<Link href={`/${account}/statement`}>{t('all')}</Link>}
      padded={false}
      className="overflow-hidden"
      skeleton={
        <Rows>
          <Waiting />
        </Rows>
      }
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
        ) : (
          <Rows>
            {items.map((line) => (
              <Row key={line.id} line={line} />
            ))}
          </Rows>
        )
      }
    </QueryPanel>
  );
}

function Rows({ children }: { children: ReactNode }) {
  const t = useTranslations('overview.lines');
  return (
    <table className="table recent">
      <caption className="sr-only">{t('caption')}</caption>
      <thead>
        <tr>
          <ColumnHead width="7.5rem" sort="descending">
            {t('time')}
          </ColumnHead>
          <ColumnHead width="12rem">{t('what')}</ColumnHead>
          <ColumnHead>{t('who')}</ColumnHead>
          <ColumnHead width="9rem" num>
            {t('after')}
          </ColumnHead>
          <ColumnHead width="9rem" num>
            {t('amount')}
          </ColumnHead>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Row({ line }: { line: StatementLine }) {
  const t = useTranslations('overview.lines.types');
  const { type, amount, amountExact, balanceAfter, counterparty, description } = line;
  const known = type !== null && t.has(type);
  const who = counterparty.name ?? counterparty.pixKey ?? counterparty.document ?? description;
  return (
    <tr>
      <td className="recent-time">
        <Instant at={line.postedAt ?? line.createdAt} look="minute" />
      </td>
      <td className="recent-status" title={type ?? undefined}>
        {known ? t(type as 'PAYMENT') : (type ?? '–')}
      </td>
      <td className="recent-who">{who ?? <span className="text-ink-3">–</span>}</td>
      <td className="recent-reference num">
        <Money cents={balanceAfter} />
      </td>
      <td className="recent-amount num">
        <Money
          cents={amount === null ? null : Math.abs(amount)}
          direction={amount === null || amount === 0 ? 'still' : amount > 0 ? 'in' : 'out'}
          exact={amountExact}
        />
      </td>
    </tr>
  );
}

function Waiting() {
  return Array.from({ length: RECENT_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows that are only room
    <tr key={row}>
      {['recent-time', 'recent-status', 'recent-who', 'recent-reference num', 'recent-amount num'].map(
        (cell) => (
          <td key={cell} className={cell}>
            <Skeleton width="5rem" />
          </td>
        ),
      )}
    </tr>
  ));
}
