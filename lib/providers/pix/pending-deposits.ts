import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import { centsToDecimal } from '#lib/core/money.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { sameState } from '#lib/core/status/money.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import { numbered, readPage, readUntilMatch } from '#lib/providers/client/lists.ts';
import { IgnoredFilters, ParameterNames } from '#lib/providers/client/parameter-names.ts';
import { segment } from '#lib/providers/client/paths.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, type ReadObject } from '#lib/providers/fields.ts';
import {
  amountIn,
  createdIn,
  equal,
  isDocument,
  isNamed,
  isPastPeriod,
  lastInstant,
  matchRows,
  missingAsNoMatch,
  some,
  type Tests,
} from '#lib/providers/filters.ts';
import type { PendingDeposit } from '#lib/providers/money-records.ts';
import * as people from '#lib/providers/parties.ts';
import { partyOf } from '#lib/providers/parties.ts';
import { centsOf } from '#lib/providers/pix/map.ts';
import type { PendingDepositFilter, ProviderPort } from '#lib/providers/port.ts';
import {
  apart,
  derivedId,
  hasAmount,
  hasDate,
  hasId,
  type Must,
  withRequestedId,
} from '#lib/providers/rows.ts';
import { best, rowsOf, unwrapLayers } from '#lib/providers/unwrap.ts';

const DEPOSIT = {
  id: means.id(),
  status: means.state(),
  amount: means.amount(),
  ...people.party('payer'),
  ...people.party('receiver'),
  endToEndId: means.endToEndId(),
  pixKey: people.paidKey(),
  description: means.note(),
  paidAt: means.paid(),
  approvedAt: means.approved(),
  rejectedAt: means.rejected(),
  rejectionReason: means.failed(),
  transactionId: means.ofPayment(),
  createdAt: means.made('receivedAt'),
  updatedAt: means.changed(),
  date: means.instantOfRow(),
};

const readDeposit = objectReader(DEPOSIT, ['deposit', 'pendingDeposit', 'depositPending', 'pending']);
type WireDeposit = ReadObject<typeof DEPOSIT>;

/** GET /user/deposit-pending. */
export const readDeposits = (json: unknown) =>
  rowsOf(json, ['data', 'deposits', 'depositsPending', 'pendingDeposits'], readDeposit.row);

/** GET /user/deposit-pending/{id}. */
export function readPendingDeposit(json: unknown): WireDeposit {
  const fits = ({ fields, known }: WireDeposit) => (fields.id ?? fields.amount) !== null && known >= 3;
  return best(unwrapLayers(json, ['deposit', 'pendingDeposit', 'depositPending']), readDeposit, fits, [
    'deposit',
    { id: ({ fields }) => fields.id !== null, amount: ({ fields }) => fields.amount !== null },
  ]);
}

export function toPendingDeposit({ fields, other }: WireDeposit): PendingDeposit {
  const { date, amount, ...same } = fields;
  return {
    id: same.id ?? derivedId({ fields, other }),
    status: same.status,
    amount: centsOf(amount),
    payer: partyOf(same, 'payer'),
    receiver: partyOf(same, 'receiver'),
    endToEndId: same.endToEndId,
    pixKey: same.pixKey,
    description: same.description,
    paidAt: same.paidAt,
    approvedAt: same.approvedAt,
    rejectedAt: same.rejectedAt,
    rejectionReason: same.rejectionReason,
    transactionId: same.transactionId,
    createdAt: same.createdAt ?? date,
    updatedAt: same.updatedAt,
    other: plainJson(other) as Record<string, unknown>,
  };
}

export const DEPOSIT_MUST: Must<PendingDeposit> = {
  id: hasId,
  amount: hasAmount,
  status: ({ status }) => status !== null,
  date: (deposit) => hasDate(deposit) || deposit.paidAt !== null,
};

const DEPOSITS: Tests<PendingDeposit, PendingDepositFilter> = {
  ...createdIn,
  ...amountIn,
  status: ({ status }, requested) => some(requested.status.map((word) => isDepositState(status, word))),
  document: ({ payer, receiver }, { document }) => isDocument([payer.document, receiver.document], document),
  name: ({ payer, receiver }, { name }) => isNamed([payer.name, receiver.name], name),
  endToEndId: (one, { endToEndId }) => equal(one.endToEndId, endToEndId),
};

/** Document 1 distinguishes APPROVED and COMPLETED deposits, so its words are compared as they are. */
const OWN_STATES = new Set(['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'COMPLETED']);
const isDepositState = (value: string | null, requested: string) =>
  value !== null && OWN_STATES.has(value.toUpperCase())
    ? value.toUpperCase() === requested.toUpperCase()
    : sameState(value, requested);

const matchDeposits = (filter: PendingDepositFilter, rows: readonly PendingDeposit[]) =>
  matchRows(DEPOSITS, filter, rows, (name, results) =>
    name === 'endToEndId' ? missingAsNoMatch(results) : results,
  );

/** Document 1 shows none of these names. */
const SPELLINGS = {
  status: ['status', 'state', 'statuses'],
  document: ['document', 'payerDocument', 'taxId'],
  name: ['name', 'payerName'],
  endToEndId: ['endToEndId', 'e2eId', 'endToEnd'],
  amountFrom: ['amountMin', 'amountFrom', 'minAmount'],
  amountTo: ['amountMax', 'amountTo', 'maxAmount'],
  from: ['createdAtFrom', 'dateFrom', 'startDate', 'from'],
  to: ['createdAtTo', 'dateTo', 'endDate', 'to'],
} as const;

/** Document 1, pending deposits. Filters that the service does not apply are applied here. */
export function pendingDepositsOf(deps: AdapterDeps): NonNullable<ProviderPort['pendingDeposits']> {
  const { client, readable } = deps;
  const names = new ParameterNames<keyof PendingDepositFilter>(SPELLINGS, { leavesOut: deps.now });
  const overlooked = new IgnoredFilters(names);
  return {
    async list(filter, { page: first, limit }, call) {
      const matched = async (at: unknown) => {
        const request = { page: Number(at), limit: Math.min(100, limit) };
        const { read, asOf } = await readPage(request, async (one) => {
          const paging = { page: String(one.page), limit: String(one.limit) };
          const { json, asOf } = await names.read(valuesOf(filter), (query) =>
            client.read('/user/deposit-pending', { ...query, ...paging }, call),
          );
          return { read: readable(() => readDeposits(json)), asOf };
        });
        const deposits = apart(read.rows.map(toPendingDeposit));
        const { rows, ...found } = matchDeposits(filter, deposits);
        const numberedPage = numbered(rows, read, request, asOf, DEPOSIT_MUST);
        const past = isPastPeriod(deposits, filter);
        return { ...numberedPage, next: numberedPage.more && !past ? request.page + 1 : null, ...found };
      };
      const { next, ...page } = await readUntilMatch(first, matched, {
        overlooked,
        filter,
        numberOf: Number,
      });
      return { ...page, more: next !== null, ...(next === null ? {} : { nextPage: next }) };
    },
    async get(id, call) {
      const path = `/user/deposit-pending/${segment(id)}`;
      const { json } = await client.read(path, {}, call, { thing: true });
      return readable(() => toPendingDeposit(withRequestedId(readPendingDeposit(json), id)));
    },
  };
}

function valuesOf({ status, document, amountFrom, amountTo, from, to, ...same }: PendingDepositFilter) {
  const decimal = (cents: number | undefined) => (cents === undefined ? undefined : centsToDecimal(cents));
  return {
    status: status?.length ? status.join(',') : undefined,
    document: document === undefined ? undefined : normalizeDocument(document),
    name: same.name,
    endToEndId: same.endToEndId,
    amountFrom: decimal(amountFrom),
    amountTo: decimal(amountTo),
    from: from === undefined ? undefined : new Date(from).toISOString(),
    to: lastInstant(to),
  };
}
