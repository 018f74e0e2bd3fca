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
  /** The reference that the caller typed; absent: Guichê makes one. */
  clientReference: string | undefined;
  /** Cents; undefined: the code says it to the provider only. */
  amount: number | undefined;
  /** Whom it pays; absent: nobody (a charge). */
  receiver?: string;
  acknowledgedDuplicateOf?: string | undefined;
  shown?: Shown | undefined;
  /** Masked: who looks at the operation sees it. */
  intent: Record<string, unknown>;
};

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

const random = (count: number) => [...randomBytes(count)].map((byte) => LETTERS.charAt(byte % 32)).join('');

const OURS = /^gch_[0-9a-hjkmnp-tv-z]{26}$/;

/** One intent, one client reference: what was typed, or `gch_` and 26 characters made for it. */
export function referenceFor(typed: string | undefined): { clientReference: string; typed: boolean } {
  if (typed === undefined) return { clientReference: `gch_${random(26)}`, typed: false };
  // An earlier operation's own reference, sent again with it: nobody else writes these.
  return { clientReference: typed, typed: !OURS.test(typed) };
}

/** The key by which document 2 recognises repeats of one operation (1 to 255 visible ASCII characters). */
export const newIdempotencyKey = () => `gch-${random(32)}`;

/**
 * Writes the intent of a payment and sends it: one reference, one operation of any kind. `already_done` with `existing` where an
 * operation of this account with that reference was confirmed, `conflict` while one is open.
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

/** The operator's message to the receiver, masked so that a row may keep it. */
export const words = (text: string | undefined) =>
  text === undefined ? undefined : maskText(text, { names: false });
