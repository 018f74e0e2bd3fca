import 'server-only';
import { sql } from 'drizzle-orm';
import type { Account } from '#lib/accounts/server/account.ts';
import { accountById } from '#lib/accounts/server/account.ts';
import { addDays, saoPauloDay, startOfDay } from '#lib/dates.ts';
import { getIndexReach } from '#lib/deliveries/server/get-index-reach.ts';
import { rowsOf } from '#lib/deliveries/server/rows.ts';

export type WebhookWeek = {
  delivered: number;
  failed: number;
  /** São Paulo days, oldest first, seven of them. */
  days: { day: string; delivered: number; failed: number }[];
};

const DAYS = 7;

/**
 * Deliveries of each webhook over the last seven São Paulo days, today among them, by the index; Guichê's own
 * resends do not count. Null: the index does not reach so far yet (asking begins it and keeps it current).
 */
export async function getWebhookWeek(
  accountId: string,
  webhookIds: readonly string[],
): Promise<Map<string, WebhookWeek> | null> {
  const account = await accountById(accountId);
  if (account === null || webhookIds.length === 0) return null;
  const today = saoPauloDay(Date.now());
  const from = startOfDay(addDays(today, 1 - DAYS));
  if (!(await reaches(account, from))) return null;
  const ids = sql.join(
    webhookIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const rows = await rowsOf<{ webhook_id: string; day: string; delivered: unknown; failed: unknown }>(sql`
    select webhook_id, to_char(created_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day,
      count(*) filter (where delivered) as delivered, count(*) filter (where not delivered) as failed
    from deliveries
    where account_id = ${accountId} and webhook_id in (${ids}) and created_at >= ${from} and resend_id is null
    group by 1, 2`);
  const days = Array.from({ length: DAYS }, (_, place) => addDays(today, place + 1 - DAYS));
  return new Map(
    webhookIds.map((id) => [
      id,
      weekOf(
        days,
        rows.filter((row) => row.webhook_id === id),
      ),
    ]),
  );
}

async function reaches(account: Account, from: string): Promise<boolean> {
  const reach = await getIndexReach(account);
  if (reach.completeAt === null) return false;
  return reach.whole || (reach.from !== null && reach.from <= from);
}

function weekOf(days: string[], rows: { day: string; delivered: unknown; failed: unknown }[]): WebhookWeek {
  const each = days.map((day) => {
    const row = rows.find((one) => one.day === day);
    return { day, delivered: Number(row?.delivered ?? 0), failed: Number(row?.failed ?? 0) };
  });
  const sum = (name: 'delivered' | 'failed') => each.reduce((total, day) => total + day[name], 0);
  return { delivered: sum('delivered'), failed: sum('failed'), days: each };
}
