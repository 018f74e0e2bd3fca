import 'server-only';
import type { Ctx, Reply } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { maskPixKey } from '#lib/core/masking/mask-forms.ts';
import { looksLikeCode } from '#lib/core/pix/br-code.ts';
import { directoryKey, pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import { EMPTY_RECEIVER } from '#lib/operations/contract.ts';
import { throwFieldErrors } from '#lib/operations/server/perform.ts';
import type { NewTransfer } from '#lib/payments/contract.ts';
import { beginPayment, callbackError, metadataError } from '#lib/payments/server/begin-payment.ts';
import { codeAmountError, codeChanged, codeToPay } from '#lib/payments/server/decode-code.ts';
import { moneyKind } from '#lib/payments/server/money-kind.ts';
import { isKey } from '#lib/payments/server/receiver.ts';
import type { NewTransfer as ProviderTransfer } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';

const plain = (text: string) => text.replace(/[^0-9a-z@.+]/gi, '').toLowerCase();
/** Account number of document 1. */
const isAccountNumber = (receiver: string) => /^\d{6}$/.test(receiver);

/** `code`: the code the key came from. `document`: the receiver's document at that time, if reported. */
type TransferInput = ProviderTransfer & { code?: string; document?: string | null };

/** Transfers between accounts of the service (document 1: by account number; document 2: by a key). */
export const TRANSFER = moneyKind<TransferInput>({
  name: 'transfer.create',
  permission: 'withdraw',
  stepUp: true,
  leaves: true,
  part: 'transfers',
  hubFindsByReference: false,
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
 * Moves money to another account of the service (documents 1 and 2, internal transfers), at most once. A Pix
 * code (document 2) is read first and becomes a transfer to its key, of its fixed amount.
 */
export async function createTransfer({ ctx, body }: Args<'POST /transfers'>): Promise<Reply> {
  ctx.part('transfers');
  const { clientReference: _, acknowledgedDuplicateOf: __, lookup, ...rest } = body;
  const hub = ctx.port.kind === 'hub';
  const byCode = hub && looksLikeCode(body.receiver) ? await keyOfCode(ctx, body, lookup) : null;
  const receiver = byCode?.key ?? (hub ? otherKey(body.receiver) : accountNumber(body.receiver));
  throwFieldErrors(callbackError(ctx, body.callbackUrl), metadataError(ctx, body.metadata));
  return beginPayment(ctx, TRANSFER, {
    body,
    input: { ...rest, receiver, ...byCode?.codeInput },
    amount: body.amount,
    receiver,
    shown: byCode?.shown,
    intent: { receiver: hub ? maskPixKey(receiver) : receiver, receiverName: byCode?.receiverName },
  });
}

/** Reads a code: its key, the code data to check again before a late send, and the receiver that was shown. */
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
