'use client';

import { useTranslations } from 'next-intl';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import type { Operation, OperationDetail } from '#lib/operations/queries.ts';
import { operationStyle } from './operation-labels.ts';

/** Masked; who decides it sees all of these in full, apart. */
const RECEIVER = [
  'receiverName',
  'receiverDocument',
  'institution',
  'pixKey',
  'pixKeyType',
  'receiver',
] as const;
const INTENT = [...RECEIVER, 'transactionId', 'externalId', 'chargeId', 'description'] as const;

/** Request of the operation: amount, receiver, account, its author and time. */
export function MoneyFacts({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.approval');
  const { amount, actor, createdAt, clientReference, intent, may } = operation;
  const told = may.approve ? INTENT.filter((name) => !RECEIVER.some((one) => one === name)) : INTENT;
  return (
    <Facts
      of={[
        { label: t('amount'), value: <Money cents={amount} /> },
        ...told.map((name) => {
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

/** `status`: HTTP, where it was kept. */
type Attempt = OperationDetail['attempts'][number] & { status?: number | null };

/** Each time it left for the provider, newest on top: how it ended, and after how long where an answer came. */
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
          const look = operationStyle(outcome?.split(':')[0] ?? 'sent');
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

/** Without an answer there is an end, but it was Guichê's own. */
function answeredIn({ sentAt, endedAt, outcome }: Attempt): number | null {
  if (endedAt === null || outcome === null || /^(unknown|rejected:never_sent)$/.test(outcome)) return null;
  return Math.max(0, Date.parse(endedAt) - Date.parse(sentAt));
}
