import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { sessionIsValid } from '#lib/auth/server/session.ts';
import { AuditVerdict } from '#lib/core/audit-verdict.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { within } from '#lib/core/http/retry.ts';
import { log } from '#lib/core/log.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { FIGURES, type FigureName, metrics, type Reading } from '#lib/core/telemetry/metrics.ts';
import { signedText } from '#lib/data/audit/chain.ts';
import { createCache } from '#lib/data/cache.ts';
import { connectionsNow, db, rowsOf } from '#lib/data/client.ts';
import { DEAD_AFTER_MS } from '#lib/data/jobs/instance.ts';
import { ledgerOf } from '#lib/data/rate-limit/calls.ts';
import { callHeadroom } from '#lib/data/rate-limit/ledger.ts';
import { operators, sessions } from '#lib/data/schema/operators.ts';
import { streamsNow } from '#lib/events/server/hub.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import { budgetsNow, monitorsNow } from '#lib/providers/registry.ts';

export const CIRCUIT_STATES = ['closed', 'open', 'half_open'] as const;

const reading = (figure: FigureName, labels: readonly string[], value: number): Reading => ({
  figure,
  labels,
  value,
});

/** Figures this process knows without a query. */
function processFigures(): Reading[] {
  const connections = Object.entries(connectionsNow() ?? {});
  return [
    reading('guiche_event_streams', [], streamsNow()),
    ...connections.map(([state, value]) => reading('guiche_database_connections', [state], value)),
    ...monitorsNow().flatMap(({ slug, monitor }) => [
      ...CIRCUIT_STATES.map((state) =>
        reading('guiche_provider_circuit', [slug, state], Number(monitor.circuit.state === state)),
      ),
      reading('guiche_provider_retries_total', [slug], monitor.retries.taken),
      reading('guiche_provider_refused', [slug], Number(monitor.health().blockedBy !== null)),
    ]),
  ];
}

const CACHED_MS = 5_000;

/** The database aborts the query after this; PATIENCE_MS covers a database that does not answer at all. */
const STATEMENT_MS = 2_000;
const PATIENCE_MS = 2_500;

/** `detail`: a budget's row. For the audit log, `one` is its signed verdict. */
type Row = {
  figure: string;
  one: string | null;
  two: string | null;
  value: unknown;
  detail: unknown;
};

/**
 * Figures shared by all instances, in one query, cached for a few seconds. They are absent while the database
 * does not answer: an old figure would suggest that all is well.
 */
async function databaseFigures(): Promise<Reading[]> {
  const cache = perProcess('guicheFigures', () => createCache());
  try {
    const rows = await within(
      PATIENCE_MS,
      cache.read('all', () => CACHED_MS, read),
    );
    return [...rows.flatMap(readingsOf), reading('guiche_database_answers', [], 1)];
  } catch (error) {
    // The driver's error repeats the whole query; its cause has the reason.
    const err = error instanceof Error ? (error.cause ?? error) : error;
    log().warn({ err }, 'the figures of the database could not be read');
    return [reading('guiche_database_answers', [], 0)];
  }
}

function read(): Promise<Row[]> {
  return db().transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${STATEMENT_MS}`));
    return rowsOf<Row>(allFigures(), tx);
  });
}

function readingsOf({ figure, one, two, value, detail }: Row): Reading[] {
  if (figure === 'budget') return budgetReadings(one ?? '', Number(value), detail);
  if (figure === 'audit') return auditReadings(one ?? '');
  const name = figure as FigureName;
  const labels = [one ?? '', two ?? ''].slice(0, FIGURES[name].labels.length);
  return [reading(name, labels, Number(value))];
}

type BudgetRow = Parameters<typeof ledgerOf>[0];

type BudgetDetail = Omit<BudgetRow, 'raisedAt' | 'halvedAt'> & { raisedAt: number; halvedAt: number | null };

/** The remaining budget depends on the account's limits, known only to a process that calls the account. */
function budgetReadings(id: string, now: number, detail: unknown): Reading[] {
  const known = budgetsNow().get(id);
  if (known === undefined) return [];
  const { raisedAt, halvedAt, ...row } = detail as BudgetDetail;
  const halved = halvedAt === null ? null : new Date(halvedAt);
  const ledger = ledgerOf({ ...row, raisedAt: new Date(raisedAt), halvedAt: halved });
  return Object.entries(callHeadroom(ledger, known.limits, now)).flatMap(([window, { left, limit }]) => {
    const labels = [known.slug, known.name, window];
    return [
      reading('guiche_provider_budget_left', labels, left),
      reading('guiche_provider_budget_limit', labels, limit),
    ];
  });
}

/** A verdict with an invalid signature counts as not intact. */
function auditReadings(signed: string): Reading[] {
  const text = signedText(signed);
  if (text === null) return [reading('guiche_audit_intact', [], 0)];
  const { intact, at } = AuditVerdict.parse(JSON.parse(text));
  return [
    reading('guiche_audit_intact', [], Number(intact)),
    reading('guiche_audit_verified_timestamp_seconds', [], Date.parse(at) / 1000),
  ];
}

/** All metrics, for callers with METRICS_TOKEN; everybody else gets `not_found`. */
export async function getMetrics(authorization: string | null): Promise<Response> {
  const { metricsToken } = settings();
  const counted = metrics();
  if (counted === null || metricsToken === null || !isSame(authorization ?? '', `Bearer ${metricsToken}`))
    throw new GuicheError('not_found', 'No such endpoint.');
  const read = await databaseFigures();
  counted.setReadings([...read, ...processFigures()]);
  const headers = { 'content-type': counted.registry.contentType, 'cache-control': 'private, no-store' };
  return new Response(await counted.registry.metrics(), { headers });
}

/** Compares in constant time. */
function isSame(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}

const secondsSince = (instant: SQL) => sql`extract(epoch from now() - ${instant})`;
const NONE = sql`null::text`;

/** The rows of one figure: up to two label values, its value and the rest of the select. */
const part = (figure: FigureName, [one, two]: readonly [SQL?, SQL?], value: SQL, from: SQL) =>
  sql`select ${sql.raw(`'${figure}'`)}::text as figure, ${one ?? NONE} as one, ${two ?? NONE} as two,
    (${value})::float8 as value, null::jsonb as detail ${from}`;

const COUNT = sql`count(*)`;
const SLUG = sql`a.slug`;
const OPEN = sql.join(
  OPEN_STATES.map((state) => sql.raw(`'${state}'`)),
  sql`, `,
);
const OPEN_OPERATIONS = sql`from operations o join accounts a on a.id = o.account_id where o.state in (${OPEN})
  and a.archived_at is null group by 2, 3`;

/** Channels entered by people share one label: their ids mean nothing and their names are private. */
const channelIn = (column: SQL) =>
  sql`case when ${column} in ('email', 'environment') then ${column} else 'entered' end`;
const CHANNEL = channelIn(sql`channel`);
const WAITING = sql`from notice_messages where state = 'waiting' group by 2`;
/** Every periodic job always waits or runs. Its figures are those of the ticks. */
const NOT_PERIODIC = sql`policy = 'standard'`;

/** The provider's deadline, or the account's defense window (hours) after the opening. */
const DUE = sql`coalesce(d.deadline,
  d.opened_at + coalesce(nullif(a.settings ->> 'defenseWindowHours', '')::float8, 48) * interval '1 hour')`;
const LEFT = sql`case when due is null then 'none' when due < now() then 'passed'
  when due < now() + interval '6 hours' then '6h' when due < now() + interval '24 hours' then '24h' else 'later' end`;

/** All figures in one query, so that a scrape costs one round trip. */
const allFigures = (): SQL =>
  sql.join(
    [
      part('guiche_operations_open', [SLUG, sql`o.state`], COUNT, OPEN_OPERATIONS),
      part(
        'guiche_operation_oldest_seconds',
        [SLUG, sql`o.state`],
        sql`max(${secondsSince(sql`coalesce(o.sent_at, o.created_at)`)})`,
        OPEN_OPERATIONS,
      ),
      part(
        'guiche_operations_late',
        [SLUG],
        COUNT,
        sql`from operations o join accounts a on a.id = o.account_id where o.late_at is not null
          and not exists (select 1 from late_acknowledgements l where l.operation_id = o.id) group by 2`,
      ),
      part(
        'guiche_deliveries_open_failures',
        [SLUG],
        sql`count(d.id)`,
        sql`from accounts a left join deliveries d on d.account_id = a.id and d.open
          where a.archived_at is null group by 2`,
      ),
      part(
        'guiche_delivery_index_age_seconds',
        [SLUG],
        secondsSince(sql`i.complete_at`),
        sql`from delivery_indexes i join accounts a on a.id = i.account_id
          where a.archived_at is null and i.complete_at is not null`,
      ),
      part('guiche_resends', [sql`state`], COUNT, sql`from resends where state <> 'preview' group by 2`),
      part(
        'guiche_jobs',
        [sql`name`, sql`state::text`],
        COUNT,
        sql`from pgboss.job where ${NOT_PERIODIC} and state in ('created', 'retry', 'active', 'failed') group by 2, 3`,
      ),
      part(
        'guiche_job_oldest_seconds',
        [sql`name`],
        sql`max(${secondsSince(sql`start_after`)})`,
        sql`from pgboss.job where ${NOT_PERIODIC} and state in ('created', 'retry') and start_after < now() group by 2`,
      ),
      part('guiche_notices_waiting', [CHANNEL], COUNT, WAITING),
      part('guiche_notice_oldest_seconds', [CHANNEL], sql`max(${secondsSince(sql`created_at`)})`, WAITING),
      part(
        'guiche_notices_lost',
        [CHANNEL],
        COUNT,
        sql`from notice_messages where state = 'lost' and ended_at > now() - interval '24 hours' group by 2`,
      ),
      part(
        'guiche_channel_failing_seconds',
        [channelIn(sql`id`)],
        sql`max(${secondsSince(sql`failing_since`)})`,
        sql`from notice_channels where failing_since is not null and removed_at is null group by 2`,
      ),
      part(
        'guiche_disputes_open',
        [sql`slug`, LEFT],
        COUNT,
        sql`from (select a.slug, ${DUE} as due from disputes d join accounts a on a.id = d.account_id
          where a.archived_at is null and d.state = 'open' and not exists (select 1 from dispute_work w
            where w.account_id = d.account_id and w.dispute_id = d.id and w.sent_at is not null)) as open group by 2, 3`,
      ),
      part(
        'guiche_sessions',
        [],
        COUNT,
        sql`from ${sessions} join ${operators} on ${operators.id} = ${sessions.operatorId} where ${sessionIsValid}`,
      ),
      part(
        'guiche_instances',
        [],
        COUNT,
        sql`from instances where seen_at > now() - ${sql.raw(String(DEAD_AFTER_MS))} * interval '1 millisecond'`,
      ),
      sql`select 'audit'::text, verdict, null::text, null::float8, null::jsonb from audit_head where verdict is not null`,
      sql`select 'budget'::text, id, null::text, (extract(epoch from clock_timestamp()) * 1000)::float8,
        jsonb_build_object('perMinute', per_minute, 'raisedAt', extract(epoch from raised_at) * 1000,
          'halvedAt', extract(epoch from halved_at) * 1000, 'slots', slots, 'hours', hours) from provider_budgets`,
    ],
    sql` union all `,
  );
