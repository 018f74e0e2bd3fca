import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { apiOf } from '#lib/sandbox/server/api-bodies.ts';
import { askSimulator } from '#lib/sandbox/server/control.ts';

const Received = z.object({ status: z.int(), responseTime: z.number() });

/** Calls the receiver of a simulated address by hand. Returns its status; 0: no answer. */
export async function callReceiver(
  ctx: Ctx,
  call: { url: string; headers: Record<string, string>; body: string },
): Promise<{ status: number; responseTimeMs: number }> {
  const answer = await askSimulator(ctx, 'POST', 'receive', { ...call, ...apiOf(ctx.account.kind) });
  const { status, responseTime } = Received.parse(answer);
  return { status, responseTimeMs: Math.round(responseTime) };
}
