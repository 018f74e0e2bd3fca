import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { SimulatorState } from '#lib/simulator/contract.ts';
import { type BodyOf, changeSimulator } from '#lib/simulator/server/change.ts';

type Input = { ctx: Ctx; body: BodyOf<'POST /simulator/clear'> };

/** Takes one fault off by its id, or with `all` everything that is out of the ordinary; what it did stays done. */
export async function clearFault({ ctx, body }: Input): Promise<SimulatorState> {
  const everything = body.id === 'all';
  return changeSimulator({
    ctx,
    action: 'clear',
    path: everything ? 'reset' : 'clear',
    body: everything ? { scope: 'normal' } : body,
    target: body.id,
  });
}
