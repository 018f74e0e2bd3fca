import { z } from 'zod';
import { Person, pageFields } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { SealedCursor, ThingId, Whole } from '#lib/api/query-fields.ts';
import { CAUSES, DAY_STATES, DIFFERENCE_STATES, isMonth, MOST_NOTE, SIDES } from '#lib/closings/rules.ts';
import { isDay } from '#lib/core/dates.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { ExportHow } from '#lib/list/query-schema.ts';
import { Cents, Id, Instant, Plain, Word } from '#lib/providers/records.ts';

/** Days are São Paulo days by posting, `YYYY-MM-DD`. */
const DayText = z.string().refine(isDay, 'day');
const ByDay = z.object({ day: DayText });
const VersionNumber = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'version')
  .transform(Number);
const ByVersion = z.object({ day: DayText, version: VersionNumber });
const MonthQuery = z.strictObject({ month: z.string().refine(isMonth, 'month').optional() });
const MONTH_FILE = {
  permission: 'export',
  query: MonthQuery.extend({ form: ExportHow.shape.form }),
  answer: 'stream',
} as const;

/** `exact`: the decimal text in reais, where it has more than two decimals. */
export const Amount = z.object({ cents: Cents, exact: Plain.optional() });
export type Amount = z.infer<typeof Amount>;

/** `in` is positive, `out` negative, `blocks` signed: opening + in + out + blocks = closing. */
const Equation = {
  /** Null: the service reports no balance, and no earlier day is closed. */
  opening: Amount.nullable(),
  in: Amount,
  out: Amount,
  blocks: Amount,
  /** Computed from the opening balance and the lines. Null without an opening balance. */
  closing: Amount.nullable(),
};

/** Counts of differences by state, and the sum of the open ones without sign. */
const DifferenceCounts = z.object({
  open: z.int(),
  explained: z.int(),
  resolved: z.int(),
  openSum: Amount,
});

/** A reading that failed. Nothing of it is shown. */
const ReadingProblem = z.object({ code: Word, message: z.string(), at: Instant });

/** The last complete reading of a day. */
const Reading = { readAt: Instant.nullable(), problem: ReadingProblem.nullable() };

export const ClosingDay = z.object({
  day: Plain,
  state: z.enum(DAY_STATES),
  /** A reading runs now. */
  reading: z.boolean(),
  /** A later reading differs from the last sealed version. */
  changedSince: z.boolean(),
  ...Reading,
  figures: z.object(Equation).nullable(),
  differences: DifferenceCounts.nullable(),
  /** The people to whom open differences are assigned. */
  responsible: z.array(Person),
  signedBy: Person.nullable(),
  confirmedBy: Person.nullable(),
  /** The last sealed version; null: never closed. */
  version: z.int().nullable(),
});
export type ClosingDay = z.infer<typeof ClosingDay>;

export const ClosingMonth = z.object({
  /** `YYYY-MM` */
  month: Plain,
  /** Newest first. Days after today are absent. */
  items: z.array(ClosingDay),
  /** Days of earlier months that were read and are not closed, newest first; at most 62. */
  earlier: z.array(ClosingDay),
  /** Of the days that are read. `opening` of the first, `closing` of the last of them. */
  totals: z.object({ ...Equation, days: z.int(), closed: z.int(), open: z.int(), explained: z.int() }),
  asOf: Instant,
});
export type ClosingMonth = z.infer<typeof ClosingMonth>;

/** A part of the equation: the lines of one side and one of the provider's words. */
const Part = z.object({
  /** For `GET /closings/{day}/lines?part=`. */
  id: Word,
  side: z.enum(SIDES),
  /** The provider's word, as in the statement; null: it has none. */
  type: Word.nullable(),
  count: z.int(),
  sum: Amount,
});
export type ClosingPart = z.infer<typeof Part>;

/** One of the two records that a difference compares. */
const DifferenceSide = z.object({
  kind: z.enum(['line', 'transaction', 'operation', 'notice', 'order']),
  /** The record's id, as links use it; of an order its reference. */
  id: pii.reference(z.string()),
  amount: Amount.nullable(),
  at: Instant.nullable(),
  /** The provider's word of a line, a transaction or a state. */
  word: Word.nullable(),
});

export const ClosingDifference = z.object({
  /** The same in every reading of the day, as long as its records are the same. */
  id: Id,
  cause: z.enum(CAUSES),
  /** `REASONS` of the cause. */
  reason: Word.nullable(),
  /** What should be there (order, transaction, operation, line before). Null: it is missing. */
  left: DifferenceSide.nullable(),
  /** What is there (payment, line, line after). Null: it is missing. */
  right: DifferenceSide.nullable(),
  /** Without sign. */
  difference: Amount,
  /** Link to the transaction of either side. */
  transactionId: Id.nullable(),
  state: z.enum(DIFFERENCE_STATES),
  responsible: Person.nullable(),
  note: pii.text(z.string().nullable()),
  /** Who explained it; null: it was resolved by itself. */
  by: Person.nullable(),
  /** Since when it has this state. */
  at: Instant,
});
export type ClosingDifference = z.infer<typeof ClosingDifference>;

const CauseGroup = DifferenceCounts.extend({
  cause: z.enum(CAUSES),
  count: z.int(),
  /** Without sign. */
  sum: Amount,
});

const ClosingVersion = z.object({
  version: z.int(),
  /** SHA-256 of the version's JSON file. */
  sha256: Plain,
  /** Bytes of the version's JSON file. */
  bytes: z.int(),
  lines: z.int(),
  figures: z.object({ ...Equation, reported: Amount.nullable(), difference: Amount.nullable() }),
  explained: z.int(),
  resolved: z.int(),
  signedBy: Person,
  signedAt: Instant,
  confirmedBy: Person.nullable(),
  sealedAt: Instant,
  /** Number of the entry in the audit log. */
  auditEntry: z.int(),
});
export type ClosingVersion = z.infer<typeof ClosingVersion>;

/** A row of what changed since the last version. */
const Change = z.object({
  /** `part` with its `part`, or a figure of the equation. */
  of: z.enum(['part', 'in', 'out', 'blocks', 'opening', 'closing', 'reported', 'differences']),
  part: Part.pick({ id: true, side: true, type: true }).nullable(),
  before: z.object({ count: z.int().nullable(), sum: Amount.nullable() }),
  now: z.object({ count: z.int().nullable(), sum: Amount.nullable() }),
});
export type ClosingChange = z.infer<typeof Change>;

/** Numbers of the order file and of the payments of the day. */
export const OrderSummary = z.object({
  fileName: pii.reference(z.string()),
  uploadedAt: Instant,
  uploadedBy: Person,
  count: z.int(),
  sum: Amount,
  payments: z.int(),
  paymentSum: Amount,
  matched: z.object({ reference: z.int(), endToEnd: z.int(), operator: z.int() }),
  amountDiffers: z.int(),
  paymentMissing: z.int(),
  orderMissing: z.int(),
});
export type OrderSummary = z.infer<typeof OrderSummary>;

const ColumnIndex = z.int().nullable();

/** A read order file. `stored` false: the columns are proposed; the same file with `columns` stores it. */
export const OrderUpload = z.object({
  stored: z.boolean(),
  /** Rows of the file, with its heading. */
  rows: z.int(),
  /** `name` '': the file has no heading. */
  columns: z.array(z.object({ index: z.int(), name: z.string(), samples: z.array(pii.text(z.string())) })),
  proposed: z.object({
    reference: ColumnIndex,
    amount: ColumnIndex,
    date: ColumnIndex,
    endToEnd: ColumnIndex,
  }),
  /** Rows of other days, which are not stored. */
  otherDays: z.int(),
  /** Null: not stored, or the day is not read yet. */
  orders: OrderSummary.nullable(),
});
export type OrderUpload = z.infer<typeof OrderUpload>;

export const ClosingDetail = ClosingDay.omit({ figures: true }).extend({
  /** The bounds as instants, `to` exclusive. */
  from: Instant,
  to: Instant,
  figures: z
    .object({
      ...Equation,
      lines: z.int(),
      parts: z.array(Part),
      /**
       * Source of the opening balance. `line`: before the first line; `closed_day`: the day before, as sealed;
       * `day_before`: the day before, as read. Null: unknown.
       */
      openingFrom: z.enum(['line', 'closed_day', 'day_before']).nullable(),
      /** The balance after the last line, as the service reports it. Null: it reports none. */
      reported: z.object({ amount: Amount, at: Instant.nullable() }).nullable(),
      /** reported − closing. Null when one of them is unknown. */
      difference: Amount.nullable(),
      /** Places where the running balance jumps. */
      gaps: z.int(),
      /** Lines whose amount has no known direction. They are in no sum. */
      unjudged: z.int(),
    })
    .nullable(),
  /** The day before, if it was read. `equal`: its closing balance is this day's opening balance. */
  previous: z
    .object({ day: Plain, closing: Amount.nullable(), version: z.int().nullable(), equal: z.boolean() })
    .nullable(),
  causes: z.array(CauseGroup),
  orders: OrderSummary.nullable(),
  close: z.object({
    /** Why this operator cannot close or confirm now; null: they can. */
    obstacle: z
      .enum(['running', 'unread', 'reading', 'failed', 'differences', 'unchanged', 'same_person'])
      .nullable(),
    /** The account asks for a second person. */
    secondPerson: z.boolean(),
    /** The number of the version that closing makes. */
    nextVersion: z.int(),
    /** The reading that would be signed; a close names it. */
    readingId: Id.nullable(),
    signed: z.object({ by: Person, at: Instant }).nullable(),
    /** Who else may confirm; empty without a second person. */
    confirmers: z.array(Person),
  }),
  /** Newest first. */
  versions: z.array(ClosingVersion),
  /** What differs from the last version; null: nothing, or there is none. */
  changes: z
    .object({ at: Instant, rows: z.array(Change), linesAdded: z.int(), linesRemoved: z.int() })
    .nullable(),
  /** Who can be responsible: people who may explain differences of this account. */
  people: z.array(Person),
  asOf: Instant,
});
export type ClosingDetail = z.infer<typeof ClosingDetail>;

export const ClosingLine = z.object({
  id: Id,
  type: Word.nullable(),
  amount: Amount.nullable(),
  fee: Amount.nullable(),
  balanceBefore: Cents.nullable(),
  balanceAfter: Cents.nullable(),
  transactionId: Id.nullable(),
  endToEndId: Id.nullable(),
  disputeId: Id.nullable(),
  status: Word.nullable(),
  postedAt: Instant.nullable(),
  createdAt: Instant.nullable(),
});
export type ClosingLine = z.infer<typeof ClosingLine>;

const limit = Whole.pipe(z.int().min(1).max(200)).default(50);
const cursor = SealedCursor.optional();

const LinesQuery = z.strictObject({ part: z.string().min(3).max(200), limit, cursor });
const DifferencesQuery = z.strictObject({
  cause: z.enum(CAUSES).optional(),
  state: z.enum(DIFFERENCE_STATES).optional(),
  limit,
  cursor,
});

const Verification = z.object({
  /** False: a stored row or the version was changed after sealing. */
  holds: z.boolean(),
  sha256: Plain,
  /** Computed from the rows as they are stored now. */
  computed: Plain,
  at: Instant,
});
export type ClosingVerification = z.infer<typeof Verification>;

const VERSION_FILE = { permission: 'export', params: ByVersion, answer: 'raw' } as const;

export const closingEndpoints = {
  /** Without `month`: this one. */
  'GET /closings': { permission: 'export', query: MonthQuery, response: ClosingMonth },
  'GET /closings.csv': MONTH_FILE,
  'GET /closings.xlsx': MONTH_FILE,
  'GET /closings/{day}': { permission: 'export', params: ByDay, response: ClosingDetail },
  'GET /closings/{day}/differences': {
    permission: 'export',
    params: ByDay,
    query: DifferencesQuery,
    response: z.object(pageFields(ClosingDifference)),
  },
  'GET /closings/{day}/lines': {
    permission: 'export',
    params: ByDay,
    query: LinesQuery,
    response: z.object(pageFields(ClosingLine)),
  },
  'POST /closings/{day}/read': {
    permission: 'export',
    params: ByDay,
    response: z.object({ day: Plain, reading: z.boolean() }),
    status: 202,
  },
  /** A note explains the difference; without one it is open again. A note names no document or e-mail. */
  'PATCH /closings/{day}/differences/{id}': {
    permission: 'refund',
    params: ByDay.extend({ id: ThingId }),
    body: z.strictObject({
      responsible: ThingId.nullable().optional(),
      note: z.string().trim().max(MOST_NOTE).nullable().optional(),
    }),
    response: ClosingDifference,
  },
  /**
   * multipart/form-data: `file` (CSV or XLSX, 10 MB, 50,000 rows) and, to store it, `columns`: JSON
   * `{ reference, amount, date, endToEnd }`, from 0, the last two or null.
   */
  'POST /closings/{day}/orders': {
    permission: 'refund',
    params: ByDay,
    answer: 'raw',
    response: OrderUpload,
  },
  'DELETE /closings/{day}/orders': { permission: 'refund', params: ByDay, status: 204 },
  /** `transactionId` null undoes the operator's match. */
  'POST /closings/{day}/orders/matches': {
    permission: 'refund',
    params: ByDay,
    body: z.strictObject({ reference: z.string().min(1).max(200), transactionId: ThingId.nullable() }),
    response: z.object({ orders: OrderSummary.nullable() }),
  },
  /** Signs the reading, or confirms what another one signed. */
  'POST /closings/{day}/close': {
    permission: 'approve',
    stepUp: true,
    idempotency: true,
    params: ByDay,
    body: z.strictObject({ readingId: ThingId }),
    response: z.object({ state: z.enum(['waiting', 'closed']), version: z.int() }),
  },
  'GET /closings/{day}/versions/{version}/verification': {
    permission: 'export',
    params: ByVersion,
    response: Verification,
  },
  'GET /closings/{day}/versions/{version}/closing.json': VERSION_FILE,
  'GET /closings/{day}/versions/{version}/closing.xlsx': VERSION_FILE,
  'GET /closings/{day}/versions/{version}/closing.pdf': VERSION_FILE,
} as const satisfies EndpointMap;
