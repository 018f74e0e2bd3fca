'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { NewestPanel } from '#components/overview/newest-panel.tsx';
import { Who } from '#components/statement/line-who.tsx';
import { useTypeWords } from '#components/statement/line-words.ts';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { linesQuery } from '#lib/overview/queries.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';

/** The newest lines of the statement, in the place of the transactions that this account has no list of. */
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
      columns={[
        { cell: 'recent-time', head: t('time'), width: '9.5rem' },
        { cell: 'recent-status', head: t('what'), width: '12rem' },
        { cell: 'recent-who', head: t('who') },
        { cell: 'recent-reference', head: t('after'), width: '9rem', num: true },
        { cell: 'recent-amount', head: t('amount'), width: '9rem', num: true },
      ]}
    >
      {(line) => <Row key={line.id} line={line} />}
    </NewestPanel>
  );
}

function Row({ line }: { line: StatementLine }) {
  const words = useTypeWords();
  const { type, amount, amountExact, balanceAfter } = line;
  return (
    <tr>
      <td className="recent-time">
        <Instant at={line.postedAt ?? line.createdAt} look="minute" />
      </td>
      <td className="recent-status" title={type ?? undefined}>
        {words.name(type)}
      </td>
      <td className="recent-who">
        <Who line={line} />
      </td>
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
