import { oneOf, wholeNumber } from './control-input.ts';
import { ControlError, type Input } from './control-parts.ts';
import { BREAK_KINDS, type BreakKind } from './world/breaks.ts';

export type BreakRequest = {
  kind: BreakKind;
  /** São Paulo day, YYYY-MM-DD; `from` and `to` are its first ms and the next day's. */
  day: string;
  from: number;
  to: number;
  /** A completed deposit; null: the first suitable one of the day. */
  id: string | null;
  /** Cents. */
  amount: number;
  /** Of a fee: 4 puts more decimals on the transaction than the statement's line has. */
  decimals: 2 | 4;
  /** Of a refund: the side on which it is seen. */
  side: 'line' | 'transaction';
  /** Of a dispute: a block alone, or a settlement or release of less than was blocked. */
  part: 'block' | 'settlement' | 'release';
  /** Simulated time at which a late line or status appears. */
  until: number;
};

const DAY = 86_400_000;

/** Reads the body of POST /control/books/breaks. */
export function readBreak(input: Input, now: number): BreakRequest {
  const day = String(input.day);
  const from = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T03:00:00.000Z`) : Number.NaN;
  if (!(from <= now)) throw new ControlError(400, 'day: YYYY-MM-DD, not in the future');
  if (input.kind === undefined) throw new ControlError(400, `kind: one of ${BREAK_KINDS.join(', ')}`);
  const id = input.transactionId ?? input.id;
  return {
    ...{ kind: oneOf(input, 'kind', BREAK_KINDS), day, from, to: from + DAY },
    id: typeof id === 'string' ? id : null,
    amount: wholeNumber(input, 'amount', 100),
    decimals: oneOf(input, 'decimals', [2, 4]),
    side: oneOf(input, 'side', ['line', 'transaction']),
    part: oneOf(input, 'part', ['block', 'settlement', 'release']),
    until: now + wholeNumber(input, 'appearsInMs', 3_600_000),
  };
}
