import 'server-only';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { instantsOf, listScope } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { visibleProblemsOf } from '#lib/api/reading.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { nullOn } from '#lib/core/errors.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { ChargeFunnelPart } from '#lib/payments/contract.ts';
import { choicesOf, emptyFunnel, funnelOf, narrowed } from '#lib/payments/funnel.ts';
import type { Payment } from '#lib/providers/money-records.ts';

const PAGE = 200;
/** Pages read in one call. The caller continues by cursor and draws in between. */
const PAGES = 5;

/**
 * Counts the outcomes of a period's charges from the account's list, a thousand at a time, at background
 * priority. Filters by virtual account and term here, as no service does. `listed` false: the service has no
 * list.
 */
export async function getChargeFunnel({
  ctx,
  query: { cursor, virtualAccount, term, ...period },
}: Args<'GET /charges/funnel'>): Promise<ChargeFunnelPart> {
  const charges = ctx.part('charges');
  await requireRevealFor(ctx, {}, { virtualAccount });
  const filter = instantsOf({ from: period.from, to: period.to });
  const scope = listScope('GET /charges/funnel', ctx.account.id, filter);
  const call = {
    priority: 'background',
    purpose: 'page',
    ...(ctx.signal ? { signal: ctx.signal } : {}),
  } as const;
  const rows: Payment[] = [];
  let position: unknown = cursor === undefined ? null : openCursor(scope, cursor);
  let page = null;
  for (let read = 0; read < PAGES; read += 1) {
    page = await charges.list(filter, { limit: PAGE, position }, call).catch(nullOn('not_supported'));
    if (page === null) break;
    rows.push(...page.items);
    position = page.next;
    if (position === null) break;
  }
  const asOf = page?.asOf ?? databaseIso();
  const narrowing = { virtualAccount, term };
  if (page === null) {
    const none = { funnel: emptyFunnel(), choices: choicesOf([], narrowing), read: 0 };
    return { ...none, total: null, nextCursor: null, asOf, listed: false };
  }
  return serializeFor(ctx, ChargeFunnelPart, {
    funnel: funnelOf(narrowed(rows, narrowing)),
    choices: choicesOf(rows, narrowing),
    read: rows.length,
    total: page.total,
    nextCursor: position === null ? null : sealCursor(scope, position),
    asOf,
    listed: true,
    ...visibleProblemsOf(page),
  });
}
