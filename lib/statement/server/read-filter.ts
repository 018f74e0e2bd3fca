import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { instantsOf, invalidField } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { addDays, isDay, saoPauloDay, startOfDay } from '#lib/dates.ts';
import { GuicheError } from '#lib/errors.ts';
import type { StatementFilter } from '#lib/providers/port.ts';
import type { StatementQuery } from '#lib/statement/contract.ts';
import { USUAL_DAYS } from '#lib/statement/rules.ts';
import { storedFilter } from '#lib/statement/server/stored-filters.ts';

/** The filter, without its period. */
export type Asked = Omit<StatementFilter, 'from' | 'to'>;
export type Window = { from: string | undefined; to: string | undefined };

/**
 * The query as the port takes it: a stored filter's words stand in for its id, and what this account's service does
 * not filter by is refused at its field (`not_supported`) instead of being overlooked.
 */
export async function readFilter(
  ctx: Ctx,
  takes: readonly (keyof StatementFilter)[],
  query: StatementQuery,
): Promise<Asked> {
  const { f, from: _from, to: _to, ...rest } = query;
  const { document, search } = rest;
  await requireRevealFor(ctx, { document, search });
  const stored = f === undefined ? {} : await storedFilter(ctx, f);
  if (stored === null) throw invalidField('f', 'unknown');
  const { name: _, ...words } = stored;
  const asked: Asked = { ...rest, ...words };
  const refused = Object.entries(asked).filter(
    ([name, value]) => value !== undefined && !takes.includes(name as keyof StatementFilter),
  );
  if (refused.length > 0)
    throw new GuicheError('invalid_request', 'This account’s service does not filter by this.', {
      fields: refused.map(([field]) => ({ field, message: 'not_supported' })),
    });
  return asked;
}

/** Instants, `to` exclusive. Without a beginning the 30 days that end with the last one asked for, or today. */
export function windowOf({ from, to }: StatementQuery): Window {
  const last = to === undefined ? saoPauloDay(Date.now()) : isDay(to) ? to : saoPauloDay(new Date(to));
  if (from !== undefined) return instantsOf({ from, to });
  const { to: end } = instantsOf({ to });
  return { from: startOfDay(addDays(last, 1 - USUAL_DAYS)), to: end };
}
