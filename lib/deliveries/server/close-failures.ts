import 'server-only';
import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Account, listAccounts } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { type AuditEntry, appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow } from '#lib/data/clock.ts';
import { closedFailures, deliveries } from '#lib/data/schema/deliveries.ts';
import { CloseReason, type Closing, type DeliveryFilter } from '#lib/deliveries/contract.ts';
import { MOST_CLOSED } from '#lib/deliveries/rules.ts';
import { ofOutcomes, whereOf } from '#lib/deliveries/server/delivery-filter.ts';
import { indexState } from '#lib/deliveries/server/index-state.ts';
import { requireRead } from '#lib/deliveries/server/list-deliveries.ts';
import { type DeliveryRow, lockRecords, regroup } from '#lib/deliveries/server/store-records.ts';
import { announce } from '#lib/events/server/announce.ts';

const AT_ONCE = 500;
/** Most ids listed in the audit entry. */
const NAMED = 20;

type Changed = { changed: number; more: boolean };
type Found = { id: string; transactionId: string | null };
type Which = { ids: string[] } | { filter: DeliveryFilter };
type Change = {
  accountId: string;
  /** The rows to change. */
  where: SQL | undefined;
  apply: (tx: Transaction, found: Found[]) => Promise<unknown>;
  /** Builds the audit entry from the changed records. */
  entry: (of: Named) => AuditEntry;
};
type Named = { target: string | null; after: { count: number; ids: string[] } };

const notePurpose = (accountId: string, deliveryId: string) => `closed_failures:${accountId}:${deliveryId}`;

/** Closes open failures that need no resend, by id or by filter. The note is stored encrypted. */
export async function closeFailures({ ctx, body }: Args<'POST /deliveries/failures/close'>) {
  const { reason, note = null } = body;
  return change({
    accountId: ctx.account.id,
    where: and(await inScope(ctx, body), eq(deliveries.open, true)),
    apply: (tx, found) => insert(tx, ctx.account.id, found, { reason, note, operatorId: ctx.operator.id }),
    entry: ({ target, after }) =>
      ctx.auditEntry({ action: 'delivery.closed', target, after: { reason, ...after, note: note !== null } }),
  });
}

/** Reopens failures that operators closed. Expired ones stay closed, because no resend reaches them. */
export async function reopenFailures({ ctx, body }: Args<'POST /deliveries/failures/reopen'>) {
  const accountId = ctx.account.id;
  return change({
    accountId,
    where: and(
      await inScope(ctx, body),
      eq(deliveries.outcome, 'closed'),
      sql`not exists (
        select 1 from closed_failures c join deliveries n on n.account_id = c.account_id and n.id = c.delivery_id
        where c.reason = 'expired' and ${sameNotice(sql`n`, sql`${deliveries}`)})`,
    ),
    apply(tx, found) {
      const ids = found.map(({ id }) => id);
      return tx
        .delete(closedFailures)
        .where(and(closingsOf(accountId, ids), ne(closedFailures.reason, 'expired')));
    },
    entry: (of) => ctx.auditEntry({ action: 'delivery.reopened', ...of }),
  });
}

/**
 * Closes open failures too old to resend. `reachMs`: how far back an account's resend may begin. Each change
 * is bounded, so it locks the account's records only briefly.
 */
export async function expireOldFailures(reachMs: (account: Account) => number, signal: AbortSignal) {
  for (const account of await listAccounts()) {
    const before = new Date(databaseNow() - reachMs(account));
    while (!signal.aborted && (await expireFailures(account, before)) > 0);
  }
}

/** Closes open failures of transactions before `before`, which no resend reaches. */
export async function expireFailures({ id: accountId }: Account, before: Date): Promise<number> {
  const { changed } = await change({
    accountId,
    where: and(
      eq(deliveries.accountId, accountId),
      eq(deliveries.open, true),
      sql`coalesce(${deliveries.transactionCreatedAt}, ${deliveries.createdAt}) < ${before.toISOString()}`,
    ),
    apply: (tx, found) => insert(tx, accountId, found, { reason: 'expired', note: null, operatorId: null }),
    entry: (of) => ({ operatorId: null, accountId, action: 'delivery.expired', result: 'ok', ...of }),
  });
  return changed;
}

/** How a closed record's callback was closed. */
export async function closingOf(row: DeliveryRow): Promise<z.infer<typeof Closing> | null> {
  const [found] = await db()
    .select()
    .from(closedFailures)
    .where(closingsOf(row.accountId, [row.id]))
    .orderBy(desc(closedFailures.at))
    .limit(1);
  if (found === undefined) return null;
  const { accountId, deliveryId, operatorId, note } = found;
  const names = await operatorNames(operatorId === null ? [] : [operatorId]);
  return {
    reason: CloseReason.parse(found.reason),
    note: note === null ? null : unseal(note, notePurpose(accountId, deliveryId)),
    by: operatorId === null ? null : { id: operatorId, name: names.get(operatorId) ?? operatorId },
    at: found.at.toISOString(),
  };
}

/** True if two records belong to one callback to one receiver, as `regroup` groups them. */
const sameNotice = (one: SQL, other: SQL): SQL => sql`
  ${one}.account_id = ${other}.account_id and ${one}.transaction_id = ${other}.transaction_id
    and ${one}.event is not distinct from ${other}.event
    and coalesce(${one}.webhook_id, ${one}.url) is not distinct from coalesce(${other}.webhook_id, ${other}.url)`;

/** The closings of the callbacks that these records belong to. */
const closingsOf = (accountId: string, ids: readonly string[]): SQL | undefined =>
  and(
    eq(closedFailures.accountId, accountId),
    sql`${closedFailures.deliveryId} in (
      select n.id from deliveries d join deliveries n on ${sameNotice(sql`n`, sql`d`)}
      where d.account_id = ${accountId} and ${inArray(sql`d.id`, [...ids])})`,
  );

/** The records in a call's scope. */
async function inScope(ctx: Ctx, which: Which): Promise<SQL | undefined> {
  const accountId = ctx.account.id;
  if ('ids' in which) {
    ctx.part('deliveries');
    return and(eq(deliveries.accountId, accountId), inArray(deliveries.id, which.ids));
  }
  const { outcome, ...filter } = which.filter;
  await requireRead(ctx, which.filter);
  if (outcome === undefined) return whereOf(accountId, filter);
  const completeAt = (await indexState(accountId))?.completeAt ?? null;
  return and(whereOf(accountId, filter), ofOutcomes(outcome, completeAt));
}

async function change({ accountId, where, apply, entry }: Change): Promise<Changed> {
  return db().transaction(async (tx) => {
    await lockRecords(tx, accountId);
    const found = await tx
      .select({ id: deliveries.id, transactionId: deliveries.transactionId })
      .from(deliveries)
      .where(where)
      .limit(MOST_CLOSED + 1);
    const changed = found.slice(0, MOST_CLOSED);
    if (changed.length === 0) return { changed: 0, more: false };
    for (let from = 0; from < changed.length; from += AT_ONCE) {
      const some = changed.slice(from, from + AT_ONCE);
      await apply(tx, some);
      await regroup(tx, accountId, some);
    }
    await announce(tx, accountId, [['deliveries']]);
    const ids = changed.map(({ id }) => id);
    const target = ids.length === 1 ? (ids[0] ?? null) : null;
    await appendAudit(tx, entry({ target, after: { count: ids.length, ids: ids.slice(0, NAMED) } }));
    return { changed: changed.length, more: found.length > MOST_CLOSED };
  });
}

type How = { reason: z.infer<typeof CloseReason>; note: string | null; operatorId: string | null };

async function insert(tx: Transaction, accountId: string, found: Found[], { note, ...how }: How) {
  const values = found.map(({ id: deliveryId }) => ({
    accountId,
    deliveryId,
    ...how,
    note: note === null ? null : seal(note, notePurpose(accountId, deliveryId)),
    at: dbNow,
  }));
  await tx.insert(closedFailures).values(values).onConflictDoNothing();
}
