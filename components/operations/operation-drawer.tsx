'use client';

import { useTranslations } from 'next-intl';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { RecordBody } from '#components/list/record-body.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { CodeLine, ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { formatBrl } from '#lib/core/money.ts';
import type { Operation, OperationDetail } from '#lib/operations/queries.ts';
import { AcknowledgeButton, useAcknowledge } from './acknowledge-button.tsx';
import { ApprovalActions, ApprovalDecision, ApprovalWaiting } from './approval.tsx';
import { ByHand } from './by-hand.tsx';
import { NextLookUp } from './look-up.tsx';
import { OperationAttempts } from './money-facts.tsx';
import { OperationActions } from './operation-actions.tsx';
import {
  operationStyle,
  useEndLabels,
  useKindLabels,
  useReasonLabels,
  useStateLabels,
} from './operation-labels.ts';
import { RestoredNotice } from './restored-notice.tsx';
import { useFollowed } from './use-followed.ts';

/** One operation: its request, attempts and outcome, and the actions available now. */
export function OperationDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('operations.drawer');
  const { slug } = useSession().account;
  const read = useFollowed(id);
  const { data } = read;
  const kindLabels = useKindLabels();
  const kind = data ? kindLabels(data.operation.kind) : '';
  return (
    <Drawer
      label={t('label', { kind })}
      title={kind || t('id')}
      onClose={onClose}
      focusOnOpen
      tools={
        <LinkButton
          href={`/${slug}/operations/${id}`}
          icon="open"
          variant="quiet"
          size="sm"
          iconOnly={t('ownPage')}
        />
      }
      footer={data && hasActions(data.operation) && <OperationFoot operation={data.operation} />}
    >
      <RecordBody read={read} absent={<EmptyState title={t('notFound')}>{t('notFoundWords')}</EmptyState>}>
        {(detail) => <OperationBody detail={detail} />}
      </RecordBody>
    </Drawer>
  );
}

export const hasActions = ({ state, may }: Operation) =>
  state === 'awaiting_approval' || state === 'unknown' || (state === 'rejected' && may.repeat);

/** The actions this operator has on the operation now. */
export function OperationFoot({ operation }: { operation: Operation }) {
  const kind = useKindLabels()(operation.kind);
  return operation.state === 'awaiting_approval' ? (
    <ApprovalActions operation={operation} />
  ) : (
    <OperationActions operation={operation} kind={kind} />
  );
}

/** The state, the request and the attempts. */
export function OperationBody({ detail }: { detail: OperationDetail }) {
  const t = useTranslations('operations');
  const stateLabels = useStateLabels();
  const endLabels = useEndLabels();
  const { operation } = detail;
  const { state, problem } = operation;
  const style = operationStyle(state);
  // Once an operation is confirmed late or by hand, its earlier reason is no longer relevant.
  const currentReason = operation.lateAt === null && operation.byHand === null ? operation.reason : null;
  const reason = useReasonLabels()(currentReason);
  return (
    <>
      <section>
        <div className="mb-2">
          <Badge tone={style.tone} icon={style.shape} local={state === 'unknown' || state === 'sent'}>
            {stateLabels(operation)}
          </Badge>
        </div>
        <p>
          {endLabels(operation)} {reason && `(${reason})`}
        </p>
        {state === 'unknown' && (
          <p className="mt-1 text-xs text-ink-3">
            {t('next.tried', { count: operation.lookUps })} · <NextLookUp operation={operation} />
            {operation.lookedUpAt !== null && (
              <> · {t.rich('next.last', { when: () => <Instant at={operation.lookedUpAt} /> })}</>
            )}
          </p>
        )}
        <AuditLink of="operation" target={operation.id} />
      </section>
      {operation.lateAt !== null && <LateConfirmation operation={operation} />}
      {operation.byHand !== null && (
        <section>
          <ByHand operation={operation} />
        </section>
      )}
      {problem && (
        <OperationProblem problem={problem} ended={state === 'rejected' && operation.byHand === null} />
      )}
      {state === 'awaiting_approval' ? (
        <section>
          <ApprovalWaiting operation={operation} ways={false} />
        </section>
      ) : (
        <>
          <RestoredNotice operation={operation} />
          <ApprovalDecision operation={operation} />
          <Known operation={operation} />
          <Intent intent={operation.intent} />
        </>
      )}
      <OperationAttempts attempts={detail.attempts} />
    </>
  );
}

/** A late confirmation, or one with another amount: who acknowledged it, or the acknowledge button. */
function LateConfirmation({ operation }: { operation: Operation }) {
  const { id, amount, otherAmount, lateAt, lateSeen, may } = operation;
  const t = useTranslations('operations.late');
  const acknowledge = useAcknowledge(useSession().account.slug, id);
  return (
    <section className="grid gap-2">
      <Callout
        tone={lateSeen === null ? 'danger' : 'warn'}
        title={t(otherAmount === null ? 'title' : 'otherAmount')}
        action={may.acknowledge && <AcknowledgeButton acknowledge={acknowledge} label={t('acknowledge')} />}
      >
        {otherAmount === null
          ? t.rich('description', { when: () => <Instant at={lateAt} /> })
          : t.rich('otherAmountWords', {
              asked: formatBrl(amount ?? 0),
              paid: formatBrl(otherAmount),
              when: () => <Instant at={lateAt} />,
            })}{' '}
        {lateSeen === null
          ? t(otherAmount === null ? 'unseen' : 'otherAmountUnseen')
          : t.rich('seen', { name: lateSeen.by.name, when: () => <Instant at={lateSeen.at} /> })}
      </Callout>
      {acknowledge.error !== null && <ErrorCard error={acknowledge.error} />}
    </section>
  );
}

function Known({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.drawer');
  const { target, clientReference } = operation;
  return (
    <section>
      <Facts
        of={[
          { label: t('target'), id: target === clientReference ? null : target },
          { label: t('actor'), value: operation.actor.name },
          { label: t('amount'), cents: operation.amount },
          { label: t('reference'), id: clientReference },
          { label: t('created'), at: operation.createdAt, variant: 'full' },
          { label: t('sent'), at: operation.sentAt, variant: 'full' },
          { label: t('settled'), at: operation.settledAt, variant: 'full' },
          { label: t('requestId'), id: operation.providerRequestId },
          { label: t('id'), id: operation.id },
        ]}
      />
    </section>
  );
}

/** The request field by field; unknown fields keep the provider's names. */
function Intent({ intent }: { intent: Operation['intent'] }) {
  const t = useTranslations('operations.approval');
  const entries = Object.entries(intent).filter(([, value]) => value !== null && value !== undefined);
  if (entries.length === 0) return null;
  const keyType = (value: string) => {
    const type = `keyTypes.${value.toLowerCase()}`;
    return t.has(type) ? t(type as 'keyTypes.cpf') : value;
  };
  return (
    <section>
      <h3>{t('intent')}</h3>
      <Facts
        of={entries.map(([name, value]) => ({
          key: name,
          label: t.has(`facts.${name}`) ? (
            t(`facts.${name as 'receiverName'}`)
          ) : (
            <span className="mono">{name}</span>
          ),
          value: name === 'pixKeyType' ? keyType(String(value)) : formatValue(value),
        }))}
      />
    </section>
  );
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Props = { problem: NonNullable<Operation['problem']>; ended: boolean };

/** The last problem reported by the provider, or met on the way to it, with its codes. */
function OperationProblem({ problem, ended }: Props) {
  const t = useTranslations('operations.drawer');
  const tc = useTranslations('common.error');
  const { provider } = problem;
  return (
    <section>
      <h3>{t(provider ? 'problem' : 'problemLast')}</h3>
      <Callout tone={ended ? 'danger' : 'warn'} title={problem.title}>
        {problem.hint}
      </Callout>
      {provider?.message && (
        <p className="mt-2" lang="pt-BR">
          <q>{provider.message}</q>
        </p>
      )}
      <CodeLine className="mt-2">
        <span>
          {tc('code')} <span className="mono">{provider?.code ?? problem.code}</span>
        </span>
        {provider?.status != null && <span>HTTP {provider.status}</span>}
        {provider?.requestId && (
          <span className="inline-flex items-center gap-1">
            {tc('request')} <CopyId value={provider.requestId} />
          </span>
        )}
      </CodeLine>
    </section>
  );
}
