import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { enterAccount } from '#lib/api/steps/identify.ts';
import { permissionsOn } from '#lib/auth/permissions.ts';
import { db } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { log } from '#lib/log.ts';
import type { Approvals } from '#lib/operations/contract.ts';
import { awaiting } from '#lib/operations/server/approval.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { operationRecords } from '#lib/operations/server/record.ts';
import { showReceiver } from '#lib/operations/server/show-receiver.ts';

const MOST = 50;

type Call = { ctx: OperatorCtx; query?: { receivers?: '0' | undefined } };

/**
 * Operations that wait for this person's decision on every account, the soonest to end first. Receivers in
 * clear, each audited as opened; null when the provider does not tell it now. With `receivers` '0' none is opened.
 */
export async function listApprovals({ ctx, query }: Call): Promise<Approvals> {
  const opened = query?.receivers !== '0';
  const mine = (await listAccounts()).filter(({ id }) => permissionsOn(ctx.grants, id).has('approve'));
  const found = await Promise.all(
    mine.map(async ({ slug }) => waitingOn(await enterAccount(ctx, slug), opened)),
  );
  const items = found
    .flat()
    .sort((one, other) => one.operation.createdAt.localeCompare(other.operation.createdAt));
  return { items: items.slice(0, MOST), asOf: new Date(databaseNow()).toISOString() };
}

async function waitingOn(ctx: Ctx, opened: boolean): Promise<Approvals['items']> {
  const rows = await db()
    .select()
    .from(operations)
    .where(and(eq(operations.accountId, ctx.account.id), awaiting(ctx.operator.id)))
    .orderBy(asc(operations.createdAt), asc(operations.id))
    .limit(MOST);
  const records = await operationRecords(ctx, rows);
  const receivers = opened ? await Promise.all(rows.map((row) => receiverOf(ctx, row))) : [];
  const { slug, name } = ctx.account;
  return records.map((operation, place) => ({
    account: { slug, name },
    operation,
    receiver: receivers[place] ?? null,
  }));
}

async function receiverOf(ctx: Ctx, { id }: OperationRow) {
  return showReceiver({ ctx, id })
    .then(({ receiver }) => receiver)
    .catch((error: unknown) => {
      log().info({ err: error, operation: id }, 'the receiver of a waiting operation is not known now');
      return null;
    });
}
