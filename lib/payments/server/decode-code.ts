import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { type BrCode, readBrCode } from '#lib/br-code.ts';
import { maskCode } from '#lib/mask-payment.ts';
import { refuseFaults } from '#lib/payments/server/faults.ts';
import { sealLookUp } from '#lib/payments/server/looked-up.ts';
import { operatorCall, part } from '#lib/payments/server/payments-of.ts';
import type { DecodedCode } from '#lib/providers/money-records.ts';

/**
 * What a Pix code asks to be paid. A code that is none, or whose checksum fails, is told at its field before anybody
 * is asked (`code_invalid`, `code_broken`).
 */
export async function decodeCode({
  ctx,
  body,
}: {
  ctx: Ctx;
  body: { code: string };
}): Promise<{ code: DecodedCode; lookup: string }> {
  const decode = part(ctx.port, 'decodeCode');
  readable(body.code);
  const decoded = await decode(body.code, operatorCall(ctx));
  const { name, document } = maskCode(decoded, { names: false });
  const receiver = { receiverName: name ?? undefined, receiverDocument: document ?? undefined };
  return {
    code: maskCode(decoded, { names: ctx.permissions.has('reveal') }),
    lookup: sealLookUp(ctx, body.code, receiver),
  };
}

/** The code as its own text tells it. */
export function readable(text: string): BrCode {
  const code = readBrCode(text);
  if (typeof code === 'string') refuseFaults(['code', code]);
  return code as BrCode;
}

/** What is known of a code that is about to be paid. Cents. */
export type Known = {
  key: string | null;
  amount: number | null;
  amountEditable: boolean;
  name: string | null;
  document: string | null;
};

/**
 * As the provider tells it now, else as its text does: an institution that does not answer, or an account that may
 * not decode, does not keep anybody from paying. What the provider says against the code itself ends it here.
 */
export async function knownOf(ctx: Ctx, text: string): Promise<Known> {
  const own = readable(text);
  const decoded = await ctx.port.decodeCode?.(text, operatorCall(ctx)).catch((error: unknown) => {
    if (error instanceof GuicheError && MAY_GO_ON.has(error.code)) return null;
    if (error instanceof GuicheError && error.details.provider?.status === 403) return null;
    throw error;
  });
  if (!decoded)
    return { key: own.key, amount: own.amount, amountEditable: false, name: own.name, document: null };
  return {
    key: decoded.key ?? own.key,
    amount: decoded.amount ?? own.amount,
    amountEditable: decoded.amountEditable === true,
    name: decoded.name ?? own.name,
    document: decoded.document,
  };
}

const MAY_GO_ON = new Set([
  'provider_unavailable',
  'provider_timeout',
  'provider_credential',
  'rate_limited',
]);
