import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { keyedHash, seal, unseal } from '#lib/auth/server/seal.ts';
import { databaseNow } from '#lib/db/clock.ts';

/** Whom a look-up showed, masked, as the operation and its approver may see it. `amount`: what a code asked, cents. */
export type Receiver = {
  receiverName?: string | undefined;
  receiverDocument?: string | undefined;
  institution?: string | undefined;
  amount?: number | null | undefined;
};

/** Older ones say too little of who is paid now. */
const HOLDS_MS = 60 * 60_000;
const purpose = ({ account }: Ctx) => `payment-look-up:${account.id}`;
const hashed = (subject: string) => keyedHash(subject, 'payment-look-up');

/** What the form sends back with the payment, so that its operation names who was shown, without asking again. */
export function sealLookUp(ctx: Ctx, subject: string, receiver: Receiver): string {
  return seal(JSON.stringify({ of: hashed(subject), at: databaseNow(), receiver }), purpose(ctx));
}

/** Empty where it is of another key or code, too old, or not ours. */
export function openLookUp(ctx: Ctx, subject: string, text: string | undefined): Receiver {
  if (text === undefined) return {};
  try {
    const { of, at, receiver } = JSON.parse(unseal(text, purpose(ctx))) as {
      of: string;
      at: number;
      receiver: Receiver;
    };
    return of === hashed(subject) && databaseNow() - at < HOLDS_MS ? receiver : {};
  } catch {
    return {};
  }
}
