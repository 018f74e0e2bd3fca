import 'server-only';
import { and, desc, eq, inArray, max } from 'drizzle-orm';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import { createCallbackSecret } from '#lib/webhooks/server/callback-secret-operation.ts';
import { editWebhook } from '#lib/webhooks/server/edit-operation.ts';
import { runOwnership } from '#lib/webhooks/server/ownership-operation.ts';
import { registerWebhook } from '#lib/webhooks/server/register-operation.ts';
import { removeWebhook } from '#lib/webhooks/server/remove-operation.ts';
import { rotateCallbackSecret, rotateWebhookSecret } from '#lib/webhooks/server/rotate-operation.ts';

/** All operation kinds of webhooks. */
export const WEBHOOK_KINDS = [
  registerWebhook,
  editWebhook,
  removeWebhook,
  rotateWebhookSecret,
  createCallbackSecret,
  rotateCallbackSecret,
  runOwnership,
];
const NAMES = WEBHOOK_KINDS.map(({ name }) => name);

export type Open = { operationId: string; kind: string; state: string };

/** The newest open webhook operation per target (a webhook's id, or `account`). */
export async function openOperationsOf(accountId: string): Promise<Map<string, Open>> {
  const rows = await db()
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        inArray(operations.kind, NAMES),
        inArray(operations.state, [...OPEN_STATES]),
      ),
    )
    .orderBy(desc(operations.createdAt));
  return new Map(
    rows.reverse().map(({ id, target, kind, state }) => [target, { operationId: id, kind, state }]),
  );
}

/** When each webhook's secret was last rotated through Guichê. */
export async function rotationsOf(accountId: string): Promise<Map<string, Date>> {
  const rows = await db()
    .select({ target: operations.target, at: max(operations.settledAt) })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        eq(operations.kind, rotateWebhookSecret.name),
        eq(operations.state, 'confirmed'),
      ),
    )
    .groupBy(operations.target);
  return new Map(rows.flatMap(({ target, at }) => (at === null ? [] : [[target, new Date(at)] as const])));
}
