import { addDays, saoPauloDay, startOfDay } from '#lib/core/dates.ts';

/** Facts of a notice: ids, words of a closed list, cents, ISO instants. Never a name, a document or a key. */
export type NoticeFacts = Record<string, string | number | null>;

type Rule = {
  group: 'money' | 'disputes' | 'connections' | 'work' | 'sign-in';
  /** Told whatever the clock says. */
  breaksQuiet?: true;
  /** Channels that cannot be switched off for it. */
  locked?: readonly ('inbox' | 'email')[];
  /** Not sent by e-mail unless somebody asks for it. */
  emailOff?: true;
  /** Concerns one person's own sign-in: no channel of all. */
  personal?: true;
};

/** Every event, in the order of the page that chooses among them. */
export const NOTICE_EVENTS = {
  approval_waiting: { group: 'money', breaksQuiet: true, locked: ['inbox'] },
  rule_waiting: { group: 'money', breaksQuiet: true, locked: ['inbox'] },
  operation_unknown: { group: 'money' },
  operation_late: { group: 'money', emailOff: true },
  request_decided: { group: 'money' },
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

/** Event → channel → on or off, as far as somebody chose. */
export type NoticeRules = Partial<Record<NoticeEvent, Record<string, boolean>>>;

export const isLocked = (event: NoticeEvent, channel: string): boolean =>
  ruleOf(event).locked?.some((one) => one === channel) === true;

/** Tells if a channel fits an event at all. */
export const fits = (event: NoticeEvent, channel: string): boolean =>
  channel === 'inbox' || channel === 'email' || ruleOf(event).personal !== true;

/** Tells if this event reaches a person by this channel. */
export function isOn(rules: NoticeRules, event: NoticeEvent, channel: string): boolean {
  if (!fits(event, channel)) return false;
  if (isLocked(event, channel)) return true;
  return rules[event]?.[channel] ?? !(channel === 'email' && ruleOf(event).emailOff === true);
}

export const QUIET_DAYS = ['every', 'weekdays', 'weekends'] as const;

/** When somebody wants to be left alone, in São Paulo: `HH:MM`; past midnight where `to` is not after `from`. */
export type Quiet = { on: boolean; from: string; to: string; days: (typeof QUIET_DAYS)[number] };

const MINUTE_MS = 60_000;

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The end of the quiet hours that `now` (epoch ms) falls into; null outside them. A night belongs to its evening. */
export function quietUntil(quiet: Quiet | null, now: number): Date | null {
  if (quiet === null || !quiet.on || quiet.from === quiet.to) return null;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const length = (to > from ? to - from : to + 24 * 60 - from) * MINUTE_MS;
  const today = saoPauloDay(now);
  for (const day of [addDays(today, -1), today]) {
    const begins = Date.parse(startOfDay(day)) + from * MINUTE_MS;
    if (holdsOn(quiet.days, day) && begins <= now && now < begins + length) return new Date(begins + length);
  }
  return null;
}

function holdsOn(days: Quiet['days'], day: string): boolean {
  if (days === 'every') return true;
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return (weekday === 0 || weekday === 6) === (days === 'weekends');
}
