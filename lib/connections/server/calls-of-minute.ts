import 'server-only';
import { inArray } from 'drizzle-orm';
import { ledgerOf } from '#lib/accounts/server/budget-leases.ts';
import { db } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { providerBudgets } from '#lib/db/schema/budgets.ts';
import { roomIn } from '#lib/http/budget-leases.ts';
import { budgetsNow } from '#lib/providers/registry.ts';

/** `id` of the account. */
export type CallsOfMinute = { id: string; taken: number; limit: number };

/**
 * Calls that all processes took of each account's own budget in the last minute, leased ones that are still to be made
 * among them. The limits are known of accounts that this process called; a simulator has none.
 */
export async function callsOfMinute(): Promise<CallsOfMinute[]> {
  const known = new Map([...budgetsNow()].filter(([, { name }]) => name === 'main'));
  if (known.size === 0) return [];
  const rows = await db()
    .select()
    .from(providerBudgets)
    .where(inArray(providerBudgets.id, [...known.keys()]));
  return rows.flatMap(({ id, ...row }) => {
    const budget = known.get(id);
    if (budget === undefined) return [];
    const { left, limit } = roomIn(ledgerOf(row), budget.limits, databaseNow()).minute;
    return { id: id.slice(0, id.lastIndexOf(' ')), taken: Math.min(limit, Math.max(0, limit - left)), limit };
  });
}
