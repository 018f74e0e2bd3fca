import { z } from 'zod';
import { visibleProblems } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Pasted, Reveal, ThingId } from '#lib/api/query-fields.ts';
import { pii, record } from '#lib/core/masking/pii.ts';
import { MONEY_STATES } from '#lib/core/status/money.ts';
import { DisputeNote, DisputeState } from '#lib/disputes/contract.ts';
import { Cents, Id, Instant, Plain, Word } from '#lib/providers/records.ts';

/** Stored filter of one person or company. Pages carry its id. */
export const CustomerFilter = z.strictObject({ document: pii.document(Pasted('document', 1, 24)) });
export type CustomerFilter = z.infer<typeof CustomerFilter>;

/** Exactly one field. Pages have only masked documents, so they name a record and mean its counterparty. */
const CustomerOf = z.strictObject({
  document: CustomerFilter.shape.document.optional(),
  transactionId: ThingId.optional(),
  disputeId: ThingId.optional(),
});
export type CustomerOf = z.infer<typeof CustomerOf>;

/** One line of the history. A refund is a separate line from its payment. */
export const CustomerRecord = record({
  id: Id,
  kind: z.enum(['payment', 'refund', 'dispute', 'withdrawal']),
  at: Instant.nullable(),
  /** Cents, unsigned. */
  amount: Cents.nullable(),
  /** Direction of money that moved. `still`: it did not move, or its direction is unknown. */
  direction: z.enum(['in', 'out', 'still']),
  /** It moved money, but its amount or direction is unknown, so it is in no sum. */
  uncounted: z.boolean(),
  /** The provider's status, and its meaning. `state` is null for a dispute. */
  status: Word.nullable(),
  state: z.enum(MONEY_STATES).nullable(),
  method: Word.nullable(),
  /** Refund: only a part of the payment. */
  partial: z.boolean(),
  /** Payment: another person paid it. Withdrawal: another person received it. */
  byOther: z.boolean(),
  /** Dispute: its state and, once closed, its outcome. */
  dispute: z
    .object({ state: DisputeState, ending: z.enum(['kept', 'returned', 'withdrawn', 'other']).nullable() })
    .nullable(),
  reference: pii.reference(z.string().nullable()),
  /** Its payment. A dispute's own id is in `disputeId`. */
  transactionId: Id.nullable(),
  disputeId: Id.nullable(),
});
export type CustomerRecord = z.infer<typeof CustomerRecord>;

const Sum = z.object({ count: z.int(), amount: Cents });

/**
 * How far one list was read. `gap`: `limit` – only the newest `read` of `total` rows; `unsupported` – no such
 * list; `undocumented` – `untold` rows without a document; `masked` – some match only by a mask's visible
 * digits; `unread` – disputes not fully read yet.
 */
export const CustomerPart = z.object({
  list: z.enum(['transactions', 'charges', 'deposits', 'withdrawals', 'transfers', 'disputes']),
  read: z.int(),
  total: z.int().nullable(),
  untold: z.int(),
  gap: z.enum(['limit', 'unsupported', 'undocumented', 'masked', 'unread']).nullable(),
});
export type CustomerPart = z.infer<typeof CustomerPart>;

export const Customer = z.object({
  ...visibleProblems,
  /** The name in the newest record. `otherNames`: other names seen. */
  name: pii.name(z.string().nullable()),
  otherNames: z.array(pii.name(z.string())),
  document: pii.document(z.string()),
  bank: z.object({ institutionName: Plain.nullable(), institutionIspb: Plain.nullable() }).nullable(),
  /** First and last payment read. */
  firstAt: Instant.nullable(),
  lastAt: Instant.nullable(),
  /** Cents, over what was read (`parts`). `uncounted`: records that moved money but are in no sum. */
  sums: z.object({
    paid: Sum,
    refunded: Sum,
    received: Sum,
    disputes: z.object({
      count: z.int(),
      open: z.int(),
      answered: z.int(),
      kept: z.int(),
      returned: z.int(),
      withdrawn: z.int(),
      other: z.int(),
    }),
    mean: Cents.nullable(),
    largest: Cents.nullable(),
    uncounted: z.int(),
  }),
  /** False: at least one part has a gap. */
  complete: z.boolean(),
  parts: z.array(CustomerPart),
  /** Newest first. */
  items: z.array(CustomerRecord),
  /** Operators' notes on this person's disputes, newest first. */
  notes: z.array(DisputeNote.extend({ disputeId: z.string() })),
  asOf: Instant,
});
export type Customer = z.infer<typeof Customer>;

export const customerEndpoints = {
  'POST /customers/filters': {
    permission: 'reveal',
    body: CustomerOf,
    response: z.object({ f: z.string() }),
    status: 201,
  },
  // `id` of the stored filter. Without `reveal` it must have been stored by somebody who has it.
  'GET /customers/{id}': { permission: 'read', params: ById, query: Reveal, response: Customer },
} as const satisfies EndpointMap;
