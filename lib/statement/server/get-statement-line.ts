import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { maskStatementLine } from '#lib/mask-statement.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import { operatorCall, part } from '#lib/statement/server/statement-of.ts';

/** Document 1, GET /user/bank-statements/{id}; `not_supported` where the service reads no single line (document 2). */
export async function getStatementLine({
  ctx,
  id,
}: {
  ctx: Ctx;
  id: string;
}): Promise<{ line: StatementLine; asOf: string }> {
  const { get } = part(ctx, 'statement');
  if (get === undefined) throw new GuicheError('not_supported', 'This account reads no single line.');
  const line = await get(id, operatorCall(ctx));
  const asOf = new Date().toISOString();
  return { line: maskStatementLine(line, { names: ctx.permissions.has('reveal') }), asOf };
}
