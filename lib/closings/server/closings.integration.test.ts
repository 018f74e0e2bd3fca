import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { sheetsOf } from '#lib/api/testing/workbook.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { unitsOf } from '#lib/closings/rules.ts';
import { closeDay } from '#lib/closings/server/close-day.ts';
import { explainDifference } from '#lib/closings/server/explain-difference.ts';
import { getClosing } from '#lib/closings/server/get-closing.ts';
import { listClosings } from '#lib/closings/server/list-closings.ts';
import { listDifferences, listLines } from '#lib/closings/server/list-records.ts';
import { beginReading } from '#lib/closings/server/read-day.ts';
import { dueDay } from '#lib/closings/server/read-nightly.ts';
import { readWhole } from '#lib/closings/server/testing/read-whole.ts';
import {
  verifyVersion,
  versionJson,
  versionPdf,
  versionWorkbook,
} from '#lib/closings/server/version-files.ts';
import { dayRange, saoPauloDay } from '#lib/core/dates.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { closingDifferences, closingLines, closingVersions } from '#lib/data/schema/closings.ts';
import { notices } from '#lib/data/schema/notifications.ts';
import { type Person, withMoney } from '#lib/payments/server/testing/bench.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';

process.env.LOG_LEVEL = 'silent';
const bench = withMoney({ transactions: 4_000 });
const MAY: Permission[] = ['read', 'reveal', 'export', 'refund', 'approve'];
const DAY_MS = 86_400_000;

const clock = perProcess('guicheDatabaseClock', () => ({ aheadMs: 0 }));

/** The simulator's present day, of which the product believes that it ended. */
let day = '';
let key = { accountId: '', day: '' };
beforeAll(() => {
  day = saoPauloDay(Date.now());
  clock.aheadMs = DAY_MS;
  key = { accountId: bench().account.id, day };
});
afterAll(() => {
  clock.aheadMs = 0;
});

let ctx: Ctx;
const as = (who: Person) => bench().context(who, {}, MAY);
beforeEach(() => {
  ctx = as('marina');
});

const detail = (on = ctx) => getClosing({ ctx: on, day });
const differences = async (state?: 'open') =>
  (await listDifferences({ ctx, day, query: { limit: 200, ...(state && { state }) } })).items;

async function explainAll(): Promise<number> {
  const open = await differences('open');
  for (const { id } of open)
    await explainDifference({
      ctx,
      day,
      id,
      body: { note: 'Conferido com o serviço.', responsible: 'otto' },
    });
  return open.length;
}

async function statementOfDay(): Promise<StatementLine[]> {
  const { statement } = bench().context().port;
  const lines: StatementLine[] = [];
  let position: unknown = null;
  do {
    const page = await statement?.list(dayRange(day, day), { limit: 100, position }, {});
    lines.push(...(page?.items ?? []));
    position = page?.next ?? null;
  } while (position !== null);
  return lines;
}

const close = async (on: Ctx, readingId?: string) => {
  const shown = readingId ?? (await detail(on)).close.readingId ?? '';
  return closeDay({ ctx: on, day, body: { readingId: shown } });
};
const bytesOf = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer());

describe('a day of the Pix account', () => {
  test('before its reading nothing is shown, and nothing can be closed', async () => {
    expect(await detail()).toMatchObject({ state: 'unread', figures: null, close: { obstacle: 'unread' } });
    await expect(close(ctx, 'x')).rejects.toMatchObject({
      code: 'conflict',
      details: { fields: [{ field: 'readingId', message: 'unread' }] },
    });
  });

  test('its lines are those of the statement, and its equation joins', async () => {
    await readWhole(key);
    const lines = await statementOfDay();
    const read = await detail();
    expect(read).toMatchObject({ state: 'open', reading: false, problem: null, changedSince: false });
    const moved = lines.filter(({ balanceType, amount }) => balanceType === 'AVAILABLE' && amount !== 0);
    expect(read.figures?.lines).toBe(moved.length);
    expect(moved.length).toBeGreaterThan(5);
    const sum = moved.reduce((all, { amount }) => all + (amount ?? 0), 0);
    const { in: inSum, out, blocks, opening, closing } = read.figures ?? (undefined as never);
    expect(inSum.cents + out.cents + blocks.cents).toBe(sum);
    expect((opening?.cents ?? 0) + sum).toBe(closing?.cents);
    expect(read.figures).toMatchObject({
      difference: { cents: 0 },
      gaps: 0,
      unjudged: 0,
      openingFrom: 'line',
    });
    const [part] = read.figures?.parts ?? [];
    const behind = await listLines({ ctx, day, query: { part: part?.id ?? '', limit: 200 } });
    expect(behind.total).toBe(part?.count);
    const total = behind.items.reduce(
      (all, { amount }) => all + (amount === null ? 0n : unitsOf(amount)),
      0n,
    );
    expect(total).toBe(unitsOf(part?.sum ?? { cents: 0 }));
    expect(JSON.stringify(await db().select().from(closingLines))).not.toMatch(/\d{3}\.\d{3}\.\d{3}-\d{2}/);
    const month = await listClosings({ ctx, query: { month: day.slice(0, 7) } });
    expect(month.items.find((one) => one.day === day)).toMatchObject({ state: 'open', version: null });
    expect(month.totals).toMatchObject({ days: 1, closed: 0 });
  });

  test('the same day read again is the same, and an explanation stays', async () => {
    const before = await detail();
    await explainAll();
    await readWhole(key);
    const after = await detail();
    expect(after.figures).toEqual(before.figures);
    expect(after.differences?.open).toBe(0);
    expect(after.close.readingId).not.toBe(before.close.readingId);
    const rows = await db().select({ id: closingLines.readingId }).from(closingLines);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([after.close.readingId]));
  });

  test('a note names no document; a difference of another day is not found', async () => {
    const [first] = await differences();
    if (first !== undefined)
      await expect(
        explainDifference({ ctx, day, id: first.id, body: { note: 'Pago por 529.982.247-25' } }),
      ).rejects.toMatchObject({ details: { fields: [{ field: 'note', message: 'personal' }] } });
    await expect(explainDifference({ ctx, day, id: 'none', body: { note: 'x' } })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('a difference must be explained before the day is closed', async () => {
    const reading = (await detail()).close.readingId ?? '';
    await db()
      .insert(closingDifferences)
      .values({
        ...key,
        id: 'd1',
        cause: 'amount_differs',
        amount: 123,
        state: 'open',
        at: new Date(),
        readingId: reading,
      });
    expect((await detail()).close.obstacle).toBe('differences');
    await expect(close(ctx)).rejects.toMatchObject({ details: { fields: [{ message: 'differences' }] } });
    await explainDifference({ ctx, day, id: 'd1', body: { note: 'Ajuste combinado.', responsible: 'davi' } });
    expect((await differences()).find(({ id }) => id === 'd1')).toMatchObject({
      state: 'explained',
      note: 'Ajuste combinado.',
      responsible: { id: 'davi', name: 'Davi Moura' },
      by: { id: 'marina' },
    });
    expect((await detail()).close.obstacle).toBeNull();
  });

  test('where the account asks for it a second person confirms; two at once make one closing', async () => {
    const settings = { ...bench().account.settings, closingSecondPerson: 'true' };
    await db().update(accounts).set({ settings }).where(eq(accounts.id, key.accountId));
    await expect(close(ctx, 'another')).rejects.toMatchObject({
      details: { fields: [{ message: 'read_since' }] },
    });
    expect(await close(ctx)).toEqual({ state: 'waiting', version: 1 });
    expect((await detail()).state).toBe('waiting');
    await expect(close(ctx)).rejects.toMatchObject({ details: { fields: [{ message: 'same_person' }] } });
    // Another note voids the signature: it was for other explanations.
    await explainDifference({ ctx, day, id: 'd1', body: { note: 'Ajuste combinado por telefone.' } });
    expect((await detail()).state).toBe('open');
    expect(await close(ctx)).toEqual({ state: 'waiting', version: 1 });
    const both = await Promise.allSettled([close(as('otto')), close(as('davi'))]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const versions = await db().select().from(closingVersions);
    expect(versions).toHaveLength(1);
    expect(versions[0]).toMatchObject({ version: 1, signedBy: 'marina' });
    const read = await detail();
    expect(read).toMatchObject({
      state: 'closed',
      version: 1,
      changedSince: false,
      close: { obstacle: 'unchanged' },
    });
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'closing.sealed'), eq(auditLog.target, day)));
    expect(entry).toMatchObject({
      seq: read.versions[0]?.auditEntry,
      after: { sha256: read.versions[0]?.sha256 },
    });
    await expect(explainDifference({ ctx, day, id: 'd1', body: { note: 'Depois.' } })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('its files: byte for byte the same, the JSON has the sealed hash, people read the others', async () => {
    const of = { ctx, day, version: 1 };
    const [sealed] = (await detail()).versions;
    const json = await bytesOf(versionJson(of));
    expect(createHash('sha256').update(json).digest('hex')).toBe(sealed?.sha256);
    expect(json.length).toBe(sealed?.bytes);
    const { closing, lines } = JSON.parse(json.toString('utf8'));
    expect(closing).toMatchObject({ form: 'guiche.closing.1', day, version: 1, signed: { by: 'marina' } });
    expect(lines).toHaveLength(sealed?.lines ?? -1);
    expect(json.toString('utf8')).not.toContain('Ajuste combinado');
    const [book, again] = [await bytesOf(versionWorkbook(of)), await bytesOf(versionWorkbook(of))];
    expect(book.equals(again)).toBe(true);
    expect((await bytesOf(versionJson(of))).equals(json)).toBe(true);
    const [pdf, other] = [await bytesOf(versionPdf(of)), await bytesOf(versionPdf(of))];
    expect(pdf.equals(other)).toBe(true);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const sheets = sheetsOf(book);
    expect(sheets.map(({ name }) => name)).toEqual(['Resumo', 'Diferenças', 'Lançamentos']);
    expect(sheets[2]?.rows).toHaveLength((sealed?.lines ?? 0) + 1);
    expect(JSON.stringify(sheets[1])).toContain('Ajuste combinado por telefone.');
    expect((await versionPdf(of)).headers.get('content-disposition')).toContain(
      `fechamento-pix-${day}-v1.pdf`,
    );
  });

  test('one changed byte of a stored row is found', async () => {
    const of = { ctx, day, version: 1 };
    expect(await verifyVersion(of)).toMatchObject({ holds: true });
    const [line] = await db().select().from(closingLines).where(eq(closingLines.day, day)).limit(1);
    const mine = and(eq(closingLines.readingId, line?.readingId ?? ''), eq(closingLines.id, line?.id ?? ''));
    await db()
      .update(closingLines)
      .set({ amount: (line?.amount ?? 0) + 1 })
      .where(mine);
    expect(await verifyVersion(of)).toMatchObject({ holds: false });
    await db()
      .update(closingLines)
      .set({ amount: line?.amount ?? null })
      .where(mine);
    expect(await verifyVersion(of)).toMatchObject({ holds: true });
    // A whole version written anew is not what the audit log has.
    const [version] = await db().select().from(closingVersions);
    await db()
      .update(closingVersions)
      .set({ head: `${version?.head} ` });
    expect(await verifyVersion(of)).toMatchObject({ holds: false });
    await db()
      .update(closingVersions)
      .set({ head: version?.head ?? '' });
  });

  test('what comes after the closing is shown, changes nothing sealed, and makes version 2', async () => {
    const [sealed] = (await detail()).versions;
    await readWhole(key);
    expect(await detail()).toMatchObject({ state: 'closed', changedSince: false });
    await bench().paid(43_210);
    await readWhole(key);
    const read = await detail();
    expect(read).toMatchObject({ state: 'closed', changedSince: true, version: 1 });
    expect(read.changes?.linesAdded).toBeGreaterThan(0);
    const change = read.changes?.rows.find(({ of, part }) => of === 'part' && part?.id === 'in:PIX_DEPOSIT');
    expect((change?.now.sum?.cents ?? 0) - (change?.before.sum?.cents ?? 0)).toBe(43_210);
    expect(read.versions[0]).toEqual(sealed);
    expect(await verifyVersion({ ctx, day, version: 1 })).toMatchObject({ holds: true });
    await explainAll();
    expect(await close(ctx)).toEqual({ state: 'waiting', version: 2 });
    expect(await close(as('otto'))).toEqual({ state: 'closed', version: 2 });
    const [second, first] = (await detail()).versions;
    expect(first).toEqual(sealed);
    expect(second?.figures.in.cents).toBe((sealed?.figures.in.cents ?? 0) + 43_210);
    const json = await bytesOf(versionJson({ ctx, day, version: 2 }));
    expect(JSON.parse(json.toString('utf8')).closing.previousSha256).toBe(sealed?.sha256);
    expect(await verifyVersion({ ctx, day, version: 1 })).toMatchObject({ holds: true });
  });
});

test('a reading that runs is joined; one that fails shows nothing of it as whole, and is named', async () => {
  const before = await detail();
  const [one, other] = await Promise.all([beginReading(key, null), beginReading(key, null)]);
  expect(one).toBe(other);
  await bench().simulator.control('fault', {
    ...{ kind: 'status', status: 403, method: 'GET' },
    ...{ path: '/user/transactions', untilCleared: true },
  });
  await readWhole(key);
  const after = await detail();
  expect(after.problem).not.toBeNull();
  expect(after).toMatchObject({ reading: false, figures: before.figures, close: { obstacle: 'failed' } });
  const ids = await db().selectDistinct({ id: closingLines.readingId }).from(closingLines);
  expect(ids.map(({ id }) => id)).not.toContain(one);
  await bench().simulator.control('clear', { all: true });
  await readWhole(key);
  expect(await detail()).toMatchObject({ problem: null });
});

test('nightly: yesterday first, then the days that were read; each once', async () => {
  const today = saoPauloDay(databaseNow());
  const account = { id: key.accountId, settings: {} };
  expect(await dueDay(account, today, new Date(0))).toBeNull();
  expect(await dueDay(account, today, new Date(Date.now() + DAY_MS))).toBe(day);
  expect(
    await dueDay({ ...account, settings: { closingDays: '0' } }, today, new Date(Date.now())),
  ).toBeNull();
});

test('people who can explain it are told once of a day that does not add up', async () => {
  const lines = await db().select().from(notices).where(eq(notices.event, 'closing_open'));
  const found = await db().select().from(closingDifferences);
  const people = new Set(lines.map(({ operatorId }) => operatorId));
  expect(people.size).toBe(found.some(({ id, state }) => id !== 'd1' && state === 'explained') ? 3 : 0);
  expect(lines).toHaveLength(people.size);
});
