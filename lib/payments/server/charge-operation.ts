import 'server-only';
import type { Ctx, Reply } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { maskDocument } from '#lib/core/masking/mask-forms.ts';
import { documentKind, normalizeDocument } from '#lib/core/pix/documents.ts';
import { type FieldCheck, throwFieldErrors } from '#lib/operations/server/perform.ts';
import type { NewCharge } from '#lib/payments/contract.ts';
import {
  amountError,
  beginPayment,
  callbackError,
  maskedMessage,
} from '#lib/payments/server/begin-payment.ts';
import { CHARGE_BOUNDS } from '#lib/payments/server/get-limits.ts';
import { moneyKind } from '#lib/payments/server/money-kind.ts';
import type { NewCharge as ChargeInput } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';

/** Documents 1 and 2: a charge. It has no receiver, so only its amount identifies it. */
export const CHARGE = moneyKind<ChargeInput>({
  name: 'charge.create',
  permission: 'charge',
  stepUp: false,
  leaves: false,
  part: 'charges',
  hubFindsByReference: true,
  send: (port, input, change) => partOf(port, 'charges').create(input, change),
  sameReceiver: () => null,
});

/** A charge (document 1, create-charge request; document 2, charges). 201 confirmed, 202 not known yet. */
export async function createCharge({ ctx, body }: Args<'POST /charges'>): Promise<Reply> {
  ctx.part('charges');
  const { clientReference: _, payer, ...rest } = body;
  const document = payer?.document === undefined ? undefined : normalizeDocument(payer.document);
  throwFieldErrors(...chargeErrors(ctx, body));
  return beginPayment(ctx, CHARGE, {
    body,
    input: { ...rest, ...(payer === undefined ? {} : { payer: { ...payer, document } }) },
    amount: body.amount,
    intent: {
      payerDocument: document === undefined ? undefined : maskDocument(document),
      expiresInSeconds: body.expiresInSeconds,
      virtualAccount: maskedMessage(body.virtualAccount),
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
