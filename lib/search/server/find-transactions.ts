import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/errors.ts';
import type { TransactionFilter } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';
import { type Found, MOST_PER_ACCOUNT, type Sought, type Thing } from '#lib/search/server/found.ts';
import type { ProviderCallQuota } from '#lib/search/server/provider-call-quota.ts';
import type { Reading } from '#lib/transactions/paste.ts';

/** An account with a list of transactions (document 1): the likeliest reading first, until one finds something. */
export async function findTransactions(ctx: Ctx, { readings, quota }: Sought): Promise<Found> {
  for (const reading of readings) {
    const found = await byReading(ctx, reading, quota);
    if (found.length > 0)
      return { payments: found.map((payment) => ({ page: 'transactions', payment })), things: [] };
  }
  return { payments: [], things: await amongPending(ctx, readings[0], quota) };
}

async function byReading(ctx: Ctx, reading: Reading, quota: ProviderCallQuota): Promise<Transaction[]> {
  const { port } = ctx;
  if (reading.kind === 'transaction') {
    const read = async () => (await port.transactions?.get(reading.value, ctx.call)) ?? null;
    const detail = await quota.spend(null, () => read().catch(noneWhenNotFound));
    return detail === null ? [] : [detail.transaction];
  }
  const filter: TransactionFilter = { [reading.kind]: reading.value };
  const page = { limit: MOST_PER_ACCOUNT, position: null };
  const list = async () => (await port.transactions?.list(filter, page, ctx.call))?.items ?? [];
  return quota.spend([], list);
}

/** A deposit that waits for a decision is no transaction yet. */
async function amongPending(
  ctx: Ctx,
  reading: Reading | undefined,
  quota: ProviderCallQuota,
): Promise<Thing[]> {
  const { pendingDeposits } = ctx.port;
  if (pendingDeposits === undefined || reading?.kind !== 'endToEndId') return [];
  if (!capabilitiesOf(ctx.account).includes('pending-deposits')) return [];
  const page = { page: 1, limit: MOST_PER_ACCOUNT };
  const list = async () => (await pendingDeposits.list({ endToEndId: reading.value }, page, ctx.call)).items;
  return (await quota.spend([], list)).map((one) => ({
    page: 'pending-deposits',
    id: one.id,
    name: one.endToEndId ?? one.id,
    word: one.status,
    amount: one.amount,
    at: one.createdAt,
  }));
}

function noneWhenNotFound(thrown: unknown): null {
  if (thrown instanceof GuicheError && thrown.code === 'not_found') return null;
  throw thrown;
}
