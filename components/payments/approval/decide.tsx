'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { ApprovalActions } from '#components/operations/approval.tsx';
import { RestoredNotice } from '#components/operations/money-facts.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon, type IconName, type Tone } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { LineList } from '#components/ui/list-line.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { ReadingLine } from '#components/ui/skeleton.tsx';
import { type Step, Steps } from '#components/ui/steps.tsx';
import { daysBetween, saoPauloDay } from '#lib/core/dates.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { Operation, OperationApproval } from '#lib/operations/queries.ts';
import { type ApprovalCheck, checksOptions } from '#lib/payments/queries.ts';
import { MONEY_OUT_KINDS } from '#lib/payments/rules.ts';
import { HeadroomPart, useHeadroom } from '../headroom.tsx';

type Props = { operation: Operation; approval: OperationApproval | undefined };

/** The decision: amount, what remains after it where both are known, why it waits, and what follows. */
export function Decide(props: Props) {
  const { amount, kind } = props.operation;
  const leaves = [...MONEY_OUT_KINDS, 'refund.create'].includes(kind);
  return leaves && amount !== null ? <WithHeadroom {...props} amount={amount} /> : <Decision {...props} />;
}

/** Only withdrawals count towards the daily limit. */
function WithHeadroom({ amount, ...props }: Props & { amount: number }) {
  const t = useTranslations('operations.approval');
  const { id, kind } = props.operation;
  const headroom = useHeadroom(amount, { limited: kind.startsWith('withdrawal.'), except: id });
  const { asOf, limit } = headroom;
  const note =
    asOf !== null &&
    t.rich(limit ? 'headroomAsOf' : 'balanceAsOf', { time: () => <Instant at={asOf} variant="time" /> });
  return (
    <Decision {...props} note={note}>
      <div className="grid min-w-0 grid-cols-1 gap-3">
        <HeadroomPart headroom={headroom} amount={amount} />
      </div>
    </Decision>
  );
}

function Decision({
  operation,
  approval,
  note,
  children,
}: Props & { note?: ReactNode; children?: ReactNode }) {
  const t = useTranslations('operations.approval');
  const account = useSession().account.name;
  const { amount, may, actor } = operation;
  const names = approval?.deciders.map(({ name }) => name).join(', ');
  return (
    <Panel title={t('decide')} note={note} footer={<ApprovalActions operation={operation} />}>
      <div className="grid gap-4">
        <RestoredNotice operation={operation} />
        <p className="flex flex-wrap items-baseline justify-between gap-2">
          <span className="text-ink-3">{t('outOf', { account })}</span>
          <Money cents={amount} size="big" />
        </p>
        {children}
        {approval && (
          <Callout variant="thin" icon="info" title={t('rules.title')}>
            {approval.rule === null
              ? t('rules.none')
              : t(`rules.${approval.rule.name}`, {
                  amount: formatBrl(approval.rule.above),
                  name: actor.name,
                })}
          </Callout>
        )}
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

type LaterStep = 'code' | 'refunds' | 'charge' | 'send' | 'notify';

/** Kinds of operation for which Guichê reads something again before it sends them. */
const READ_AGAIN = lookupTable<LaterStep>({
  'withdrawal.code': 'code',
  'refund.create': 'refunds',
  'card-charge.reverse': 'charge',
});

/** The steps of the request: what was done, and what follows an approval. */
function Course({ operation: { kind, actor, createdAt } }: Pick<Props, 'operation'>) {
  const t = useTranslations('operations.approval.steps');
  const { name } = actor;
  const later = [READ_AGAIN[kind], 'send', 'notify'] as const;
  const steps: Step[] = [
    {
      id: 'requested',
      state: 'done',
      title: t('requested', { name }),
      note: <Instant at={createdAt} variant="minute" />,
    },
    { id: 'prove', state: 'current', title: t('prove.title'), note: t('prove.note') },
    ...later
      .filter((id) => id !== undefined)
      .map((id): Step => ({ id, state: 'later', title: t(`${id}.title`, { name }), note: t(`${id}.note`) })),
  ];
  return <Steps label={t('title')} steps={steps} />;
}

const STYLES: Record<ApprovalCheck['state'], [IconName, Tone]> = {
  ok: ['check', 'ok'],
  fails: ['octagon', 'danger'],
  note: ['info', 'idle'],
  unread: ['triangle', 'warn'],
};

/** Checks that run when the page opens; each speaks for or against the payment. */
export function Checks({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.approval.checks');
  const { slug } = useSession().account;
  const { data, error, refetch } = useQuery(checksOptions(slug, operation.id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: it contains no field
    <div
      role="group"
      className="mt-3 border-t border-line pt-2"
      aria-label={t('title')}
      aria-busy={(!data && !error) || undefined}
    >
      <p className="flex flex-wrap justify-between gap-2 text-xs text-ink-3">
        <b className="text-ink-2">{t('title')}</b>
        {data && <span>{t.rich('at', { time: () => <Instant at={data.asOf} variant="time" /> })}</span>}
      </p>
      {error !== null && <ErrorCard error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <ReadingLine label={t('reading')} width="60%" />}
      <LineList>
        {data?.checks.map((check) => (
          <CheckLine key={check.name} check={check} asOf={data.asOf} requester={operation.actor.name} />
        ))}
      </LineList>
    </div>
  );
}

function CheckLine({ check, asOf, requester }: { check: ApprovalCheck; asOf: string; requester: string }) {
  const t = useTranslations('operations.approval.checks');
  const { slug } = useSession().account;
  const { name, state, why, amount, count, operationId, at } = check;
  const [icon, tone] = STYLES[state];
  const key = `${name}.${why ?? state}`;
  // Without a look-up it is unknown when the key's holder was seen.
  const more = t.has(`${key}More`) && (name !== 'key' || at !== null);
  const values = {
    name: requester,
    count: count ?? 0,
    days: daysBetween(saoPauloDay(at ?? asOf), saoPauloDay(asOf)),
    amount: amount === null ? '' : formatBrl(amount),
    when: () => <Instant at={at} variant="minute" />,
    link: (chunks: ReactNode) => <Link href={`/${slug}/operations/${operationId}`}>{chunks}</Link>,
  };
  return (
    <li data-check={name} data-state={state}>
      <Icon name={icon} tone={tone} />
      <span className={state === 'fails' ? 'min-w-0 flex-1 text-danger-ink' : 'min-w-0 flex-1 text-ink'}>
        {t.rich(key as 'key.ok', values)}
        {more && (
          <span className="block text-xs text-ink-3">{t.rich(`${key}More` as 'twin.failsMore', values)}</span>
        )}
      </span>
    </li>
  );
}
