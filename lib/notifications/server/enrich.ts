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
import { countSpans, type FailedSpan, openFailures } from '#lib/deliveries/server/receivers-now.ts';
import { type DefenseStand, defensesStand } from '#lib/disputes/server/get-defenses.ts';
import type { NoticeLine } from '#lib/notifications/contract.ts';
import { noticeWords } from '#lib/notifications/server/render-notification.ts';
import { Operation } from '#lib/operations/contract.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { mayLookUp } from '#lib/operations/server/record.ts';
import { portFor } from '#lib/providers/registry.ts';

export type NotificationStep = typeof noticeSteps.$inferSelect;

/** More of a line's subject than its step told, as it is now: for the page alone, never for a channel. */
export type Enrichment = {
  /** Instead of those that its step told, or more of them. */
  facts?: NoticeFacts;
  /** Words that follow its detail. */
  words?: string;
} & Partial<Pick<NoticeLine, 'reference' | 'quote' | 'reason' | 'unknown'>>;
/** By cause; of lines that it says nothing about it asks nothing. */
export type EnrichmentOf = (
  ctx: OperatorCtx,
  told: readonly NotificationStep[],
) => Promise<ReadonlyMap<string, Enrichment>>;

/** Of a dispute's deadline: in whose hands it is, and how far its defense. */
export const enrichDeadlines: EnrichmentOf = async (ctx, told) => {
  const these = told.filter(({ event }) => event === 'deadline_far' || event === 'deadline_near');
  const standOf = await defensesStand(these.map(disputeOf));
  const stands = these.map((step) => ({ step, stand: standOf(disputeOf(step)) }));
  const people = stands.flatMap(({ stand }) => [stand?.assigneeId ?? [], stand?.answeredBy ?? []].flat());
  const names = await operatorNames(people);
  const now = databaseNow();
  const beside = stands.map(async ({ step, stand }) => {
    const over = Date.parse(String(step.facts.deadline)) <= now;
    const words = stand === null ? '' : await standWords(ctx, stand, { names, over, of: disputeOf(step) });
    return [step.cause, { facts: over ? { past: 1 } : {}, words }] as const;
  });
  return new Map(await Promise.all(beside));
};

const disputeOf = ({ accountId, facts }: NotificationStep) => ({
  accountId: accountId ?? '',
  disputeId: String(facts.id),
});

type Around = {
  names: ReadonlyMap<string, string>;
  over: boolean;
  of: ReturnType<typeof disputeOf>;
};

async function standWords(ctx: OperatorCtx, stand: DefenseStand, { names, over, of }: Around) {
  const t = noticeWords(ctx.locale, 'notices.beside');
  const { state, assigneeId, draft } = stand;
  if (state === 'closed') return t('closed');
  if (state === 'answered') return answeredWords(ctx, stand, names);
  const held =
    assigneeId === null
      ? t('nobody')
      : assigneeId === ctx.operator.id
        ? t('you')
        : t('with', { name: names.get(assigneeId) ?? assigneeId });
  if (draft !== null) {
    const { version, proofs } = draft;
    return `${held}, ${t('draft', { version, ...proofs })}`;
  }
  return over || !(await isDefendedHere(of.accountId)) ? held : `${held}, ${t('noDraft')}`;
}

function answeredWords({ locale }: OperatorCtx, stand: DefenseStand, names: ReadonlyMap<string, string>) {
  const t = noticeWords(locale, 'notices.beside');
  const { answeredAt, answeredBy } = stand;
  if (answeredAt === null) return t('answered');
  const when = formatInstant(locale, answeredAt, 'minute');
  const name = names.get(answeredBy ?? '');
  return name === undefined ? t('answeredAt', { when }) : t('answeredBy', { when, name });
}

/** Where the service takes no defense from here, that there is no draft says nothing. */
async function isDefendedHere(accountId: string): Promise<boolean> {
  const account = await accountById(accountId);
  return account !== null && portFor(account).disputes?.defend !== undefined;
}

/** Of an address that fails: what it has not been told by now. Of one that answers again: what became of what it missed. */
export const enrichEndpoints: EnrichmentOf = async (_, told) => {
  const these = told.filter(({ event }) => event === 'endpoint');
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

async function stillFailing(told: readonly NotificationStep[]): Promise<[string, Enrichment][]> {
  const of = await openFailures(told.map(receiverOf));
  return told.map((step) => {
    const { callbacks, amount, status } = of(receiverOf(step));
    // With nothing open the newest answer is not known: its step's stands.
    return [step.cause, { facts: { count: callbacks, amount, ...(callbacks > 0 && { status }) } }];
  });
}

/** Its records may be kept no more; then only what its step told is known. */
async function answering(told: readonly NotificationStep[]): Promise<[string, Enrichment][]> {
  const known = told.filter(({ facts }) => typeof facts.until === 'string' && Number(facts.count) > 0);
  const spans = known.map((step): FailedSpan => {
    const { since, until } = step.facts;
    return { ...receiverOf(step), since: String(since), until: String(until) };
  });
  const counts = await countSpans(spans);
  return known.flatMap(({ cause, facts }, place): [string, Enrichment][] => {
    const { failed, delivered } = counts[place] ?? { failed: 0, delivered: 0 };
    return failed < Number(facts.count) ? [] : [[cause, { facts: { count: failed, delivered } }]];
  });
}

/** As it is masked on the operation's own page. */
const Referred = z.object({ reference: Operation.shape.clientReference });

/** Of an operation whose end was not known for long: its reference, when it left, and what can be done about it now. */
export const enrichOperations: EnrichmentOf = async (ctx, told) => {
  const these = told.filter(({ event }) => event === 'operation_unknown' || event === 'operation_late');
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
  const { reference } = masked(
    Referred,
    { reference: row.clientReference },
    { names: may.has('reveal'), may },
  );
  const unknown =
    row.state === 'unknown'
      ? { nextLookUpAt: row.nextLookUpAt?.toISOString() ?? null, lookUp: mayLookUp(may, row) }
      : null;
  return { facts: factsOf(row), reference, unknown };
}

function factsOf({ state, sentAt, lastSentAt, settledAt, attempts }: OperationRow): NoticeFacts {
  if (sentAt === null) return {};
  if (state === 'unknown') return { age: databaseNow() - (lastSentAt ?? sentAt).getTime() };
  if (state !== 'confirmed' || settledAt === null) return {};
  return {
    delay: settledAt.getTime() - sentAt.getTime(),
    // Sent again, nobody can tell which of the sends moved it.
    ...(attempts === 1 && { sent: sentAt.toISOString() }),
  };
}

type Outcome = { delivered: number; failed: number };

/** By id, how many notices of each of these resends were delivered and failed so far; they are followed for a day. */
export async function resendOutcomes(ids: readonly string[]): Promise<Map<string, Outcome>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ id: resends.id, counts: resends.counts })
    .from(resends)
    .where(inArray(resends.id, [...new Set(ids)]));
  const followed = await counted(rows.flatMap(({ id, counts }) => (counts === null ? [id] : [])));
  return new Map(rows.map(({ id, counts }) => [id, outcomeIn(counts) ?? followed(id)]));
}

/** As it was kept once nothing changes it any more. */
function outcomeIn(counts: unknown): Outcome | null {
  const { delivered, failed } = (counts ?? {}) as Partial<Outcome>;
  return delivered === undefined || failed === undefined ? null : { delivered, failed };
}

async function counted(ids: string[]): Promise<(id: string) => Outcome> {
  const { resendId, state, result } = resendItems;
  const rows =
    ids.length === 0
      ? []
      : await db()
          .select({ resendId, result, items: count() })
          .from(resendItems)
          .where(
            and(inArray(resendId, ids), eq(state, 'requested'), inArray(result, ['delivered', 'failed'])),
          )
          .groupBy(resendId, result);
  const of = (id: string, word: string) =>
    rows.find((row) => row.resendId === id && row.result === word)?.items ?? 0;
  return (id) => ({ delivered: of(id, 'delivered'), failed: of(id, 'failed') });
}

/** The first step of a dispute's deadline is told two days before it: a line older than that is over. */
const RUNS_MS = 3 * 24 * 3_600_000;

const these = (...events: string[]) => inArray(notices.event, events);

/** A line whose subject is not over: an incident without its end, an unknown operation, a deadline that runs. */
export function goesOn(): SQL {
  const ended = sql`exists (select 1 from ${noticeSteps} where ${noticeSteps.cause} = ${notices.cause}
    and ${noticeSteps.step} in ('recovered', 'accepted', 'released'))`;
  // Few are unknown at any time, whoever's they are.
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
