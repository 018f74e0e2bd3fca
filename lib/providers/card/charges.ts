import 'server-only';
import { addDays, saoPauloDay } from '#lib/core/dates.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { withoutValues } from '#lib/core/masking/card-number.ts';
import { statusOf } from '#lib/providers/absence.ts';
import { CHARGE_MUST, toCharge } from '#lib/providers/card/map.ts';
import { asCharge, idIn, readCharge, readNamedCharge } from '#lib/providers/card/wire.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import { type AdapterDeps, after, ended, withoutUndefined } from '#lib/providers/client/adapter-deps.ts';
import {
  FilterSupport,
  numbered,
  readFiltered,
  readPage,
  toFilterNotes,
  verifiedTotal,
} from '#lib/providers/client/lists.ts';
import { IgnoredFilters, ParameterNames } from '#lib/providers/client/parameter-names.ts';
import { Paths, segment } from '#lib/providers/client/paths.ts';
import {
  amountIn,
  boundsAppliedHere,
  createdIn,
  equal,
  isPastPeriod,
  lastInstant,
  matchRows,
  missingAsNoMatch,
  type Tests,
} from '#lib/providers/filters.ts';
import type {
  Call,
  Change,
  NewCardCharge,
  NumberedPage,
  Outcome,
  ProviderPort,
} from '#lib/providers/port.ts';
import { apart, withRequestedId } from '#lib/providers/rows.ts';
import { listOf, UnreadableAnswer } from '#lib/providers/unwrap.ts';

type Charges = NonNullable<ProviderPort['card']>['charges'];
type Filter = Parameters<Charges['list']>[0];
type PageRequest = Parameters<Charges['list']>[1];
const NAMES = ['charges', 'items', 'data'];

/** Document 3 names the reversal without a path: candidates of the method and the path below the charge. */
const REVERSALS = [
  ...(['PUT reverse', 'POST reverse', 'PUT reversal', 'POST reversal'] as const),
  ...(['POST refund', 'PUT refund', 'PUT void', 'POST cancel'] as const),
] as const;

/** Document 3, charges. Amounts are whole cents in both directions. */
export function chargesOf(deps: AdapterDeps): Charges {
  const { client, readable } = deps;
  const reversals = new Paths<(typeof REVERSALS)[number]>(REVERSALS, deps.now);
  const get = async (id: string, call: Call) => {
    const { json } = await client.read(`/charges/${segment(id)}`, {}, call, { thing: true });
    return readable(() => {
      const wire = readNamedCharge(json, id);
      const named = wire.fields.id;
      return { ...toCharge(withRequestedId(wire, id)), names: named === null ? [] : [named] };
    });
  };
  /** Reads a new charge from its answer; when that shows too little, reads the charge by its id. */
  const toNewCharge = async (json: unknown, change: Change) => {
    try {
      return toCharge(readCharge(json));
    } catch (error) {
      const id = idIn(json);
      if (!(error instanceof UnreadableAnswer) || id === null) throw error;
      return get(id, after(change)).catch(() => {
        throw error;
      });
    }
  };
  return {
    async create(charge, change) {
      const outcome = await client.change('POST', '/charges', { json: bodyOf(charge) }, change);
      const ending = await ended(readable, outcome, ({ json }) => toNewCharge(json, change));
      return withoutCard(ending, charge.card);
    },
    list: listOfCharges(deps),
    get,
    async reverse(id, amount, change) {
      const query = amount === null ? '' : `?amount=${amount}`;
      // Document 3 does not show where the amount goes, so query and body have it: a service that missed it
      // would reverse the whole charge.
      const body = amount === null ? null : { json: { amount } };
      const outcome = await reversals.change((route) => {
        const [method, name] = route.split(' ') as ['PUT' | 'POST', string];
        const path = `/charges/${segment(id)}/${name}${query}`;
        return client.change(method, path, body, change, { thing: true });
      });
      // An answer without a charge proves no reversal, and neither does reading the charge: the reversal is
      // looked up.
      return ended(readable, outcome, ({ json }) => toCharge(readCharge(json)));
    },
  };
}

function bodyOf({ card, customer, installments, authenticate, ...rest }: NewCardCharge) {
  return {
    ...withoutUndefined(rest),
    paymentType: 'creditcard',
    customer: withoutUndefined(customer),
    ...(rest.recurrence === undefined ? {} : { recurrence: withoutUndefined(rest.recurrence) }),
    creditCardPayment: {
      installments,
      authenticate,
      card: {
        number: card.number.reveal(),
        holder: card.holder.reveal(),
        expiration: card.expiration.reveal(),
        cvv: card.cvv.reveal(),
      },
    },
  };
}

/** Removes the card's data from the outcome, as a provider may echo it. */
function withoutCard(outcome: Outcome<CardCharge>, card: NewCardCharge['card']): Outcome<CardCharge> {
  const number = card.number.reveal();
  const all = [number, card.holder.reveal(), card.expiration.reveal(), card.cvv.reveal()];
  if (outcome.kind !== 'done') return { ...outcome, error: errorWithout(outcome.error, all) };
  const { value } = outcome;
  const clean = (text: string | null) => (text === null ? null : withoutValues(text, [number]));
  const { reasonMessage, returnMessage } = value;
  return {
    ...outcome,
    value: { ...value, reasonMessage: clean(reasonMessage), returnMessage: clean(returnMessage) },
  };
}

function errorWithout(error: GuicheError, values: readonly string[]): GuicheError {
  const clean = (text: string) => withoutValues(text, values);
  const { provider, fields, ...rest } = error.details;
  return new GuicheError(error.code, clean(error.message), {
    ...rest,
    status: error.status,
    ...(provider === undefined
      ? {}
      : { provider: { ...provider, message: provider.message === null ? null : clean(provider.message) } }),
    ...(fields === undefined
      ? {}
      : { fields: fields.map(({ field, message }) => ({ field, message: clean(message) })) }),
  });
}

/** Document 3 shows none of these names. */
const SPELLINGS = {
  from: ['startDate', 'dateFrom', 'createdAtFrom', 'from'],
  to: ['endDate', 'dateTo', 'createdAtTo', 'to'],
  recurrenceId: ['recurrentPaymentId', 'recurrenceId', 'subscriptionId'],
} as const;
type Thing = keyof typeof SPELLINGS;
const TESTS: Tests<CardCharge, Filter> = {
  ...createdIn,
  ...amountIn,
  recurrenceId: (charge, { recurrenceId }) => equal(charge.recurrenceId, recurrenceId),
};
const matchCharges = (filter: Filter, charges: readonly CardCharge[]) =>
  boundsAppliedHere(
    filter,
    matchRows(TESTS, filter, charges, (name, results) =>
      name === 'recurrenceId' ? missingAsNoMatch(results) : results,
    ),
  );

/** Document 3 does not show how a period is sent: instants, then whole days; what works is cached. */
function listOfCharges({ client, readable, now }: AdapterDeps): Charges['list'] {
  const names = new ParameterNames<Thing>(SPELLINGS, { leavesOut: now });
  const overlooked = new IgnoredFilters(names);
  const applied = new FilterSupport(now);
  let form: Form = 'instant';
  const fetchList = async (filter: Filter, { limit, page }: PageRequest, call: Call, as: Form) => {
    const paging = { limit: String(limit), page: String(page) };
    const { json, asOf } = await names.read(valuesOf(filter, as), (query) =>
      client.read('/charges', { ...query, ...paging }, call),
    );
    return { read: readable(() => listOf(json, NAMES)), asOf };
  };
  async function page(
    filter: Filter,
    request: PageRequest,
    call: Call,
    as: Form,
  ): Promise<NumberedPage<CardCharge>> {
    const matching = async () => {
      const { read: list, asOf } = await readPage(request, (one) => fetchList(filter, one, call, as));
      const charges = apart(readable(() => list.rows.map((row) => toCharge(asCharge(row)))));
      const matched = matchCharges(filter, charges);
      // Whole days return more rows than requested, which does not mean that the service ignores the filter.
      const { broken } = as === 'day' ? matchCharges(daysAround(filter), charges) : matched;
      const past = isPastPeriod(charges, as === 'day' ? daysAround(filter) : filter);
      return { ...matched, broken, list: past ? { ...list, more: false } : list, asOf };
    };
    const { rows, list, asOf, broken, unverified } = await readFiltered(matching, overlooked, request.page);
    const notApplied = new Set([...broken, ...overlooked.of(filter)]);
    const inDays = as === 'day' && (filter.from ?? filter.to) !== undefined;
    const page = numbered(rows, list, request, asOf, CHARGE_MUST);
    const total = notApplied.size > 0 || inDays || overlooked.isUncertain(filter) ? null : page.total;
    const result = { ...page, total, ...toFilterNotes(notApplied, new Set(unverified)) };
    const count = async (of: Filter) => {
      const { read: one } = await fetchList(of, { ...request, limit: 1 }, call, as);
      return { rows: one.rows.length, total: one.total };
    };
    const nameOf = (name: keyof Filter) => names.nameOf(name as Thing);
    return {
      ...result,
      total: (await verifiedTotal(result, filter, { applied, count, now, nameOf })) ?? null,
    };
  }
  return async (filter, request, call) => {
    const dated = filter.from !== undefined || filter.to !== undefined;
    try {
      return await page(filter, request, call, form);
    } catch (error) {
      const refused = [400, 422].includes(statusOf(error) ?? 0);
      if (!refused || !dated || form === 'day') throw error;
      const answered = await page(filter, request, call, 'day');
      form = 'day';
      return answered;
    }
  };
}

type Form = 'instant' | 'day';
function valuesOf({ from, to, recurrenceId }: Filter, as: Form) {
  const last = lastInstant(to);
  const day = (instant: string | undefined, more: number) =>
    instant === undefined ? undefined : addDays(saoPauloDay(instant), more);
  // The days may be of another zone, or end at their midnight: request a day more, and drop the rest here.
  return {
    from: as === 'instant' ? from : day(from, 0),
    to: as === 'instant' ? last : day(last, 1),
    recurrenceId,
  };
}

const DAY_MS = 86_400_000;
const moved = (instant: string, by: number) => new Date(Date.parse(instant) + by).toISOString();
const daysAround = ({ from, to, ...rest }: Filter): Filter => ({
  ...rest,
  ...(from === undefined ? {} : { from: moved(from, -2 * DAY_MS) }),
  ...(to === undefined ? {} : { to: moved(to, 2 * DAY_MS) }),
});
