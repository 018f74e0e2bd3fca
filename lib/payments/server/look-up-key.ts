import 'server-only';
import { and, count, desc, eq, inArray, min, sql } from 'drizzle-orm';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { looksLikeCode } from '#lib/core/pix/br-code.ts';
import { directoryKey, type PixKeyKind, pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { subjectsOf } from '#lib/operations/server/duplicate-guard.ts';
import { LookedUpKey, type ReceiverHistory } from '#lib/payments/contract.ts';
import type { MONEY_OUT_KINDS } from '#lib/payments/rules.ts';
import { throwFieldErrors } from '#lib/payments/server/faults.ts';
import { type Receiver, type Shown, sealRecipientToken } from '#lib/payments/server/recipient-token.ts';
import { KeyHolder } from '#lib/providers/money-records.ts';

const KINDS: (typeof MONEY_OUT_KINDS)[number][] = ['withdrawal.key', 'withdrawal.code'];

/** Withdrawals requested in Guichê from this account to this key. Those made elsewhere are not included. */
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

/**
 * The key in the directory's form. Throws `invalid_request` at `field`, or at `keyType` when the type is
 * needed.
 */
export function plainKey(
  text: string,
  chosen: PixKeyKind | undefined,
  field = 'key',
): { key: string; keyType: PixKeyKind } {
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

export const shownOf = (holder: KeyHolder): Shown => ({
  name: holder.name,
  document: holder.document,
  institution: holder.institutionName,
  ispb: holder.institutionIspb,
  accountType: holder.accountType,
  seenAt: null,
});
