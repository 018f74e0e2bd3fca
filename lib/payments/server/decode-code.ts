import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { maskName } from '#lib/core/masking/mask-forms.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { type BrCode, readBrCode } from '#lib/core/pix/br-code.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { LookedUpCode } from '#lib/payments/contract.ts';
import { sameHolder } from '#lib/payments/server/check-receiver.ts';
import { type FieldCheck, refuseFaults } from '#lib/payments/server/faults.ts';
import { shownOf } from '#lib/payments/server/look-up-key.ts';
import { type Shown, sealRecipientToken, UNSEEN } from '#lib/payments/server/recipient-token.ts';
import { absenceOf } from '#lib/providers/absence.ts';
import { DecodedCode, KeyHolder } from '#lib/providers/money-records.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';

/**
 * Reads the payment that a Pix code asks for. A text that is no code, or none that the Manual allows, is refused
 * with its reason (`code_…`) at its field before any provider is asked.
 */
export async function decodeCode({ ctx, body }: Args<'POST /pix-qr-codes/decode'>): Promise<LookedUpCode> {
  const decode = ctx.part('decodeCode');
  const own = readable(body.code);
  const asked = holderOf(ctx, own.text);
  const told = await decode(own.text, ctx.call).catch((error: unknown) => {
    if (notReadHere(error)) throw unread(error, 'not_supported');
    throw isDynamic(own) && mayPass(error) ? unread(error) : error;
  });
  // What a static code asks stands in its own text.
  const decoded = told.amount === null && !isDynamic(own) ? { ...told, amount: own.amount } : told;
  const holder = await asked;
  const { name, document, amount } = masked(DecodedCode, decoded, { names: false });
  const whom = holder === null ? null : masked(KeyHolder, holder, { names: false });
  const shown = {
    receiverName: whom?.name ?? name ?? undefined,
    receiverDocument: whom?.document ?? document ?? undefined,
    institution: whom?.institutionName ?? undefined,
    amount,
    shown: {
      ...(holder === null ? { ...UNSEEN, name: decoded.name, document: decoded.document } : shownOf(holder)),
      seenAt: new Date(databaseNow()).toISOString(),
    },
  };
  const lookup = sealRecipientToken(ctx, own.text, shown);
  return serializeFor(ctx, LookedUpCode, { code: decoded, holder, lookup });
}

/** Whom it pays by the directory, where the service tells: a code is read without it as well. */
const holderOf = async (ctx: Ctx, code: string): Promise<KeyHolder | null> =>
  (await ctx.port.codeHolder?.(code, ctx.call).catch(() => null)) ?? null;

/** The code as its own text tells it; `invalid_request` at the code with the reason where it is refused. */
export function readable(text: string): BrCode {
  const code = readBrCode(text);
  if (typeof code === 'string') refuseFaults(['code', code]);
  return code as BrCode;
}

/** Facts known of a code about to be paid. Cents; `amount` null: the payer names it. */
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
  const decoded = await decodeCode?.(own.text, call).catch((error: unknown) => {
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

/** `shown`: what the code asked when its payer read it; undefined: nobody did, or not here. Cents. */
export function codeAmountFault(
  { amount, amountEditable }: Known,
  typed: number | undefined,
  shown: number | null | undefined,
): FieldCheck {
  if (amount === null) return typed === undefined ? ['amount', 'amount_required'] : null;
  const meant = typed ?? (shown === undefined ? amount : shown);
  if (meant === amount || (typed !== undefined && amountEditable)) return null;
  return ['amount', shown === undefined || shown === amount ? 'amount_fixed' : 'amount_changed'];
}

/** Whom a code pays, for who decides: as its payer was shown, where the code still names the same. */
export function shownByCode({ name, document }: Known, seen: Shown | undefined): Shown {
  const now = { name, document, institutionName: null };
  return seen !== undefined && sameHolder(seen, now).state === 'ok' ? seen : { ...UNSEEN, name, document };
}

export const maskedName = ({ name, document }: Known) =>
  name === null ? undefined : maskName(name, document);

/** The error when a code about to be paid late asks something else now; null when it does not. Cents. */
export async function codeChanged(
  amount: number | null,
  { code, key, document = null }: { code: string; key: string | null; document?: string | null | undefined },
  port: ProviderPort,
): Promise<GuicheError | null> {
  const now = await knownOf(port, code, SHARED_CALL);
  const other = now.amount !== null && now.amount !== amount && !now.amountEditable;
  const differs = (before: string | null, after: string | null) =>
    before !== null && after !== null && before.toLowerCase() !== after.toLowerCase();
  if (!other && !differs(key, now.key) && !differs(document, now.document)) return null;
  return new GuicheError('code_changed', 'The code asks something else since it was asked for.', {
    existing: { amount: now.amount },
  });
}

/** Its text names an address instead of a key: what it asks may change until it is paid. */
const isDynamic = ({ url }: BrCode) => url !== null;

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
