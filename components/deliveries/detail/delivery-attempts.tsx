'use client';

import { useTranslations } from 'next-intl';
import { DetailPart } from '#components/ui/detail-part.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { statusLook } from '#components/ui/status.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import { saoPauloDay } from '#lib/dates.ts';
import type { DeliveryFacts, DeliveryLine } from '#lib/deliveries/queries.ts';
import { OUTCOME_KINDS } from '../outcome.ts';

type AttemptLine = { newest: DeliveryLine; oldest: DeliveryLine; count: number };

/** Oldest first in, newest first out; what failed the same way in a row is one line, the current one stands alone. */
export function foldAttempts(attempts: readonly DeliveryLine[], current: string): AttemptLine[] {
  const lines: AttemptLine[] = [];
  for (const attempt of attempts) {
    const last = lines.at(-1);
    const same =
      last !== undefined &&
      attempt.outcome !== 'delivered' &&
      last.newest.outcome !== 'delivered' &&
      last.newest.status === attempt.status &&
      last.newest.resendId === attempt.resendId &&
      last.newest.id !== current &&
      attempt.id !== current;
    if (same) {
      last.newest = attempt;
      last.count += 1;
    } else lines.push({ newest: attempt, oldest: attempt, count: 1 });
  }
  return lines.reverse();
}

/** Records of the same transaction, event and address, newest on top; failures of one kind in a row are one line. */
export function DeliveryAttempts({ facts }: { facts: DeliveryFacts }) {
  const t = useTranslations('deliveries.detail');
  const { delivery, attempts } = facts;
  const lines = foldAttempts(attempts, delivery.id);
  const day = delivery.createdAt === null ? '' : saoPauloDay(delivery.createdAt);
  return (
    <DetailPart title={t('attempts')} note={t('attemptsNote')}>
      <Timeline label={t('attempts')}>
        {lines.map((line) => (
          <Attempt key={line.newest.id} line={line} current={line.newest.id === delivery.id} day={day} />
        ))}
      </Timeline>
    </DetailPart>
  );
}

function Attempt({ line, current, day }: { line: AttemptLine; current: boolean; day: string }) {
  const t = useTranslations('deliveries');
  const { newest, oldest, count } = line;
  const { shape, tone } = statusLook(newest.outcome === 'delivered' ? 'ok' : OUTCOME_KINDS[newest.outcome]);
  const status = newest.status === null ? t('table.noAnswer') : String(newest.status);
  const at = newest.createdAt;
  const what =
    count > 1
      ? t('detail.folded', { count, status })
      : t('detail.attemptLine', { attempt: newest.attempt ?? 1, status });
  const notes = [
    current && t('detail.thisOne'),
    newest.resendId !== null && t('detail.byResend'),
    count > 1 && t('detail.foldedNote', { from: oldest.attempt ?? 1, to: newest.attempt ?? count }),
    count === 1 && newest.responseTimeMs !== null && t('table.ms', { ms: Math.round(newest.responseTimeMs) }),
  ].filter((note) => note !== false);
  return (
    <TimelineItem
      shape={shape}
      tone={tone}
      what={what}
      note={notes.length > 0 ? notes.join(' · ') : undefined}
      when={<Instant at={at} variant={at !== null && saoPauloDay(at) === day ? 'time' : 'full'} />}
    />
  );
}
