import 'server-only';
import type { Reply } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { maskDocument, maskPixKey } from '#lib/core/masking/mask-forms.ts';
import { EMPTY_RECEIVER } from '#lib/operations/contract.ts';
import { throwFieldErrors } from '#lib/operations/server/perform.ts';
import { beginPayment, callbackError, metadataError } from '#lib/payments/server/begin-payment.ts';
import { codeAmountError, codeChanged, codeToPay } from '#lib/payments/server/decode-code.ts';
import { moneyKind } from '#lib/payments/server/money-kind.ts';
import { isKey, openRecipientToken, plainKey, shownOf } from '#lib/payments/server/receiver.ts';
import type { NewCodePayment, NewWithdrawal } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';

/** `key`, `document`: the code's receiver at the request, if reported. */
export type CodeInput = NewCodePayment & { key: string | null; document?: string | null };

const WITHDRAWAL = {
  permission: 'withdraw',
  stepUp: true,
  leaves: true,
  part: 'withdrawals',
  hubFindsByReference: false,
} as const;

export const WITHDRAWAL_BY_KEY = moneyKind<NewWithdrawal>({
  name: 'withdrawal.key',
  ...WITHDRAWAL,
  send: (port, input, change) => partOf(port, 'withdrawals').toKey(input, change),
  sameReceiver: ({ pixKey, pixKeyType }, { withdrawPixKey }) => isKey(withdrawPixKey, pixKey, pixKeyType),
  // Without a look-up before the request, the approver sees the key's present holder, if the directory answers.
  async receiver({ input: { pixKey, pixKeyType }, shown }, port, call) {
    const holder = shown ? null : await port.keyLookup?.(pixKey, pixKeyType, call).catch(() => null);
    return { ...EMPTY_RECEIVER, ...(holder ? shownOf(holder) : shown), key: pixKey, keyType: pixKeyType };
  },
});

export const WITHDRAWAL_BY_CODE = moneyKind<CodeInput>({
  name: 'withdrawal.code',
  ...WITHDRAWAL,
  send: (port, { key: _, document: __, ...payment }, change) =>
    partOf(port, 'withdrawals').toCode(payment, change),
  sameReceiver: ({ key }, { withdrawPixKey, withdrawPixType }) =>
    key === null ? null : isKey(withdrawPixKey, key, withdrawPixType),
  receiver: ({ input: { key }, shown }) => ({ ...EMPTY_RECEIVER, ...shown, key }),
  namedByReceiver: true,
  changedSince: ({ amount, input }, port) => codeChanged(amount, input, port),
});

/**
 * Pays a Pix key (documents 1 and 2, withdrawals), at most once. `conflict` with `operationId` while one with
 * the same key and amount is open, unless `acknowledgedDuplicateOf` names it.
 */
export async function createWithdrawal({ ctx, body }: Args<'POST /withdrawals'>): Promise<Reply> {
  ctx.part('withdrawals');
  const { clientReference: _, acknowledgedDuplicateOf: __, lookup, pixKey, pixKeyType, ...rest } = body;
  const { key } = plainKey(pixKey, pixKeyType, 'pixKey');
  throwFieldErrors(callbackError(ctx, body.callbackUrl), metadataError(ctx, body.metadata));
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
  throwFieldErrors(
    codeAmountError(known, typed, token.amount),
    callbackError(ctx, body.callbackUrl),
    metadataError(ctx, body.metadata),
  );
  const amount = typed ?? known.amount ?? undefined;
  return beginPayment(ctx, WITHDRAWAL_BY_CODE, {
    body,
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
