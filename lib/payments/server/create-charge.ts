import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Reply } from '#lib/api/reply.ts';
import type { Args } from '#lib/api/serve.ts';
import { maskDocument } from '#lib/core/masking/mask-forms.ts';
import { documentKind, normalizeDocument } from '#lib/core/pix/documents.ts';
import type { NewCharge } from '#lib/payments/contract.ts';
import { beginPayment, maskedMessage } from '#lib/payments/server/begin-payment.ts';
import { CHARGE } from '#lib/payments/server/charge-operation.ts';
import {
  amountError,
  callbackError,
  type FieldCheck,
  throwFieldErrors,
} from '#lib/payments/server/faults.ts';
import { CHARGE_BOUNDS } from '#lib/payments/server/get-limits.ts';

/**
 * Creates a charge (document 1, create-charge request; document 2, charges). Checks the documented limits per
 * field; the provider checks the rest. 201 confirmed, 202 not known yet.
 */
export async function createCharge({ ctx, body }: Args<'POST /charges'>): Promise<Reply> {
  ctx.part('charges');
  const { clientReference, payer, ...rest } = body;
  const document = payer?.document === undefined ? undefined : normalizeDocument(payer.document);
  throwFieldErrors(...chargeErrors(ctx, body));
  return beginPayment(ctx, CHARGE, {
    input: { ...rest, ...(payer === undefined ? {} : { payer: { ...payer, document } }) },
    clientReference,
    amount: body.amount,
    intent: {
      description: maskedMessage(body.description),
      payerDocument: document === undefined ? undefined : maskDocument(document),
      expiresInSeconds: body.expiresInSeconds,
      virtualAccount: maskedMessage(body.virtualAccount),
      callbackUrl: body.callbackUrl,
    },
  });
}

/** Fields that a document does not have: the service would ignore them silently. */
const PIX_LACKS = ['description', 'metadata'] as const;
const HUB_LACKS = ['expiresInSeconds', 'virtualAccount'] as const;

function chargeErrors(ctx: Ctx, body: NewCharge): FieldCheck[] {
  const { amount, payer, callbackUrl } = body;
  const hub = ctx.port.kind === 'hub';
  const bounds = hub ? { min: null, max: null, documentAbove: null } : CHARGE_BOUNDS;
  const needsDocument = bounds.documentAbove !== null && amount > bounds.documentAbove;
  const email = payer?.email;
  return [
    amountError(amount, bounds),
    hub && payer?.name === undefined && ['payer.name', 'required'],
    hub && payer?.document === undefined && ['payer.document', 'required'],
    needsDocument && payer?.document === undefined && ['payer.document', 'document_required'],
    payer?.document !== undefined &&
      documentKind(payer.document) === null && ['payer.document', 'document_invalid'],
    email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && ['payer.email', 'email_invalid'],
    callbackError(ctx, callbackUrl),
    ...(hub ? HUB_LACKS : PIX_LACKS).map(
      (name): FieldCheck => body[name] !== undefined && [name, 'not_supported'],
    ),
  ];
}
