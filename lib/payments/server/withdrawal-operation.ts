import 'server-only';
import type { Reply } from '#lib/api/reply.ts';
import type { Args } from '#lib/api/serve.ts';
import { maskDocument, maskPixKey } from '#lib/core/masking/mask-forms.ts';
import type { PixKeyKind } from '#lib/core/pix/pix-key.ts';
import { EMPTY_RECEIVER } from '#lib/operations/contract.ts';
import { beginPayment, maskedMessage } from '#lib/payments/server/begin-payment.ts';
import { isKey } from '#lib/payments/server/check-receiver.ts';
import {
  codeAmountError,
  codeChanged,
  codeFactsOf,
  maskedName,
  readable,
  shownByCode,
} from '#lib/payments/server/decode-code.ts';
import { callbackError, metadataError, throwFieldErrors } from '#lib/payments/server/faults.ts';
import { plainKey, shownOf } from '#lib/payments/server/look-up-key.ts';
import { moneyKind } from '#lib/payments/server/money-kind.ts';
import { openRecipientToken } from '#lib/payments/server/recipient-token.ts';
import type { Call, NewCodePayment, NewWithdrawal, ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';

/** `key`, `document`: the code's receiver at the request, if reported. */
export type CodeInput = NewCodePayment & { key: string | null; document?: string | null };

export const WITHDRAWAL_BY_KEY = moneyKind<NewWithdrawal>({
  name: 'withdrawal.key',
  permission: 'withdraw',
  stepUp: true,
  leaves: true,
  hubFindsByReference: false,
  routes(port) {
    const routes = partOf(port, 'withdrawals');
    return {
      send: (input, change) => routes.toKey(input, change),
      find: (by, call) => routes.find(by, call),
      list: (filter, page, call) => routes.list(filter, page, call),
    };
  },
  sameReceiver: ({ pixKey, pixKeyType }, { withdrawPixKey }) => isKey(withdrawPixKey, pixKey, pixKeyType),
  async receiver({ input: { pixKey, pixKeyType }, shown }, port, call) {
    const holder = shown ?? (await holderOf(port, pixKey, pixKeyType, call));
    return { ...EMPTY_RECEIVER, ...holder, key: pixKey, keyType: pixKeyType };
  },
});

/**
 * For a request without a look-up: the key's present holder, so that the approver sees it. Empty when the
 * directory does not answer.
 */
async function holderOf({ keyLookup }: ProviderPort, key: string, type: string, call: Call) {
  const holder = await keyLookup?.(key, type as PixKeyKind, call).catch(() => undefined);
  return holder === undefined ? {} : shownOf(holder);
}

export const WITHDRAWAL_BY_CODE = moneyKind<CodeInput>({
  name: 'withdrawal.code',
  permission: 'withdraw',
  stepUp: true,
  leaves: true,
  hubFindsByReference: false,
  routes(port) {
    const routes = partOf(port, 'withdrawals');
    return {
      send: ({ key: _, document: __, ...payment }, change) => routes.toCode(payment, change),
      find: (by, call) => routes.find(by, call),
      list: (filter, page, call) => routes.list(filter, page, call),
    };
  },
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
  const { clientReference, acknowledgedDuplicateOf, lookup, pixKey, pixKeyType, ...rest } = body;
  const { key } = plainKey(pixKey, pixKeyType, 'pixKey');
  throwFieldErrors(callbackError(ctx, body.callbackUrl), metadataError(ctx, body.metadata));
  const { shown, ...token } = openRecipientToken(ctx, key, lookup);
  return beginPayment(ctx, WITHDRAWAL_BY_KEY, {
    input: { ...rest, pixKey: key, pixKeyType },
    clientReference,
    amount: body.amount,
    receiver: key,
    acknowledgedDuplicateOf,
    shown,
    intent: {
      ...token,
      pixKey: maskPixKey(key, pixKeyType),
      pixKeyType,
      description: maskedMessage(body.description),
      callbackUrl: body.callbackUrl,
    },
  });
}

/**
 * Pays a Pix code, decoded first. Its fixed amount is paid; without one the amount must be typed (document 1,
 * PZS603 and PZS604). The amount is always sent, so that the provider refuses any other.
 */
export async function createCodePayment({ ctx, body }: Args<'POST /withdrawals/qr-code'>): Promise<Reply> {
  ctx.part('withdrawals');
  const { clientReference, acknowledgedDuplicateOf, lookup, amount: typed, ...rest } = body;
  const { text: code } = readable(body.code);
  const known = await codeFactsOf(ctx.port, code, ctx.call);
  const token = openRecipientToken(ctx, code, lookup);
  throwFieldErrors(
    codeAmountError(known, typed, token.amount),
    callbackError(ctx, body.callbackUrl),
    metadataError(ctx, body.metadata),
  );
  const amount = typed ?? known.amount ?? undefined;
  return beginPayment(ctx, WITHDRAWAL_BY_CODE, {
    input: { ...rest, code, key: known.key, document: known.document, amount },
    clientReference,
    amount,
    receiver: known.key ?? code,
    acknowledgedDuplicateOf,
    shown: shownByCode(known, token.shown),
    intent: {
      receiverName: token.receiverName ?? maskedName(known),
      receiverDocument:
        token.receiverDocument ?? (known.document && maskDocument(known.document)) ?? undefined,
      pixKey: known.key === null ? undefined : maskPixKey(known.key),
      description: maskedMessage(body.description),
      callbackUrl: body.callbackUrl,
    },
  });
}
