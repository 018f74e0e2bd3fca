import { FAILED, GIVEN_BACK, PAID } from '#lib/card/rules.ts';
import { addDays, type Day, saoPauloDay } from '#lib/core/dates.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';

/** Number of days the figures cover, today included. */
export const FIGURE_DAYS = 30;

/** `amount` in cents. */
type Sum = { amount: number; count: number };
/** `accepted` of `tries`. Undecided charges count in neither. */
type Share = { accepted: number; tries: number };
export type CardFigures = {
  today: Sum & Share;
  days30: Sum & Share;
  /** Reversed amount of the 30 days' charges. Cents, positive. */
  reversed: Sum;
  days: (Share & { day: Day })[];
  /** Reasons for refusals, most frequent first. Null: no text or no code given. */
  reasons: { words: string | null; code: string | null; count: number }[];
  /** The last charge of each recurrence, newest first. */
  recurrences: CardCharge[];
};

type Verdict = 'accepted' | 'refused' | 'undecided';

/** A reversed charge counts as accepted. */
export function verdictOf({ statusCode }: Pick<CardCharge, 'statusCode'>): Verdict {
  if (statusCode === PAID || (statusCode !== null && GIVEN_BACK.includes(statusCode))) return 'accepted';
  return statusCode !== null && FAILED.includes(statusCode) ? 'refused' : 'undecided';
}

/** Computes the figures of charges, by São Paulo day up to the day of `now` (epoch ms). */
export function cardFigures(charges: readonly CardCharge[], now: number): CardFigures {
  const today = saoPauloDay(now);
  const first = addDays(today, 1 - FIGURE_DAYS);
  const days = new Map<Day, Share & Sum>();
  for (let at = 0; at < FIGURE_DAYS; at += 1)
    days.set(addDays(first, at), { accepted: 0, tries: 0, amount: 0, count: 0 });
  const reversed: Sum = { amount: 0, count: 0 };
  const refused: CardCharge[] = [];
  for (const charge of charges) {
    const day = days.get(charge.createdAt === null ? '' : saoPauloDay(charge.createdAt));
    if (day === undefined) continue;
    const verdict = verdictOf(charge);
    if (verdict !== 'undecided') day.tries += 1;
    if (verdict === 'refused') refused.push(charge);
    if (verdict !== 'accepted') continue;
    day.accepted += 1;
    day.count += 1;
    day.amount += charge.amount ?? 0;
    const back = reversedCents(charge);
    if (back > 0) reversed.count += 1;
    reversed.amount += back;
  }
  const all = [...days.values()];
  return {
    today: days.get(today) ?? total([]),
    days30: total(all),
    reversed,
    days: [...days].map(([day, { accepted, tries }]) => ({ day, accepted, tries })),
    reasons: reasonsOf(refused),
    recurrences: lastOfEach(charges),
  };
}

/** Reversed cents. A full reversal without a reported amount counts as the whole charge. */
const reversedCents = ({ refundedAmount, amount, statusCode }: CardCharge) =>
  refundedAmount ?? (statusCode !== null && GIVEN_BACK.includes(statusCode) ? (amount ?? 0) : 0);

function total(all: readonly (Share & Sum)[]): Share & Sum {
  const sum = { accepted: 0, tries: 0, amount: 0, count: 0 };
  for (const day of all) {
    sum.accepted += day.accepted;
    sum.tries += day.tries;
    sum.amount += day.amount;
    sum.count += day.count;
  }
  return sum;
}

function reasonsOf(refused: readonly CardCharge[]): CardFigures['reasons'] {
  const reasons = new Map<string, CardFigures['reasons'][number]>();
  for (const { returnMessage, reasonMessage, returnCode, reasonCode } of refused) {
    const words = returnMessage ?? reasonMessage;
    const code = returnCode ?? (reasonCode === null ? null : String(reasonCode));
    const key = `${code} ${words}`;
    const before = reasons.get(key);
    reasons.set(key, { words, code, count: (before?.count ?? 0) + 1 });
  }
  return [...reasons.values()].sort((a, b) => b.count - a.count);
}

function lastOfEach(charges: readonly CardCharge[]): CardCharge[] {
  const last = new Map<string, CardCharge>();
  const at = ({ createdAt }: CardCharge) => createdAt ?? '';
  for (const charge of charges) {
    if (charge.recurrenceId === null) continue;
    const known = last.get(charge.recurrenceId);
    if (known === undefined || at(charge) > at(known)) last.set(charge.recurrenceId, charge);
  }
  return [...last.values()].sort((a, b) => (at(a) < at(b) ? 1 : -1));
}
