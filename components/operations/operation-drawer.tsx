'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { RecordBody } from '#components/list/record-body.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { CodeLine } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { ChoiceField } from '#components/ui/segments.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { settleForm } from '#lib/operations/forms.ts';
import { allOperations, type Operation, type OperationDetail } from '#lib/operations/queries.ts';
import { ApprovalActions, ApprovalDecision, ApprovalWaiting } from './approval.tsx';
import { AcknowledgedCallout } from './late-confirmation-notice.tsx';
import { MoneyFacts, OperationAttempts, RestoredNotice } from './money-facts.tsx';
import {
  operationStyle,
  useEndLabels,
  useKeyTypeLabels,
  useKindLabels,
  useReasonLabels,
  useStateLabels,
} from './operation-labels.ts';
import { ByHand, LookUpButton, NextLookUp, useFollowed } from './operation-state.tsx';

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
      <RecordBody
        read={read}
        absent={<EmptyState title={t('notFound')}>{t('notFoundDescription')}</EmptyState>}
      >
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
        {t.rich(otherAmount === null ? 'description' : 'otherAmountDescription', {
          requested: formatBrl(amount ?? 0),
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

/** The last problem reported by the provider, or met before it was reached, with its codes. */
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

type DialogProps = { operation: Operation; kind: string; onClose: () => void };

const ANSWERS = ['yes', 'no'] as const;

/** Lets a person who knows the outcome record it, and how they know, where no look-up finds it. */
function SettleDialog({ operation, kind, onClose }: DialogProps) {
  const t = useTranslations('operations.settle');
  const account = useSession().account.slug;
  const form = useOperationForm('POST /operations/{id}/settle', settleForm, {
    params: { id: operation.id },
    facts: null,
    stale: [allOperations(account), ['payments', account], ['disputes', account], ['card', account]],
    errorText: (code) => (t.has(code) ? t(code as 'choose') : code),
    onDone: onClose,
  });
  const { nextLookUpAt, lookedUpAt } = operation;
  const { error, ...choice } = form.at('happened');
  const reason = {
    label: t('reason'),
    rule: (count: number, most: number) => t('reasonRule', { count, most }),
    hint: t('reasonStored'),
  };
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t('title', { kind })}
      confirm={t('confirm')}
      closeLabel={t('close')}
      note={t('note')}
      fieldsFirst
      wide
    >
      <MoneyFacts operation={operation} />
      <Callout tone="warn" icon="unknown" title={t(nextLookUpAt === null ? 'stopped' : 'inconclusive')}>
        {lookedUpAt === null
          ? t('neverLooked')
          : t.rich('looked', { when: () => <Instant at={lookedUpAt} /> })}{' '}
        {t('check')}
      </Callout>
      <ChoiceField
        {...choice}
        label={t('question')}
        options={ANSWERS.map((value) => ({ value, label: t(value) }))}
      >
        {ANSWERS.map((answer) => (
          <p key={answer} className={fieldAnswer()}>
            <span>
              <b>{t(answer)}</b>: {t(`${answer}Means`, { money: moneyOf(operation.kind) })}
            </span>
          </p>
        ))}
        {error && (
          <p className={fieldAnswer({ error: true })} role="alert">
            <Icon name="octagon" tone="danger" />
            <span>{error}</span>
          </p>
        )}
      </ChoiceField>
      <OperationFields form={form} labels={{ reason }} />
    </OperationForm>
  );
}

/** Whether an operation's money goes out, comes in, or none moves. */
function moneyOf(kind: string): 'leaves' | 'comes' | 'none' {
  if (/^(withdrawal|transfer|refund)\.|^card-charge\.reverse$/.test(kind)) return 'leaves';
  return /^(card-)?charge\.create$/.test(kind) ? 'comes' : 'none';
}

/** "Look up now", "Repeat" and "Record the outcome", each only where it helps and this operator may. */
function OperationActions({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.do');
  const kind = useKindLabels()(operation.kind);
  const [dialog, setDialog] = useState<'repeat' | 'settle' | null>(null);
  const close = () => setDialog(null);
  const { may, state } = operation;
  return (
    <>
      {!may.lookUp && !may.repeat && <span className="text-xs text-ink-3">{t('cannotLookUp')}</span>}
      {may.lookUp && <LookUpButton operation={operation} />}
      {may.repeat && (
        <Button onClick={() => setDialog('repeat')}>
          {t(state === 'rejected' ? 'sendAgain' : 'repeat')}
        </Button>
      )}
      {may.settle && <Button onClick={() => setDialog('settle')}>{t('settle')}</Button>}
      {dialog === 'repeat' && <RepeatDialog operation={operation} kind={kind} onClose={close} />}
      {dialog === 'settle' && <SettleDialog operation={operation} kind={kind} onClose={close} />}
    </>
  );
}

function RepeatDialog({ operation, kind, onClose }: DialogProps) {
  const t = useTranslations('operations.do');
  const rotation = /^(webhook|callback-secret)\.(rotate|create)$/.test(operation.kind);
  const money = /^(charge|withdrawal|transfer|refund)\./.test(operation.kind);
  const description = () => {
    if (rotation) return t('repeatRotation');
    if (operation.state === 'rejected') return t('repeatNeverSent');
    return t(money ? 'repeatMoney' : 'repeatDescription');
  };
  const repeat = useOperation('POST /operations/{id}/repeat', {
    params: { id: operation.id },
    proof: rotation ? 'inside' : 'none',
    stale: [allOperations(useSession().account.slug)],
    onDone: onClose,
  });
  return (
    <OperationForm
      form={repeat}
      onClose={onClose}
      title={t('repeatTitle', { kind })}
      confirm={t('repeatButton')}
      closeLabel={t('repeatClose')}
    >
      <p>{description()}</p>
    </OperationForm>
  );
}
