import 'server-only';
import { objectReader, type ReadObject } from '#lib/providers/fields.ts';
import * as means from '#lib/providers/meanings.ts';
import type { Refund } from '#lib/providers/records.ts';

/** Reader of a payment's refunds, shared by documents 1 and 2, as neither shows their fields. */

const REFUND = {
  id: means.ownId('refund'),
  amount: means.amount(),
  status: means.state(),
  reason: means.reason('origin'),
  description: means.note(...means.failed().spellings),
  endToEndId: means.endToEndId('returnId'),
  refundedAt: means.givenBack('completedAt', 'confirmedAt', 'endedAt', 'settledAt'),
  createdAt: means.made(),
};
export const readRefund = objectReader(REFUND, ['refund', 'return']);
export type WireRefund = ReadObject<typeof REFUND>['fields'];

/** `centsOf`: how the document writes money. */
export const toRefund =
  (centsOf: (written: string | null) => number | null) =>
  ({ amount, ...same }: WireRefund): Refund => ({ ...same, amount: centsOf(amount) });
