import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Reply } from '#lib/api/reply.ts';
import type { Args } from '#lib/api/serve.ts';
import { maskPixKey } from '#lib/core/masking/mask-forms.ts';
import { looksLikeCode } from '#lib/core/pix/br-code.ts';
import { directoryKey, pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import type { NewTransfer } from '#lib/payments/contract.ts';
import { beginPayment, maskedMessage } from '#lib/payments/server/begin-payment.ts';
import {
  codeAmountError,
  codeFactsOf,
  maskedName,
  readable,
  shownByCode,
} from '#lib/payments/server/decode-code.ts';
import { callbackError, metadataError, throwFieldErrors } from '#lib/payments/server/faults.ts';
import { openRecipientToken } from '#lib/payments/server/recipient-token.ts';
import { TRANSFER } from '#lib/payments/server/transfer-operation.ts';

/**
 * Moves money to another account of the service (documents 1 and 2, internal transfers), at most once. A Pix
 * code (document 2) is read first and becomes a transfer to its key, of its fixed amount.
 */
export async function createTransfer({ ctx, body }: Args<'POST /transfers'>): Promise<Reply> {
  ctx.part('transfers');
  const { clientReference, acknowledgedDuplicateOf, lookup, ...rest } = body;
  const hub = ctx.port.kind === 'hub';
  const byCode = hub && looksLikeCode(body.receiver) ? await keyOfCode(ctx, body, lookup) : null;
  const receiver = byCode?.key ?? (hub ? otherKey(body.receiver) : accountNumber(body.receiver));
  throwFieldErrors(callbackError(ctx, body.callbackUrl), metadataError(ctx, body.metadata));
  return beginPayment(ctx, TRANSFER, {
    input: { ...rest, receiver, ...byCode?.codeInput },
    clientReference,
    amount: body.amount,
    receiver,
    acknowledgedDuplicateOf,
    shown: byCode?.shown,
    intent: {
      receiver: hub ? maskPixKey(receiver) : receiver,
      receiverName: byCode?.receiverName,
      description: maskedMessage(body.description),
      callbackUrl: body.callbackUrl,
    },
  });
}

/**
 * Reads a code: its key, the code data to check again before a late send, and the receiver that was shown.
 */
async function keyOfCode(ctx: Ctx, { receiver, amount }: NewTransfer, lookup: string | undefined) {
  const { text: code } = readable(receiver);
  const known = await codeFactsOf(ctx.port, code, ctx.call);
  const token = openRecipientToken(ctx, code, lookup);
  // A dynamic code contains an address instead of a key: only a withdrawal can pay it.
  throwFieldErrors(
    known.key === null && ['receiver', 'code_without_key'],
    codeAmountError(known, amount, token.amount),
  );
  const { key, document } = known;
  return {
    key,
    codeInput: { code, document },
    shown: shownByCode(known, token.shown),
    receiverName: token.receiverName ?? maskedName(known),
  };
}

/** Document 1: six digits. */
function accountNumber(text: string): string {
  const number = text.replace(/[\s.-]/g, '');
  throwFieldErrors(!/^\d{6}$/.test(number) && ['receiver', 'account_number_invalid']);
  return number;
}

/**
 * Document 2: a key of the other account. A number that may be a CPF or a phone must be typed with +55 to
 * mean a phone.
 */
function otherKey(text: string): string {
  const kinds = pixKeyKinds(text);
  throwFieldErrors(kinds.length > 1 && ['receiver', 'key_type_needed']);
  const key = kinds[0] === undefined ? null : directoryKey(text, kinds[0]);
  throwFieldErrors(key === null && ['receiver', 'key_invalid']);
  return key ?? '';
}
