'use client';

import { useTranslations } from 'next-intl';
import { CopyId } from '#components/ui/copy-id.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import type { OperationDetail } from '#lib/operations/queries.ts';
import { operationLook } from './operation-look.ts';

/** Each time it left for the provider, newest on top. */
export function OperationAttempts({ attempts }: { attempts: OperationDetail['attempts'] }) {
  const t = useTranslations('operations.drawer');
  const newest = attempts.toSorted((a, b) => b.number - a.number);
  const outcomeWords = (outcome: string | null) => {
    if (outcome === null) return t('attemptOpen');
    return t.has(`outcomes.${outcome}`) ? t(`outcomes.${outcome as 'unknown'}`) : outcome;
  };
  return (
    <section>
      <h3>{t('attempts')}</h3>
      {newest.length === 0 && <p className="text-ink-3">{t('attemptNone')}</p>}
      <Timeline label={t('attempts')}>
        {newest.map(({ number, sentAt, outcome, code, providerRequestId }) => {
          const look = operationLook(outcome ?? 'sent');
          const note = (code ?? providerRequestId) && (
            <span className="flex flex-wrap items-center gap-x-3">
              {code && <span className="mono">{code}</span>}
              {providerRequestId && <CopyId value={providerRequestId} />}
            </span>
          );
          return (
            <TimelineItem
              key={number}
              shape={look.shape}
              tone={look.tone}
              what={`${t('attempt', { number })}: ${outcomeWords(outcome)}`}
              when={<Instant at={sentAt} variant="time" />}
              note={note || undefined}
            />
          );
        })}
      </Timeline>
    </section>
  );
}
