import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { startOfDay } from '#lib/core/dates.ts';
import { documentKind } from '#lib/core/pix/documents.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { withMoney } from '#lib/payments/server/testing/bench.ts';
import {
  PendingDepositQuery,
  StatementListQuery,
  StatementNamesQuery,
  StatementQuery,
} from '#lib/statement/contract.ts';
import { missingNamesQuery, withNames } from '#lib/statement/rules.ts';
import { getPendingDeposit, listPendingDeposits } from '#lib/statement/server/list-pending-deposits.ts';
import {
  exportStatement,
  getStatementLine,
  getStoredFilter,
  listStatement,
  nameLines,
  storeFilter,
} from '#lib/statement/server/list-statement.ts';

const bench = withMoney({ transactions: 4_000 });
let ctx: Ctx;
let hub: Ctx;
beforeEach(() => {
  ctx = bench().context();
  hub = bench().onHub();
});

const list = (query: object = {}, on = ctx) =>
  listStatement({ ctx: on, query: StatementListQuery.parse(query) });
const masked = (on: Ctx): Ctx => ({ ...on, permissions: new Set(['read', 'export']) });
/** RFC 4180: a quoted cell may hold the separator and doubled quotes. */
const cellsOf = (line: string, separator: ',' | ';'): string[] =>
  [...line.matchAll(new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}]*))`, 'g'))].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );
const lastAudit = async () => {
  const rows = await db().select().from(auditLog);
  return rows.sort((a, b) => a.seq - b.seq).at(-1);
};

describe('the statement of a Pix account', () => {
  test('every line with its sign and the balance after it; pages go on without a gap', async () => {
    const first = await list({ limit: 20 });
    expect(first.items).toHaveLength(20);
    expect(first.filters).toContain('direction');
    expect(first.filters).not.toContain('document');
    for (const [at, line] of first.items.entries()) {
      const before = first.items[at + 1];
      if (line.balanceType !== 'AVAILABLE' || before?.balanceType !== 'AVAILABLE') continue;
      expect((before.balanceAfter ?? 0) + (line.amount ?? 0)).toBe(line.balanceAfter);
    }
    await bench().paid(54_300);
    const second = await list({ limit: 20, cursor: first.nextCursor });
    const whole = await list({ limit: 100 });
    const begun = whole.items.findIndex(({ id }) => id === first.items[0]?.id);
    expect(begun).toBeGreaterThan(0);
    expect([...first.items, ...second.items]).toEqual(whole.items.slice(begun, begun + 40));
  });

  test('a cursor is for its own filters', async () => {
    const { nextCursor } = await list({ limit: 5 });
    await expect(list({ limit: 5, direction: 'in', cursor: nextCursor })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await expect(list({ limit: 5, cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('the last 30 days where none are requested; that period stays while somebody reads on', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      const first = await list({ limit: 5 });
      expect(first.period.to).toBeNull();
      expect(first.period.from).toMatch(/T03:00:00\.000Z$/);
      vi.setSystemTime(Date.now() + 86_400_000);
      const second = await list({ limit: 5, cursor: first.nextCursor });
      expect(second.period).toEqual(first.period);
    } finally {
      vi.useRealTimers();
    }
    const upTo = await list({ to: '2026-03-10', limit: 1 });
    expect(upTo.period).toEqual({ from: startOfDay('2026-02-09'), to: startOfDay('2026-03-11') });
    await expect(list({ from: '2026-03-10', to: '2026-03-01' })).rejects.toMatchObject({
      details: { fields: [{ field: 'to', message: 'before_from' }] },
    });
  });

  test('filters: direction, amount, transaction; what is not taken is refused at its field', async () => {
    const id = await bench().paid(31_313);
    const mine = await list({ transactionId: id });
    expect(mine.items.map(({ amount, type }) => [amount, type])).toContainEqual([31_313, 'PIX_DEPOSIT']);
    const exact = await list({ transactionId: id, amountFrom: 31_313, amountTo: 31_313, direction: 'in' });
    expect(exact.items).toHaveLength(1);
    expect((await list({ transactionId: id, direction: 'out', amount: 31_313 })).items).toEqual([]);
    await expect(list({ status: 'COMPLETED', search: 'ana' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        fields: [
          { field: 'status', message: 'not_supported' },
          { field: 'search', message: 'not_supported' },
        ],
      },
    });
  });

  test('U10: names of the other side, by the payments behind the lines, masked by role', async () => {
    const { items } = await list({ limit: 40 });
    const missing = missingNamesQuery(items);
    const query = StatementNamesQuery.parse(missing);
    const known = await nameLines({ ctx, query });
    expect(known.items.length).toBeGreaterThan(5);
    const named = withNames(items, known.items).filter(({ counterparty }) => counterparty.name !== null);
    expect(named.length).toBeGreaterThanOrEqual(known.items.length);
    const seen = await nameLines({ ctx: masked(ctx), query });
    expect(seen.items.map(({ transactionId }) => transactionId)).toEqual(
      known.items.map(({ transactionId }) => transactionId),
    );
    // A company's name is no personal data; its document and a person's name are.
    expect(seen.items.some(({ name }, at) => name !== known.items[at]?.name)).toBe(true);
    for (const { document } of seen.items) expect(document ?? '*').toContain('*');
    await expect(nameLines({ ctx: hub, query })).rejects.toMatchObject({ code: 'not_supported' });
  });

  test('one line', async () => {
    const { items } = await list({ limit: 1 });
    const { line } = await getStatementLine({ ctx, id: items[0]?.id ?? '' });
    expect(line).toEqual(items[0]);
    await expect(getStatementLine({ ctx, id: 'missing' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('as a file: the same lines in the same order, written for people, in the audit', async () => {
    const id = await bench().paid(77_777);
    const answer = await exportStatement(ctx, StatementQuery.parse({ transactionId: id }));
    expect(answer.headers.get('content-disposition')).toMatch(/filename="statement-pix-[\d-]{10}\.csv"/);
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
    expect(text.startsWith('\uFEFFid,createdAt,postedAt,type,description,amount,')).toBe(true);
    const rows = text.trim().split('\r\n').slice(1);
    const { items } = await list({ transactionId: id });
    expect(rows.map((row) => row.split(',')[0])).toEqual(items.map((line) => line.id));
    expect(rows.find((row) => row.includes('PIX_DEPOSIT'))).toContain(',777.77,');
    expect(await lastAudit()).toMatchObject({
      action: 'statement.export',
      after: { filter: { transactionId: id }, inClear: true },
    });
  });

  test('B4: a sheet names whom the page names, masked alike; a machine’s file has what the service reported', async () => {
    const id = await bench().paid(88_888);
    const query = StatementQuery.parse({ transactionId: id });
    const linesOf = async (on: Ctx, form: 'sheet' | 'machine') =>
      (await (await exportStatement(on, { ...query, form })).text())
        .trim()
        .split('\r\n')
        .map((line) => cellsOf(line, form === 'sheet' && on.locale === 'pt-BR' ? ';' : ','));
    const cells = async (on: Ctx, form: 'sheet' | 'machine') => {
      const [names = [], ...rows] = await linesOf(on, form);
      const at = names.findIndex((name) => /^(?:counterpartyName|Contraparte|Counterparty)$/.test(name));
      return rows.find((row) => /888[.,]88/.test(row.join()))?.slice(at, at + 2);
    };
    const { items } = await list({ transactionId: id });
    const missing = missingNamesQuery(items);
    const { items: parties } = await nameLines({ ctx, query: StatementNamesQuery.parse(missing) });
    const [party] = parties;
    expect(party?.name).toBeTruthy();
    expect(await cells(ctx, 'machine')).toEqual(['', '']);
    // A document of digits alone is written as text; a newer CNPJ has letters.
    const [name, cell = ''] = (await cells(ctx, 'sheet')) ?? [];
    const document = cell.replace(/^="|"$/g, '');
    expect(documentKind(document)).not.toBeNull();
    expect([name, cell]).toEqual([party?.name, /^\d+$/.test(document) ? `="${document}"` : document]);
    const { items: seen } = await nameLines({ ctx: masked(ctx), query: StatementNamesQuery.parse(missing) });
    expect(await cells(masked(ctx), 'sheet')).toEqual([seen[0]?.name, seen[0]?.document]);
  });

  test('a file of several pages has every line once', async () => {
    const query = StatementQuery.parse({ direction: 'out' });
    const text = await (await exportStatement(ctx, query)).text();
    const ids = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[0]);
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the statement of a Hub account', () => {
  beforeAll(async () => {
    const control = (action: string, body: object) =>
      bench().simulator.control(action, { api: 'hub', ...body });
    await control('deposit', { amount: 12_300, payerName: 'Débora Pacheco Lins' });
    await control('deposit', { amount: 45_600, payerName: 'Igor Bastos' });
  });

  test('lines with type, counterparty and balance; people masked for who may not reveal', async () => {
    const page = await list({ limit: 100 }, hub);
    expect(page.filters).toEqual(expect.arrayContaining(['type', 'status', 'search', 'document', 'sort']));
    const mine = page.items.find(({ amount, type }) => type === 'DEPOSIT' && amount !== null && amount > 0);
    expect(mine).toMatchObject({
      balanceAfter: expect.any(Number),
      transactionId: expect.stringMatching(/^deposit:/),
    });
    const named = (await list({ search: 'Débora' }, hub)).items[0]?.counterparty.name;
    expect(named).toBe('Débora Pacheco Lins');
    const { items } = await list({ limit: 100 }, masked(hub));
    expect(items.map(({ counterparty }) => counterparty.name)).toContain('Débora L.');
  });

  test('A1: by a document or free text only with reveal', async () => {
    for (const query of [{ search: 'Débora' }, { document: '52998224725' }])
      await expect(list(query, masked(hub))).rejects.toMatchObject({
        code: 'forbidden',
        details: { fields: [{ field: Object.keys(query)[0], message: 'needs_reveal' }] },
      });
    const { id } = await storeFilter({ ctx: hub, body: { search: 'Débora Pacheco Lins' } });
    expect(await getStoredFilter({ ctx: masked(hub), id })).toEqual({ search: 'Débora L.' });
    const [hidden] = (await list({ f: id }, masked(hub))).items;
    expect(hidden?.counterparty.name).toBe('Débora L.');
  });

  test('pages follow each other; order and types as requested', async () => {
    const first = await list({ limit: 3 }, hub);
    const second = await list({ limit: 3, cursor: first.nextCursor }, hub);
    const six = await list({ limit: 6 }, hub);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(six.items.map(({ id }) => id));
    const rising = await list({ limit: 20, order: 'asc', type: 'DEPOSIT' }, hub);
    expect(rising.items.every(({ type }) => type === 'DEPOSIT')).toBe(true);
    const times = rising.items.map(({ postedAt }) => postedAt ?? '');
    expect(times).toEqual([...times].sort());
  });

  test('what it does not filter by, and single lines, are refused by name', async () => {
    await expect(list({ direction: 'in' }, hub)).rejects.toMatchObject({
      details: { fields: [{ field: 'direction', message: 'not_supported' }] },
    });
    await expect(getStatementLine({ ctx: hub, id: 'x' })).rejects.toMatchObject({ code: 'not_supported' });
    await expect(
      listPendingDeposits({ ctx: hub, query: PendingDepositQuery.parse({}) }),
    ).rejects.toMatchObject({ code: 'not_supported' });
  });

  test('a person’s data is filtered by the id of a stored filter', async () => {
    const { id } = await storeFilter({ ctx: hub, body: { search: 'Igor Bastos' } });
    const found = await list({ f: id }, hub);
    expect(found.items.length).toBeGreaterThan(0);
    expect(found.items.every(({ counterparty }) => counterparty.name === 'Igor Bastos')).toBe(true);
    expect(await getStoredFilter({ ctx: hub, id })).toEqual({ search: 'Igor Bastos' });
    await expect(list({ f: id }, ctx)).rejects.toMatchObject({
      details: { fields: [{ field: 'f', message: 'unknown' }] },
    });
    await expect(storeFilter({ ctx: hub, body: {} })).rejects.toMatchObject({ code: 'invalid_request' });
    const answer = await exportStatement(masked(hub), StatementQuery.parse({ f: id }));
    const text = await answer.text();
    expect(text).toContain('Igor B.');
    expect(text).not.toContain('Bastos');
    const note = await lastAudit();
    expect(note).toMatchObject({ action: 'statement.export', after: { inClear: false } });
    expect(JSON.stringify(note)).not.toContain('Bastos');
  });
});

describe('pending deposits', () => {
  const deposits = (query: object = {}, on = ctx) =>
    listPendingDeposits({ ctx: on, query: PendingDepositQuery.parse(query) });

  test('pages follow each other; a filter narrows them', async () => {
    const first = await deposits({ limit: 2 });
    const second = await deposits({ limit: 2, cursor: first.nextCursor });
    const four = await deposits({ limit: 4 });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(four.items.map(({ id }) => id));
    const [one] = four.items;
    const status = one?.status ?? '';
    const narrowed = await deposits({ status });
    expect(narrowed.items.length).toBeGreaterThan(0);
    expect(narrowed.items.every((item) => item.status === status)).toBe(true);
    await expect(deposits({ limit: 2, status, cursor: first.nextCursor })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('by a payer’s document, stored; masked, and in clear only with the permission and an entry', async () => {
    const [one] = (await deposits({ limit: 1 })).items;
    const id = one?.id ?? '';
    const { deposit } = await getPendingDeposit({ ctx, id, reveal: true });
    const document = deposit.payer.document ?? '';
    expect(document).toMatch(/^[\dA-Z]{11,14}$/);
    expect(await lastAudit()).toMatchObject({ action: 'pending-deposit.reveal', target: id });
    expect(one?.payer.document).toContain('*');
    const hidden = await getPendingDeposit({ ctx: masked(ctx), id });
    expect(JSON.stringify(hidden)).not.toContain(document);
    await expect(getPendingDeposit({ ctx: masked(ctx), id, reveal: true })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const stored = await storeFilter({ ctx, body: { document } });
    for (const query of [{ document }, { name: 'Ana' }])
      await expect(deposits(query, masked(ctx))).rejects.toMatchObject({ code: 'forbidden' });
    const found = await deposits({ f: stored.id });
    expect(found.items.map((item) => item.id)).toContain(id);
    await expect(getPendingDeposit({ ctx, id: 'missing' })).rejects.toMatchObject({ code: 'not_found' });
  });
});
