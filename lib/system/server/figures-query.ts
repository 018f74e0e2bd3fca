import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { sessionIsValid } from '#lib/auth/server/session.ts';
import type { FigureName } from '#lib/core/telemetry/figures.ts';
import { DEAD_AFTER_MS } from '#lib/data/jobs/instance.ts';
import { operators, sessions } from '#lib/data/schema/operators.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';

const secondsSince = (instant: SQL) => sql`extract(epoch from now() - ${instant})`;
const NONE = sql`null::text`;

/** The select of one figure: its rows with their label values. */
const part = (figure: FigureName, one: SQL, two: SQL, value: SQL, from: SQL) =>
  sql`select ${sql.raw(`'${figure}'`)}::text as figure, ${one} as one, ${two} as two,
    (${value})::float8 as value, null::jsonb as detail ${from}`;

const OPEN = sql.join(
  OPEN_STATES.map((state) => sql.raw(`'${state}'`)),
  sql`, `,
);

function operationParts(): SQL[] {
  const open = sql`from operations o join accounts a on a.id = o.account_id where o.state in (${OPEN})
    and a.archived_at is null group by 2, 3`;
  const oldest = sql`max(${secondsSince(sql`coalesce(o.sent_at, o.created_at)`)})`;
  return [
    part('guiche_operations_open', sql`a.slug`, sql`o.state`, sql`count(*)`, open),
    part('guiche_operation_oldest_seconds', sql`a.slug`, sql`o.state`, oldest, open),
    part(
      'guiche_operations_late',
      ...([sql`a.slug`, NONE, sql`count(*)`] as const),
      sql`from operations o join accounts a on a.id = o.account_id where o.late_at is not null
        and not exists (select 1 from late_acknowledgements l where l.operation_id = o.id) group by 2`,
    ),
  ];
}

function deliveryParts(): SQL[] {
  return [
    part(
      'guiche_deliveries_open_failures',
      ...([sql`a.slug`, NONE, sql`count(d.id)`] as const),
      sql`from accounts a left join deliveries d on d.account_id = a.id and d.open
        where a.archived_at is null group by 2`,
    ),
    part(
      'guiche_delivery_index_age_seconds',
      ...([sql`a.slug`, NONE, secondsSince(sql`i.complete_at`)] as const),
      sql`from delivery_indexes i join accounts a on a.id = i.account_id
        where a.archived_at is null and i.complete_at is not null`,
    ),
    part(
      'guiche_resends',
      sql`state`,
      NONE,
      sql`count(*)`,
      sql`from resends where state <> 'preview' group by 2`,
    ),
  ];
}

function jobParts(): SQL[] {
  return [
    part(
      'guiche_jobs',
      ...([sql`name`, sql`state::text`, sql`count(*)`] as const),
      sql`from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 2, 3`,
    ),
    part(
      'guiche_job_oldest_seconds',
      ...([sql`name`, NONE, sql`max(${secondsSince(sql`start_after`)})`] as const),
      sql`from pgboss.job where state in ('created', 'retry') and start_after < now() group by 2`,
    ),
  ];
}

/** Channels entered by people share one label: their ids mean nothing and their names are private. */
const channelIn = (column: SQL) =>
  sql`case when ${column} in ('email', 'environment') then ${column} else 'entered' end`;

function noticeParts(): SQL[] {
  const channel = channelIn(sql`channel`);
  const waiting = sql`from notice_messages where state = 'waiting' group by 2`;
  const oldest = sql`max(${secondsSince(sql`created_at`)})`;
  return [
    part('guiche_notices_waiting', channel, NONE, sql`count(*)`, waiting),
    part('guiche_notice_oldest_seconds', channel, NONE, oldest, waiting),
    part(
      'guiche_notices_lost',
      ...([channel, NONE, sql`count(*)`] as const),
      sql`from notice_messages where state = 'lost' and ended_at > now() - interval '24 hours' group by 2`,
    ),
    part(
      'guiche_channel_failing_seconds',
      ...([channelIn(sql`id`), NONE, sql`max(${secondsSince(sql`failing_since`)})`] as const),
      sql`from notice_channels where failing_since is not null and removed_at is null group by 2`,
    ),
  ];
}

/** The provider's deadline, or the account's defense window (hours) after the opening. */
const DUE = sql`coalesce(d.deadline,
  d.opened_at + coalesce(nullif(a.settings ->> 'defenseWindowHours', '')::float8, 48) * interval '1 hour')`;
const LEFT = sql`case when due is null then 'none' when due < now() then 'passed'
  when due < now() + interval '6 hours' then '6h' when due < now() + interval '24 hours' then '24h' else 'later' end`;

function disputeParts(): SQL[] {
  return [
    part(
      'guiche_disputes_open',
      ...([sql`slug`, LEFT, sql`count(*)`] as const),
      sql`from (select a.slug, ${DUE} as due from disputes d join accounts a on a.id = d.account_id
        where a.archived_at is null and d.state = 'open' and not exists (select 1 from dispute_work w
          where w.account_id = d.account_id and w.dispute_id = d.id and w.sent_at is not null)) as open group by 2, 3`,
    ),
  ];
}

function ownParts(): SQL[] {
  return [
    part(
      'guiche_sessions',
      ...([NONE, NONE, sql`count(*)`] as const),
      sql`from ${sessions} join ${operators} on ${operators.id} = ${sessions.operatorId} where ${sessionIsValid}`,
    ),
    part(
      'guiche_instances',
      ...([NONE, NONE, sql`count(*)`] as const),
      sql`from instances where seen_at > now() - ${sql.raw(String(DEAD_AFTER_MS))} * interval '1 millisecond'`,
    ),
    sql`select 'audit'::text, verdict, null::text, null::float8, null::jsonb from audit_head where verdict is not null`,
    sql`select 'budget'::text, id, null::text, (extract(epoch from clock_timestamp()) * 1000)::float8,
      jsonb_build_object('perMinute', per_minute, 'raisedAt', extract(epoch from raised_at) * 1000,
        'halvedAt', extract(epoch from halved_at) * 1000, 'slots', slots, 'hours', hours) from provider_budgets`,
  ];
}

/** All figures in one query, so that a scrape costs one round trip. */
export const allFigures = (): SQL =>
  sql.join(
    [
      ...[...operationParts(), ...deliveryParts(), ...jobParts()],
      ...[...noticeParts(), ...disputeParts(), ...ownParts()],
    ],
    sql` union all `,
  );
