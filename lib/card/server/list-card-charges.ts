import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { instantsOf, listScope } from '#lib/api/list-window.ts';
import { present } from '#lib/api/present.ts';
import type { Args } from '#lib/api/serve.ts';
import { CardChargeList, type CardChargeQuery } from '#lib/card/contract.ts';
import { chargesMadeHere } from '#lib/card/server/charges-made-here.ts';
import { confirmLateCharges } from '#lib/card/server/confirm-late-charges.ts';
import { servePage } from '#lib/list/server/serve-page.ts';
import { listedOrMadeHere } from '#lib/operations/server/made-here.ts';
import type { CardPort } from '#lib/providers/card-port.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import type { Call, Page, PageAsk } from '#lib/providers/port.ts';

/** `until`: the end that the pages after the first ask for, so that new charges do not move them. */
type Listed = { page: number; until: string | null; total: number | null };
const FIRST: Listed = { page: 1, until: null, total: null };

/**
 * Document 3, GET charges: one page, newest first as the provider gives them. `total` is the first page's; the cursor
 * holds for this account and filter. Customers masked (names only for roles without `reveal`).
 */
export async function listCardCharges({
  ctx,
  query: { limit, cursor, ...query },
}: Args<'GET /card/charges'>): Promise<CardChargeList> {
  const filter = filterOf(query);
  const scope = listScope('GET /card/charges', ctx.account.id, { ...filter, limit });
  const page = await servePage(scope, { limit, cursor }, (ask) =>
    readCardCharges(ctx, filter, ask, ctx.call),
  );
  await confirmLateCharges(ctx.account.id, page.listed ? page.items : []);
  return present(ctx, CardChargeList, page);
}

type Filter = ReturnType<typeof filterOf>;
export function filterOf({ from, to, ...rest }: Omit<CardChargeQuery, 'limit' | 'cursor'>) {
  return { ...rest, ...instantsOf({ from, to }) };
}

/** One page as the provider lists it; `listed` false where it answers no such list: those that were made here. */
export async function readCardCharges(
  ctx: Ctx,
  filter: Filter,
  { limit, position }: PageAsk,
  call: Call,
): Promise<Page<CardCharge> & { listed: boolean }> {
  // An account without cards is another matter than a service without a list.
  const { charges } = ctx.part('card');
  return listedOrMadeHere(
    position,
    () => readListed(charges, filter, { limit, at: (position ?? FIRST) as Listed }, call),
    (after) => chargesMadeHere(ctx.account.id, filter, { limit, after }),
  );
}

async function readListed(
  charges: CardPort['charges'],
  filter: Filter,
  { limit, at }: { limit: number; at: Listed },
  call: Call,
) {
  const { page, until, total } = at;
  const asked = { ...filter, to: until ?? filter.to };
  const read = await charges.list(asked, { page, limit }, call);
  const next: Listed = {
    page: page + 1,
    // Of rows of which some were left out here the newest is not the list's: behind it others would be lost.
    until: until ?? (read.filteredHere === undefined ? untilOf(read.items) : null) ?? filter.to ?? null,
    total: page === 1 ? read.total : total,
  };
  return { ...read, next: read.more ? next : null, total: next.total };
}

/** One ms after the newest row, where the rows fall in time; else the pages are what the provider's numbers make them. */
function untilOf(items: readonly CardCharge[]): string | null {
  const times = items.map(({ createdAt }) => Date.parse(createdAt ?? ''));
  const [newest] = times;
  const falling = times.every((time, place) => place === 0 || time <= (times[place - 1] ?? Number.NaN));
  return newest === undefined || !falling || Number.isNaN(newest) ? null : new Date(newest + 1).toISOString();
}
