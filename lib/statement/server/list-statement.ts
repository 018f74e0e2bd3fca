import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { instantsOf, invalidField, listScope } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { filterStore } from '#lib/api/stored-filter.ts';
import { addDays, isDay, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import { servePage } from '#lib/list/server/export-list.ts';
import { readWithSpellings } from '#lib/list/server/ranges.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { Call, ProviderPort, StatementFilter } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { Transaction } from '#lib/providers/records.ts';
import {
  StatementLineAnswer,
  StatementList,
  StatementNames,
  type StatementQuery,
  StatementStoredFilter,
} from '#lib/statement/contract.ts';
import { missingNamesQuery, USUAL_DAYS, withNames } from '#lib/statement/rules.ts';
import { counterpartOf } from '#lib/transactions/rules.ts';

/** Later pages keep the first page's period, because "the last 30 days" would move between pages. */
const Resume = z.object({
  window: z.object({ from: z.string().optional(), to: z.string().optional() }),
  position: z.unknown(),
});

type FilterWithoutPeriod = Omit<StatementFilter, 'from' | 'to'>;

type Window = { from: string | undefined; to: string | undefined };

export const { storeFilter, getStoredFilter, storedFilter } = filterStore(StatementStoredFilter);

/**
 * Builds the port's filter: a stored filter's values replace its id. A filter the service does not support is
 * refused at its field (`not_supported`) instead of being ignored.
 */
export async function readFilter(
  ctx: Ctx,
  takes: readonly (keyof StatementFilter)[],
  query: StatementQuery,
): Promise<FilterWithoutPeriod> {
  const { f, from: _from, to: _to, ...rest } = query;
  const { document, search } = rest;
  await requireRevealFor(ctx, { document, search });
  const stored = f === undefined ? {} : await storedFilter(ctx, f);
  if (stored === null) throw invalidField('f', 'unknown');
  const { name: _, ...values } = stored;
  const asked: FilterWithoutPeriod = { ...rest, ...values };
  const refused = Object.entries(asked).filter(
    ([name, value]) => value !== undefined && !takes.includes(name as keyof StatementFilter),
  );
  if (refused.length > 0)
    throw new GuicheError('invalid_request', 'This account’s service does not filter by this.', {
      fields: refused.map(([field]) => ({ field, message: 'not_supported' })),
    });
  return asked;
}

/**
 * The period in instants, `to` exclusive. Without a start: the 30 days ending with the requested end, or
 * today.
 */
export function windowOf({ from, to }: StatementQuery): Window {
  const last = to === undefined ? saoPauloDay(databaseNow()) : isDay(to) ? to : saoPauloDay(new Date(to));
  if (from !== undefined) return instantsOf({ from, to });
  const { to: end } = instantsOf({ to });
  return { from: startOfDay(addDays(last, 1 - USUAL_DAYS)), to: end };
}

/**
 * Document 1, GET /user/bank-statements; document 2, statement: one page, newest first by default, masked
 * (names only for roles without `reveal`). The cursor is bound to this account and these filters.
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
    const found = await readWithSpellings(filter, (spelled) =>
      statement.list(spelled, { limit, position }, ctx.call),
    );
    return { ...found, window, next: found.next === null ? null : { window, position: found.next } };
  });
  return serializeFor(ctx, StatementList, {
    ...page,
    filters: [...statement.filters],
    period: { from: window.from ?? null, to: window.to ?? null },
  });
}

/**
 * Document 1, GET /user/bank-statements/{id}. `not_supported` where the service cannot read one line
 * (document 2).
 */
export async function getStatementLine({ ctx, id }: { ctx: Ctx; id: string }): Promise<StatementLineAnswer> {
  const line = await partOf(ctx.part('statement'), 'get')(id, ctx.call);
  return serializeFor(ctx, StatementLineAnswer, { line, asOf: databaseIso() });
}

const PAGE = 500;

const MOST_PAGES = 2;

/**
 * Finds the counterparties of statement lines, masked like transactions. Document 1's statement has none, so
 * they come from GET /user/transactions of the same period, at most two pages.
 */
export async function nameLines({ ctx, query }: Args<'GET /statement/names'>): Promise<StatementNames> {
  return serializeFor(ctx, StatementNames, {
    items: await partiesOf(ctx.part('transactions'), query, ctx.call),
  });
}

/** The lines with the counterparties of their payments, unmasked. */
export async function namedLines(
  { port }: Pick<Ctx, 'port'>,
  lines: StatementLine[],
  call: Call,
): Promise<StatementLine[]> {
  const asked = missingNamesQuery(lines);
  if (asked === null || port.transactions === undefined) return lines;
  return withNames(lines, await partiesOf(port.transactions, { ...asked, ids: asked.ids.split(',') }, call));
}

type NamesQuery = { from: string; to: string; ids: readonly string[] };

async function partiesOf(
  transactions: NonNullable<ProviderPort['transactions']>,
  { from, to, ids }: NamesQuery,
  call: Call,
): Promise<StatementNames['items']> {
  const missing = new Set(ids);
  const found: Transaction[] = [];
  let position: unknown = null;
  for (let pages = 0; pages < MOST_PAGES && missing.size > 0; pages += 1) {
    const page = await transactions.list({ from, to }, { limit: PAGE, position }, call);
    for (const item of page.items) if (missing.delete(item.id)) found.push(item);
    if (page.next === null) break;
    position = page.next;
  }
  return found.flatMap(partyOf);
}

function partyOf(transaction: Transaction): StatementNames['items'] {
  const { name, document } = counterpartOf(transaction);
  return name === null && document === null ? [] : [{ transactionId: transaction.id, name, document }];
}
