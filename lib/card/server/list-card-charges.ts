import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { instantsOf, listScope } from '#lib/api/list-window.ts';
import type { CardChargeList, CardChargeQuery } from '#lib/card/contract.ts';
import { cardPart, operatorCall } from '#lib/card/server/card-part.ts';
import { chargesFoundAfterAll } from '#lib/card/server/late-charges.ts';
import { maskCharge } from '#lib/card/server/mask-charge.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';

/** `until`: the end that the pages after the first ask for, so that new charges do not move them. */
type Position = { page: number; until: string | null; total: number | null };
const FIRST: Position = { page: 1, until: null, total: null };

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
  const { charges } = cardPart(ctx.port);
  const { limit, cursor, recurrenceId, ...window } = query;
  const { from, to } = instantsOf(window);
  const scope = listScope('GET /card/charges', ctx.account.id, { from, to, recurrenceId, limit });
  const { page, until, total } = cursor === undefined ? FIRST : (openCursor(scope, cursor) as Position);
  const read = await charges.list(
    { from, to: until ?? to, recurrenceId },
    { page, limit },
    operatorCall(ctx),
  );
  await chargesFoundAfterAll(ctx.account.id, read.items);
  const names = ctx.permissions.has('reveal');
  const next: Position = {
    page: page + 1,
    until: until ?? untilOf(read.items) ?? to ?? null,
    total: page === 1 ? read.total : total,
  };
  return {
    items: read.items.map((charge) => maskCharge(charge, { names })),
    nextCursor: read.more ? sealCursor(scope, next) : null,
    total: next.total,
    asOf: read.asOf,
  };
}

/** One ms after the newest row, where the rows fall in time; else the pages are what the provider's numbers make them. */
function untilOf(items: readonly CardCharge[]): string | null {
  const times = items.map(({ createdAt }) => Date.parse(createdAt ?? ''));
  const [newest] = times;
  const falling = times.every((time, place) => place === 0 || time <= (times[place - 1] ?? Number.NaN));
  return newest === undefined || !falling || Number.isNaN(newest) ? null : new Date(newest + 1).toISOString();
}
