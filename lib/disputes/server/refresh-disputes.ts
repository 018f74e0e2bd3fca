import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { refreshIndex } from '#lib/disputes/server/request-sync.ts';

/** Reads again at once what can have changed; answers how far the index is after a few seconds at most. */
export async function refreshDisputes({
  ctx,
}: {
  ctx: Ctx;
}): Promise<{ completeAt: string | null; asOf: string | null }> {
  const { completeAt, asOf } = await refreshIndex(ctx);
  return { completeAt: completeAt?.toISOString() ?? null, asOf: asOf?.toISOString() ?? null };
}
