import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { instantsOf, invalidField, listScope } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { present } from '#lib/api/present.ts';
import { toldBy } from '#lib/api/reading.ts';
import { PendingDepositList, type PendingDepositQuery } from '#lib/statement/contract.ts';
import { storedFilter } from '#lib/statement/server/stored-filters.ts';

/** `to`: the first page's newest one ends the list, so that later deposits shift nothing. ISO 8601, exclusive. */
const Position = z.object({ page: z.int().min(1), size: z.int().min(1).max(100), to: z.string().optional() });

/** Document 1, GET /user/deposit-pending: one page, newest first, personal data masked. */
export async function listPendingDeposits({
  ctx,
  query: { limit, cursor, f, from, to, ...rest },
}: {
  ctx: Ctx;
  query: PendingDepositQuery;
}): Promise<PendingDepositList> {
  const deposits = ctx.part('pendingDeposits');
  const { document, name } = rest;
  await requireRevealFor(ctx, { document, name });
  const stored = f === undefined ? {} : await storedFilter(ctx, f);
  if (stored === null) throw invalidField('f', 'unknown');
  const { search: _, ...words } = stored;
  const filter = { ...rest, ...words, ...instantsOf({ from, to }) };
  const scope = listScope('GET /pending-deposits', ctx.account.id, filter);
  const at =
    cursor === undefined
      ? { page: 1, size: limit, to: filter.to }
      : Position.parse(openCursor(scope, cursor));
  const page = await deposits.list({ ...filter, to: at.to }, { page: at.page, limit: at.size }, ctx.call);
  const { items, more, total, asOf } = page;
  // Rows that were left out here stand before the first one too: an end at it would shift the pages.
  const newest = page.filteredHere === undefined ? (items[0]?.createdAt ?? null) : null;
  const next = { page: page.nextPage ?? at.page + 1, size: at.size, to: at.to ?? endAfter(newest) };
  return present(ctx, PendingDepositList, {
    items,
    nextCursor: more ? sealCursor(scope, next) : null,
    total,
    asOf,
    ...toldBy(page),
  });
}

const endAfter = (newest: string | null) =>
  newest === null ? undefined : new Date(Date.parse(newest) + 1).toISOString();
