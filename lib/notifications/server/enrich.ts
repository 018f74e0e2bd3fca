import 'server-only';
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { accountById } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { permissionsOn } from '#lib/auth/permissions.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { formatInstant } from '#lib/core/dates.ts';
import { masked } from '#lib/core/masking/pii.ts';
import type { NoticeFacts } from '#lib/core/notification-events.ts';
import { db } from '#lib/data/client.ts';
import { ago, databaseNow } from '#lib/data/clock.ts';
import { disputes, disputeWork } from '#lib/data/schema/disputes.ts';
import { noticeSteps, notices } from '#lib/data/schema/notifications.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { resendItems, resends } from '#lib/data/schema/resends.ts';
import { countSpans, type FailedSpan, openFailures } from '#lib/deliveries/server/watch-endpoints.ts';
import { type DefenseStatus, defenseStatuses } from '#lib/disputes/server/get-dispute.ts';
import type { NoticeLine } from '#lib/notifications/contract.ts';
import { noticeTranslator } from '#lib/notifications/server/render-notification.ts';
import { Operation } from '#lib/operations/contract.ts';
import { mayLookUp } from '#lib/operations/server/get-operation.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { portFor } from '#lib/providers/registry.ts';

export type NotificationStep = typeof noticeSteps.$inferSelect;

/** Present state of a line's subject, beyond its stored step. For the page only, never for a channel. */
type Enrichment = {
  /** Override or extend the facts of the step. */
  facts?: NoticeFacts;
  /** Text that follows the detail. */
  text?: string;
} & Partial<Pick<NoticeLine, 'reference' | 'quote' | 'reason' | 'unknown'>>;
/** Enrichments by cause. It runs no query for lines it does not apply to. */
export type EnrichmentOf = (
  ctx: OperatorCtx,
  steps: readonly NotificationStep[],
) => Promise<ReadonlyMap<string, Enrichment>>;

/** For a dispute's deadline: its assignee and the progress of its defense. */
export const enrichDeadlines: EnrichmentOf = async (ctx, steps) => {
  const these = steps.filter(({ event }) => event === 'deadline_far' || event === 'deadline_near');
  const standOf = await defenseStatuses(these.map(disputeOf));
  const stands = these.map((step) => ({ step, stand: standOf(disputeOf(step)) }));
  const people = stands.flatMap(({ stand }) => [stand?.assigneeId ?? [], stand?.answeredBy ?? []].flat());
  const names = await operatorNames(people);
  const now = databaseNow();
  const enriched = stands.map(async ({ step, stand }) => {
    const over = Date.parse(String(step.facts.deadline)) <= now;
    const text = stand === null ? '' : await defenseText(ctx, stand, { names, over, of: disputeOf(step) });
    return [step.cause, { facts: over ? { past: 1 } : {}, text }] as const;
  });
  return new Map(await Promise.all(enriched));
};

const disputeOf = ({ accountId, facts }: NotificationStep) => ({
  accountId: accountId ?? '',
  disputeId: String(facts.id),
});

type Around = { names: ReadonlyMap<string, string>; over: boolean; of: ReturnType<typeof disputeOf> };

async function defenseText(ctx: OperatorCtx, stand: DefenseStatus, { names, over, of }: Around) {
  const t = noticeTranslator(ctx.locale, 'notices.defense');
  const { state, assigneeId, draft } = stand;
  if (state === 'closed') return t('closed');
  if (state === 'answered') return answeredText(ctx, stand, names);
  const holder =
    assigneeId === null
      ? t('nobody')
      : assigneeId === ctx.operator.id
        ? t('you')
        : t('with', { name: names.get(assigneeId) ?? assigneeId });
  if (draft !== null) return `${holder}, ${t('draft', { version: draft.version, ...draft.proofs })}`;
  if (over) return holder;
  const account = await accountById(of.accountId);
  // Without a defense from Guichê a missing draft means nothing.
  const defends = account !== null && portFor(account).disputes?.defend !== undefined;
  return defends ? `${holder}, ${t('noDraft')}` : holder;
}

function answeredText({ locale }: OperatorCtx, stand: DefenseStatus, names: ReadonlyMap<string, string>) {
  const t = noticeTranslator(locale, 'notices.defense');
  const { answeredAt, answeredBy } = stand;
  if (answeredAt === null) return t('answered');
  const when = formatInstant(locale, answeredAt, 'minute');
  const name = names.get(answeredBy ?? '');
  return name === undefined ? t('answeredAt', { when }) : t('answeredBy', { when, name });
}

/** For a failing endpoint: its undelivered callbacks. For a recovered one: the outcome of those it missed. */
export const enrichEndpoints: EnrichmentOf = async (_, steps) => {
  const these = steps.filter(({ event }) => event === 'endpoint');
  const [failing, recovered] = await Promise.all([
    stillFailing(these.filter(({ step }) => step === 'failing')),
    answering(these.filter(({ step }) => step === 'recovered')),
  ]);
  return new Map([...failing, ...recovered]);
};

const receiverOf = ({ accountId, facts }: NotificationStep) => ({
  accountId: accountId ?? '',
  key: String(facts.key),
});

async function stillFailing(steps: readonly NotificationStep[]): Promise<[string, Enrichment][]> {
  const of = await openFailures(steps.map(receiverOf));
  return steps.map((step) => {
    const { callbacks, amount, status } = of(receiverOf(step));
    // With no open callback the latest status is unknown, so the step's own status stays.
    return [step.cause, { facts: { count: callbacks, amount, ...(callbacks > 0 && { status }) } }];
  });
}

/** Delivery records may have expired; then the step's own facts stay. */
async function answering(steps: readonly NotificationStep[]): Promise<[string, Enrichment][]> {
  const known = steps.filter(({ facts }) => typeof facts.until === 'string' && Number(facts.count) > 0);
  const spanOf = (step: NotificationStep): FailedSpan => ({
    ...receiverOf(step),
    since: String(step.facts.since),
    until: String(step.facts.until),
  });
  const counts = await countSpans(known.map(spanOf));
  return known.flatMap(({ cause, facts }, place): [string, Enrichment][] => {
    const { failed, delivered } = counts[place] ?? { failed: 0, delivered: 0 };
    return failed < Number(facts.count) ? [] : [[cause, { facts: { count: failed, delivered } }]];
  });
}

/** Masked as on the operation's own page. */
const Referred = z.object({ reference: Operation.shape.clientReference });

/** For a long unknown operation: its reference, its send time and whether it can be looked up now. */
export const enrichOperations: EnrichmentOf = async (ctx, steps) => {
  const these = steps.filter(({ event }) => event === 'operation_unknown' || event === 'operation_late');
  if (these.length === 0) return new Map();
  const ids = these.map(({ facts }) => String(facts.id));
  const rows = await db().select().from(operations).where(inArray(operations.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    these.flatMap(({ cause, accountId, facts }) => {
      const row = byId.get(String(facts.id));
      return row === undefined || row.accountId !== accountId ? [] : [[cause, enrichOne(ctx, row)]];
    }),
  );
};

function enrichOne(ctx: OperatorCtx, row: OperationRow): Enrichment {
  const may = permissionsOn(ctx.grants, row.accountId);
  const own = { reference: row.clientReference };
  const { reference } = masked(Referred, own, { names: may.has('reveal'), may });
  const lookUp = { nextLookUpAt: row.nextLookUpAt?.toISOString() ?? null, lookUp: mayLookUp(may, row) };
  return { facts: factsOf(row), reference, unknown: row.state === 'unknown' ? lookUp : null };
}

function factsOf({ state, sentAt, lastSentAt, settledAt, attempts }: OperationRow): NoticeFacts {
  if (sentAt === null) return {};
  if (state === 'unknown') return { age: databaseNow() - (lastSentAt ?? sentAt).getTime() };
  if (state !== 'confirmed' || settledAt === null) return {};
  return {
    delay: settledAt.getTime() - sentAt.getTime(),
    // After several sends nobody can know which one took effect.
    ...(attempts === 1 && { sent: sentAt.toISOString() }),
  };
}

type Outcome = { delivered: number; failed: number };

/** By resend id: callbacks delivered and failed so far. A resend is followed for a day. */
export async function resendOutcomes(ids: readonly string[]): Promise<Map<string, Outcome>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ id: resends.id, counts: resends.counts })
    .from(resends)
    .where(inArray(resends.id, [...new Set(ids)]));
  const followed = await counted(rows.flatMap(({ id, counts }) => (counts === null ? [id] : [])));
  return new Map(rows.map(({ id, counts }) => [id, outcomeIn(counts) ?? followed(id)]));
}

/** The stored final outcome; null while the resend is still followed. */
function outcomeIn(counts: unknown): Outcome | null {
  const { delivered, failed } = (counts ?? {}) as Partial<Outcome>;
  return delivered === undefined || failed === undefined ? null : { delivered, failed };
}

async function counted(ids: string[]): Promise<(id: string) => Outcome> {
  const { resendId, state, result } = resendItems;
  const ended = and(eq(state, 'requested'), inArray(result, ['delivered', 'failed']));
  const query = db().select({ resendId, result, items: count() }).from(resendItems);
  const those = query.where(and(inArray(resendId, ids), ended)).groupBy(resendId, result);
  const rows = ids.length === 0 ? [] : await those;
  const of = (id: string, word: string) =>
    rows.find((row) => row.resendId === id && row.result === word)?.items ?? 0;
  return (id) => ({ delivered: of(id, 'delivered'), failed: of(id, 'failed') });
}

/** A deadline's first notice comes two days before it, so a line older than this is over. */
const RUNS_MS = 3 * 24 * 3_600_000;

const these = (...events: string[]) => inArray(notices.event, events);

/** Lines whose subject is not over: an open incident, an unknown operation, a running deadline. */
export function goesOn(): SQL {
  const ended = sql`exists (select 1 from ${noticeSteps} where ${noticeSteps.cause} = ${notices.cause}
    and ${noticeSteps.step} in ('recovered', 'accepted', 'released'))`;
  // Few operations are unknown at any time, so the subquery covers all accounts.
  const unknown = sql`${notices.cause} in (
    select 'operation:' || ${operations.id} from ${operations} where ${operations.state} = 'unknown')`;
  const runs = sql`exists (select 1 from ${noticeSteps}
    join ${disputes} on ${disputes.accountId} = ${noticeSteps.accountId}
      and ${disputes.id} = ${noticeSteps.facts} ->> 'id' and ${disputes.state} = 'open'
    left join ${disputeWork} on ${disputeWork.accountId} = ${disputes.accountId}
      and ${disputeWork.disputeId} = ${disputes.id}
    where ${noticeSteps.cause} = ${notices.cause} and ${disputeWork.sentAt} is null
      and (${noticeSteps.facts} ->> 'deadline')::timestamptz > now())`;
  const [incident, operation, deadline] = [
    and(these('endpoint', 'credential_refused', 'account_block'), sql`not ${ended}`),
    and(these('operation_unknown'), unknown),
    and(these('deadline_far', 'deadline_near'), sql`${notices.at} > ${ago(RUNS_MS)}`, runs),
  ];
  return sql`(${incident} or ${operation} or ${deadline})`;
}
