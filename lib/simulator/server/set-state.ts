import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { SimulatorState } from '#lib/simulator/contract.ts';
import { stateBodies } from '#lib/simulator/server/api-bodies.ts';
import { type BodyOf, changeSimulator } from '#lib/simulator/server/change.ts';
import { askSimulator } from '#lib/simulator/server/control.ts';
import { getSimulator } from '#lib/simulator/server/get-simulator.ts';

type Input = { ctx: Ctx; body: BodyOf<'POST /simulator/state'> };

/** Changes the account and its credential: contract, lock, IP list, scopes, blocks, spelling of answers. */
export async function setState({ ctx, body }: Input): Promise<SimulatorState> {
  const { own, all } = stateBodies(ctx.account.kind, body);
  if (all !== null) await askSimulator(ctx, 'POST', 'state', all);
  if (own === null && all !== null) {
    await ctx.audit({ action: 'simulator.state', target: null, after: all });
    return getSimulator({ ctx });
  }
  return changeSimulator({ ctx, action: 'state', path: 'state', body: own ?? {} });
}
