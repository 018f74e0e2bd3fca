import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { invalidField } from '#lib/api/list-window.ts';
import { cardPart, operatorCall } from '#lib/card/server/card-part.ts';
import type { ExchangeRate } from '#lib/providers/card-records.ts';

/** Document 3, reference rate: BRL for one unit of an ISO 4217 currency other than BRL, as decimal text. */
export async function getRate({ ctx, code }: { ctx: Ctx; code: string }): Promise<ExchangeRate> {
  const currency = code.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw invalidField('code', 'currency_code');
  if (currency === 'BRL') throw invalidField('code', 'currency_brl');
  return cardPart(ctx.port).rate(currency, operatorCall(ctx));
}
