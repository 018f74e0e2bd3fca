import 'server-only';
import { GuicheError } from '#lib/api/errors.ts';
import { withoutValues } from '#lib/card-number.ts';
import { addDays, saoPauloDay } from '#lib/dates.ts';
import { statusOf } from '#lib/providers/absence.ts';
import { CHARGE_MUST, toCharge } from '#lib/providers/card/map.ts';
import { asCharge, readCharge } from '#lib/providers/card/wire.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import type { Query } from '#lib/providers/client/client.ts';
import { ended, numbered, type Parts } from '#lib/providers/client/parts.ts';
import { Paths } from '#lib/providers/client/paths.ts';
import { segment } from '#lib/providers/client/segment.ts';
import { listOf } from '#lib/providers/envelopes.ts';
import type { Call, NewCardCharge, NumberedPage, Outcome, ProviderPort } from '#lib/providers/port.ts';

type Charges = NonNullable<ProviderPort['card']>['charges'];
type Filter = Parameters<Charges['list']>[0];
type Ask = Parameters<Charges['list']>[1];

const NAMES = ['charges', 'items', 'data'];

/** Document 3 names the reversal and shows no path of it: method, and what follows the charge's own. */
const REVERSALS = [
  ...(['PUT reverse', 'POST reverse', 'PUT reversal', 'POST reversal'] as const),
  ...(['POST refund', 'PUT refund', 'PUT void', 'POST cancel'] as const),
] as const;

/** Document 3, charges. Amounts are whole cents both ways. */
export function chargesOf(parts: Parts): Charges {
  const { client, readable } = parts;
  const reversals = new Paths<(typeof REVERSALS)[number]>(REVERSALS, parts.now);
  const read = ({ json }: { json: unknown }) => toCharge(readCharge(json));
  return {
    async create(charge, change) {
      const outcome = await client.change('POST', '/charges', { json: bodyOf(charge) }, change);
      return withoutCard(await ended(readable, outcome, read), charge.card);
    },
    list: listOfCharges(parts),
    async get(id, call) {
      const { json } = await client.read(`/charges/${segment(id)}`, {}, call, { thing: true });
      return readable(() => toCharge(readCharge(json)));
    },
    async reverse(id, amount, change) {
      const query = amount === null ? '' : `?amount=${amount}`;
      // The amount stands where one service was seen to take it; another may read the body.
      const body = amount === null ? null : { json: { amount } };
      const outcome = await reversals.change((way) => {
        const [method, name] = way.split(' ') as ['PUT' | 'POST', string];
        const path = `/charges/${segment(id)}/${name}${query}`;
        return client.change(method, path, method === 'PUT' ? null : body, change, { thing: true });
      });
      return ended(readable, outcome, read);
    },
  };
}

function bodyOf({ card, customer, installments, authenticate, ...rest }: NewCardCharge) {
  return {
    ...given(rest),
    paymentType: 'creditcard',
    customer: given(customer),
    ...(rest.recurrence === undefined ? {} : { recurrence: given(rest.recurrence) }),
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

/** Without what is not given: nothing unneeded is sent. */
const given = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

/** A provider may repeat what it was sent: no answer carries any of it further. */
function withoutCard(outcome: Outcome<CardCharge>, card: NewCardCharge['card']): Outcome<CardCharge> {
  const number = card.number.reveal();
  const all = [number, card.holder.reveal(), card.expiration.reveal(), card.cvv.reveal()];
  if (outcome.kind !== 'done') return { ...outcome, error: withoutWords(outcome.error, all) };
  const { value } = outcome;
  const clean = (text: string | null) => (text === null ? null : withoutValues(text, [number]));
  const { reasonMessage, returnMessage } = value;
  return {
    ...outcome,
    value: { ...value, reasonMessage: clean(reasonMessage), returnMessage: clean(returnMessage) },
  };
}

function withoutWords(error: GuicheError, values: readonly string[]): GuicheError {
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

/** How a service takes `startDate` and `endDate` is not shown: instants, else whole days; what worked is remembered. */
function listOfCharges({ client, readable }: Parts): Charges['list'] {
  let form: 'instant' | 'day' = 'instant';
  async function page(
    filter: Filter,
    ask: Ask,
    call: Call,
    as: typeof form,
  ): Promise<NumberedPage<CardCharge>> {
    const { json, asOf } = await client.read('/charges', queryOf(filter, ask, as), call);
    const list = readable(() => listOf(json, NAMES));
    const charges = readable(() => list.rows.map((row) => toCharge(asCharge(row))));
    const within = charges.filter((charge) => isWithin(charge, filter));
    const kept = within.filter((charge) => isOf(charge, filter));
    // Of whole days more is counted than was asked for.
    const total = kept.length === charges.length ? list.total : null;
    const broken = [
      ...(as === 'instant' && within.length < charges.length ? ['from'] : []),
      ...(kept.length < within.length ? ['recurrenceId'] : []),
    ];
    return {
      ...numbered(kept, { ...list, total, pages: pagesOf(list, ask) }, ask, asOf, CHARGE_MUST),
      ...(broken.length === 0 ? {} : { filteredHere: broken }),
    };
  }
  return async (filter, ask, call) => {
    const dated = filter.from !== undefined || filter.to !== undefined;
    try {
      return await page(filter, ask, call, form);
    } catch (error) {
      const refused = [400, 422].includes(statusOf(error) ?? 0);
      if (!refused || !dated || form === 'day') throw error;
      const answered = await page(filter, ask, call, 'day');
      form = 'day';
      return answered;
    }
  };
}

const pagesOf = ({ pages, total }: { pages: number | null; total: number | null }, { limit }: Ask) =>
  pages ?? (total === null ? null : Math.ceil(total / limit));

function queryOf({ from, to, recurrenceId }: Filter, { page, limit }: Ask, as: 'instant' | 'day'): Query {
  const last = to === undefined ? undefined : new Date(Date.parse(to) - 1).toISOString();
  const day = (instant: string | undefined, more: number) =>
    instant === undefined ? undefined : addDays(saoPauloDay(instant), more);
  return {
    // Days of another zone, or an end that is its midnight: a day more, and what is too much is left out here.
    startDate: as === 'instant' ? from : day(from, 0),
    endDate: as === 'instant' ? last : day(last, 1),
    recurrentPaymentId: recurrenceId,
    limit: String(limit),
    page: String(page),
  };
}

/** What names no recurrence may belong to any. */
const isOf = (charge: CardCharge, { recurrenceId }: Filter) =>
  recurrenceId === undefined || charge.recurrenceId === null || charge.recurrenceId === recurrenceId;

function isWithin({ createdAt }: CardCharge, { from, to }: Filter): boolean {
  if (createdAt === null) return true;
  return (from === undefined || createdAt >= from) && (to === undefined || createdAt < to);
}
