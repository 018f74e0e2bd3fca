import 'server-only';
import { plainJson } from '#lib/http/json.ts';
import { decimalToCents } from '#lib/money.ts';
import { wayOfKind } from '#lib/providers/direction.ts';
import type { PendingDeposit } from '#lib/providers/money-records.ts';
import { partyOf } from '#lib/providers/parties.ts';
import { centsOf } from '#lib/providers/pix/map.ts';
import type { WireDeposit } from '#lib/providers/pix/wire-statement.ts';
import { derivedId, hasAmount, hasDate, hasId, type Must } from '#lib/providers/rows.ts';
import type { Dialect } from '#lib/providers/statement-lines.ts';

/** Pure: what wire-statement.ts read → the records. Cents. */

/** Document 1 shows no line; its amounts are reais, its types those of transactions. */
export const PIX_STATEMENT: Dialect = {
  amountOf: decimalToCents,
  documented: wayOfKind,
  kinds: false,
};

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
