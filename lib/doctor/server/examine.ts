import 'server-only';
import { z } from 'zod';
import {
  type Account,
  accountById,
  certificateErrors,
  credentialRefusals,
  invalid,
  listAccounts,
  openCredentials,
} from '#lib/accounts/server/account.ts';
import { ownAddressPolicy } from '#lib/accounts/server/address-policy.ts';
import { requireCallable, sealedParts } from '#lib/accounts/server/entered-address.ts';
import type { Command } from '#lib/admin-socket/server/listen.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { seal } from '#lib/auth/server/seal.ts';
import type { NewCredential } from '#lib/connections/contract.ts';
import type { AccountSettings } from '#lib/core/env/accounts.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { AccountMonitor } from '#lib/core/http/health.ts';
import { perProcess } from '#lib/core/per-process.ts';
import type { DoctorReport } from '#lib/doctor/contract.ts';
import { checksOf } from '#lib/doctor/server/checks.ts';
import { type Exchange, type Reading, readsOf, runRead, watching } from '#lib/doctor/server/observe.ts';
import { serverCertificate } from '#lib/doctor/server/server-certificate.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { reachFor } from '#lib/providers/reach.ts';
import { capabilitiesWithoutScope, watchedPort } from '#lib/providers/registry.ts';

const WEEK_MS = 7 * 86_400_000;
/** After this many failed calls in a row from the start, the examination stops calling. */
const ENOUGH_SILENCE = 2;

/** Examines an account, stored or not, with read-only calls in turn. Throws only when the caller aborts. */
export async function examine(account: Account, signal?: AbortSignal): Promise<DoctorReport> {
  const begun = Date.now();
  const seen: Exchange[] = [];
  const monitor = new AccountMonitor();
  const { port, call } = reachFor(watchedPort(account, { monitor, watch: watching(seen) }), signal);
  const { ca, webhookSecret } = openCredentials(account);
  const server = serverCertificate(account.baseUrl, {
    ca,
    waitMs: settings().timeLimits.connect,
    policy: ownAddressPolicy(account),
  });
  const readings = await runReads(port, call, seen, begun);
  const { sourceIp } = monitor.health();
  const callbackSecret = await secretExists(port, call);
  const checks = checksOf({
    kind: account.kind,
    baseUrl: account.baseUrl,
    now: Date.now(),
    exchanges: seen,
    readings,
    server: await server,
    own: port.certificate?.() ?? null,
    sourceIp,
    offsetMs: monitor.offsetMs,
    withoutScope: capabilitiesWithoutScope(port),
    missing: port.missingScopes?.() ?? [],
    callbackSecret,
    webhookSecret: webhookSecret !== undefined,
    simulator: account.simulator,
  });
  return {
    at: new Date(begun).toISOString(),
    tookMs: Date.now() - begun,
    calls: seen.length,
    checks,
    unread: readings.flatMap(({ unread }) => unread),
    answers: readings.map(({ answer }) => answer),
  };
}

async function runReads(port: ProviderPort, call: Call, seen: Exchange[], now: number): Promise<Reading[]> {
  const window = { from: new Date(now - WEEK_MS).toISOString(), to: new Date(now).toISOString() };
  const readings: Reading[] = [];
  for (const read of readsOf(port)) {
    readings.push(await runRead(read, { port, call, window, seen }));
    const answered = readings.some(({ answer }) => answer.end !== 'failed');
    if (!answered && readings.length >= ENOUGH_SILENCE) break;
  }
  return readings;
}

/** Null when the provider has no route for it (document 1) or refuses the call. */
async function secretExists(port: ProviderPort, call: Call): Promise<boolean | null> {
  try {
    return (await port.callbackSecret?.exists?.(call)) ?? null;
  } catch {
    call.signal?.throwIfAborted();
    return null;
  }
}

/** `slugs`: all accounts, to report when the requested one does not exist. */
export type Examination = {
  examined: { slug: string; name: string; report: DoctorReport }[];
  slugs: string[];
};

const Input = z.object({ slug: z.string().nullable() });

/** Examines every account, or the one with this slug, one after the other. For the command line. */
async function examineAll(all: readonly Account[], input: unknown, signal?: AbortSignal) {
  const { slug: requested } = Input.parse(input);
  const answer: Examination = { examined: [], slugs: all.map(({ slug }) => slug) };
  for (const account of all.filter(({ slug }) => requested === null || slug === requested)) {
    const { slug, name } = account;
    answer.examined.push({ slug, name, report: await examine(account, signal) });
  }
  return answer;
}

/** Id shared by all accounts that are not stored yet: they share one request budget. */
const DRAFT = 'draft';

/** Examines an account before it is stored. GuicheError `invalid_request` (certificates, the address). */
export async function tryNewAccount({ ctx, body }: Args<'POST /api/settings/accounts/test'>) {
  const errors = certificateErrors(body.credentials);
  if (errors.length > 0) throw invalid(errors);
  await requireCallable(body);
  const { kind, name, slug, environment, baseUrl } = body;
  const draft = { kind, name, slug, environment, baseUrl, ...sealed(DRAFT, body) };
  return examine({ ...draft, simulator: false, entered: true }, ctx.signal);
}

/** Examines a stored account with another credential. GuicheError `not_found`, `invalid_request`. */
export async function tryCredential({ ctx, id, body }: Args<'POST /api/settings/accounts/{id}/test'>) {
  const account = await knownAccount(id);
  const errors = credentialRefusals(account.kind, body);
  if (errors.length > 0) throw invalid(errors);
  await requireCallable(body, account);
  const { environment, baseUrl } = body;
  // A changed address counts as entered by a person, also for an account of the environment.
  const typed = baseUrl === account.baseUrl ? {} : { entered: true as const };
  return examine({ ...account, ...typed, environment, baseUrl, ...sealed(account.id, body) }, ctx.signal);
}

function sealed(id: string, { credentials }: Pick<NewCredential, 'credentials'>) {
  const parts = sealedParts(id, credentials);
  return { id, settings: parts.settings, sealedCredentials: parts.credentials };
}

type StoredReport = { version: string; report: DoctorReport };
const reports = () => perProcess('__guicheDoctor', () => new Map<string, StoredReport>());

/** Identifies the account's address and credential: a change of either invalidates its report. */
const versionOf = ({ baseUrl, sealedCredentials }: Account) => `${baseUrl} ${sealedCredentials}`;

/** Examines an account and stores the report in this process. GuicheError `not_found`. */
export async function runDoctor({ ctx, id }: { ctx: Pick<OperatorCtx, 'signal'>; id: string }) {
  const account = await knownAccount(id);
  const report = await examine(account, ctx.signal);
  reports().set(id, { version: versionOf(account), report });
  return { report };
}

/** The last report of this process; null: none, or it belongs to another credential. */
export async function lastReport({ id }: { id: string }): Promise<{ report: DoctorReport | null }> {
  const account = await knownAccount(id);
  const last = reports().get(id);
  return { report: last?.version === versionOf(account) ? last.report : null };
}

async function knownAccount(id: string): Promise<Account> {
  const account = await accountById(id);
  if (account === null) throw new GuicheError('not_found', 'No such account.');
  return account;
}

/** `npm run doctor` while a server runs. */
export const doctorCommand: Command = async (input, signal) =>
  examineAll(await listAccounts(), input, signal);

/** The accounts a server would have if it started now, except its simulator accounts. Changes nothing. */
async function accountsWithoutServer(configured: readonly AccountSettings[]): Promise<Account[]> {
  const own = configured.filter(({ simulator }) => !simulator).map(fromEnvironment);
  const slugs = new Set(own.map(({ slug }) => slug));
  const stored = await listAccounts();
  return [...own, ...stored.filter(({ entered, slug }) => entered === true && !slugs.has(slug))];
}

function fromEnvironment({ credentials, ...account }: AccountSettings): Account {
  const id = `environment-${account.slug}`;
  const sealedCredentials = seal(JSON.stringify(credentials), `credentials:${id}`);
  return { ...account, id, name: account.slug, sealedCredentials };
}

/** `npm run doctor` without a running server. Changes no stored data. */
export const doctorAlone: Command = async (input, signal) =>
  examineAll(await accountsWithoutServer(settings().accounts), input, signal);
