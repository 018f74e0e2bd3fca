import 'server-only';
import { and, eq, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { accountById } from '#lib/accounts/server/account.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { disputeIndexes, disputes } from '#lib/data/schema/disputes.ts';
import type { DisputePort } from '#lib/disputes/server/disputes-of.ts';
import { upsertInfractions } from '#lib/disputes/server/read-dispute.ts';
import type { Call } from '#lib/providers/port.ts';
import type { Infraction } from '#lib/providers/records.ts';
import { portFor } from '#lib/providers/registry.ts';

const PAGE = 100;
const EVERY_MS = 3 * 60_000;
/** Closed disputes rarely change, so a full read of all pages is due only this often. */
const WHOLE_EVERY_MS = 30 * 60_000;
/** A read without progress for this long starts again. */
const STALE_PASS_MS = 30 * 60_000;
/** Longer than one page can take, including its wait for the account's rate budget. */
const CLAIM_MS = 120_000;
const STEP_MS = 15_000;
const AFTER_FAULT_MS = 30_000;
const MOST_LOOKED_FOR = 20;

type Index = typeof disputeIndexes.$inferSelect;
type Pass = { since: Date; whole: boolean; page: number };

/**
 * Continues the read that is due, for at most 15 s. Returns false if none is due or another process reads. A
 * provider's error is thrown after storing the pages read so far; a later call continues from there.
 */
export async function readIndex(accountId: string, priority: Call['priority']): Promise<boolean> {
  const account = await accountById(accountId);
  const port = account === null ? undefined : portFor(account).disputes;
  if (port === undefined) return false;
  const index = await claim(accountId);
  if (index === null) return false;
  try {
    const over = await readPages(index, port, { priority: priority ?? 'background' });
    await release(accountId, over ? EVERY_MS : 0);
  } catch (error) {
    const seconds = error instanceof GuicheError ? (error.details.retryAfterSeconds ?? 0) : 0;
    await release(accountId, Math.max(AFTER_FAULT_MS, seconds * 1000));
    throw error;
  }
  return true;
}

async function readPages(index: Index, port: DisputePort, call: Call): Promise<boolean> {
  const until = Date.now() + STEP_MS;
  const { accountId } = index;
  let pass = passOf(index);
  for (;;) {
    const startedAt = Math.max(databaseNow(), pass.since.getTime());
    const page = await port.list({ page: pass.page, limit: PAGE }, call);
    const changed = await upsertInfractions(accountId, page.items, startedAt);
    pass.whole ||= !newestFirst(page.items);
    const end = !page.more || page.items.length === 0;
    if (end) await removeVanished(accountId, port, pass, call);
    // Pages are newest first: once every unclosed dispute was seen, the other pages hold closed ones.
    if (end || (!pass.whole && changed === 0 && (await unseen(accountId, pass.since, 1)).length === 0)) {
      const asOf = pass.since;
      await update(accountId, { passSince: null, passPage: 1, asOf, ...(end && { completeAt: asOf }) });
      return true;
    }
    pass = { ...pass, page: pass.page + 1 };
    const { since, whole, page: passPage } = pass;
    await update(accountId, { passSince: since, passWhole: whole, passPage, heldUntil: later(CLAIM_MS) });
    if (Date.now() >= until) return false;
  }
}

function passOf(index: Index): Pass {
  const { passSince, passWhole, passPage, completeAt } = index;
  const now = databaseNow();
  if (passSince !== null && now - passSince.getTime() < STALE_PASS_MS)
    return { since: passSince, whole: passWhole, page: passPage };
  const whole = completeAt === null || now - completeAt.getTime() >= WHOLE_EVERY_MS;
  return { since: new Date(now), whole, page: 1 };
}

/** A provider with another order may list new disputes on its last page. */
function newestFirst(items: readonly Infraction[]): boolean {
  const times = items.flatMap(({ openedAt }) => (openedAt === null ? [] : [Date.parse(openedAt)]));
  return times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time));
}

async function unseen(accountId: string, since: Date, most: number): Promise<string[]> {
  const rows = await db()
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.accountId, accountId), ne(disputes.state, 'closed'), lt(disputes.seenAt, since)))
    .limit(most);
  return rows.map(({ id }) => id);
}

/**
 * Reads unclosed disputes that no page listed by id (one may have slipped between two pages), and deletes
 * those that the provider does not know. If the provider cannot read by id, all of them stay.
 */
async function removeVanished(accountId: string, port: DisputePort, pass: Pass, call: Call): Promise<void> {
  const gone: string[] = [];
  for (const id of await unseen(accountId, pass.since, MOST_LOOKED_FOR)) {
    const startedAt = Math.max(databaseNow(), pass.since.getTime());
    const found = await readOne(port, id, call);
    if (found === 'not_supported') break;
    if (found === 'gone') gone.push(id);
    else await upsertInfractions(accountId, [found], startedAt);
  }
  if (gone.length > 0)
    await db()
      .delete(disputes)
      .where(and(eq(disputes.accountId, accountId), inArray(disputes.id, gone)));
}

async function readOne(
  port: DisputePort,
  id: string,
  call: Call,
): Promise<Infraction | 'gone' | 'not_supported'> {
  try {
    return (await port.get(id, call)).infraction;
  } catch (error) {
    const code = error instanceof GuicheError ? error.code : null;
    if (code === 'not_found') return 'gone';
    if (code === 'not_supported') return 'not_supported';
    throw error;
  }
}

const later = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;

async function claim(accountId: string): Promise<Index | null> {
  const free = or(isNull(disputeIndexes.heldUntil), lte(disputeIndexes.heldUntil, sql`now()`));
  const [claimed] = await db()
    .update(disputeIndexes)
    .set({ heldUntil: later(CLAIM_MS), nextAt: later(CLAIM_MS) })
    .where(and(eq(disputeIndexes.accountId, accountId), lte(disputeIndexes.nextAt, sql`now()`), free))
    .returning();
  return claimed ?? null;
}

/** Keeps an earlier `next_at`: a refresh may have been requested meanwhile. */
const release = (accountId: string, waitMs: number) =>
  update(accountId, { heldUntil: null, nextAt: sql`least(${disputeIndexes.nextAt}, ${later(waitMs)})` });

const update = (accountId: string, set: PgUpdateSetSource<typeof disputeIndexes>) =>
  db().update(disputeIndexes).set(set).where(eq(disputeIndexes.accountId, accountId));
