import 'server-only';
import { and, count, eq, inArray, min, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { keyedHashes, seal, unseal } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { maskDocument, maskName, maskPixKey } from '#lib/core/masking/mask-forms.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { type BrCode, looksLikeCode, readBrCode } from '#lib/core/pix/br-code.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { directoryKey, type PixKeyKind, pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { EMPTY_RECEIVER, type OperationReceiver } from '#lib/operations/contract.ts';
import { subjectsOf } from '#lib/operations/server/duplicates.ts';
import { type FieldCheck, throwFieldErrors } from '#lib/operations/server/perform.ts';
import { newestOperations } from '#lib/operations/server/thing.ts';
import {
  type ApprovalCheck,
  LookedUpCode,
  LookedUpKey,
  type ReceiverHistory,
} from '#lib/payments/contract.ts';
import { KINDS_OF } from '#lib/payments/rules.ts';
import { absenceOf } from '#lib/providers/absence.ts';
import { DecodedCode, KeyHolder } from '#lib/providers/money-records.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';

/** The receiver a look-up showed, unmasked; stored sealed. `seenAt`: ISO 8601; null: not before. */
export type Shown = Omit<OperationReceiver, 'key' | 'keyType' | 'account'>;

const { key: _, keyType: __, account: ___, ...nobody } = EMPTY_RECEIVER;
export const UNSEEN: Shown = nobody;

export const shownOf = (holder: KeyHolder): Shown => ({
  name: holder.name,
  document: holder.document,
  institution: holder.institutionName,
  ispb: holder.institutionIspb,
  accountType: holder.accountType,
  seenAt: null,
});

/** `Shown` masked, for every reader of the operation. `amount`: the code's amount in cents. */
export type Receiver = {
  receiverName?: string | undefined;
  receiverDocument?: string | undefined;
  institution?: string | undefined;
  amount?: number | null | undefined;
  shown?: Shown | undefined;
};

/** Maximum age of a token (ms): an older one may no longer match the receiver. */
const VALID_MS = 60 * 60_000;
const purpose = ({ account }: Ctx) => `payment-look-up:${account.id}`;
const hashed = (subject: string) => keyedHashes(subject, 'payment-look-up');

/** Seals the shown receiver. The form sends it back, and the operation names it without another look-up. */
function sealRecipientToken(ctx: Ctx, subject: string, receiver: Receiver): string {
  return seal(JSON.stringify({ of: hashed(subject)[0], at: databaseNow(), receiver }), purpose(ctx));
}

/** Opens the token. Empty if it belongs to another key or code, is too old, or is not ours. */
export function openRecipientToken(ctx: Ctx, subject: string, text: string | undefined): Receiver {
  if (text === undefined) return {};
  try {
    const token: { of: string; at: number; receiver: Receiver } = JSON.parse(unseal(text, purpose(ctx)));
    return hashed(subject).includes(token.of) && databaseNow() - token.at < VALID_MS ? token.receiver : {};
  } catch {
    return {};
  }
}

/** Compares the directory's answer with the holder the requester saw and with the key. Calls no provider. */

export type Check = Pick<ApprovalCheck, 'name' | 'state'> & Partial<ApprovalCheck>;
type Holder = Pick<KeyHolder, 'name' | 'document' | 'institutionName'>;

/** Checks that the key still has the holder its requester saw. Fields missing on one side are skipped. */
export function sameHolder(shown: Shown | undefined, now: Holder): Check {
  const pairs = [
    ['name', shown?.name, now.name, sameName],
    ['document', shown?.document, now.document, sameDocument],
    ['institution', shown?.institution, now.institutionName, sameName],
  ] as const;
  const comparable = pairs.filter(([, before, after]) => before && after);
  const other = comparable.find(([, before, after, same]) => !same(before ?? '', after ?? ''));
  if (other !== undefined) return { name: 'key', state: 'fails', why: other[0] };
  if (comparable.length === 0) return { name: 'key', state: 'note', why: 'not_seen' };
  return { name: 'key', state: 'ok', at: shown?.seenAt ?? null };
}

/** A CPF or CNPJ key must be the holder's document. Null: another kind of key, or no document reported. */
export function keyIsDocument(key: string, type: string | null, { document }: Holder): Check | null {
  const kind = type?.toLowerCase();
  if ((kind !== 'cpf' && kind !== 'cnpj') || !document) return null;
  return { name: 'document', state: sameDocument(key, document) ? 'ok' : 'fails' };
}

/** A service sometimes masks documents with stars. Then only the visible digits are compared. */
function sameDocument(one: string, other: string): boolean {
  const plain = [one, other].some((text) => text.includes('*')) ? maskDocument : normalizeDocument;
  return plain(one) === plain(other);
}

const sameName = (one: string, other: string) => plainName(one) === plainName(other);
const plainName = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Whether the key shown by the provider is this one. Null: unclear. Services mask keys differently and omit a
 * phone's country code, so only a shown key that cannot match counts as another one.
 */
export function isKey(shown: string | null, key: string, type: string | null): boolean | null {
  if (shown === null) return null;
  const form = (text: string) => (directoryKey(text, type) ?? text.trim()).toLowerCase();
  if (form(shown) === form(key)) return true;
  if (!shown.includes('*')) return isShorter(shown, key) || isShorter(key, shown) ? null : false;
  if (!fitsStars(shown, key)) return false;
  return maskPixKey(shown, type) === maskPixKey(key, type) ? true : null;
}

const bare = (text: string) => text.replace(/[^0-9a-z*@]/gi, '').toLowerCase();

/** The visible parts appear in the key in this order. An e-mail key must also begin with the first part. */
function fitsStars(starred: string, key: string): boolean {
  const [first = '', ...others] = bare(starred).split('*');
  if (starred.includes('@') && !bare(key).startsWith(first)) return false;
  let rest = bare(key);
  for (const open of [first, ...others]) {
    const at = rest.indexOf(open);
    if (at === -1) return false;
    rest = rest.slice(at + open.length);
  }
  return true;
}

/** Whether `one` is the phone number `other` without its country code. */
const isShorter = (one: string, other: string) =>
  /^[\d\s().+-]+$/.test(one) && bare(one).length >= 10 && bare(other).endsWith(bare(one));

/** Withdrawals requested in Guichê from this account to this key. Those made elsewhere are not included. */
async function receiverHistory(accountId: string, key: string): Promise<ReceiverHistory> {
  const toKey = and(
    eq(operations.accountId, accountId),
    inArray(operations.subject, subjectsOf(accountId, key)),
    inArray(operations.kind, [...KINDS_OF.withdrawals]),
  );
  const confirmed = sql<string>`count(*) filter (where ${operations.state} = 'confirmed')`;
  const [[all], [last]] = await Promise.all([
    db()
      .select({ count: count(), confirmed, since: min(operations.createdAt) })
      .from(operations)
      .where(toKey),
    newestOperations(db(), and(toKey, eq(operations.state, 'confirmed'))),
  ]);
  return {
    count: all?.count ?? 0,
    confirmed: Number(all?.confirmed ?? 0),
    since: all?.since?.toISOString() ?? null,
    last: last === undefined ? null : { amount: last.amount, at: last.createdAt.toISOString() },
  };
}

/**
 * Looks up a Pix key's holder (documents 1 and 2, directory). Without a type, the key's form decides; a
 * number that may be CPF or phone needs one (`key_type_needed`). The withdrawal sends `lookup` back.
 */
export async function lookUpKey({ ctx, body }: Args<'POST /pix-keys/lookup'>): Promise<LookedUpKey> {
  const lookUp = ctx.part('keyLookup');
  const { key, keyType } = plainKey(body.key, body.keyType);
  const [holder, history] = await Promise.all([
    lookUp(key, keyType, ctx.call),
    receiverHistory(ctx.account.id, key),
  ]);
  const lookup = sealRecipientToken(ctx, key, receiverOf(holder));
  return serializeFor(ctx, LookedUpKey, { holder, key, keyType, lookup, history });
}

/** The key in the directory's form. `invalid_request` at `field`, or at `keyType` when the type is needed. */
export function plainKey(text: string, chosen: PixKeyKind | undefined, field = 'key') {
  throwFieldErrors(looksLikeCode(text) && [field, 'key_is_code']);
  const kinds = chosen === undefined ? pixKeyKinds(text) : [chosen];
  throwFieldErrors(kinds.length > 1 && ['keyType', 'key_type_needed']);
  const [keyType] = kinds;
  const key = keyType === undefined ? null : directoryKey(text, keyType);
  throwFieldErrors(key === null && [field, 'key_invalid']);
  return { key: key ?? '', keyType: keyType ?? 'evp' };
}

/** Masked for every reader, and unmasked (`shown`) for the approver. */
function receiverOf(holder: KeyHolder): Receiver {
  const { name, document, institutionName } = masked(KeyHolder, holder, { names: false });
  return {
    receiverName: name ?? undefined,
    receiverDocument: document ?? undefined,
    institution: institutionName ?? undefined,
    shown: { ...shownOf(holder), seenAt: databaseIso() },
  };
}

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
  const byHolder: Receiver = holder === null ? {} : receiverOf(holder);
  const byCode = { ...UNSEEN, name: decoded.name, document: decoded.document, seenAt: databaseIso() };
  const lookup = sealRecipientToken(ctx, own.text, {
    receiverName: byHolder.receiverName ?? name ?? undefined,
    receiverDocument: byHolder.receiverDocument ?? document ?? undefined,
    institution: byHolder.institution,
    amount,
    shown: byHolder.shown ?? byCode,
  });
  return serializeFor(ctx, LookedUpCode, { code: decoded, holder, lookup });
}

/** Parses the code's own text. Throws `invalid_request` at the code's field with the reason. */
function readable(text: string): BrCode {
  const code = readBrCode(text);
  if (typeof code === 'string') throwFieldErrors(['code', code]);
  return code as BrCode;
}

/** Facts of a code about to be paid. Cents; `amount` null: the payer chooses it. */
type CodeFacts = {
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

/** Codes that mean this account does not have it: no such route, no scope, or not enabled. */
const NOT_READ = new Set(['PZG404', 'PZK401', 'PZA200', 'TOKEN_MISSING_SCOPE']);

export function notReadHere(error: unknown): boolean {
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
