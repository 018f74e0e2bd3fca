import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { SimulatorState } from '#lib/simulator/contract.ts';
import { type BodyOf, changeSimulator } from '#lib/simulator/server/change.ts';

type Input = { ctx: Ctx; body: BodyOf<'POST /simulator/state'> };

/** Changes the account: contract, lock, IP list, token scopes, spelling of answers. */
export async function setState({ ctx, body }: Input): Promise<SimulatorState> {
  return changeSimulator({ ctx, action: 'state', path: 'state', body });
}
