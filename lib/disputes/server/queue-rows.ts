import 'server-only';
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { MaskOptions } from '#lib/core/masking/mask.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { db } from '#lib/data/client.ts';
import { disputeDrafts, disputes, disputeWork } from '#lib/data/schema/disputes.ts';
import { operations } from '#lib/data/schema/operations.ts';
import type { Dispute, DisputeListQuery, DisputeState } from '#lib/disputes/contract.ts';
import { ME, NOBODY } from '#lib/disputes/disputes.list.ts';
import { deadlineOf, mayBeWithBank, type Situation } from '#lib/disputes/rules.ts';
import { namesOf } from '#lib/disputes/server/disputes-of.ts';
import { parseStoredInfraction } from '#lib/disputes/server/read-dispute.ts';
import { amountWithin, likeText, periodWithin } from '#lib/list/server/ranges.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import { Infraction } from '#lib/providers/records.ts';

/** Joins a dispute with the operators' work on it, and with its draft. */
export const WORK_OF = and(
  eq(disputeWork.accountId, disputes.accountId),
  eq(disputeWork.disputeId, disputes.id),
);
export const DRAFT_OF = and(
  eq(disputeDrafts.accountId, disputes.accountId),
  eq(disputeDrafts.disputeId, disputes.id),
);

/** The account and the instant (ms) that the queue's ranks and keys are relative to. */
type QueueAt = { accountId: string; windowHours: number; now: number };

const field = (name: string) => sql<string | null>`${disputes.infraction} ->> ${sql.raw(`'${name}'`)}`;
const payer = (name: string) =>
  sql<string | null>`${disputes.infraction} -> 'payer' ->> ${sql.raw(`'${name}'`)}`;
const epoch = (column: SQL) => sql`extract(epoch from ${column})::float8`;

/**
 * Every dispute of the index with the operators' work. `rank`: 0 open with time left (by deadline), 1 overdue
 * (newest first), 2 answered, 3 closed (newest first). `key` orders within a rank.
 */
export function queueOf({ accountId, windowHours, now }: QueueAt) {
  const at = sql`to_timestamp(${now / 1000}::float8)`;
  const state = sql`case when ${disputes.state} = 'open' and ${disputeWork.sentAt} is not null then 'answered' else ${disputes.state} end`;
  const due = sql`coalesce(${disputes.deadline}, ${disputes.openedAt} + ${windowHours} * interval '1 hour')`;
  const answered = sql`coalesce(${disputeWork.sentAt}, ${disputes.answeredAt})`;
  const overdue = sql`(${due} is not null and ${due} <= ${at})`;
  const changed = sql`greatest(${disputes.changedAt}, ${disputeWork.sentAt})`;
  const updated = epoch(sql`coalesce(${disputes.updatedAt}, ${disputes.openedAt})`);
  return db()
    .select({
      id: sql<string>`${disputes.id}`.as('id'),
      state: sql<DisputeState>`${state}`.as('queue_state'),
      rank: sql<number>`case when ${state} = 'open' then case when ${overdue} then 1 else 0 end when ${state} = 'answered' then 2 else 3 end`.as(
        'queue_rank',
      ),
      key: sql<number>`case when ${state} = 'open' and ${overdue} then -${epoch(due)} when ${state} = 'open' then coalesce(${epoch(due)}, 9e12) when ${state} = 'answered' then -coalesce(${epoch(answered)}, 0) else -coalesce(${updated}, 0) end`.as(
        'queue_key',
      ),
      due: sql<number | null>`${epoch(due)}`.as('queue_due'),
      changed: sql<number>`${epoch(changed)}`.as('queue_changed'),
      type: sql<string | null>`${disputes.type}`.as('queue_type'),
      situation: sql<Situation>`${disputes.situation}`.as('queue_situation'),
      status: sql<string | null>`${disputes.status}`.as('queue_status'),
      result: sql<string | null>`${disputes.result}`.as('queue_result'),
      amount: sql<string | null>`${disputes.amount}`.as('queue_amount'),
      opened: sql<Date | null>`${disputes.openedAt}`.as('queue_opened'),
      updated: sql<number | null>`${updated}`.as('queue_updated'),
      transactionId: sql<string | null>`${disputes.transactionId}`.as('queue_transaction'),
      protocol: field('protocol').as('queue_protocol'),
      endToEndId: field('endToEndId').as('queue_end_to_end'),
      payerName: payer('name').as('queue_payer_name'),
      payerDocument: payer('document').as('queue_payer_document'),
      assigneeId: sql<string | null>`${disputeWork.assigneeId}`.as('queue_assignee'),
    })
    .from(disputes)
    .leftJoin(disputeWork, WORK_OF)
    .where(eq(disputes.accountId, accountId))
    .as('queue');
}

export type Queue = ReturnType<typeof queueOf>;

/** A search by payer, or by the beginning of an id of the dispute or its payment. */
export type Search = Pick<DisputeListQuery, 'code' | 'document' | 'name'>;

export function searched(queue: Queue, { code, document, name }: Search): SQL | undefined {
  const codes = [queue.id, queue.protocol, queue.endToEndId, queue.transactionId];
  return and(
    code === undefined ? undefined : or(...codes.map((one) => sql`${one} ilike ${`${likeText(code)}%`}`)),
    document === undefined
      ? undefined
      : sql`regexp_replace(${queue.payerDocument}, '[./-]', '', 'g') = ${document}`,
    name === undefined
      ? undefined
      : sql`${folded(queue.payerName)} like ${folded(sql`${`%${likeText(name)}%`}::text`)}`,
  );
}

/** Lower case without accents, as people type names. */
const folded = (text: SQL.Aliased<string | null> | SQL) =>
  sql`translate(lower(${text}), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')`;

const DAY_S = 86_400;
/** Open disputes due within 24 hours of `now` (ms). */
export const dueSoon = (queue: Queue, now: number) =>
  sql`(${queue.rank} = 0 and ${queue.due} <= ${now / 1000 + DAY_S}::float8)`;
export const overdue = (queue: Queue) => sql`${queue.rank} = 1`;

/** `me`: the calling operator. `now`: in ms. */
export function queueFilter(
  queue: Queue,
  { me, now }: { me: string; now: number },
  filter: Omit<DisputeListQuery, 'limit' | 'cursor'>,
): SQL | undefined {
  const { state, type, situation, assignee, due } = filter;
  return and(
    periodWithin(queue.opened, filter),
    amountWithin(queue.amount, filter),
    state === undefined ? undefined : inArray(queue.state, state),
    type === undefined ? undefined : eq(queue.type, type),
    situation === undefined ? undefined : inArray(queue.situation, situation),
    assignee === undefined
      ? undefined
      : assignee === NOBODY
        ? isNull(queue.assigneeId)
        : eq(queue.assigneeId, assignee === ME ? me : assignee),
    due === undefined ? undefined : due === 'over' ? overdue(queue) : dueSoon(queue, now),
    searched(queue, filter),
  );
}

async function storedRows(accountId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db()
    .select({
      id: disputes.id,
      state: disputes.state,
      situation: disputes.situation,
      infraction: disputes.infraction,
      answeredAt: disputes.answeredAt,
      work: disputeWork,
      draft: {
        version: disputeDrafts.version,
        updatedAt: disputeDrafts.updatedAt,
        characters: disputeDrafts.characters,
        attachments: disputeDrafts.attachments,
      },
      sending: { operationId: operations.id, state: operations.state },
    })
    .from(disputes)
    .leftJoin(disputeWork, WORK_OF)
    .leftJoin(disputeDrafts, DRAFT_OF)
    .leftJoin(
      operations,
      and(
        eq(operations.accountId, disputes.accountId),
        eq(operations.kind, 'defense'),
        eq(operations.target, disputes.id),
        inArray(operations.state, [...OPEN_STATES]),
      ),
    )
    .where(and(eq(disputes.accountId, accountId), inArray(disputes.id, [...ids])));
}

type StoredRow = Awaited<ReturnType<typeof storedRows>>[number];

/** These disputes as the queue shows them, in the order of `ids`. `mask` null: in clear. */
export async function showDisputes(
  { accountId, windowHours }: { accountId: string; windowHours: number },
  ids: readonly string[],
  mask: MaskOptions | null,
): Promise<Dispute[]> {
  const rows = await storedRows(accountId, ids);
  const nameOf = await namesOf(rows.flatMap(({ work }) => [work?.assigneeId ?? null, work?.sentBy ?? null]));
  const shown = new Map(rows.map((row) => [row.id, show(row, windowHours, mask, nameOf)]));
  return ids.flatMap((id) => shown.get(id) ?? []);
}

type NameOf = Awaited<ReturnType<typeof namesOf>>;

function show(row: StoredRow, windowHours: number, mask: MaskOptions | null, nameOf: NameOf): Dispute | null {
  const stored = parseStoredInfraction(row.infraction);
  if (stored === null) return null;
  const infraction = mask === null ? stored : masked(Infraction, stored, mask);
  const { at, estimated } = deadlineOf(infraction, windowHours);
  const state = stateWith(row);
  const { id, protocol, status, type, reason, amount, transactionId, endToEndId, openedAt, result } =
    infraction;
  return {
    id,
    protocol,
    status,
    type,
    reason,
    amount,
    transactionId,
    endToEndId,
    openedAt,
    result,
    state,
    situation: row.situation as Situation,
    mayBeWithBank: state === 'open' && mayBeWithBank({ ...stored, defended: stored.defenses.length > 0 }),
    payerName: infraction.payer.name,
    payerDocument: infraction.payer.document,
    deadline: at,
    deadlineEstimated: estimated,
    answeredAt: (row.work?.sentAt ?? row.answeredAt)?.toISOString() ?? null,
    answeredBy: nameOf(row.work?.sentBy ?? null),
    assignee: nameOf(row.work?.assigneeId ?? null),
    draft: row.draft === null ? null : { ...row.draft, updatedAt: row.draft.updatedAt.toISOString() },
    sending: row.sending,
  };
}

/** A defense sent through Guichê makes the dispute answered, even before the provider's status shows it. */
export function stateWith({ state, work }: Pick<StoredRow, 'state' | 'work'>): DisputeState {
  return state === 'open' && work?.sentAt ? 'answered' : (state as DisputeState);
}
