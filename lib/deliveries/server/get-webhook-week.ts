import 'server-only';
import { sql } from 'drizzle-orm';
import { accountById } from '#lib/accounts/server/account.ts';
import { addDays, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { knownSince, nowOf } from '#lib/deliveries/server/get-health.ts';
import { rowsOf } from '#lib/deliveries/server/record-row.ts';

/** `open`: open failures of any age. */
export type WebhookWeek = { delivered: number; failed: number; open: number };

const DAYS = 7;

/**
 * Deliveries per webhook over the last seven São Paulo days including today, from the index, without Guichê's
 * own resends. Null: the index does not reach that far yet (a call starts it and keeps it current).
 */
export async function getWebhookWeek(
  accountId: string,
  webhookIds: readonly string[],
): Promise<Map<string, WebhookWeek> | null> {
  const account = await accountById(accountId);
  if (account === null || webhookIds.length === 0) return null;
  const from = startOfDay(addDays(saoPauloDay(await nowOf(accountId)), 1 - DAYS));
  const since = await knownSince(account, from);
  if (since === undefined || since !== null) return null;
  const ids = sql.join(
    webhookIds.map((id) => sql`${id}`),
    sql`, `,
  );
  type Counted = { id: string } & Record<keyof WebhookWeek, unknown>;
  const rows = await rowsOf<Counted>(sql`
    select webhook_id as id,
      count(*) filter (where delivered and created_at >= ${from} and resend_id is null) as delivered,
      count(*) filter (where not delivered and created_at >= ${from} and resend_id is null) as failed,
      count(*) filter (where open) as open
    from deliveries
    where account_id = ${accountId} and webhook_id in (${ids}) and (created_at >= ${from} or open)
    group by 1`);
  return new Map(
    webhookIds.map((id) => {
      const row = rows.find((one) => one.id === id);
      const count = (name: keyof WebhookWeek) => Number(row?.[name] ?? 0);
      return [id, { delivered: count('delivered'), failed: count('failed'), open: count('open') }];
    }),
  );
}
