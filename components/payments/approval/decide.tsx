'use client';

import { useTranslations } from 'next-intl';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { ApprovalActions } from '#components/operations/approval.tsx';
import { RestoredNotice } from '#components/operations/restored-notice.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { type Step, Steps } from '#components/ui/steps.tsx';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { Operation, OperationApproval } from '#lib/operations/queries.ts';
import { MONEY_OUT_KINDS } from '#lib/payments/rules.ts';
import { type HeadroomFacts, HeadroomPart, useHeadroom } from '../check/headroom-part.tsx';
import { AfterPayment } from '../check/review-step.tsx';

type Props = { operation: Operation; approval: OperationApproval | undefined };

/**
 * The decision: the amount and what remains after it (where the amount is known), why the operation waits,
 * and what follows.
 */
export function Decide(props: Props) {
  const { amount, kind } = props.operation;
  const leaves = [...MONEY_OUT_KINDS, 'refund.create'].includes(kind);
  return leaves && amount !== null ? <WithHeadroom {...props} amount={amount} /> : <Decision {...props} />;
}

/** Only withdrawals count towards the daily limit. */
function WithHeadroom({ amount, ...props }: Props & { amount: number }) {
  const { id, kind } = props.operation;
  const headroom = useHeadroom(amount, { limited: kind.startsWith('withdrawal.'), except: id });
  return <Decision {...props} headroom={{ ...headroom, amount }} />;
}

function Decision({
  operation,
  approval,
  headroom,
}: Props & { headroom?: HeadroomFacts & { amount: number } }) {
  const t = useTranslations('operations.approval');
  const account = useSession().account.name;
  const { amount, may, actor } = operation;
  const names = approval?.deciders.map(({ name }) => name).join(', ');
  const asOf = headroom?.asOf ?? null;
  return (
    <Panel
      title={t('decide')}
      note={
        asOf !== null &&
        t.rich(headroom?.limit ? 'roomAsOf' : 'balanceAsOf', {
          time: () => <Instant at={asOf} variant="time" />,
        })
      }
      footer={<ApprovalActions operation={operation} />}
    >
      <div className="grid gap-4">
        <RestoredNotice operation={operation} />
        <p className="flex flex-wrap items-baseline justify-between gap-2">
          <span className="text-ink-3">{t('outOf', { account })}</span>
          <Money cents={amount} size="big" />
        </p>
        {headroom && (
          <div className="grid min-w-0 grid-cols-1 gap-3">
            <HeadroomPart headroom={headroom} amount={headroom.amount}>
              <AfterPayment headroom={headroom} amount={headroom.amount} />
            </HeadroomPart>
          </div>
        )}
        {approval && <Rule rule={approval.rule} name={actor.name} />}
        {may.approve && <Course operation={operation} />}
        {!may.approve && names !== undefined && (
          <p>{names === '' ? t('nobodyMay') : t.rich('whoMay', { names: () => <b>{names}</b> })}</p>
        )}
        <AuditLink of="operation" target={operation.id} />
        <p className="text-xs text-ink-3">
          {may.approve
            ? t('unchanged', { name: actor.name })
            : operation.restoredAt == null && t('nothingLeft')}
        </p>
      </div>
    </Panel>
  );
}

/** Kinds of operation for which Guichê reads something again before it sends them. */
const READ_AGAIN = lookupTable<'code' | 'refunds' | 'charge'>({
  'withdrawal.code': 'code',
  'refund.create': 'refunds',
  'card-charge.reverse': 'charge',
});

/** The steps of the request: what was done, and what follows an approval. */
function Course({ operation: { kind, actor, createdAt } }: Pick<Props, 'operation'>) {
  const t = useTranslations('operations.approval.steps');
  const again = READ_AGAIN[kind];
  const { name } = actor;
  const later = (id: 'code' | 'refunds' | 'charge' | 'send' | 'tell'): Step => ({
    id,
    state: 'later',
    title: t(`${id}.title`, { name }),
    note: t(`${id}.note`),
  });
  const steps: Step[] = [
    {
      id: 'asked',
      state: 'done',
      title: t('asked', { name }),
      note: <Instant at={createdAt} variant="minute" />,
    },
    { id: 'prove', state: 'current', title: t('prove.title'), note: t('prove.note') },
    ...(again === undefined ? [] : [later(again)]),
    ...[later('send'), later('tell')],
  ];
  return <Steps label={t('title')} steps={steps} />;
}

/** The rule that requires a second person. */
function Rule({ rule, name }: { rule: OperationApproval['rule']; name: string }) {
  const t = useTranslations('operations.approval.rules');
  const words = rule === null ? t('none') : t(rule.name, { amount: formatBrl(rule.above), name });
  return (
    <Callout variant="thin" icon="info" title={t('title')}>
      {words}
    </Callout>
  );
}
