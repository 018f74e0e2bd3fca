import 'server-only';
import { inArray, sql } from 'drizzle-orm';
import { type Account, accountById } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import { instantsOf } from '#lib/api/list-window.ts';
import type { Args } from '#lib/api/serve.ts';
import { addDays, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { rowsOf } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { DeliveryHealth } from '#lib/deliveries/contract.ts';
import type { HealthSpan } from '#lib/deliveries/rules.ts';
import { receiver } from '#lib/deliveries/server/get-incidents.ts';
import { reachOf } from '#lib/deliveries/server/get-index-reach.ts';
import { indexState, keepIndexCurrent } from '#lib/deliveries/server/index-state.ts';
import { portFor } from '#lib/providers/registry.ts';

const HOURS = 24;
const HOUR_MS = 3_600_000;
const DAYS: Record<Exclude<HealthSpan, 'hours'>, number> = { days: 7, month: 30 };
const MOST_ADDRESSES = 50;

type Counted = { delivered: unknown; failed: unknown; ms: unknown };
const answers = ({ delivered, failed, ms }: Counted) => ({
  delivered: Number(delivered),
  failed: Number(failed),
  ms: rounded(ms),
});
const rounded = (ms: unknown) => (ms == null ? null : Math.round(Number(ms)));
const COUNTS = sql`
  count(*) filter (where delivered) as delivered, count(*) filter (where not delivered) as failed,
  percentile_cont(0.5) within group (order by response_time_ms) as ms`;

/** Results per webhook from the index, which a call keeps current. `not_supported` without deliveries. */
export async function getHealth({ ctx, span }: { ctx: Ctx; span: HealthSpan }): Promise<DeliveryHealth> {
  requireDeliveries(ctx);
  const { account } = ctx;
  const at = barsOf(span, await nowOf(account.id));
  const from = at[0] as string;
  const since = await knownSince(account, from);
  if (since === undefined) return { at, since: null };
  const key =
    span === 'hours'
      ? sql`floor(extract(epoch from created_at) / 3600)::text`
      : sql`to_char(created_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD')`;
  // Rows without a key cover the whole span.
  const all = await rowsOf<Counted & { id: string; key: string | null; slowest: unknown }>(sql`
    select webhook_id as id, key, ${COUNTS},
      case when key is null then percentile_cont(0.95) within group (order by response_time_ms) end as slowest
    from (
      select *, ${key} as key from deliveries
      where account_id = ${account.id} and webhook_id is not null and created_at >= ${from} and resend_id is null
    ) as named
    group by grouping sets ((webhook_id, key), (webhook_id))`);
  const rows = all.filter((row) => row.key !== null);
  const keyOf = (bar: string) =>
    span === 'hours' ? String(Math.floor(Date.parse(bar) / HOUR_MS)) : saoPauloDay(bar);
  const found = new Map(rows.map((row) => [`${row.id} ${row.key}`, answers(row)]));
  const none = { delivered: 0, failed: 0, ms: null };
  return {
    at,
    since,
    webhooks: all
      .filter((row) => row.key === null)
      .map(({ id, slowest }) => ({
        id,
        slowest: rounded(slowest),
        bars: at.map((bar) => found.get(`${id} ${keyOf(bar)}`) ?? none),
      })),
  };
}

function barsOf(span: HealthSpan, now: number): string[] {
  if (span === 'hours') {
    const first = Math.floor(now / HOUR_MS) - HOURS + 1;
    return Array.from({ length: HOURS }, (_, index) => new Date((first + index) * HOUR_MS).toISOString());
  }
  const days = DAYS[span];
  const today = saoPauloDay(now);
  return Array.from({ length: days }, (_, index) => startOfDay(addDays(today, index + 1 - days)));
}

/** Results of one hour or day: per webhook, and per host for transactions' own addresses. */
export async function getHealthInterval({ ctx, query: { from, to } }: Args<'GET /deliveries/health/moment'>) {
  requireDeliveries(ctx);
  // Read apart: an interval that ends before it begins is empty, not invalid.
  const begin = instantsOf({ from }).from;
  const end = instantsOf({ to }).to;
  type Line = Counted & Record<'id' | 'address', string | null> & { slowest: unknown; statuses: string };
  const rows = await rowsOf<Line>(sql`
    select webhook_id as id, coalesce(case when webhook_id is null then host end, max(url)) as address, ${COUNTS},
      percentile_cont(0.95) within group (order by response_time_ms) as slowest,
      string_agg(distinct coalesce(status, 0)::text, ',') as statuses
    from deliveries
    where account_id = ${ctx.account.id} and created_at >= ${begin} and created_at < ${end}
      and resend_id is null
    group by webhook_id, case when webhook_id is null then host end
    order by failed desc, delivered desc limit ${MOST_ADDRESSES}`);
  return {
    items: rows.map(({ id, address, slowest, statuses, ...counted }) => ({
      webhookId: id,
      address,
      ...answers(counted),
      slowest: rounded(slowest),
      statuses: statuses.split(',').map((status) => (Number(status) < 100 ? null : Number(status))),
    })),
  };
}

function requireDeliveries({ port }: Ctx): void {
  if (port.deliveries === undefined)
    throw new GuicheError('not_supported', 'This account does not offer this.');
}

/** Now, allowing for a provider's clock that is ahead: never before its newest record. */
export async function nowOf(accountId: string): Promise<number> {
  return Math.max(databaseNow(), (await indexState(accountId))?.newestAt?.getTime() ?? 0);
}

/** Since when the index is complete; null: it covers `from`; undefined: nothing is read yet. */
async function knownSince(account: Account, from: string): Promise<string | null | undefined> {
  if (portFor(account).deliveries === undefined) return undefined;
  const reach = reachOf(await keepIndexCurrent(account.id));
  if (reach.completeAt === null) return undefined;
  if (reach.whole) return null;
  if (reach.from === null) return undefined;
  return reach.from <= from ? null : reach.from;
}

/** How many of these receivers accepted a callback after an instant (ISO 8601, provider's time). */
export async function getAnswered(accountId: string, keys: readonly string[], since: string) {
  const rows = await rowsOf<{ key: string }>(sql`
    select distinct ${receiver} as key from deliveries
    where account_id = ${accountId} and delivered and created_at > ${since} and ${inArray(receiver, [...keys])}`);
  return rows.length;
}

/** `open`: open failures of any age. */
type WebhookWeek = { delivered: number; failed: number; open: number };

const WEEK_DAYS = 7;

/** Deliveries per webhook of the last seven São Paulo days, without resends. Null: not indexed that far. */
export async function getWebhookWeek(
  accountId: string,
  webhookIds: readonly string[],
): Promise<Map<string, WebhookWeek> | null> {
  const account = await accountById(accountId);
  if (account === null || webhookIds.length === 0) return null;
  const from = startOfDay(addDays(saoPauloDay(await nowOf(accountId)), 1 - WEEK_DAYS));
  if ((await knownSince(account, from)) !== null) return null;
  type Counted = { id: string } & Record<keyof WebhookWeek, unknown>;
  const rows = await rowsOf<Counted>(sql`
    select webhook_id as id,
      count(*) filter (where delivered and created_at >= ${from} and resend_id is null) as delivered,
      count(*) filter (where not delivered and created_at >= ${from} and resend_id is null) as failed,
      count(*) filter (where open) as open
    from deliveries
    where account_id = ${accountId} and ${inArray(sql`webhook_id`, [...webhookIds])} and (created_at >= ${from} or open)
    group by 1`);
  return new Map(
    webhookIds.map((id) => {
      const row = rows.find((one) => one.id === id);
      const count = (name: keyof WebhookWeek) => Number(row?.[name] ?? 0);
      return [id, { delivered: count('delivered'), failed: count('failed'), open: count('open') }];
    }),
  );
}
