import 'server-only';
import { cardEntryOn } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import { invalidField } from '#lib/api/list-window.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { type CertificateTerm, certificateTerm } from '#lib/card/certificate-term.ts';
import { CardFiguresAnswer } from '#lib/card/contract.ts';
import { cardFigures, FIGURE_DAYS } from '#lib/card/figures.ts';
import { takesPostbacks } from '#lib/card/server/create-card-charge.ts';
import { addDays, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { createCache } from '#lib/data/answer-cache.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { absenceOf } from '#lib/providers/absence.ts';
import type { CardCharge, Conversion, ExchangeRate } from '#lib/providers/card-records.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { backgroundCall } from '#lib/providers/reach.ts';

const PAGE = 100;
const MOST_PAGES = 20;
const CACHE_MS = 60_000;
const MOST_RECURRENCES = 8;
const cached = createCache();

type Read = { charges: CardCharge[]; total: number | null; complete: boolean };

/**
 * Figures of the last thirty São Paulo days' charges (document 3, GET charges; at most 2,000, see
 * `complete`). `figures` is null where the service has no list. Cached one minute per account; customers are
 * masked by role.
 */
export async function getCardFigures({
  ctx,
  now = databaseNow(),
}: Args<'GET /card/figures'> & { now?: number }): Promise<CardFiguresAnswer> {
  const part = ctx.part('card');
  const from = startOfDay(addDays(saoPauloDay(now), 1 - FIGURE_DAYS));
  const read = await cached(
    `${ctx.account.id} ${from}`,
    () => CACHE_MS,
    async () => ({
      answer: await readAll(part, from).catch(noneListed),
      asOf: new Date(now).toISOString(),
    }),
  );
  if (read.answer === null) return { figures: null, read: 0, total: null, complete: true, asOf: read.asOf };
  const { charges, total, complete } = read.answer;
  const figures = cardFigures(charges, now);
  const recurrences = figures.recurrences.slice(0, MOST_RECURRENCES);
  return serializeFor(ctx, CardFiguresAnswer, {
    figures: {
      ...figures,
      recurrences,
      recurrenceCount: figures.recurrences.length,
      recurrenceAmount: figures.recurrences.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    },
    read: charges.length,
    total,
    complete,
    asOf: read.asOf,
  });
}

/** Null if the service has no such route. Any other error is thrown and not cached. */
function noneListed(error: unknown): null {
  if (error instanceof GuicheError && error.code === 'not_supported') return null;
  if (absenceOf(error) !== null) return null;
  throw error;
}

async function readAll({ charges }: NonNullable<ProviderPort['card']>, from: string): Promise<Read> {
  const all: CardCharge[] = [];
  let total: number | null = null;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await charges.list({ from }, { page, limit: PAGE }, backgroundCall());
    all.push(...answer.items);
    if (page === 1) total = answer.total;
    if (!answer.more) return { charges: all, total: all.length, complete: true };
  }
  return { charges: all, total, complete: false };
}

/** Document 3, reference rate: BRL for one unit of an ISO 4217 currency other than BRL, as decimal text. */
export async function getRate({ ctx, code }: Args<'GET /card/rates/{code}'>): Promise<ExchangeRate> {
  return ctx.part('card').rate(currencyOf(code), ctx.call);
}

/** Document 3, conversion: the service converts cents of a foreign currency to BRL. */
export async function getConversion({
  ctx,
  code,
  query,
}: Args<'GET /card/conversions/{code}'>): Promise<Conversion> {
  return ctx.part('card').convert(currencyOf(code), query.amount, ctx.call);
}

function currencyOf(code: string): string {
  const currency = code.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw invalidField('code', 'currency_code');
  if (currency === 'BRL') throw invalidField('code', 'currency_brl');
  return currency;
}

type Connection = {
  certificate: CertificateTerm | null;
  entry: boolean;
  postbacks: boolean;
};

/** State of the connection, without calling the provider. */
export async function getConnection({ ctx }: { ctx: Ctx }): Promise<Connection> {
  ctx.part('card');
  const own = ctx.port.certificate?.() ?? null;
  return {
    certificate: own === null ? null : certificateTerm(own, databaseNow()),
    entry: cardEntryOn(ctx.account),
    postbacks: takesPostbacks(ctx.account),
  };
}
