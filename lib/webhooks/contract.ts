import { z } from 'zod';
import { Person } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Pasted, PastedId, ThingId } from '#lib/api/query-fields.ts';
import { visibleProblems } from '#lib/api/visible-problems.ts';
import { operationAnswer } from '#lib/operations/contract.ts';
import { Instant, OwnershipCheck, Webhook } from '#lib/providers/records.ts';
import { SCHEMES } from '#lib/webhooks/signature-text.ts';

/** Facts that Guichê keeps of a secret; never the secret. */
export const SecretFact = z.object({
  id: z.string(),
  origin: z.enum(['issued', 'pasted']),
  issuedAt: Instant,
  issuedTo: Person.nullable(),
  /** The operator pressed "I have stored it": it is never shown again. */
  acknowledgedAt: Instant.nullable(),
  /** This operator may show it once more, after a proof of identity. */
  mayShow: z.boolean(),
  /** It is still here for the receiver, the signed test and the signature check (`forgetSecrets` is off). */
  kept: z.boolean(),
});
export type SecretFact = z.infer<typeof SecretFact>;

export const WebhookRow = Webhook.omit({ other: true }).extend({
  /** `provider`: its list names it; `guiche`: registered here, the service gives no list; `added`: by id, by hand. */
  source: z.enum(['provider', 'guiche', 'added']),
  secret: SecretFact.nullable(),
  /** The last rotation through Guichê. */
  rotatedAt: Instant.nullable(),
  ownership: OwnershipCheck.nullable(),
  /** Guichê's own receiver answers at this address. */
  receiver: z.boolean(),
  /** Of the last seven days, from the index of deliveries; null: the index does not reach so far. */
  week: z
    .object({
      delivered: z.int(),
      failed: z.int(),
      /** Open failures, of any age. */
      open: z.int(),
    })
    .nullable(),
  /** An open operation on it. */
  open: z.object({ operationId: z.string(), kind: z.string(), state: z.string() }).nullable(),
});
export type WebhookRow = z.infer<typeof WebhookRow>;

export const WebhookList = z.object({
  items: z.array(WebhookRow),
  nextCursor: z.null(),
  total: z.int(),
  /** False: the service answers no list; only what Guichê registered or was told is here. */
  listed: z.boolean(),
  ...visibleProblems,
  /** Registrations under way, or whose end is not known: they have no id yet. */
  registrations: z.array(z.object({ operationId: z.string(), url: z.string(), state: z.string() })),
  /** The account's service checks who owns an address (`ownership` of the rows). */
  checksOwnership: z.boolean(),
  asOf: Instant,
});
export type WebhookList = z.infer<typeof WebhookList>;

/**
 * Judged by the verb, so that the fault is a word on the field `url`: not_a_url, too_long (over 2048), has_credentials,
 * has_fragment, not_https, not_public, duplicate, near_duplicate.
 */
export const WebhookUrl = Pasted('address', 1, 8192);
/** The operator means another address than the one that is nearly the same; without it: `near_duplicate` at `url`. */
const NearDuplicate = z.boolean().optional();
const Events = z.array(z.string().regex(/^[A-Z_]{2,60}$/)).max(30);

/** The secret stands here once: in the first answer, to the operator who caused it. */
const IssuedResult = z.object({
  id: z.string(),
  secret: z.string().optional(),
  secretId: z.string().nullable(),
  /** The provider issued one and its answer was lost: nobody can read it, a rotation gives another. */
  secretLost: z.boolean().optional(),
});

/** Why a signature does not hold, or that it does. `fault` null: it holds. */
export const SignatureVerdict = z.object({
  holds: z.boolean(),
  scheme: z.enum(SCHEMES),
  fault: z
    .enum([
      'header_missing',
      'header_form',
      'timestamp_outside',
      'body_reserialized',
      'body_composed',
      'secret_space',
      'secret_or_body',
    ])
    .nullable(),
  /** Of `timestamp_outside`: whether the signature holds apart from its time. */
  holdsApartFromTime: z.boolean().nullable(),
  /** Seconds between the signature's time and ours; null where the scheme has none or it could not be read. */
  ageSeconds: z.number().nullable(),
  /** The string that is signed, shortened, with its length in bytes: what to compare on one's own side. */
  signed: z.object({ head: z.string(), bytes: z.int() }).nullable(),
  /** Null with a stored secret: this tool signs for nobody who does not hold the secret. */
  expected: z.string().nullable(),
  received: z.string().nullable(),
});
export type SignatureVerdict = z.infer<typeof SignatureVerdict>;

/** A signed test delivery to the operator's endpoint, sent by Guichê: what came back. */
export const TestDelivery = z.object({
  signedWith: z.enum(['stored', 'wrong']),
  status: z.int().nullable(),
  responseTimeMs: z.int().nullable(),
  /** Words: timeout, connection, tls, redirect, too_large, interrupted (its end was not seen), and those of `WebhookUrl`. */
  fault: z.string().nullable(),
  at: Instant,
});
export type TestDelivery = z.infer<typeof TestDelivery>;

export const webhookEndpoints = {
  'GET /webhooks': { permission: 'read', response: WebhookList },
  'POST /webhooks': {
    permission: 'webhook',
    stepUp: true,
    idempotency: true,
    body: z.union([
      z.strictObject({
        url: WebhookUrl,
        events: Events.default([]),
        generateSecret: z.boolean().default(true),
        nearDuplicate: NearDuplicate,
      }),
      z.strictObject({ existingId: PastedId, url: WebhookUrl }),
      // Guichê's own receiver as the endpoint: its address is made first, then registered.
      z.strictObject({ receiver: z.literal(true), events: Events.default([]) }),
    ]),
    response: operationAnswer(
      IssuedResult.extend({ url: z.string().nullable(), events: z.array(z.string()) }),
    ).partial({ operation: true }),
    status: 201,
  },
  /** Of an address that the provider calls; asks nobody but the name service. */
  'POST /address-check': {
    permission: 'read',
    body: z.strictObject({ url: WebhookUrl }),
    response: z.object({
      /** The fault of its form: a word of `WebhookUrl`. */
      fault: z.string().nullable(),
      /** Its name leads to public addresses, as seen from here. */
      seen: z.boolean(),
    }),
  },
  'PATCH /webhooks/{id}': {
    permission: 'webhook',
    stepUp: true,
    idempotency: true,
    params: ById,
    body: z.strictObject({
      url: WebhookUrl.optional(),
      events: Events.optional(),
      active: z.boolean().optional(),
      nearDuplicate: NearDuplicate,
    }),
    response: operationAnswer(z.object({ id: z.string() })),
  },
  'DELETE /webhooks/{id}': {
    permission: 'webhook',
    stepUp: true,
    idempotency: true,
    params: ById,
    /** `forgotten`: the service has no removal; Guichê only forgets what was added by hand. */
    response: operationAnswer(z.object({ id: z.string(), forgotten: z.boolean().optional() })).partial({
      operation: true,
    }),
  },
  'POST /webhooks/{id}/rotate-secret': {
    permission: 'webhook',
    stepUp: true,
    idempotency: true,
    params: ById,
    response: operationAnswer(IssuedResult),
  },
  'POST /webhooks/{id}/secret': {
    permission: 'webhook',
    stepUp: true,
    idempotency: true,
    params: ById,
    // A secret that was not issued through Guichê, pasted so that signatures can be checked and tests be signed.
    body: z.strictObject({ secret: Pasted('secret', 8, 512) }),
    response: z.object({ secretId: z.string() }),
  },
  'GET /webhooks/{id}/ownership': { permission: 'read', params: ById, response: OwnershipCheck },
  'POST /webhooks/{id}/ownership': {
    permission: 'webhook',
    idempotency: true,
    params: ById,
    response: operationAnswer(OwnershipCheck.partial()),
    existing: OwnershipCheck,
  },
  'POST /webhooks/{id}/test': {
    permission: 'webhook',
    idempotency: true,
    params: ById,
    body: z.strictObject({ signWith: z.enum(['stored', 'wrong']) }),
    response: TestDelivery,
  },
  'GET /callback-secret': {
    permission: 'read',
    response: z.object({
      /** null: not known (the service does not say, and none was made through Guichê). */
      exists: z.boolean().nullable(),
      secret: SecretFact.nullable(),
      open: z.object({ operationId: z.string(), kind: z.string(), state: z.string() }).nullable(),
    }),
  },
  'POST /callback-secret': {
    permission: 'webhook',
    stepUp: true,
    idempotency: true,
    response: operationAnswer(IssuedResult),
    status: 201,
  },
  'POST /callback-secret/rotate': {
    permission: 'webhook',
    stepUp: true,
    idempotency: true,
    response: operationAnswer(IssuedResult),
  },
  'POST /issued-secrets/{id}/show': {
    permission: 'webhook',
    stepUp: true,
    params: ById,
    response: z.object({ secret: z.string() }),
  },
  'POST /issued-secrets/{id}/acknowledge': { permission: 'webhook', params: ById, status: 204 },
  'POST /signature-check': {
    permission: 'read',
    body: z.strictObject({
      scheme: z.enum(SCHEMES),
      headers: z.string().max(20_000),
      body: z.string().max(262_144),
      /** Typed by the operator, or the id of one that is stored here (needs `webhook`). */
      secret: z.string().max(512).optional(),
      secretId: ThingId.optional(),
      /** Instant to judge the timestamp by; now when absent. */
      at: z.iso.datetime({ offset: true }).optional(),
    }),
    response: SignatureVerdict,
  },
  'POST /api/hooks/{account}/{endpoint}': {
    permission: null,
    auth: 'signature',
    answer: 'raw',
    params: z.object({ account: ThingId, endpoint: ThingId }),
  },
} as const satisfies EndpointMap;
