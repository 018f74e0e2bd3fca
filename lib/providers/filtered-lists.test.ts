import { describe, expect, test } from 'vitest';
import { type Act, portTo, testProvider } from '#lib/providers/pix/testing/test-provider.ts';
import type { PendingDepositFilter, ProviderPort, TransactionFilter } from '#lib/providers/port.ts';
import { matchPages, walkAll } from '#lib/providers/testing/filter-match.ts';
import {
  filteringService,
  type Known,
  mannersBy,
  refusalOfPix,
} from '#lib/providers/testing/filtering-service.ts';
import { type Random, randomBy } from '#lib/providers/testing/spelled.ts';

/**
 * Done-point 4: whatever a service makes of a filter, shown rows fit it, or the page names the unverified
 * filters.
 */

const provider = testProvider();
const SEEDS = Array.from({ length: 150 }, (_, seed) => seed);
const BEGIN = Date.UTC(2026, 9, 20, 12);
const at = (index: number) => new Date(BEGIN - index * 3_600_000).toISOString();
type Json = Record<string, unknown>;

const listed = (row: Json, name: string, value: string) => value.split(',').includes(String(row[name]));
const same = (name: string) => (row: Json, value: string) => row[name] === value;
const PERIOD = (from: string, to: string): Known[] => [
  { name: from, renamed: 'startDate', fits: (row, value) => String(row.createdAt) >= value },
  { name: to, renamed: 'endDate', fits: (row, value) => String(row.createdAt) <= value },
];
const inNames = (row: Json, value: string) =>
  String(row.payerName ?? '')
    .toLowerCase()
    .includes(value.toLowerCase());

const TRANSACTION_FILTERS: Known[] = [
  ...PERIOD('dateFrom', 'dateTo'),
  { name: 'status', renamed: 'situacao', fits: (row, value) => listed(row, 'status', value) },
  { name: 'type', renamed: 'types', fits: (row, value) => listed(row, 'type', value) },
  { name: 'method', renamed: 'paymentMethod', fits: (row, value) => listed(row, 'method', value) },
  { name: 'clientReference', renamed: 'externalId', fits: same('clientReference') },
  { name: 'virtualAccount', renamed: 'subAccount', fits: same('virtualAccount') },
  { name: 'endToEndId', renamed: 'e2eId', fits: same('endToEndId') },
  { name: 'document', renamed: 'taxId', fits: same('payerDocument') },
  { name: 'name', renamed: 'payerName', fits: inNames },
  { name: 'amount', renamed: 'value', fits: (row, value) => Number(row.amount) === Number(value) },
];
const CPFS = ['52998224725', '11144477735', '39053344705'] as const;
const NAMES = ['Ana Souza', 'Bruno Lima', 'Céu Prado'] as const;

/** `sparse`: fields that this service leaves out of every row. */
function transactionsBy(random: Random, sparse: ReadonlySet<string>): Json[] {
  return Array.from({ length: 24 }, (_, index) => {
    const who = Math.floor(random.next() * 3);
    const row: Json = {
      ...{ id: `t${index}`, createdAt: at(index), amount: random.pick([10, 20.5, 30]) },
      status: random.pick(['PENDING', 'COMPLETED', 'CANCELED', 'EXPIRED', 'REFUNDED', 'ERROR']),
      type: random.pick(['DEPOSIT', 'WITHDRAW', 'COMMISSION']),
      method: random.pick(['PIX', 'BANK_SLIP', 'INTERNAL_TRANSFER']),
      clientReference: random.pick(['order-1', 'order-2', null]),
      virtualAccount: random.pick(['loja-1', 'loja-2', null]),
      endToEndId: random.chance(0.8) ? `E${random.pick([1, 2, 3])}` : null,
      ...{ payerName: NAMES[who], payerDocument: CPFS[who] },
    };
    return Object.fromEntries(Object.entries(row).filter(([name]) => !sparse.has(name)));
  });
}

function transactionFilterBy(random: Random): TransactionFilter {
  const all: TransactionFilter = {
    ...{ from: at(20), to: at(2), status: random.pick([['COMPLETED'], ['PENDING', 'ERROR']]) },
    ...{ type: [random.pick(['DEPOSIT', 'WITHDRAW'])], method: ['PIX'], clientReference: 'order-1' },
    ...{ virtualAccount: 'loja-2', endToEndId: 'E2', document: CPFS[1], name: 'lima', amount: 2_050 },
    ...{ amountFrom: 1_500, amountTo: 2_500 },
  };
  return Object.fromEntries(Object.entries(all).filter(() => random.chance(0.25)));
}

/** Tests if a row fits a filter, by the row's true values. */
const TRUTHS: Record<keyof TransactionFilter, (row: Json, filter: TransactionFilter) => boolean> = {
  from: (row, { from = '' }) => String(row.createdAt) >= from,
  to: (row, { to = '' }) => String(row.createdAt) < to,
  status: (row, { status }) => status?.includes(String(row.status)) ?? true,
  type: (row, { type }) => type?.includes(String(row.type)) ?? true,
  method: (row, { method }) => method?.includes(String(row.method)) ?? true,
  clientReference: (row, { clientReference }) => row.clientReference === clientReference,
  virtualAccount: (row, { virtualAccount }) => row.virtualAccount === virtualAccount,
  endToEndId: (row, { endToEndId }) => row.endToEndId === endToEndId,
  document: (row, { document }) => row.payerDocument === document,
  name: (row, { name = '' }) => inNames(row, name),
  amount: (row, { amount = 0 }) => Math.round(Number(row.amount) * 100) === amount,
  amountFrom: (row, { amountFrom = 0 }) => Number(row.amount) * 100 >= amountFrom,
  amountTo: (row, { amountTo = 0 }) => Number(row.amount) * 100 <= amountTo,
};
/** Row field that shows the filter's value. */
const SHOWN_BY: Record<keyof TransactionFilter, string> = {
  ...{ from: 'createdAt', to: 'createdAt', status: 'status', type: 'type', method: 'method' },
  ...{ clientReference: 'clientReference', virtualAccount: 'virtualAccount', endToEndId: 'endToEndId' },
  ...{ document: 'payerDocument', name: 'payerName', amount: 'amount' },
  ...{ amountFrom: 'amount', amountTo: 'amount' },
};

function serve(act: Act) {
  provider.acts = Array.from({ length: 3_000 }, () => act);
}

describe('R3: a filter of transactions is what it says', () => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const random = randomBy(seed + 9_000);
    const sparse = new Set(
      ['method', 'virtualAccount', 'payerDocument', 'endToEndId'].filter(() => random.chance(0.15)),
    );
    const whole = transactionsBy(randomBy(seed), new Set());
    const rows = transactionsBy(randomBy(seed), sparse);
    const manners = mannersBy(random, TRANSACTION_FILTERS);
    serve(
      filteringService({
        ...{ filters: TRANSACTION_FILTERS, manners, rows: whole },
        body: (found, { total, pages }) => ({
          ...{ total, pages },
          transactions: found.map((row) => rows.find(({ id }) => id === row.id)),
        }),
        refusal: refusalOfPix(random),
      }),
    );
    const { transactions } = portTo(provider.base).port as unknown as Required<ProviderPort>;
    const filter = transactionFilterBy(random);
    const nameOf = (name: keyof TransactionFilter) =>
      ({ from: 'dateFrom', to: 'dateTo' })[name as 'from'] ?? name;
    // Twice: what was learnt the first time holds for the second.
    for (let times = 0; times < 2; times += 1) {
      const pages = await walkAll((position) => transactions.list(filter, { limit: 5, position }, {}));
      matchPages(pages, { rows, whole, filter, truths: TRUTHS, shownBy: SHOWN_BY, manners, nameOf });
    }
  });
});

const DEPOSIT_FILTERS: Known[] = [
  ...PERIOD('createdAtFrom', 'createdAtTo'),
  { name: 'status', renamed: 'state', fits: (row, value) => listed(row, 'status', value) },
  { name: 'document', renamed: 'payerDocument', fits: same('payerDocument') },
  { name: 'name', renamed: 'payerName', fits: inNames },
  { name: 'endToEndId', renamed: 'e2eId', fits: same('endToEndId') },
  { name: 'amountMin', renamed: 'minAmount', fits: (row, value) => Number(row.amount) >= Number(value) },
  { name: 'amountMax', renamed: 'maxAmount', fits: (row, value) => Number(row.amount) <= Number(value) },
];
const DEPOSIT_NAMES: Record<string, string> = {
  ...{ from: 'createdAtFrom', to: 'createdAtTo', amountFrom: 'amountMin', amountTo: 'amountMax' },
};
const DEPOSIT_TRUTHS: Record<
  keyof PendingDepositFilter,
  (row: Json, filter: PendingDepositFilter) => boolean
> = {
  from: (row, { from = '' }) => String(row.createdAt) >= from,
  to: (row, { to = '' }) => String(row.createdAt) < to,
  status: (row, { status }) => status?.includes(String(row.status)) ?? true,
  document: (row, { document }) => row.payerDocument === document,
  name: (row, { name = '' }) => inNames(row, name),
  endToEndId: (row, { endToEndId }) => row.endToEndId === endToEndId,
  amountFrom: (row, { amountFrom = 0 }) => Number(row.amount) * 100 >= amountFrom,
  amountTo: (row, { amountTo = 0 }) => Number(row.amount) * 100 <= amountTo,
};
const DEPOSIT_SHOWN_BY: Record<keyof PendingDepositFilter, string> = {
  ...{ from: 'createdAt', to: 'createdAt', status: 'status', document: 'payerDocument', name: 'payerName' },
  ...{ endToEndId: 'endToEndId', amountFrom: 'amount', amountTo: 'amount' },
};

describe('R3: a filter of deposits that wait is what it says', () => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const random = randomBy(seed + 19_000);
    const rows: Json[] = transactionsBy(randomBy(seed + 500), new Set()).map((row) => ({
      ...row,
      status: random.pick(['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'COMPLETED']),
    }));
    const manners = mannersBy(random, DEPOSIT_FILTERS);
    serve(
      filteringService({
        ...{ filters: DEPOSIT_FILTERS, manners, rows },
        body: (data, { page, pages }) => ({ page, limit: 5, hasNextPage: page < pages, data }),
        refusal: refusalOfPix(random),
      }),
    );
    const { port } = portTo(provider.base);
    const all: PendingDepositFilter = {
      ...{ from: at(20), to: at(2), status: random.pick([['APPROVED'], ['PENDING', 'REJECTED']]) },
      ...{ document: CPFS[1], name: 'lima', endToEndId: 'E2', amountFrom: 1_500, amountTo: 2_500 },
    };
    const filter: PendingDepositFilter = Object.fromEntries(
      Object.entries(all).filter(() => random.chance(0.3)),
    );
    const pages = await walkAll(async (position) => {
      const page = Number(position ?? 1);
      const answer = await port.pendingDeposits.list(filter, { page, limit: 5 }, {});
      return { ...answer, next: answer.more ? (answer.nextPage ?? page + 1) : null };
    });
    const nameOf = (name: keyof PendingDepositFilter) => DEPOSIT_NAMES[name] ?? name;
    matchPages(pages, {
      ...{ rows, whole: rows, filter, manners, nameOf },
      ...{ truths: DEPOSIT_TRUTHS, shownBy: DEPOSIT_SHOWN_BY },
    });
  });
});

const DELIVERY_FILTERS: Known[] = [
  ...PERIOD('createdAtFrom', 'createdAtTo'),
  { name: 'transactionId', renamed: 'txId', fits: same('transactionId') },
];

describe('R3: a filter of deliveries is what it says; their period is left to who walks over them', () => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const random = randomBy(seed + 29_000);
    const hasIds = random.chance(0.8);
    const whole: Json[] = Array.from({ length: 24 }, (_, index) => ({
      ...{ id: `d${index}`, url: 'https://a.example', status: 500, createdAt: at(index) },
      transactionId: random.pick(['t1', 't2', 't3']),
    }));
    const rows = whole.map(({ transactionId, ...row }) => (hasIds ? { ...row, transactionId } : row));
    const manners = mannersBy(random, DELIVERY_FILTERS);
    const hasOtherText = random.chance(0.3);
    serve(
      filteringService({
        ...{ filters: DELIVERY_FILTERS, manners, rows: whole, strict: random.chance(0.3) },
        refusal: hasOtherText ? () => ({ message: 'Não entendi.' }) : refusalOfPix(random),
        body: (found, { page, pages }) => ({
          pagination: { page, limit: 5, hasNextPage: page < pages },
          callbacks: found.map((row) => rows.find(({ id }) => id === row.id)),
        }),
      }),
    );
    const { port } = portTo(provider.base);
    const all = { from: at(20), to: at(2), transactionId: 't2' };
    const filter: Partial<typeof all> = Object.fromEntries(
      Object.entries(all).filter(() => random.chance(0.6)),
    );
    const context = JSON.stringify({ filter, manners: [...manners], hasOtherText, hasIds });
    for (let times = 0; times < 2; times += 1) {
      const pages = await walkAll(async (position) => {
        const page = Number(position ?? 1);
        const read = await port.deliveries.list(filter, { page, limit: 5 }, {});
        return { ...read, next: read.more ? page + 1 : null };
      });
      const shown = pages.flatMap(({ items }) => items.map(({ id }) => id));
      expect(new Set(shown).size, context).toBe(shown.length);
      const isRequested = ({ transactionId }: Json) =>
        filter.transactionId === undefined || transactionId === filter.transactionId;
      const inTime = ({ createdAt }: Json) =>
        String(createdAt) >= (filter.from ?? '') && String(createdAt) <= (filter.to ?? '9');
      for (const row of whole) if (isRequested(row) && inTime(row)) expect(shown, context).toContain(row.id);
      const others = whole.filter((row) => shown.includes(String(row.id)) && !isRequested(row));
      if (hasIds) expect(others, context).toEqual([]);
      else if (others.length > 0)
        expect(
          pages.flatMap(({ filtersUntold }) => filtersUntold ?? []),
          context,
        ).toContain('transactionId');
    }
  });
});
