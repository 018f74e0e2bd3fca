'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { NewestPanel } from '#components/overview/newest-panel.tsx';
import { useTypeLabels } from '#components/statement/line-labels.ts';
import { Who } from '#components/statement/line-who.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { linesQuery } from '#lib/overview/queries.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';

/** The newest statement lines, for accounts without a list of transactions. */
export function LinesPanel({ account }: { account: string }) {
  const t = useTranslations('overview.lines');
  const query = useQuery(linesQuery(account));
  return (
    <NewestPanel
      query={query}
      title={t('title')}
      caption={t('caption')}
      action={<Link href={`/${account}/statement`}>{t('all')}</Link>}
      none={t('none')}
      noneWhy={t('noneWhy')}
      heads={{ time: t('time'), state: t('what'), who: t('who'), aside: t('after'), amount: t('amount') }}
      widths={{ state: { width: 12 }, aside: { number: true, under: 62 } }}
      cell={LineCell}
    />
  );
}

function LineCell({ row, column }: { row: StatementLine; column: string }) {
  const words = useTypeLabels();
  const { type, amount, amountExact, balanceAfter } = row;
  switch (column) {
    case 'time':
      return <Instant at={row.postedAt ?? row.createdAt} variant="minute" />;
    case 'state':
      return <span title={type ?? undefined}>{words.name(type)}</span>;
    case 'who':
      return <Who line={row} />;
    case 'aside':
      return <Money cents={balanceAfter} />;
    default:
      return (
        <Money
          cents={amount === null ? null : Math.abs(amount)}
          direction={amount === null || amount === 0 ? 'still' : amount > 0 ? 'in' : 'out'}
          exact={amountExact}
        />
      );
  }
}
