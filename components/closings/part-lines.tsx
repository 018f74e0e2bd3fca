'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { rowsOf } from '#components/list/list-rows.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { useTypeLabels } from '#components/statement/line-labels.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Code, Dash } from '#components/ui/data-table/cell-parts.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { Instant } from '#components/ui/instant.tsx';
import type { ClosingPart } from '#lib/closings/contract.ts';
import { type LineOfPart, partLinesOptions } from '#lib/closings/queries.ts';
import type { Day } from '#lib/core/dates.ts';
import { tableColumns } from '#lib/list/list.ts';
import { paymentHref } from '#lib/statement/rules.ts';
import { AmountText } from './closing-labels.tsx';

const COLUMNS = tableColumns({
  payment: { width: 0, grows: true, place: 'who', copies: 'transactionId' },
  posted: { width: 6, place: 'state' },
  after: { width: 7, number: true, place: 'time' },
  amount: { width: 7, number: true, place: 'amount' },
});

type Props = { day: Day; part: ClosingPart; onClose: () => void };

/** The lines behind a part of the equation, as the day's reading has them. */
export function PartLines({ day, part, onClose }: Props) {
  const t = useTranslations('closings.lines');
  const { slug } = useSession().account;
  const name = useTypeLabels().name(part.type);
  const query = useInfiniteQuery(partLinesOptions(slug, day, part.id));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const type: Record<string, string> = part.type === null ? {} : { type: part.type };
  return (
    <Drawer
      label={t('label', { name })}
      title={name}
      onClose={onClose}
      focusOnOpen
      footer={
        <LinkButton href={`/${slug}/statement?${new URLSearchParams({ from: day, to: day, ...type })}`}>
          {t('statement')}
        </LinkButton>
      }
    >
      <section className="flex flex-wrap items-baseline gap-x-3">
        <AmountText of={part.sum} direction="signed" size="big" />
        <span className="text-ink-3">{t('count', { count: part.count })}</span>
      </section>
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {(data !== undefined || error === null) && (
        <DataTable
          columns={COLUMNS}
          rows={data && rowsOf(data.pages)}
          cell={LineCell}
          labels={{
            label: t('label', { name }),
            loading: t('loading'),
            column: (column) => t(`column.${column as 'posted'}`),
          }}
        />
      )}
      {hasNextPage && (
        <p className="p-panel">
          <Button aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </p>
      )}
    </Drawer>
  );
}

function LineCell({ row, column }: { row: LineOfPart; column: string }) {
  const t = useTranslations('closings.lines');
  const { account } = useSession();
  const { transactionId, endToEndId, postedAt, balanceAfter, amount } = row;
  switch (column) {
    case 'payment': {
      const href = paymentHref(account, transactionId);
      const code = <Code value={transactionId ?? endToEndId ?? row.id} short />;
      return href === null ? code : <Link href={href}>{code}</Link>;
    }
    case 'posted':
      return <Instant at={postedAt} variant="time" />;
    case 'after':
      return balanceAfter === null ? (
        <Dash />
      ) : (
        <span title={t('column.after')}>
          <AmountText of={{ cents: balanceAfter }} bare />
        </span>
      );
    default:
      return <AmountText of={amount} direction="signed" bare />;
  }
}
