import 'server-only';
import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { disputes } from '#lib/data/schema/disputes.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { resends } from '#lib/data/schema/resends.ts';
import { webhookEntries } from '#lib/data/schema/webhooks.ts';
import { isAddress, isCode } from '#lib/search/rules.ts';
import { containsVisibly, MOST_PER_ACCOUNT, type Thing, thing } from '#lib/search/server/found.ts';

/** Finds an account's records stored in Guichê, without calling its provider. */
export async function findKnown(ctx: Ctx, text: string): Promise<Thing[]> {
  const { id } = ctx.account;
  if (isAddress(text)) return webhooksAt(ctx, text);
  // A typed reference may contain any text; all other records are named by a code.
  const found = await Promise.all([
    operationsOf(id, text),
    ...(isCode(text)
      ? [disputesOf(id, text), deliveriesOf(id, text), resendsOf(id, text), webhooksAt(ctx, text)]
      : []),
  ]);
  return found.flat();
}

async function operationsOf(account: string, text: string): Promise<Thing[]> {
  const { accountId, clientReference, target, providerRequestId } = operations;
  const named = or(
    eq(operations.id, text),
    eq(clientReference, text),
    eq(target, text),
    eq(providerRequestId, text),
  );
  const rows = await db()
    .select()
    .from(operations)
    .where(and(eq(accountId, account), named))
    .orderBy(desc(operations.createdAt))
    .limit(MOST_PER_ACCOUNT);
  return rows.map(({ id, clientReference: reference, target: of, kind, amount, createdAt }) =>
    thing('operations', id, { name: reference ?? of, word: kind, amount, at: createdAt }),
  );
}

async function disputesOf(account: string, text: string): Promise<Thing[]> {
  const { accountId, transactionId, infraction } = disputes;
  const named = or(
    eq(disputes.id, text),
    eq(transactionId, text),
    sql`${infraction} ->> 'protocol' = ${text}`,
    sql`${infraction} ->> 'endToEndId' = ${text}`,
  );
  const { id, status, amount, openedAt } = disputes;
  const protocol = sql<string | null>`${infraction} ->> 'protocol'`;
  const rows = await db()
    .select({ id, protocol, status, amount, openedAt })
    .from(disputes)
    .where(and(eq(accountId, account), named))
    .limit(MOST_PER_ACCOUNT);
  return rows.map((row) =>
    thing('disputes', row.id, { name: row.protocol, word: row.status, amount: row.amount, at: row.openedAt }),
  );
}

async function deliveriesOf(account: string, text: string): Promise<Thing[]> {
  const rows = await db()
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.accountId, account), eq(deliveries.id, text)));
  return rows.map((row) => thing('deliveries', row.id, { word: row.event, at: row.createdAt }));
}

async function resendsOf(account: string, text: string): Promise<Thing[]> {
  const rows = await db()
    .select()
    .from(resends)
    .where(and(eq(resends.accountId, account), eq(resends.id, text)));
  return rows
    .filter(({ state }) => state !== 'preview')
    .map(({ id, number, state, createdAt }) =>
      thing('resends', id, { name: number === null ? null : `#${number}`, word: state, at: createdAt }),
    );
}

/** Webhooks stored in Guichê. `findWebhooks` searches those that only the provider has. */
async function webhooksAt(ctx: Ctx, text: string): Promise<Thing[]> {
  const rows = await db().select().from(webhookEntries).where(eq(webhookEntries.accountId, ctx.account.id));
  const found = rows.filter(({ webhookId, url }) => webhookId === text || containsVisibly(ctx, url, text));
  return found
    .slice(0, MOST_PER_ACCOUNT)
    .map(({ webhookId, url, createdAt }) => thing('webhooks', webhookId, { name: url, at: createdAt }));
}
