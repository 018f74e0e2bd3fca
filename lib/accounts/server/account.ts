import 'server-only';
import { asc, isNull } from 'drizzle-orm';
import type { AccountKind } from '#lib/account-kinds.ts';
import { isConfigured } from '#lib/accounts/server/configured.ts';
import { unseal } from '#lib/auth/server/seal.ts';
import { db } from '#lib/db/client.ts';
import { remembered } from '#lib/db/remembered.ts';
import { accounts } from '#lib/db/schema/accounts.ts';

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
  const all = await remembered('accounts', 'all', async () => {
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
