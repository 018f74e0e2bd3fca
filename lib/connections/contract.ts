import { z } from 'zod';
import {
  baseUrlError,
  cleanCredentials,
  credentialErrors,
  NUMBERS,
  type NumberName,
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
/** A credential's parts, as named in rules.ts. Empty parts are dropped. */
const EnteredCredentials = z.record(z.string().max(40), z.string().max(40_000)).transform(cleanCredentials);

export const NewAccount = z
  .strictObject({
    kind: Kind,
    name: Name,
    slug: z.string().max(64),
    environment: Environment,
    baseUrl: BaseUrl,
    credentials: EnteredCredentials,
  })
  .superRefine((account, issues) => {
    const errors = [
      { field: 'slug', message: slugFault(account.slug) },
      { field: 'baseUrl', message: baseUrlError(account.baseUrl) },
      ...credentialErrors(account, account.credentials),
    ];
    for (const { field, message } of errors)
      if (message !== null) issues.addIssue({ code: 'custom', path: field.split('.'), message });
  });
export type NewAccount = z.infer<typeof NewAccount>;

const numberOf = ({ least, most }: { least: number; most: number }) =>
  z.int().min(least).max(most).nullable().optional();
const numbers = Object.fromEntries(
  Object.entries(NUMBERS).map(([name, range]) => [name, numberOf(range)]),
) as Record<NumberName, ReturnType<typeof numberOf>>;
/** Null restores the default. */
export const SettingsChange = z.strictObject({
  ...numbers,
  forgetSecrets: z.boolean().nullable().optional(),
  cardEntry: z.boolean().nullable().optional(),
  closingSecondPerson: z.boolean().nullable().optional(),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

/** The reason for weakening an approval rule: then required (`needed`), and stored only then. */
const Reason = z.string().trim().min(REASON_LENGTH.least).max(REASON_LENGTH.most);

export const AccountChange = z.strictObject({
  name: Name.optional(),
  settings: SettingsChange.optional(),
  reason: Reason.optional(),
});
export type AccountChange = z.infer<typeof AccountChange>;

/** A credential is sent only to the address it was entered with, so both are entered together. */
export const NewCredential = z.strictObject({
  environment: Environment,
  baseUrl: BaseUrl,
  credentials: EnteredCredentials,
});
export type NewCredential = z.infer<typeof NewCredential>;

/** What may be shown of a credential: of its secret only the last four characters. */
export const CredentialFacts = z.object({
  /** `hub`: the authentication method. */
  auth: z.string().nullable(),
  clientId: z.string().nullable(),
  lastFour: z.string().nullable(),
  certificate: z.object({ validTo: Instant.nullable(), fingerprint: z.string().nullable() }).nullable(),
  webhookSecret: z.boolean(),
  /** The address for webhooks, when a sandbox checks their ownership. */
  sandboxUrl: z.string().nullable(),
  /** False: sealed with a key that is gone, so the credential must be entered again. */
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
  /** Where address and credential come from. */
  origin: z.enum(['environment', 'simulator', 'settings']),
  /** False: the account's environment variables are missing on this instance. */
  configured: z.boolean(),
  baseUrl: z.string(),
  credential: CredentialFacts,
  capabilities: z.array(z.string()),
  missingScopes: z.array(z.string()),
  /** Settings changed by people; absent ones have their default. */
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
  /** True when a real account may be added: a real person administers, or a real account exists. */
  ownAdministrator: z.boolean(),
  /** Calls of all processes in the last minute, and their limit; only of accounts with a known budget. */
  calls: z.array(z.object({ id: z.string(), taken: z.int(), limit: z.int() })),
  asOf: Instant,
});
export type AccountList = z.infer<typeof AccountList>;

/** Limits in cents, only those that change; null: the rule requires no second approver. */
const Limits = z.object({
  approvalAbove: z.int().nullable().optional(),
  approvalAboveDaily: z.int().nullable().optional(),
});
/** A request to weaken an approval rule. Another administrator decides it, or it begins at `effectiveAt`. */
export const RuleChange = z.object({
  id: z.string(),
  accountId: z.string(),
  state: z.enum(['pending', 'approved', 'declined', 'lapsed', 'superseded', 'dropped']),
  before: Limits,
  after: Limits,
  requestedBy: Person,
  requestedAt: Instant,
  /** The requester's own text; null for requests from before reasons were stored. */
  reason: pii.note(z.string().nullable()),
  from: z.object({ address: z.string().nullable(), agent: z.string().nullable() }),
  /**
   * Operations of the account's last 30 days that would need no second approver under the new rule (`sum` in
   * cents), of `all` that a rule can apply to. Null once decided.
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
  /** A link to create a real administrator before the first real account. Shown once. */
  'POST /api/settings/accounts/set-up-link': {
    permission: 'manage',
    stepUp: true,
    response: z.object({ url: z.string() }),
  },
  /** All account ids in the order of the side bar. */
  'PUT /api/settings/accounts/order': {
    ...CHANGE,
    body: z.strictObject({ ids: z.array(ThingId).min(1).max(200) }),
    status: 204,
  },
  /** 202 with `change` when an approval rule would weaken; the other changes apply at once. */
  'PATCH /api/settings/accounts/{id}': {
    ...CHANGE,
    params: ById,
    body: AccountChange,
    response: AccountConnection.extend({ change: RuleChange.optional() }),
    /** Another rule change of this account is pending. */
    existing: z.object({ change: z.string() }),
  },
  'GET /api/settings/changes': { permission: 'manage', response: z.object({ items: z.array(RuleChange) }) },
  'POST /api/settings/changes/{id}/approve': { ...DECISION, response: RuleChange },
  'POST /api/settings/changes/{id}/decline': { ...DECISION, response: RuleChange },
  'DELETE /api/settings/accounts/{id}': {
    ...CHANGE,
    params: ById,
    /** The slug that the operator typed to confirm. */
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
