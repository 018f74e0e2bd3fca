import 'server-only';
import { and, asc, eq, inArray, max } from 'drizzle-orm';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import { EDIT_WEBHOOK, REMOVE_WEBHOOK } from '#lib/webhooks/server/change-webhook.ts';
import { RUN_OWNERSHIP } from '#lib/webhooks/server/ownership.ts';
import { REGISTER_WEBHOOK } from '#lib/webhooks/server/register-webhook.ts';
import {
  CREATE_SECRET,
  ROTATE_CALLBACK_SECRET,
  ROTATE_WEBHOOK_SECRET,
} from '#lib/webhooks/server/rotate-secret.ts';

/** All operation kinds of webhooks. */
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

export type Open = { operationId: string; kind: string; state: string };

/** The newest open webhook operation per target (a webhook's id, or `account`). */
export async function openOperationsOf(accountId: string): Promise<Map<string, Open>> {
  const { kind, state, createdAt } = operations;
  const rows = await db()
    .select()
    .from(operations)
    .where(and(eq(operations.accountId, accountId), inArray(kind, NAMES), inArray(state, [...OPEN_STATES])))
    .orderBy(asc(createdAt));
  return new Map(rows.map((row) => [row.target, { operationId: row.id, kind: row.kind, state: row.state }]));
}

/** When each webhook's secret was last rotated through Guichê. */
export async function rotationsOf(accountId: string): Promise<Map<string, Date>> {
  const { kind, state, target, settledAt } = operations;
  const confirmed = and(eq(kind, ROTATE_WEBHOOK_SECRET.name), eq(state, 'confirmed'));
  const rows = await db()
    .select({ target, at: max(settledAt) })
    .from(operations)
    .where(and(eq(operations.accountId, accountId), confirmed))
    .groupBy(target);
  return new Map(rows.flatMap(({ target, at }) => (at === null ? [] : [[target, new Date(at)] as const])));
}
