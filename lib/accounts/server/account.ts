import 'server-only';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { asc, isNull } from 'drizzle-orm';
import { baseUrlError, type Credentials, credentialErrors } from '#lib/accounts/rules.ts';
import { unseal } from '#lib/auth/server/seal.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import type { AccountSettings } from '#lib/core/env/accounts.ts';
import { accountUnconfigured, GuicheError, type InvalidField } from '#lib/core/errors.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { cached, invalidateAfter } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';

/** One account as the server uses it. Credentials stay sealed until its provider's adapter is built. */
export type Account = {
  id: string;
  slug: string;
  kind: AccountKind;
  name: string;
  environment: 'sandbox' | 'production';
  simulator: boolean;
  /** A person entered the base address: it is checked for each connection. */
  entered?: true;
  /** The account's environment variables are missing in this process: it never calls the provider. */
  unconfigured?: true;
  baseUrl: string;
  settings: Record<string, string>;
  sealedCredentials: string;
};

type Row = typeof accounts.$inferSelect;

/** Runs a change to accounts in a transaction, then clears their cache, even if it failed. */
export const changeAccounts = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  invalidateAfter('accounts', () => db().transaction(work));

/** The rows of all accounts in their order, without archived ones. */
export const accountRows = (on: Pick<Transaction, 'select'> = db()): Promise<Row[]> =>
  on
    .select()
    .from(accounts)
    .where(isNull(accounts.archivedAt))
    .orderBy(asc(accounts.position), asc(accounts.createdAt))
    .execute();

/** All accounts in their order, without archived ones. */
export async function listAccounts(): Promise<Account[]> {
  const all = await cached('accounts', 'all', async () => (await accountRows()).map(accountOf));
  return all ?? [];
}

export async function accountBySlug(slug: string): Promise<Account | null> {
  const all = await listAccounts();
  return all.find((account) => account.slug === slug) ?? null;
}

/** Ids of the accounts whose provider this process may call. */
export async function configuredAccountIds(): Promise<string[]> {
  const all = await listAccounts();
  return all.filter(({ unconfigured }) => unconfigured !== true).map(({ id }) => id);
}

/** The account of an id; null once it is archived. */
export async function accountById(id: string): Promise<Account | null> {
  const all = await listAccounts();
  return all.find((account) => account.id === id) ?? null;
}

/** The unsealed credentials. Only the provider registry and the account sync call this. */
export function openCredentials(account: Pick<Account, 'id' | 'sealedCredentials'>): Record<string, string> {
  return JSON.parse(unseal(account.sealedCredentials, `credentials:${account.id}`)) as Record<string, string>;
}

type Configured = { slugs: ReadonlySet<string> | null };
const configured = () => perProcess('guicheConfiguredSlugs', (): Configured => ({ slugs: null }));

/** Stores which real accounts this process's environment configures. Called once at start. */
export function setConfiguredAccounts(all: readonly AccountSettings[]): void {
  const real = all.filter(({ simulator }) => !simulator);
  configured().slugs = new Set(real.map(({ slug }) => slug));
}

/** True when this process may use the credential. Another instance may have the absent variables. */
export function isConfigured({ origin, slug }: Pick<Row, 'origin' | 'slug'>): boolean {
  const { slugs } = configured();
  return origin !== 'environment' || slugs === null || slugs.has(slug);
}

/** Call this before any call to the provider. GuicheError `account_unconfigured`. */
export function requireConfigured({ unconfigured }: { unconfigured?: true }): void {
  if (unconfigured === true) throw accountUnconfigured();
}

export function accountOf(row: Row): Account {
  return {
    id: row.id,
    slug: row.slug,
    kind: row.kind as Account['kind'],
    name: row.name,
    environment: row.environment as Account['environment'],
    simulator: row.simulator,
    ...(row.origin === 'settings' ? { entered: true } : {}),
    ...(isConfigured(row) ? {} : { unconfigured: true }),
    baseUrl: row.baseUrl,
    settings: row.settings as Record<string, string>,
    sealedCredentials: row.credentials,
  };
}

export const invalid = (fields: InvalidField[]) =>
  new GuicheError('invalid_request', 'The account cannot be kept as it was given.', { fields });

/** GuicheError `conflict` (409) with the field and the message key that the page shows. */
export const fieldConflict = (field: string, message: string, sentence: string) =>
  new GuicheError('conflict', sentence, { fields: [{ field, message }] });

/** Requires an entered account: each start overwrites address and credential of the others. */
export function requireEntered({ origin }: { origin: string }): void {
  if (origin !== 'settings')
    throw fieldConflict('origin', origin, 'This account does not come from the settings.');
}

type Credential = { environment: 'sandbox' | 'production'; baseUrl: string; credentials: Credentials };

/** Every reason why this credential cannot be saved or tried. */
export function credentialRefusals(kind: AccountKind, { environment, baseUrl, credentials }: Credential) {
  const url = baseUrlError(baseUrl);
  return [
    ...(url === null ? [] : [{ field: 'baseUrl', message: url }]),
    ...credentialErrors({ kind, environment, baseUrl }, credentials),
    ...certificateErrors(credentials),
  ];
}

/** The control URL of a simulator account; null for every other. */
export function simulatorControlUrl(account: Account): string | null {
  return account.simulator ? (account.settings.controlUrl ?? null) : null;
}

/** True when card numbers may be typed: this puts the browser in PCI scope (docs/security.md). */
export const cardEntryOn = ({ kind, settings }: Pick<Account, 'kind' | 'settings'>) =>
  kind === 'card' && /^(true|1|on|yes)$/i.test(settings.cardEntry ?? '');

/** Errors in a card credential's PEM texts, as `credentials.<part>`. `now`: epoch ms, database clock. */
export function certificateErrors(parts: Credentials, now = databaseNow()): InvalidField[] {
  const errors: InvalidField[] = [];
  const add = (part: string, message: string) => errors.push({ field: `credentials.${part}`, message });
  const certificate = certificateOf(parts.clientCert);
  const key = parsed(parts.clientKey, (pem) => createPrivateKey(pem));
  if (certificate === false) add('clientCert', 'not_a_certificate');
  if (key === false) add('clientKey', 'not_a_key');
  if (certificateOf(parts.ca) === false) add('ca', 'not_a_certificate');
  if (certificate && key && !certificate.checkPrivateKey(key)) add('clientKey', 'other_key');
  if (certificate && certificate.validToDate.getTime() <= now) add('clientCert', 'expired');
  return errors;
}

/** A certificate's expiry (ISO 8601 UTC) and end of its fingerprint; null without a certificate. */
export function certificateFacts(pem: string | undefined) {
  const certificate = certificateOf(pem);
  if (certificate === null) return null;
  if (certificate === false) return { validTo: null, fingerprint: null };
  return {
    validTo: certificate.validToDate.toISOString(),
    fingerprint: certificate.fingerprint256.slice(-5),
  };
}

const certificateOf = (pem: string | undefined) => parsed(pem, (text) => new X509Certificate(text));

/** Null: absent; false: unreadable. */
function parsed<T>(pem: string | undefined, parse: (pem: string) => T): T | null | false {
  try {
    return pem === undefined ? null : parse(pem);
  } catch {
    return false;
  }
}
