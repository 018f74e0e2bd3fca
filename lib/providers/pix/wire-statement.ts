import 'server-only';
import { best, layersOf, listOf, type WireList } from '#lib/providers/envelopes.ts';
import { objectReader, type ReadObject } from '#lib/providers/fields.ts';
import * as means from '#lib/providers/meanings.ts';
import * as people from '#lib/providers/parties.ts';
import { readLine, type WireLine } from '#lib/providers/statement-lines.ts';

/** Document 1's statement entries and pending deposits, whose fields it does not show. */

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
  best(layersOf(json, ['bankStatement', 'statement', 'entry', 'line']), readLine, isLine, [
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
export type WireDeposit = ReadObject<typeof DEPOSIT>;

/** GET /user/deposit-pending. */
export function readDeposits(json: unknown): Rows<WireDeposit> {
  const { rows, ...rest } = listOf(json, ['data', 'deposits', 'depositsPending', 'pendingDeposits']);
  return { ...rest, rows: rows.map(readDeposit.row) };
}

/** GET /user/deposit-pending/{id}. */
export function readPendingDeposit(json: unknown): WireDeposit {
  const fits = ({ fields, known }: WireDeposit) => (fields.id ?? fields.amount) !== null && known >= 3;
  return best(layersOf(json, ['deposit', 'pendingDeposit', 'depositPending']), readDeposit, fits, [
    'deposit',
    { id: ({ fields }) => fields.id !== null, amount: ({ fields }) => fields.amount !== null },
  ]);
}
