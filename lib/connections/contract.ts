import { z } from 'zod';
import {
  baseUrlFault,
  cleanCredentials,
  credentialFaults,
  NUMBERS,
  REASON_LENGTH,
  slugFault,
} from '#lib/accounts/rules.ts';
import { Person } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, ThingId } from '#lib/api/query-fields.ts';
import { ACCOUNT_KINDS } from '#lib/core/account-kinds.ts';
import { clean } from '#lib/core/clean.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { Instant } from '#lib/providers/records.ts';

const Kind = z.enum(ACCOUNT_KINDS);
const Environment = z.enum(['sandbox', 'production']);
const Name = z.string().trim().min(1).max(60);
const BaseUrl = z
  .string()
  .max(500)
  .transform((text) => clean('address', text).replace(/\/+$/, ''));
/** Secrets and what belongs to them, by the parts of rules.ts; an empty part is an absent one. */
const GivenCredentials = z.record(z.string().max(40), z.string().max(40_000)).transform(cleanCredentials);

export const NewAccount = z
  .strictObject({
    kind: Kind,
    name: Name,
    slug: z.string().max(64),
    environment: Environment,
    baseUrl: BaseUrl,
    credentials: GivenCredentials,
  })
  .superRefine((account, issues) => {
    const slug = slugFault(account.slug);
    const url = baseUrlFault(account.baseUrl);
    const faults = [
      ...(slug === null ? [] : [{ field: 'slug', message: slug }]),
      ...(url === null ? [] : [{ field: 'baseUrl', message: url }]),
      ...credentialFaults(account, account.credentials),
    ];
    for (const { field, message } of faults)
      issues.addIssue({ code: 'custom', path: field.split('.'), message });
  });
export type NewAccount = z.infer<typeof NewAccount>;

const numberOf = ({ least, most }: { least: number; most: number }) =>
  z.int().min(least).max(most).nullable().optional();
/** Null: as it is usually. */
export const SettingsChange = z.strictObject({
  approvalAbove: numberOf(NUMBERS.approvalAbove),
  approvalAboveDaily: numberOf(NUMBERS.approvalAboveDaily),
  callsPerMinute: numberOf(NUMBERS.callsPerMinute),
  defenseWindowHours: numberOf(NUMBERS.defenseWindowHours),
  defenseCharacters: numberOf(NUMBERS.defenseCharacters),
  defenseFiles: numberOf(NUMBERS.defenseFiles),
  defenseBytes: numberOf(NUMBERS.defenseBytes),
  deliveryDays: numberOf(NUMBERS.deliveryDays),
  resendWindowDays: numberOf(NUMBERS.resendWindowDays),
  resendMaxAgeDays: numberOf(NUMBERS.resendMaxAgeDays),
  resendIdsPerRequest: numberOf(NUMBERS.resendIdsPerRequest),
  resendsPerMinute: numberOf(NUMBERS.resendsPerMinute),
  forgetSecrets: z.boolean().nullable().optional(),
  cardEntry: z.boolean().nullable().optional(),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

/** Why an approval rule shall become weaker; needed then (`fields`: `reason`, `needed`), and kept then only. */
const Reason = z.string().trim().min(REASON_LENGTH.least).max(REASON_LENGTH.most);

export const AccountChange = z.strictObject({
  name: Name.optional(),
  settings: SettingsChange.optional(),
  reason: Reason.optional(),
});
export type AccountChange = z.infer<typeof AccountChange>;

/** A credential goes only to the address it was entered with: both are entered together. */
export const NewCredential = z.strictObject({
  environment: Environment,
  baseUrl: BaseUrl,
  credentials: GivenCredentials,
});
export type NewCredential = z.infer<typeof NewCredential>;

/** Nothing of a secret but its last four characters. */
export const CredentialFacts = z.object({
  /** `hub`: how it signs in. */
  auth: z.string().nullable(),
  clientId: z.string().nullable(),
  lastFour: z.string().nullable(),
  certificate: z.object({ validTo: Instant.nullable(), fingerprint: z.string().nullable() }).nullable(),
  webhookSecret: z.boolean(),
  /** Where webhooks live when a sandbox checks their ownership. */
  sandboxUrl: z.string().nullable(),
  /** False: sealed with a key that is gone, so that it must be entered again. */
  readable: z.boolean(),
});
export type CredentialFacts = z.infer<typeof CredentialFacts>;

export const AccountConnection = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  kind: Kind,
  environment: Environment,
  simulator: z.boolean(),
  /** The source of address and credential. */
  origin: z.enum(['environment', 'simulator', 'settings']),
  /** False: the environment's account, whose variables are absent on this instance. */
  configured: z.boolean(),
  baseUrl: z.string(),
  credential: CredentialFacts,
  capabilities: z.array(z.string()),
  missingScopes: z.array(z.string()),
  /** Settings made here; absent ones are as usual. */
  settings: z.record(z.string(), z.union([z.number(), z.boolean()])),
  health: z.object({
    state: z.enum(['unknown', 'ok', 'degraded', 'down']),
    lastSuccessAt: Instant.nullable(),
    latencyMs: z.number().nullable(),
    pauses: z.int(),
    blockedBy: z.string().nullable(),
    sourceIp: z.string().nullable(),
  }),
  createdAt: Instant,
});
export type AccountConnection = z.infer<typeof AccountConnection>;

export const AccountList = z.object({
  items: z.array(AccountConnection),
  /** A real account may be added: a real person administers, or a real account already exists. */
  ownAdministrator: z.boolean(),
  /** Calls of the last minute against the budget, by all processes; an account without one is not among them. */
  calls: z.array(z.object({ id: z.string(), taken: z.int(), limit: z.int() })),
  asOf: Instant,
});
export type AccountList = z.infer<typeof AccountList>;

/** Cents; null: no second person by this rule. Only what the change touches. */
const Limits = z.object({
  approvalAbove: z.int().nullable().optional(),
  approvalAboveDaily: z.int().nullable().optional(),
});
/** A weaker approval rule: it waits for another administrator, else for `effectiveAt`. */
export const RuleChange = z.object({
  id: z.string(),
  accountId: z.string(),
  state: z.enum(['pending', 'approved', 'declined', 'lapsed', 'superseded', 'dropped']),
  before: Limits,
  after: Limits,
  requestedBy: Person,
  requestedAt: Instant,
  /** In the words of who asked, and from where; null for one that was asked before these were kept. */
  reason: pii.note(z.string().nullable()),
  from: z.object({ address: z.string().nullable(), agent: z.string().nullable() }),
  /**
   * Operations of the account's last 30 days that would have needed nobody else (`sum`: cents), of `all` that
   * a rule could hold; null once it waits no more.
   */
  passing: z.object({ count: z.int(), sum: z.int(), all: z.int() }).nullable(),
  effectiveAt: Instant,
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
  may: z.object({ approve: z.boolean(), decline: z.boolean() }),
});
export type RuleChange = z.infer<typeof RuleChange>;

const CHANGE = { permission: 'manage', stepUp: true, idempotency: true } as const;
const DECISION = { ...CHANGE, params: ById, existing: RuleChange.pick({ state: true }) } as const;

export const connectionEndpoints = {
  'GET /api/settings/accounts': { permission: 'manage', response: AccountList },
  'POST /api/settings/accounts': { ...CHANGE, body: NewAccount, response: AccountConnection, status: 201 },
  /** The way to an administrator of one's own, before the first real account; shown once. */
  'POST /api/settings/accounts/set-up-link': {
    permission: 'manage',
    stepUp: true,
    response: z.object({ url: z.string() }),
  },
  /** All ids, in the order of the side bar. */
  'PUT /api/settings/accounts/order': {
    ...CHANGE,
    body: z.strictObject({ ids: z.array(ThingId).min(1).max(200) }),
    status: 204,
  },
  /** 202 with `change` where an approval rule would become weaker: the rest holds at once. */
  'PATCH /api/settings/accounts/{id}': {
    ...CHANGE,
    params: ById,
    body: AccountChange,
    response: AccountConnection.extend({ change: RuleChange.optional() }),
    /** Another change of its rules waits. */
    existing: z.object({ change: z.string() }),
  },
  /** Those that wait, of every account. */
  'GET /api/settings/changes': { permission: 'manage', response: z.object({ items: z.array(RuleChange) }) },
  'POST /api/settings/changes/{id}/approve': { ...DECISION, response: RuleChange },
  'POST /api/settings/changes/{id}/decline': { ...DECISION, response: RuleChange },
  'DELETE /api/settings/accounts/{id}': {
    ...CHANGE,
    params: ById,
    /** The slug as it was typed. */
    body: z.strictObject({ slug: z.string().max(64) }),
    status: 204,
  },
  'PUT /api/settings/accounts/{id}/credential': {
    ...CHANGE,
    params: ById,
    body: NewCredential,
    response: AccountConnection,
  },
} as const satisfies EndpointMap;
