import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { keepFilter, keptFilter } from '#lib/api/stored-filter.ts';
import { StatementStoredFilter } from '#lib/statement/contract.ts';

/** Keeps what a person is searched by on the server (`keepFilter`), so that addresses carry the id. */
export async function storeFilter({
  ctx,
  body,
}: {
  ctx: Ctx;
  body: StatementStoredFilter;
}): Promise<{ id: string }> {
  if (Object.values(body).every((value) => value === undefined))
    throw new GuicheError('invalid_request', 'The filter is empty.', {
      fields: [{ field: 'document', message: 'required' }],
    });
  return keepFilter(ctx, body);
}

/** For the page that shows its own filter again: whoever may read the account may read it. */
export async function getStoredFilter({ ctx, id }: { ctx: Ctx; id: string }): Promise<StatementStoredFilter> {
  const found = await storedFilter(ctx.account.id, id);
  if (found === null) throw new GuicheError('not_found', 'No such filter.');
  return found;
}

export const storedFilter = (accountId: string, id: string) =>
  keptFilter(accountId, id, StatementStoredFilter);
