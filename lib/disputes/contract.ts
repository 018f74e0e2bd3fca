import { z } from 'zod';
import { Person, pageFields, visibleProblems } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Reveal, SealedCursor, ThingId } from '#lib/api/query-fields.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { DISPUTE_STATES, disputesList } from '#lib/disputes/disputes.list.ts';
import { SECTIONS } from '#lib/disputes/letter.ts';
import { SITUATIONS } from '#lib/disputes/rules.ts';
import { ExportHow, exportEndpoints, queryShape } from '#lib/list/query-schema.ts';
import { operationAnswer } from '#lib/operations/contract.ts';
import { Cents, Defense, Infraction, Instant } from '#lib/providers/records.ts';

export const DisputeState = z.enum(DISPUTE_STATES);
export type DisputeState = z.infer<typeof DisputeState>;

/** One dispute of the queue. `status`, `type`, `result` are the provider's values; `amount` in cents. */
export const Dispute = z.object({
  id: z.string(),
  protocol: z.string().nullable(),
  status: z.string().nullable(),
  state: DisputeState,
  /** It is open only because the provider's status is unclear; the bank may already have the answer. */
  mayBeWithBank: z.boolean(),
  type: z.string().nullable(),
  /** Guessed from the report. `other`: it matches nothing known; only the provider's type states why. */
  situation: z.enum(SITUATIONS),
  reason: pii.text(z.string().nullable()),
  amount: Cents.nullable(),
  transactionId: z.string().nullable(),
  endToEndId: z.string().nullable(),
  payerName: pii.name(z.string().nullable(), 'payerDocument'),
  payerDocument: pii.document(z.string().nullable()),
  openedAt: Instant.nullable(),
  deadline: Instant.nullable(),
  /** The provider gave no deadline; Guichê adds the account's window to the opening time. */
  deadlineEstimated: z.boolean(),
  answeredAt: Instant.nullable(),
  /** The person who sent the defense through Guichê. */
  answeredBy: Person.nullable(),
  result: z.string().nullable(),
  assignee: Person.nullable(),
  draft: z
    .object({ version: z.int(), updatedAt: Instant, characters: z.int(), attachments: z.int() })
    .nullable(),
  sending: z.object({ operationId: z.string(), state: z.string() }).nullable(),
});
export type Dispute = z.infer<typeof Dispute>;

const StateList = z
  .string()
  .regex(/^(open|answered|closed)(,(open|answered|closed)){0,2}$/)
  .transform((text) => text.split(',') as DisputeState[]);

export const DisputeListQuery = z.strictObject({
  ...queryShape(disputesList),
  state: StateList.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: SealedCursor.optional(),
});
export type DisputeListQuery = z.infer<typeof DisputeListQuery>;

const DisputeExportQuery = DisputeListQuery.omit({ limit: true, cursor: true }).extend(ExportHow.shape);
export type DisputeExportQuery = z.infer<typeof DisputeExportQuery>;

/** `amount`: cents at stake. */
const Sum = z.object({ count: z.int(), amount: Cents });

/** Limits of a defense at the account's provider. `bytes` is the total of all files. */
const Limits = z.object({ characters: z.int(), files: z.int(), bytes: z.int(), windowHours: z.int() });

export const DisputeList = z.object({
  ...visibleProblems,
  ...pageFields(Dispute),
  /** When Guichê last read all pages of the provider; null: never. */
  completeAt: Instant.nullable(),
  /** When Guichê last read all that can still change (the newest and all unclosed disputes); null: never. */
  asOf: Instant.nullable(),
  /** `open` includes `soon` (24 hours), `overdue`, `unassigned`. Only a search narrows the sums. */
  sums: z.object({ open: Sum, soon: Sum, overdue: Sum, answered: Sum, closed: Sum, unassigned: Sum }),
  /** How disputes closed in the last 180 days ended, by situation; `other` also by the provider's type. */
  outcomes: z.array(
    z.object({
      situation: z.enum(SITUATIONS),
      type: z.string().nullable(),
      kept: z.int(),
      returned: z.int(),
      withdrawn: z.int(),
      other: z.int(),
    }),
  ),
  /** People who may be assigned a dispute; empty if the caller may not assign. */
  people: z.array(Person),
  limits: Limits,
});
export type DisputeList = z.infer<typeof DisputeList>;

/** Shown in clear to operators who may answer disputes, because they write it for each other. */
const Written = pii.text(z.string(), 'dispute');

export const DisputeNote = z.object({ id: z.string(), by: Person, at: Instant, text: Written });
export type DisputeNote = z.infer<typeof DisputeNote>;

/** Other payments of the same payer to this account, newest first. */
const PayerPayment = z.object({
  transactionId: z.string(),
  paidAt: Instant.nullable(),
  amount: Cents.nullable(),
  status: z.string().nullable(),
  disputeId: z.string().nullable(),
});

export const DisputeDetail = z.object({
  dispute: Dispute,
  infraction: Infraction,
  notes: z.array(DisputeNote),
  /** How earlier defenses of the same type ended, newest first. */
  earlier: z.array(
    z.object({
      disputeId: z.string(),
      type: z.string().nullable(),
      amount: Cents.nullable(),
      answeredAt: Instant.nullable(),
      state: DisputeState,
      result: z.string().nullable(),
      files: z.int(),
    }),
  ),
  /** Deadline notices received by Guichê itself (document 2), newest first. `hours`: the notice's value. */
  deadlineNotices: z.array(z.object({ hours: z.int().nullable(), at: Instant })),
  /** Neighbours in the queue's order, and the position (from 1) among the open disputes. */
  queue: z.object({
    place: z.int().nullable(),
    of: z.int(),
    previous: z.string().nullable(),
    next: z.string().nullable(),
  }),
  people: z.array(Person),
  limits: Limits,
  raw: pii.deep(z.unknown()),
  asOf: Instant,
});
export type DisputeDetail = z.infer<typeof DisputeDetail>;

/** One section of the letter. Its `{{fact}}` tokens become text when the letter is sent. */
const Section = Written.max(20_000).default('');
const DraftSections = z.strictObject({
  sale: Section,
  delivery: Section,
  contact: Section,
  conclusion: Section,
});

const Attachment = z.object({
  id: z.string(),
  name: Written,
  /** Detected from the bytes, not from the name. */
  mimeType: z.string(),
  size: z.int(),
  addedAt: Instant,
  addedBy: Person,
});

export const Draft = z.object({
  disputeId: z.string(),
  /** 0: nothing is stored yet. */
  version: z.int(),
  situation: z.string().nullable(),
  sections: DraftSections,
  /** Arguments that the operator ticked. Arguments visible in text or attachments are not stored. */
  checked: z.array(z.string()),
  /** A letter over the limit is sent in full as a PDF attachment. */
  letterAsPdf: z.boolean(),
  attachments: z.array(Attachment),
  /** Current values of the letter's `{{name}}` tokens, as they are sent. An unknown fact is absent. */
  facts: z.array(z.object({ name: z.string(), text: Written })),
  updatedAt: Instant.nullable(),
  updatedBy: Person.nullable(),
});
export type Draft = z.infer<typeof Draft>;

export const DraftInput = z.strictObject({
  /** The version that the operator edited. If another version was stored since: 409 with that version. */
  version: z.int().min(0),
  situation: z.string().max(40).nullable(),
  sections: DraftSections,
  checked: z.array(z.string().max(40)).max(40),
  letterAsPdf: z.boolean().default(false),
});
export type DraftInput = z.infer<typeof DraftInput>;

/** A character that the letter's PDF has no glyph for, and its section. */
const LetterSign = z.object({ sign: z.string(), section: z.enum(SECTIONS) });
export type LetterSign = z.infer<typeof LetterSign>;

/** What would be sent for the stored version. */
export const DefensePreview = z.object({
  version: z.int(),
  text: z.string(),
  characters: z.int(),
  limit: z.int(),
  files: z.array(z.object({ name: z.string(), mimeType: z.string(), size: z.int(), generated: z.boolean() })),
  /**
   * Reasons that block sending: empty, too_long, too_many_files, too_large, closed, answered, sending,
   * unknown_fact, no_glyph (see `signs`).
   */
  obstacles: z.array(z.string()),
  signs: z.array(LetterSign),
  /** Hash of the content. Returned with the version, Guichê sends only this content (a fact may change). */
  digest: z.string(),
});
export type DefensePreview = z.infer<typeof DefensePreview>;

/** `available` false: the account may not read the provider's; `items` are those that Guichê sent. */
export const DefenseList = z.object({
  items: z.array(Defense.extend({ sentBy: Person.nullable(), operationId: z.string().nullable() })),
  available: z.boolean(),
});
export type DefenseList = z.infer<typeof DefenseList>;

/** The answer that exists already. `sentBy`: the operator, if Guichê sent it. */
const Answered = z.object({ defense: Defense.nullable(), sentBy: Person.nullable(), at: Instant.nullable() });

const Closed = z.object({ state: DisputeState, status: Dispute.shape.status });

const ofReader = { permission: 'read', params: ById } as const;
const ofDefender = { permission: 'dispute', params: ById } as const;
const ofAttachment = { permission: 'dispute', params: ById.extend({ attachment: ThingId }) } as const;

export const disputeEndpoints = {
  ...exportEndpoints('/disputes', DisputeExportQuery),
  'GET /disputes': { permission: 'read', query: DisputeListQuery, response: DisputeList },
  // Reads at once what can have changed, or everything on the first read. Waits a few seconds for the result.
  'POST /disputes/refresh': {
    permission: 'read',
    response: z.object({ completeAt: Instant.nullable(), asOf: Instant.nullable() }),
  },
  'GET /disputes/{id}': { ...ofReader, query: Reveal, response: DisputeDetail },
  'GET /disputes/{id}/payer': {
    ...ofReader,
    response: z.object({ items: z.array(PayerPayment), total: z.int().nullable() }),
  },
  'GET /disputes/{id}/defenses': { ...ofReader, response: DefenseList },
  'GET /disputes/{id}/draft': { ...ofReader, response: Draft },
  'GET /disputes/{id}/draft/preview': { ...ofDefender, response: DefensePreview },
  'PUT /disputes/{id}/draft': { ...ofDefender, body: DraftInput, response: Draft, existing: Draft },
  // multipart/form-data with one part `file`.
  'POST /disputes/{id}/draft/attachments': { ...ofDefender, answer: 'raw', response: Draft, status: 201 },
  'GET /disputes/{id}/draft/attachments/{attachment}': { ...ofAttachment, answer: 'raw' },
  'DELETE /disputes/{id}/draft/attachments/{attachment}': { ...ofAttachment, response: Draft },
  'PUT /disputes/{id}/assignee': {
    ...ofDefender,
    body: z.strictObject({ operatorId: ThingId.nullable() }),
    response: z.object({ assignee: Person.nullable() }),
  },
  'POST /disputes/{id}/notes': {
    ...ofDefender,
    body: z.strictObject({ text: z.string().trim().min(1).max(4_000) }),
    response: DisputeNote,
    status: 201,
  },
  'POST /disputes/{id}/defenses': {
    ...ofDefender,
    idempotency: true,
    body: z.union([
      z.strictObject({ version: z.int().min(1), digest: z.string().max(64).optional() }),
      z.strictObject({ text: z.string().trim().min(1).max(20_000) }),
    ]),
    response: operationAnswer(z.object({ defense: Defense.nullable() })),
    existing: z.union([Draft, DefensePreview, Answered, Closed]),
    status: 201,
  },
} as const satisfies EndpointMap;
