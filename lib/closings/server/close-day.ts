import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { refuseFormer, stillHolds } from '#lib/auth/server/holders.ts';
import { digestOf, headOf, type SealedDay, type SealedDifference, sealOf } from '#lib/closings/canonical.ts';
import { needsSecondPerson, obstacleTo, openCount } from '#lib/closings/server/close-terms.ts';
import {
  type DayRow,
  figuresOf,
  keyOf,
  lockDay,
  type OrderFile,
  ofDay,
} from '#lib/closings/server/day-row.ts';
import { linePages } from '#lib/closings/server/sealed-lines.ts';
import {
  type DifferenceRow,
  ofDayDifferences,
  type StoredSide,
} from '#lib/closings/server/store-differences.ts';
import { ofVersion, type VersionKey } from '#lib/closings/server/version-row.ts';
import { wire } from '#lib/closings/world.ts';
import { dayRange, saoPauloDay } from '#lib/core/dates.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { auditBy } from '#lib/data/audit/append.ts';
import { beforeCommit, db, rowsOf, type Transaction } from '#lib/data/client.ts';
import { clockReading, databaseNow } from '#lib/data/clock.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import {
  closingDays,
  closingDifferences,
  closingLines,
  closingNotes,
  closingVersions,
} from '#lib/data/schema/closings.ts';
import { announce } from '#lib/events/server/announce.ts';

/**
 * Signs the reading that the caller saw; where the account asks for a second person, another one confirms.
 * Then the day is sealed, in the same transaction. `conflict` with the obstacle when it cannot be.
 */
export async function closeDay({ ctx, day, body }: Args<'POST /closings/{day}/close'>) {
  const key = keyOf(ctx, day);
  return db().transaction(async (tx) => {
    await refuseFormer(tx, ctx.operator.id, { account: key.accountId, permission: 'approve' });
    const row = await lockDay(tx, key);
    const secondPerson = await needsSecondPerson(tx, key.accountId);
    await requireClosable(tx, ctx, row, { readingId: body.readingId, secondPerson });
    const at = await nowIn(tx);
    const signature = await validSignature(tx, row);
    const version = (row.version ?? 0) + 1;
    const answer = {
      state: secondPerson && signature === null ? ('waiting' as const) : ('closed' as const),
      version,
    };
    if (answer.state === 'waiting') await sign(tx, ctx, row, at);
    else
      await seal(tx, ctx, row, {
        version,
        at,
        signed: signature ?? { by: ctx.operator.id, at },
        confirmed:
          signature === null || signature.by === ctx.operator.id ? null : { by: ctx.operator.id, at },
      });
    await announce(tx, key.accountId, [['closings'], ['overview']]);
    return bindAnswer(tx, ctx.intent, answer);
  });
}

type Seen = { readingId: string; secondPerson: boolean };

/** Checks again, with the day locked, what the page showed. */
async function requireClosable(tx: Transaction, ctx: Ctx, row: DayRow, { readingId, secondPerson }: Seen) {
  const obstacle = obstacleTo({
    row,
    day: row.day,
    today: saoPauloDay(databaseNow()),
    open: await openCount(row, tx),
    operatorId: ctx.operator.id,
    secondPerson,
  });
  const message = obstacle ?? (row.readingId === readingId ? null : 'read_since');
  if (message !== null)
    throw new GuicheError('conflict', 'The day cannot be closed as it was shown.', {
      fields: [{ field: 'readingId', message }],
    });
}

/** The first person's signature, if it is of this reading and they still may close. */
async function validSignature(tx: Transaction, row: DayRow): Promise<{ by: string; at: string } | null> {
  const { signedBy, signedAt, signedReadingId, readingId, accountId } = row;
  if (signedBy === null || signedAt === null || signedReadingId !== readingId) return null;
  if (!(await stillHolds(tx, signedBy, { account: accountId, permission: 'approve' }))) return null;
  return { by: signedBy, at: signedAt.toISOString() };
}

/** The database's time, once for all that this closing writes. */
async function nowIn(tx: Transaction): Promise<string> {
  const [{ ms }] = (await rowsOf(sql`select ${clockReading} as ms`, tx)) as [{ ms: number }];
  return new Date(Math.floor(ms)).toISOString();
}

async function sign(tx: Transaction, ctx: Ctx, row: DayRow, at: string): Promise<void> {
  await tx
    .update(closingDays)
    .set({ signedBy: ctx.operator.id, signedAt: new Date(at), signedReadingId: row.readingId })
    .where(ofDay(row));
  await auditBy(tx, ctx, {
    action: 'closing.signed',
    target: row.day,
    after: { version: (row.version ?? 0) + 1, closing: figuresOf(row)?.closing?.cents ?? null },
  });
}

type Signing = Pick<SealedDay, 'version' | 'signed' | 'confirmed'> & { at: string };

async function seal(tx: Transaction, ctx: Ctx, row: DayRow, { version, at, signed, confirmed }: Signing) {
  const [figures, readingId] = [figuresOf(row), row.readingId];
  if (figures === null || readingId === null || row.readAt === null) throw new Error('The day was not read.');
  const differences = await tx
    .select()
    .from(closingDifferences)
    .where(ofDayDifferences(row))
    .orderBy(sql`${closingDifferences.id} collate "C"`);
  const orders = row.orders as OrderFile | null;
  const head = headOf({
    account: { id: row.accountId, kind: ctx.account.kind },
    day: row.day,
    ...dayRange(row.day, row.day),
    version,
    previousSha256: await previousDigest(tx, row),
    readAt: row.readAt.toISOString(),
    figures,
    differences: differences.map(sealedDifference),
    orders: orders === null ? null : { sha256: orders.sha256, count: orders.sums?.count ?? 0 },
    signed,
    confirmed,
    sealedAt: at,
  });
  const { sha256, bytes } = await sealOf(head, linePages(readingId, tx));
  const key = { accountId: row.accountId, day: row.day, version };
  await tx.insert(closingVersions).values({
    ...key,
    readingId,
    head,
    sha256,
    bytes,
    lines: await tx.$count(closingLines, eq(closingLines.readingId, readingId)),
    signedBy: signed.by,
    signedAt: new Date(signed.at),
    confirmedBy: confirmed?.by ?? null,
    sealedAt: new Date(at),
    auditSeq: 0,
  });
  await storeNotes(tx, key, differences);
  await tx
    .update(closingDays)
    .set({ version, changes: null, signedBy: null, signedAt: null, signedReadingId: null })
    .where(ofDay(row));
  await auditBy(tx, ctx, {
    action: 'closing.sealed',
    target: row.day,
    after: {
      version,
      sha256,
      signedBy: signed.by,
      confirmedBy: confirmed?.by ?? null,
      closing: figures.closing?.cents,
    },
  });
  // Runs after the entry was appended: the chain is locked, so the last number is this entry's.
  await beforeCommit(tx, async () => {
    const last = sql`(select max(${auditLog.seq}) from ${auditLog})`;
    await tx.update(closingVersions).set({ auditSeq: last }).where(ofVersion(closingVersions, key));
  });
}

async function storeNotes(tx: Transaction, key: VersionKey, differences: readonly DifferenceRow[]) {
  const notes = differences.flatMap(({ id, note }) =>
    note === null ? [] : { ...key, differenceId: id, note },
  );
  for (let from = 0; from < notes.length; from += 500)
    await tx.insert(closingNotes).values(notes.slice(from, from + 500));
}

async function previousDigest(tx: Transaction, { accountId, day, version }: DayRow): Promise<string | null> {
  if (version === null) return null;
  const [row] = await tx
    .select({ sha256: closingVersions.sha256 })
    .from(closingVersions)
    .where(ofVersion(closingVersions, { accountId, day, version }));
  return row?.sha256 ?? null;
}

const sealedDifference = (row: DifferenceRow): SealedDifference => ({
  id: row.id,
  cause: row.cause as SealedDifference['cause'],
  reason: row.reason,
  state: row.state as SealedDifference['state'],
  left: row.left as StoredSide,
  right: row.right as StoredSide,
  amount: wire(row.amount, row.exact),
  transactionId: row.transactionId,
  responsible: row.responsible,
  by: row.operatorId,
  at: row.at.toISOString(),
  noteSha256: row.note === null ? null : digestOf(row.note),
});
