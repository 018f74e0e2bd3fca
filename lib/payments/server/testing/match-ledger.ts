import { eq, inArray, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { verifyAudit } from '#lib/data/audit/verify.ts';
import { db, openDatabase } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import { PAYMENT_KINDS } from '#lib/payments/server/payment-kinds.ts';
import type { TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { endOpen, type TestDatabase } from '../../../../e2e/support/test-database.ts';
import type { ReportedOutcome } from './load.ts';

/** Of the products whose database is opened here. */
export const SECRET = 'a secret of thirty-two bytes or more';

type Opened = Pick<TestDatabase, 'databaseUrl' | 'dataDir'>;

/** Compares the rows that the ended products left with the provider's records and the reported outcomes. */
export async function matchLedger(database: Opened, simulator: TestSimulator, reported: ReportedOutcome[]) {
  process.env.GUICHE_SECRET = SECRET;
  process.env.GUICHE_DATA_DIR = database.dataDir;
  process.env.DATABASE_URL = database.databaseUrl ?? '';
  await openDatabase(database);
  try {
    registerOperationKinds(PAYMENT_KINDS);
    const before = await all();
    const undecided = before.filter(({ state }) => !['confirmed', 'rejected'].includes(state));
    await settleAll();
    return { ...(await compare(simulator, reported)), 'undecided after the last start': undecided.length };
  } finally {
    await endOpen();
    for (const name of ['guicheDatabase', 'guichePorts'])
      delete (globalThis as Record<string, unknown>)[name];
  }
}

const all = () => db().select().from(operations);

/** An hour of finding nothing lies behind what never arrived. */
async function settleAll(): Promise<void> {
  await recoverOperations({ everything: true });
  const unknown = eq(operations.state, 'unknown');
  await db().update(operations).set({ absentSince: sql`now() - interval '2 hours'` }).where(unknown);
  for (const { id } of await db().select({ id: operations.id }).from(operations).where(unknown))
    await lookUpOperation(id, { due: false });
}

async function compare(simulator: TestSimulator, reported: ReportedOutcome[]) {
  const rows = await all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const open = rows.filter(({ state }) => !['confirmed', 'rejected'].includes(state));
  expect(open, 'every intent has its end').toEqual([]);
  const lost = reported.filter(({ operation, state }) => {
    const row = byId.get(operation);
    return row === undefined || (state === 'confirmed' && row.state !== 'confirmed');
  });
  expect(lost, 'no acknowledged write is lost').toEqual([]);
  expect(Math.max(...rows.map(({ attempts }) => attempts)), 'nothing is sent twice').toBe(1);
  const confirmed = rows.filter(({ state }) => state === 'confirmed').map((row) => row.clientReference ?? '');
  const recorded = await ledger(simulator);
  expect(recorded.toSorted(), 'the ledger holds what is confirmed, once').toEqual(confirmed.toSorted());
  expect(new Set(recorded).size).toBe(recorded.length);
  expect(await verifyAudit(), 'the audit chain holds').toMatchObject({ intact: true });
  const ends = await db()
    .select({ target: auditLog.target })
    .from(auditLog)
    .where(inArray(auditLog.action, ['charge.create.confirmed', 'withdrawal.key.confirmed']));
  expect(ends.map(({ target }) => target ?? '').toSorted(), 'each end is in the audit').toEqual(
    confirmed.toSorted(),
  );
  return { operations: rows.length, confirmed: confirmed.length, 'ledger rows': recorded.length };
}

/** Client references of everything that the product made at the provider. */
async function ledger({ pix }: TestSimulator): Promise<string[]> {
  const headers = { authorization: `Bearer ${pix.accessToken}` };
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${pix.baseUrl}/user/transactions?limit=500&page=${page}`, { headers });
    const { transactions } = (await answer.json()) as { transactions: { clientReference: string | null }[] };
    if (transactions.length === 0) return found;
    const references = transactions.map(({ clientReference }) => clientReference ?? '');
    found.push(...references.filter((reference) => reference.startsWith('gch_')));
  }
}
