'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { ColumnHead } from '#components/ui/data-table.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { withOffset } from '#lib/dates.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { recentOptions } from '#lib/disputes/queries.ts';
import { ServiceStatus } from '../service-status.tsx';
import { disputeName, useReasonWords, useTimeWords } from '../use-words.ts';

type Props = { count: number; now: number };

/** The defenses sent last: who sent them, and what the service says of them now. */
export function AnsweredPanel({ count, now }: Props) {
  const t = useTranslations('disputes.recent');
  const { account } = useSession();
  const { data } = useQuery(recentOptions(account.slug));
  const items = data?.items ?? [];
  return (
    <Panel
      title={t('title')}
      padded={false}
      className="overflow-hidden"
      action={
        count > items.length && (
          <Link href={`/${account.slug}/disputes?state=answered`}>{t('all', { count })}</Link>
        )
      }
    >
      {data !== undefined && items.length === 0 ? (
        <p className="p-panel text-ink-3">{t('none')}</p>
      ) : (
        <table className="table recent">
          <caption className="sr-only">{t('caption')}</caption>
          <thead>
            <tr>
              <ColumnHead width="9.5rem" sort="descending">
                {t('sent')}
              </ColumnHead>
              <ColumnHead>{t('dispute')}</ColumnHead>
              <ColumnHead width="8rem">{t('by')}</ColumnHead>
              <ColumnHead width="8rem">{t('state')}</ColumnHead>
              <ColumnHead width="7rem" num>
                {t('amount')}
              </ColumnHead>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <Row key={item.id} item={item} now={now} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Row({ item, now }: { item: Dispute; now: number }) {
  const t = useTranslations('disputes');
  const { session, account } = useSession();
  const words = useTimeWords();
  const reason = useReasonWords();
  const by =
    item.answeredBy === null
      ? t('recent.outside')
      : item.answeredBy.id === session.operator.id
        ? t('you')
        : item.answeredBy.name;
  return (
    <tr>
      <td className="recent-time">
        {item.answeredAt === null ? (
          '–'
        ) : (
          <time dateTime={item.answeredAt} title={withOffset(item.answeredAt)}>
            {words.when(item.answeredAt, now)}
          </time>
        )}
      </td>
      <td className="recent-who">
        <Link href={`/${account.slug}/disputes/${encodeURIComponent(item.id)}`} title={item.id}>
          {disputeName(item)}
        </Link>{' '}
        <span className="text-xs text-ink-3">{reason(item)}</span>
      </td>
      <td className="recent-status">{by}</td>
      <td className="recent-reference">
        <ServiceStatus status={item.status} />
      </td>
      <td className="recent-amount num">
        <Money cents={item.amount} />
      </td>
    </tr>
  );
}
