import 'server-only';
import { and, desc, eq, sql } from 'drizzle-orm';
import { APPROVAL_RULES, limitIn } from '#lib/accounts/rules.ts';
import type { Transaction } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';

type Settings = Record<string, string>;

/**
 * The approval rules of a new real account: the strictest of those in force, or last in force, under each
 * slug of its kind. So nobody removes an approval by removing an account and entering it again, or twice
 * (decision 03).
 */
export async function inheritedRules(tx: Transaction, kind: string): Promise<Settings> {
  const rows = await tx
    .selectDistinctOn([accounts.slug], { settings: accounts.settings })
    .from(accounts)
    .where(and(eq(accounts.kind, kind), eq(accounts.simulator, false)))
    .orderBy(accounts.slug, desc(sql`coalesce(${accounts.archivedAt}, 'infinity')`));
  const rules = APPROVAL_RULES.flatMap((rule): [string, string][] => {
    const limits = rows.map(({ settings }) => limitIn(settings as Settings, rule));
    const known = limits.filter((cents) => cents !== null);
    return known.length === 0 ? [] : [[rule, String(Math.min(...known))]];
  });
  return Object.fromEntries(rules);
}
