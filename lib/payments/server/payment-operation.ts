import 'server-only';
import type { Ctx, Reply } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { maskDocument, maskPixKey } from '#lib/core/masking/mask-forms.ts';
import { looksLikeCode } from '#lib/core/pix/br-code.ts';
import { documentKind, normalizeDocument } from '#lib/core/pix/documents.ts';
import { directoryKey, pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import { EMPTY_RECEIVER } from '#lib/operations/contract.ts';
import { type FieldCheck, throwFieldErrors } from '#lib/operations/server/perform.ts';
import type { NewCharge, NewTransfer } from '#lib/payments/contract.ts';
import {
  amountError,
  beginPayment,
  callbackError,
  maskedMessage,
} from '#lib/payments/server/begin-payment.ts';
import { CHARGE_BOUNDS } from '#lib/payments/server/get-figures.ts';
import { moneyKind } from '#lib/payments/server/money-kind.ts';
import {
  codeAmountError,
  codeChanged,
  codeToPay,
  isKey,
  openRecipientToken,
  plainKey,
  shownOf,
} from '#lib/payments/server/receiver.ts';
import type {
  NewCharge as ChargeInput,
  NewCodePayment,
  NewWithdrawal,
  NewTransfer as ProviderTransfer,
} from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';

/** Documents 1 and 2: a charge. It has no receiver, so only its amount identifies it. */
export const CHARGE = moneyKind<ChargeInput>({
  name: 'charge.create',
  part: 'charges',
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

/** `key`, `document`: the code's receiver at the request, if reported. */
export type CodeInput = NewCodePayment & { key: string | null; document?: string | null };
/** `code`: the code the key came from. `document`: the receiver's document at that time, if reported. */
type TransferInput = ProviderTransfer & { code?: string; document?: string | null };

export const WITHDRAWAL_BY_KEY = moneyKind<NewWithdrawal>({
  name: 'withdrawal.key',
  part: 'withdrawals',
  send: (port, input, change) => partOf(port, 'withdrawals').toKey(input, change),
  sameReceiver: ({ pixKey, pixKeyType }, { withdrawPixKey }) => isKey(withdrawPixKey, pixKey, pixKeyType),
  // Without a look-up before the request, the approver sees the key's present holder, if the directory
  // answers.
  async receiver({ input: { pixKey, pixKeyType }, shown }, port, call) {
    const holder = shown ? null : await port.keyLookup?.(pixKey, pixKeyType, call).catch(() => null);
    return { ...EMPTY_RECEIVER, ...(holder ? shownOf(holder) : shown), key: pixKey, keyType: pixKeyType };
  },
});

export const WITHDRAWAL_BY_CODE = moneyKind<CodeInput>({
  name: 'withdrawal.code',
  part: 'withdrawals',
  send: (port, { key: _, document: __, ...payment }, change) =>
    partOf(port, 'withdrawals').toCode(payment, change),
  sameReceiver: ({ key }, { withdrawPixKey, withdrawPixType }) =>
    key === null ? null : isKey(withdrawPixKey, key, withdrawPixType),
  receiver: ({ input: { key }, shown }) => ({ ...EMPTY_RECEIVER, ...shown, key }),
  namedByReceiver: true,
  changedSince: ({ amount, input }, port) => codeChanged(amount, input, port),
});

const plain = (text: string) => text.replace(/[^0-9a-z@.+]/gi, '').toLowerCase();
/** Account number of document 1. */
const isAccountNumber = (receiver: string) => /^\d{6}$/.test(receiver);

/** Transfers between accounts of the service (document 1: by account number; document 2: by a key). */
export const TRANSFER = moneyKind<TransferInput>({
  name: 'transfer.create',
  part: 'transfers',
  send: (port, { code: _, document: __, ...transfer }, change) =>
    partOf(port, 'transfers').create(transfer, change),
  receiver: ({ input: { receiver }, shown }, { kind }) =>
    kind === 'hub'
      ? { ...EMPTY_RECEIVER, ...shown, key: receiver }
      : { ...EMPTY_RECEIVER, account: receiver },
  changedSince: async ({ amount, input: { code, receiver, document } }, port) =>
    code === undefined ? null : codeChanged(amount, { code, key: receiver, document }, port),
  sameReceiver({ receiver }, { receiver: { accountNumber }, withdrawPixKey, withdrawPixType }) {
    // A key's holder also has an account number, but it does not identify the key.
    if (!isAccountNumber(receiver)) return isKey(withdrawPixKey, receiver, withdrawPixType);
    const shownAccount = accountNumber ?? withdrawPixKey;
    if (shownAccount === null || shownAccount.includes('*')) return null;
    return plain(shownAccount) === plain(receiver);
  },
});

/**
 * Pays a Pix key (documents 1 and 2, withdrawals), at most once. `conflict` with `operationId` while one with
 * the same key and amount is open, unless `acknowledgedDuplicateOf` names it.
 */
export async function createWithdrawal({ ctx, body }: Args<'POST /withdrawals'>): Promise<Reply> {
  ctx.part('withdrawals');
  const { clientReference: _, acknowledgedDuplicateOf: __, lookup, pixKey, pixKeyType, ...rest } = body;
  const { key } = plainKey(pixKey, pixKeyType, 'pixKey');
  const { shown, ...token } = openRecipientToken(ctx, key, lookup);
  return beginPayment(ctx, WITHDRAWAL_BY_KEY, {
    body,
    input: { ...rest, pixKey: key, pixKeyType },
    amount: body.amount,
    receiver: key,
    shown,
    intent: { ...token, pixKey: maskPixKey(key, pixKeyType), pixKeyType },
  });
}

/**
 * Pays a Pix code, decoded first. Its fixed amount is paid; without one the amount must be typed (document 1,
 * PZS603 and PZS604). The amount is always sent, so that the provider refuses any other.
 */
export async function createCodePayment({ ctx, body }: Args<'POST /withdrawals/qr-code'>): Promise<Reply> {
  ctx.part('withdrawals');
  const { clientReference: _, acknowledgedDuplicateOf: __, lookup, amount: typed, ...rest } = body;
  const { code, known, token, shown, receiverName } = await codeToPay(ctx, body.code, lookup);
  const amount = typed ?? known.amount ?? undefined;
  return beginPayment(ctx, WITHDRAWAL_BY_CODE, {
    body,
    checks: [codeAmountError(known, typed, token.amount)],
    input: { ...rest, code, key: known.key, document: known.document, amount },
    amount,
    receiver: known.key ?? code,
    shown,
    intent: {
      receiverName,
      receiverDocument:
        token.receiverDocument ?? (known.document && maskDocument(known.document)) ?? undefined,
      pixKey: known.key === null ? undefined : maskPixKey(known.key),
    },
  });
}

/**
 * Moves money to another account of the service (documents 1 and 2, internal transfers), at most once. A Pix
 * code (document 2) is read first and becomes a transfer to its key, of its fixed amount.
 */
export async function createTransfer({ ctx, body }: Args<'POST /transfers'>): Promise<Reply> {
  ctx.part('transfers');
  const { clientReference: _, acknowledgedDuplicateOf: __, lookup, ...rest } = body;
  const hub = ctx.port.kind === 'hub';
  const byCode = hub && looksLikeCode(body.receiver) ? await keyOfCode(ctx, body, lookup) : null;
  const receiver = byCode?.key ?? (hub ? otherKey(body.receiver) : accountNumber(body.receiver));
  return beginPayment(ctx, TRANSFER, {
    body,
    input: { ...rest, receiver, ...byCode?.codeInput },
    amount: body.amount,
    receiver,
    shown: byCode?.shown,
    intent: { receiver: hub ? maskPixKey(receiver) : receiver, receiverName: byCode?.receiverName },
  });
}

/**
 * Reads a code: its key, the code data to check again before a late send, and the receiver that was shown.
 */
async function keyOfCode(ctx: Ctx, { receiver, amount }: NewTransfer, lookup: string | undefined) {
  const { code, known, token, shown, receiverName } = await codeToPay(ctx, receiver, lookup);
  const { key, document } = known;
  // A dynamic code contains an address instead of a key: only a withdrawal can pay it.
  throwFieldErrors(
    key === null && ['receiver', 'code_without_key'],
    codeAmountError(known, amount, token.amount),
  );
  return { key, codeInput: { code, document }, shown, receiverName };
}

function accountNumber(text: string): string {
  const number = text.replace(/[\s.-]/g, '');
  throwFieldErrors(!isAccountNumber(number) && ['receiver', 'account_number_invalid']);
  return number;
}

/** Document 2: a key of the other account. A number that may be CPF or phone needs +55 to be a phone. */
function otherKey(text: string): string {
  const kinds = pixKeyKinds(text);
  throwFieldErrors(kinds.length > 1 && ['receiver', 'key_type_needed']);
  const key = kinds[0] === undefined ? null : directoryKey(text, kinds[0]);
  throwFieldErrors(key === null && ['receiver', 'key_invalid']);
  return key ?? '';
}
