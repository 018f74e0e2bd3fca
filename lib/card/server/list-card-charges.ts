import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { instantsOf, listScope } from '#lib/api/list-window.ts';
import { present } from '#lib/api/present.ts';
import { toldBy } from '#lib/api/reading.ts';
import { CardChargeList, type CardChargeQuery } from '#lib/card/contract.ts';
import { chargesMadeHere } from '#lib/card/server/charges-made-here.ts';
import { chargesFoundAfterAll } from '#lib/card/server/late-charges.ts';
import { GuicheError } from '#lib/errors.ts';
import type { MadeHere } from '#lib/operations/server/made-here.ts';
import type { CardPort } from '#lib/providers/card-port.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';

/** `until`: the end that the pages after the first ask for, so that new charges do not move them. */
type Listed = { page: number; until: string | null; total: number | null };
type Position = Listed | { here: MadeHere };
const FIRST: Listed = { page: 1, until: null, total: null };

/**
 * Document 3, GET charges: one page, newest first as the provider gives them. `total` is the first page's; the cursor
 * holds for this account and filter. Customers masked (names only for roles without `reveal`).
 */
export async function listCardCharges({
  ctx,
  query,
}: {
  ctx: Ctx;
  query: CardChargeQuery;
}): Promise<CardChargeList> {
  const { charges } = ctx.part('card');
  const { limit, cursor, recurrenceId, ...window } = query;
  const { from, to } = instantsOf(window);
  const filter = { from, to, recurrenceId };
  const scope = listScope('GET /card/charges', ctx.account.id, { ...filter, limit });
  const position = cursor === undefined ? FIRST : (openCursor(scope, cursor) as Position);
  const page = { scope, filter, limit };
  if ('here' in position) return keptHere(ctx, page, position.here);
  return listedThere(ctx, charges, page, position).catch((error: unknown) => {
    if (!(error instanceof GuicheError) || error.code !== 'not_supported') throw error;
    return keptHere(ctx, page, null);
  });
}

type Asked = {
  scope: string;
  filter: { from?: string | undefined; to?: string | undefined; recurrenceId?: string | undefined };
  limit: number;
};

async function listedThere(
  ctx: Ctx,
  charges: CardPort['charges'],
  { scope, filter, limit }: Asked,
  { page, until, total }: Listed,
): Promise<CardChargeList> {
  const { to } = filter;
  const asked = { ...filter, to: until ?? to };
  const read = await charges.list(asked, { page, limit }, ctx.call);
  await chargesFoundAfterAll(ctx.account.id, read.items);
  const next: Position = {
    page: page + 1,
    until: until ?? untilOf(read.items) ?? to ?? null,
    total: page === 1 ? read.total : total,
  };
  return present(ctx, CardChargeList, {
    items: read.items,
    nextCursor: read.more ? sealCursor(scope, next) : null,
    total: next.total,
    asOf: read.asOf,
    listed: true,
    ...toldBy(read),
  });
}

async function keptHere(ctx: Ctx, asked: Asked, after: MadeHere | null): Promise<CardChargeList> {
  const { scope, filter, limit } = asked;
  const { charges, next } = await chargesMadeHere(ctx.account.id, filter, { limit, after });
  return present(ctx, CardChargeList, {
    items: charges,
    nextCursor: next === null ? null : sealCursor(scope, { here: next } satisfies Position),
    total: null,
    asOf: new Date().toISOString(),
    listed: false,
  });
}

/** One ms after the newest row, where the rows fall in time; else the pages are what the provider's numbers make them. */
function untilOf(items: readonly CardCharge[]): string | null {
  const times = items.map(({ createdAt }) => Date.parse(createdAt ?? ''));
  const [newest] = times;
  const falling = times.every((time, place) => place === 0 || time <= (times[place - 1] ?? Number.NaN));
  return newest === undefined || !falling || Number.isNaN(newest) ? null : new Date(newest + 1).toISOString();
}
