import { z } from 'zod';
import { Person, visibleProblems } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Pasted, PastedId, ThingId } from '#lib/api/query-fields.ts';
import { operationAnswer } from '#lib/operations/contract.ts';
import { Instant, OwnershipCheck, Webhook } from '#lib/providers/records.ts';
import { SCHEMES } from '#lib/webhooks/signature-text.ts';

/** What Guichê stores about a secret; never the secret itself. */
export const SecretFact = z.object({
  id: z.string(),
  origin: z.enum(['issued', 'pasted']),
  issuedAt: Instant,
  issuedTo: Person.nullable(),
  /** The operator confirmed "I have stored it": the secret is never shown again. */
  acknowledgedAt: Instant.nullable(),
  /** This operator may see it once more, after proving their identity. */
  mayShow: z.boolean(),
  /** Still stored for the receiver, the signed test and the check (`forgetSecrets` is off). */
  kept: z.boolean(),
});
export type SecretFact = z.infer<typeof SecretFact>;

const OpenOperation = z.object({ operationId: z.string(), kind: z.string(), state: z.string() });

export const WebhookRow = Webhook.omit({ other: true }).extend({
  /** `guiche`: registered here at a provider without a list; `added`: added by id, by hand. */
  source: z.enum(['provider', 'guiche', 'added']),
  secret: SecretFact.nullable(),
  /** The last rotation through Guichê. */
  rotatedAt: Instant.nullable(),
  ownership: OwnershipCheck.nullable(),
  /** Guichê's own receiver answers at this address. */
  receiver: z.boolean(),
  /** Deliveries of the last seven days, and `open` failures of any age; null: not indexed that far. */
  week: z.object({ delivered: z.int(), failed: z.int(), open: z.int() }).nullable(),
  /** An open operation on this webhook. */
  open: OpenOperation.nullable(),
});
export type WebhookRow = z.infer<typeof WebhookRow>;

export const WebhookList = z.object({
  items: z.array(WebhookRow),
  nextCursor: z.null(),
  total: z.int(),
  /** False: the provider has no list; only webhooks registered or added through Guichê are here. */
  listed: z.boolean(),
  ...visibleProblems,
  /** Registrations in progress or with an unknown result; they have no id yet. */
  registrations: z.array(z.object({ operationId: z.string(), url: z.string(), state: z.string() })),
  /** The provider checks who owns an address (see `ownership`). */
  checksOwnership: z.boolean(),
  asOf: Instant,
});
export type WebhookList = z.infer<typeof WebhookList>;

/** Checked by the handler. Errors on `url`: those of `checkUrl`, duplicate, near_duplicate. */
const WebhookUrl = Pasted('address', 1, 8192);
/** Confirms that a nearly identical address is another one; without it: `near_duplicate` on `url`. */
const NearDuplicate = z.boolean().optional();
const Events = z.array(z.string().regex(/^[A-Z_]{2,60}$/)).max(30);

/** The secret appears only in the first answer, to the operator who requested it. */
const IssuedResult = z.object({
  id: z.string(),
  secret: z.string().optional(),
  secretId: z.string().nullable(),
  /** The provider issued a secret but its answer was lost: nobody can read it; a rotation creates another. */
  secretLost: z.boolean().optional(),
});

const RegisteredResult = IssuedResult.extend({ url: z.string().nullable(), events: z.array(z.string()) });

/** Why a signature is invalid. `fault` null: it is valid. */
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
  /** For `timestamp_outside`: whether the signature is valid apart from its time. */
  holdsApartFromTime: z.boolean().nullable(),
  /** Seconds between the signature's time and now; null if the scheme has no time or it is unreadable. */
  ageSeconds: z.number().nullable(),
  /** The signed string, shortened, with its length in bytes, to compare with the receiver's own. */
  signed: z.object({ head: z.string(), bytes: z.int() }).nullable(),
  /** Null with a stored secret: this tool never signs for a caller who does not have the secret. */
  expected: z.string().nullable(),
  received: z.string().nullable(),
});
export type SignatureVerdict = z.infer<typeof SignatureVerdict>;

/** Result of a signed test delivery that Guichê sent to the operator's endpoint. */
export const TestDelivery = z.object({
  signedWith: z.enum(['stored', 'wrong']),
  status: z.int().nullable(),
  responseTimeMs: z.int().nullable(),
  /** Codes of `WebhookUrl`, timeout, connection, tls, redirect, too_large, interrupted (end not seen). */
  fault: z.string().nullable(),
  at: Instant,
});
export type TestDelivery = z.infer<typeof TestDelivery>;

/** `forgotten`: the provider cannot remove it; Guichê deletes its own entry, added by hand. */
const RemovedResult = z.object({ id: z.string(), forgotten: z.boolean().optional() });

const CHANGE = { permission: 'webhook', stepUp: true, idempotency: true } as const;

export const webhookEndpoints = {
  'GET /webhooks': { permission: 'read', response: WebhookList },
  'POST /webhooks': {
    ...CHANGE,
    body: z.union([
      z.strictObject({
        url: WebhookUrl,
        events: Events.default([]),
        generateSecret: z.boolean().default(true),
        nearDuplicate: NearDuplicate,
      }),
      z.strictObject({ existingId: PastedId, url: WebhookUrl }),
      // Registers Guichê's own receiver: creates its address first.
      z.strictObject({ receiver: z.literal(true), events: Events.default([]) }),
    ]),
    response: operationAnswer(RegisteredResult).partial({ operation: true }),
    status: 201,
  },
  /** Checks an address that the provider will call; contacts only DNS. */
  'POST /address-check': {
    permission: 'read',
    body: z.strictObject({ url: WebhookUrl }),
    response: z.object({
      /** The error of its form: a code of `WebhookUrl`. */
      fault: z.string().nullable(),
      /** Its name resolves to public addresses, as seen from Guichê. */
      seen: z.boolean(),
    }),
  },
  'PATCH /webhooks/{id}': {
    ...CHANGE,
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
    ...CHANGE,
    params: ById,
    response: operationAnswer(RemovedResult).partial({ operation: true }),
  },
  'POST /webhooks/{id}/rotate-secret': { ...CHANGE, params: ById, response: operationAnswer(IssuedResult) },
  'POST /webhooks/{id}/secret': {
    ...CHANGE,
    params: ById,
    // A secret issued outside Guichê, pasted so that Guichê can check signatures and sign tests.
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
      /** null: unknown (the provider does not report it, and Guichê created none). */
      exists: z.boolean().nullable(),
      secret: SecretFact.nullable(),
      open: OpenOperation.nullable(),
    }),
  },
  'POST /callback-secret': { ...CHANGE, response: operationAnswer(IssuedResult), status: 201 },
  'POST /callback-secret/rotate': { ...CHANGE, response: operationAnswer(IssuedResult) },
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
      /** Typed by the operator; alternatively the id of a stored secret (needs `webhook`). */
      secret: z.string().max(512).optional(),
      secretId: ThingId.optional(),
      /** Reference time for the timestamp; default: now. */
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
