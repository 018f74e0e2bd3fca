import 'server-only';
import { and, eq, inArray, lt } from 'drizzle-orm';
import { accountById } from '#lib/accounts/server/account.ts';
import { db } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { settings } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { operationKind } from '#lib/operations/server/kind.ts';
import { openRequest, send } from '#lib/operations/server/send.ts';
import { settle } from '#lib/operations/server/settle.ts';
import { portFor } from '#lib/providers/registry.ts';

/** Longer than any send may take, so that what is older was left behind by a process that died. */
const MARGIN_MS = 15_000;

/**
 * Takes up what a dead process left: `sent` becomes `unknown` (and is looked up), `requested` is given up or sent,
 * as its kind says. `everything`: this process is the only one, so whatever is open is left behind.
 */
export async function recoverOperations({ everything }: { everything: boolean }): Promise<void> {
  const age = everything ? 0 : settings().timeLimits.change + MARGIN_MS;
  const left = await db()
    .select()
    .from(operations)
    .where(
      and(
        inArray(operations.state, ['requested', 'sent']),
        lt(operations.createdAt, new Date(Date.now() - age + 1)),
      ),
    );
  for (const row of left) {
    const patience = everything ? 0 : age + (operationKind(row.kind)?.sendsLongerBy ?? 0);
    if ((row.lastSentAt ?? row.createdAt).getTime() > Date.now() - patience) continue;
    await recover(row).catch((error: unknown) =>
      log().error({ operation: row.id, err: error }, 'an operation could not be taken up'),
    );
  }
}

async function recover(row: OperationRow): Promise<void> {
  const kind = operationKind(row.kind);
  if (kind === null) return;
  const request = openRequest(row);
  if (row.state === 'sent') {
    await settle(kind, row, request, { state: 'unknown', error: null });
    return;
  }
  const account = await accountById(row.accountId);
  if (kind.afterCrash === 'never_sent' || account === null) {
    await settle(kind, row, request, { state: 'rejected', reason: 'never_sent', error: null });
    return;
  }
  const port = portFor(account);
  const seen = await kind.lookUp?.({ row, request, port, call: { priority: 'operator', urgent: true } });
  if (seen?.found === 'there')
    await settle(kind, row, request, { state: 'confirmed', value: seen.value, requestId: null });
  else if (seen?.found === 'absent') await send(kind, row, port);
  else await makeUnknown(row);
}

/** It cannot be told now whether it is there: the look-ups go on by their schedule. */
async function makeUnknown(row: OperationRow): Promise<void> {
  await db()
    .update(operations)
    .set({ state: 'unknown', nextLookUpAt: new Date() })
    .where(and(eq(operations.id, row.id), eq(operations.state, 'requested')));
}
