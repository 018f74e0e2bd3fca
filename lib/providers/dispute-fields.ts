import 'server-only';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, type ReadObject } from '#lib/providers/fields.ts';
import * as people from '#lib/providers/parties.ts';
import type { Infraction, Refund } from '#lib/providers/records.ts';
import { hasAmount, hasId, type Must } from '#lib/providers/rows.ts';

/** Dispute fields that documents 1 and 2 do not show, read in the same way for both. */

export const OWN_OF_DISPUTES = ['infraction', 'dispute', 'claim', 'med', 'case'];

/** A party is a field of the dispute or of its transaction. */
const IN_TRANSACTION = ['payer', 'sender', 'debtor', 'receiver', 'recipient', 'creditor'];
const inTransaction = (of: readonly string[]) =>
  means.each(
    means.PAYMENTS,
    IN_TRANSACTION.filter((side) => of.includes(side)),
  );

export const INFRACTION_FIELDS = {
  id: means.id(),
  protocol: means.protocol(),
  status: means.state(),
  type: means.kind(),
  reportedBy: means.reporter(),
  reportDetails: {
    ...means.note('reportDetails', 'reportReason', 'reportDescription', 'report', 'details', 'reason'),
    like: /(?:claimant|reporter|payer|complain|claim).*(?:note|text|comment|message|statement|description|reason)/,
  },
  analysisResult: means.result(),
  analysisDetails: {
    ...means.resultNote(),
    like: /(?:result|decision|outcome|resolution|analysis|verdict).*(?:note|text|comment|details|description|reason)/,
  },
  reportedAt: means.opened(),
  createdAt: means.made('date', 'timestamp'),
  expiresAt: means.deadline(),
  /** Next to the status; only a dispute that was answered, or decided, has these. */
  answeredAt: means.answered(),
  resultAt: means.decided(),
  updatedAt: means.changed(),
  endToEndId: means.around(means.PAYMENTS, means.endToEndId()),
  ...people.party('payer', inTransaction(['payer', 'sender', 'debtor'])),
  ...people.party('receiver', inTransaction(['receiver', 'recipient', 'creditor'])),
  defenseHistory: means.defenses(),
};

/** Fields expected in every dispute; an ended one needs no deadline. */
export const INFRACTION_MUST: Must<Infraction> = {
  id: hasId,
  amount: hasAmount,
  status: ({ status }) => status !== null,
  date: ({ openedAt }) => openedAt !== null,
};

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

/** `centsOf` parses the document's amounts. */
export const toRefund =
  (centsOf: (written: string | null) => number | null) =>
  ({ amount, ...same }: WireRefund): Refund => ({ ...same, amount: centsOf(amount) });
