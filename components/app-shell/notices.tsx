'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Icon, type IconName, type Tone } from '#components/ui/icon.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { changesOptions, type RuleChange } from '#lib/connections/queries.ts';
import { inboxKeys, markRead, type NoticeLine, settingsOptions } from '#lib/notifications/queries.ts';
import { type Approvals, approvalsOptions } from '#lib/operations/queries.ts';
import { useSession } from './session.tsx';

type NotificationStyle = { icon: IconName; tone?: Tone };

const GOOD: NotificationStyle = { icon: 'check', tone: 'ok' };
const BAD: NotificationStyle = { icon: 'octagon', tone: 'danger' };
const CARE: NotificationStyle = { icon: 'triangle', tone: 'warn' };

/** Icon by event, unless the step has its own. */
const EVENTS: Record<NoticeLine['event'], NotificationStyle> = {
  approval_waiting: { icon: 'operator' },
  rule_waiting: { icon: 'operator' },
  request_decided: GOOD,
  operation_unknown: { icon: 'unknown' },
  operation_late: GOOD,
  deadline_far: CARE,
  deadline_near: BAD,
  endpoint: BAD,
  credential_refused: BAD,
  credential_ending: CARE,
  account_block: BAD,
  mention: { icon: 'user' },
  work_ended: GOOD,
  sign_in: { icon: 'key' },
};
const STEPS: Partial<Record<string, NotificationStyle>> = {
  recovered: GOOD,
  accepted: GOOD,
  released: GOOD,
  declined: { icon: 'barred' },
  rule_declined: { icon: 'barred' },
  expired: { icon: 'hourglass' },
  rejected: BAD,
  amount_differs: BAD,
  resend_failed: BAD,
  report_failed: BAD,
};

/** The notification awaits a decision; it is listed above the events, and reading does not end it. */
export const isDecision = ({ event, step }: Pick<NoticeLine, 'event' | 'step'>): boolean =>
  step === 'waiting' && (event === 'approval_waiting' || event === 'rule_waiting');

/** The icon of a notification. */
export const notificationStyle = ({ event, step }: Pick<NoticeLine, 'event' | 'step'>): NotificationStyle =>
  STEPS[step] ?? EVENTS[event];

export type WaitingOperation = Approvals['items'][number];
/** `until`: ISO instant; empty where the decision has no deadline. */
export type Decision = { id: string; until: string } & ({ waiting: WaitingOperation } | { rule: RuleChange });

/** What awaits this operator's decision, the earliest deadline first; and the failed reads. */
export function useDecisions() {
  const { account, session } = useSession();
  const approvals = useQuery(approvalsOptions(account.slug));
  const manages = session.permissions.includes('manage');
  const changes = useQuery({ ...changesOptions(), enabled: manages });
  const rules = changes.data?.items.filter(({ may }) => may.approve) ?? [];
  const decisions: Decision[] = [
    ...(approvals.data?.items ?? []).map((waiting) => ({
      id: waiting.operation.id,
      until: waiting.operation.approval.until ?? '',
      waiting,
    })),
    ...rules.map((rule) => ({ id: rule.id, until: rule.effectiveAt, rule })),
  ];
  const reads = [
    { name: 'approvals', ...approvals },
    { name: 'rules', ...changes },
  ];
  return {
    decisions: decisions.sort((one, other) => one.until.localeCompare(other.until)),
    /** True until both reads completed. */
    reading: approvals.isPending || (manages && changes.isPending),
    failed: reads.filter(({ error }) => error !== null),
  };
}

/** Marks inbox lines as read and reads the inbox again. A failure shows a toast. */
export function useMarkRead() {
  const t = useTranslations('shell.bell');
  const client = useQueryClient();
  const account = useSession().account.slug;
  const toast = useToast();
  return async (body: Parameters<typeof markRead>[0]) => {
    await markRead(body).catch(() => toast(t('notRead'), 'triangle'));
    await client.invalidateQueries({ queryKey: inboxKeys.all(account) });
  };
}

type Props = { short?: boolean; className?: string; onClick?: () => void };

/** The operator's quiet hours, if set; `short` omits which notifications still arrive. */
export function QuietHours({ short = false, className = '', onClick }: Props) {
  const t = useTranslations('shell.quiet');
  const { data } = useQuery(settingsOptions(useSession().account.slug));
  if (data === undefined || !data.quiet.on || data.quiet.from === data.quiet.to) return null;
  const { from, to, days } = data.quiet;
  const hours = t('hours', { from: spoken(from), to: spoken(to), days });
  return (
    <Link
      href="/settings/channels"
      className={`flex items-center gap-1 text-xs ${className}`}
      {...(onClick && { onClick })}
    >
      <Icon name="moon" />
      <span>{short ? hours : t('whole', { hours })}</span>
    </Link>
  );
}

/** Drops the leading zero: `08:00` → `8:00`. */
const spoken = (clock: string) => clock.replace(/^0/, '');
