'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import type { ResendItemLine } from '#lib/resends/queries.ts';
import { resendItemColumns } from '#lib/resends/resends.list.ts';
import { wordMap } from '#lib/word-map.ts';
import { useEventLabels } from '../use-event-labels.ts';

/** How a resend's items stand in a table; each leads to its transaction. */
export function useItemTable() {
  const t = useTranslations('resends.items');
  const account = useSession().account.slug;
  return {
    columns: resendItemColumns,
    cell: ItemCell,
    words: {
      label: t('label'),
      loading: t('label'),
      column: (name: string) => t(`columns.${name as 'event'}`),
    },
    opening: {
      href: ({ transactionId }: Item) => `/${account}/transactions/${encodeURIComponent(transactionId)}`,
      title: ({ transactionId }: Item) => transactionId,
    },
    waits: ({ state }: Item) => state === 'remaining' || state === 'unknown',
  };
}
type Item = ResendItemLine & { id: string };

function ItemCell({ row, column }: { row: Item; column: string }) {
  const event = useEventLabels();
  switch (column) {
    case 'reference':
      return <span className="mono">{row.clientReference ?? shortId(row.transactionId)}</span>;
    case 'event':
      return <span title={row.event ?? undefined}>{event(row.event)}</span>;
    case 'request':
      return row.request ?? '–';
    case 'accepted':
      return <Instant at={row.requestedAt} variant="time" />;
    case 'result':
      return <Result item={row} />;
    case 'delivered':
      return <Instant at={row.deliveredAt} variant="time" />;
    default:
      return <Money cents={row.amount} />;
  }
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
