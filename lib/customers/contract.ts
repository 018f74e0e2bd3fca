import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Pasted, Reveal, ThingId } from '#lib/api/query-fields.ts';
import { visibleProblems } from '#lib/api/visible-problems.ts';
import { pii, record } from '#lib/core/masking/pii.ts';
import { MONEY_STATES } from '#lib/core/status/money.ts';
import { DisputeNote, DisputeState } from '#lib/disputes/contract.ts';
import { Cents, Id, Instant, Plain, Word } from '#lib/providers/records.ts';

/** Filter of one person or company, as it is stored: pages carry its id. */
export const CustomerFilter = z.strictObject({ document: pii.document(Pasted('document', 1, 24)) });
export type CustomerFilter = z.infer<typeof CustomerFilter>;

/** Exactly one of them. A page holds masked documents, so it names the record whose counterpart is meant. */
const CustomerOf = z.strictObject({
  document: CustomerFilter.shape.document.optional(),
  transactionId: ThingId.optional(),
  disputeId: ThingId.optional(),
});
export type CustomerOf = z.infer<typeof CustomerOf>;

export const CUSTOMER_KINDS = ['payment', 'refund', 'dispute', 'withdrawal'] as const;

/** One line of the history. A refund stands apart from the payment it gives back. */
export const CustomerRecord = record({
  id: Id,
  kind: z.enum(CUSTOMER_KINDS),
  at: Instant.nullable(),
  /** Cents, unsigned. */
  amount: Cents.nullable(),
  /** The sign, for money that moved; `still`: it did not, or nobody tells which way. */
  direction: z.enum(['in', 'out', 'still']),
  /** It moved money, and its amount or direction is unknown: the sums lack it. */
  uncounted: z.boolean(),
  /** The provider's word, and its meaning; of a refund or a dispute `state` is null. */
  status: Word.nullable(),
  state: z.enum(MONEY_STATES).nullable(),
  method: Word.nullable(),
  /** Refund: it gives back a part only. */
  partial: z.boolean(),
  /** Payment: somebody else paid it. Withdrawal: somebody else received it. */
  byOther: z.boolean(),
  /** Dispute: its state, and once it is closed how it ended. */
  dispute: z
    .object({ state: DisputeState, ending: z.enum(['kept', 'returned', 'withdrawn', 'other']).nullable() })
    .nullable(),
  reference: pii.reference(z.string().nullable()),
  /** Payment behind it; a dispute's own id stands in `disputeId`. */
  transactionId: Id.nullable(),
  disputeId: Id.nullable(),
});
export type CustomerRecord = z.infer<typeof CustomerRecord>;

const Sum = z.object({ count: z.int(), amount: Cents });

export const CUSTOMER_GAPS = ['limit', 'unsupported', 'undocumented', 'masked', 'unread'] as const;

/**
 * How far one list of the provider was read. `gap`: `limit` – the newest `read` rows of `total`; `unsupported` – the
 * account lists none; `undocumented` – `untold` rows name no document, so that nobody knows whose they are; `masked` –
 * some are theirs by the digits that a mask leaves; `unread` – the disputes were not read to their end yet.
 */
export const CustomerPart = z.object({
  list: z.enum(['transactions', 'charges', 'deposits', 'withdrawals', 'transfers', 'disputes']),
  read: z.int(),
  total: z.int().nullable(),
  untold: z.int(),
  gap: z.enum(CUSTOMER_GAPS).nullable(),
});
export type CustomerPart = z.infer<typeof CustomerPart>;

export const Customer = z.object({
  ...visibleProblems,
  /** As the newest record names them, and other names seen. */
  name: pii.name(z.string().nullable()),
  otherNames: z.array(pii.name(z.string())),
  document: pii.document(z.string()),
  bank: z.object({ institutionName: Plain.nullable(), institutionIspb: Plain.nullable() }).nullable(),
  /** First and last payment that was read. */
  firstAt: Instant.nullable(),
  lastAt: Instant.nullable(),
  /** Cents; of what was read (`parts`). `uncounted`: records that moved money and are in no sum. */
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
  /** Notes that operators wrote at this person's disputes, newest first. */
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
  // `id`: that of the stored filter; without `reveal` only one that somebody stored who has it.
  'GET /customers/{id}': { permission: 'read', params: ById, query: Reveal, response: Customer },
} as const satisfies EndpointMap;
