import { addDays, saoPauloDay, startOfDay } from '#lib/core/dates.ts';

/** Facts of a notice: ids, values of closed lists, cents, ISO 8601 times. No name, document or key. */
export type NoticeFacts = Record<string, string | number | null>;

type Rule = {
  group: 'money' | 'disputes' | 'connections' | 'work' | 'sign-in';
  /** Sent in quiet hours too. */
  breaksQuiet?: true;
  /** Channels that cannot be switched off for it. */
  locked?: readonly ('inbox' | 'email')[];
  /** Not sent by e-mail unless the operator turns it on. */
  emailOff?: true;
  /** Concerns one operator's own sign-in: not sent to shared channels. */
  personal?: true;
};

/** Every event, in the order of the page where operators choose. */
export const NOTICE_EVENTS = {
  approval_waiting: { group: 'money', breaksQuiet: true, locked: ['inbox'] },
  rule_waiting: { group: 'money', breaksQuiet: true, locked: ['inbox'] },
  operation_unknown: { group: 'money' },
  operation_late: { group: 'money', emailOff: true },
  request_decided: { group: 'money' },
  closing_open: { group: 'money', emailOff: true },
  deadline_far: { group: 'disputes', breaksQuiet: true },
  deadline_near: { group: 'disputes', breaksQuiet: true, locked: ['inbox'] },
  endpoint: { group: 'connections', emailOff: true },
  credential_refused: { group: 'connections' },
  credential_ending: { group: 'connections' },
  account_block: { group: 'connections' },
  mention: { group: 'work' },
  work_ended: { group: 'work', emailOff: true },
  sign_in: { group: 'sign-in', breaksQuiet: true, locked: ['inbox', 'email'], personal: true },
} as const satisfies Record<string, Rule>;
export type NoticeEvent = keyof typeof NOTICE_EVENTS;

export const EVENT_NAMES = Object.keys(NOTICE_EVENTS) as [NoticeEvent, ...NoticeEvent[]];

export const ruleOf = (event: NoticeEvent): Rule => NOTICE_EVENTS[event];

/** Event → channel → on or off, only where the operator chose. */
export type NoticeRules = Partial<Record<NoticeEvent, Record<string, boolean>>>;

export const isLocked = (event: NoticeEvent, channel: string): boolean =>
  ruleOf(event).locked?.some((one) => one === channel) === true;

/** True if a channel can be used for an event at all. */
export const fits = (event: NoticeEvent, channel: string): boolean =>
  channel === 'inbox' || channel === 'email' || ruleOf(event).personal !== true;

/** True if this event reaches the operator by this channel. */
export function isOn(rules: NoticeRules, event: NoticeEvent, channel: string): boolean {
  if (!fits(event, channel)) return false;
  if (isLocked(event, channel)) return true;
  return rules[event]?.[channel] ?? !(channel === 'email' && ruleOf(event).emailOff === true);
}

export const QUIET_DAYS = ['every', 'weekdays', 'weekends'] as const;

/** Quiet hours in São Paulo time, `HH:MM`; they go past midnight if `to` is not after `from`. */
export type Quiet = { on: boolean; from: string; to: string; days: (typeof QUIET_DAYS)[number] };

const MINUTE_MS = 60_000;

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** End of the quiet hours around `now` (epoch ms), else null. A night counts for the day it begins on. */
export function quietUntil(quiet: Quiet | null, now: number): Date | null {
  if (quiet === null || !quiet.on || quiet.from === quiet.to) return null;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const length = (to > from ? to - from : to + 24 * 60 - from) * MINUTE_MS;
  const today = saoPauloDay(now);
  for (const day of [addDays(today, -1), today]) {
    const begins = Date.parse(startOfDay(day)) + from * MINUTE_MS;
    const isWeekend = [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
    const applies = quiet.days === 'every' || isWeekend === (quiet.days === 'weekends');
    if (applies && begins <= now && now < begins + length) return new Date(begins + length);
  }
  return null;
}
