import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import { decimalToCents } from '#lib/core/money.ts';
import { directionOfKind } from '#lib/providers/direction.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, type ReadObject } from '#lib/providers/fields.ts';
import type { PendingDeposit } from '#lib/providers/money-records.ts';
import * as people from '#lib/providers/parties.ts';
import { partyOf } from '#lib/providers/parties.ts';
import { centsOf } from '#lib/providers/pix/map.ts';
import { derivedId, hasAmount, hasDate, hasId, type Must } from '#lib/providers/rows.ts';
import { type Dialect, readLine, type WireLine } from '#lib/providers/statement-lines.ts';
import { best, listOf, unwrapLayers, type WireList } from '#lib/providers/unwrap.ts';

/** Converts what was read into records, in cents. Pure. */

/** Document 1 shows no line; its amounts are reais, its line types those of transactions. */
export const PIX_STATEMENT: Dialect = {
  amountOf: decimalToCents,
  documented: directionOfKind,
  kinds: false,
};

/** Readers of document 1's statement entries and pending deposits, whose fields it does not show. */

type Rows<T> = Omit<WireList, 'rows'> & { rows: T[] };

/** GET /user/bank-statements. */
export function readStatement(json: unknown): Rows<WireLine> {
  const { rows, ...rest } = listOf(json, [
    'bankStatements',
    'statements',
    'bankStatement',
    'entries',
    'lines',
  ]);
  return { ...rest, rows: rows.map(readLine.row) };
}

/** GET /user/bank-statements/{id}. */
export const readStatementLine = (json: unknown): WireLine =>
  best(unwrapLayers(json, ['bankStatement', 'statement', 'entry', 'line']), readLine, isLine, [
    'line',
    LINE_MUST,
  ]);

const LINE_MUST = {
  id: ({ fields }: WireLine) => (fields.id ?? fields.entryId) !== null,
  amount: ({ fields }: WireLine) => (fields.amount ?? fields.netAmount) !== null,
};

const isLine = ({ fields, known }: WireLine) =>
  known >= 3 && (fields.id ?? fields.entryId ?? fields.amount ?? fields.netAmount) !== null;

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
export function readDeposits(json: unknown): Rows<WireDeposit> {
  const { rows, ...rest } = listOf(json, ['data', 'deposits', 'depositsPending', 'pendingDeposits']);
  return { ...rest, rows: rows.map(readDeposit.row) };
}

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

/** Fields expected in every pending deposit. */
export const DEPOSIT_MUST: Must<PendingDeposit> = {
  id: hasId,
  amount: hasAmount,
  status: ({ status }) => status !== null,
  date: (deposit) => hasDate(deposit) || deposit.paidAt !== null,
};
