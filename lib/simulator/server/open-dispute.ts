import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { SimulatorState } from '#lib/simulator/contract.ts';
import { disputeBody } from '#lib/simulator/server/api-bodies.ts';
import { type BodyOf, changeSimulator } from '#lib/simulator/server/change.ts';

type Input = { ctx: Ctx; body: BodyOf<'POST /simulator/dispute'> };

/** The situation travels as the word that the institution's report would hold. */
const SITUATION_WORDS: Record<Input['body']['situation'], string> = {
  scam: 'Golpe',
  account_takeover: 'Conta invadida',
  coercion: 'Coerção',
  bank_error: 'Erro do banco',
};

/** Opens a dispute on a paid transaction, due in `hours` of the simulator’s clock. */
export async function openDispute({ ctx, body }: Input): Promise<SimulatorState> {
  const target = body.transactionId ?? body.clientReference ?? body.endToEndId;
  const situation = SITUATION_WORDS[body.situation];
  const sent = disputeBody(ctx.account.kind, body, situation);
  return changeSimulator({ ctx, action: 'dispute', path: 'dispute', body: sent, target });
}
