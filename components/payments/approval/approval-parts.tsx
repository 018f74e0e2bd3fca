'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { MoneyFacts } from '#components/operations/money-facts.tsx';
import { ReceiverShown } from '#components/operations/receiver-shown.tsx';
import { DecisionClock } from '#components/operations/time-left.tsx';
import { cn } from '#components/ui/cn.ts';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { panelVariants } from '#components/ui/panel-variants.ts';
import { formatBrl } from '#lib/money.ts';
import { approvalOptions } from '#lib/operations/decision-queries.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { Asked } from './asked.tsx';
import { Checks } from './checks.tsx';
import { Decide } from './decide.tsx';
import { OperationLines } from './operation-lines.tsx';

type Props = { operation: Operation };

/** Facts for a second person's decision: receiver, earlier payments, who asked, remaining balance. */
export function ApprovalParts({ operation }: Props) {
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(approvalOptions(account, operation.id));
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <DecisionClock operation={operation} />
      {error !== null && data === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
      <div className="grid grid-cols-[minmax(0,1fr)_26rem] items-start gap-4 @max-[60rem]/room:grid-cols-[minmax(0,1fr)]">
        <div className="grid grid-cols-1 content-start gap-4">
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
    <div className={cn(panelVariants(), 'p-panel')}>
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
