import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { keyedHashes, seal, unseal } from '#lib/auth/server/seal.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { OperationReceiver } from '#lib/operations/contract.ts';

/**
 * The receiver a look-up showed, unmasked. Stored sealed with the request, for the approver. `seenAt`: ISO
 * 8601; null: nobody looked it up before the request.
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

/** `Shown` masked, for every reader of the operation. `amount`: the code's amount in cents. */
export type Receiver = {
  receiverName?: string | undefined;
  receiverDocument?: string | undefined;
  institution?: string | undefined;
  amount?: number | null | undefined;
  shown?: Shown | undefined;
};

/** Maximum age of a token (ms): an older one may no longer match the receiver. */
const VALID_MS = 60 * 60_000;
const purpose = ({ account }: Ctx) => `payment-look-up:${account.id}`;
const hashed = (subject: string) => keyedHashes(subject, 'payment-look-up');

/** Seals the shown receiver. The form sends it back, and the operation names it without another look-up. */
export function sealRecipientToken(ctx: Ctx, subject: string, receiver: Receiver): string {
  return seal(JSON.stringify({ of: hashed(subject)[0], at: databaseNow(), receiver }), purpose(ctx));
}

/** Opens the token. Empty if it belongs to another key or code, is too old, or is not ours. */
export function openRecipientToken(ctx: Ctx, subject: string, text: string | undefined): Receiver {
  if (text === undefined) return {};
  try {
    const { of, at, receiver } = JSON.parse(unseal(text, purpose(ctx))) as {
      of: string;
      at: number;
      receiver: Receiver;
    };
    return hashed(subject).includes(of) && databaseNow() - at < VALID_MS ? receiver : {};
  } catch {
    return {};
  }
}
