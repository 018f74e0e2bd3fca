import 'server-only';
import { z } from 'zod';
import { listScope } from '#lib/api/list-window.ts';
import { present } from '#lib/api/present.ts';
import type { Args } from '#lib/api/serve.ts';
import { inSpellings } from '#lib/list/server/in-spellings.ts';
import { servePage } from '#lib/list/server/serve-page.ts';
import { StatementList } from '#lib/statement/contract.ts';
import { readFilter, windowOf } from '#lib/statement/server/read-filter.ts';

/** The period is the first page's: "the last 30 days" must not move while somebody reads on. */
const Resume = z.object({
  window: z.object({ from: z.string().optional(), to: z.string().optional() }),
  position: z.unknown(),
});

/**
 * Document 1, GET /user/bank-statements; document 2, statement: one page, newest first unless asked otherwise, masked
 * (people's names only for roles without `reveal`). The cursor holds for this account and these filters.
 */
export async function listStatement({
  ctx,
  query: { limit, cursor, ...query },
}: Args<'GET /statement'>): Promise<StatementList> {
  const statement = ctx.part('statement');
  const asked = await readFilter(ctx, statement.filters, query);
  const { from, to } = query;
  const scope = listScope('GET /statement', ctx.account.id, { ...asked, from, to });
  const { window, ...page } = await servePage(scope, { limit, cursor }, async (ask) => {
    const { window, position } =
      ask.position === null ? { window: windowOf(query), position: null } : Resume.parse(ask.position);
    const filter = { ...asked, from: window.from, to: window.to };
    const found = await inSpellings(filter, (spelled) =>
      statement.list(spelled, { limit, position }, ctx.call),
    );
    return { ...found, window, next: found.next === null ? null : { window, position: found.next } };
  });
  return present(ctx, StatementList, {
    ...page,
    filters: [...statement.filters],
    period: { from: window.from ?? null, to: window.to ?? null },
  });
}
