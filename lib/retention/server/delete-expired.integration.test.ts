import { readFileSync } from 'node:fs';
import { getTableName, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { audit } from '#lib/data/audit/append.ts';
import { verifyAudit } from '#lib/data/audit/verify.ts';
import { db } from '#lib/data/client.ts';
import { deleteExpiredDaily, deleteExpiredHourly, forgotten } from '#lib/retention/server/delete-expired.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();

const never = new AbortController().signal;
const now = "now() - d * interval '1 day'";
/** Every table that forgets, a row for each of these days before now; the row's own name is its age. */
const DAYS = [0, 5, 29, 60, 399, 500, 1_500];
const MIRROR = process.env.GUICHE_TEST_ENGINE === 'postgres' ? 400 : 90;
const FILLED: Record<string, { days: number; columns: string; values: string; age?: string }> = {
  idempotency_keys: {
    days: 7,
    columns: 'operator_id, account, key, endpoint, body_hash, started_at',
    values: `'op', 'a', d, 'e', 'h', ${now}`,
    age: 'key',
  },
  sessions: {
    days: 30,
    columns: 'id, operator_id, session_version, created_at, last_seen_at, proved_at',
    values: `d, 'op', 1, ${now}, ${now}, ${now}`,
  },
  sign_in_throttle: {
    days: 1,
    columns: 'bucket, failures, window_started_at',
    values: `d, 1, ${now}`,
    age: 'bucket',
  },
  one_time_links: {
    days: 30,
    columns: 'token_hash, purpose, expires_at',
    values: `d, 'p', ${now}`,
    age: 'token_hash',
  },
  lifts: { days: 1, columns: 'person, lifter, at', values: `d, 'op', ${now}`, age: 'person' },
  used_challenges: { days: 1, columns: 'challenge, expires_at', values: `d, ${now}`, age: 'challenge' },
  stored_filters: {
    days: 30,
    columns: 'id, account_id, operator_id, filter, created_at, used_at',
    values: `d, 'a', 'op', '{"document":"1"}', ${now}, ${now}`,
  },
  notice_messages: {
    days: 30,
    columns: 'id, channel, key, created_at, due_at, ended_at, state',
    values: `d, 'email', d, ${now}, ${now}, ${now}, 'sent'`,
  },
  notices: { days: 400, columns: 'id, operator_id, cause, event, at', values: `d, 'op', d, 'e', ${now}` },
  notice_steps: { days: 400, columns: 'cause, step, event, at', values: `d, 's', 'e', ${now}`, age: 'cause' },
  received_callbacks: {
    days: MIRROR,
    columns:
      'id, account_id, dedupe_key, endpoint, transaction_id, event, headers, body, signature, received_at, last_received_at',
    values: `d, 'a', d, 'e', 't', 'e', '{}', '{}', 'holds', ${now}, ${now}`,
  },
  disputes: {
    days: MIRROR,
    columns: 'account_id, id, state, infraction, seen_at, changed_at',
    values: `'a', d, 'closed', '{}', ${now}, ${now}`,
  },
  resends: {
    days: MIRROR,
    columns: 'id, account_id, state, scope, operator_id, earliest, created_at, completed_at, counts',
    values: `d, 'a', 'completed', 'filter', 'op', ${now}, ${now}, ${now}, '{}'`,
  },
  dispute_attachments: {
    days: 30,
    columns:
      'id, account_id, dispute_id, name, mime_type, size, digest, bytes, added_at, added_by, removed_at',
    values: `d, 'a', 'd', 's', 'm', 1, 'd', 's', ${now}, 'op', ${now}`,
  },
  closing_payments: {
    days: MIRROR,
    columns: 'reading_id, id, account_id, day',
    values: `d, 'p', 'a', ${now}`,
    age: 'reading_id',
  },
  closing_orders: {
    days: MIRROR,
    columns: 'account_id, day, row, reference, amount',
    values: `d, ${now}, 1, 'r', 1`,
    age: 'account_id',
  },
  resend_items: {
    days: MIRROR,
    columns: 'resend_id, transaction_id, account_id, state',
    values: `d, 't', 'a', 'requested'`,
    age: 'resend_id',
  },
  resend_requests: {
    days: MIRROR,
    columns: 'resend_id, number, route, transactions, state',
    values: `d, 1, 'r', 1, 'accepted'`,
    age: 'resend_id',
  },
};

async function ages(table: string, column: string): Promise<number[]> {
  const read = sql.raw(`select ${column} as age from ${table}`);
  const { rows } = (await db().execute(read)) as unknown as { rows: { age: string }[] };
  return rows.map(({ age }) => Number(age)).toSorted((a, b) => a - b);
}

it('of years, each table keeps its days; what somebody may still need, and the audit log, stay', async () => {
  await db().execute(sql`insert into operators (id, email, name) values ('op', 'op@example.com', 'P')`);
  await audit(db(), { operatorId: 'op', accountId: null, action: 'view.create', result: 'ok' });
  for (const [table, { columns, values }] of Object.entries(FILLED)) {
    const days = `unnest(array[${DAYS}]) as d`;
    const typed = values.replaceAll(/(?<=^|, )d(?=,|$)/g, 'd::text');
    await db().execute(sql.raw(`insert into ${table} (${columns}) select ${typed} from ${days}`));
  }
  // A view holds a filter, somebody worked on a dispute, one is open, a resend is followed, a message waits.
  await db().execute(sql`insert into saved_views (id, account_id, operator_id, page, name, filter, columns,
    stored_filter_id, created_at, updated_at) values ('v', 'a', 'op', 'p', 'n', '{}', '[]', '500', now(), now())`);
  await db().execute(sql`insert into dispute_work (account_id, dispute_id) values ('a', '500')`);
  await db().execute(sql`update disputes set state = 'open' where id = '1500'`);
  await db().execute(sql`update resends set counts = null where id = '1500'`);
  await db().execute(sql`update notice_messages set ended_at = null where id = '1500'`);
  await db().execute(
    sql`update sign_in_throttle set wait_until = now() + interval '1 minute' where bucket = '1500'`,
  );
  const stays: Record<string, number[]> = {
    sign_in_throttle: [1_500],
    stored_filters: [500],
    disputes: [500, 1_500],
    resends: [1_500],
    resend_items: [1_500],
    resend_requests: [1_500],
    notice_messages: [1_500],
  };
  // The request of an ended operation is cleared; that of an open one stays. The operation stays either way.
  await db().execute(
    sql.raw(`insert into operations (id, account_id, kind, target, state, request, operator_id, created_at, settled_at)
      select d::text, 'a', 'k', d::text, case when d = 1500 then 'unknown' else 'confirmed' end, 'sealed', 'op',
        ${now}, case when d = 1500 then null else ${now} end from unnest(array[${DAYS}]) as d`),
  );
  await deleteExpiredHourly(never);
  await deleteExpiredDaily(never);
  expect(await ages('operations', 'id')).toEqual(DAYS);
  const withRequest = DAYS.filter((day) => day < MIRROR || day === 1_500);
  expect(await ages('operations where request is not null', 'id')).toEqual(withRequest);
  for (const [table, { days, age = 'id' }] of Object.entries(FILLED)) {
    const remaining = DAYS.filter((day) => day < days || stays[table]?.includes(day));
    expect([table, await ages(table, age)]).toEqual([table, remaining]);
  }
  expect(await verifyAudit()).toMatchObject({ entries: 1, intact: true });
});

it('is done once a day, not every hour, and in pieces', async () => {
  const fill = sql`insert into used_challenges select 'c' || i, now() - interval '9 days' from generate_series(1, 4500) i`;
  await db().execute(fill);
  await deleteExpiredHourly(never);
  expect(await db().execute(sql`select 1 from used_challenges where challenge like 'c%'`)).toMatchObject({
    rows: { length: 4_500 },
  });
  await deleteExpiredDaily(never);
  expect(await db().execute(sql`select 1 from used_challenges where challenge like 'c%'`)).toMatchObject({
    rows: { length: 0 },
  });
});

/** Rows of the table in docs/operating.md: the tables that each names, and the period it states. */
function documented(): { tables: string[]; period: string }[] {
  const text =
    readFileSync('docs/operating.md', 'utf8').split('## Keep and forget')[1]?.split('\n## ')[0] ?? '';
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what |'));
  return rows.map((line) => {
    const [, , tables = '', period = ''] = line.split('|');
    return { tables: [...tables.matchAll(/`(\w+)`/g)].map(([, name = '']) => name), period: period.trim() };
  });
}

it('what the documents say of every table is what the job does', async () => {
  const rules = documented();
  const names = rules.flatMap(({ tables }) => tables);
  const { rows } = (await db().execute(
    // A divided table is one; its parts are not listed.
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition order by 1`,
  )) as unknown as { rows: { name: string }[] };
  expect(names.toSorted()).toEqual(rows.map(({ name }) => name));
  const list = forgotten().map(({ table, period }) => ({ name: getTableName(table), period }));
  for (const { name, period } of list) {
    const own = rules.find(({ tables }) => tables.includes(name));
    expect([name, own?.period.slice(0, period.length)]).toEqual([name, period]);
  }
  // They follow the rows of a divided table by its own triggers (partitions.integration.test.ts).
  const follow = [
    'closed_failures',
    'delivery_addresses',
    'delivery_counts',
    'delivery_keys',
    'received_keys',
  ];
  const forgets = rules
    .filter(({ period }) => period !== 'always')
    .flatMap(({ tables }) => tables.filter((name) => !follow.includes(name)));
  expect(list.map(({ name }) => name).toSorted()).toEqual(forgets.toSorted());
  // Each is tried above, or where its own feature is.
  const elsewhere = ['deliveries', 'erasure_waits', 'operations'];
  expect([...Object.keys(FILLED), ...elsewhere].toSorted()).toEqual(forgets.toSorted());
});
