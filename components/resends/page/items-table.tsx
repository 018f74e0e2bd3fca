'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { ColumnHead } from '#components/ui/data-table.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import type { ResendItemLine } from '#lib/resends/queries.ts';
import { wordMap } from '#lib/word-map.ts';
import styles from '../resends.module.css';
import { useEventWords } from '../use-words.ts';

const WAITING = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const COLUMNS = 7;

type Props = { items: readonly ResendItemLine[] | null };

/** Null: still read; the heads are real. */
export function ItemsTable({ items }: Props) {
  const t = useTranslations('resends.items');
  return (
    <table className={`table ${styles.items}`} aria-busy={items === null || undefined}>
      <caption className="sr-only">{t('label')}</caption>
      <thead>
        <tr>
          <ColumnHead width="9rem">{t('columns.reference')}</ColumnHead>
          <ColumnHead width="6.5rem">{t('columns.event')}</ColumnHead>
          <ColumnHead width="4rem" num>
            {t('columns.request')}
          </ColumnHead>
          <ColumnHead width="5.5rem">{t('columns.accepted')}</ColumnHead>
          <ColumnHead>{t('columns.result')}</ColumnHead>
          <ColumnHead width="5.5rem" num>
            {t('columns.delivered')}
          </ColumnHead>
          <ColumnHead width="7.5rem" num>
            {t('columns.amount')}
          </ColumnHead>
        </tr>
      </thead>
      <tbody>
        {items === null
          ? WAITING.map((row) => (
              <tr key={row}>
                {Array.from({ length: COLUMNS }, (_, cell) => `${row} ${cell}`).map((cell) => (
                  <td key={cell}>
                    <Skeleton width="65%" />
                  </td>
                ))}
              </tr>
            ))
          : items.map((item) => <ItemRow key={`${item.transactionId} ${item.event ?? ''}`} item={item} />)}
      </tbody>
    </table>
  );
}

function ItemRow({ item }: { item: ResendItemLine }) {
  const t = useTranslations('resends.items');
  const event = useEventWords();
  const account = useSession().account.slug;
  const name = item.clientReference ?? shortId(item.transactionId);
  return (
    <tr data-planned={item.state === 'remaining' || item.state === 'unknown' || undefined}>
      <td>
        <Link
          className={`mono ${styles.link}`}
          href={`/${account}/transactions/${encodeURIComponent(item.transactionId)}`}
          title={item.transactionId}
          aria-label={t('open', { name })}
        >
          {name}
        </Link>
      </td>
      <td title={item.event ?? undefined} data-drop="">
        {event(item.event)}
      </td>
      <td className="num" data-drop="">
        {item.request ?? '–'}
      </td>
      <td data-drop="">
        <Instant at={item.requestedAt} look="time" />
      </td>
      <td>
        <Result item={item} />
      </td>
      <td className="num" data-right="">
        <Instant at={item.deliveredAt} look="time" />
      </td>
      <td className="num" data-right="">
        <Money cents={item.amount} />
      </td>
    </tr>
  );
}

const KINDS = wordMap<StatusKind>({
  delivered: 'ok',
  failed: 'danger',
  accepted: 'idle',
  remaining: 'expired',
  unknown: 'unknown',
  not_taken: 'cancelled',
  outside: 'cancelled',
  unreachable: 'cancelled',
  skipped: 'returned',
  cancelled: 'cancelled',
  requested: 'idle',
});

function Result({ item }: { item: ResendItemLine }) {
  const t = useTranslations('resends.items.result');
  const { httpStatus, responseTimeMs } = item;
  const word = item.result ?? item.state;
  const answered = word === 'delivered' || word === 'failed';
  const words = !answered
    ? t.has(word)
      ? t(word)
      : word
    : httpStatus === null
      ? t('noAnswer')
      : responseTimeMs === null
        ? String(httpStatus)
        : t('deliveredIn', { status: String(httpStatus), ms: Math.round(responseTimeMs) });
  return (
    <Status kind={KINDS[word] ?? 'unknown'} calm={word !== 'failed'}>
      {words}
    </Status>
  );
}
