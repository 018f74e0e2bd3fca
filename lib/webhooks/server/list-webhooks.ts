import 'server-only';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { visibleProblemsOf } from '#lib/api/reading.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { webhookChecks, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';
import type { OwnershipCheck, Webhook } from '#lib/providers/records.ts';
import { type SecretFact, WebhookList, type WebhookRow } from '#lib/webhooks/contract.ts';
import { callbackSecretOptions, webhooksOptions } from '#lib/webhooks/queries.ts';
import { secretFacts } from '#lib/webhooks/server/issued.ts';
import { type Open, openOperationsOf, rotationsOf } from '#lib/webhooks/server/open-operations.ts';
import { saveCheck } from '#lib/webhooks/server/ownership.ts';
import { REGISTER_WEBHOOK } from '#lib/webhooks/server/register-webhook.ts';
import {
  type Known,
  knownWebhooks,
  linkReceivers,
  type ReceiverRow,
  receiverOf,
  sameUrl,
} from '#lib/webhooks/server/registry.ts';
import { CREATE_SECRET, ROTATE_CALLBACK_SECRET } from '#lib/webhooks/server/rotate-secret.ts';
import { ACCOUNT_TARGET, currentSecret, currentSecrets } from '#lib/webhooks/server/secrets.ts';

type Week = WebhookRow['week'];
/** Delivery counts of the last seven days by webhook id; null if the index does not reach that far. */
export type WeekOf = (
  accountId: string,
  webhookIds: readonly string[],
) => Promise<Map<string, NonNullable<Week>> | null>;

/** Most checks read from the provider at once; verified ones are not read again. */
const MOST_READ = 8;
const FRESH_MS = 3_000;

/** The provider's ownership checks. A passed one is not read again; if a read fails, the last one is used. */
async function ownershipOf(ctx: Ctx, webhooks: readonly Webhook[]): Promise<Map<string, OwnershipCheck>> {
  const { ownership } = ctx.port;
  if (ownership === undefined) return new Map();
  const rows = await db().select().from(webhookChecks).where(eq(webhookChecks.accountId, ctx.account.id));
  const stored = new Map(rows.map((row) => [row.webhookId, row]));
  const due = webhooks.filter(({ id, url }) => {
    const row = stored.get(id);
    const verified = row?.status === 'verified' && (row.url === null || sameUrl(row.url, url));
    return !verified && databaseNow() - (row?.readAt.getTime() ?? 0) > FRESH_MS;
  });
  const found = new Map<string, OwnershipCheck>(
    rows.map((row) => [row.webhookId, { ...row, checkedAt: row.checkedAt?.toISOString() ?? null }]),
  );
  const read = due.slice(0, MOST_READ).map(async ({ id }) => {
    const check = await ownership.get(id, SHARED_CALL).catch(() => null);
    if (check === null) return;
    await saveCheck(db(), ctx.account.id, id, check);
    found.set(id, check);
  });
  await Promise.all(read);
  return found;
}

/** The provider's webhooks with Guichê's data on secrets, rotations, checks and deliveries. */
export async function listWebhooks({ ctx, weekOf }: { ctx: Ctx; weekOf?: WeekOf }): Promise<WebhookList> {
  const accountId = ctx.account.id;
  const { listed, all, ...read } = await knownWebhooks(ctx);
  const webhooks = all.map(({ webhook }) => webhook);
  const ids = webhooks.map(({ id }) => id);
  const [secrets, receivers, open, rotations, checks, weeks] = await Promise.all([
    currentSecrets(accountId).then((rows) => secretFacts(ctx, rows)),
    db().select().from(webhookReceivers).where(eq(webhookReceivers.accountId, accountId)),
    openOperationsOf(accountId),
    rotationsOf(accountId),
    ownershipOf(ctx, webhooks),
    weekOf?.(accountId, ids) ?? null,
  ]);
  await linkReceivers(receivers, all);
  const facts = { secrets, receivers, open, rotations, checks, weeks };
  return serializeFor(ctx, WebhookList, {
    items: all.map((known) => toRow(known, facts)),
    nextCursor: null,
    total: all.length,
    listed,
    ...visibleProblemsOf(read),
    registrations: [...open].flatMap(([url, { operationId, kind, state }]) =>
      kind === REGISTER_WEBHOOK.name ? [{ operationId, url, state }] : [],
    ),
    checksOwnership: ctx.port.ownership !== undefined,
    asOf: databaseIso(),
  });
}

type Facts = {
  secrets: Map<string, SecretFact>;
  receivers: ReceiverRow[];
  open: Map<string, Open>;
  rotations: Map<string, Date>;
  checks: Map<string, OwnershipCheck>;
  weeks: Map<string, NonNullable<Week>> | null;
};

function toRow({ webhook, source }: Known, facts: Facts): WebhookRow {
  const { other: _, ...shown } = webhook;
  const { id } = webhook;
  return {
    ...shown,
    source,
    secret: facts.secrets.get(id) ?? null,
    rotatedAt: facts.rotations.get(id)?.toISOString() ?? null,
    ownership: facts.checks.get(id) ?? null,
    receiver: receiverOf(webhook, facts.receivers) !== undefined,
    week: facts.weeks?.get(id) ?? null,
    open: facts.open.get(id) ?? null,
  };
}

/** The account's callback secret: the provider's state (document 2), otherwise its last reported one. */
export async function getCallbackSecret({ ctx }: { ctx: Ctx }) {
  const { exists } = ctx.part('callbackSecret');
  const [row, lastReported, reported, open] = await Promise.all([
    currentSecret(ctx.account.id, ACCOUNT_TARGET),
    readLastReported(ctx.account.id),
    exists === undefined ? null : ifAnswered(exists(ctx.call)),
    openOperationsOf(ctx.account.id),
  ]);
  const facts = await secretFacts(ctx, row === null ? [] : [row]);
  return {
    exists: reported ?? lastReported ?? (row === null ? null : true),
    secret: facts.get(ACCOUNT_TARGET) ?? null,
    open: open.get(ACCOUNT_TARGET) ?? null,
  };
}

async function readLastReported(accountId: string): Promise<boolean | null> {
  const { kind, state } = operations;
  const ofSecret = inArray(kind, [CREATE_SECRET.name, ROTATE_CALLBACK_SECRET.name]);
  const rows = await db()
    .select()
    .from(operations)
    .where(and(eq(operations.accountId, accountId), ofSecret, inArray(state, ['confirmed', 'rejected'])))
    .orderBy(desc(operations.settledAt))
    .limit(20);
  return rows.map(meaningOf).find((exists) => exists !== null) ?? null;
}

/** A refusal for another reason does not show whether a secret exists. */
function meaningOf({ state, problem }: OperationRow): boolean | null {
  if (state === 'confirmed') return true;
  const { code, provider } = (problem ?? {}) as { code?: string; provider?: { status?: number } | null };
  if (code === 'already_done') return true;
  return provider?.status === 404 ? false : null;
}

type Input = { ctx: Ctx; weekOf?: WeekOf };

/** The webhook list, for pages that show its addresses. */
export const prefetchRegistry = (input: Input) =>
  dehydrateQueries(input.ctx, ({ one }) => [
    one(webhooksOptions(input.ctx.account.slug), () => listWebhooks(input)),
  ]);

/** The webhook list and the account's secret, for the page's first paint. */
export function prefetchWebhooks({ ctx, weekOf }: Input) {
  const account = ctx.account.slug;
  return dehydrateQueries(ctx, ({ one }) => [
    one(webhooksOptions(account), () => listWebhooks({ ctx, ...(weekOf && { weekOf }) })),
    one(callbackSecretOptions(account), () => getCallbackSecret({ ctx })),
  ]);
}
