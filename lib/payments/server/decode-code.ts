import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { maskName } from '#lib/core/masking/mask-forms.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { type BrCode, readBrCode } from '#lib/core/pix/br-code.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { type FieldCheck, throwFieldErrors } from '#lib/operations/server/perform.ts';
import { LookedUpCode } from '#lib/payments/contract.ts';
import {
  openRecipientToken,
  type Shown,
  sameHolder,
  sealRecipientToken,
  shownOf,
  UNSEEN,
} from '#lib/payments/server/receiver.ts';
import { absenceOf } from '#lib/providers/absence.ts';
import { DecodedCode, KeyHolder } from '#lib/providers/money-records.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';

/** Reads what a Pix code requests. A wrong code is refused with its reason (`code_…`) before any call. */
export async function decodeCode({ ctx, body }: Args<'POST /pix-qr-codes/decode'>): Promise<LookedUpCode> {
  const decode = ctx.part('decodeCode');
  const own = readable(body.code);
  // The directory's answer is not needed to read the code.
  const holderRead = ctx.port.codeHolder?.(own.text, ctx.call).catch(() => null);
  const answer = await decode(own.text, ctx.call).catch((error: unknown) => {
    if (notReadHere(error)) throw unread(error, 'not_supported');
    throw isDynamic(own) && mayPass(error) ? unread(error) : error;
  });
  // A static code contains its amount in its own text.
  const decoded = answer.amount === null && !isDynamic(own) ? { ...answer, amount: own.amount } : answer;
  const holder = (await holderRead) ?? null;
  const { name, document, amount } = masked(DecodedCode, decoded, { names: false });
  const whom = holder === null ? null : masked(KeyHolder, holder, { names: false });
  const shown = {
    receiverName: whom?.name ?? name ?? undefined,
    receiverDocument: whom?.document ?? document ?? undefined,
    institution: whom?.institutionName ?? undefined,
    amount,
    shown: {
      ...(holder === null ? { ...UNSEEN, name: decoded.name, document: decoded.document } : shownOf(holder)),
      seenAt: databaseIso(),
    },
  };
  const lookup = sealRecipientToken(ctx, own.text, shown);
  return serializeFor(ctx, LookedUpCode, { code: decoded, holder, lookup });
}

/** Parses the code's own text. Throws `invalid_request` at the code's field with the reason. */
function readable(text: string): BrCode {
  const code = readBrCode(text);
  if (typeof code === 'string') throwFieldErrors(['code', code]);
  return code as BrCode;
}

/** Facts of a code about to be paid. Cents; `amount` null: the payer chooses it. */
export type CodeFacts = {
  key: string | null;
  amount: number | null;
  amountEditable: boolean;
  name: string | null;
  document: string | null;
};

/**
 * The code as the provider reads it now. If it cannot, a static code's text is used; a dynamic one is refused
 * (`code_unread`), or has no amount where the account never reads codes. A provider's refusal of the code is
 * thrown.
 */
async function codeFactsOf({ decodeCode }: Pick<ProviderPort, 'decodeCode'>, text: string, call: Call) {
  const own = readable(text);
  const dynamic = isDynamic(own);
  const decoded = await decodeCode?.(own.text, call).catch((error: unknown) => {
    if (notReadHere(error)) return null;
    if (!mayPass(error)) throw error;
    if (dynamic) throw unread(error);
    return null;
  });
  const amount = dynamic ? null : own.amount;
  return {
    key: decoded?.key ?? own.key,
    amount: decoded?.amount ?? amount,
    amountEditable: decoded?.amountEditable === true,
    name: decoded?.name ?? own.name,
    document: decoded?.document ?? null,
  };
}

/** Checks a code payment's amount. `shown`: the code's cents as its payer read it; undefined: not here. */
export function codeAmountError(
  { amount, amountEditable }: CodeFacts,
  typed: number | undefined,
  shown: number | null | undefined,
): FieldCheck {
  if (amount === null) return typed === undefined ? ['amount', 'amount_required'] : null;
  const meant = typed ?? (shown === undefined ? amount : shown);
  if (meant === amount || (typed !== undefined && amountEditable)) return null;
  return ['amount', shown === undefined || shown === amount ? 'amount_fixed' : 'amount_changed'];
}

/** The receiver shown to the approver: as the payer saw it, if the code still names the same one. */
export function shownByCode({ name, document }: CodeFacts, seen: Shown | undefined): Shown {
  const now = { name, document, institutionName: null };
  return seen !== undefined && sameHolder(seen, now).state === 'ok' ? seen : { ...UNSEEN, name, document };
}

/** Reads a code about to be paid, and its receiver as the payer saw it (`lookup`). */
export async function codeToPay(ctx: Ctx, text: string, lookup: string | undefined) {
  const { text: code } = readable(text);
  const known = await codeFactsOf(ctx.port, code, ctx.call);
  const token = openRecipientToken(ctx, code, lookup);
  const maskedName = known.name === null ? undefined : maskName(known.name, known.document);
  const receiverName = token.receiverName ?? maskedName;
  return { code, known, token, shown: shownByCode(known, token.shown), receiverName };
}

/** Error if a code paid later than requested now requests something else. Null: unchanged. Cents. */
export async function codeChanged(
  amount: number | null,
  { code, key, document = null }: { code: string; key: string | null; document?: string | null | undefined },
  port: ProviderPort,
): Promise<GuicheError | null> {
  const now = await codeFactsOf(port, code, SHARED_CALL);
  const other = now.amount !== null && now.amount !== amount && !now.amountEditable;
  const differs = (before: string | null, after: string | null) =>
    before !== null && after !== null && before.toLowerCase() !== after.toLowerCase();
  if (!other && !differs(key, now.key) && !differs(document, now.document)) return null;
  return new GuicheError('code_changed', 'The code asks something else since it was asked for.', {
    existing: { amount: now.amount },
  });
}

/** Its text contains an address instead of a key: the request may change until it is paid. */
const isDynamic = ({ url }: BrCode) => url !== null;

const MAY_PASS = new Set(['provider_unavailable', 'provider_timeout', 'provider_credential', 'rate_limited']);
const mayPass = (error: unknown) => error instanceof GuicheError && MAY_PASS.has(error.code);

/** Codes that mean this account does not read codes: no scope, or not enabled. */
const NOT_READ = new Set(['PZG404', 'PZK401', 'PZA200', 'TOKEN_MISSING_SCOPE']);

function notReadHere(error: unknown): boolean {
  if (!(error instanceof GuicheError)) return false;
  if (error.code === 'not_supported' || absenceOf(error) !== null) return true;
  return NOT_READ.has(error.details.provider?.code ?? '');
}

/** The same error, reported at the code's field unless `code` replaces its error code. */
function unread(error: unknown, code?: 'not_supported'): unknown {
  if (!(error instanceof GuicheError)) return error;
  const { status: _, ...details } = error.details;
  if (code !== undefined) return new GuicheError(code, error.message, details);
  return new GuicheError(error.code, error.message, {
    ...error.details,
    fields: [{ field: 'code', message: 'code_unread' }],
  });
}
