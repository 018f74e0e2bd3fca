import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { readCardCharges } from '#lib/card/server/list-card-charges.ts';
import type { CardPort } from '#lib/providers/card-records.ts';

type Row = { id: string; amount: number; createdAt: string };
const BEGIN = Date.UTC(2026, 10, 20, 12);
const row = (at: number): Row => ({
  ...{ id: `c${at}`, amount: at % 3 === 0 ? 7_700 : 100 },
  createdAt: new Date(BEGIN - at * 60_000).toISOString(),
});

/** Newest first by numbers, until an instant; amounts are applied to what comes, as the adapter does. */
function account(rows: Row[]): Ctx {
  const list = async (
    { to, amountFrom = 0 }: { to?: string; amountFrom?: number },
    { page, limit }: { page: number; limit: number },
  ) => {
    const listed = rows.filter(({ createdAt }) => to === undefined || createdAt < to);
    const items = listed.slice((page - 1) * limit, page * limit).filter(({ amount }) => amount >= amountFrom);
    const more = page * limit < listed.length;
    const here = amountFrom === 0 ? {} : { filteredHere: ['amountFrom'] };
    return { items, more, total: null, asOf: new Date(BEGIN).toISOString(), ...here };
  };
  const part = () => ({ charges: { list } as unknown as CardPort['charges'] });
  return { account: { id: 'a' }, part } as unknown as Ctx;
}

async function walk(rows: Row[], filter: { amountFrom?: number }, meanwhile = () => {}) {
  const ctx = account(rows);
  const wanted = { from: undefined, to: undefined, ...filter };
  const ids: string[] = [];
  let position: unknown = null;
  do {
    const page = await readCardCharges(ctx, wanted, { limit: 4, position }, {});
    ids.push(...page.items.map(({ id }) => id));
    position = page.next;
    meanwhile();
  } while (position !== null);
  return ids;
}

test('U3: of a list that is narrowed here, page by page, none that fits is lost', async () => {
  const rows = Array.from({ length: 23 }, (_, at) => row(at + 1));
  const fits = rows.filter(({ amount }) => amount === 7_700).map(({ id }) => id);
  expect(await walk(rows, { amountFrom: 7_700 })).toEqual(fits);
});

test('new charges move no page of a list that the service gives whole', async () => {
  const rows = Array.from({ length: 11 }, (_, at) => row(at + 1));
  const before = rows.map(({ id }) => id);
  let made = 0;
  const ids = await walk(rows, {}, () => {
    made += 1;
    rows.unshift(row(-made));
  });
  expect(ids).toEqual(before);
});
