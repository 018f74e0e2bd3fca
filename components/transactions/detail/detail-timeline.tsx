'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { NoticeDoubt } from '#components/deliveries/notice-doubt.tsx';
import { useEventLabels } from '#components/resends/use-labels.ts';
import { Instant } from '#components/ui/instant.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import { formatInstant, type Locale, saoPauloDay } from '#lib/core/dates.ts';
import { noticeDoubtOf } from '#lib/deliveries/notice-doubt.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { timelineOptions, transactionKeys } from '#lib/transactions/queries.ts';
import { foldTimeline, type TimelineLine } from '#lib/transactions/rules.ts';
import { ReadError } from '../../list/read-error.tsx';
import { DetailPart } from '../../ui/facts.tsx';
import { useTimelineLabels } from './timeline-labels.ts';

const WAITING = ['first', 'second', 'third'];

type Props = {
  transaction: Transaction;
  /** Hides the timeline's error: the failed transaction above already shows one for both. */
  quiet?: boolean;
};

/** Events of the transaction, newest first; consecutive failed deliveries are one line. */
export function DetailTimeline({ transaction, quiet = false }: Props) {
  const t = useTranslations('transactions.detail.timeline');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(timelineOptions(account, transaction.id));
  const client = useQueryClient();
  const nameOf = useEventLabels();
  const lines = data === undefined ? [] : foldTimeline(data.items);
  const notices = (data?.items ?? [])
    .filter(({ kind }) => kind === 'delivery')
    .map(({ text, ...entry }) => ({ ...entry, event: text }));
  const readAgain = () =>
    void client.refetchQueries({ queryKey: transactionKeys.detail(account, transaction.id), type: 'active' });
  const newest = lines[0]?.entry.at ?? transaction.createdAt;
  return (
    <DetailPart
      title={t('title')}
      note={newest !== null && t('zone', { day: formatInstant(locale, newest, 'day') })}
    >
      {error !== null && !quiet && (
        <ReadError error={error} onRetry={() => void refetch()} asOf={data?.asOf ?? null} />
      )}
      {data === undefined && (error === null || quiet) && (
        <div className="grid gap-3" aria-hidden="true">
          {WAITING.map((line) => (
            <Skeleton key={line} width="80%" />
          ))}
        </div>
      )}
      {data !== undefined && lines.length === 0 && <p className="text-ink-3">{t('empty')}</p>}
      <NoticeDoubt doubt={noticeDoubtOf(transaction, notices)} nameOf={nameOf} onReadAgain={readAgain} />
      {lines.length > 0 && (
        <Lines lines={lines} transaction={transaction} day={newest === null ? '' : saoPauloDay(newest)} />
      )}
    </DetailPart>
  );
}

type LinesProps = { lines: TimelineLine[]; transaction: Transaction; day: string };

/** The header names the newest day; events of other days show their date. */
function Lines({ lines, transaction, day }: LinesProps) {
  const t = useTranslations('transactions.detail.timeline');
  const labelOf = useTimelineLabels(transaction.type, transaction.createdAt);
  return (
    <Timeline label={t('title')}>
      {lines.map((line) => {
        const { shape, tone, what, note } = labelOf(line);
        const { id, at } = line.entry;
        return (
          <TimelineItem
            key={id}
            shape={shape}
            tone={tone}
            what={what}
            note={note}
            when={<Instant at={at} variant={saoPauloDay(at) === day ? 'time' : 'full'} />}
          />
        );
      })}
    </Timeline>
  );
}
