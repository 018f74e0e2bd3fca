import type { IconName, Tone } from '#components/ui/icon.tsx';
import type { NoticeLine } from '#lib/notifications/queries.ts';

type Look = { icon: IconName; tone?: Tone };

const GOOD: Look = { icon: 'check', tone: 'ok' };
const BAD: Look = { icon: 'octagon', tone: 'danger' };
const CARE: Look = { icon: 'triangle', tone: 'warn' };

/** By event, where its step says nothing else. */
const EVENTS: Record<NoticeLine['event'], Look> = {
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
const STEPS: Partial<Record<string, Look>> = {
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

/** It waits for a decision: that stands above what happened, and reading does not end it. */
export const isDecision = ({ event, step }: Pick<NoticeLine, 'event' | 'step'>): boolean =>
  step === 'waiting' && (event === 'approval_waiting' || event === 'rule_waiting');

/** The sign of a line. */
export const noticeLook = ({ event, step }: Pick<NoticeLine, 'event' | 'step'>): Look =>
  STEPS[step] ?? EVENTS[event];
