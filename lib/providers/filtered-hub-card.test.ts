import { describe, expect, test } from 'vitest';
import { GuicheError } from '#lib/core/errors.ts';
import * as card from '#lib/providers/card/testing/test-card.ts';
import * as hub from '#lib/providers/hub/testing/test-hub.ts';
import type { PaymentFilter, StatementFilter } from '#lib/providers/port.ts';
import { matchPages, type Page, walkAll } from '#lib/providers/testing/filter-match.ts';
import {
  answerBy,
  type Known,
  type Manners,
  mannersBy,
  refusalOfHub,
} from '#lib/providers/testing/filtering-service.ts';
import { type Random, randomBy } from '#lib/providers/testing/spelled.ts';

/**
 * Done-point 4 for the Hub's lists and the card's: what a service did not apply is applied here, and
 * reported.
 */

const SEEDS = Array.from({ length: 150 }, (_, seed) => seed);
const BEGIN = Date.UTC(2026, 9, 20, 12);
const at = (index: number) => new Date(BEGIN - index * 3_600_000).toISOString();
type Json = Record<string, unknown>;

const same = (name: string) => (row: Json, value: string) => String(row[name]) === value;
const listed = (name: string) => (row: Json, value: string) => value.split(',').includes(String(row[name]));
const some = (random: Random, of: number, all: object) =>
  Object.fromEntries(Object.entries(all).filter(() => random.chance(of)));
const period = (from: string, to: string, renamed: readonly [string, string]): Known[] => [
  { name: from, renamed: renamed[0], fits: (row, value) => String(row.createdAt) >= value },
  { name: to, renamed: renamed[1], fits: (row, value) => String(row.createdAt) <= value },
];
const inPeriod = {
  from: (row: Json, { from = '' }: { from?: string | undefined }) => String(row.createdAt) >= from,
  to: (row: Json, { to = '' }: { to?: string | undefined }) => String(row.createdAt) < to,
};
const CPFS = ['52998224725', '11144477735', '39053344705'] as const;
const NAMES = ['Ana Souza', 'Bruno Lima', 'Céu Prado'] as const;
const without = (rows: readonly Json[], sparse: ReadonlySet<string>) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !sparse.has(name))));

/** A filter may be refused at its field, where the service refuses it; then it is requested without. */
async function orWithout<F extends object>(
  filter: F,
  { manners, nameOf }: { manners: Manners; nameOf: (name: keyof F) => string },
  list: (filter: F) => Promise<Page[]>,
): Promise<{ filter: F; pages: Page[] }> {
  try {
    return { filter, pages: await list(filter) };
  } catch (error) {
    if (!(error instanceof GuicheError) || error.code !== 'invalid_request') throw error;
    const fields = (error.details.fields ?? []).map(({ field }) => field as keyof F);
    for (const field of fields) {
      expect(filter).toHaveProperty([field as string]);
      expect(manners.get(nameOf(field)), String(field)).toMatch(/refuses|renames/);
    }
    expect(fields.length).toBeGreaterThan(0);
    const rest = Object.entries(filter).filter(([name]) => !fields.includes(name as keyof F));
    return orWithout(Object.fromEntries(rest) as F, { manners, nameOf }, list);
  }
}

function hubService(
  random: Random,
  filters: readonly Known[],
  whole: readonly Json[],
  rows: readonly Json[],
) {
  const manners = mannersBy(random, filters);
  const answer = answerBy({
    ...{ filters, manners, rows: whole, refusal: refusalOfHub(random), strict: random.chance(0.5) },
    body: (found, { next }) => ({
      data: found.map((row) => rows.find(({ id }) => id === row.id)),
      nextCursor: next,
    }),
  });
  const { port } = hub.hubOver([
    ({ query }) => {
      const { status, json } = answer(new URLSearchParams(query));
      return status === 200
        ? hub.ok(json)
        : { kind: 'status', status, headers: {}, text: JSON.stringify(json) };
    },
  ]);
  return { port, manners };
}

const LINE_FILTERS: Known[] = [
  ...period('dateFrom', 'dateTo', ['periodStart', 'periodEnd']),
  { name: 'trigger', renamed: 'lineType', fits: listed('trigger') },
  { name: 'originId', renamed: 'operationId', fits: same('originId') },
  { name: 'amount', renamed: 'value', fits: (row, value) => Math.abs(Number(row.amount)) === Number(value) },
  { name: 'endToEndId', renamed: 'e2e', fits: same('endToEndId') },
  { name: 'document', renamed: 'payerDocument', fits: same('document') },
  { name: 'search', renamed: 'palavra', fits: (row, value) => includes(row.name, value) },
  { name: 'status', renamed: 'situacao', fits: same('status') },
];
const includes = (shown: unknown, value: string) =>
  String(shown ?? '')
    .toLowerCase()
    .includes(value.toLowerCase());
const LINE_NAMES: Partial<Record<keyof StatementFilter, string>> = {
  ...{ from: 'dateFrom', to: 'dateTo', type: 'trigger', transactionId: 'originId' },
};
type Lines = Pick<
  StatementFilter,
  'from' | 'to' | 'type' | 'transactionId' | 'amount' | 'endToEndId' | 'document' | 'search' | 'status'
>;
const LINE_TRUTHS: Record<keyof Lines, (row: Json, filter: Lines) => boolean> = {
  ...inPeriod,
  type: (row, { type }) => type?.includes(String(row.trigger)) ?? true,
  transactionId: (row, { transactionId }) => row.originId === transactionId,
  amount: (row, { amount = 0 }) => Math.abs(Number(row.amount)) === amount,
  endToEndId: (row, { endToEndId }) => row.endToEndId === endToEndId,
  document: (row, { document }) => row.document === document,
  search: (row, { search = '' }) => includes(row.name, search),
  status: (row, { status }) => status?.includes(String(row.status)) ?? true,
};
const LINE_SHOWN_BY: Record<keyof Lines, string> = {
  ...{ from: 'createdAt', to: 'createdAt', type: 'trigger', amount: 'amount', endToEndId: 'endToEndId' },
  ...{ document: 'document', search: 'name', status: 'status' },
  // A payment may have another id than the one that was requested: a row never shows that it is not meant.
  transactionId: 'nothing',
};

function linesBy(random: Random): Json[] {
  return Array.from({ length: 24 }, (_, index) => {
    const who = Math.floor(random.next() * 3);
    const trigger = random.pick(['PAYMENT', 'DEPOSIT', 'PAYOUT']);
    return {
      ...{ id: `l${index}`, createdAt: at(index), trigger, originId: `o${random.pick([1, 2, 3, 4])}` },
      amount: random.pick([1_000, 2_050, 3_000]) * (trigger === 'PAYOUT' ? -1 : 1),
      endToEndId: random.chance(0.8) ? `E${random.pick([1, 2, 3])}` : null,
      status: random.pick(['PENDING', 'COMPLETED', 'CANCELED', 'REFUNDED', 'WAITING_FOR_REFUND']),
      ...{ name: NAMES[who], document: CPFS[who] },
    };
  });
}
const lineOf = ({ name, document, ...line }: Json): Json => ({ ...line, counterparty: { name, document } });

describe('R3: a filter of the Hub’s statement is what it says', () => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const random = randomBy(seed + 110_000);
    const sparse = new Set(['document', 'name', 'endToEndId', 'status'].filter(() => random.chance(0.15)));
    const whole = linesBy(randomBy(seed + 600));
    const rows = without(whole, sparse);
    const { port, manners } = hubService(random, LINE_FILTERS, whole, rows.map(lineOf));
    const all: Lines = {
      ...{ from: at(20), to: at(2), type: random.pick([['PAYOUT'], ['PAYMENT', 'DEPOSIT']]) },
      ...{ transactionId: 'o2', amount: 2_050, endToEndId: 'E2', document: CPFS[1], search: 'lima' },
      status: [random.pick(['COMPLETED', 'PENDING'])],
    };
    const nameOf = (name: keyof Lines) => LINE_NAMES[name] ?? name;
    // Twice: what was learnt the first time holds for the second.
    for (let times = 0; times < 2; times += 1) {
      const { filter, pages } = await orWithout(
        some(randomBy(seed), 0.25, all) as Lines,
        { manners, nameOf },
        (one) => walkAll((position) => port.statement.list(one, { limit: 5, position }, {})),
      );
      matchPages(pages, {
        rows,
        whole,
        filter,
        manners,
        nameOf,
        truths: LINE_TRUTHS,
        shownBy: LINE_SHOWN_BY,
      });
    }
  });
});

type Bounds = { amountFrom?: number | undefined; amountTo?: number | undefined };
const inAmounts = {
  amountFrom: (row: Json, { amountFrom = 0 }: Bounds) => Number(row.amount) >= amountFrom,
  amountTo: (row: Json, { amountTo = 0 }: Bounds) => Number(row.amount) <= amountTo,
};

const PAYMENT_FILTERS: Known[] = [
  ...period('dateFrom', 'dateTo', ['createdFrom', 'createdTo']),
  { name: 'status', renamed: 'situacao', fits: same('status') },
  { name: 'externalRef', renamed: 'clientReference', fits: same('externalRef') },
  { name: 'search', renamed: 'q', fits: (row, value) => includes(row.description, value) },
];
const PAYMENT_NAMES: Partial<Record<keyof PaymentFilter, string>> = {
  ...{ from: 'dateFrom', to: 'dateTo', clientReference: 'externalRef' },
};
const PAYMENT_TRUTHS: Record<keyof PaymentFilter, (row: Json, filter: PaymentFilter) => boolean> = {
  ...inPeriod,
  status: (row, { status }) => status?.includes(String(row.status)) ?? true,
  clientReference: (row, { clientReference }) => row.externalRef === clientReference,
  search: (row, { search = '' }) => includes(row.description, search),
  ...inAmounts,
};
const PAYMENT_SHOWN_BY: Record<keyof PaymentFilter, string> = {
  ...{ from: 'createdAt', to: 'createdAt', status: 'status', clientReference: 'externalRef' },
  ...{ search: 'id', amountFrom: 'amount', amountTo: 'amount' },
};

describe.each(['charges', 'withdrawals', 'transfers'] as const)(
  'R3: a filter of the Hub’s %s is what it says',
  (part) => {
    test.each(SEEDS)('seed %i', async (seed) => {
      const random = randomBy(seed + 120_000);
      const sparse = new Set(['externalRef', 'status'].filter(() => random.chance(0.15)));
      const whole: Json[] = Array.from({ length: 24 }, (_, index) => ({
        ...{ id: `p${index}`, createdAt: at(index), amount: 1_000 + index },
        status: random.pick(['PENDING', 'PAID', 'REFUNDED', 'EXPIRED']),
        externalRef: random.pick(['order-1', 'order-2', null]),
        description: random.pick(['pedido azul', 'pedido verde']),
      }));
      const rows = without(whole, sparse);
      const { port, manners } = hubService(random, PAYMENT_FILTERS, whole, rows);
      const more = part === 'charges' ? { clientReference: 'order-1', search: 'verde' } : {};
      const all: PaymentFilter = {
        ...{ from: at(20), to: at(2), status: [random.pick(['PAID', 'EXPIRED'])], ...more },
        ...{ amountFrom: 1_004, amountTo: 1_015 },
      };
      const nameOf = (name: keyof PaymentFilter) => PAYMENT_NAMES[name] ?? name;
      for (let times = 0; times < 2; times += 1) {
        const requests = some(randomBy(seed), 0.4, all) as PaymentFilter;
        const { filter, pages } = await orWithout(requests, { manners, nameOf }, (one) =>
          walkAll((position) => port[part].list(one, { limit: 5, position }, {})),
        );
        matchPages(pages, {
          rows,
          whole,
          filter,
          manners,
          nameOf,
          truths: PAYMENT_TRUTHS,
          shownBy: PAYMENT_SHOWN_BY,
        });
      }
    });
  },
);

type CardFilter = { from?: string; to?: string; recurrenceId?: string } & Bounds;
const CARD_FILTERS: Known[] = [
  ...period('startDate', 'endDate', ['dateFrom', 'dateTo']),
  { name: 'recurrentPaymentId', renamed: 'subscriptionId', fits: same('recurrenceId') },
];
const CARD_NAMES: Partial<Record<keyof CardFilter, string>> = {
  ...{ from: 'startDate', to: 'endDate', recurrenceId: 'recurrentPaymentId' },
};
const CARD_SHOWN_BY = {
  ...{ from: 'createdAt', to: 'createdAt', recurrenceId: 'recurrenceId' },
  ...{ amountFrom: 'amount', amountTo: 'amount' },
};

describe('R3: a filter of card charges is what it says', () => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const random = randomBy(seed + 130_000);
    const sparse = new Set(['recurrenceId'].filter(() => random.chance(0.2)));
    const whole: Json[] = Array.from({ length: 24 }, (_, index) => ({
      ...{ id: `c${index}`, createdAt: at(index), amount: 1_000 + index, status: 2 },
      recurrenceId: random.pick(['r1', 'r2', null]),
    }));
    const rows = without(whole, sparse);
    const manners = mannersBy(random, CARD_FILTERS);
    const answer = answerBy({
      ...{ filters: CARD_FILTERS, manners, rows: whole, strict: random.chance(0.3) },
      refusal: (names) => ({ message: `Unknown parameter: ${names.join(', ')}` }),
      body: (found, { total, pages }) => ({
        ...{ total, totalPages: pages },
        charges: found.map((row) => rows.find(({ id }) => id === row.id)),
      }),
    });
    const { card: port } = card.over((query) => {
      const { status, json } = answer(new URLSearchParams(query));
      return status === 200 ? card.ok(json) : card.no(status, json);
    });
    const all: CardFilter = {
      from: at(20),
      to: at(2),
      recurrenceId: 'r1',
      amountFrom: 1_004,
      amountTo: 1_015,
    };
    const filter = some(randomBy(seed), 0.5, all) as CardFilter;
    for (let times = 0; times < 2; times += 1) {
      const pages = await walkAll(async (position) => {
        const page = Number(position ?? 1);
        const read = await port.charges.list(filter, { page, limit: 5 }, {});
        return { ...read, next: read.more ? page + 1 : null };
      });
      matchPages(pages, {
        ...{ rows, whole, filter, manners, shownBy: CARD_SHOWN_BY },
        nameOf: (name) => CARD_NAMES[name] ?? name,
        truths: {
          ...inPeriod,
          ...inAmounts,
          recurrenceId: (row, { recurrenceId }) => row.recurrenceId === recurrenceId,
        },
      });
    }
  });
});
