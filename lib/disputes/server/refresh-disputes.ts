import 'server-only';
import type { Args } from '#lib/api/serve.ts';
import { refreshIndex } from '#lib/disputes/server/request-sync.ts';

/** Reads again at once what can have changed; answers how far the index is after a few seconds at most. */
export async function refreshDisputes({
  ctx,
}: Args<'POST /disputes/refresh'>): Promise<{ completeAt: string | null; asOf: string | null }> {
  const { completeAt, asOf } = await refreshIndex(ctx);
  return { completeAt: completeAt?.toISOString() ?? null, asOf: asOf?.toISOString() ?? null };
}
