import 'server-only';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { plainWord } from '#lib/core/status/plain-word.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import { FilterSupport, NOBODYS_ID, readUntilMatch } from '#lib/providers/client/lists.ts';
import { IgnoredFilters, unsupportedFilter } from '#lib/providers/client/parameter-names.ts';
import type { Direction } from '#lib/providers/direction.ts';
import { isPastPeriod, lastInstant } from '#lib/providers/filters.ts';
import {
  byCursor,
  type CursorList,
  names,
  oneOf,
  PERIOD,
  partsOfId,
} from '#lib/providers/hub/adapter-deps.ts';
import { cents } from '#lib/providers/hub/wire.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { Call, PortPageRequest, ProviderPort, StatementFilter } from '#lib/providers/port.ts';
import { apart, unreadIn } from '#lib/providers/rows.ts';
import { balanceOf } from '#lib/providers/shared-readers.ts';
import {
  type Dialect,
  isOneOther,
  isOrdered,
  isPeriodUncertain,
  LINE_MUST,
  matchLines,
  readLine,
  toLines,
  type WireLine,
} from '#lib/providers/statement-lines.ts';
import { rowsOf, unwrapLayers } from '#lib/providers/unwrap.ts';

type Thing = Exclude<keyof StatementFilter, 'direction' | 'amountFrom' | 'amountTo'>;

/** Of document 2's filters, only period and line types have known names. */
const SPELLINGS = {
  ...PERIOD,
  type: ['trigger', 'type', 'types', 'triggers', 'lineType'],
  transactionId: ['originId', 'id', 'operationId', 'identifier', 'reference'],
  amount: ['amount', 'value'],
  endToEndId: ['endToEndId', 'e2e', 'e2eId', 'endToEnd'],
  document: ['document', 'payerDocument', 'counterpartyDocument', 'taxId'],
  search: ['search', 'q', 'query', 'text'],
  status: ['status'],
  sort: ['sortBy', 'sort', 'sortField', 'orderBy'],
  order: ['sortDirection', 'sortOrder', 'order', 'direction'],
} as const;
const THINGS = Object.keys(SPELLINGS) as Thing[];
const DAY_MS = 86_400_000;
const NOT_THERE = ['direction', 'amountFrom', 'amountTo'] as const;
const SORTS = { posted: 'postedAt', created: 'createdAt' } as const;

/** Document 2, Statement. Refused filters are refused at their field; ignored ones are applied here. */
export function statementOf(deps: AdapterDeps): NonNullable<ProviderPort['statement']> {
  const list: CursorList<Thing, WireLine, { balance: number | null }> = {
    path: '/transactions/statement',
    names: names<Thing>(SPELLINGS),
    read: (json) => ({
      ...rowsOf(json, ['entries', 'lines', 'statement', 'items'], readLine.row),
      extra: { balance: balanceIn(json) },
    }),
  };
  const overlooked = new IgnoredFilters(list.names);
  const applied = new FilterSupport(deps.now);
  let signs: boolean | null = null;
  const isNone = async (values: Partial<Record<Thing, string>>, call: Call) => {
    const one = { limit: 1, position: null };
    const { items, strange } = await byCursor(deps, list, values, one, call);
    return items.length + strange === 0;
  };
  const appliesId = (call: Call) =>
    applied.of(list.names.nameOf('transactionId') ?? '', () => isNone({ transactionId: NOBODYS_ID }, call));
  const appliesPeriod = (call: Call) =>
    applied.of(`period ${list.names.nameOf('from')} ${list.names.nameOf('to')}`, () =>
      isNone({ from: new Date(deps.now() + DAY_MS).toISOString() }, call),
    );
  const read = async (filter: StatementFilter, page: PortPageRequest, call: Call) => {
    const { extra, items, next, ...rest } = await byCursor(deps, list, valuesOf(filter), page, call);
    const { lines, ...shown } = toLines(items, HUB_STATEMENT, signs);
    signs = shown.signs;
    const otherId = isOneOther(filter, lines) ? ((await appliesId(call)) ?? null) : null;
    const period = isPeriodUncertain(filter, lines) ? ((await appliesPeriod(call)) ?? null) : null;
    const past = isPastPeriod(lines, filter);
    return {
      ...rest,
      next: past ? null : next,
      balance: extra?.balance ?? null,
      ...matchStatement(filter, lines, { otherId, period }),
    };
  };
  return {
    get filters() {
      return THINGS.filter((thing) => list.names.takes(thing));
    },
    async list(filter, { limit, position }, call) {
      const refused = NOT_THERE.filter((name) => filter[name] !== undefined);
      if (refused.length > 0) throw unsupportedFilter(refused);
      const of = (at: unknown) => read(filter, { limit, position: at }, call);
      const { items, strange, ...page } = await readUntilMatch(position, of, { overlooked, filter });
      return { ...page, items: apart(items), ...unreadIn(items, LINE_MUST, strange) };
    },
  };
}

function matchStatement(
  filter: StatementFilter,
  lines: readonly StatementLine[],
  applies: { otherId: boolean | null; period: boolean | null },
) {
  const { rows, broken, ...matched } = matchLines(filter, lines, applies);
  const order = isOrdered(lines, filter) === false ? (['order'] as const) : [];
  return { items: rows, ...matched, broken: [...broken, ...order] };
}

function valuesOf(filter: StatementFilter): Partial<Record<Thing, string | undefined>> {
  const { transactionId, amount, document, type, sort } = filter;
  return {
    from: filter.from,
    to: lastInstant(filter.to),
    type: type?.length ? type.join(',') : undefined,
    transactionId: transactionId === undefined ? undefined : partsOfId(transactionId).bare,
    amount: amount === undefined ? undefined : String(Math.abs(amount)),
    endToEndId: filter.endToEndId,
    document: document === undefined ? undefined : plainDocument(document),
    search: filter.search,
    status: oneOf('status', filter.status),
    sort: sort === undefined ? undefined : SORTS[sort],
    order: filter.order,
  };
}

/** On outgoing lines the value may be the receiver's Pix key: only a document loses its punctuation. */
function plainDocument(document: string): string {
  const bare = document.replace(/[.\-/\s]/g, '');
  return /^[0-9A-Z]{11,14}$/i.test(bare) ? bare : document;
}

const DIRECTIONS = lookupTable<Direction>({
  ...({ PAYMENT: 'in', DEPOSIT: 'in', PAYMENT_REFUND: 'out', PAYOUT: 'out', PAYOUT_REVERSAL: 'in' } as const),
  ...({ PAYOUT_REFUND_RECEIVED: 'in', INFRACTION_BLOCK: 'out', INFRACTION_RELEASED: 'in' } as const),
});

/** Whole cents. INFRACTION_SETTLED moves blocked money and has no direction. */
const HUB_STATEMENT: Dialect = {
  amountOf: (written) => {
    const whole = cents(written);
    return whole === null ? null : { cents: whole };
  },
  documented: (type) => DIRECTIONS[plainWord(type)],
  kinds: true,
};

/** The balance in cents from next to the lines, never from one of them. */
function balanceIn(json: unknown): number | null {
  if (Array.isArray(json)) return null;
  const [found] = unwrapLayers(json)
    .slice(0, 2)
    .filter((layer) => Object.values(layer).some(Array.isArray) || 'balance' in layer)
    .map(balanceOf)
    .filter((balance) => balance !== null);
  return cents(found ?? null);
}
