import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import { GuicheError } from '#lib/errors.ts';
import type { SimulatorState, simulatorEndpoints } from '#lib/simulator/contract.ts';
import { apiOf } from '#lib/simulator/server/api-bodies.ts';
import { askSimulator } from '#lib/simulator/server/control.ts';
import { getSimulator } from '#lib/simulator/server/get-simulator.ts';
import type { AuditAction } from '#lib/trail/actions.ts';

/** These mean the whole simulator, whatever the account's API. */
const COMMON = ['time', 'clear', 'reset'];

type Control = AuditAction extends infer A ? (A extends `simulator.${infer C}` ? C : never) : never;
type Change = { ctx: Ctx; action: Control; path: string; body: object; target?: string | undefined };

/** One change at the simulator, audited whether it was taken or not; answers the state after it. */
export async function changeSimulator({ ctx, action, path, body, target }: Change): Promise<SimulatorState> {
  const note = { action: `simulator.${action}` as const, target: target ?? null, after: body };
  try {
    await askSimulator(
      ctx,
      'POST',
      path,
      COMMON.includes(path) ? body : { ...body, ...apiOf(ctx.account.kind) },
    );
  } catch (thrown) {
    const refused = thrown instanceof GuicheError && thrown.code === 'invalid_request';
    await ctx.audit({ ...note, result: refused ? 'refused' : 'failed' });
    throw thrown;
  }
  await ctx.audit(note);
  return getSimulator({ ctx });
}

/** The body of a control, parsed. */
export type BodyOf<K extends keyof typeof simulatorEndpoints> = OutputOf<
  (typeof simulatorEndpoints)[K],
  'body'
>;
