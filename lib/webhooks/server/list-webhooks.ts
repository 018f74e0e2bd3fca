import 'server-only';
import { eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { visibleProblemsOf } from '#lib/api/reading.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import { webhookChecks, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';
import type { OwnershipCheck, Webhook } from '#lib/providers/records.ts';
import { type SecretFact, WebhookList, type WebhookRow } from '#lib/webhooks/contract.ts';
import { saveCheck } from '#lib/webhooks/server/check-url.ts';
import { secretFacts } from '#lib/webhooks/server/issued.ts';
import { type Open, openOperationsOf, rotationsOf } from '#lib/webhooks/server/open-operations.ts';
import { registerWebhook } from '#lib/webhooks/server/register-operation.ts';
import {
  type Known,
  knownWebhooks,
  linkReceivers,
  type ReceiverRow,
  receiverOf,
  sameUrl,
} from '#lib/webhooks/server/registry.ts';
import { currentSecrets } from '#lib/webhooks/server/secrets.ts';

type Week = WebhookRow['week'];
/** Delivery counts of the last seven days by webhook id; null if the index does not reach that far. */
export type WeekOf = (
  accountId: string,
  webhookIds: readonly string[],
) => Promise<Map<string, NonNullable<Week>> | null>;

type Check = OwnershipCheck;

/** Most checks read from the provider at once; verified ones are not read again. */
const MOST_READ = 8;

const FRESH_MS = 3_000;

/**
 * Ownership checks of these webhooks, if the provider makes them. A passed check is not read again; if one
 * cannot be read, its last result is used.
 */
async function ownershipOf(ctx: Ctx, webhooks: readonly Webhook[]): Promise<Map<string, Check>> {
  const { ownership } = ctx.port;
  if (ownership === undefined) return new Map();
  const rows = await db().select().from(webhookChecks).where(eq(webhookChecks.accountId, ctx.account.id));
  const stored = new Map(rows.map((row) => [row.webhookId, row]));
  const due = webhooks.filter(({ id, url }) => {
    const row = stored.get(id);
    const verified = row?.status === 'verified' && (row.url === null || sameUrl(row.url, url));
    return !verified && databaseNow() - (row?.readAt.getTime() ?? 0) > FRESH_MS;
  });
  const found = new Map(rows.map((row) => [row.webhookId, fromRow(row)]));
  const read = due.slice(0, MOST_READ).map(async ({ id }) => {
    const check = await ownership.get(id, SHARED_CALL).catch(() => null);
    if (check === null) return;
    await saveCheck(db(), ctx.account.id, id, check);
    found.set(id, check);
  });
  await Promise.all(read);
  return found;
}

function fromRow(row: typeof webhookChecks.$inferSelect): Check {
  const { webhookId, url, status, detail, checkedAt } = row;
  return { webhookId, url, status, detail, checkedAt: checkedAt?.toISOString() ?? null };
}

/** The provider's webhooks with Guichê's data on secrets, rotations, checks and deliveries. */
export async function listWebhooks({ ctx, weekOf }: { ctx: Ctx; weekOf?: WeekOf }): Promise<WebhookList> {
  const accountId = ctx.account.id;
  const { listed, all, ...read } = await knownWebhooks(ctx);
  const ids = all.map(({ webhook }) => webhook.id);
  const [secrets, receivers, open, rotations, checks, weeks] = await Promise.all([
    currentSecrets(accountId).then((rows) => secretFacts(ctx, rows)),
    db().select().from(webhookReceivers).where(eq(webhookReceivers.accountId, accountId)),
    openOperationsOf(accountId),
    rotationsOf(accountId),
    ownershipOf(
      ctx,
      all.map(({ webhook }) => webhook),
    ),
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
      kind === registerWebhook.name ? [{ operationId, url, state }] : [],
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
  checks: Map<string, Check>;
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
