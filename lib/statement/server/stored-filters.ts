import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { keepFilter, keptFilter, shownFilter } from '#lib/api/stored-filter.ts';
import { GuicheError } from '#lib/errors.ts';
import { maskText } from '#lib/privacy/mask.ts';
import { maskDocument, maskPerson } from '#lib/privacy/mask-forms.ts';
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

/** For the page that shows its filter again: masked without `reveal` (`shownFilter`). */
export async function getStoredFilter({ ctx, id }: { ctx: Ctx; id: string }): Promise<StatementStoredFilter> {
  const kept = await keptFilter(ctx, id, StatementStoredFilter);
  if (kept === null) throw new GuicheError('not_found', 'No such filter.');
  return shownFilter(ctx, id, kept, maskWords);
}

/** What a person is searched by, without clear personal data. */
export function maskWords({ document, search, name }: StatementStoredFilter): StatementStoredFilter {
  return {
    ...(document === undefined ? {} : { document: maskDocument(document) }),
    ...(search === undefined ? {} : { search: maskPerson(maskText(search, { names: false })) }),
    ...(name === undefined ? {} : { name: maskPerson(name) }),
  };
}

export async function storedFilter(ctx: Ctx, id: string): Promise<StatementStoredFilter | null> {
  return (await keptFilter(ctx, id, StatementStoredFilter))?.words ?? null;
}
