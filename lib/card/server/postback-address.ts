import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { type Account, openCredentials } from '#lib/accounts/server/account.ts';
import { addressPolicyOf } from '#lib/accounts/server/address-policy.ts';
import { isLoopbackAddress } from '#lib/core/env/loopback.ts';
import { settings } from '#lib/core/env/settings.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { webhookReceivers } from '#lib/data/schema/webhooks.ts';

/**
 * Whether the provider can send postbacks: the account has a secret to sign them, and our address is
 * reachable.
 */
export function takesPostbacks(account: Account): boolean {
  if (openCredentials(account).webhookSecret === undefined) return false;
  const { url } = settings();
  return isLoopbackAddress(url) ? addressPolicyOf(account).loopback : url.startsWith('https:');
}

/** Address for postbacks of charges created here (document 3, postbackUrl). Undefined: none. */
export async function postbackAddress(account: Account): Promise<string | undefined> {
  if (!takesPostbacks(account)) return undefined;
  const base = `${settings().url}/api/hooks/${account.slug}`;
  const existing = await receiver(account.id, base);
  if (existing !== null) return existing;
  const endpoint = randomBytes(16).toString('hex');
  await db()
    .insert(webhookReceivers)
    // It needs no ownership challenge, because the account owns it from the start.
    .values({
      endpoint,
      accountId: account.id,
      url: `${base}/${endpoint}`,
      ownership: 'verified',
      createdAt: dbNow,
    });
  return (await receiver(account.id, base)) ?? undefined;
}

/** The oldest receiver at this address, so that two created at once resolve to the same one. */
async function receiver(accountId: string, base: string): Promise<string | null> {
  const rows = await db()
    .select({ url: webhookReceivers.url })
    .from(webhookReceivers)
    .where(and(eq(webhookReceivers.accountId, accountId), eq(webhookReceivers.ownership, 'verified')))
    .orderBy(asc(webhookReceivers.createdAt), asc(webhookReceivers.endpoint));
  return rows.find(({ url }) => url.startsWith(`${base}/`))?.url ?? null;
}
