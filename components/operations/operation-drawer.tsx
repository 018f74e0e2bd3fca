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
import { CodeLine } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { formatBrl } from '#lib/core/money.ts';
import type { Operation, OperationDetail } from '#lib/operations/queries.ts';
import { ApprovalActions, ApprovalDecision, ApprovalWaiting } from './approval.tsx';
import { AcknowledgedCallout } from './late-confirmation-notice.tsx';
import { OperationAttempts, RestoredNotice } from './money-facts.tsx';
import { OperationActions } from './operation-actions.tsx';
import {
  operationStyle,
  useEndLabels,
  useKeyTypeLabels,
  useKindLabels,
  useReasonLabels,
  useStateLabels,
} from './operation-labels.ts';
import { ByHand, NextLookUp, useFollowed } from './operation-state.tsx';

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
  if (operation.state === 'awaiting_approval') return <ApprovalActions operation={operation} />;
  return <OperationActions operation={operation} />;
}

/** The state, the request and the attempts. */
export function OperationBody({ detail }: { detail: OperationDetail }) {
  const t = useTranslations('operations');
  const stateLabels = useStateLabels();
  const endLabels = useEndLabels();
  const { operation } = detail;
  const { state, problem, lateAt, byHand, lookedUpAt, target, clientReference } = operation;
  const style = operationStyle(state);
  // Once an operation is confirmed late or by hand, its earlier reason is no longer relevant.
  const currentReason = lateAt === null && byHand === null ? operation.reason : null;
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
            {lookedUpAt !== null && (
              <> · {t.rich('next.last', { when: () => <Instant at={lookedUpAt} /> })}</>
            )}
          </p>
        )}
        <AuditLink of="operation" target={operation.id} />
      </section>
      {lateAt !== null && <LateConfirmation operation={operation} />}
      {byHand !== null && (
        <section>
          <ByHand operation={operation} />
        </section>
      )}
      {problem && <OperationProblem problem={problem} ended={state === 'rejected' && byHand === null} />}
      {state === 'awaiting_approval' ? (
        <section>
          <ApprovalWaiting operation={operation} actions={false} />
        </section>
      ) : (
        <>
          <RestoredNotice operation={operation} />
          <ApprovalDecision operation={operation} />
          <section>
            <Facts
              of={[
                { label: t('drawer.target'), id: target === clientReference ? null : target },
                { label: t('drawer.actor'), value: operation.actor.name },
                { label: t('drawer.amount'), cents: operation.amount },
                { label: t('drawer.reference'), id: clientReference },
                { label: t('drawer.created'), at: operation.createdAt, variant: 'full' },
                { label: t('drawer.sent'), at: operation.sentAt, variant: 'full' },
                { label: t('drawer.settled'), at: operation.settledAt, variant: 'full' },
                { label: t('drawer.requestId'), id: operation.providerRequestId },
                { label: t('drawer.id'), id: operation.id },
              ]}
            />
          </section>
          <Intent intent={operation.intent} />
        </>
      )}
      <OperationAttempts attempts={detail.attempts} />
    </>
  );
}

/** A late confirmation, or one with another amount: who acknowledged it, or the acknowledge button. */
function LateConfirmation({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.late');
  const { amount, otherAmount, lateAt, lateSeen } = operation;
  return (
    <section className="grid gap-2">
      <AcknowledgedCallout
        account={useSession().account.slug}
        operation={operation}
        acknowledge={t('acknowledge')}
        tone={lateSeen === null ? 'danger' : 'warn'}
        title={t(otherAmount === null ? 'title' : 'otherAmount')}
      >
        {t.rich(otherAmount === null ? 'description' : 'otherAmountWords', {
          asked: formatBrl(amount ?? 0),
          paid: formatBrl(otherAmount ?? 0),
          when: () => <Instant at={lateAt} />,
        })}{' '}
        {lateSeen === null
          ? t(otherAmount === null ? 'unseen' : 'otherAmountUnseen')
          : t.rich('seen', { name: lateSeen.by.name, when: () => <Instant at={lateSeen.at} /> })}
      </AcknowledgedCallout>
    </section>
  );
}

/** The request field by field; unknown fields keep the provider's names. */
function Intent({ intent }: { intent: Operation['intent'] }) {
  const t = useTranslations('operations.approval');
  const keyType = useKeyTypeLabels();
  const entries = Object.entries(intent).filter(([, value]) => value !== null && value !== undefined);
  if (entries.length === 0) return null;
  const labelOf = (name: string) =>
    t.has(`facts.${name}`) ? t(`facts.${name as 'receiverName'}`) : <span className="mono">{name}</span>;
  return (
    <section>
      <h3>{t('intent')}</h3>
      <Facts
        of={entries.map(([name, value]) => ({
          key: name,
          label: labelOf(name),
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
