import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { GuicheError } from '#lib/api/errors.ts';
import { db } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { settings } from '#lib/env.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import { settle } from '#lib/operations/server/settle.ts';
import { rotateCallbackSecret, rotateWebhookSecret } from '#lib/webhooks/server/rotate-operation.ts';

/** How long a callback may be on its way after it was signed. ms. */
const ON_ITS_WAY_MS = 5_000;

/**
 * A delivery verified with the secret in use, although a rotation of it ended unknown: the old secret holds, so the
 * rotation is rejected and says so. Only once the rotation's own call can be under way no more; what was signed
 * before it proves nothing.
 */
export async function resolveRotationBy(accountId: string, target: string): Promise<void> {
  const kinds = [rotateWebhookSecret, rotateCallbackSecret];
  const [row] = await db()
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        inArray(
          operations.kind,
          kinds.map(({ name }) => name),
        ),
        eq(operations.target, target),
        eq(operations.state, 'unknown'),
      ),
    );
  const kind = kinds.find(({ name }) => name === row?.kind);
  if (row === undefined || kind === undefined) return;
  const sentAt = (row.lastSentAt ?? row.createdAt).getTime();
  if (Date.now() - sentAt < settings().timeLimits.change + ON_ITS_WAY_MS) return;
  const error = new GuicheError('conflict', 'A later delivery was signed with the old secret: it holds.');
  const end = { state: 'rejected', reason: 'not_found', error } as const;
  await settle(kind, row, openRequest(row), end, 'look-up');
}
