import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { addDays, isDay, startOfDay } from '#lib/dates.ts';
import type { TransactionFilter } from '#lib/providers/port.ts';
import type { TransactionQuery } from '#lib/transactions/contract.ts';
import { storedFilter } from '#lib/transactions/server/stored-filters.ts';

/**
 * The query's filter as the port takes it: São Paulo days (both inclusive) become instants (`to` exclusive), a
 * stored filter's document and name stand in for its id. GuicheError `invalid_request` names what cannot be.
 */
export async function readFilter(ctx: Ctx, query: TransactionQuery): Promise<TransactionFilter> {
  const { f, from, to, ...rest } = query;
  const start = from === undefined ? undefined : instantOf('from', from, 0);
  const end = to === undefined ? undefined : instantOf('to', to, 1);
  if (start !== undefined && end !== undefined && start >= end) throw invalid('to', 'before_from');
  const stored = f === undefined ? {} : await storedFilter(ctx.account.id, f);
  if (stored === null) throw invalid('f', 'unknown');
  return { ...rest, ...stored, from: start, to: end };
}

function instantOf(field: 'from' | 'to', text: string, daysLater: 0 | 1): string {
  if (isDay(text)) return startOfDay(addDays(text, daysLater));
  const time = /T/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalid(field, 'no_day');
  return new Date(time).toISOString();
}

function invalid(field: string, message: string): GuicheError {
  return new GuicheError('invalid_request', 'The request is not of the expected form.', {
    fields: [{ field, message }],
  });
}
