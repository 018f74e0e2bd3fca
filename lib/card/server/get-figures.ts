import 'server-only';
import { cardEntryOn } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { type CertificateTerm, certificateTerm } from '#lib/card/certificate-term.ts';
import { CardFiguresAnswer } from '#lib/card/contract.ts';
import { FAILED, PAID, REVERSED } from '#lib/card/rules.ts';
import { takesPostbacks } from '#lib/card/server/create-card-charge.ts';
import { addDays, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { createCache } from '#lib/data/cache.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { absenceOf } from '#lib/providers/absence.ts';
import type { CardCharge, CardPort, ExchangeRate } from '#lib/providers/card-records.ts';
import { backgroundCall } from '#lib/providers/reach.ts';

const PAGE = 100;
const MOST_PAGES = 20;
const CACHE_MS = 60_000;
const MOST_RECURRENCES = 8;
const listed = createCache();

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
  const read = await listed.read(
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
      recurrenceAmount: sum(figures.recurrences.map(({ amount }) => amount ?? 0)),
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

async function readAll({ charges }: CardPort, from: string) {
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
export async function getConversion({ ctx, code, query }: Args<'GET /card/conversions/{code}'>) {
  return ctx.part('card').convert(currencyOf(code), query.amount, ctx.call);
}

function currencyOf(code: string): string {
  const currency = code.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw invalidField('code', 'currency_code');
  if (currency === 'BRL') throw invalidField('code', 'currency_brl');
  return currency;
}

/** State of the connection, without calling the provider. */
export async function getConnection({ ctx }: { ctx: Ctx }): Promise<{
  certificate: CertificateTerm | null;
  entry: boolean;
  postbacks: boolean;
}> {
  ctx.part('card');
  const own = ctx.port.certificate?.() ?? null;
  return {
    certificate: own === null ? null : certificateTerm(own, databaseNow()),
    entry: cardEntryOn(ctx.account),
    postbacks: takesPostbacks(ctx.account),
  };
}

/** Number of days the figures cover, today included. */
export const FIGURE_DAYS = 30;

/** `recurrences`: the last charge of each, newest first. */
type CardFigures = Omit<NonNullable<CardFiguresAnswer['figures']>, 'recurrenceCount' | 'recurrenceAmount'>;

const isReversed = ({ statusCode }: CardCharge) => statusCode !== null && REVERSED.includes(statusCode);

/** A reversed charge counts as accepted. */
const isAccepted = (charge: CardCharge) => charge.statusCode === PAID || isReversed(charge);
const isRefused = ({ statusCode }: CardCharge) => statusCode !== null && FAILED.includes(statusCode);

/** Computes the figures of charges, by São Paulo day up to the day of `now` (epoch ms). */
export function cardFigures(charges: readonly CardCharge[], now: number): CardFigures {
  const today = saoPauloDay(now);
  const days = Array.from({ length: FIGURE_DAYS }, (_, at) => addDays(today, 1 - FIGURE_DAYS + at));
  const dayOf = ({ createdAt }: CardCharge) => (createdAt === null ? '' : saoPauloDay(createdAt));
  const counted = charges.filter((charge) => days.includes(dayOf(charge)));
  const byDay = Map.groupBy(counted, dayOf);
  const reversed = counted.filter(isAccepted).map(reversedCents);
  return {
    today: sumsOf(byDay.get(today)),
    days30: sumsOf(counted),
    reversed: { amount: sum(reversed), count: reversed.filter((cents) => cents > 0).length },
    days: days.map((day) => {
      const { accepted, tries } = sumsOf(byDay.get(day));
      return { day, accepted, tries };
    }),
    reasons: reasonsOf(counted.filter(isRefused)),
    recurrences: lastOfEach(charges),
  };
}

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);

/** `amount` in cents, of the accepted charges (`count`). `tries`: accepted and refused ones. */
function sumsOf(charges: readonly CardCharge[] = []): CardFigures['today'] {
  const accepted = charges.filter(isAccepted);
  const count = accepted.length;
  const tries = count + charges.filter(isRefused).length;
  return { accepted: count, tries, amount: sum(accepted.map(({ amount }) => amount ?? 0)), count };
}

/** Reversed cents. A full reversal without a reported amount counts as the whole charge. */
const reversedCents = (charge: CardCharge) =>
  charge.refundedAmount ?? (isReversed(charge) ? (charge.amount ?? 0) : 0);

function reasonsOf(refused: readonly CardCharge[]): CardFigures['reasons'] {
  const reasons = new Map<string, CardFigures['reasons'][number]>();
  for (const { returnMessage, reasonMessage, returnCode, reasonCode } of refused) {
    const words = returnMessage ?? reasonMessage;
    const code = returnCode ?? (reasonCode === null ? null : String(reasonCode));
    const key = `${code} ${words}`;
    const before = reasons.get(key);
    reasons.set(key, { words, code, count: (before?.count ?? 0) + 1 });
  }
  return [...reasons.values()].sort((a, b) => b.count - a.count);
}

function lastOfEach(charges: readonly CardCharge[]): CardCharge[] {
  const last = new Map<string, CardCharge>();
  const at = ({ createdAt }: CardCharge) => createdAt ?? '';
  for (const charge of charges) {
    if (charge.recurrenceId === null) continue;
    const known = last.get(charge.recurrenceId);
    if (known === undefined || at(charge) > at(known)) last.set(charge.recurrenceId, charge);
  }
  return [...last.values()].sort((a, b) => (at(a) < at(b) ? 1 : -1));
}
