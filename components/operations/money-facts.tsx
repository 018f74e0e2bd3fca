'use client';

import { useTranslations } from 'next-intl';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import type { Operation, OperationDetail } from '#lib/operations/queries.ts';
import { operationStyle } from './operation-labels.ts';

/** Masked receiver fields; an approver sees the receiver in full in its own block (`ReceiverShown`). */
const RECEIVER = [
  'receiverName',
  'receiverDocument',
  'institution',
  'pixKey',
  'pixKeyType',
  'receiver',
] as const;
const INTENT = [...RECEIVER, 'transactionId', 'externalId', 'chargeId', 'description'] as const;

/** The request of an operation: amount, receiver, account, requester and time. */
export function MoneyFacts({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.approval');
  const { amount, actor, createdAt, clientReference, intent, may } = operation;
  const shownFields = may.approve ? INTENT.filter((name) => !RECEIVER.some((one) => one === name)) : INTENT;
  return (
    <Facts
      of={[
        { label: t('amount'), value: <Money cents={amount} /> },
        ...shownFields.map((name) => {
          const value = intent[name];
          if (typeof value !== 'string') return { label: t(`facts.${name}`), value: null };
          const type = name === 'pixKeyType' ? `keyTypes.${value.toLowerCase()}` : null;
          return {
            label: t(`facts.${name}`),
            value: type !== null && t.has(type) ? t(type as 'keyTypes.cpf') : value,
          };
        }),
        { label: t('by'), value: actor.name },
        { label: t('at'), at: createdAt, variant: 'full' },
        { label: t('reference'), id: clientReference },
      ]}
    />
  );
}

/** `status`: the HTTP status, where it was stored. */
type Attempt = OperationDetail['attempts'][number] & { status?: number | null };

/** The attempts sent to the provider, newest first: outcome, and duration where an answer came. */
export function OperationAttempts({ attempts }: { attempts: readonly Attempt[] }) {
  const t = useTranslations('operations.drawer');
  const newest = attempts.toSorted((a, b) => b.number - a.number);
  const outcomeWords = (outcome: string | null) => {
    if (outcome === null) return t('attemptOpen');
    // 'rejected:provider', 'rejected:never_sent'.
    const known = outcome.split(':').findLast((part) => t.has(`outcomes.${part}`));
    return known === undefined ? outcome : t(`outcomes.${known as 'unknown'}`);
  };
  return (
    <section>
      <h3>{t('attempts')}</h3>
      {newest.length === 0 && <p className="text-ink-3">{t('attemptNone')}</p>}
      <Timeline label={t('attempts')}>
        {newest.map((attempt) => {
          const { number, sentAt, outcome, code, status = null, providerRequestId } = attempt;
          const style = operationStyle(outcome?.split(':')[0] ?? 'sent');
          const ms = answeredIn(attempt);
          const note = (ms ?? status ?? code ?? providerRequestId) !== null && (
            <span className="flex flex-wrap items-center gap-x-3">
              {ms !== null && <span>{t('attemptTook', { ms })}</span>}
              {status !== null && <span className="mono">HTTP {status}</span>}
              {code && <span className="mono">{code}</span>}
              {providerRequestId && <CopyId value={providerRequestId} />}
            </span>
          );
          return (
            <TimelineItem
              key={number}
              shape={style.shape}
              tone={style.tone}
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

/** Duration in ms; null without an answer, because then Guichê itself ended the attempt. */
function answeredIn({ sentAt, endedAt, outcome }: Attempt): number | null {
  if (endedAt === null || outcome === null || /^(unknown|rejected:never_sent)$/.test(outcome)) return null;
  return Math.max(0, Date.parse(endedAt) - Date.parse(sentAt));
}
