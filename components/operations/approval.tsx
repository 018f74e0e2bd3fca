'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { formatBrl } from '#lib/money.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { isTakenBack } from '#lib/operations/rules.ts';
import { ApproveDialog, DeclineDialog } from './approval-dialogs.tsx';
import { MoneyFacts } from './money-facts.tsx';
import { useKindLabels } from './operation-labels.ts';
import { operationLook } from './operation-look.ts';
import { ReceiverShown } from './receiver-shown.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { DecisionClock } from './time-left.tsx';

/** An operation that waits for a second person: who asked what, until when, and what this operator may do about it. */
export function ApprovalWaiting({ operation, ways = true }: { operation: Operation; ways?: boolean }) {
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
      {ways && <ApprovalWays operation={operation} />}
    </div>
  );
}

const WHY_NOT = { own: 'notOwn', role: 'notYours', lifted: 'notYou', late: 'tooLate' } as const;

type Place = 'page' | 'first' | 'line';

/**
 * Approve, decline, or take one's own back; and why not, where this operator may do none of it. `place`: the page's own,
 * the first line of several, or another.
 */
export function ApprovalWays({ operation, place = 'page' }: { operation: Operation; place?: Place }) {
  const t = useTranslations('operations.approval');
  const [asking, setAsking] = useState<'approve' | 'decline' | null>(null);
  const kind = useKindLabels()(operation.kind);
  const me = useSession().session.operator.id;
  const { may, actor } = operation;
  const mine = actor.id === me;
  const close = () => setAsking(null);
  const { amount } = operation;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      {!may.approve && (
        <span className="min-w-0 grow basis-56 text-xs text-ink-3">
          {t(WHY_NOT[operation.approval.barred ?? 'role'], { name: actor.name })}
        </span>
      )}
      {may.decline && (
        <Button variant={place === 'page' && !mine ? 'danger' : 'plain'} onClick={() => setAsking('decline')}>
          {t(mine ? 'takeBack' : 'decline')}
        </Button>
      )}
      {may.approve && (
        <Button variant={place === 'line' ? 'plain' : 'main'} onClick={() => setAsking('approve')}>
          {amount === null ? t('approve') : t('approveOf', { amount: formatBrl(amount) })}
        </Button>
      )}
      {asking === 'approve' && <ApproveDialog operation={operation} kind={kind} onClose={close} />}
      {asking === 'decline' && (
        <DeclineDialog operation={operation} kind={kind} mine={mine} onClose={close} />
      )}
    </div>
  );
}

/** No decision is awaited any more: who made it, when and why, or that nobody did. */
export function ApprovalDecision({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.approval.decided');
  const me = useSession().session.operator.id;
  const { state, approval, settledAt } = operation;
  const { needed, by, reason, at } = approval;
  if (!needed || (by === null && state !== 'expired')) return null;
  const way = approval.declined ? (isTakenBack(operation) ? 'takenBack' : 'declined') : 'approved';
  const icon = way === 'approved' ? 'check' : operationLook(state).shape;
  return (
    <section>
      <Callout
        role="status"
        icon={icon}
        title={by === null ? t('expired') : t(`${way}.${by.id === me ? 'you' : 'other'}`, { name: by.name })}
      >
        <Instant at={at ?? settledAt} /> · {t('over')}
        {reason !== null && <q className="block break-words whitespace-pre-line text-ink">{reason}</q>}
      </Callout>
    </section>
  );
}
