import 'server-only';
import { asc, isNull } from 'drizzle-orm';
import { baseUrlFault, type Credentials, credentialFaults } from '#lib/accounts/rules.ts';
import { certificateFaults } from '#lib/accounts/server/certificates.ts';
import { unseal } from '#lib/auth/server/seal.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import type { AccountSettings } from '#lib/core/env/accounts.ts';
import { accountUnconfigured, type FieldFault, GuicheError } from '#lib/core/errors.ts';
import { cached } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';

/** One connection as the server works with it. Credentials stay sealed until a provider's adapter is made. */
export type Account = {
  id: string;
  slug: string;
  kind: AccountKind;
  name: string;
  environment: 'sandbox' | 'production';
  simulator: boolean;
  /** Its address was typed by a person: it is judged for each connection. */
  entered?: true;
  /** Its variables are absent from this process's environment: nothing is asked of its provider here. */
  unconfigured?: true;
  baseUrl: string;
  settings: Record<string, string>;
  sealedCredentials: string;
};

type Row = typeof accounts.$inferSelect;

/** All accounts in their order; archived ones are gone for everybody. */
export async function listAccounts(): Promise<Account[]> {
  const all = await cached('accounts', 'all', async () => {
    const rows = await db()
      .select()
      .from(accounts)
      .where(isNull(accounts.archivedAt))
      .orderBy(asc(accounts.position), asc(accounts.createdAt));
    return rows.map(accountOf);
  });
  return all ?? [];
}

export async function accountBySlug(slug: string): Promise<Account | null> {
  const all = await listAccounts();
  return all.find((account) => account.slug === slug) ?? null;
}

/** Ids of the accounts whose provider this process may ask. */
export async function configuredAccountIds(): Promise<string[]> {
  const all = await listAccounts();
  return all.filter(({ unconfigured }) => unconfigured !== true).map(({ id }) => id);
}

/** By its id, for jobs that go on after the page is gone; null once it is archived. */
export async function accountById(id: string): Promise<Account | null> {
  const all = await listAccounts();
  return all.find((account) => account.id === id) ?? null;
}

/** Plain credentials; only the registry (which makes adapters) and the sync of accounts call this. */
export function openCredentials(account: Pick<Account, 'id' | 'sealedCredentials'>): Record<string, string> {
  return JSON.parse(unseal(account.sealedCredentials, `credentials:${account.id}`)) as Record<string, string>;
}

type Source = { origin: string; slug: string };

// On globalThis: jobs and pages are bundled apart and share this list.
const processState = globalThis as { guicheConfiguredSlugs?: ReadonlySet<string> };

/** Remembers which real accounts this process's environment has; called once at start. */
export function rememberConfigured(given: readonly AccountSettings[]): void {
  const real = given.filter(({ simulator }) => !simulator);
  processState.guicheConfiguredSlugs = new Set(real.map(({ slug }) => slug));
}

/**
 * Tells if this process may use the account's credential. An account of the environment whose variables are absent
 * here stays as it is, unused: another instance may have them, and a later start may bring them back.
 */
export function isConfigured({ origin, slug }: Source): boolean {
  const slugs = processState.guicheConfiguredSlugs;
  return origin !== 'environment' || slugs === undefined || slugs.has(slug);
}

/** Before anything that ends with a call to its provider. GuicheError `account_unconfigured`. */
export function requireConfigured({ unconfigured }: { unconfigured?: true }): void {
  if (unconfigured === true) throw accountUnconfigured();
}

/** A row of the table as the server works with it. */
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

export const invalid = (fields: FieldFault[]) =>
  new GuicheError('invalid_request', 'The account cannot be kept as it was given.', { fields });

/** 409, with the field and the word that the page puts into a sentence. */
export const inTheWay = (field: string, message: string, sentence: string) =>
  new GuicheError('conflict', sentence, { fields: [{ field, message }] });

/** Address and credential of other accounts come with each start: what were entered here would not last. */
export function requireEntered({ origin }: { origin: string }): void {
  if (origin !== 'settings')
    throw inTheWay('origin', origin, 'This account does not come from the settings.');
}

type Given = { environment: 'sandbox' | 'production'; baseUrl: string; credentials: Credentials };

/** Everything that forbids to keep or try it. */
export function credentialRefusals(kind: AccountKind, { environment, baseUrl, credentials }: Given) {
  const url = baseUrlFault(baseUrl);
  return [
    ...(url === null ? [] : [{ field: 'baseUrl', message: url }]),
    ...credentialFaults({ kind, environment, baseUrl }, credentials),
    ...certificateFaults(credentials),
  ];
}

/** The control address of a simulator account; null for every other. */
export function simulatorControlUrl(account: Account): string | null {
  return account.simulator ? (account.settings.controlUrl ?? null) : null;
}

/**
 * Tells if card numbers may be typed for this account (docs/security.md: it puts the browser in PCI scope).
 */
export const cardEntryOn = ({ kind, settings }: Pick<Account, 'kind' | 'settings'>) =>
  kind === 'card' && /^(true|1|on|yes)$/i.test(settings.cardEntry ?? '');
