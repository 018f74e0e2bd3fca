import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { keepFilter, keptFilter, shownFilter } from '#lib/api/stored-filter.ts';
import { GuicheError } from '#lib/errors.ts';
import { maskDocument, maskPerson } from '#lib/privacy/mask-forms.ts';
import { StoredFilter } from '#lib/transactions/contract.ts';

/** Keeps a document and a name on the server (`keepFilter`), so that addresses carry the id. */
export async function storeFilter({ ctx, body }: { ctx: Ctx; body: StoredFilter }): Promise<{ id: string }> {
  if (body.document === undefined && body.name === undefined)
    throw new GuicheError('invalid_request', 'The filter is empty.', {
      fields: [{ field: 'document', message: 'required' }],
    });
  return keepFilter(ctx, body);
}

/** For the page that shows its filter again: masked without `reveal` (`shownFilter`). */
export async function getStoredFilter({ ctx, id }: { ctx: Ctx; id: string }): Promise<StoredFilter> {
  const kept = await keptFilter(ctx, id, StoredFilter);
  if (kept === null) throw new GuicheError('not_found', 'No such filter.');
  return shownFilter(ctx, id, kept, masked);
}

const masked = ({ document, name }: StoredFilter): StoredFilter => ({
  ...(document === undefined ? {} : { document: maskDocument(document) }),
  ...(name === undefined ? {} : { name: maskPerson(name) }),
});

/** Null when it is not of this account, or was not used for 30 days and no view holds it. */
export async function storedFilter(ctx: Ctx, id: string): Promise<StoredFilter | null> {
  return (await keptFilter(ctx, id, StoredFilter))?.words ?? null;
}
