import 'server-only';
import { invalidField } from '#lib/api/list-window.ts';
import type { Args } from '#lib/api/serve.ts';
import type { Conversion, ExchangeRate } from '#lib/providers/card-records.ts';

/** Document 3, reference rate: BRL for one unit of an ISO 4217 currency other than BRL, as decimal text. */
export async function getRate({ ctx, code }: Args<'GET /card/rates/{code}'>): Promise<ExchangeRate> {
  return ctx.part('card').rate(currencyOf(code), ctx.call);
}

/** Document 3, conversion: what cents of a foreign currency are in BRL, by the service. */
export async function getConversion({
  ctx,
  code,
  query,
}: Args<'GET /card/conversions/{code}'>): Promise<Conversion> {
  return ctx.part('card').convert(currencyOf(code), query.amount, ctx.call);
}

function currencyOf(code: string): string {
  const currency = code.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw invalidField('code', 'currency_code');
  if (currency === 'BRL') throw invalidField('code', 'currency_brl');
  return currency;
}
