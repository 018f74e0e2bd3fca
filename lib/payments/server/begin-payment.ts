import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Ctx } from '#lib/api/context.ts';
import type { Reply } from '#lib/api/reply.ts';
import { maskText } from '#lib/core/masking/mask.ts';
import { refuseTaken } from '#lib/operations/server/approval.ts';
import { subjectsOf } from '#lib/operations/server/duplicate-guard.ts';
import type { OperationKind } from '#lib/operations/server/kind.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import type { MoneyRequest } from '#lib/payments/server/money-kind.ts';
import type { Shown } from '#lib/payments/server/recipient-token.ts';
import type { Payment } from '#lib/providers/money-records.ts';

type Input = { clientReference: string };
type Begin<I extends Input> = {
  input: Omit<I, 'clientReference'>;
  /** The typed reference. Undefined: Guichê generates one. */
  clientReference: string | undefined;
  /** Cents. Undefined: only the provider learns it from the code. */
  amount: number | undefined;
  /** Receiver's key, code or account. Absent for a charge. */
  receiver?: string;
  acknowledgedDuplicateOf?: string | undefined;
  shown?: Shown | undefined;
  /** Must be masked, because every reader of the operation sees it. */
  intent: Record<string, unknown>;
};

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

const random = (count: number) => [...randomBytes(count)].map((byte) => LETTERS.charAt(byte % 32)).join('');

const OURS = /^gch_[0-9a-hjkmnp-tv-z]{26}$/;

/** The client reference of an intent: the typed one, or `gch_` and 26 random characters. */
export function referenceFor(typed: string | undefined): { clientReference: string; typed: boolean } {
  if (typed === undefined) return { clientReference: `gch_${random(26)}`, typed: false };
  // A generated reference sent again belongs to an earlier operation of Guichê: nobody else creates these.
  return { clientReference: typed, typed: !OURS.test(typed) };
}

/** Key by which document 2 recognises repeats of one operation (1 to 255 visible ASCII characters). */
export const newIdempotencyKey = () => `gch-${random(32)}`;

/**
 * Writes the intent of a payment and sends it. One operation of any kind per reference: `already_done` with
 * `existing` if one with it was confirmed on this account, `conflict` while one is open.
 */
export function beginPayment<I extends Input>(
  ctx: Ctx,
  kind: OperationKind<MoneyRequest<I>, Payment>,
  begin: Begin<I>,
): Promise<Reply> {
  const { clientReference, typed } = referenceFor(begin.clientReference);
  const input = { ...begin.input, clientReference } as unknown as I;
  return performAndAnswer(
    ctx,
    kind,
    {
      target: clientReference,
      request: {
        input,
        typed,
        idempotencyKey: newIdempotencyKey(),
        ...(begin.shown === undefined ? {} : { shown: begin.shown }),
      },
      intent: Object.fromEntries(Object.entries(begin.intent).filter(([, value]) => value !== undefined)),
      clientReference,
      ...(begin.amount === undefined ? {} : { amount: begin.amount }),
      ...(begin.receiver === undefined ? {} : { subjects: subjectsOf(ctx.account.id, begin.receiver) }),
      acknowledgedDuplicateOf: begin.acknowledgedDuplicateOf,
      within: (tx, id) => refuseTaken(tx, { id, accountId: ctx.account.id, clientReference }),
    },
    { status: 201 },
  );
}

/** Masks the operator's message to the receiver, so that a row may store it. */
export const maskedMessage = (text: string | undefined) =>
  text === undefined ? undefined : maskText(text, { names: false });
