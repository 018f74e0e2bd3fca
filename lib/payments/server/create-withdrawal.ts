import 'server-only';
import type { Reply } from '#lib/api/reply.ts';
import type { Args } from '#lib/api/serve.ts';
import { beginPayment, words } from '#lib/payments/server/begin-payment.ts';
import {
  codeAmountFault,
  knownOf,
  maskedName,
  readable,
  shownByCode,
} from '#lib/payments/server/decode-code.ts';
import { callbackFault, metadataFault, refuseFaults } from '#lib/payments/server/faults.ts';
import { plainKey } from '#lib/payments/server/look-up-key.ts';
import { openRecipientToken } from '#lib/payments/server/recipient-token.ts';
import { WITHDRAWAL_BY_CODE, WITHDRAWAL_BY_KEY } from '#lib/payments/server/withdrawal-operation.ts';
import { maskDocument, maskPixKey } from '#lib/privacy/mask-forms.ts';

/**
 * Money to a Pix key (documents 1 and 2, withdrawals), at most once. `conflict` with `operationId` while one of the
 * same key and amount is open, unless `acknowledgedDuplicateOf` names it.
 */
export async function createWithdrawal({ ctx, body }: Args<'POST /withdrawals'>): Promise<Reply> {
  ctx.part('withdrawals');
  const { clientReference, acknowledgedDuplicateOf, lookup, pixKey, pixKeyType, ...rest } = body;
  const { key } = plainKey(pixKey, pixKeyType, 'pixKey');
  refuseFaults(callbackFault(ctx, body.callbackUrl), metadataFault(ctx, body.metadata));
  const { shown, ...told } = openRecipientToken(ctx, key, lookup);
  return beginPayment(ctx, WITHDRAWAL_BY_KEY, {
    input: { ...rest, pixKey: key, pixKeyType },
    clientReference,
    amount: body.amount,
    receiver: key,
    acknowledgedDuplicateOf,
    shown,
    intent: {
      ...told,
      pixKey: maskPixKey(key, pixKeyType),
      pixKeyType,
      description: words(body.description),
      callbackUrl: body.callbackUrl,
    },
  });
}

/**
 * Pays a Pix code, decoded first: the amount it fixes is what is paid, and it must be typed where it fixes none
 * (document 1, PZS603 and PZS604). That amount always goes along, so that the provider refuses any other.
 */
export async function createCodePayment({ ctx, body }: Args<'POST /withdrawals/qr-code'>): Promise<Reply> {
  ctx.part('withdrawals');
  const { clientReference, acknowledgedDuplicateOf, lookup, amount: typed, ...rest } = body;
  const { text: code } = readable(body.code);
  const known = await knownOf(ctx.port, code, ctx.call);
  const told = openRecipientToken(ctx, code, lookup);
  refuseFaults(
    codeAmountFault(known, typed, told.amount),
    callbackFault(ctx, body.callbackUrl),
    metadataFault(ctx, body.metadata),
  );
  const amount = typed ?? known.amount ?? undefined;
  return beginPayment(ctx, WITHDRAWAL_BY_CODE, {
    input: { ...rest, code, key: known.key, document: known.document, amount },
    clientReference,
    amount,
    receiver: known.key ?? code,
    acknowledgedDuplicateOf,
    shown: shownByCode(known, told.shown),
    intent: {
      receiverName: told.receiverName ?? maskedName(known),
      receiverDocument:
        told.receiverDocument ?? (known.document && maskDocument(known.document)) ?? undefined,
      pixKey: known.key === null ? undefined : maskPixKey(known.key),
      description: words(body.description),
      callbackUrl: body.callbackUrl,
    },
  });
}
