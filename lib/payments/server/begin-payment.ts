import 'server-only';
import { addressPolicyOf } from '#lib/accounts/server/address-policy.ts';
import type { Ctx, Reply } from '#lib/api/context.ts';
import { maskText } from '#lib/core/masking/mask.ts';
import { refuseTaken, subjectsOf } from '#lib/operations/server/duplicates.ts';
import type { OperationKind } from '#lib/operations/server/kind.ts';
import {
  type FieldCheck,
  performAndAnswer,
  randomLetters,
  throwFieldErrors,
} from '#lib/operations/server/perform.ts';
import { callbackError as addressError } from '#lib/payments/field-rules.ts';
import type { MoneyRequest } from '#lib/payments/server/money-kind.ts';
import type { Shown } from '#lib/payments/server/receiver.ts';
import type { Payment } from '#lib/providers/money-records.ts';

type Input = { clientReference: string };
type Begin<I extends Input> = {
  /** Without `clientReference`, Guichê generates one. */
  body: {
    clientReference?: string | undefined;
    acknowledgedDuplicateOf?: string | undefined;
    description?: string | undefined;
    callbackUrl?: string | undefined;
    metadata?: object | undefined;
  };
  /** Errors of the kind's own fields; those of a callback URL and of free data follow. */
  checks?: readonly FieldCheck[];
  input: Omit<I, 'clientReference'>;
  /** Cents. Undefined: only the provider learns it from the code. */
  amount: number | undefined;
  /** Receiver's key, code or account. Absent for a charge. */
  receiver?: string;
  shown?: Shown | undefined;
  /** Must be masked, because every reader of the operation sees it. */
  intent: Record<string, unknown>;
};

const OURS = /^gch_[0-9a-hjkmnp-tv-z]{26}$/;

/** The client reference of an intent: the typed one, or `gch_` and 26 random characters. */
export function referenceFor(typed: string | undefined): { clientReference: string; typed: boolean } {
  if (typed === undefined) return { clientReference: `gch_${randomLetters(26)}`, typed: false };
  // A generated reference sent again belongs to an earlier operation of Guichê: nobody else creates these.
  return { clientReference: typed, typed: !OURS.test(typed) };
}

/** Key by which document 2 recognises repeats of one operation (1 to 255 visible ASCII characters). */
export const newIdempotencyKey = () => `gch-${randomLetters(32)}`;

/**
 * Writes the intent of a payment and sends it. One operation of any kind per reference: `already_done` with
 * `existing` if one with it was confirmed on this account, `conflict` while one is open.
 */
export async function beginPayment<I extends Input>(
  ctx: Ctx,
  kind: OperationKind<MoneyRequest<I>, Payment>,
  { body, checks = [], input, amount, receiver, shown, intent }: Begin<I>,
): Promise<Reply> {
  throwFieldErrors(...checks, callbackError(ctx, body.callbackUrl), metadataError(ctx, body.metadata));
  const { clientReference, typed } = referenceFor(body.clientReference);
  const recorded = { ...intent, description: maskedMessage(body.description), callbackUrl: body.callbackUrl };
  return performAndAnswer(
    ctx,
    kind,
    {
      target: clientReference,
      request: {
        input: { ...input, clientReference } as unknown as I,
        typed,
        idempotencyKey: newIdempotencyKey(),
        ...(shown === undefined ? {} : { shown }),
      },
      intent: Object.fromEntries(Object.entries(recorded).filter(([, value]) => value !== undefined)),
      clientReference,
      ...(amount === undefined ? {} : { amount }),
      ...(receiver === undefined ? {} : { subjects: subjectsOf(ctx.account.id, receiver) }),
      acknowledgedDuplicateOf: body.acknowledgedDuplicateOf,
      within: (tx, id) => refuseTaken(tx, { id, accountId: ctx.account.id, clientReference }),
    },
    { status: 201 },
  );
}

/** Masks the operator's message to the receiver, so that a row may store it. */
export const maskedMessage = (text: string | undefined) =>
  text === undefined ? undefined : maskText(text, { names: false });

/** Document 1 accepts http and https, document 2 only https. */
export function callbackError({ port, account }: Ctx, url: string | undefined): FieldCheck {
  if (url === undefined) return null;
  const error = addressError(url);
  if (error === 'url_not_public' && addressPolicyOf(account).private) return null;
  if (error !== null) return ['callbackUrl', error];
  return port.kind === 'hub' && !/^https:/i.test(url) ? ['callbackUrl', 'url_invalid'] : null;
}

/** Cents. Null: no known bound. */
export function amountError(
  amount: number,
  { min, max }: { min: number | null; max: number | null },
): FieldCheck {
  if (min !== null && amount < min) return ['amount', 'below_minimum'];
  return max !== null && amount > max ? ['amount', 'above_maximum'] : null;
}

/** Document 1 has no free data: it would be ignored silently. */
const metadataError = ({ port }: Ctx, metadata: object | undefined): FieldCheck =>
  metadata !== undefined && port.kind !== 'hub' && ['metadata', 'not_supported'];
