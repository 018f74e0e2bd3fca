import 'server-only';
import { and, asc, desc, eq, inArray, max } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { visibleProblemsOf } from '#lib/api/reading.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { webhookChecks, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';
import type { OwnershipCheck, Webhook } from '#lib/providers/records.ts';
import { WebhookList, type WebhookRow } from '#lib/webhooks/contract.ts';
import { EDIT_WEBHOOK, REGISTER_WEBHOOK, REMOVE_WEBHOOK } from '#lib/webhooks/server/change-webhook.ts';
import { secretFacts } from '#lib/webhooks/server/issued.ts';
import { RUN_OWNERSHIP, saveCheck } from '#lib/webhooks/server/ownership.ts';
import { type Known, knownWebhooks, linkReceivers, sameUrl } from '#lib/webhooks/server/registry.ts';
import {
  CREATE_SECRET,
  ROTATE_CALLBACK_SECRET,
  ROTATE_WEBHOOK_SECRET,
} from '#lib/webhooks/server/rotate-secret.ts';
import { ACCOUNT_TARGET, currentSecret, currentSecrets } from '#lib/webhooks/server/secrets.ts';

export const WEBHOOK_KINDS = [
  REGISTER_WEBHOOK,
  EDIT_WEBHOOK,
  REMOVE_WEBHOOK,
  ROTATE_WEBHOOK_SECRET,
  CREATE_SECRET,
  ROTATE_CALLBACK_SECRET,
  RUN_OWNERSHIP,
];
const NAMES = WEBHOOK_KINDS.map(({ name }) => name);

type Open = { operationId: string; kind: string; state: string };

/** The newest open webhook operation per target (a webhook's id, or `account`). */
async function openOperationsOf(accountId: string): Promise<Map<string, Open>> {
  const { kind, state, createdAt } = operations;
  const rows = await db()
    .select()
    .from(operations)
    .where(and(eq(operations.accountId, accountId), inArray(kind, NAMES), inArray(state, [...OPEN_STATES])))
    .orderBy(asc(createdAt));
  return new Map(rows.map((row) => [row.target, { operationId: row.id, kind: row.kind, state: row.state }]));
}

/** When each webhook's secret was last rotated through Guichê. */
async function rotationsOf(accountId: string): Promise<Map<string, Date>> {
  const { kind, state, target, settledAt } = operations;
  const confirmed = and(eq(kind, ROTATE_WEBHOOK_SECRET.name), eq(state, 'confirmed'));
  const rows = await db()
    .select({ target, at: max(settledAt) })
    .from(operations)
    .where(and(eq(operations.accountId, accountId), confirmed))
    .groupBy(target);
  return new Map(rows.flatMap(({ target, at }) => (at === null ? [] : [[target, new Date(at)] as const])));
}

type Week = WebhookRow['week'];
/** Delivery counts of the last seven days by webhook id; null if the index does not reach that far. */
type WeekOf = (
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
  const toRow = ({ webhook: { other: _, ...webhook }, source }: Known): WebhookRow => ({
    ...webhook,
    source,
    secret: secrets.get(webhook.id) ?? null,
    rotatedAt: rotations.get(webhook.id)?.toISOString() ?? null,
    ownership: checks.get(webhook.id) ?? null,
    receiver: receivers.some(({ url }) => sameUrl(url, webhook.url)),
    week: weeks?.get(webhook.id) ?? null,
    open: open.get(webhook.id) ?? null,
  });
  return serializeFor(ctx, WebhookList, {
    items: all.map(toRow),
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
