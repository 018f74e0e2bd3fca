'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { ReadingLine } from '#components/ui/skeleton.tsx';
import { Timeline, TimelineItem } from '#components/ui/steps.tsx';
import { documentKind, formatDocument } from '#lib/core/pix/documents.ts';
import { formatKey } from '#lib/core/pix/pix-key.ts';
import {
  type Operation,
  type OperationDetail,
  type Receiver,
  receiverOptions,
} from '#lib/operations/queries.ts';
import { isOpen } from '#lib/operations/rules.ts';
import { operationStyle, useAccountTypeLabels, useKeyTypeLabels } from './operation-labels.ts';

/** Masked receiver fields; an approver sees the receiver in full in its own block (`ReceiverShown`). */
const RECEIVER = [
  'receiverName',
  'receiverDocument',
  'institution',
  'pixKey',
  'pixKeyType',
  'receiver',
] as const;
const TARGET = ['transactionId', 'externalId', 'chargeId', 'description'] as const;

/** The request of an operation: amount, receiver, account, requester and time. */
export function MoneyFacts({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.approval');
  const keyType = useKeyTypeLabels();
  const { amount, actor, createdAt, clientReference, intent, may } = operation;
  const names = may.approve ? TARGET : ([...RECEIVER, ...TARGET] as const);
  return (
    <Facts
      of={[
        { label: t('amount'), value: <Money cents={amount} /> },
        ...names.map((name) => {
          const value = intent[name];
          const text = typeof value === 'string' ? value : null;
          return {
            label: t(`facts.${name}`),
            value: name === 'pixKeyType' && text !== null ? keyType(text) : text,
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
  const outcomeLabel = (outcome: string | null) => {
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
              what={`${t('attempt', { number })}: ${outcomeLabel(outcome)}`}
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

/** The receiver in full and in large type, for the approver. The audit log records that it was opened. */
export function ReceiverShown({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.approval');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery({
    ...receiverOptions(account, operation.id),
    enabled: operation.may.approve,
  });
  const receiver = data?.receiver;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no field inside; a landmark of this name may exist already
    <div role="group" className="grid gap-1" aria-label={t('to')} aria-busy={(!data && !error) || undefined}>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
        <b className="text-ink-2">{t('to')}</b>
        <span className="flex items-center gap-1">
          <Icon name="eye" size="s" /> {t('open')}
        </span>
        <span className="ml-auto">{t('audited')}</span>
      </p>
      {error !== null && data === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
      {receiver === undefined && error === null && <ReadingLine label={t('reading')} width="70%" />}
      {receiver && <Lines receiver={receiver} requester={operation.actor.name} />}
    </div>
  );
}

/** A key or an account in full; long ones wrap. */
const KEY = 'wrap-anywhere text-(length:--text-lg) [&_span]:wrap-anywhere [&_span]:whitespace-normal';

function Lines({ receiver, requester }: { receiver: Receiver; requester: string }) {
  const t = useTranslations('operations.approval');
  const accountTypes = useAccountTypeLabels();
  const { name, document, institution, ispb, accountType, account, key, keyType, seenAt } = receiver;
  const documentType = document === null ? null : documentKind(document);
  const type = keyType?.toLowerCase() ?? '';
  const keyNotes = [
    t.has(`keyTypes.${type}`) && t(`keyTypes.${type as 'cpf'}`),
    seenAt !== null && t.rich('keySeen', { time: () => <Instant at={seenAt} variant="minute" /> }),
  ].filter((note) => note !== false);
  return (
    <>
      {name === null ? (
        <p className="text-ink-3">{t('noName')}</p>
      ) : (
        <p className="wrap-anywhere text-xl font-[700]">{name}</p>
      )}
      <p className="wrap-anywhere flex flex-wrap gap-x-4 gap-y-0.5 [&>span]:min-w-0">
        {document !== null && (
          <span>
            {documentType !== null && `${t(`keyTypes.${documentType}`)} `}
            <b className="mono">{formatDocument(document)}</b>
          </span>
        )}
        {(institution ?? ispb) !== null && (
          <span>
            {institution} {ispb !== null && <span className="text-ink-3">{t('ispb', { number: ispb })}</span>}
          </span>
        )}
        {accountType !== null && <span className="text-ink-3">{accountTypes(accountType)}</span>}
      </p>
      {/* Apart from the document, even if equal, because the payment goes to the key. */}
      {key !== null && (
        <div>
          <p className="flex flex-wrap justify-between gap-x-2 text-xs text-ink-3">
            <span>{t('toKey', { name: requester })}</span>
            <span>
              {keyNotes[0]}
              {keyNotes.length === 2 && <> · {keyNotes[1]}</>}
            </span>
          </p>
          <p className={KEY}>
            <CopyId value={key} shown={formatKey(key, keyType)} whole />
          </p>
        </div>
      )}
      {account !== null && (
        <div>
          <p className="text-xs text-ink-3">{t('toAccount')}</p>
          <p className={KEY}>
            <CopyId value={account} whole />
          </p>
        </div>
      )}
    </>
  );
}

/** A notice on an open operation that was restored from a backup: it may have been sent since. */
export function RestoredNotice({ operation: { restoredAt, state } }: { operation: Operation }) {
  const t = useTranslations('operations.restored');
  if (restoredAt == null || !isOpen(state)) return null;
  return (
    <Callout tone="warn" role="status" title={t('title')}>
      <Instant at={restoredAt} /> · {t(state === 'awaiting_approval' ? 'waiting' : 'open')}
    </Callout>
  );
}
