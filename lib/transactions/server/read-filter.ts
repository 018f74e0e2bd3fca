import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { instantsOf, invalidField } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import type { TransactionFilter } from '#lib/providers/port.ts';
import type { TransactionQuery } from '#lib/transactions/contract.ts';
import { storedFilter } from '#lib/transactions/server/stored-filters.ts';

/**
 * The query's filter as the port takes it: São Paulo days (both inclusive) become instants (`to` exclusive), a
 * stored filter's document and name stand in for its id. GuicheError `invalid_request` names what cannot be.
 */
export async function readFilter(ctx: Ctx, query: TransactionQuery): Promise<TransactionFilter> {
  const { f, from, to, ...rest } = query;
  const window = instantsOf({ from, to });
  const { document, name, clientReference, virtualAccount } = rest;
  await requireRevealFor(ctx, { document, name }, { clientReference, virtualAccount });
  const stored = f === undefined ? {} : await storedFilter(ctx, f);
  if (stored === null) throw invalidField('f', 'unknown');
  return { ...rest, ...stored, ...window };
}
