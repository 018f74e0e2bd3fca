'use client';

import { useQuery } from '@tanstack/react-query';
import { changesOptions, type RuleChange } from '#lib/connections/queries.ts';
import { type Approvals, approvalsOptions } from '#lib/operations/decision-queries.ts';
import { useSession } from './session-context.tsx';

export type WaitingOperation = Approvals['items'][number];
export type Decision = { until: string } & ({ waiting: WaitingOperation } | { rule: RuleChange });

/** Operations and weakened rules that wait for this person's yes or no, what ends first on top; and the reads that failed. */
export function useDecisions() {
  const { account, session } = useSession();
  const approvals = useQuery(approvalsOptions(account.slug));
  const manages = session.permissions.includes('manage');
  const changes = useQuery({ ...changesOptions(), enabled: manages });
  const rules = changes.data?.items.filter(({ may }) => may.approve) ?? [];
  const decisions: Decision[] = [
    ...(approvals.data?.items ?? []).map((waiting) => ({
      until: waiting.operation.approval.until ?? '',
      waiting,
    })),
    ...rules.map((rule) => ({ until: rule.effectiveAt, rule })),
  ];
  const reads = [
    { name: 'approvals', ...approvals },
    { name: 'rules', ...changes },
  ];
  return {
    decisions: decisions.sort((one, other) => one.until.localeCompare(other.until)),
    /** Nothing is said of either until both were read. */
    reading: approvals.isPending || (manages && changes.isPending),
    failed: reads.filter(({ error }) => error !== null),
  };
}
