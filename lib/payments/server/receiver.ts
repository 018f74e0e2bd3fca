import 'server-only';
import { and, count, desc, eq, inArray, min, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { keyedHashes, seal, unseal } from '#lib/auth/server/seal.ts';
import { maskDocument, maskPixKey } from '#lib/core/masking/mask-forms.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { looksLikeCode } from '#lib/core/pix/br-code.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { directoryKey, type PixKeyKind, pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { EMPTY_RECEIVER, type OperationReceiver } from '#lib/operations/contract.ts';
import { subjectsOf } from '#lib/operations/server/duplicates.ts';
import { throwFieldErrors } from '#lib/operations/server/perform.ts';
import { type ApprovalCheck, LookedUpKey, type ReceiverHistory } from '#lib/payments/contract.ts';
import { KINDS_OF } from '#lib/payments/rules.ts';
import { KeyHolder } from '#lib/providers/money-records.ts';

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
export function sealRecipientToken(ctx: Ctx, subject: string, receiver: Receiver): string {
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
    db()
      .select({ amount: operations.amount, at: operations.createdAt })
      .from(operations)
      .where(and(toKey, eq(operations.state, 'confirmed')))
      .orderBy(desc(operations.createdAt), desc(operations.id))
      .limit(1),
  ]);
  return {
    count: all?.count ?? 0,
    confirmed: Number(all?.confirmed ?? 0),
    since: all?.since?.toISOString() ?? null,
    last: last === undefined ? null : { amount: last.amount, at: last.at.toISOString() },
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
