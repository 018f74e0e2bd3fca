import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { keyedHashes, seal, unseal } from '#lib/auth/server/seal.ts';
import { databaseNow } from '#lib/db/clock.ts';

/** Whom a look-up showed, in clear: kept sealed with what was asked, for the person who decides it. */
export type Shown = { name: string | null; document: string | null; institution: string | null };

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
