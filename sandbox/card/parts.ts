import type { Account } from '../account.ts';
import type { Faults } from '../faults.ts';
import type { Requests } from '../requests.ts';
import type { Journal, SandboxLog } from '../types.ts';
import type { ControlledClock } from '../world/clock.ts';
import type { Book } from './book.ts';
import type { CardLife } from './life.ts';
import type { Charge } from './model.ts';
import type { Secrets } from './token.ts';
import { type ChargeJson, chargeJson } from './wire.ts';

export type CardOptions = {
  seed: number;
  anchor: number;
  clock: ControlledClock;
  journal: Journal;
  log: SandboxLog;
  /** The Pix account; it holds the dialect of all APIs. */
  account: Account;
  faults: Faults;
  requests: Requests;
  secrets: Secrets;
  /** Real ms to wait for a postback's receiver. */
  answerLimitMs?: number;
};

/** Settings of the card account that the control API can change. */
export type CardState = { round: number; postbackUrl: string | null };

export type CardParts = CardOptions & { book: Book; life: CardLife; state: () => CardState };

export function wireCharge({ book }: Pick<CardParts, 'book'>, charge: Charge): ChargeJson {
  return chargeJson(
    charge,
    charge.recurrentPaymentId === null ? null : book.recurrence(charge.recurrentPaymentId),
  );
}
