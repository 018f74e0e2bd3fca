import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { type BrCode, readBrCode } from '#lib/br-code.ts';
import { maskCode } from '#lib/mask-payment.ts';
import { refuseFaults } from '#lib/payments/server/faults.ts';
import { sealLookUp } from '#lib/payments/server/looked-up.ts';
import { operatorCall, part } from '#lib/payments/server/payments-of.ts';
import { absenceOf } from '#lib/providers/absence.ts';
import type { DecodedCode } from '#lib/providers/money-records.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';

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
  const own = readable(body.code);
  const decoded = await decode(body.code, operatorCall(ctx)).catch((error: unknown) => {
    if (notReadHere(error)) throw unread(error, 'not_supported');
    throw isDynamic(own) && mayPass(error) ? unread(error) : error;
  });
  const { name, document, amount } = maskCode(decoded, { names: false });
  const shown = { receiverName: name ?? undefined, receiverDocument: document ?? undefined, amount };
  return {
    code: maskCode(decoded, { names: ctx.permissions.has('reveal') }),
    lookup: sealLookUp(ctx, body.code, shown),
  };
}

/** The code as its own text tells it. */
export function readable(text: string): BrCode {
  const code = readBrCode(text);
  if (typeof code === 'string') refuseFaults(['code', code]);
  return code as BrCode;
}

/** What is known of a code that is about to be paid. Cents; `amount` null: whoever pays names it. */
export type Known = {
  key: string | null;
  amount: number | null;
  amountEditable: boolean;
  name: string | null;
  document: string | null;
};

/**
 * As the provider tells it now. Where it cannot be read, a static code is what its text says; what a dynamic one asks
 * only its receiver's institution knows: it is refused (`code_unread`) while that does not answer, and without an
 * amount of its own where this account never reads codes. What the provider says against the code ends it here.
 */
export async function knownOf({ decodeCode }: Pick<ProviderPort, 'decodeCode'>, text: string, call: Call) {
  const own = readable(text);
  const dynamic = isDynamic(own);
  const decoded = await decodeCode?.(text, call).catch((error: unknown) => {
    if (notReadHere(error)) return null;
    if (!mayPass(error)) throw error;
    if (dynamic) throw unread(error);
    return null;
  });
  const amount = dynamic ? null : own.amount;
  if (!decoded)
    return { key: own.key, amount, amountEditable: false, name: own.name, document: null } satisfies Known;
  return {
    key: decoded.key ?? own.key,
    amount: decoded.amount ?? amount,
    amountEditable: decoded.amountEditable === true,
    name: decoded.name ?? own.name,
    document: decoded.document,
  } satisfies Known;
}

/** Its text names an address instead of a key: what it asks may change until it is paid. */
const isDynamic = ({ key, url }: BrCode) => url !== null || key === null;

const MAY_PASS = new Set(['provider_unavailable', 'provider_timeout', 'provider_credential', 'rate_limited']);
const mayPass = (error: unknown) => error instanceof GuicheError && MAY_PASS.has(error.code);

/** No scope for it, or not enabled: this account does not read codes. */
const NOT_READ = new Set(['PZG404', 'PZK401', 'PZA200', 'TOKEN_MISSING_SCOPE']);

function notReadHere(error: unknown): boolean {
  if (!(error instanceof GuicheError)) return false;
  if (error.code === 'not_supported' || absenceOf(error) !== null) return true;
  return NOT_READ.has(error.details.provider?.code ?? '');
}

/** The same refusal, said at the code's field where the code itself cannot be paid so. */
function unread(error: unknown, code?: 'not_supported'): unknown {
  if (!(error instanceof GuicheError)) return error;
  const { status: _, ...details } = error.details;
  if (code !== undefined) return new GuicheError(code, error.message, details);
  return new GuicheError(error.code, error.message, {
    ...error.details,
    fields: [{ field: 'code', message: 'code_unread' }],
  });
}
