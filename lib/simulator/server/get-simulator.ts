import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { SimulatorState } from '#lib/simulator/contract.ts';
import { askSimulator } from '#lib/simulator/server/control.ts';
import { stateOf } from '#lib/simulator/server/state-of.ts';

/** How the simulator stands: its clock, what is out of the ordinary, what waits, what it did. */
export async function getSimulator({ ctx }: { ctx: Ctx }): Promise<SimulatorState> {
  const { kind, baseUrl } = ctx.account;
  return stateOf(await askSimulator(ctx, 'GET', 'state'), { kind, baseUrl });
}
