import { z } from 'zod';
import { pageFields, visibleProblems } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Pasted, Reveal, ThingId, Whole } from '#lib/api/query-fields.ts';
import { cardChargesList } from '#lib/card/card.list.ts';
import { isDay } from '#lib/core/dates.ts';
import { ExportHow, exportEndpoints, queryShape } from '#lib/list/query-schema.ts';
import { recordAnswer } from '#lib/operations/contract.ts';
import { CardCharge, Conversion, ExchangeRate, Recurrence } from '#lib/providers/card-records.ts';
import { CertificateTerm, Instant } from '#lib/providers/records.ts';

export const CardChargeQuery = z.strictObject({
  ...queryShape(cardChargesList),
  limit: Whole.pipe(z.int().min(1).max(100)).default(50),
  cursor: z.string().max(2_000).optional(),
});
export type CardChargeQuery = z.infer<typeof CardChargeQuery>;

const CardExportQuery = CardChargeQuery.omit({ limit: true, cursor: true }).extend(ExportHow.shape);
export type CardExportQuery = z.infer<typeof CardExportQuery>;

export const CardChargeList = z.object({
  ...visibleProblems,
  ...pageFields(CardCharge),
  asOf: Instant,
  /** False: the service has no list; these are the charges created in Guichê, as they were at that time. */
  listed: z.boolean(),
});

const Amount = z.int().min(1).max(999_999_999_999);
const text = (most: number) => z.string().trim().min(1).max(most);

/** The handler checks the card, at `card.…`. No error repeats what was sent. */
const Card = z.strictObject({
  number: z.string().max(40),
  holder: z.string().max(120),
  /** MM/YYYY */
  expiration: z.string().max(10),
  cvv: z.string().max(8),
});
export type Card = z.infer<typeof Card>;

export const NewCardCharge = z.strictObject({
  amount: Amount,
  /** The order's reference. Guichê generates one when it is absent. */
  externalId: Pasted('reference', 1, 64).optional(),
  /** Where the service sends its postbacks (document 3). Absent: to Guichê, if it accepts them. */
  postbackUrl: Pasted('address', 1, 2048).optional(),
  installments: z.int().min(1).max(99).default(1),
  /** 3-D Secure. */
  authenticate: z.boolean().default(false),
  customer: z.strictObject({
    name: text(120),
    document: Pasted('document', 1, 24).optional(),
    email: Pasted('email', 1, 120).optional(),
    phone: text(30).optional(),
  }),
  cart: z
    .array(
      z.strictObject({
        name: text(200),
        quantity: z.int().min(1).max(1_000_000),
        sku: text(100),
        /** Cents. */
        unitPrice: z.int().min(0).max(999_999_999_999),
      }),
    )
    .min(1)
    .max(50),
  recurrence: z
    .strictObject({
      interval: z.enum(['Monthly', 'Annual']),
      endDate: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}$/)
        .refine(isDay, 'no_day')
        .optional(),
    })
    .optional(),
  card: Card,
});
export type NewCardCharge = z.infer<typeof NewCardCharge>;

const Count = z.int().min(0);
const Share = { accepted: Count, tries: Count };
const Sums = z.object({ ...Share, amount: Count, count: Count });

/** Figures of the last thirty São Paulo days, from `read` of `total` charges. `complete`: all were read. */
export const CardFiguresAnswer = z.object({
  /** Null: the service has no list of charges. */
  figures: z
    .object({
      today: Sums,
      days30: Sums,
      reversed: z.object({ amount: Count, count: Count }),
      days: z.array(z.object({ day: z.string(), ...Share })),
      reasons: z.array(z.object({ words: z.string().nullable(), code: z.string().nullable(), count: Count })),
      /** The newest of `recurrenceCount` recurrences, each as its last charge. */
      recurrences: z.array(CardCharge),
      recurrenceCount: Count,
      /** Sum of the last charges of all recurrences, in cents. */
      recurrenceAmount: Count,
    })
    .nullable(),
  read: Count,
  total: Count.nullable(),
  complete: z.boolean(),
  asOf: Instant,
});
export type CardFiguresAnswer = z.infer<typeof CardFiguresAnswer>;

export const CardChargeAnswer = z.object({ charge: CardCharge, asOf: Instant });
export const RecurrenceRead = z.object({ recurrence: Recurrence, asOf: Instant });

const Answer = recordAnswer(z.object({ charge: CardCharge }));
const RecurrenceAnswer = recordAnswer(z.object({ recurrence: Recurrence.nullable() }));

const CHANGE = {
  permission: 'charge',
  stepUp: true,
  idempotency: true,
  params: ById,
  ...RecurrenceAnswer,
} as const;

export const cardEndpoints = {
  'GET /card/charges': { permission: 'read', query: CardChargeQuery, response: CardChargeList },
  ...exportEndpoints('/card/charges', CardExportQuery),
  'GET /card/figures': { permission: 'read', response: CardFiguresAnswer },
  'GET /card/charges/{id}': { permission: 'read', params: ById, query: Reveal, response: CardChargeAnswer },
  // 409 `not_supported` unless the account setting `cardEntry` is on.
  'POST /card/charges': {
    permission: 'charge',
    idempotency: true,
    body: NewCardCharge,
    unhashed: ['card'],
    ...Answer,
    status: 201,
  },
  'POST /card/charges/{id}/reversals': {
    permission: 'refund',
    stepUp: true,
    idempotency: true,
    params: ById,
    body: z.strictObject({
      /** Cents. Absent: the whole remaining amount. */
      amount: Amount.optional(),
    }),
    ...Answer,
    status: 201,
  },
  'GET /card/recurrences/{id}': { permission: 'read', params: ById, response: RecurrenceRead },
  'PUT /card/recurrences/{id}/amount': { ...CHANGE, body: z.strictObject({ amount: Amount }) },
  'POST /card/recurrences/{id}/deactivate': CHANGE,
  'POST /card/recurrences/{id}/reactivate': CHANGE,
  'GET /card/rates/{code}': {
    permission: 'read',
    params: z.object({ code: ThingId.max(10) }),
    response: ExchangeRate,
  },
  'GET /card/conversions/{code}': {
    permission: 'read',
    params: z.object({ code: ThingId.max(10) }),
    /** Hundredths of that currency. */
    query: z.strictObject({
      amount: z
        .string()
        .regex(/^[1-9]\d{0,11}$/)
        .transform(Number),
    }),
    response: Conversion,
  },
  'GET /card/connection': {
    permission: 'read',
    response: z.object({
      /** Null: the connection uses no certificate. */
      certificate: CertificateTerm.nullable(),
      /** `entry`: charges may be created here (`cardEntry`). `postbacks`: the service reports events here. */
      entry: z.boolean(),
      postbacks: z.boolean(),
    }),
  },
} as const satisfies EndpointMap;
