import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { monitorOf } from '#lib/http/health.ts';
import type { Health } from '#lib/overview/contract.ts';

/** What this process's own calls told of the account's provider; asks nobody. */
export async function getHealth({ ctx }: { ctx: Ctx }): Promise<Health> {
  return monitorOf(ctx.account.id).health();
}
