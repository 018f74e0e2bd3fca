import type { PixRoute } from '../types.ts';
import { createDice, fraction } from '../world/random.ts';
import { CardError } from './errors.ts';
import type { CardParts } from './parts.ts';

/** BRL for one unit; the rate moves around this value. */
const RATES: Record<string, number> = {
  USD: 5.41,
  EUR: 6.28,
  GBP: 7.19,
  JPY: 0.0361,
  CHF: 6.71,
  CAD: 3.89,
  AUD: 3.55,
  MXN: 0.294,
  CLP: 0.00576,
  UYU: 0.136,
};
const HOUR = 3_600_000;

/**
 * GET /currencies/{code}/rate: BRL for one unit, new every simulated hour. …/convert: cents of the currency
 * in cents of BRL.
 */
export function rateRoutes({ seed, clock }: CardParts): PixRoute[] {
  const dice = createDice(seed ^ 0x4a7e);
  function rate(code: string) {
    const middle = RATES[code];
    if (middle === undefined) throw new CardError(404, 'Moeda sem cotação.');
    const hour = Math.floor(clock.now() / HOUR) % 1_000_000;
    const moved =
      middle * (0.985 + 0.03 * fraction(dice(code.charCodeAt(0) * 256 + code.charCodeAt(1), hour)));
    const digits = (value: number) => Number(value.toPrecision(5));
    return { code, rate: { bid: digits(moved * 0.998), ask: digits(moved * 1.002) } };
  }
  return [
    {
      method: 'GET',
      path: '/currencies/:code/rate',
      handle({ params }) {
        const code = params.code ?? '';
        if (!/^[A-Z]{3}$/.test(code)) throw new CardError(400, 'Informe um código ISO 4217 de três letras.');
        if (code === 'BRL') throw new CardError(400, 'BRL não é uma moeda estrangeira.');
        return { status: 200, json: rate(code) };
      },
    },
    {
      method: 'GET',
      path: '/currencies/:code/convert',
      handle({ params, query }) {
        const code = params.code ?? '';
        if (!/^[A-Z]{3}$/.test(code)) throw new CardError(400, 'Informe um código ISO 4217 de três letras.');
        const amount = Number(query.get('amount') ?? Number.NaN);
        if (!Number.isInteger(amount) || amount < 1) throw new CardError(400, 'Informe amount em centavos.');
        const { ask } = rate(code).rate;
        return { status: 200, json: { code, amount, rate: ask, convertedAmount: Math.round(amount * ask) } };
      },
    },
  ];
}
