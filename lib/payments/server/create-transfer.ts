import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Reply } from '#lib/api/reply.ts';
import type { Args } from '#lib/api/serve.ts';
import { maskPixKey } from '#lib/core/masking/mask-forms.ts';
import { looksLikeCode } from '#lib/core/pix/br-code.ts';
import { directoryKey, pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import type { NewTransfer } from '#lib/payments/contract.ts';
import { beginPayment, words } from '#lib/payments/server/begin-payment.ts';
import {
  codeAmountFault,
  knownOf,
  maskedName,
  readable,
  shownByCode,
} from '#lib/payments/server/decode-code.ts';
import { callbackFault, metadataFault, refuseFaults } from '#lib/payments/server/faults.ts';
import { openRecipientToken } from '#lib/payments/server/recipient-token.ts';
import { TRANSFER } from '#lib/payments/server/transfer-operation.ts';

/**
 * Moves money to another account of the service (documents 1 and 2, internal transfers), at most once. A Pix code
 * (document 2) is read first: what goes is a transfer to the key it names, of the amount it fixes.
 */
export async function createTransfer({ ctx, body }: Args<'POST /transfers'>): Promise<Reply> {
  ctx.part('transfers');
  const { clientReference, acknowledgedDuplicateOf, lookup, ...rest } = body;
  const hub = ctx.port.kind === 'hub';
  const byCode = hub && looksLikeCode(body.receiver) ? await keyOfCode(ctx, body, lookup) : null;
  const receiver = byCode?.key ?? (hub ? otherKey(body.receiver) : accountNumber(body.receiver));
  refuseFaults(callbackFault(ctx, body.callbackUrl), metadataFault(ctx, body.metadata));
  return beginPayment(ctx, TRANSFER, {
    input: { ...rest, receiver, ...byCode?.kept },
    clientReference,
    amount: body.amount,
    receiver,
    acknowledgedDuplicateOf,
    shown: byCode?.shown,
    intent: {
      receiver: hub ? maskPixKey(receiver) : receiver,
      receiverName: byCode?.receiverName,
      description: words(body.description),
      callbackUrl: body.callbackUrl,
    },
  });
}

/** The key that a code names, what is read again before a late send, and who was shown. */
async function keyOfCode(ctx: Ctx, { receiver, amount }: NewTransfer, lookup: string | undefined) {
  const { text: code } = readable(receiver);
  const known = await knownOf(ctx.port, code, ctx.call);
  const told = openRecipientToken(ctx, code, lookup);
  // A dynamic code names an address instead: only a withdrawal pays it.
  refuseFaults(
    known.key === null && ['receiver', 'code_without_key'],
    codeAmountFault(known, amount, told.amount),
  );
  const { key, document } = known;
  return {
    key,
    kept: { code, document },
    shown: shownByCode(known, told.shown),
    receiverName: told.receiverName ?? maskedName(known),
  };
}

/** Document 1: six digits. */
function accountNumber(text: string): string {
  const number = text.replace(/[\s.-]/g, '');
  refuseFaults(!/^\d{6}$/.test(number) && ['receiver', 'account_number_invalid']);
  return number;
}

/** Document 2: a key of the other account. A bare number that may be a CPF or a phone is written with +55. */
function otherKey(text: string): string {
  const kinds = pixKeyKinds(text);
  refuseFaults(kinds.length > 1 && ['receiver', 'key_type_needed']);
  const key = kinds[0] === undefined ? null : directoryKey(text, kinds[0]);
  refuseFaults(key === null && ['receiver', 'key_invalid']);
  return key ?? '';
}
