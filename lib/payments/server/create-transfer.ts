import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Reply } from '#lib/api/reply.ts';
import { maskPixKey } from '#lib/mask-forms.ts';
import type { NewTransfer } from '#lib/payments/contract.ts';
import { beginPayment, words } from '#lib/payments/server/begin-payment.ts';
import { callbackFault, refuseFaults } from '#lib/payments/server/faults.ts';
import { part } from '#lib/payments/server/payments-of.ts';
import { TRANSFER } from '#lib/payments/server/transfer-operation.ts';
import { directoryKey, pixKeyKinds } from '#lib/pix-key.ts';

/** Moves money to another account of the service (documents 1 and 2, internal transfers), at most once. */
export async function createTransfer({ ctx, body }: { ctx: Ctx; body: NewTransfer }): Promise<Reply> {
  part(ctx.port, 'transfers');
  const { clientReference, despite, ...rest } = body;
  const hub = ctx.port.kind === 'hub';
  const receiver = hub ? otherKey(body.receiver) : accountNumber(body.receiver);
  refuseFaults(callbackFault(ctx, body.callbackUrl));
  return beginPayment(ctx, TRANSFER, {
    input: { ...rest, receiver },
    clientReference,
    amount: body.amount,
    receiver,
    despite,
    intent: { receiver: hub ? maskPixKey(receiver) : receiver, description: words(body.description) },
  });
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
