import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { keepFilter, keptFilter } from '#lib/api/stored-filter.ts';
import { StoredFilter } from '#lib/transactions/contract.ts';

/** Keeps a document and a name on the server (`keepFilter`), so that addresses carry the id. */
export async function storeFilter({ ctx, body }: { ctx: Ctx; body: StoredFilter }): Promise<{ id: string }> {
  if (body.document === undefined && body.name === undefined)
    throw new GuicheError('invalid_request', 'The filter is empty.', {
      fields: [{ field: 'document', message: 'required' }],
    });
  return keepFilter(ctx, body);
}

/** For the page that shows its own filter again: whoever may read the account may read it. */
export async function getStoredFilter({ ctx, id }: { ctx: Ctx; id: string }): Promise<StoredFilter> {
  const found = await storedFilter(ctx.account.id, id);
  if (found === null) throw new GuicheError('not_found', 'No such filter.');
  return found;
}

/** Null when it is not of this account, or was not used for 30 days and no view holds it. */
export const storedFilter = (accountId: string, id: string) => keptFilter(accountId, id, StoredFilter);
