import 'server-only';
import { and, count, desc, eq, inArray, min, sql } from 'drizzle-orm';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { looksLikeCode } from '#lib/core/pix/br-code.ts';
import { directoryKey, type PixKeyKind, pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { subjectsOf } from '#lib/operations/server/duplicate-guard.ts';
import { LookedUpKey, type ReceiverHistory } from '#lib/payments/contract.ts';
import type { MONEY_OUT_KINDS } from '#lib/payments/rules.ts';
import { refuseFaults } from '#lib/payments/server/faults.ts';
import { type Receiver, type Shown, sealRecipientToken } from '#lib/payments/server/recipient-token.ts';
import { KeyHolder } from '#lib/providers/money-records.ts';

const KINDS: (typeof MONEY_OUT_KINDS)[number][] = ['withdrawal.key', 'withdrawal.code'];

/** Withdrawals asked for here, from this account to this key; what left past Guichê is not among them. */
async function receiverHistory(accountId: string, key: string): Promise<ReceiverHistory> {
  const toKey = and(
    eq(operations.accountId, accountId),
    inArray(operations.subject, subjectsOf(accountId, key)),
    inArray(operations.kind, KINDS),
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
 * Looks up the holder of a Pix key (documents 1 and 2, directory). The key's shape tells its type unless one
 * is given; a bare number, CPF or phone, asks which (`key_type_needed`). `lookup` goes back with the
 * withdrawal.
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

/** In the directory's form; `invalid_request` at `field` (and at `keyType` where the type must be said). */
export function plainKey(
  text: string,
  given: PixKeyKind | undefined,
  field = 'key',
): { key: string; keyType: PixKeyKind } {
  refuseFaults(looksLikeCode(text) && [field, 'key_is_code']);
  const kinds = given === undefined ? pixKeyKinds(text) : [given];
  refuseFaults(kinds.length > 1 && ['keyType', 'key_type_needed']);
  const [keyType] = kinds;
  const key = keyType === undefined ? null : directoryKey(text, keyType);
  refuseFaults(key === null && [field, 'key_invalid']);
  return { key: key ?? '', keyType: keyType ?? 'evp' };
}

/** Masked for every reader, and as it is for who decides. */
function receiverOf(holder: KeyHolder): Receiver {
  const { name, document, institutionName } = masked(KeyHolder, holder, { names: false });
  return {
    receiverName: name ?? undefined,
    receiverDocument: document ?? undefined,
    institution: institutionName ?? undefined,
    shown: { ...shownOf(holder), seenAt: new Date(databaseNow()).toISOString() },
  };
}

export const shownOf = (holder: KeyHolder): Shown => ({
  name: holder.name,
  document: holder.document,
  institution: holder.institutionName,
  ispb: holder.institutionIspb,
  accountType: holder.accountType,
  seenAt: null,
});
