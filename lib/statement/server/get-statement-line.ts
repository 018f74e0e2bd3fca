import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { present } from '#lib/api/present.ts';
import { partOf } from '#lib/providers/reach.ts';
import { StatementLineAnswer } from '#lib/statement/contract.ts';

/** Document 1, GET /user/bank-statements/{id}; `not_supported` where the service reads no single line (document 2). */
export async function getStatementLine({ ctx, id }: { ctx: Ctx; id: string }): Promise<StatementLineAnswer> {
  const line = await partOf(ctx.part('statement'), 'get')(id, ctx.call);
  return present(ctx, StatementLineAnswer, { line, asOf: new Date().toISOString() });
}
