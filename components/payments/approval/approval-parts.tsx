'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ApprovalWays } from '#components/operations/approval.tsx';
import { MoneyFacts } from '#components/operations/money-facts.tsx';
import { ReceiverShown } from '#components/operations/receiver-shown.tsx';
import { DecisionClock } from '#components/operations/time-left.tsx';
import { AuditLink } from '#components/shell/audit-link.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { formatBrl } from '#lib/money.ts';
import { approvalOptions, type Operation, type OperationApproval } from '#lib/operations/queries.ts';
import { MONEY_OUT_KINDS } from '#lib/payments/rules.ts';
import { agentName } from '#lib/profile/agent-name.ts';
import { HeadroomPart } from '../check/headroom-part.tsx';
import { useHeadroom } from '../check/use-headroom.ts';
import styles from './approval.module.css';
import { Checks } from './checks.tsx';
import { OperationLines } from './operation-lines.tsx';

type Props = { operation: Operation };

/** Facts for a second person's decision: receiver, earlier payments, who asked, remaining balance. */
export function ApprovalParts({ operation }: Props) {
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(approvalOptions(account, operation.id));
  return (
    <div className="stack">
      <DecisionClock operation={operation} />
      {error !== null && data === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
      <div className={styles.columns}>
        <div className="stack">
          <To operation={operation} />
          {data && data.before.length > 0 && <Before items={data.before} />}
          {data && <Asked operation={operation} approval={data} />}
        </div>
        <Decide operation={operation} approval={data} />
      </div>
    </div>
  );
}

/** In full for who decides it, masked for everybody else. */
function To({ operation }: Props) {
  const t = useTranslations('operations.approval');
  if (!operation.may.approve)
    return (
      <Panel title={t('intent')}>
        <MoneyFacts operation={operation} />
      </Panel>
    );
  return (
    <div className={`panel ${styles.to}`}>
      <ReceiverShown operation={operation} />
      <Checks operation={operation} />
    </div>
  );
}

const sumOf = (items: readonly Operation[]) => items.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

function Before({ items }: { items: readonly Operation[] }) {
  const t = useTranslations('operations.approval');
  const done = items.filter(({ state }) => state === 'confirmed');
  return (
    <Panel
      title={t('sameReceiver')}
      note={t('sameReceiverNote', { count: items.length, done: done.length })}
      action={done.length > 0 && t('sums', { amount: formatBrl(sumOf(done)) })}
      padded={false}
    >
      <OperationLines label={t('sameReceiver')} items={items} people />
    </Panel>
  );
}

/** Person who asked, when and from where, and their other requests of that day. */
function Asked({ operation, approval }: Props & { approval: OperationApproval }) {
  const t = useTranslations('operations.approval');
  const { actor, createdAt, clientReference, intent, id } = operation;
  const { day, from, agent, proof } = approval;
  const methods = useTranslations('profile.sessions.method');
  const others = day.items.filter((one) => one.id !== id);
  const facts: [string, React.ReactNode][] = [
    [t('at'), <Instant key="at" at={createdAt} variant="long" />],
    [t('from'), from !== null && <span className="mono">{from}</span>],
    [t('browser'), agent !== null && agentName(agent)],
    [
      t('proof'),
      proof !== null && (
        <>
          {methods(proof.method as 'password')}, <Instant at={proof.at} variant="minute" />
        </>
      ),
    ],
    [t('askedDay'), t('askedDaySum', { amount: formatBrl(day.sum), others: others.length })],
    [t('reference'), clientReference !== null && <CopyId key="reference" value={clientReference} />],
    [t('facts.description'), typeof intent.description === 'string' && intent.description],
  ];
  return (
    <Panel title={t('askedBy', { name: actor.name })} padded={false}>
      <dl className={`facts ${styles.facts}`}>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd className="break-words whitespace-normal">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {others.length > 0 && <OperationLines label={t('askedDay')} items={others} />}
    </Panel>
  );
}

function Decide({ operation, approval }: Props & { approval: OperationApproval | undefined }) {
  const t = useTranslations('operations.approval');
  const account = useSession().account.name;
  const { amount, may, kind } = operation;
  const leaves = amount !== null && MONEY_OUT_KINDS.some((one) => one === kind);
  const names = approval?.deciders.map(({ name }) => name).join(', ');
  return (
    <Panel title={t('decide')} footer={<ApprovalWays operation={operation} />}>
      <div className="grid gap-4">
        <p className="flex flex-wrap items-baseline justify-between gap-2">
          <span className="text-ink-3">{t('outOf', { account })}</span>
          <Money cents={amount} size="big" />
        </p>
        {leaves && <Headroom operation={operation} amount={amount} />}
        {approval && <Rule rule={approval.rule} name={operation.actor.name} />}
        {may.approve && <NextSteps name={operation.actor.name} />}
        {!may.approve && names !== undefined && (
          <p>{names === '' ? t('nobodyMay') : t.rich('whoMay', { names: () => <b>{names}</b> })}</p>
        )}
        <AuditLink of="operation" target={operation.id} />
        <p className="text-xs text-ink-3">{t(may.approve ? 'unchanged' : 'nothingLeft')}</p>
      </div>
    </Panel>
  );
}

/** Steps after the button, in order. */
function NextSteps({ name }: { name: string }) {
  const t = useTranslations('operations.approval.steps');
  return (
    <ol className={styles.steps} aria-label={t('title')}>
      <li>{t('prove')}</li>
      <li>{t('send')}</li>
      <li>{t('tell', { name })}</li>
    </ol>
  );
}

function Headroom({ operation: { id, kind }, amount }: Props & { amount: number }) {
  const room = useHeadroom(amount, { limited: kind !== 'transfer.create', except: id });
  return (
    <div className="form">
      <HeadroomPart room={room} amount={amount} />
    </div>
  );
}

/** Why the account asks for a second person. */
function Rule({ rule, name }: { rule: OperationApproval['rule']; name: string }) {
  const t = useTranslations('operations.approval.rules');
  const words = rule === null ? t('none') : t(rule.name, { amount: formatBrl(rule.above), name });
  return (
    <Callout variant="thin" icon="info" title={t('title')}>
      {words}
    </Callout>
  );
}
