'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { declineForm, secondPersonFor } from '#lib/operations/forms.ts';
import {
  allOperations,
  approvalRulesOptions,
  type Operation,
  type SecondPersonRules,
} from '#lib/operations/queries.ts';
import { isReversed } from '#lib/operations/rules.ts';
import { MoneyFacts, ReceiverShown, RestoredNotice } from './money-facts.tsx';
import { operationStyle, useKindLabels } from './operation-labels.ts';
import { DecisionClock, OperationState } from './operation-state.tsx';

/** An operation that waits for a second person: requester, request, deadline, this operator's actions. */
export function ApprovalWaiting({ operation, actions = true }: { operation: Operation; actions?: boolean }) {
  const t = useTranslations('operations.approval');
  const me = useSession().session.operator.id;
  const { actor } = operation;
  const mine = actor.id === me;
  return (
    <div className="grid gap-3">
      <Callout icon="operator" title={mine ? t('waitsMine') : t('waits', { name: actor.name })}>
        {operation.restoredAt == null && t('nothingLeft')}
      </Callout>
      <RestoredNotice operation={operation} />
      <DecisionClock operation={operation} />
      {operation.may.approve && <ReceiverShown operation={operation} />}
      <MoneyFacts operation={operation} />
      {actions && <ApprovalActions operation={operation} />}
    </div>
  );
}

type OutcomeProps = {
  operation: Operation;
  /** Text while its outcome is not known. */
  unknown: ReactNode;
  /** Content below a refusal. */
  refused?: ReactNode;
  /** Content once the provider has confirmed it. */
  children: ReactNode;
};

/** What became of an operation just requested. */
export function OperationOutcome({ operation, unknown, refused, children }: OutcomeProps) {
  if (operation.state === 'awaiting_approval') return <ApprovalWaiting operation={operation} />;
  if (operation.state === 'confirmed') return children;
  return (
    <>
      <OperationState operationId={operation.id}>
        <p>{unknown}</p>
      </OperationState>
      {operation.state === 'rejected' && refused}
    </>
  );
}

const WHY_NOT = { own: 'notOwn', role: 'notYours', lifted: 'notYou', late: 'tooLate' } as const;

type Props = { operation: Operation; kind: string; onClose: () => void };

function useStaleQueries() {
  const account = useSession().account.slug;
  return [allOperations(account), ['payments', account]];
}

const amountOf = ({ amount }: Operation) => (amount === null ? '' : formatBrl(amount));

/** The approval by the second person: all facts again, the password, and a button with the amount. */
function ApproveDialog({ operation, kind, onClose }: Props) {
  const t = useTranslations('operations.approval');
  const amount = amountOf(operation);
  const approve = useOperation('POST /operations/{id}/approve', {
    params: { id: operation.id },
    stale: useStaleQueries(),
    onDone: onClose,
  });
  return (
    <OperationForm
      form={approve}
      onClose={onClose}
      title={t('approveTitle', { kind, amount })}
      confirm={t('approveButton', { amount })}
      closeLabel={t('approveClose')}
      note={t('approveNote')}
      wide
    >
      <RestoredNotice operation={operation} />
      <ReceiverShown operation={operation} />
      <MoneyFacts operation={operation} />
      <Callout tone="warn" title={t('check')}>
        {t('checkDescription')}
      </Callout>
    </OperationForm>
  );
}

/** The second person's refusal, or the requester's own withdrawal. Nothing was sent to the provider. */
function DeclineDialog({ operation, kind, mine, onClose }: Props & { mine: boolean }) {
  const t = useTranslations('operations.approval');
  const form = useOperationForm('POST /operations/{id}/decline', declineForm, {
    params: { id: operation.id },
    facts: { mine },
    proof: 'none',
    stale: useStaleQueries(),
    errorText: (code) => (code === 'required' ? t('reasonNeeded', { name: operation.actor.name }) : code),
    onDone: onClose,
  });
  const reason = {
    label: t('reason'),
    rule: (count: number, most: number) => t(mine ? 'reasonFree' : 'reasonRule', { count, most }),
    hint: !mine && t('reasonSeen', { name: operation.actor.name }),
    focus: !mine,
  };
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t(mine ? 'takeBackTitle' : 'declineTitle', { kind, amount: amountOf(operation) })}
      confirm={t(mine ? 'takeBackButton' : 'declineButton')}
      closeLabel={t('declineClose')}
      note={t('declineNote')}
      danger
      fieldsFirst={!mine}
    >
      <MoneyFacts operation={operation} />
      <OperationFields form={form} labels={{ reason }} />
    </OperationForm>
  );
}

type ActionsProps = {
  operation: Operation;
  /** The operation's own page, the first of several lines, or another line. */
  place?: 'page' | 'first' | 'line';
};

/** Buttons to approve, decline or take back, or the reason why this operator may not. */
export function ApprovalActions({ operation, place = 'page' }: ActionsProps) {
  const t = useTranslations('operations.approval');
  const [dialog, setDialog] = useState<'approve' | 'decline' | null>(null);
  const kind = useKindLabels()(operation.kind);
  const me = useSession().session.operator.id;
  const { may, actor } = operation;
  const mine = actor.id === me;
  const close = () => setDialog(null);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      {!may.approve && (
        <span className="min-w-0 grow basis-56 text-xs text-ink-3">
          {t(WHY_NOT[operation.approval.barred ?? 'role'], { name: actor.name })}
        </span>
      )}
      {may.decline && (
        <Button variant={place === 'page' && !mine ? 'danger' : 'plain'} onClick={() => setDialog('decline')}>
          {t(mine ? 'takeBack' : 'decline')}
        </Button>
      )}
      {may.approve && (
        <Button variant={place === 'line' ? 'plain' : 'main'} onClick={() => setDialog('approve')}>
          {operation.amount === null ? t('approve') : t('approveOf', { amount: amountOf(operation) })}
        </Button>
      )}
      {dialog === 'approve' && <ApproveDialog operation={operation} kind={kind} onClose={close} />}
      {dialog === 'decline' && (
        <DeclineDialog operation={operation} kind={kind} mine={mine} onClose={close} />
      )}
    </div>
  );
}

/** The decision once it is made: who, when and why, or that it expired. */
export function ApprovalDecision({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.approval.decided');
  const me = useSession().session.operator.id;
  const { state, approval, settledAt } = operation;
  const { needed, by, reason, at } = approval;
  if (!needed || (by === null && state !== 'expired')) return null;
  const outcome = approval.declined ? (isReversed(operation) ? 'takenBack' : 'declined') : 'approved';
  const icon = outcome === 'approved' ? 'check' : operationStyle(state).shape;
  return (
    <section>
      <Callout
        role="status"
        icon={icon}
        title={
          by === null ? t('expired') : t(`${outcome}.${by.id === me ? 'you' : 'other'}`, { name: by.name })
        }
      >
        <Instant at={at ?? settledAt} /> · {t('over')}
        {reason !== null && <q className="block break-words whitespace-pre-line text-ink">{reason}</q>}
      </Callout>
    </section>
  );
}

/** Texts about the second person for a payment form; `text` is null when this amount (cents) needs none. */
export function useSecondPerson(cents: number | null) {
  const t = useTranslations('operations.approval.needs');
  const format = useFormatter();
  const { data, error, refetch } = useQuery(approvalRulesOptions(useSession().account.slug));
  const needed = secondPersonFor(data, cents);
  const text = needed && t(needed.rule, { amount: formatBrl(needed.above) });
  const above = data?.approvalAbove ?? null;
  const approvers = needed && data?.approvers;
  const whoMay = ({ names, count }: NonNullable<SecondPersonRules['approvers']>) => {
    if (count === 0) return t('nobody');
    const more = count - names.length;
    const all = more > 0 ? [...names, t('more', { count: more })] : names;
    return t('within', { names: format.list(all, { type: 'disjunction' }) });
  };
  return {
    text,
    /** Nobody may approve it. */
    nobody: approvers?.count === 0,
    /** The names of those who may approve it, or that nobody may; null: no approval is needed. */
    who: approvers ? whoMay(approvers) : null,
    /** `text`, or else the amount above which approval is needed. */
    hint: text ?? (above === null ? null : t('rule', { amount: formatBrl(above) })),
    /** The read error while it is unknown whether approval is needed. */
    unread: data === undefined && error !== null ? { error, onRetry: () => void refetch() } : null,
  };
}

/** A note in a refund dialog, before the request: it will wait for a second person. */
export function SecondPersonNote({ cents }: { cents: number | null }) {
  const t = useTranslations('operations.approval');
  const { text, who, unread } = useSecondPerson(cents);
  if (unread !== null) return <ErrorCard {...unread} />;
  if (text === null) return null;
  return (
    <Callout icon="operator" title={t('needs.title')}>
      {text} {who}
    </Callout>
  );
}
