import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { keyedHashes, seal, unseal } from '#lib/auth/server/seal.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { OperationReceiver } from '#lib/operations/contract.ts';

/**
 * Whom a look-up showed, in clear: kept sealed with what was asked, for the person who decides it. `seenAt`: when, ISO
 * 8601; null: nobody looked at it before it was asked.
 */
export type Shown = Pick<
  OperationReceiver,
  'name' | 'document' | 'institution' | 'ispb' | 'accountType' | 'seenAt'
>;

export const UNSEEN: Shown = {
  name: null,
  document: null,
  institution: null,
  ispb: null,
  accountType: null,
  seenAt: null,
};

/** The same masked, as every reader of the operation may see it. `amount`: what a code asked, cents. */
export type Receiver = {
  receiverName?: string | undefined;
  receiverDocument?: string | undefined;
  institution?: string | undefined;
  amount?: number | null | undefined;
  shown?: Shown | undefined;
};

/** Older ones say too little of who is paid now. */
const HOLDS_MS = 60 * 60_000;
const purpose = ({ account }: Ctx) => `payment-look-up:${account.id}`;
const hashed = (subject: string) => keyedHashes(subject, 'payment-look-up');

/** Seals the receiver shown; the form sends it back, and the operation names it without asking again. */
export function sealRecipientToken(ctx: Ctx, subject: string, receiver: Receiver): string {
  return seal(JSON.stringify({ of: hashed(subject)[0], at: databaseNow(), receiver }), purpose(ctx));
}

/** Empty where it is of another key or code, too old, or not ours. */
export function openRecipientToken(ctx: Ctx, subject: string, text: string | undefined): Receiver {
  if (text === undefined) return {};
  try {
    const { of, at, receiver } = JSON.parse(unseal(text, purpose(ctx))) as {
      of: string;
      at: number;
      receiver: Receiver;
    };
    return hashed(subject).includes(of) && databaseNow() - at < HOLDS_MS ? receiver : {};
  } catch {
    return {};
  }
}
